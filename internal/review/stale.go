package review

import (
	"context"
	"slices"
	"strconv"
	"time"

	"factbot/internal/fact"
)

// noFlag is the conflict of deciding on a flag that is open no more; if a
// decision resolved it, its cause tells which.
func (s *Service) noFlag(ctx context.Context, tx Tx, f *fact.Fact, d fact.Decision) error {
	none := fact.Conflict("dismiss.none", "No flag on "+f.ID.String()+" is open.").With("id", f.ID.String())
	last, ok, err := lastDecision(ctx, tx, f.ID)
	if err != nil || !ok {
		return errOr(err, none)
	}
	return none.Because(s.staleOf(last, f))
}

func errOr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// lastDecision finds the latest event that changed a fact or its flags by a
// decision, an undoing or an import.
func lastDecision(ctx context.Context, r RecordReads, id fact.ID) (fact.Event, bool, error) {
	events, err := r.Events(ctx, fact.EventFilter{Fact: id, Acts: changing})
	if err != nil {
		return fact.Event{}, false, err
	}
	for _, e := range events {
		if !secondRecord(e) {
			return e, true, nil
		}
	}
	return fact.Event{}, false, nil
}

// changing lists the acts that make a difference to a fact.
var changing = []fact.Act{
	fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore,
	fact.ActDismiss, fact.ActRelate, fact.ActUndo, fact.ActAccept, fact.ActAdd, fact.ActRevise, fact.ActMissing,
	fact.ActReturned, fact.ActDiffer, fact.ActEdit,
}

// stale is the conflict of deciding on a version that is no longer the present one.
func (s *Service) stale(ctx context.Context, tx Tx, f *fact.Fact) error {
	events, err := tx.Events(ctx, fact.EventFilter{Fact: f.ID, Acts: changing})
	if err != nil {
		return err
	}
	for _, e := range slices.Backward(events) { // the first event at a version is the one that raised it
		if e.Version == f.Version && !secondRecord(e) {
			return s.lost(e, f)
		}
	}
	return staleFact(f).Because(&Stale{Fact: f})
}

// lost is the conflict of coming after an event.
func (s *Service) lost(e fact.Event, f *fact.Fact) error {
	st := s.staleOf(e, f)
	return staleFact(f).With("by", st.By).With("act", string(st.Act)).With("at", st.At.UTC().Format(time.RFC3339)).Because(st)
}

func staleFact(f *fact.Fact) *fact.Error {
	return fact.Conflict("act.stale", f.ID.String()+" has changed since you saw it; look at it again and decide anew.").
		With("id", f.ID.String())
}

// decidedSince is the conflict of overwriting what a person decided on a fact
// after a version of it, unless that was undone.
func (s *Service) decidedSince(ctx context.Context, tx Tx, f *fact.Fact, version int) error {
	events, err := tx.Events(ctx, fact.EventFilter{Fact: f.ID, Acts: []fact.Act{
		fact.ActVerify, fact.ActCorrect,
		fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActUndo,
	}})
	if err != nil {
		return err
	}
	undone := map[string]bool{}
	for _, e := range events { // latest first
		switch {
		case e.Version <= version:
			return nil
		case e.Act == fact.ActUndo:
			undone[valueOf(e, valueUndoes)] = true
		case !undone[strconv.FormatInt(e.Seq, 10)]:
			return s.lost(e, f)
		}
	}
	return nil
}

// secondRecord says whether an event repeats, on the other fact, a relation or
// its undoing.
func secondRecord(e fact.Event) bool { return len(e.Values) > 0 && e.Values[0].Name == valueRelated }

func (s *Service) staleOf(e fact.Event, f *fact.Fact) *Stale {
	name := e.Name
	if name == "" && e.Actor != "" {
		name = s.roster.Name(e.Actor)
	}
	return &Stale{By: name, Act: e.Act, At: e.At, Fact: f}
}
