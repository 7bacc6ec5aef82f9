package store

import (
	"context"
	"fmt"

	"factbot/internal/fact"
)

// Tokens are a fact's statement as an analyzer cut it, in the analyzer's own encoding.
type Tokens struct {
	Fact    fact.ID
	Version int // of the fact whose statement was cut
	Blob    []byte
}

// SaveTokens stores what an analyzer made of statements. It is derived: losing
// it costs only time at the next start. Facts that do not exist are left out.
func (db *DB) SaveTokens(ctx context.Context, analyzer string, tokens []Tokens) error {
	return db.InTx(ctx, func(tx *Tx) error {
		for _, t := range tokens {
			key, err := tx.keyOf(ctx, t.Fact)
			if fact.CodeOf(err) == fact.CodeNotFound {
				continue
			}
			if err != nil {
				return err
			}
			_, err = tx.conn.exec(ctx, `INSERT INTO tokens (fact, version, analyzer, tokens) SELECT key, ?, ?, ? FROM facts WHERE key = ?
				ON CONFLICT (fact) DO UPDATE SET version = excluded.version, analyzer = excluded.analyzer, tokens = excluded.tokens`,
				t.Version, analyzer, t.Blob, key)
			if err != nil {
				return fmt.Errorf("tokens of %s: %w", t.Fact, err)
			}
		}
		return nil
	})
}
