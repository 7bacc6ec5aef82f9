package review_test

import (
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestFileAnswersDoubts: a file that says something else of a doubted fact, or
// takes it back, answers the doubt: those who raised it are told, at once, and
// the reviewers' message follows. Any other change of a file only updates it.
func TestFileAnswersDoubts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		change   func(*fact.Source)
		answered bool
	}{
		{"retracted", func(s *fact.Source) { s.Facts[0].Status = fact.Retracted }, true},
		{"reworded", func(s *fact.Source) { s.Facts[0].Statement = "Something else altogether." }, true},
		{"another confidence", func(s *fact.Source) { s.Facts[0].Confidence = 20 }, false},
		{"verified in the file", func(s *fact.Source) { s.Facts[0].Status = fact.Verified }, false},
		{"no longer in the file", func(s *fact.Source) { s.Facts = s.Facts[1:] }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := furnish(t, 3, nil)
			h.reload(numbered(h.file("ab", "Fact 1.", "Fact 2.", "Fact 3.")))
			flag := h.flag(reader, 1).Flag
			h.flag(reader2, 1)
			h.flag(reader, 2)
			posted := h.deliver() // the queue's two messages
			src := numbered(h.file("cd", "Fact 1.", "Fact 2.", "Fact 3."))
			c.change(src)
			h.clock.pass(time.Minute)
			h.reload(src)
			outcomes, edits := 0, 0
			for _, n := range h.deliver() {
				switch n.Kind {
				case fact.NoticeOutcome:
					outcomes++
				case fact.NoticeQueue:
					edits++
					if n.Sent.Message != posted[0].Sent.Message || n.Facts[0] != h.fact(1).Ref() {
						t.Errorf("edited %+v for %+v, want that of %+v", n.Sent, n.Facts, posted[0].Sent)
					}
				}
			}
			told := 0
			if c.answered {
				told = 2
			}
			if outcomes != told || edits != 1 {
				t.Errorf("%d people told and %d edits, want %d and 1", outcomes, edits, told)
			}
			flags, err := h.db.Flags(h.ctx, fact.FlagFilter{ID: flag.ID})
			if err != nil || flags[0].Open == c.answered || c.answered && flags[0].Outcome != fact.ActRevise {
				t.Errorf("flag %+v, %v", flags, err)
			}
			waits := 1
			if !c.answered {
				waits = 2
			}
			if queue, err := h.Queue(h.ctx, h.by(reviewer), "rdma"); err != nil || len(queue) != waits {
				t.Errorf("%d in the queue, want %d (%v)", len(queue), waits, err)
			}
			if f := h.fact(1); (f.Doubts == nil) != c.answered {
				t.Errorf("doubts %+v", f.Doubts)
			}
			h.chainHolds()
			if later := h.deliver(); len(later) != 0 {
				t.Errorf("sent later: %s", keys(later))
			}
			h.clock.pass(24 * time.Hour)
			for _, n := range h.deliver() {
				if n.Kind == fact.NoticeOutcome || n.Kind == fact.NoticeQueue {
					t.Errorf("sent a day later: %s", n.Key)
				}
			}
		})
	}
}

// TestDifferenceReachesTheQueue: the message of a doubted fact tells that its
// source differs, and its buttons are of the version that this made.
func TestDifferenceReachesTheQueue(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	h.flag(reader, 1)
	h.clock.pass(time.Hour)
	h.deliver()
	h.reload(numbered(h.file("cd", "Fact 1.")))
	f, edits := h.fact(1), 0
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeQueue && n.Facts[0] == f.Ref() {
			edits++
		}
	}
	if edits != 1 || !f.Has(fact.SourceDiffers) || f.Doubts == nil {
		t.Errorf("%d edits, fact %+v", edits, f)
	}
}
