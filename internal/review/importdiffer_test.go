package review_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

func TestPeopleWinOverFiles(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	h.decide(reviewer, h.on(fact.ActConfidence, 2)) // 80 %
	h.clock.pass(time.Hour)
	h.deliver()
	src := h.file("cd", "Fact 1.", "Fact 2.", "Fact 3.")
	imp, err := h.load(src, true)
	if err != nil {
		t.Fatal(err)
	}
	if imp.Differing != 2 || imp.Revised != 0 {
		t.Errorf("import %+v", imp)
	}
	one, two := h.fact(1), h.fact(2)
	if one.Statement != "Fact 1, in other words." || two.Confidence != 80 || !one.Has(fact.SourceDiffers) || !two.Has(fact.SourceDiffers) {
		t.Errorf("facts %+v, %+v", one, two)
	}
	if sent := h.deliver(); len(sent) != 1 || sent[0].Kind != fact.NoticeImport || sent[0].Item != imp.ID {
		t.Errorf("sent %s, want one notice of the import", keys(sent))
	}
	open, err := h.Proposals(h.ctx, h.by(reviewer2), "rdma")
	if err != nil || len(open) != 2 || open[0].Kind != fact.ProposeDiffer || open[0].Fact != id(1) || open[0].Statement != "Fact 1." || open[1].Confidence != 50 {
		t.Fatalf("proposals %+v, %v", open, err)
	}
	// The same difference in yet another file is not proposed again.
	before := h.count()
	src.Hash = strings.Repeat("ef", 32)
	if _, err := h.load(src, true); err != nil || h.count() != before || len(h.deliver()) != 0 {
		t.Errorf("proposed again: %v, %d events more", err, h.count()-before)
	}
	if err := h.Reject(h.ctx, h.by(reviewer2), open[1].ID, ""); err != nil { // kept as decided
		t.Fatal(err)
	}
	h.flag(reader, 1)
	out, err := h.Accept(h.ctx, h.by(reviewer2), open[0].ID, 0, "the file is right")
	if err != nil {
		t.Fatal(err)
	}
	f := out.After
	if f.Statement != "Fact 1." || f.Makers != nil || f.Has(fact.SourceDiffers) || f.Has(fact.SecondNeeded) || out.Event.Act != fact.ActCorrect || out.Resolved != 1 {
		t.Errorf("accepted %+v, makers %+v, event %+v", f, f.Makers, out.Event)
	}
	h.decide(reviewer, h.on(fact.ActVerify, 1)) // nobody here made it, so anybody may
	h.undo(reviewer, 1)
	if _, err := h.load(src, true); err != nil || h.count() < before {
		t.Errorf("after the decisions: %v", err)
	}
	if n := len(h.proposals()); n != 0 {
		t.Errorf("%d proposals open after both were decided", n)
	}
}

func (h *house) proposals() []fact.Proposal {
	h.t.Helper()
	open, err := h.Proposals(h.ctx, h.by(reviewer), "rdma")
	if err != nil {
		h.t.Fatal(err)
	}
	return open
}

func TestAcceptedDifferenceCanBeUndone(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	if _, err := h.load(h.file("cd", "Fact 1."), true); err != nil {
		t.Fatal(err)
	}
	before := h.fact(1)
	if _, err := h.Accept(h.ctx, h.by(reviewer2), h.proposals()[0].ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	h.undo(reviewer2, 1)
	if !same(before, h.fact(1)) || len(h.proposals()) != 1 {
		t.Errorf("fact %+v, %d proposals", h.fact(1), len(h.proposals()))
	}
}

func TestFewChangedCharactersAreProposed(t *testing.T) {
	t.Parallel()
	long := "The network adapter on this board claims a latency of 1.5 microseconds while the measured one is 20 microseconds."
	h := furnish(t, 1, nil)
	if _, err := h.load(h.file("aa", "Fact 1.", long), false); err != nil {
		t.Fatal(err)
	}
	if _, err := h.load(h.file("bb", "Fact 1.", strings.Replace(long, "20", "30", 1)), false); err != nil {
		t.Fatal(err)
	}
	if f := h.fact(2); f.Statement != long || f.Version != 1 {
		t.Errorf("an edit was applied without asking: %+v", f)
	}
	open := h.proposals()
	if len(open) != 1 || open[0].Kind != fact.ProposeEdit {
		t.Fatalf("proposals %+v", open)
	}
	out, err := h.Accept(h.ctx, h.by(reviewer), open[0].ID, 0, "")
	if err != nil || !strings.Contains(out.After.Statement, "30 microseconds") || out.After.Makers != nil {
		t.Errorf("accepted %+v, %v", out.After, err)
	}
}

// A plan may name a difference that was proposed before: it is not asked again,
// whatever became of it.
func TestDifferenceIsProposedOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	src := h.file("cd", "Fact 1.", "Fact 2.")
	differ := func() *fact.Plan {
		return &fact.Plan{
			Source: src, Matched: map[int]fact.ID{0: id(1), 1: id(2)}, Unchanged: 1,
			Differ: []fact.Revision{{ID: id(1), Version: h.fact(1).Version, New: src.Facts[0]}},
		}
	}
	if _, err := h.Import(h.ctx, program, differ(), true, nil); err != nil {
		t.Fatal(err)
	}
	first := h.proposals()
	before := h.count()
	for range 2 {
		if _, err := h.Import(h.ctx, program, differ(), true, nil); err != nil {
			t.Fatal(err)
		}
		if got := h.proposals(); len(got) != len(first) || h.count() != before {
			t.Errorf("%d proposals, %d events more", len(got), h.count()-before)
		}
		for _, p := range h.proposals() {
			if err := h.Reject(h.ctx, h.by(reviewer), p.ID, "kept"); err != nil {
				t.Fatal(err)
			}
		}
		first, before = nil, h.count()
	}
}

func TestDoubtfulAutomaticImportWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*fact.Source)
	}{
		{"facts lost", func(s *fact.Source) { s.Facts = s.Facts[:7] }},
		{"a count that does not match", func(s *fact.Source) { s.Claimed = 11 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := furnish(t, 10, nil)
			var texts []string
			for n := 1; n <= 10; n++ {
				texts = append(texts, fmt.Sprintf("Fact %d.", n))
			}
			src := h.file("cd", texts...)
			src.Facts[0].Confidence = 90
			c.change(src)
			before := h.count()
			for range 2 {
				_, err := h.load(src, true)
				wantKey(t, err, "import.waits")
				if fact.CodeOf(err) != fact.CodeConflict {
					t.Errorf("code %s", fact.CodeOf(err))
				}
			}
			if h.count() != before || h.fact(1).Confidence != 50 {
				t.Error("a waiting import changed something")
			}
			if sent := h.deliver(); len(sent) != 1 || sent[0].Kind != fact.NoticeImport || sent[0].Text != "rdma.txt" {
				t.Errorf("sent %s, want one notice", keys(sent))
			}
			if _, err := h.load(src, false); err != nil {
				t.Errorf("by a person: %v", err)
			}
		})
	}
}

// TestAcceptLosesToALaterDecision: a waiting difference does not overwrite what
// somebody decided since it was found, and says who that was.
func TestAcceptLosesToALaterDecision(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		since  []fact.Act
		undone bool
		want   fact.Act // that the loser is told of; "" where nothing stands in the way
	}{
		{"nothing", nil, false, ""},
		{"corrected", []fact.Act{fact.ActCorrect}, false, fact.ActCorrect},
		{"rated", []fact.Act{fact.ActConfidence}, false, fact.ActConfidence},
		{"verified", []fact.Act{fact.ActVerify}, false, fact.ActVerify},
		{"taken out and back", []fact.Act{fact.ActRetract, fact.ActRestore}, false, fact.ActRestore},
		{"verified, which was undone", []fact.Act{fact.ActVerify}, true, ""},
		{"rated, then verified, which was undone", []fact.Act{fact.ActConfidence, fact.ActVerify}, true, fact.ActConfidence},
		{"related", []fact.Act{fact.ActRelate}, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h, _, second := waiting(t)
			p := h.proposals()[0]
			for i, act := range c.since {
				d := h.on(act, 2)
				d.Confidence = 20
				h.decide([]fact.UserID{reviewer, reviewer3}[i], d)
			}
			if c.undone {
				h.undo([]fact.UserID{reviewer, reviewer3}[len(c.since)-1], 2)
			}
			before := h.fact(2)
			_, err := h.Accept(h.ctx, h.by(reviewer2), p.ID, 0, "the file is right")
			if c.want == "" {
				if err != nil || h.fact(2).Statement != second.Facts[1].Statement {
					t.Errorf("refused: %v", err)
				}
				return
			}
			wantKey(t, err, "act.stale")
			var stale *review.Stale
			if !errors.As(err, &stale) || stale.Act != c.want || !strings.HasPrefix(stale.By, "name of U") {
				t.Errorf("lost to %+v, want %s", stale, c.want)
			}
			if !reflect.DeepEqual(before, h.fact(2)) || len(h.proposals()) != 1 {
				t.Errorf("fact %+v, %d proposals", h.fact(2), len(h.proposals()))
			}
			if err := h.Reject(h.ctx, h.by(reviewer2), p.ID, ""); err != nil {
				t.Errorf("reject: %v", err)
			}
		})
	}
}

// TestAcceptOnWhatWasSeen: whoever saw what was decided since can accept the
// difference all the same, on the fact as it is now and on no other.
func TestAcceptOnWhatWasSeen(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	p := h.proposals()[0]
	d := h.on(fact.ActConfidence, 2)
	d.Confidence = 20
	h.decide(reviewer, d)
	seen := h.fact(2).Version
	for version, key := range map[int]string{0: "act.stale", seen - 1: "act.stale", seen + 1: "act.stale"} {
		_, err := h.Accept(h.ctx, h.by(reviewer2), p.ID, version, "")
		if wantKey(t, err, key); len(h.proposals()) != 1 {
			t.Fatalf("accepted at version %d", version)
		}
	}
	if _, err := h.Accept(h.ctx, h.by(reviewer2), p.ID, seen, ""); err != nil {
		t.Fatal(err)
	}
	if f := h.fact(2); f.Statement != second.Facts[1].Statement {
		t.Errorf("accepted %+v", f)
	}
}

// TestAcceptOfNothing: a difference that a decision has settled since is not
// accepted into an act that changes nothing.
func TestAcceptOfNothing(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	p := h.proposals()[0]
	d := h.on(fact.ActCorrect, 2)
	d.Statement = second.Facts[1].Statement
	h.decide(reviewer, d)
	if p.Confidence != h.fact(2).Confidence {
		t.Fatal("the file differs in more than the wording")
	}
	before := h.acts(2)
	_, err := h.Accept(h.ctx, h.by(reviewer2), p.ID, h.fact(2).Version, "")
	wantKey(t, err, "accept.same")
	want(t, "history", h.acts(2), before)
}

// TestAcceptAfterUndoneAccept: an acceptance that was undone can be done again,
// and one of a difference found after a decision is not held up by it.
func TestAcceptAfterUndoneAccept(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	if _, err := h.load(h.file("cd", "Fact 1."), true); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := h.Accept(h.ctx, h.by(reviewer2), h.proposals()[0].ID, 0, ""); err != nil {
			t.Fatal(err)
		}
		h.undo(reviewer2, 1)
	}
}

// TestOvertakenProposalIsMadeAnew: a difference that lost to a decision is asked
// about again, once, when the file is next read, and can be accepted then.
func TestOvertakenProposalIsMadeAnew(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	first := h.proposals()[0]
	h.decide(reviewer, h.on(fact.ActCorrect, 2))
	for range 2 {
		h.reload(second)
		now := h.proposals()
		if len(now) != 1 || now[0].ID == first.ID || now[0].Version != h.fact(2).Version || now[0].Kind != fact.ProposeDiffer {
			t.Fatalf("proposals %+v", now)
		}
	}
	want(t, "history", h.acts(2), "add@1 edit@1 correct@2 recall@2 differ@2")
	if _, err := h.Accept(h.ctx, h.by(reviewer2), h.proposals()[0].ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	if f := h.fact(2); f.Statement != second.Facts[1].Statement || f.Has(fact.SourceDiffers|fact.Decided) {
		t.Errorf("accepted %+v", f)
	}
	// What was rejected is settled, whatever is decided later.
	h, _, second = waiting(t)
	if err := h.Reject(h.ctx, h.by(reviewer), h.proposals()[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	h.decide(reviewer, h.on(fact.ActVerify, 2))
	h.reload(second)
	if err := h.Reject(h.ctx, h.by(reviewer), h.proposals()[0].ID, ""); err != nil { // against the verified fact, too
		t.Fatal(err)
	}
	for _, act := range []fact.Act{fact.ActConfidence, fact.ActRetract, fact.ActRestore} {
		h.decide(reviewer2, h.on(act, 2))
		before := h.count()
		h.reload(second)
		if h.count() != before || len(h.proposals()) != 0 {
			t.Errorf("after %s, %d events more: %s", act, h.count()-before, h.acts(2))
		}
	}
}
