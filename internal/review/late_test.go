package review_test

import (
	"fmt"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// onItsWay posts an answer in C1 that shows facts, while something happens
// between its wording and its arrival.
func (h *house) onItsWay(during func(), facts ...int) {
	h.t.Helper()
	h.calls++
	at := public("C1", "")
	n := fact.Notice{Key: fmt.Sprintf("answer-%d", h.calls), Kind: fact.NoticeAnswer, Topic: "rdma", Place: at}
	var quotes []fact.Quote
	for _, f := range facts {
		ref := h.fact(f).Ref()
		n.Facts = append(n.Facts, ref)
		quotes = append(quotes, fact.Quote{Fact: ref.ID, Version: ref.Version, Place: at})
	}
	if _, err := h.db.Share(h.ctx, n.Key, n, quotes); err != nil {
		h.t.Fatal(err)
	}
	stored, err := h.db.Notices(h.ctx, fact.NoticeFilter{Key: n.Key})
	if err != nil || len(stored) != 1 {
		h.t.Fatalf("%d notices, %v", len(stored), err)
	}
	if ok, err := h.db.Claim(h.ctx, stored[0].ID); err != nil || !ok {
		h.t.Fatalf("claim: %v, %v", ok, err)
	}
	during()
	h.posted++
	at.Message = fmt.Sprintf("%d.000100", h.posted)
	h.arrives(stored[0].ID, at, n.Facts)
}

// arrives marks a notice as sent, as the program does.
func (h *house) arrives(id int64, at fact.Place, shown []fact.Ref) {
	h.t.Helper()
	err := h.db.InTx(h.ctx, func(tx *store.Tx) error {
		key, err := tx.Sent(h.ctx, id, at, shown)
		if err != nil {
			return err
		}
		return h.Shown(h.ctx, tx, key, at)
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// TestCorrectionsFollowWhatWasOnItsWay: a message that arrives after the
// decision on what it shows is corrected like one that was there before.
func TestCorrectionsFollowWhatWasOnItsWay(t *testing.T) {
	t.Parallel()
	const both = "edit C1 1.000100 v1, reply C1 1.000100"
	lower := func(h *house, to fact.Confidence) {
		d := h.on(fact.ActConfidence, 1)
		d.Confidence = to
		h.decide(reviewer, d)
	}
	for _, c := range []struct {
		name   string
		during func(h *house)
		want   string
	}{
		{"nothing", func(*house) {}, ""},
		{"retracted", func(h *house) { h.decide(reviewer, h.on(fact.ActRetract, 1)) }, both},
		{"reworded", func(h *house) { h.decide(reviewer, h.on(fact.ActCorrect, 1)) }, both},
		{"verified", func(h *house) { h.decide(reviewer, h.on(fact.ActVerify, 1)) }, ""},
		{"a little less confidence", func(h *house) { lower(h, 40) }, ""},
		{"half the confidence", func(h *house) { lower(h, 25) }, both},
		{"half the confidence, in two steps", func(h *house) { lower(h, 40); lower(h, 20) }, both},
		{"another fact", func(h *house) { h.decide(reviewer, h.on(fact.ActRetract, 2)) }, ""},
		{"undone", func(h *house) { h.decide(reviewer, h.on(fact.ActRetract, 1)); h.undo(reviewer, 1) }, ""},
		{"imported", func(h *house) { h.reload(numbered(h.file("cd", "Something else.", "Fact 2."))) }, both},
		{"retracted and restored, both standing", func(h *house) {
			h.decide(reviewer, h.on(fact.ActRetract, 1))
			h.clock.pass(h.UndoWindow())
			h.decide(reviewer, h.on(fact.ActRestore, 1))
			h.clock.pass(h.UndoWindow())
		}, ""},
		{"reworded twice, both standing", func(h *house) {
			h.decide(reviewer, h.on(fact.ActCorrect, 1))
			h.clock.pass(h.UndoWindow())
			d := h.on(fact.ActCorrect, 1)
			d.Statement = "Yet other words."
			h.decide(reviewer, d)
			h.clock.pass(h.UndoWindow())
		}, both},
	} {
		h := furnish(t, 3, nil)
		h.onItsWay(func() { c.during(h) }, 1)
		want(t, c.name, h.followed(), c.want)
		want(t, c.name+", once more", h.followed(), "")
	}
}

// TestUndoReachesWhatWasOnItsWay: what follows a message that was on its way
// waits for the end of the time to undo, and undoing drops that act's only.
func TestUndoReachesWhatWasOnItsWay(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.onItsWay(func() {
		h.decide(reviewer, h.on(fact.ActCorrect, 1))
		h.clock.pass(time.Minute)
		h.decide(reviewer2, h.on(fact.ActRetract, 1))
	}, 1)
	if sent := h.deliver(); len(sent) != 0 {
		t.Errorf("told before the time to undo passed: %s", keys(sent))
	}
	h.undo(reviewer2, 1)
	want(t, "after the undoing", h.followed(), "edit C1 1.000100 v1, reply C1 1.000100")
}

// TestOneBannerForWhatWasOnItsWay: a message that shows several facts which a
// file changed meanwhile is edited once.
func TestOneBannerForWhatWasOnItsWay(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.onItsWay(func() { h.reload(numbered(h.file("cd", "Something else.", "And this too is new."))) }, 1, 2)
	edits := 0
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeBanner {
			edits++
		}
	}
	if edits != 1 {
		t.Errorf("%d edits", edits)
	}
}

// TestUndoFollowsWhatWasTold: an answer may show what is undone later, and the
// notices of an earlier decision may have spoken of it.
func TestUndoFollowsWhatWasTold(t *testing.T) {
	t.Parallel()
	t.Run("an answer showed it", func(t *testing.T) {
		t.Parallel()
		h := furnish(t, 1, nil)
		h.quote(1, public("C1", ""))
		h.decide(reviewer, h.on(fact.ActCorrect, 1))
		h.quote(1, public("C2", ""))
		h.undo(reviewer, 1)
		want(t, "followed", h.followed(), "edit C2 2.000100 v2, reply C2 2.000100")
	})
	t.Run("an answer on its way showed it", func(t *testing.T) {
		t.Parallel()
		h := furnish(t, 1, nil)
		h.decide(reviewer, h.on(fact.ActCorrect, 1))
		h.onItsWay(func() { h.undo(reviewer, 1) }, 1)
		want(t, "followed", h.followed(), "edit C1 1.000100 v2, reply C1 1.000100")
	})
	t.Run("an earlier decision's banner told it", func(t *testing.T) {
		t.Parallel()
		h := furnish(t, 1, nil)
		h.quote(1, public("C1", ""))
		h.decide(reviewer, h.on(fact.ActCorrect, 1))
		h.clock.pass(h.UndoWindow() - time.Minute)
		h.decide(reviewer2, h.on(fact.ActRetract, 1))
		h.clock.pass(time.Minute)
		want(t, "the correction", keys(h.deliver()), "confirm/RDMA-1/3 banner/3/C1/1.000100 correction/3/C1/1.000100")
		h.undo(reviewer2, 1)
		want(t, "after the undoing", h.followed(), "edit C1 1.000100 v1, reply C1 1.000100")
	})
}

// TestNothingToldIsUndone: once others were told, the clock being set back does
// not open the time to undo again.
func TestNothingToldIsUndone(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.quote(1, public("C1", ""))
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	want(t, "followed", h.followed(), "edit C1 1.000100 v1, reply C1 1.000100")
	h.clock.pass(-time.Minute)
	_, err := h.Undo(h.ctx, h.by(reviewer), id(1))
	wantKey(t, err, "undo.late")
}

// TestClockThatWasAhead: once the clock is set right, nothing waits until it is
// as late again: a decision is told after the time to undo, which ends then.
func TestClockThatWasAhead(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.quote(1, public("C1", ""))
	h.clock.pass(8 * time.Hour)
	h.flag(reader, 3)
	h.clock.pass(-8 * time.Hour)
	h.flag(reader2, 2)
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	told := 0
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeQueue {
			told++
		}
	}
	if told < 2 {
		t.Errorf("%d messages in the review channel at once, want one for each flagged fact", told)
	}
	h.undo(reviewer, 2)
	want(t, "followed", h.followed(), "edit C1 1.000100 v1, reply C1 1.000100")
	for n := range 2 {
		_, err := h.Undo(h.ctx, h.by(reviewer), id(2*n+1))
		wantKey(t, err, "undo.late")
	}
}

// TestUndoUntilIsWhatHolds: the time that is shown is the time until which Undo
// takes a decision back, also where its event had to be dated later.
func TestUndoUntilIsWhatHolds(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActRetract, fact.ActVerify, fact.ActDismiss} {
		h := furnish(t, 3, nil)
		h.flag(reader, 1)
		h.clock.pass(8 * time.Hour)
		h.flag(reader, 3)
		h.clock.pass(-8 * time.Hour)
		out := h.decide(reviewer, h.on(act, 1))
		want := h.clock.now().Add(h.UndoWindow())
		check := func(when string, want time.Time) {
			t.Helper()
			until, _, err := h.UndoUntil(h.ctx, out.Event)
			if err != nil || !until.Equal(want) {
				t.Errorf("%s, %s: until %v, %v; want %v", act, when, until, err, want)
			}
		}
		if !out.Event.At.After(want) || !out.UndoUntil.Equal(want) {
			t.Errorf("%s: dated %v, can be undone until %v, want %v", act, out.Event.At, out.UndoUntil, want)
		}
		check("at once", want)
		h.clock.pass(h.UndoWindow() - time.Second)
		check("just before", want)
		h.clock.pass(time.Second)
		check("then", time.Time{})
		h.deliver()
		h.clock.pass(8*time.Hour - time.Minute)
		check("at the time of its event", time.Time{})
		_, err := h.Undo(h.ctx, h.by(reviewer), id(1))
		wantKey(t, err, "undo.late")
	}
}

// TestUndoUntilIsOfTheLatest: what something came after cannot be undone.
func TestUndoUntilIsOfTheLatest(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	corrected := h.decide(reviewer, h.on(fact.ActCorrect, 1))
	related := h.decide(reviewer, h.on(fact.ActRelate, 1))
	if until, _, err := h.UndoUntil(h.ctx, corrected.Event); err != nil || !until.IsZero() {
		t.Errorf("the first until %v, %v", until, err)
	}
	if until, tells, err := h.UndoUntil(h.ctx, related.Event); err != nil || until.IsZero() || tells {
		t.Errorf("the second until %v, tells %v, %v", until, tells, err)
	}
}
