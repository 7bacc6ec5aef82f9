package review_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// verdict is what one reviewer was told about one fact.
type verdict struct {
	won   bool
	stale *review.Stale
	err   error
}

// Two reviewers race through a thousand facts, one verifying, one retracting what
// both saw at version 1. Each fact gets exactly one decision, and the loser is
// told truly who was first, and with what.
func TestTwoReviewersRace(t *testing.T) {
	t.Parallel()
	const facts = 1000
	h := furnish(t, facts, nil)
	racers := []struct {
		user fact.UserID
		act  fact.Act
		told [facts + 1]verdict
	}{{user: reviewer, act: fact.ActVerify}, {user: reviewer2, act: fact.ActRetract}}
	for n := 1; n <= facts; n++ {
		var wg sync.WaitGroup
		for i := range racers {
			r := &racers[(i+n)%2] // either may be a little earlier
			wg.Go(func() {
				by := fact.Actor{User: r.user, Name: "name of " + string(r.user), Kind: fact.KindMember, Delivery: fmt.Sprintf("%s-%d", r.user, n)}
				_, err := h.Decide(h.ctx, by, fact.Decision{Act: r.act, Fact: id(n), Version: 1, Reason: "a reason"})
				v := verdict{won: err == nil, err: err}
				errors.As(err, &v.stale)
				r.told[n] = v
			})
		}
		wg.Wait()
	}
	wins := map[fact.UserID]int{}
	for n := 1; n <= facts; n++ {
		winner, loser := &racers[0], &racers[1]
		if loser.told[n].won {
			winner, loser = loser, winner
		}
		w, l := winner.told[n], loser.told[n]
		if !w.won || l.won {
			t.Fatalf("fact %d: decisions by both or by none: %v, %v", n, w.err, l.err)
		}
		wins[winner.user]++
		if keyOf(l.err) != "act.stale" || l.stale == nil || l.stale.By != "name of "+string(winner.user) || l.stale.Act != winner.act {
			t.Errorf("fact %d: the loser is told %v, %+v; %s was first", n, l.err, l.stale, winner.user)
		}
		if f := h.fact(n); f.Version != 2 || (f.Status == fact.Verified) != (winner.act == fact.ActVerify) {
			t.Errorf("fact %d is %s at version %d", n, f.Status, f.Version)
		}
	}
	t.Logf("wins: %v", wins)
	if wins[reviewer] == 0 || wins[reviewer2] == 0 {
		t.Errorf("wins %v: it was no race", wins)
	}
	if made := len(h.events(fact.EventFilter{Acts: []fact.Act{fact.ActVerify, fact.ActRetract}})); made != facts {
		t.Errorf("%d decisions on %d facts", made, facts)
	}
	h.chainHolds()
}

// Twenty clicks at once on one fact's buttons: one event, nineteen told of it.
func TestTwentyClicks(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	var wg sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		wg.Go(func() {
			d := fact.Decision{Act: fact.ActVerify, Fact: id(1), Version: 1, Reason: "a reason"}
			if i%2 == 1 {
				d.Act = fact.ActRetract
			}
			_, errs[i] = h.Decide(h.ctx, fact.Actor{User: reviewer, Name: "x", Delivery: fmt.Sprint("click ", i)}, d)
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
			continue
		}
		wantKey(t, err, "act.stale")
	}
	if won != 1 {
		t.Errorf("%d clicks counted, want one", won)
	}
}

func (h *house) chainHolds() {
	h.t.Helper()
	report, err := h.db.VerifyChain(h.ctx, "")
	if err != nil || report.Broken != 0 {
		h.t.Errorf("chain: %+v, %v", report, err)
	}
}

// Sixty-four people flag at once; each flag is acknowledged after its commit.
func BenchmarkFlagsFrom64Clients(b *testing.B) {
	h := furnish(b, 500, nil)
	before := h.db.WriteStats()
	var next sync.Mutex
	n := 0
	b.SetParallelism(32) // of two processors
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			next.Lock()
			n++
			user, of := fact.UserID(fmt.Sprintf("U%d", n)), id(n%500+1)
			next.Unlock()
			if _, err := h.Flag(h.ctx, fact.Actor{User: user, Delivery: "d" + string(user)},
				review.FlagInput{Fact: of, Reason: fact.ReasonWrong, Note: "a note"}); err != nil {
				b.Error(err)
			}
		}
	})
	after := h.db.WriteStats()
	b.ReportMetric(float64(after.Acts-before.Acts)/float64(after.Commits-before.Commits), "flags/commit")
}
