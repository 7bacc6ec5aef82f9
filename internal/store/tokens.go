package store

import (
	"context"
	"database/sql/driver"
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

// Tokens calls fn with the stored tokens of an analyzer that are of the facts'
// present versions, by topic and number.
func (db *DB) Tokens(ctx context.Context, analyzer string, fn func(Tokens) error) error {
	return db.View(ctx, func(v *View) error {
		topics, err := v.topicRefs(ctx)
		if err != nil {
			return err
		}
		return v.conn.stream(ctx, `SELECT t.fact, t.version, t.tokens FROM tokens t JOIN facts f ON f.key = t.fact AND f.version = t.version
			WHERE t.analyzer = ? ORDER BY t.fact`, []driver.NamedValue{{Ordinal: 1, Value: analyzer}}, func(row []driver.Value) error {
			blob, ok := row[2].([]byte)
			if !ok && row[2] != nil {
				return fmt.Errorf("tokens are a %T", row[2])
			}
			return fn(Tokens{Fact: named(topics, number(row[0])), Version: int(number(row[1])), Blob: blob})
		})
	})
}
