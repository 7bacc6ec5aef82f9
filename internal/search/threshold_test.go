package search

import (
	"testing"

	"pgregory.net/rapid"
)

// TestThreshold: of documents that have every set of inputs, those are met that
// have enough, for one need after another.
func TestThreshold(t *testing.T) {
	t.Parallel()
	var (
		th   threshold
		work [maxSteps]bitmap
	)
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(0, 40), 1, 9).Draw(t, "weights")
		th.weigh(weights)
		who := make([]bitmap, len(weights))
		inputs := make([]*bitmap, len(weights))
		absent := rapid.IntRange(-1, len(weights)-1).Draw(t, "absent")
		for j := range weights {
			for set := range 1 << len(weights) {
				who[j][set>>6] |= uint64(set>>j&1) << (set & 63)
			}
			if j != absent {
				inputs[j] = &who[j]
			}
		}
		for _, need := range rapid.SliceOfN(rapid.Int64Range(1, 400), 1, 6).Draw(t, "needs") {
			if !th.decide(need) {
				t.Fatalf("%v: too many steps", weights)
			}
			met := th.met(inputs, &work)
			for set := range 1 << len(weights) {
				sum := int64(0)
				for j, w := range weights {
					if set>>j&1 != 0 && j != absent {
						sum += w
					}
				}
				if got := met.has(uint16(set)); got != (sum >= need) {
					t.Fatalf("%v need %d, set %b: %d, met %v", weights, need, set, sum, got)
				}
			}
			if !th.about(need) || th.lo >= need {
				t.Fatalf("a need of %d is taken for one above %d", need, th.lo)
			}
		}
	})
}
