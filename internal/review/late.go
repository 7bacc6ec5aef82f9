package review

import (
	"context"
	"fmt"
	"slices"
	"time"

	"factbot/internal/fact"
)

// A message takes a while from its wording to its place in a channel. What is
// decided in that time finds no message to correct, and what is undone may have
// been told already. Shown and followUndo make up for both.

// Shown is to be called in the transaction that marks a notice as sent: it has
// corrections follow what the message shows that was overtaken on its way, by
// the rules for a message that was there before.
func (s *Service) Shown(ctx context.Context, tx Tx, notice string, at fact.Place) error {
	if at.Message == "" || at.Channel == "" {
		return nil
	}
	quotes, err := tx.Quotes(ctx, fact.QuoteFilter{Channel: at.Channel, Message: at.Message})
	if err != nil {
		return fmt.Errorf("what %q shows: %w", notice, err)
	}
	bannered := map[string]bool{} // by what stands already: one banner tells all of it
	for _, q := range quotes {
		if q.Notice != notice {
			continue
		}
		f, err := load(ctx, tx, q.Fact)
		if err != nil {
			return err
		}
		if f.Version == q.Version {
			continue
		}
		if err := s.overtook(ctx, tx, f, q, bannered); err != nil {
			return err
		}
	}
	return nil
}

// overtook follows one quote with all that came after the version it shows.
// What stands counts as one change, by the latest act that made it; an act that
// can still be undone counts by itself, so that undoing it drops no more.
func (s *Service) overtook(ctx context.Context, tx Tx, f *fact.Fact, q fact.Quote, bannered map[string]bool) error {
	acts, err := s.actsSince(ctx, tx, f.ID, q.Version)
	if err != nil {
		return err
	}
	then, err := tx.FactAt(ctx, q.Fact, q.Version)
	if err != nil {
		return fmt.Errorf("fact as quoted at version %d: %w", q.Version, err)
	}
	for i, e := range acts {
		when, err := s.stands(ctx, tx, e)
		if err != nil {
			return err
		}
		open := when.After(tx.Now())
		if !open && i+1 < len(acts) {
			next, err := s.stands(ctx, tx, acts[i+1])
			if err != nil {
				return err
			}
			if !next.After(tx.Now()) {
				continue // the next one stands too, and tells of both
			}
		}
		out := Outcome{Event: e, Before: then}
		if out.After, err = tx.FactAt(ctx, f.ID, e.Version); err != nil {
			return fmt.Errorf("fact after event %d: %w", e.Seq, err)
		}
		then = out.After
		messages := bannered
		if open {
			messages = map[string]bool{}
		}
		if !follows(out) {
			continue
		}
		f := s.follower(tx, out, when, messages)
		if err := f.quote(ctx, q); err != nil {
			return err
		}
		if err := f.suppress(ctx); err != nil {
			return err
		}
	}
	return nil
}

// actsSince lists, oldest first, the acts that changed a fact after a version
// and were not taken back, with the undoing of any that the version includes.
func (s *Service) actsSince(ctx context.Context, tx Tx, id fact.ID, version int) ([]fact.Event, error) {
	events, err := tx.Events(ctx, fact.EventFilter{Fact: id, Acts: versioned, Oldest: true})
	if err != nil {
		return nil, fmt.Errorf("acts on %s: %w", id, err)
	}
	var acts []fact.Event
	for _, e := range events {
		if e.Version <= version || e.Act == fact.ActUndo && !raises(fact.Act(valueOf(e, "act"))) {
			continue
		}
		if e.Act == fact.ActUndo && len(acts) > 0 {
			acts = acts[:len(acts)-1] // nothing came between: it was the latest
			continue
		}
		acts = append(acts, e)
	}
	return acts, nil
}

// raises says whether an act makes a new version of its fact.
func raises(a fact.Act) bool { return a != fact.ActDismiss && a != fact.ActRelate }

// stands is when what an act did can no longer be undone.
func (s *Service) stands(ctx context.Context, tx Tx, e fact.Event) (time.Time, error) {
	if !e.Act.Decides() {
		return tx.Now(), nil // an import or an undoing cannot be undone
	}
	made, err := madeAt(ctx, tx, e)
	return made.Add(s.settings.UndoWindow), err
}

// followUndo repairs what was told of an act before it was undone: answers that
// showed its outcome, and messages that spoke of it because an earlier decision
// on the fact was told meanwhile. Only those are touched.
func (s *Service) followUndo(ctx context.Context, tx Tx, out Outcome, undone fact.Event) error {
	if !follows(Outcome{Event: undone, Before: out.After, After: out.Before}) && !follows(out) {
		return nil
	}
	quotes, err := tx.Quotes(ctx, fact.QuoteFilter{Fact: out.After.ID, Since: tx.Now().Add(-s.settings.FollowFor)})
	if err != nil {
		return err
	}
	edited, err := s.editedSince(ctx, tx, undone)
	if err != nil {
		return err
	}
	replied, err := s.repliedSince(ctx, tx, undone)
	if err != nil {
		return err
	}
	f := s.follower(tx, out, tx.Now(), nil)
	for _, q := range slices.Backward(quotes) {
		showed := q.Version >= undone.Version && follows(out)
		if showed || edited[messageOf(q)] {
			if err := f.banner(ctx, q); err != nil {
				return err
			}
		}
		if heard := replied[threadOf(q)]; heard || showed && !restores(out) {
			if err := f.reply(ctx, q); err != nil {
				return err
			}
		}
	}
	return f.suppress(ctx)
}

// toldLong is how long before an act the notices that spoke of it may have been
// made: they wait out the time to undo and, at worst, a time without Slack.
const toldLong = 4 * day

// editedSince names the messages that were edited since an act: they told of its
// outcome. One edit tells of all facts in a message.
func (s *Service) editedSince(ctx context.Context, tx Tx, act fact.Event) (map[string]bool, error) {
	return s.toldSince(ctx, tx, act, fact.NoticeFilter{Kind: fact.NoticeBanner}, messageOf)
}

// repliedSince names the threads that got a reply on the fact of an act since the
// act: they told of its outcome.
func (s *Service) repliedSince(ctx context.Context, tx Tx, act fact.Event) (map[string]bool, error) {
	return s.toldSince(ctx, tx, act, fact.NoticeFilter{Kind: fact.NoticeCorrection, Fact: act.Fact}, threadOf)
}

// toldSince names the places, as where has it, in which one of the notices
// chosen arrived since an act, or may yet arrive.
func (s *Service) toldSince(ctx context.Context, tx Tx, act fact.Event, filter fact.NoticeFilter, where func(fact.Quote) string) (map[string]bool, error) {
	since, err := madeAt(ctx, tx, act)
	if err != nil {
		return nil, err
	}
	filter.Since = since.Add(-s.settings.UndoWindow - toldLong)
	notices, err := tx.Notices(ctx, filter)
	if err != nil {
		return nil, err
	}
	told := map[string]bool{}
	for _, n := range notices {
		arrived := n.State == fact.NoticeSent && n.Sent.Channel != "" && !n.SentAt.Before(since) // sent nowhere: there was nothing to tell
		if arrived || n.State == fact.NoticeClaimed || n.Unknown {
			told[where(fact.Quote{Place: n.Place})] = true
		}
	}
	return told, nil
}
