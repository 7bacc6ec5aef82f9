package search

import (
	"fmt"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// TestStream: what was built and what was added since are read alike, wherever
// pages end.
func TestStream(t *testing.T) {
	t.Parallel()
	var facts []*fact.Fact
	for n := 1; n <= 2*windowSize+addedAlways; n++ {
		facts = append(facts, searchtest.Fact("OPS", "ops", n, fmt.Sprintf("Gateway %d drains.", n)))
	}
	for _, built := range []int{0, 1, windowSize - 1, windowSize, windowSize + 1, 2 * windowSize} {
		ix := New(Options{})
		ix.Build(facts[:built], nil)
		all := facts[:built+addedAlways] // as many more as are not built anew
		ix.Put(all[built:]...)
		s := ix.shelves["ops"]
		if s.forward.inBase != built {
			t.Fatalf("%d of %d documents are of the build", s.forward.inBase, built)
		}
		for doc, f := range s.facts {
			seq := readForward(nil, s.forward.at(uint32(doc)))
			if len(seq) != 3 || s.display(seq[1].term) != fmt.Sprint(f.ID.N) || string(s.initials.at(uint32(doc))) != "g d" {
				t.Fatalf("%d built: document %d is %v, %q, of %q", built, doc, seq, s.initials.at(uint32(doc)), f.Statement)
			}
		}
		if got := len(s.withInitials("g d")); got != len(all) {
			t.Errorf("%d built: initials found in %d documents", built, got)
		}
	}
}
