package app

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// remove deletes a message of the bot's, as a workspace's administrator may.
func (h *house) remove(t *testing.T, m slacksim.Message) {
	t.Helper()
	form := url.Values{"channel": {m.Channel}, "ts": {m.TS}}
	req, err := http.NewRequestWithContext(h.soon(t), http.MethodPost, h.sim.APIURL()+"chat.delete", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+h.sim.BotToken())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if _, there := h.sim.Message(m.Channel, m.TS); there {
		if kept, _ := h.sim.Message(m.Channel, m.TS); !kept.Deleted {
			t.Fatal("the message is still there")
		}
	}
}

// wantNoneGivenUp holds that nothing was given up: an operator would be called for it.
func (h *house) wantNoneGivenUp(t *testing.T) {
	t.Helper()
	dead, err := h.db.Notices(t.Context(), fact.NoticeFilter{State: fact.NoticeDead})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range dead {
		t.Errorf("given up: %s to %s: %s", n.Key, n.Place.Channel, n.Error)
	}
}

// retract has a reviewer retract a fact, and the time to undo pass.
func (h *house) retract(t *testing.T, n int) {
	t.Helper()
	id := fact.ID{Prefix: "RDMA", N: n}
	f, ok := h.index.Get(id)
	if !ok {
		t.Fatal("no fact", id)
	}
	_, err := h.review.Decide(t.Context(), fact.Actor{User: slacksim.Reviewer, Team: slacksim.TeamID, Origin: fact.OriginSlack},
		fact.Decision{Act: fact.ActRetract, Fact: id, Version: f.Version, Reason: "measured otherwise"})
	if err != nil {
		t.Fatal(err)
	}
	h.clock.pass(2 * time.Second)
	h.settle(t)
}

// TestReviewersMessageIsGone: where the message of a flagged fact was deleted in
// the review channel, the next news of it is a new message.
func TestReviewersMessageIsGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	h.slash(t, "reader", "/rdma flag 15 wrong")
	h.remove(t, h.inReview(t, "1 doubt"))
	h.settle(t)
	h.slash(t, "reader2", "/rdma flag 15 outdated")
	m := h.inReview(t, "2 doubts")
	h.settle(t)
	h.wantNoneGivenUp(t)
	h.retract(t, 15)
	if m, _ = h.sim.Message(m.Channel, m.TS); !strings.Contains(m.Text, "was retracted") {
		t.Errorf("the new message is not kept up to date: %q", m.Text)
	}
	h.wantNoneGivenUp(t)
}

// TestQuoteIsGone: where the message that quoted a fact was deleted, nothing is
// left to correct in it; the thread it was in is told.
func TestQuoteIsGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	_, question := h.mention(t, "reader", "RDMA-15")
	h.remove(t, h.answered(t, question))
	h.retract(t, 15)
	h.wantNoneGivenUp(t)
	if all := h.answers(question); len(all) != 1 || !strings.Contains(all[0].Text, "It is retracted") {
		t.Errorf("the thread has %d messages", len(all))
	}
}

// TestThreadIsGone: where the question was deleted, nobody is left to be told in
// its thread; whoever flagged the fact there is told directly.
func TestThreadIsGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	_, asked := h.mention(t, "reader", "RDMA-15")
	h.answered(t, asked)
	_, flagged := h.mention(t, "reader2", "flag 15 wrong")
	h.answered(t, flagged)
	h.settle(t)
	for who, ref := range map[string]slacksim.Ref{"reader": asked, "reader2": flagged} {
		if _, err := h.sim.As(who).Delete(h.soon(t), ref); err != nil {
			t.Fatal(err)
		}
	}
	h.retract(t, 15)
	h.wantNoneGivenUp(t)
	_, err := h.sim.WaitMessage(h.soon(t), func(m slacksim.Message) bool {
		c, _ := h.sim.Channel(m.Channel)
		return c.DirectWith == slacksim.Reader2 && strings.Contains(m.Text, "RDMA-15")
	})
	if err != nil {
		t.Error("whoever flagged it is not told")
	}
}
