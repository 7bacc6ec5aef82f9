package store

import (
	"context"
	"fmt"

	"factbot/internal/fact"
)

// Worded is the fact of a topic that says a statement letter for letter and is
// not retracted: the one with the least number, but for the fact excepted. It is
// the zero ID where there is none.
func (v *View) Worded(ctx context.Context, topic, statement string, except fact.ID) (fact.ID, error) {
	r, err := v.topicBySlug(ctx, topic)
	if err != nil {
		return fact.ID{}, err
	}
	from, to := r.span()
	var not, key int64 // no fact has the key 0
	if except.Prefix == r.prefix {
		not = r.key(except.N)
	}
	found, err := v.conn.get(ctx, "SELECT key FROM facts WHERE key >= ? AND key < ? AND key <> ? AND statement = ? AND status <> ? ORDER BY key LIMIT 1",
		[]any{from, to, not, statement, int64(fact.Retracted)}, &key)
	if err != nil {
		return fact.ID{}, fmt.Errorf("find a wording: %w", err)
	}
	if !found {
		return fact.ID{}, nil
	}
	return v.idOf(ctx, key)
}
