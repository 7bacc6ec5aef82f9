package app

import (
	"context"
	"slices"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/outbox"
	"factbot/internal/review"
	"factbot/internal/slack"
	"factbot/internal/store"
)

// The store satisfies what its callers declare; these lines say so to the compiler.
var (
	_ review.Tx      = (*store.Tx)(nil)
	_ outbox.Store   = delivered{}
	_ outbox.Failure = (*slack.SendError)(nil)
	_ bot.Records    = (*store.DB)(nil)
	_ bot.Inbox      = (*store.DB)(nil)
	_ bot.Sharing    = (*store.DB)(nil)
	_ bot.Catalog    = (*catalog)(nil)
	_ bot.Audience   = (*audience)(nil)
	_ review.Roster  = (*roster)(nil)
	_ review.Reads   = (*store.View)(nil)
)

// reviewStore gives review its transactions. Where the database may not be
// written (it is temporary, or somebody else serves it), refuse says why.
type reviewStore struct {
	db     *store.DB
	refuse func() error // nil: writing is allowed
}

// InTx implements review.Store.
func (s reviewStore) InTx(ctx context.Context, fn func(review.Tx) error) error {
	if s.refuse != nil {
		if err := s.refuse(); err != nil {
			return err
		}
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error { return fn(tx) })
}

// reads gives review a consistent read that waits for no writer.
func (c *core) reads(ctx context.Context, fn func(review.Reads) error) error {
	return c.db.View(ctx, func(v *store.View) error { return fn(v) })
}

// shelf is what is served, from memory, as review reads it.
type shelf struct{ *catalog }

// Facts lists every fact of a topic in order of number, retracted ones too.
func (s shelf) Facts(topic string) []*fact.Fact {
	facts := slices.Clone(s.index.Facts(topic))
	slices.SortFunc(facts, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
	return facts
}

// keepsNothing refuses acts where there is no database to keep them.
func keepsNothing() error {
	return fact.Conflict("terminal.no_database",
		"There is no database yet to keep that in: run “factbot import FILE” or “factbot serve” first, or name one with --db.")
}
