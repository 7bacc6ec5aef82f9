package slack

import (
	"math/rand/v2"
	"testing"
)

// TestNameSet compares the set with a map, for names that are spread, that lie side by side, and 0.
func TestNameSet(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var s nameSet
	known := map[uint64]bool{}
	try := func(name uint64) {
		t.Helper()
		if s.has(name) != known[name] {
			t.Fatalf("%d: has it: %v", name, s.has(name))
		}
		if s.add(name) == known[name] {
			t.Fatalf("%d: new, though known: %v", name, known[name])
		}
		known[name] = true
	}
	try(0)
	try(0)
	for i := range uint64(40_000) {
		try(random.Uint64() &^ 1)
		try(2 + i%30_000)
	}
	for name := range known {
		try(name)
	}
	if s.len != len(known) || 8*len(s.slots) > 32*s.len {
		t.Errorf("%d names in %d slots, %d expected", s.len, len(s.slots), len(known))
	}
}
