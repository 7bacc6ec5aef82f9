package app

import (
	"testing"

	"factbot/internal/fact"
	"factbot/internal/store"
)

func TestStoredAnalysis(t *testing.T) {
	t.Parallel()
	s := storedAnalysis{}
	for _, id := range []fact.ID{{Prefix: "A", N: 1}, {Prefix: "A", N: 2}, {Prefix: "A", N: 5}, {Prefix: "B", N: 3}} {
		s.add(store.Tokens{Fact: id, Version: 2, Blob: []byte(id.String())})
	}
	for _, c := range []struct {
		prefix          string
		number, version int
		want            string
	}{
		{"A", 1, 2, "A-1"}, {"A", 2, 1, ""}, {"A", 2, 2, "A-2"}, {"A", 3, 2, ""}, {"A", 5, 2, "A-5"}, {"A", 6, 2, ""}, {"A", 0, 2, ""},
		{"B", 1, 2, ""}, {"B", 3, 2, "B-3"}, {"C", 1, 2, ""},
	} {
		f := &fact.Fact{ID: fact.ID{Prefix: c.prefix, N: c.number}, Version: c.version}
		if got := string(s.take(f)); got != c.want {
			t.Errorf("%s at version %d: %q, not %q", f.ID, c.version, got, c.want)
		}
		if s.take(f) != nil {
			t.Errorf("%s is held after it was taken", f.ID)
		}
	}
}

// TestAnalysisStoredOnce holds that a first start leaves nothing for the next one
// to do, and that a fact that changed since is not taken for what it was.
func TestAnalysisStoredOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	lacking := func() int {
		t.Helper()
		c := &catalog{db: h.db, index: h.index, log: h.Logger}
		if err := c.build(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(c.bare.ids)
	}
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
