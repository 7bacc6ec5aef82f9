package app

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestReviewersRace has two reviewers send forms on the same facts at the same
// time: each fact is decided once, and the one who came second is told who was first.
func TestReviewersRace(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	const facts = 12
	verbs := map[string]string{"reviewer": "verify", "reviewer2": "retract"}
	for n := 1; n <= facts; n++ {
		forms := map[string]slacksim.View{}
		for who, verb := range verbs {
			since := h.sim.Seq()
			if _, err := h.sim.As(who).Slash(h.soon(t), "rdma", fmt.Sprintf("/rdma %s %d", verb, n)); err != nil {
				t.Fatal(err)
			}
			form, err := h.sim.WaitView(h.soon(t), who, func(v slacksim.View) bool { return v.Seq > since && v.Submit != "" })
			if err != nil {
				t.Fatalf("no form for %s %d", verb, n)
			}
			forms[who] = form
		}
		told := map[string]string{}
		var mu sync.Mutex
		var both sync.WaitGroup
		for who, form := range forms {
			both.Go(func() {
				fields := slacksim.Elements(form.Blocks)
				r, err := h.sim.As(who).Submit(h.soon(t), form, map[string]any{fields[len(fields)-1].Name: "looked into it"})
				text := fmt.Sprint(err, r.Error, r.Errors)
				if r.View != nil {
					text += string(r.View.Blocks)
				}
				mu.Lock()
				defer mu.Unlock()
				told[who] = text
			})
		}
		both.Wait()
		id := fact.ID{Prefix: "RDMA", N: n}
		events, err := h.db.Events(t.Context(), fact.EventFilter{Fact: id, Acts: []fact.Act{fact.ActVerify, fact.ActRetract}})
		if err != nil || len(events) != 1 {
			t.Fatalf("RDMA-%d was decided %d times, %v", n, len(events), err)
		}
		done := map[fact.Act]string{fact.ActVerify: "verified", fact.ActRetract: "retracted"}[events[0].Act]
		for who, text := range told {
			won := events[0].Name == who
			switch {
			case won && !strings.Contains(text, fmt.Sprintf("RDMA-%d is %s.", n, done)):
				t.Errorf("%s decided RDMA-%d and is told %q", who, n, text)
			case !won && !strings.Contains(text, fmt.Sprintf("was %s by %s", done, events[0].Name)):
				t.Errorf("%s came second on RDMA-%d and is told %q", who, n, text)
			}
			if _, err := h.sim.As(who).CloseAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}
