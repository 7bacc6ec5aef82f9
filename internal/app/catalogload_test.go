package app

import (
	"context"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// TestAnalysisStoredOnce holds that a first start leaves nothing for the next one
// to do, and that a fact that changed since is not taken for what it was.
func TestAnalysisStoredOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	lacking := func() int { return len(h.another(t).bare.ids) }
	if !h.until(t, func() bool { return lacking() == 0 }) {
		t.Fatalf("the analysis of %d facts was not stored", lacking())
	}
	h.decide(t, "reviewer", "/rdma verify 3")
	if n := lacking(); n != 1 {
		t.Errorf("after one decision %d facts lack analysis", n)
	}
	h.stop(t)
	h.start(t)
	if !h.until(t, func() bool { return lacking() == 0 }) {
		t.Error("a later start did not store what was missing")
	}
	if n := h.index.Len(); n != 19 {
		t.Errorf("%d facts are served", n)
	}
}

// another is a catalog as the next start makes it.
func (h *house) another(t *testing.T) *catalog {
	t.Helper()
	c := &catalog{db: h.db, index: h.index, log: h.Logger}
	if err := c.build(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStopStoresAnalysis stops before anything could be stored.
func TestStopStoresAnalysis(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	if !h.until(t, func() bool { return len(h.another(t).bare.ids) == 0 }) {
		t.Fatal("the analysis was not stored")
	}
	old := []store.Tokens{{Fact: fact.ID{Prefix: "RDMA", N: 4}, Version: 1, Blob: []byte{1}}}
	if err := h.db.SaveTokens(t.Context(), "another analyzer", old); err != nil {
		t.Fatal(err)
	}
	c := h.another(t)
	if len(c.bare.ids) != 1 {
		t.Fatalf("%d facts lack analysis", len(c.bare.ids))
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := c.storeAnalysis(stopped); err != nil {
		t.Fatal(err)
	}
	if left := h.another(t).bare.ids; len(left) != 0 {
		t.Errorf("%d facts still lack analysis", len(left))
	}
}

func TestLasting(t *testing.T) {
	t.Parallel()
	parent, end := context.WithCancel(t.Context())
	long, done := lasting(parent, time.Hour)
	short, done2 := lasting(parent, time.Millisecond)
	defer done2()
	end()
	<-short.Done()
	if long.Err() != nil {
		t.Error("it ended with its parent")
	}
	done()
	if long.Err() == nil {
		t.Error("it does not end")
	}
}
