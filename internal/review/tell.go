package review

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// tellDecided enqueues what a decision has to tell, flaggers apart: the review
// channel at once, a second person and the readers of old quotes when it can no
// longer be undone.
func (s *Service) tellDecided(ctx context.Context, tx Tx, out Outcome, queued bool) error {
	f, e := out.After, out.Event
	if queued || out.Before.Has(fact.SecondNeeded) {
		if err := s.updateQueue(ctx, tx, f, e); err != nil {
			return err
		}
	}
	if e.Act == fact.ActCorrect && f.Has(fact.SecondNeeded) {
		if err := s.askSecond(ctx, tx, f, e); err != nil {
			return err
		}
	}
	return s.follow(ctx, tx, out, nil)
}

// updateQueue edits a fact's message in the review channel after a decision, if
// it has one: now, and once more when the decision stands.
func (s *Service) updateQueue(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event) error {
	earlier, err := tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeQueue, Fact: f.ID})
	if err != nil || len(earlier) == 0 {
		return err
	}
	owner, err := tx.Owner(ctx, f.ID)
	if err != nil {
		return err
	}
	if err := s.tellQueue(ctx, tx, f, e.Seq, false, owner.User); err != nil {
		return err
	}
	if !e.Act.Decides() {
		return nil // an import has no undo button to take away
	}
	return s.closeUndo(ctx, tx, f, e)
}

// askSecond asks for a second person to confirm a new wording: in the review
// channel or, without one, the reviewer whose week it is, the maker apart.
func (s *Service) askSecond(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event) error {
	second := s.onDuty(f.Topic, tx.Now(), e.Actor)
	if second == e.Actor {
		second = ""
	}
	n := fact.Notice{
		Key: fmt.Sprintf("confirm/%s/%d", f.ID, e.Seq), Kind: fact.NoticeConfirm, Topic: f.Topic,
		Facts: []fact.Ref{f.Ref()}, Cause: e.Seq, NotBefore: s.settled(tx), CreatedAt: tx.Now(),
	}
	if !s.addressReviewers(&n, second) {
		return nil
	}
	_, err := tx.Enqueue(ctx, n)
	return err
}

// tellFlagger tells whoever raised a flag what became of it: in the thread if it
// was raised where others saw it, else directly. Nobody is told of their own act.
func (s *Service) tellFlagger(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event, flag fact.Flag) error {
	if flag.By == "" || flag.By.Forgotten() || flag.By == e.Actor {
		return nil
	}
	_, err := tx.Enqueue(ctx, fact.Notice{
		Key: fmt.Sprintf("outcome/%d/%d", flag.ID, e.Seq), Kind: fact.NoticeOutcome,
		Topic: f.Topic, Facts: []fact.Ref{f.Ref()}, Place: answerPlace(flag.Place), User: flag.By, Cause: e.Seq,
		Flag: flag.ID, NotBefore: s.final(tx, e), CreatedAt: tx.Now(),
	})
	return err
}

// final is when an act stands: an import cannot be undone.
func (s *Service) final(tx Tx, e fact.Event) time.Time {
	if e.Act.Decides() {
		return s.settled(tx)
	}
	return tx.Now()
}

// answerPlace is where an outcome goes: the thread of a public place, or the
// zero Place for a direct message. A slash command typed in a public channel
// leaves nothing there to answer, so it counts as private.
func answerPlace(p fact.Place) fact.Place {
	thread := p.Thread
	if thread == "" {
		thread = p.Message
	}
	if p.Kind != fact.PlacePublic || p.Channel == "" || thread == "" {
		return fact.Place{}
	}
	return fact.Place{Kind: fact.PlacePublic, Channel: p.Channel, Name: p.Name, Thread: thread}
}
