package review_test

import (
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// operator is who acts at the terminal.
var operator = fact.Actor{Origin: fact.OriginTerminal}

// giveUp has every message that is due fail for good.
func (h *house) giveUp() {
	h.t.Helper()
	for {
		due, err := h.db.Due(h.ctx, h.clock.now(), 100)
		if err != nil {
			h.t.Fatal(err)
		}
		if len(due) == 0 {
			return
		}
		for _, n := range due {
			if ok, err := h.db.Claim(h.ctx, n.ID); err != nil || !ok {
				h.t.Fatal(ok, err)
			}
			if err := h.db.Dead(h.ctx, n.ID, "not_in_channel", false); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

func (h *house) resend(ids ...int64) (again, held string) {
	h.t.Helper()
	a, b, err := h.Resend(h.ctx, operator, ids)
	if err != nil {
		h.t.Fatal(err)
	}
	return given(a), given(b)
}

// given names messages by kind and what holds them back.
func given(list []review.GivenUp) string {
	var names []string
	for _, g := range list {
		name := string(g.Notice.Kind)
		if g.Held != "" {
			name += ": " + string(g.Held)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// TestGivenUpIsSentOnceMore: a message that was given up goes out once more when
// the operator says so, and then never again.
func TestGivenUpIsSentOnceMore(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.flag(reader, 1)
	h.giveUp()
	_, _, err := h.Resend(h.ctx, h.by(reviewer), nil)
	wantKey(t, err, "act.admins")
	_, _, err = h.Resend(h.ctx, operator, []int64{99})
	wantKey(t, err, "resend.unknown")
	list, err := h.GivenUp(h.ctx)
	if err != nil || given(list) != "queue" {
		t.Fatalf("%s, %v", given(list), err)
	}
	again, held := h.resend(list[0].Notice.ID)
	want(t, "first", again+" | "+held, "queue | ")
	h.giveUp()
	again, held = h.resend()
	want(t, "a second time", again+" | "+held, " | queue: "+string(review.HeldTwice))
	if n := len(h.events(fact.EventFilter{Acts: []fact.Act{fact.ActResend}})); n != 1 {
		t.Errorf("%d events, want one of the act that did something", n)
	}
	h.flag(reader, 2)
	h.giveUp()
	again, held = h.resend()
	want(t, "another", again+" | "+held, "queue | queue: "+string(review.HeldTwice))
	sent := h.deliver()
	want(t, "delivered", keys(sent), "queue/RDMA-2/6#6")
	if len(h.deliver()) != 0 {
		t.Error("delivered again")
	}
}

// TestResendDoublesNothing: what a later message has told the same people is not
// told by the earlier one too, and what cannot be worded any more is left.
func TestResendDoublesNothing(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.flag(reader, 1)
	h.giveUp()
	h.flag(reader2, 1) // opens a message of its own, since the first never stood there
	h.giveUp()
	again, held := h.resend()
	want(t, "two of one fact", again+" | "+held, "queue | queue: "+string(review.HeldOvertaken))
	h.deliver()

	h.quote(2, public("C1", ""))
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	h.clock.pass(h.UndoWindow())
	h.giveUp()
	h.decide(reviewer, h.on(fact.ActRestore, 2))
	h.clock.pass(h.UndoWindow())
	h.deliver()
	again, held = h.resend()
	want(t, "a retraction that is over", again+" | "+held, "correction | queue: "+string(review.HeldOvertaken)+", banner: "+string(review.HeldOvertaken))

	n := fact.Notice{Key: "answer", Kind: fact.NoticeAnswer, Place: public("C2", ""), Text: "what is it?"}
	if _, err := h.db.Share(h.ctx, n.Key, n, nil); err != nil {
		t.Fatal(err)
	}
	h.giveUp()
	_, held = h.resend()
	if !strings.HasSuffix(held, "answer: "+string(review.HeldNothingKept)) {
		t.Errorf("held %s", held)
	}
}
