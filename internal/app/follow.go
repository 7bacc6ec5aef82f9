package app

import (
	"context"

	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/store"
)

// delivered is the store as the outbox has it: a message that showed what was
// decided on while it was on its way is followed by corrections like any other.
type delivered struct {
	*store.DB
	review *review.Service
}

// Sent implements outbox.Store.
func (d delivered) Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) error {
	return d.InTx(ctx, func(tx *store.Tx) error {
		key, err := tx.Sent(ctx, id, at, shown, next...)
		if err != nil {
			return err
		}
		return d.review.Shown(ctx, tx, key, at)
	})
}

// follow says what comes after a message that was just sent: a shared answer's
// citations in full, in its thread.
func follow(n fact.Notice, at fact.Place, shown []fact.Ref) []fact.Notice {
	if n.Kind != fact.NoticeShare || at.Message == "" || len(shown) == 0 {
		return nil
	}
	place := at
	if place.Thread == "" {
		place.Thread = at.Message
	}
	place.Message = ""
	return []fact.Notice{{Key: n.Key + "/sources", Kind: fact.NoticeSources, Topic: n.Topic, Facts: shown, Place: place,
		Text: n.Text, Locale: n.Locale}}
}
