package app

import (
	"strings"
	"testing"

	"factbot/internal/slacksim"
)

// TestDoubleClickSharesOnce: the second of two clicks shares nothing more, and what
// was retracted since is not shared at all.
func TestDoubleClickSharesOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	r, err := h.sim.As("reader").Slash(h.soon(t), "rdma", "/rdma facts KV Cache")
	if err != nil {
		t.Fatal(err)
	}
	share := func() {
		if _, err := h.sim.As("reader").Click(h.soon(t), *r.Message, "Share in channel"); err != nil {
			t.Fatal(err)
		}
	}
	share()
	share()
	h.settle(t)
	count := func(mine bool, words string) (n int) {
		for _, m := range h.sim.Messages("rdma", "") {
			if (m.EphemeralTo == slacksim.Reader) == mine && m.FromBot() && strings.Contains(m.Text, words) {
				n++
			}
		}
		return n
	}
	if posted, told := count(false, "Shared by"), count(true, "Shared in the channel"); posted != 1 || told != 1 {
		t.Errorf("posted %d times, told %d times", posted, told)
	}
	h.retract(t, 3)
	share()
	h.settle(t)
	if posted, told := count(false, "RDMA-3"), count(true, "no fact in it to share"); posted != 1 || told != 1 {
		t.Errorf("after the retraction: posted %d times, told %d times", posted, told)
	}
	h.wantNoneGivenUp(t)
}
