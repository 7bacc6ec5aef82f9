package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// followed sends what a decision caused and says which messages were edited and
// which threads got a reply.
func (h *house) followed() string {
	h.t.Helper()
	h.clock.pass(h.UndoWindow())
	var list []string
	for _, n := range h.deliver() {
		switch n.Kind {
		case fact.NoticeBanner:
			list = append(list, fmt.Sprintf("edit %s %s v%d", n.Place.Channel, n.Place.Message, n.Facts[0].Version))
		case fact.NoticeCorrection:
			list = append(list, fmt.Sprintf("reply %s %s", n.Place.Channel, n.Place.Thread))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func TestCorrectionsFollowQuotes(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.quote(1, public("C1", "")) // 1: too old for a reply later on
	h.clock.pass(15 * 24 * time.Hour)
	h.quote(1, public("C1", "7.7")) // 2 and 3: one thread
	h.quote(1, public("C1", "7.7"))
	h.quote(1, public("C2", "")) // 4: its own thread
	h.quote(2, public("C3", "")) // 5: another fact
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	want(t, "followed", h.followed(), "edit C1 1.000100 v1, edit C1 2.000100 v1, edit C1 3.000100 v1, edit C2 4.000100 v1, reply C1 7.7, reply C2 4.000100")
}

func TestNothingFollowsOldQuotesOrHarmlessActs(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.quote(1, public("C1", ""))
	h.clock.pass(91 * 24 * time.Hour)
	h.quote(2, public("C1", ""))
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	h.decide(reviewer, h.on(fact.ActVerify, 2))
	h.decide(reviewer, h.on(fact.ActRelate, 2))
	want(t, "followed", h.followed(), "")
}

func TestHalvedConfidenceFollowsOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.quote(1, public("C1", "")) // at 50 %
	lower := func(to fact.Confidence) string {
		d := h.on(fact.ActConfidence, 1)
		d.Confidence = to
		h.decide(reviewer, d)
		return h.followed()
	}
	want(t, "50 to 26", lower(26), "")
	h.quote(1, public("C2", "")) // at 26 %
	want(t, "50 to 25, 26 to 25", lower(25), "edit C1 1.000100 v1, reply C1 1.000100")
	want(t, "26 to 13", lower(13), "edit C2 2.000100 v2, reply C2 2.000100")
	want(t, "up again", lower(90), "")
}

// TestRestoredFactsThreadsAreTold: where a reply said that a fact is retracted,
// another says that it is restored, however late; elsewhere the edit is enough.
func TestRestoredFactsThreadsAreTold(t *testing.T) {
	t.Parallel()
	const told, edited = "edit C1 1.000100 v1, reply C1 1.000100", "edit C1 1.000100 v1"
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	for _, c := range []struct {
		name                string
		old, between        time.Duration
		retracted, restored string
	}{
		{"soon", 0, 0, told, told},
		{"long after", 0, days(30), told, told},
		{"a quote that was too old for a reply", days(15), 0, edited, edited},
	} {
		h := furnish(t, 2, nil)
		h.quote(1, public("C1", ""))
		h.clock.pass(c.old)
		h.decide(reviewer, h.on(fact.ActRetract, 1))
		want(t, c.name+", retracted", h.followed(), c.retracted)
		h.clock.pass(c.between)
		h.decide(reviewer, h.on(fact.ActRestore, 1))
		want(t, c.name+", restored", h.followed(), c.restored)
	}
}

// TestRestoredUntold: a thread that never heard of the retraction hears nothing of
// its end, whatever else it heard.
func TestRestoredUntold(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.quote(1, public("C1", "7.7"))
	h.quote(2, public("C1", "7.7"))
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	want(t, "the other fact", h.followed(), "edit C1 2.000100 v1, reply C1 7.7")
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	out := h.decide(reviewer2, h.on(fact.ActRestore, 1)) // before any thread was told
	caused, err := h.db.Notices(h.ctx, fact.NoticeFilter{Kind: fact.NoticeCorrection, Cause: out.Event.Seq})
	if err != nil || len(caused) != 0 {
		t.Errorf("%d replies, %v", len(caused), err)
	}
}

func TestRepliesAreBoundedAndTheRestCounted(t *testing.T) {
	t.Parallel()
	h := furnish(t, 4, func(s *review.Settings) { s.RepliesADay = 3 })
	for n := 1; n <= 4; n++ {
		h.quote(n, public("C1", fmt.Sprintf("1.%d", n)))
		h.quote(n, public("C1", fmt.Sprintf("2.%d", n)))
		h.quote(n, public("C2", ""))
	}
	replies := func(n int) int {
		h.decide(reviewer, h.on(fact.ActRetract, n))
		text := h.followed()
		if edits := strings.Count(text, "edit"); edits != 3 {
			t.Errorf("fact %d: %d messages edited, want all 3", n, edits)
		}
		return strings.Count(text, "reply C1")
	}
	for n, want := range map[int]int{1: 2} {
		if got := replies(n); got != want {
			t.Errorf("fact %d: %d replies, want %d", n, got, want)
		}
	}
	undone := h.decide(reviewer, h.on(fact.ActRetract, 2)) // would take the third and hold one back
	h.undo(reviewer, 2)
	if got := replies(3); got != 1 {
		t.Errorf("fact 3: %d replies, want the last of the day", got)
	}
	monday := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	d, err := h.Digest(h.ctx, "rdma", monday, monday.AddDate(0, 0, 7))
	if err != nil || d.Suppressed != 1 {
		t.Errorf("held back %d, %v; want 1, the undone act's (%d) apart", d.Suppressed, err, undone.Event.Seq)
	}
	h.clock.pass(24 * time.Hour)
	if got := replies(4); got != 2 {
		t.Errorf("the next day: %d replies, want 2", got)
	}
}

func TestChannelsCanOptOut(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, func(s *review.Settings) { s.OptedOut = []fact.ChannelID{"C1"} })
	for n := 1; n <= 2; n++ {
		for _, c := range []string{"C1", "C2", "C3"} {
			h.quote(n, public(c, ""))
		}
	}
	wantKey(t, h.OptOut(h.ctx, h.by(reader), "C2", true), "act.reviewers")
	wantKey(t, h.OptOut(h.ctx, h.by(reviewer), "", true), "optout.channel")
	for range 2 { // the second time changes nothing
		if err := h.OptOut(h.ctx, h.by(reviewer), "C2", true); err != nil {
			t.Fatal(err)
		}
	}
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	if got := h.followed(); strings.Count(got, "edit") != 3 || strings.Count(got, "reply") != 1 || !strings.Contains(got, "reply C3") {
		t.Errorf("followed %s", got)
	}
	if err := h.OptOut(h.ctx, h.by(reviewer), "C2", false); err != nil {
		t.Fatal(err)
	}
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	if got := h.followed(); strings.Count(got, "reply") != 2 {
		t.Errorf("back in: %s", got)
	}
	if n := len(h.events(fact.EventFilter{Acts: []fact.Act{fact.ActOptOut}})); n != 2 {
		t.Errorf("%d events, want one for out and one for in", n)
	}
}
