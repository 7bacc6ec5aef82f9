package search

import (
	"math/rand/v2"
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

// TestThresholdTooLarge: a threshold that takes too many steps says so, each
// time, and one for another need is right again.
func TestThresholdTooLarge(t *testing.T) {
	t.Parallel()
	var (
		th     threshold
		work   [maxSteps]bitmap
		failed int
	)
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		weights, all := make([]int64, rapid.IntRange(8, maxInputs).Draw(t, "inputs")), int64(0)
		for j := range weights {
			weights[j] = random.Int64N(1 << 20)
			all += weights[j]
		}
		th.weigh(weights)
		sums := make([]int64, windowSize) // by document
		who := make([]bitmap, len(weights))
		inputs := make([]*bitmap, len(weights))
		for j, w := range weights {
			inputs[j] = &who[j]
			for at := range sums {
				if random.IntN(2) == 0 {
					who[j][at>>6] |= 1 << (at & 63)
					sums[at] += w
				}
			}
		}
		for _, need := range []int64{all / 2, all / 3, 1 + random.Int64N(all), all/2 + 1, all, all + 1, 1} {
			for range 2 {
				if !th.decide(need) {
					if failed++; need == 1 {
						t.Fatalf("%v: too many steps to tell who has any", weights)
					}
					continue
				}
				met := th.met(inputs, &work)
				for at, sum := range sums {
					if met.has(uint16(at)) != (sum >= need) {
						t.Fatalf("%v need %d: of %d, met %v", weights, need, sum, sum < need)
					}
				}
			}
		}
	})
	if failed == 0 {
		t.Error("none took too many steps")
	}
}
