package review

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// UndoUntil is until when what an event did can be undone by whoever did it, as
// Undo would have it, and whether others are told of it then. It is zero where
// that time has passed, or something came after.
func (s *Service) UndoUntil(ctx context.Context, e fact.Event) (until time.Time, tells bool, err error) {
	err = s.read(ctx, func(r Reads, now time.Time) error {
		last, ok, err := lastDecision(ctx, r, e.Fact)
		if err != nil || !ok || last.Seq != e.Seq {
			return err
		}
		until, tells, err = s.undoUntil(ctx, r, now, e)
		return err
	})
	return until, tells, err
}

// undoUntil is until when a decision can be undone: by the clock and, whatever the
// clock says, until what waits for that time is sent. It is zero once that has
// passed.
func (s *Service) undoUntil(ctx context.Context, r Reads, now time.Time, e fact.Event) (until time.Time, tells bool, err error) {
	window := s.settings.UndoWindow
	if window == 0 || !e.Act.Decides() {
		return until, false, nil
	}
	made, err := madeAt(ctx, r, e)
	if err != nil {
		return until, false, err
	}
	until = made.Add(window)
	caused, err := r.Notices(ctx, fact.NoticeFilter{Cause: e.Seq})
	if err != nil {
		return time.Time{}, false, fmt.Errorf("what event %d caused: %w", e.Seq, err)
	}
	for _, n := range caused {
		if n.NotBefore.Before(n.CreatedAt.Add(window)) {
			continue // it waits for nothing
		}
		if n.State == fact.NoticeSent || n.State == fact.NoticeClaimed || n.Unknown {
			return time.Time{}, false, nil
		}
		tells = tells || n.Kind != fact.NoticeQueue // the edit that takes the undo button away tells nobody
		if n.State == fact.NoticeWaiting && n.NotBefore.Before(until) {
			until = n.NotBefore
		}
	}
	if !now.Before(until) {
		return time.Time{}, false, nil
	}
	return until, tells, nil
}

// madeAt is when a decision was made. Its event's time is never before an earlier
// one's, so where the clock was set back it is not that; an act that makes no
// version has no other time.
func madeAt(ctx context.Context, r FactReads, e fact.Event) (time.Time, error) {
	if !raises(e.Act) {
		return e.At, nil
	}
	at, err := r.MadeAt(ctx, e.Fact, e.Version)
	if err != nil {
		return e.At, fmt.Errorf("time of event %d: %w", e.Seq, err)
	}
	return at, nil
}
