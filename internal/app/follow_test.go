package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestAnswerOnItsWay decides on a fact while an answer that shows it is on its
// way: the message is marked and its thread told, as if it had been there.
func TestAnswerOnItsWay(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	release := h.sim.Hold("chat.postMessage")
	_, question := h.mention(t, "reader", "what is PFC for?")
	if !h.until(t, func() bool { return h.sim.Held("chat.postMessage") > 0 }) {
		t.Fatal("the answer is not on its way")
	}
	id := fact.ID{Prefix: "RDMA", N: 15}
	_, err := h.review.Decide(t.Context(), fact.Actor{User: slacksim.Reviewer, Team: slacksim.TeamID, Origin: fact.OriginSlack},
		fact.Decision{Act: fact.ActRetract, Fact: id, Version: 1, Reason: "newer adapters tolerate loss"})
	if err != nil {
		t.Fatal(err)
	}
	release()
	if m := h.answered(t, question); !strings.Contains(m.Text, id.String()) || strings.Contains(m.Text, "etracted") {
		t.Fatalf("the answer on its way is %q", m.Text)
	}
	h.clock.pass(2 * time.Second)
	told := func() bool {
		all := h.answers(question)
		return len(all) == 2 && !slices.ContainsFunc(all, func(m slacksim.Message) bool { return !strings.Contains(m.Text, "etracted") })
	}
	if !h.until(t, told) {
		for _, m := range h.answers(question) {
			t.Errorf("left as it was: %q", m.Text)
		}
	}
}

// TestGivenUpByName has Slack refuse messages: what is kept of each, and what
// doctor prints, is Slack's own name for why.
func TestGivenUpByName(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	for _, code := range []string{"is_archived", "not_in_channel"} {
		h.sim.Fail("chat.postMessage", slacksim.Fault{Error: code}, 1)
		h.mention(t, "reader", "facts latency")
		var dead []fact.Notice
		given := h.until(t, func() bool {
			all, err := h.db.Notices(t.Context(), fact.NoticeFilter{State: fact.NoticeDead})
			dead = all
			return err == nil && slices.ContainsFunc(all, func(n fact.Notice) bool { return n.Error == code })
		})
		if !given {
			t.Errorf("%s is not written down: %+v", code, dead)
		}
	}
	report, err := Doctor(t.Context(), h.o, false)
	if err != nil {
		t.Fatal(err)
	}
	var fixes []string
	for _, f := range report.Findings {
		if f.Name == "outbox" {
			fixes = append(fixes, f.Fix)
		}
	}
	if all := strings.Join(fixes, "\n"); !strings.Contains(all, "archived") || !strings.Contains(all, "/invite @factbot") {
		t.Errorf("doctor says\n%s", all)
	}
}

// TestQuestionsAreNotKept asks in each kind of place: once answered, what was
// asked is on the disk only where everybody could read it.
func TestQuestionsAreNotKept(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	reader := h.sim.As(slacksim.Reader)
	asked := map[string]func(word string) error{
		"GIRAFFE": func(word string) error { _, err := reader.DM(h.soon(t), "facts latency "+word); return err },
		"RHINO":   func(word string) error { _, err := reader.DM(h.soon(t), "flag 7 wrong "+word); return err },
		"ZEBRA": func(word string) error {
			_, err := h.sim.As(slacksim.Reviewer).Mention(h.soon(t), slacksim.ChannelFactReview, "@factbot facts latency "+word)
			return err
		},
		"OKAPI": func(word string) error {
			_, err := reader.Mention(h.soon(t), "rdma", "@factbot where do "+word+" live?")
			return err
		},
	}
	for word, ask := range asked {
		if err := ask(word); err != nil {
			t.Fatal(err)
		}
	}
	_, question := h.mention(t, "reader", "facts latency in public")
	h.answered(t, question)
	h.settle(t)
	notices, err := h.db.Notices(t.Context(), fact.NoticeFilter{})
	if err != nil || len(notices) < len(asked) {
		t.Fatalf("%d notices, %v", len(notices), err)
	}
	for _, n := range notices {
		for word := range asked {
			if strings.Contains(n.Text, word) || n.Place.Kind == fact.PlaceDirect && n.Text != "" {
				t.Errorf("kept of a message to %s: %q", n.Place.Channel, n.Text)
			}
		}
	}
}
