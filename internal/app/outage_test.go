package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestSlackAway takes Slack away for an hour: what is due waits, readiness says
// so, everything arrives afterwards, once, and the reviewers get one line.
func TestSlackAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	_, question := h.mention(t, "reader", "RDMA-15")
	h.answered(t, question)
	h.settle(t)
	h.sim.Down(true)
	h.slash(t, "reader", "/rdma flag 15 wrong") // the socket is still open: acknowledged, and the reviewers' message waits
	h.sim.Disconnect(slacksim.Drop)
	if !h.until(t, func() bool { return h.slack.Ready() != nil }) {
		t.Error("it counts as ready without a connection")
	}
	h.clock.pass(time.Hour)
	h.sim.Down(false)
	if err := h.sim.WaitConnections(h.soon(t), 1); err != nil {
		t.Fatal("it does not connect again")
	}
	h.inReview(t, "RDMA-15")
	line := h.inReview(t, "Slack could not be reached")
	h.settle(t)
	if err := h.slack.Ready(); err != nil {
		t.Errorf("it is not ready again: %v", err)
	}
	if n := strings.Count(h.reviewText(), "could not be reached"); n != 1 {
		t.Errorf("%d lines about one outage: %q", n, line.Text)
	}
	if n := strings.Count(h.reviewText(), "⚑ RDMA-15"); n != 1 {
		t.Errorf("the flag's message stands there %d times", n)
	}
}

// reviewText is all that stands in the review channel.
func (h *house) reviewText() string {
	var b strings.Builder
	for _, m := range h.sim.Messages(slacksim.ChannelFactReview, "") {
		b.WriteString(m.Text + "\n")
	}
	return b.String()
}

// TestTooManyRequests has Slack ask for patience, and break, again and again:
// each answer still comes once.
func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	for name, fault := range map[string]slacksim.Fault{
		"429": {RetryAfter: time.Second}, "500": {Status: http.StatusInternalServerError}, "broken connection": {Drop: true},
	} {
		h.sim.Fail("chat.postMessage", fault, 2)
		_, question := h.mention(t, "reader", "facts KV Cache")
		h.answered(t, question)
		h.settle(t)
		if got := h.answers(question); len(got) != 1 {
			t.Errorf("%s: %d answers", name, len(got))
		}
		h.sim.ClearFaults()
	}
	if dead, err := h.db.Notices(t.Context(), fact.NoticeFilter{State: fact.NoticeDead}); err != nil || len(dead) != 0 {
		t.Errorf("%d notices were given up, %v", len(dead), err)
	}
}

// TestUnclearOutcome takes the answer of a post away, so that nobody knows
// whether it arrived: it did, and the repeat says that it may be one.
func TestUnclearOutcome(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	h.sim.Fail("chat.postMessage", slacksim.Fault{Drop: true, Applied: true}, 1)
	_, question := h.mention(t, "reader", "facts KV Cache")
	if err := h.sim.Wait(h.soon(t), func() bool { return len(h.answers(question)) > 1 }); err != nil {
		t.Fatalf("%d answers", len(h.answers(question)))
	}
	h.settle(t)
	answers := h.answers(question)
	if len(answers) != 2 || strings.Contains(answers[0].Text, "posted before") || !strings.Contains(answers[1].Text, "may have been posted before") {
		t.Errorf("the answers are %+v", answers)
	}
}

// TestReconnects ends the connection in each of Slack's ways; questions asked
// right then are answered, once.
func TestReconnects(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{limits: slacksim.Limits{RetryAfter: []time.Duration{
		100 * time.Millisecond, time.Second, time.Second, time.Second, time.Second, time.Second, time.Second, time.Second,
	}}})
	for _, how := range []slacksim.Disconnection{slacksim.RefreshRequested, slacksim.Warning, slacksim.Drop} {
		h.sim.Disconnect(how)
		_, question := h.mention(t, "reader", "facts KV Cache")
		h.answered(t, question)
		if err := h.sim.WaitConnections(h.soon(t), 1); err != nil {
			t.Errorf("%s: no connection again", how)
		}
		h.settle(t)
		if got := h.answers(question); len(got) != 1 {
			t.Errorf("%s: %d answers", how, len(got))
		}
	}
}

// TestSocketModeOff ends the program with a sentence.
func TestSocketModeOff(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	h.sim.Disconnect(slacksim.LinkDisabled)
	patience := time.NewTimer(enough)
	defer patience.Stop()
	select {
	case err := <-h.Failed():
		if err == nil || !strings.Contains(err.Error(), "Socket Mode") {
			t.Errorf("it ends with %v", err)
		}
	case <-patience.C:
		t.Error("it goes on without any connection")
	}
}
