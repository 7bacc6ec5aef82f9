package review_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

func (h *house) read(n, times int) {
	h.t.Helper()
	for i := range times {
		r := fact.Reading{User: fact.UserID(fmt.Sprintf("U9%d", i)), Fact: id(n), Version: 1, At: h.clock.now()}
		if err := h.db.AddReadings(h.ctx, []fact.Reading{r}); err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *house) queue(user fact.UserID) []review.QueueItem {
	h.t.Helper()
	items, err := h.Queue(h.ctx, h.by(user), "rdma")
	if err != nil {
		h.t.Fatal(err)
	}
	return items
}

func ids(items []review.QueueItem) string {
	var list []string
	for _, i := range items {
		text := fmt.Sprint(i.Fact.ID.N)
		if i.Expired {
			text += " expired"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func TestQueueOrder(t *testing.T) {
	t.Parallel()
	h := furnish(t, 8, nil)
	h.decide(reviewer, h.on(fact.ActVerify, 7)) // 7 and 8 will have expired
	h.decide(reviewer, h.on(fact.ActVerify, 8))
	h.clock.pass(100 * 24 * time.Hour)
	h.flag(reader, 1) // once, shown 5 times
	h.read(1, 5)
	h.flag(reader, 2) // twice, shown 3 times: 6
	h.flag(reader2, 2)
	h.read(2, 3)
	h.flag(reader, 3) // twice, never shown
	h.flag(reader2, 3)
	h.flag(reader, 4) // once, never shown
	h.clock.pass(time.Minute)
	h.flag(reader, 5) // … and later
	h.read(7, 50)     // expired and shown; 8 was not
	want(t, "queue", ids(h.queue(reviewer)), "2, 1, 3, 4, 5, 7 expired")
}

func TestQueueShowsReadersNoPeople(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	if f := h.queue(reviewer)[0].Flags[0]; f.By != reader || f.Note != "a note" {
		t.Errorf("a reviewer sees %+v", f)
	}
	f := h.queue(reader2)[0].Flags[0]
	if f.By != "" || f.Name != "" || f.Note != "" || f.Evidence != "" || f.Place != (fact.Place{}) || f.Reason != fact.ReasonWrong {
		t.Errorf("a reader sees %+v", f)
	}
}

func TestNextGoesThroughUnverifiedFactsByTimesShown(t *testing.T) {
	t.Parallel()
	h := furnish(t, 5, nil)
	h.read(4, 3)
	h.read(2, 1)
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	h.flag(reader, 2)
	var order []string
	var after fact.ID
	for {
		item, ok, err := h.Next(h.ctx, h.by(reviewer), "rdma", after)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		after = item.Fact.ID
		order = append(order, fmt.Sprintf("%d:%d", after.N, len(item.Flags)))
		if after.N == 4 { // decided on: the walk goes on all the same
			h.decide(reviewer, h.on(fact.ActVerify, 4))
		}
	}
	want(t, "order", strings.Join(order, " "), "4:0 2:1 1:0 5:0")
	_, _, err := h.Next(h.ctx, h.by(reader), "rdma", fact.ID{})
	wantKey(t, err, "act.reviewers")
	want(t, "refusals", strings.Join(h.refusals(), ";"), "U0READER review act.reviewers")
}

func TestRotaGoesRoundByWeekAndSparesTheFlagger(t *testing.T) {
	t.Parallel()
	h := furnish(t, 20, nil)
	seen := map[fact.UserID]int{}
	for week := range 6 {
		first := h.flag(reader, 3*week+1).Owner
		h.clock.pass(5 * 24 * time.Hour) // Sunday
		if again := h.flag(reader, 3*week+2).Owner; again != first {
			t.Errorf("week %d: owners %s and %s", week, first, again)
		}
		if own := h.flag(first, 3*week+3).Owner; own == first || own == "" {
			t.Errorf("week %d: the flag of %s is owned by %q", week, first, own)
		}
		seen[first]++
		h.clock.pass(2 * 24 * time.Hour)
	}
	if len(seen) != 3 || seen[reviewer] != 2 || seen[reviewer2] != 2 || seen[reviewer3] != 2 {
		t.Errorf("six weeks went to %v", seen)
	}
	h.roster.set(reviewer)
	if own := h.flag(reviewer, 20).Owner; own != reviewer {
		t.Errorf("the only reviewer's flag is owned by %q", own)
	}
}

func TestHandOn(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	owner := h.flag(reader, 1).Owner
	h.deliver()
	to := reviewer
	if owner == to {
		to = reviewer2
	}
	for _, c := range []struct {
		by, to fact.UserID
		n      int
		want   string
	}{
		{reader, to, 1, "act.reviewers"},
		{owner, reader, 1, "hand.reviewer"},
		{owner, owner, 1, "hand.same"},
		{owner, to, 2, "hand.none"},
		{owner, to, 1, ""},
	} {
		wantKey(t, h.HandOn(h.ctx, h.by(c.by), id(c.n), c.to), c.want)
	}
	if got := h.queue(to)[0].Owner; got != to {
		t.Errorf("owner %s, want %s", got, to)
	}
	want(t, "history", h.acts(1), "add@1 flag@1 hand on@1")
	if sent := h.deliver(); len(sent) != 1 || sent[0].Place.Message == "" {
		t.Errorf("the message is not updated: %s", keys(sent))
	}
}

func (h *house) daily() []fact.Notice {
	h.t.Helper()
	if err := h.Daily(h.ctx); err != nil {
		h.t.Fatal(err)
	}
	var sent []fact.Notice
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeDaily {
			sent = append(sent, n)
		}
	}
	return sent
}

func TestDailyMessage(t *testing.T) {
	t.Parallel()
	h := furnish(t, 9, nil)
	var owner fact.UserID
	for n := 1; n <= 7; n++ {
		owner = h.flag(reader, n).Owner
	}
	h.read(6, 2)
	sent := h.daily()
	if len(sent) != 1 || sent[0].User != owner || sent[0].Place.Channel != "" || len(sent[0].Facts) != 5 || sent[0].Facts[0].ID != id(6) {
		t.Fatalf("sent %+v", sent)
	}
	if again := h.daily(); len(again) != 0 {
		t.Errorf("a second time the same day: %s", keys(again))
	}
	h.clock.pass(24 * time.Hour)
	if next := h.daily(); len(next) != 1 {
		t.Errorf("the next day: %s", keys(next))
	}
	h.clock.pass(3 * 24 * time.Hour) // Saturday
	if weekend := h.daily(); len(weekend) != 0 {
		t.Errorf("on Saturday: %s", keys(weekend))
	}
	for n := 1; n <= 7; n++ {
		h.decide(owner, h.on(fact.ActDismiss, n))
	}
	h.clock.pass(2 * 24 * time.Hour)
	if done := h.daily(); len(done) != 0 {
		t.Errorf("with nothing waiting: %s", keys(done))
	}
	if owners, err := h.db.Owners(h.ctx, "rdma"); err != nil || len(owners) != 0 {
		t.Errorf("owners of nothing: %v, %v", owners, err)
	}
}

func TestDailyIncludesExpiredVerificationsAfterFlags(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	h.clock.pass(91 * 24 * time.Hour) // a Tuesday again
	h.read(1, 9)
	owner := h.flag(reader, 2).Owner
	sent := h.daily()
	if len(sent) != 1 || sent[0].User != owner || fmt.Sprint(sent[0].Facts) != "[{RDMA-2 1} {RDMA-1 2}]" {
		t.Errorf("sent %+v", sent)
	}
}

func TestItemsOfThoseWhoLeftReturnToTheRota(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	owner := h.flag(reader, 1).Owner
	h.deliver()
	h.decide(owner, h.on(fact.ActVerify, 2))
	var rest []fact.UserID
	for _, r := range []fact.UserID{reviewer, reviewer2, reviewer3} {
		if r != owner {
			rest = append(rest, r)
		}
	}
	h.roster.set() // Slack has not answered yet: nobody is known, nothing changes
	h.daily()
	if got := h.queue(reader)[0].Owner; got != owner || h.fact(2).Verified.Left {
		t.Errorf("while nobody is known: owner %q, verification %+v", got, h.fact(2).Verified)
	}
	h.roster.set(rest...)
	h.clock.pass(24 * time.Hour)
	if err := h.Daily(h.ctx); err != nil {
		t.Fatal(err)
	}
	got := h.queue(rest[0])[0].Owner
	if got != rest[0] && got != rest[1] {
		t.Errorf("owner %q, want one of %v", got, rest)
	}
	if v := h.fact(2); !v.Verified.Left || v.Status != fact.Verified || v.Version != 2 {
		t.Errorf("verification of somebody who left: %+v", v)
	}
	edits := 0
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeQueue && n.Place.Message != "" {
			edits++
		}
	}
	if edits != 1 {
		t.Errorf("%d edits of the fact's message, want 1", edits)
	}
	h.roster.set(reviewer, reviewer2, reviewer3)
	h.daily()
	if h.fact(2).Verified.Left {
		t.Error("who is back is still marked as left")
	}
}
