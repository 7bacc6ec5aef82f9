package app

import (
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim"
)

// card asks for a fact several times, as someone does whose card is kept by
// then, and gives the last answer's blocks and plain text in one.
func (h *house) card(t *testing.T, who, line string) string {
	t.Helper()
	card := ""
	for range 4 {
		r, err := h.sim.As(who).Slash(h.soon(t), "rdma", line)
		if err != nil || r.Error != "" || r.Message == nil {
			t.Fatalf("%s: %v %s", line, err, r.Error)
		}
		card = string(r.Message.Blocks) + r.Message.Text
	}
	return card
}

// decide sends the form of a reviewer's act with a reason.
func (h *house) decide(t *testing.T, who, line string) {
	t.Helper()
	since := h.sim.Seq()
	if _, err := h.sim.As(who).Slash(h.soon(t), "rdma", line); err != nil {
		t.Fatal(err)
	}
	form, err := h.sim.WaitView(h.soon(t), who, func(v slacksim.View) bool { return v.Seq > since && v.Submit != "" })
	if err != nil {
		t.Fatalf("%s: no form", line)
	}
	fields := slacksim.Elements(form.Blocks)
	r, err := h.sim.As(who).Submit(h.soon(t), form, map[string]any{fields[len(fields)-1].Name: "looked into it"})
	if err != nil || r.Error != "" || len(r.Errors) > 0 {
		t.Fatalf("%s: %v %s %v", line, err, r.Error, r.Errors)
	}
	if _, err := h.sim.As(who).CloseAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.settle(t)
}

// TestKeptCardsAreFresh shows one fact over and over while everything that its
// card shows changes: nothing old may be seen, in the blocks or in the text.
func TestKeptCardsAreFresh(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{http: true, set: map[string]any{"review.verified_for": "24h", "review.verified_low": "24h", "review.undo_window": "1h"}})
	const line = "/rdma facts lossless network"
	seeAs := func(who, line string, want, not []string) {
		t.Helper()
		card := h.card(t, who, line)
		for _, w := range want {
			if strings.Count(card, w) < 2 {
				t.Errorf("%s: %q is not in both renderings: %s", line, w, card)
			}
		}
		for _, n := range not {
			if strings.Contains(card, n) {
				t.Errorf("%s: %q is still shown: %s", line, n, card)
			}
		}
	}
	see := func(line string, want, not []string) { t.Helper(); seeAs("reader", line, want, not) }
	see(line, []string{"RDMA-15", "○ Unverified"}, []string{"doubted", "by reviewer"})
	for range 2000 { // their language is looked up behind the first answers
		if strings.Contains(h.card(t, "reader2", line), "未核实") {
			break
		}
	}
	seeAs("reader2", line, []string{"RDMA-15", "○ 未核实"}, []string{"Unverified"}) // whose language is Chinese
	if h.slash(t, "reader2", "/rdma flag 15 outdated, I think") == "" {
		t.Fatal("no flag")
	}
	see(line, []string{"RDMA-15", "doubted by 1"}, nil)
	h.decide(t, "reviewer", "/rdma verify 15")
	see(line, []string{"RDMA-15", "● Verified by reviewer"}, []string{"doubted by 1"})
	see("/rdma facts 无损网络", []string{"RDMA-15", "● Verified by reviewer", "English"}, nil)
	see(line, []string{"● Verified by reviewer"}, []string{"English"})
	seeAs("reader2", line, []string{"RDMA-15", "● 已由 reviewer 核实"}, nil)
	h.clock.pass(25 * time.Hour)
	see(line, []string{"RDMA-15", "expired"}, []string{"● Verified by reviewer"})
	h.decide(t, "reviewer", "/rdma retract 15")
	see(line, []string{"RDMA-16"}, []string{"RDMA-15"})
	see("/rdma fact 15", []string{"RDMA-15", "Retracted"}, nil)
}
