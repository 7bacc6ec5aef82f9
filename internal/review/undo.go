package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// Undo takes the person's latest decision on a fact back, if nothing came after
// and its time has not run out: the state before returns as a new version (a
// dismissal or relation, which raised none, is undone at the same version), the
// flags it answered are open again, and its notices are dropped unsent.
func (s *Service) Undo(ctx context.Context, by fact.Actor, id fact.ID) (Outcome, error) {
	var out Outcome
	err := s.act(ctx, by, intent{act: fact.ActUndo, fact: id}, func(tx Tx) error {
		f, err := load(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.reviewer(f.Topic, by); err != nil {
			return err
		}
		last, err := s.undoable(ctx, tx, f, by)
		if err != nil {
			return err
		}
		out, err = s.undo(ctx, tx, f, by, last)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

// undoable finds the decision to take back, or says why there is none.
func (s *Service) undoable(ctx context.Context, tx Tx, f *fact.Fact, by fact.Actor) (fact.Event, error) {
	last, ok, err := lastDecision(ctx, tx, f.ID)
	if err != nil {
		return last, err
	}
	if !ok || !last.Act.Decides() {
		return last, fact.Conflict("undo.none", "There is no decision on "+f.ID.String()+" to undo.").With("id", f.ID.String())
	}
	if last.Actor != by.User {
		return last, fact.Conflict("undo.other", "The latest decision on "+f.ID.String()+" is not yours, so you cannot undo it.").
			With("id", f.ID.String()).Because(s.staleOf(last, f))
	}
	until, _, err := s.undoUntil(ctx, tx, tx.Now(), last)
	if err != nil {
		return last, err
	}
	if until.IsZero() {
		return last, fact.Conflict("undo.late", "The time to undo that has passed; decide anew instead.").
			With("id", f.ID.String())
	}
	return last, nil
}

func (s *Service) undo(ctx context.Context, tx Tx, f *fact.Fact, by fact.Actor, last fact.Event) (Outcome, error) {
	after, err := s.stateBefore(ctx, tx, f, last)
	if err != nil {
		return Outcome{}, err
	}
	if err := staysApart(ctx, tx, Outcome{Before: f, After: after}); err != nil {
		return Outcome{}, err
	}
	if err := tx.SaveFact(ctx, after); err != nil {
		return Outcome{}, err
	}
	if _, err := tx.DropNotices(ctx, last.Seq); err != nil {
		return Outcome{}, err
	}
	if err := s.unsuppress(ctx, tx, last); err != nil {
		return Outcome{}, err
	}
	reopened, err := s.reopen(ctx, tx, f.ID, last)
	if err != nil {
		return Outcome{}, err
	}
	if err := s.reopenProposal(ctx, tx, last, after); err != nil {
		return Outcome{}, err
	}
	e := s.eventOn(after, by, fact.ActUndo)
	e.Values = undone(last)
	if e, err = tx.Append(ctx, e); err != nil {
		return Outcome{}, err
	}
	if err := s.mirror(ctx, tx, after, e); err != nil {
		return Outcome{}, err
	}
	if err := s.followUndo(ctx, tx, Outcome{Event: e, Before: f, After: after}, last); err != nil {
		return Outcome{}, err
	}
	if reopened > 0 || after.Has(fact.SecondNeeded) || f.Has(fact.SecondNeeded) || f.Doubts != nil {
		if err := s.retellQueue(ctx, tx, after, e); err != nil {
			return Outcome{}, err
		}
	}
	return s.reload(ctx, tx, Outcome{Event: e, Before: f, After: after})
}

// retellQueue edits the fact's message in the review channel, if it has one.
func (s *Service) retellQueue(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event) error {
	earlier, err := tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeQueue, Fact: f.ID})
	if err != nil || len(earlier) == 0 {
		return err
	}
	open, err := tx.Flags(ctx, fact.FlagFilter{Fact: f.ID, Open: true})
	if err != nil {
		return err
	}
	owner, err := s.keepOwner(ctx, tx, f, open)
	if err != nil {
		return err
	}
	return s.tellQueue(ctx, tx, f, e.Seq, false, owner)
}

// stateBefore is the fact as it was before a decision, at the version it gets.
func (s *Service) stateBefore(ctx context.Context, tx Tx, f *fact.Fact, last fact.Event) (*fact.Fact, error) {
	after := *f
	switch last.Act {
	case fact.ActDismiss:
		return &after, nil
	case fact.ActRelate:
		kind, other, _ := relationOf(last)
		after.Relations = slices.DeleteFunc(slices.Clone(f.Relations), func(r fact.Relation) bool {
			return !r.Inverse && r.Kind == kind && r.Other == other
		})
		return &after, nil
	}
	was, err := tx.FactAt(ctx, f.ID, last.Version-1)
	if err != nil {
		return nil, fmt.Errorf("state before version %d: %w", last.Version, err)
	}
	after.Statement, after.Lang, after.Confidence = was.Statement, was.Lang, was.Confidence
	after.Status, after.Verified, after.Makers = was.Status, was.Verified, was.Makers
	own := ownMarks(last)
	after.Marks = f.Marks&^own | was.Marks&own
	if last.Act == fact.ActCorrect {
		after.Sources = was.Sources
	}
	if accepts(last) || adopted(f, last) {
		after.Import, after.Line = was.Import, was.Line
	}
	after.Version = f.Version + 1
	return &after, nil
}

// ownMarks are the marks that a decision sets or clears. The others, and where
// the fact stands in its file, an import may have changed since, quietly: that
// is not the decision's to take back.
func ownMarks(e fact.Event) fact.Mark {
	const status = fact.StatusMissing | fact.VerifiedInFile | fact.SecondNeeded
	switch {
	case accepts(e):
		return status | fact.Decided | fact.Reworded | fact.Rerated | fact.SourceDiffers
	case e.Act == fact.ActCorrect:
		return status | fact.DecidedWording | fact.Reworded
	case e.Act == fact.ActConfidence:
		return fact.DecidedConfidence | fact.Rerated
	}
	return status | fact.DecidedStatus
}

// accepts says whether a decision took over what a file proposed.
func accepts(e fact.Event) bool { return valueOf(e, valueProposal) != "" }

// adopted says whether a file has come to say what a decision made of the fact:
// where it says so is not where it said what was before.
func adopted(f *fact.Fact, e fact.Event) bool {
	return e.Act == fact.ActCorrect && !f.Has(fact.Reworded) || e.Act == fact.ActConfidence && !f.Has(fact.Rerated)
}

// undone is the values of a decision turned round.
func undone(last fact.Event) []fact.Value {
	values := []fact.Value{{Name: valueUndoes, New: strconv.FormatInt(last.Seq, 10)}, {Name: "act", New: string(last.Act)}}
	for _, v := range last.Values {
		values = append(values, fact.Value{Name: v.Name, Old: v.New, New: v.Old})
	}
	return values
}

// valueOf is what an event says of a name: the new value or, for want of one, the old.
func valueOf(e fact.Event, name string) string {
	for _, v := range e.Values {
		if v.Name == name {
			if v.New != "" {
				return v.New
			}
			return v.Old
		}
	}
	return ""
}

// reopen opens the flags again that a decision resolved, but for those whose
// owners have raised a new one since.
func (s *Service) reopen(ctx context.Context, tx Tx, id fact.ID, last fact.Event) (int, error) {
	open, err := tx.Flags(ctx, fact.FlagFilter{Fact: id, Open: true})
	if err != nil {
		return 0, err
	}
	n := 0
	for text := range strings.SplitSeq(valueOf(last, valueFlags), ",") {
		if text == "" {
			continue
		}
		flag, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return n, fmt.Errorf("flags of event %d: %w", last.Seq, err)
		}
		found, err := tx.Flags(ctx, fact.FlagFilter{ID: flag})
		if err != nil {
			return n, err
		}
		if len(found) == 0 || found[0].Open {
			continue
		}
		again, err := doubtsAgain(ctx, tx, open, found[0].By)
		if err != nil {
			return n, err
		}
		if again {
			continue
		}
		found[0].Open, found[0].Outcome, found[0].Decided = true, "", time.Time{}
		if _, err := tx.SaveFlag(ctx, found[0]); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// doubtsAgain says whether whoever raised a flag, forgotten since or not, has
// another among open ones.
func doubtsAgain(ctx context.Context, tx Tx, open []fact.Flag, by fact.UserID) (bool, error) {
	for _, f := range open {
		who, err := recognised(ctx, tx, fact.Actor{User: f.By})
		if err != nil || who.Is(by) {
			return err == nil, err
		}
	}
	return false, nil
}
