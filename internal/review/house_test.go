package review_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/store"
)

// The people of these tests.
const (
	reader    fact.UserID = "U0READER"
	reader2   fact.UserID = "U0READER2"
	reviewer  fact.UserID = "U1REVIEWER"
	reviewer2 fact.UserID = "U2REVIEWER"
	reviewer3 fact.UserID = "U3REVIEWER"
	admin     fact.UserID = "U4ADMIN"
)

// reviewing is the review channel of these tests.
const reviewing fact.ChannelID = "C0REVIEW"

// clock is a clock that stands still unless it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// roster is who may do what, changed at will.
type roster struct {
	mu        sync.Mutex
	reviewers []fact.UserID
	admins    []fact.UserID
}

func (r *roster) Role(_ string, user fact.UserID) fact.Role {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case slices.Contains(r.admins, user):
		return fact.Admin
	case slices.Contains(r.reviewers, user):
		return fact.Reviewer
	}
	return fact.Reader
}

func (r *roster) Reviewers(string) []fact.UserID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append(slices.Clone(r.reviewers), r.admins...)
}

func (r *roster) Name(user fact.UserID) string { return "name of " + string(user) }

func (r *roster) set(reviewers ...fact.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reviewers = reviewers
}

// txs gives review the transactions of a store.
type txs struct{ db *store.DB }

func (s txs) InTx(ctx context.Context, fn func(review.Tx) error) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error { return fn(tx) })
}

// house is a topic "rdma" under review, in a database of its own.
type house struct {
	*review.Service
	t      testing.TB
	ctx    context.Context
	db     *store.DB
	roster *roster
	clock  *clock
	posted int // messages delivered so far
	posts  map[string]bool
	calls  int // deliveries of acts so far
}

// furnish opens a house with so many facts: "Fact 1." and on, at 50 % each.
func furnish(t testing.TB, facts int, change func(*review.Settings)) *house {
	t.Helper()
	h := &house{
		t: t, ctx: t.Context(), posts: map[string]bool{}, roster: &roster{reviewers: []fact.UserID{reviewer, reviewer2, reviewer3}},
		clock: &clock{at: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)},
	} // a Tuesday
	var err error
	h.db, err = store.Open(h.ctx, store.Options{Path: filepath.Join(t.TempDir(), "facts.db"), Clock: h.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.db.Close(); err != nil {
			t.Error(err)
		}
	})
	settings := review.Settings{Channel: reviewing}
	if change != nil {
		change(&settings)
	}
	h.reopen(settings)
	src := &fact.Source{Document: "rdma.txt", Hash: strings.Repeat("ab", 32), Title: "RDMA", Command: "rdma", Claimed: facts}
	for n := 1; n <= facts; n++ {
		src.Facts = append(src.Facts, fact.SourceFact{Statement: fmt.Sprintf("Fact %d.", n), Lang: fact.English, Confidence: 50, Line: n})
	}
	if _, err := h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts}, false, nil); err != nil {
		t.Fatal(err)
	}
	return h
}

// reopen makes the service anew, as after a restart or with other settings.
func (h *house) reopen(s review.Settings) {
	h.Service = review.New(review.Config{
		Store: txs{h.db}, Roster: h.roster, Settings: s, Clock: h.clock.now,
		View: h.view,
	})
}

func (h *house) view(ctx context.Context, fn func(review.Reads) error) error {
	return h.db.View(ctx, func(v *store.View) error { return fn(v) })
}

var program = fact.Actor{Origin: fact.OriginProgram}

// by is an act's actor, each time with a delivery of its own.
func (h *house) by(user fact.UserID) fact.Actor {
	h.calls++
	return fact.Actor{
		User: user, Team: "T1", Name: "name of " + string(user), Kind: fact.KindMember, Origin: fact.OriginSlack,
		Delivery: fmt.Sprintf("delivery-%d", h.calls),
	}
}

func id(n int) fact.ID { return fact.ID{Prefix: "RDMA", N: n} }

func (h *house) fact(n int) *fact.Fact {
	h.t.Helper()
	f, err := h.db.Fact(h.ctx, id(n))
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

// flag raises a flag for "wrong", directly.
func (h *house) flag(user fact.UserID, n int) review.Flagged {
	h.t.Helper()
	out, err := h.Flag(h.ctx, h.by(user), review.FlagInput{
		Fact: id(n), Reason: fact.ReasonWrong, Note: "a note",
		Place: fact.Place{Kind: fact.PlaceDirect, Channel: "D1"},
	})
	if err != nil {
		h.t.Fatalf("flag %d: %v", n, err)
	}
	return out
}

// on is a decision on the present version, complete for any act.
func (h *house) on(act fact.Act, n int) fact.Decision {
	h.t.Helper()
	d := fact.Decision{
		Act: act, Fact: id(n), Version: h.fact(n).Version, Reason: "a reason", Confidence: 80,
		Statement: fmt.Sprintf("Fact %d, in other words.", n), Relation: fact.Contradicts, Other: id(n%2 + 1),
	}
	if d.Other == d.Fact {
		d.Other = id(3)
	}
	return d
}

func (h *house) decide(user fact.UserID, d fact.Decision) review.Outcome {
	h.t.Helper()
	out, err := h.Decide(h.ctx, h.by(user), d)
	if err != nil {
		h.t.Fatalf("%s %s: %v", d.Act, d.Fact, err)
	}
	return out
}

func (h *house) undo(user fact.UserID, n int) review.Outcome {
	h.t.Helper()
	out, err := h.Undo(h.ctx, h.by(user), id(n))
	if err != nil {
		h.t.Fatalf("undo %d: %v", n, err)
	}
	return out
}

func (h *house) events(filter fact.EventFilter) []fact.Event {
	h.t.Helper()
	filter.Oldest = true
	events, err := h.db.Events(h.ctx, filter)
	if err != nil {
		h.t.Fatal(err)
	}
	return events
}

// acts is a fact's history in a line.
func (h *house) acts(n int) string {
	var list []string
	for _, e := range h.events(fact.EventFilter{Fact: id(n)}) {
		list = append(list, fmt.Sprintf("%s@%d", e.Act, e.Version))
	}
	return strings.Join(list, " ")
}

func (h *house) refusals() []string {
	h.t.Helper()
	all, err := h.db.Refusals(h.ctx, 10_000)
	if err != nil {
		h.t.Fatal(err)
	}
	var list []string
	for _, r := range all {
		list = append(list, fmt.Sprintf("%s %s %s", r.Actor, r.Act, r.Key))
	}
	return list
}

// latestRefusals is the end of the log: enough to see whether the last act is in it.
func (h *house) latestRefusals() []fact.Refusal {
	h.t.Helper()
	all, err := h.db.Refusals(h.ctx, 3)
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

func keyOf(err error) string {
	if e, ok := errors.AsType[*fact.Error](err); ok {
		return e.Key
	}
	if err != nil {
		return "uncoded: " + err.Error()
	}
	return ""
}

func wantKey(t testing.TB, err error, want string) {
	t.Helper()
	if got := keyOf(err); got != want {
		t.Errorf("error %q (%v), want %q", got, err, want)
	}
}

func want(t testing.TB, what, got, expected string) {
	t.Helper()
	if got != expected {
		t.Errorf("%s:\n got %s\nwant %s", what, got, expected)
	}
}
