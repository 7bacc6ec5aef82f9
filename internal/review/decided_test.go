package review_test

import (
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestNoFileUndoesADecision: whatever people decide after they decided, a file
// that changed elsewhere leaves all of it alone.
func TestNoFileUndoesADecision(t *testing.T) {
	t.Parallel()
	type step struct {
		act  fact.Act
		by   fact.UserID
		undo bool
	}
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"rated, verified, retracted, restored", []step{
			{fact.ActConfidence, reviewer, false},
			{fact.ActVerify, reviewer2, false},
			{fact.ActRetract, reviewer3, false},
			{fact.ActRestore, reviewer, false},
		}},
		{"rated, retracted, restored", []step{{fact.ActConfidence, reviewer, false}, {fact.ActRetract, reviewer3, false}, {fact.ActRestore, reviewer, false}}},
		{"reworded, verified, retracted, restored", []step{
			{fact.ActCorrect, reviewer, false},
			{fact.ActVerify, reviewer2, false},
			{fact.ActRetract, reviewer3, false},
			{fact.ActRestore, reviewer, false},
		}},
		{"rated, verified, which was undone", []step{{fact.ActConfidence, reviewer, false}, {fact.ActVerify, reviewer2, false}, {fact.ActVerify, reviewer2, true}}},
		{"rated, verified, reworded, verified", []step{
			{fact.ActConfidence, reviewer, false},
			{fact.ActVerify, reviewer2, false},
			{fact.ActCorrect, reviewer3, false},
			{fact.ActVerify, reviewer, false},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := furnish(t, 2, nil)
			for _, s := range c.steps {
				if s.undo {
					h.undo(s.by, 1)
				} else {
					h.decide(s.by, h.on(s.act, 1)) // 80 %
				}
				h.clock.pass(time.Minute)
			}
			before := h.fact(1)
			src := numbered(h.file("cd", "Fact 1.", "Fact 2, which the file says anew."))
			h.reload(src)
			after := h.fact(1)
			if after.Statement != before.Statement || after.Confidence != before.Confidence || after.Status != before.Status {
				t.Errorf("%s, %d %%, %s became %s, %d %%, %s", before.Statement, before.Confidence, before.Status, after.Statement, after.Confidence, after.Status)
			}
			if strings.Contains(h.acts(1), "revise") || len(h.proposals()) != 1 {
				t.Errorf("history %s, %d proposals", h.acts(1), len(h.proposals()))
			}
			// Where it was undone, or the file's own was accepted, the file counts again.
			if _, err := h.Accept(h.ctx, h.by(reviewer), h.proposals()[0].ID, 0, ""); err != nil {
				t.Fatal(err)
			}
			h.chainHolds()
		})
	}
}

// TestFileCountsAgain: what is undone was never decided, and what people accept
// from the file is the file's.
func TestFileCountsAgain(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActConfidence, fact.ActCorrect, fact.ActVerify, fact.ActRetract} {
		h := furnish(t, 1, nil)
		h.decide(reviewer, h.on(act, 1))
		h.undo(reviewer, 1)
		src := numbered(h.file("cd", "Fact 1."))
		src.Facts[0].Confidence = 35
		h.reload(src)
		if f := h.fact(1); f.Confidence != 35 || f.Has(fact.Decided) {
			t.Errorf("%s, which was undone: %d %%, marks %b", act, f.Confidence, f.Marks)
		}
	}
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActConfidence, 1))
	src := numbered(h.file("cd", "Fact 1."))
	h.reload(src)
	if _, err := h.Accept(h.ctx, h.by(reviewer2), h.proposals()[0].ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	src.Hash, src.Facts[0].Confidence = strings.Repeat("ef", 32), 35
	h.reload(src)
	if f := h.fact(1); f.Confidence != 35 || f.Has(fact.Decided) {
		t.Errorf("accepted: %d %%, marks %b", f.Confidence, f.Marks)
	}
}

// TestRestoredFactOfAFile: what a file retracted and people restored stays.
func TestRestoredFactOfAFile(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	src := numbered(h.file("cd", "Fact 1."))
	src.Facts[0].Status = fact.Retracted
	h.reload(src)
	h.decide(reviewer, h.on(fact.ActRestore, 1))
	src.Hash, src.Facts[0].Line = strings.Repeat("ef", 32), 9
	for range 2 {
		h.reload(src)
		if f := h.fact(1); f.Status != fact.Unverified || !f.Has(fact.SourceDiffers) {
			t.Errorf("restored, then in the file again: %s, marks %b", f.Status, f.Marks)
		}
	}
	want(t, "history", h.acts(1), "add@1 revise@2 restore@3 differ@4")
}

// TestOutcomeSaysWhetherOthersAreTold: a decision's messages wait for the end of
// the time to undo only where it has any.
func TestOutcomeSaysWhetherOthersAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		before func(h *house)
		act    fact.Act
		want   bool
	}{
		{"nobody was shown it", nil, fact.ActRetract, false},
		{"a message quoted it", func(h *house) { h.quote(1, public("C1", "")) }, fact.ActRetract, true},
		{"a message quoted it, and that stays true", func(h *house) { h.quote(1, public("C1", "")) }, fact.ActRelate, false},
		{"somebody doubted it", func(h *house) { h.flag(reader, 1) }, fact.ActDismiss, true},
		{"somebody doubted it, and still does", func(h *house) { h.flag(reader, 1) }, fact.ActConfidence, false},
		{"the one who decides doubted it", func(h *house) { h.flag(reviewer, 1) }, fact.ActDismiss, false},
		{"a second person is asked", nil, fact.ActCorrect, true},
	} {
		h := furnish(t, 3, nil)
		if c.before != nil {
			c.before(h)
		}
		if out := h.decide(reviewer, h.on(c.act, 1)); out.Tells != c.want {
			t.Errorf("%s, %s: tells %v", c.name, c.act, out.Tells)
		}
	}
}
