package review_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"factbot/internal/fact"
)

// same compares two states of a fact, its version and doubts apart.
func same(a, b *fact.Fact) bool {
	x, y := *a, *b
	x.Version, y.Version, x.Doubts, y.Doubts = 0, 0, nil, nil
	if x.Import != nil && y.Import != nil {
		x.Import, y.Import = &fact.Import{ID: x.Import.ID}, &fact.Import{ID: y.Import.ID}
	}
	return reflect.DeepEqual(x, y)
}

func TestUndoRestoresEveryAct(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActDismiss, fact.ActRelate} {
		t.Run(string(act), func(t *testing.T) {
			t.Parallel()
			h := furnish(t, 3, nil)
			h.quote(1, public("C1", "1.1"))
			h.decide(reviewer2, h.on(fact.ActVerify, 1))
			h.clock.pass(time.Hour)
			if act == fact.ActRestore {
				h.decide(reviewer2, h.on(fact.ActRetract, 1))
			} else {
				h.flag(reader, 1)
			}
			h.clock.pass(time.Hour)
			h.deliver()
			before := h.fact(1)
			d := h.on(act, 1)
			done := h.decide(reviewer, d)
			h.clock.pass(9 * time.Minute)
			out := h.undo(reviewer, 1)
			after := h.fact(1)
			if !same(before, after) {
				t.Errorf("before %+v\nafter  %+v", before, after)
			}
			if !reflect.DeepEqual(before.Doubts, after.Doubts) {
				t.Errorf("doubts before %+v, after %+v", before.Doubts, after.Doubts)
			}
			if raised := done.After.Version - before.Version; after.Version != before.Version+2*raised {
				t.Errorf("version %d, %d before", after.Version, before.Version)
			}
			if out.Event.Act != fact.ActUndo || !out.UndoUntil.IsZero() {
				t.Errorf("undo %+v", out)
			}
			h.clock.pass(24 * time.Hour)
			for _, n := range h.deliver() {
				if n.Cause == done.Event.Seq {
					t.Errorf("a notice of the undone act was sent: %s", n.Key)
				}
			}
		})
	}
}

func TestUndoIsRefused(t *testing.T) {
	t.Parallel()
	h := furnish(t, 6, nil)
	try := func(user fact.UserID, n int, want string) {
		t.Helper()
		_, err := h.Undo(h.ctx, h.by(user), id(n))
		wantKey(t, err, want)
	}
	try(reviewer, 1, "undo.none")
	try(reader, 1, "act.reviewers")
	try(reviewer, 99, "fact.unknown")
	h.decide(reviewer, h.on(fact.ActVerify, 2))
	try(reviewer2, 2, "undo.other")
	h.clock.pass(10 * time.Minute)
	try(reviewer, 2, "undo.late")
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	h.decide(reviewer2, h.on(fact.ActRetract, 3))
	try(reviewer, 3, "undo.other") // something came after
	h.undo(reviewer2, 3)
	try(reviewer2, 3, "undo.none") // an undo is not undone
	try(reviewer, 3, "undo.none")  // and nothing older either
	h.decide(reviewer, h.on(fact.ActVerify, 4))
	h.flag(reader, 4) // a flag is no decision: it does not stand in the way
	h.undo(reviewer, 4)
	h.roster.set(reviewer2)
	h.decide(reviewer2, h.on(fact.ActVerify, 5))
	h.roster.set(reviewer)
	try(reviewer2, 5, "act.reviewers") // no longer a reviewer
}

func TestUndoReopensFlagsButNeverTwoOfOnePerson(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	first := h.flag(reader, 1)
	h.flag(reader2, 1)
	owner := first.Owner
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	second := h.flag(reader, 1) // the same person doubts the verified fact anew
	h.undo(reviewer, 1)
	open, err := h.db.Flags(h.ctx, fact.FlagFilter{Fact: id(1), Open: true})
	if err != nil || len(open) != 2 || open[0].By != reader2 || open[1].ID != second.Flag.ID {
		t.Errorf("open %+v, %v", open, err)
	}
	o, err := h.db.Owner(h.ctx, id(1))
	if err != nil || o.User != owner {
		t.Errorf("owner %q, %q before", o.User, owner)
	}
}

func TestUndoneActIsSeenInTheChannel(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	post := h.deliver()[0]
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	out := h.undo(reviewer, 1) // before the edit that tells of the decision went out
	sent := h.deliver()
	want(t, "sent", keys(sent), fmt.Sprintf("%s#%d", post.Key[:len(post.Key)-2], out.Event.Seq))
	if sent[0].Place.Message != post.Sent.Message {
		t.Errorf("sent to %+v", sent[0].Place)
	}
}

// TestUndoKeepsWhatAnImportDid: what an import quietly took over since a decision
// stays when the decision is undone.
func TestUndoKeepsWhatAnImportDid(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore} {
		t.Run(string(act), func(t *testing.T) {
			t.Parallel()
			h := furnish(t, 3, nil)
			if act == fact.ActRestore {
				h.decide(reviewer2, h.on(fact.ActRetract, 1))
			}
			before := h.fact(1)
			h.decide(reviewer, h.on(act, 1))
			moved := h.file("cd", "A preface.", "Fact 1.", "Fact 2.", "Fact 3.")
			moved.Facts[1].N, moved.Facts[2].N, moved.Facts[3].N = 1, 2, 3
			moved.Facts[1].Core = true
			plan := h.plan(moved)
			plan.Differ = nil // what differs would be a change after the decision
			if _, err := h.Import(h.ctx, program, plan, false, nil); err != nil {
				t.Fatal(err)
			}
			h.undo(reviewer, 1)
			f := h.fact(1)
			if !f.Has(fact.Core) || f.Line != 2 || f.Import.Hash != moved.Hash {
				t.Errorf("from line %d of %.2s, marks %b", f.Line, f.Import.Hash, f.Marks)
			}
			f.Marks, f.Line, f.Import = f.Marks&^fact.Core, before.Line, before.Import
			if !same(before, f) {
				t.Errorf("before %+v\nafter  %+v", before, f)
			}
		})
	}
}

// TestUndoOfWhatTheFileAdopted: what was before a decision is cited from where
// it stood, not from the file that has since adopted the decision.
func TestUndoOfWhatTheFileAdopted(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActCorrect, fact.ActConfidence} {
		h := furnish(t, 1, nil)
		before := h.fact(1)
		h.decide(reviewer, h.on(act, 1))
		now := h.fact(1)
		src := h.file("cd", "A preface.", now.Statement)
		src.Facts[1].N, src.Facts[1].Confidence = 1, now.Confidence
		h.reload(src)
		if f := h.fact(1); f.Line != 2 || f.Has(fact.Reworded|fact.Rerated) {
			t.Fatalf("%s: adopted %+v", act, f)
		}
		h.undo(reviewer, 1)
		if !same(before, h.fact(1)) {
			t.Errorf("%s: before %+v\nafter  %+v", act, before, h.fact(1))
		}
		// Nobody decided on it then, so the file counts, when it is next read.
		h.reload(src)
		if f := h.fact(1); f.Statement != now.Statement && len(h.proposals()) == 0 || act == fact.ActConfidence && f.Confidence != now.Confidence {
			t.Errorf("%s: the next import left %+v", act, f)
		}
	}
}

// TestUndoAfterTheFileAgrees: a difference that the file itself settled is not
// brought back by undoing a decision of before.
func TestUndoAfterTheFileAgrees(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActConfidence, 1)) // 80 %
	src := numbered(h.file("cd", "Fact 1."))
	h.reload(src)
	if !h.fact(1).Has(fact.SourceDiffers) {
		t.Fatal("the source does not differ")
	}
	h.decide(reviewer2, h.on(fact.ActVerify, 1))
	agrees := numbered(h.file("ef", "Fact 1."))
	agrees.Facts[0].Confidence = 80
	h.reload(agrees)
	h.undo(reviewer2, 1)
	if f := h.fact(1); f.Has(fact.SourceDiffers) || !f.Has(fact.DecidedConfidence) || len(h.proposals()) != 0 {
		t.Errorf("marks %b, %d proposals", f.Marks, len(h.proposals()))
	}
}
