package slacksim

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"
)

// randomHex returns n random bytes in hexadecimal.
func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // documented never to fail
	return hex.EncodeToString(b)
}

// randomID returns an id as Slack forms them: a prefix and ten capitals or digits.
func randomID(prefix string) string {
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := make([]byte, 10)
	_, _ = rand.Read(b)
	for i := range b {
		b[i] = alphabet[int(b[i])%len(alphabet)]
	}
	return prefix + string(b)
}

func randomUUID() string {
	h := randomHex(16)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:32]
}

func newHash(now time.Time) string { return fmt.Sprintf("%d.%s", now.Unix(), randomHex(4)) }
