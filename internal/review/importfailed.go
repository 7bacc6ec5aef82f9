package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// failedLines bounds how many of a file's problems a message shows.
const failedLines = 5

// ImportFailed tells the review channel that topic files could not be read
// again and that their facts are as before; problems has a line each. The same
// problems on the same day are told once.
func (s *Service) ImportFailed(ctx context.Context, problems string) error {
	if s.settings.Channel == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(problems), "\n")
	text := strings.Join(lines[:min(len(lines), failedLines)], "\n")
	if more := len(lines) - failedLines; more > 0 {
		text += "\n+" + strconv.Itoa(more)
	}
	sum := sha256.Sum256([]byte(problems))
	return s.store.InTx(ctx, func(tx Tx) error {
		day := tx.Now().UTC().Format("2006-01-02")
		_, err := tx.Enqueue(ctx, fact.Notice{
			Key: "import/failed/" + day + "/" + hex.EncodeToString(sum[:8]), Kind: fact.NoticeImport,
			Place: fact.Place{Channel: s.settings.Channel}, Text: text, NotBefore: tx.Now(), CreatedAt: tx.Now(),
		})
		return err
	})
}
