package review_test

import (
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// forgetting erases a person, as they may ask.
func (h *house) forgetting(user fact.UserID) {
	h.t.Helper()
	if err := h.db.InTx(h.ctx, func(tx *store.Tx) error {
		_, err := tx.Forget(h.ctx, user)
		return err
	}); err != nil {
		h.t.Fatal(err)
	}
}

// TestForgottenMakersDoNotVerify: whoever is forgotten and comes back is still
// the one who made what they made.
func TestForgottenMakersDoNotVerify(t *testing.T) {
	t.Parallel()
	for _, act := range []fact.Act{fact.ActConfidence, fact.ActCorrect} {
		h := furnish(t, 1, nil)
		h.decide(reviewer, h.on(act, 1))
		h.forgetting(reviewer)
		if m := h.fact(1).Makers; m == nil || m.Wording == reviewer || m.Confidence == reviewer {
			t.Fatalf("%s: makers %+v", act, m)
		}
		before := h.fact(1)
		_, err := h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, 1))
		wantKey(t, err, "verify.own")
		wantKey(t, h.Verifiable(h.ctx, h.by(reviewer), before), "verify.own")
		if got := h.fact(1); got.Version != before.Version || *got.Makers != *before.Makers {
			t.Errorf("%s: refused, yet %+v", act, got)
		}
		if err := h.Verifiable(h.ctx, h.by(reviewer2), before); err != nil {
			t.Errorf("%s: somebody else: %v", act, err)
		}
		h.decide(reviewer2, h.on(fact.ActVerify, 1))
	}
}

func TestForgottenProposersDoNotAccept(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	p, err := h.Propose(h.ctx, h.by(reviewer), fact.Proposal{Topic: "rdma", Statement: "A new one.", Confidence: 40})
	if err != nil {
		t.Fatal(err)
	}
	h.forgetting(reviewer)
	_, err = h.Accept(h.ctx, h.by(reviewer), p.ID, 0, "")
	wantKey(t, err, "accept.own")
	out, err := h.Accept(h.ctx, h.by(reviewer2), p.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	d := fact.Decision{Act: fact.ActVerify, Fact: out.After.ID, Version: out.After.Version}
	_, err = h.Decide(h.ctx, h.by(reviewer), d)
	wantKey(t, err, "verify.own")
}

// TestForgottenDoubtersCountOnce: a second flag of somebody who was forgotten
// edits their first, which is theirs again.
func TestForgottenDoubtersCountOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	first := h.flag(reader, 1)
	h.flag(reader2, 1)
	h.forgetting(reader)
	again := h.flag(reader, 1)
	if !again.Edited || again.Same || again.Flag.ID != first.Flag.ID || again.Flag.By != reader || again.Fact.Doubts.Count != 2 {
		t.Errorf("flagged again: %+v, %+v", again, again.Fact.Doubts)
	}
	if once := h.flag(reader, 1); !once.Same {
		t.Errorf("and once more: %+v", once)
	}
	h.forgetting(reader)
	if _, err := h.Withdraw(h.ctx, h.by(reader), id(1)); err != nil {
		t.Errorf("withdraw: %v", err)
	}
	if f := h.fact(1); f.Doubts.Count != 1 {
		t.Errorf("%d doubts after it was withdrawn", f.Doubts.Count)
	}
}

// TestUndoReopensNoSecondFlagOfTheForgotten: the doubt that an undone decision
// had answered stays closed where its owner, forgotten since, has raised another.
func TestUndoReopensNoSecondFlagOfTheForgotten(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	h.forgetting(reader)
	h.clock.pass(time.Minute)
	h.flag(reader, 1)
	h.undo(reviewer, 1)
	if f := h.fact(1); f.Doubts == nil || f.Doubts.Count != 1 {
		t.Errorf("doubts %+v", f.Doubts)
	}
}

// TestForgottenTwice: two open flags that one person came to have on a fact
// become one when they are forgotten again.
func TestForgottenTwice(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	h.forgetting(reader)
	second := fact.Flag{Fact: id(1), Version: 1, By: reader, Reason: fact.ReasonWrong, Open: true, At: h.clock.now()}
	if err := h.db.InTx(h.ctx, func(tx *store.Tx) error {
		_, err := tx.SaveFlag(h.ctx, second)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	h.forgetting(reader)
	if f := h.fact(1); f.Doubts == nil || f.Doubts.Count != 1 {
		t.Errorf("doubts %+v", f.Doubts)
	}
}

// TestForgottenAskersCountOnce: the same question twice is one person's.
func TestForgottenAskersCountOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for range 2 {
		gap, err := h.SendGap(h.ctx, h.by(reader), "rdma", "What is it for?")
		if err != nil || gap.Asked != 1 {
			t.Errorf("asked by %d, %v", gap.Asked, err)
		}
		h.forgetting(reader)
	}
}
