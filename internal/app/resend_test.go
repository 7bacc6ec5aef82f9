package app

import (
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestResend: a message that Slack refused arrives once more, once, after the
// operator had it sent again; that is refused while the database is served.
func TestResend(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	h.sim.Fail("chat.postMessage", slacksim.Fault{Error: "not_in_channel"}, -1)
	h.slash(t, "reader", "/rdma flag 15 wrong")
	h.settle(t)
	h.sim.ClearFaults()
	list, err := Resend(t.Context(), h.o, ResendRequest{})
	if err != nil || !strings.Contains(list, "queue      to "+slacksim.ChannelFactReview+", given up: not_in_channel") {
		t.Errorf("list %q, %v", list, err)
	}
	if _, err := Resend(t.Context(), h.o, ResendRequest{All: true}); fact.CodeOf(err) == "" {
		t.Errorf("sent again beside the process that serves: %v", err)
	}
	h.stop(t)
	for i, want := range []string{"1 message is sent again when factbot serves.\n", "Nothing is sent again.\n"} {
		if text, err := Resend(t.Context(), h.o, ResendRequest{All: true}); err != nil || text != want {
			t.Errorf("%d: %q, %v", i, text, err)
		}
	}
	h.start(t)
	h.inReview(t, "RDMA-15")
	h.settle(t)
	if n := strings.Count(h.reviewText(), "⚑ RDMA-15"); n != 1 {
		t.Errorf("it stands there %d times", n)
	}
}
