package review_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

func flagInput(n int, reason fact.Reason) review.FlagInput {
	return review.FlagInput{Fact: id(n), Reason: reason, Place: fact.Place{Kind: fact.PlaceDirect}}
}

func TestWeekly(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.DigestTo = "C0DIGEST" })
	for range 2 {
		if err := h.Subscribe(h.ctx, h.by(reader), true); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Subscribe(h.ctx, h.by(reader2), true); err != nil {
		t.Fatal(err)
	}
	if err := h.Subscribe(h.ctx, h.by(reader2), false); err != nil {
		t.Fatal(err)
	}
	h.clock.pass(6 * 24 * time.Hour) // Monday, 7 December
	for range 2 {
		if err := h.Weekly(h.ctx); err != nil {
			t.Fatal(err)
		}
	}
	sent := h.deliver()
	want(t, "sent", keys(sent), "digest/rdma/2026-W49 changed/U0READER/2026-W49")
	if sent[0].Place.Channel != "C0DIGEST" || sent[1].User != reader || sent[0].Topic != "rdma" {
		t.Errorf("sent %+v", sent)
	}
	from, to, late, err := review.ParsePeriod(sent[0].Text)
	if err != nil || late != 0 || from.Format(time.DateOnly) != "2026-11-30" || to.Format(time.DateOnly) != "2026-12-07" {
		t.Errorf("period %q: %v to %v, %v", sent[0].Text, from, to, err)
	}
	h.clock.pass(7 * 24 * time.Hour)
	if err := h.Weekly(h.ctx); err != nil {
		t.Fatal(err)
	}
	want(t, "a week later", keys(h.deliver()), "digest/rdma/2026-W50 changed/U0READER/2026-W50")
}

func TestDigest(t *testing.T) {
	t.Parallel()
	h := furnish(t, 5, nil)
	h.clock.pass(time.Hour)
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	h.undo(reviewer, 2)
	relate := h.on(fact.ActRelate, 3)
	relate.Other = id(4)
	h.decide(reviewer, relate)
	h.flag(reader, 5)
	h.clock.pass(time.Minute)
	h.flag(reader, 4)
	h.flag(reader2, 4)
	h.read(4, 5)
	h.propose(reader, "Something new.")
	if _, err := h.SendGap(h.ctx, h.by(reader), "rdma", "Why?"); err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 12, 1, 10, 30, 0, 0, time.UTC) // after the import
	d, err := h.Digest(h.ctx, "rdma", from, from.AddDate(0, 0, 7))
	if err != nil {
		t.Fatal(err)
	}
	var changed []string
	for _, e := range d.Changed {
		changed = append(changed, fmt.Sprintf("%s %d", e.Act, e.Fact.N))
	}
	want(t, "changed", strings.Join(changed, ", "), "verify 1, relate 3")
	want(t, "waiting, oldest first", ids(d.Waiting), "5, 4")
	if d.Waiting[0].Flags[0].By != "" || len(d.Gaps) != 1 || len(d.Proposals) != 1 || d.Reviewers != 3 || d.Topic.Title != "RDMA" {
		t.Errorf("digest %+v", d)
	}
	if d, err = h.Digest(h.ctx, "rdma", from, from); err != nil || len(d.Changed) != 0 {
		t.Errorf("an empty period has %v, %v", d.Changed, err)
	}
	_, err = h.Digest(h.ctx, "nvme", from, from)
	wantKey(t, err, "topic.unknown")
}

func TestOutage(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	from := h.clock.now()
	for range 2 {
		if err := h.Outage(h.ctx, from, from.Add(7*time.Minute), 12); err != nil {
			t.Fatal(err)
		}
	}
	sent := h.deliver()
	if len(sent) != 1 || sent[0].Kind != fact.NoticeOutage || sent[0].Place.Channel != reviewing {
		t.Fatalf("sent %+v", sent)
	}
	f, to, late, err := review.ParsePeriod(sent[0].Text)
	if err != nil || !f.Equal(from) || to.Sub(f) != 7*time.Minute || late != 12 {
		t.Errorf("period %q: %v, %v, %d, %v", sent[0].Text, f, to, late, err)
	}
	for _, text := range []string{"", "now", "now/then", "2026-12-01T10:00:00Z/then", "2026-12-01T10:00:00Z/2026-12-01T10:00:00Z/x", "a/b/c/d"} {
		if _, _, _, err := review.ParsePeriod(text); err == nil {
			t.Errorf("period %q was accepted", text)
		}
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.roster.admins = []fact.UserID{admin}
	h.flag(reader, 1)
	if err := h.Subscribe(h.ctx, h.by(reader), true); err != nil {
		t.Fatal(err)
	}
	_, err := h.Forget(h.ctx, h.by(reviewer), reader)
	wantKey(t, err, "act.admins")
	_, err = h.Forget(h.ctx, h.by(admin), "")
	wantKey(t, err, "forget.user")
	before := h.count()
	_, err = h.Forget(h.ctx, h.by(admin), "U0NOBODY")
	wantKey(t, err, "forget.unknown")
	if n := h.count(); n != before {
		t.Errorf("%d events of forgetting nobody", n-before)
	}
	rows, err := h.Forget(h.ctx, h.by(admin), reader)
	if err != nil || rows == 0 {
		t.Fatalf("forgot %d rows, %v", rows, err)
	}
	// The operator's terminal may too, though Slack names nobody there.
	h.flag(reader2, 2)
	if rows, err = h.Forget(h.ctx, fact.Actor{Origin: fact.OriginTerminal}, reader2); err != nil || rows == 0 {
		t.Fatalf("the terminal forgot %d rows, %v", rows, err)
	}
	if err := h.Subscribe(h.ctx, h.by(reviewer3), true); err != nil {
		t.Fatal(err)
	}
	if rows, err = h.Forget(h.ctx, h.by(admin), reviewer3); err != nil || rows == 0 {
		t.Errorf("forgot %d rows of a subscriber, %v", rows, err)
	}
	for _, e := range h.events(fact.EventFilter{}) {
		if e.Actor == reader || e.Actor == reader2 || strings.Contains(e.Name+e.Note+fmt.Sprint(e.Values), string(reader)) {
			t.Errorf("still known: %+v", e)
		}
	}
	if users, err := h.Value(h.ctx, "changed/subscribers"); err != nil || users != "" {
		t.Errorf("subscribers %q, %v", users, err)
	}
	h.deliver()
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	h.clock.pass(time.Hour)
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeOutcome {
			t.Errorf("somebody forgotten is told: %+v", n)
		}
	}
	h.chainHolds()
}

func TestValues(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for _, value := range []string{"one", "two", ""} {
		if err := h.SetValue(h.ctx, "k", value); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Value(h.ctx, "k"); err != nil || got != value {
			t.Errorf("value %q, %v; want %q", got, err, value)
		}
	}
}
