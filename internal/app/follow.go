package app

import (
	"context"
	"slices"

	"factbot/internal/bot"
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

// Sent implements outbox.Store. What was asked is forgotten with it, as far as
// nothing to come needs it.
func (d delivered) Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) error {
	return d.InTx(ctx, func(tx *store.Tx) error {
		key, err := tx.Sent(ctx, id, at, shown, next...)
		if err != nil {
			return err
		}
		if err := keepText(ctx, tx, key, at); err != nil {
			return err
		}
		return d.review.Shown(ctx, tx, key, at)
	})
}

// keepText keeps of a sent notice's text as much as what comes after it needs.
func keepText(ctx context.Context, tx *store.Tx, key string, at fact.Place) error {
	sent, err := tx.Notices(ctx, fact.NoticeFilter{Key: key})
	if err != nil || len(sent) == 0 || sent[0].Text == "" {
		return err
	}
	quoted := false
	if at.Message != "" {
		quotes, err := tx.Quotes(ctx, fact.QuoteFilter{Channel: at.Channel, Message: at.Message})
		if err != nil {
			return err
		}
		quoted = slices.ContainsFunc(quotes, func(q fact.Quote) bool { return q.Notice == key })
	}
	if kept := bot.KeptText(sent[0], quoted); kept != sent[0].Text {
		return tx.KeepText(ctx, sent[0].ID, kept)
	}
	return nil
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
	return []fact.Notice{{
		Key: n.Key + "/sources", Kind: fact.NoticeSources, Topic: n.Topic, Facts: shown, Place: place,
		Text: n.Text, Locale: n.Locale,
	}}
}
