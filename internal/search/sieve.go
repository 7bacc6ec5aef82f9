package search

import (
	"math"
	"math/bits"
)

// Sieving finds, for 64 documents at a time, who holds leaves that together may
// get it among the best. A document's score is its points p times 1 + c·C, where
// C is what it covers. The points of pairs (p, C) that score enough make a convex
// set, so each line that touches it from below has all of them above it: of a
// fixed slope, p + slope·C must reach a sum. Such sums a threshold tells apart.

// What is summed up are the leaves, of each what it gives at most to a document
// that holds it once; what it gives more to those that hold it several times,
// where that is told apart; and what is covered, with the leaf where it alone
// stands for a slot.

// Limits of a query that is sieved: of more leaves, too many combinations
// suffice.
const (
	maxSieved = 12
	maxInputs = 18
)

// maySieve makes ready to sieve, where the query is one for that.
func (r *ranking) maySieve() bool {
	x := r.x
	if len(r.p.leaves) < 2 || len(r.p.leaves) > maxSieved {
		return false
	}
	reach, c := r.reach(), r.p.s.opts.Coordination
	points := x.most[len(x.order)] * 0.6 // about what the last of the best will have
	r.slope = max(0, c*points/(1+c*reach*0.7))
	once, several := uint32(0), uint32(0) // the slots that leaves stand for
	for k := range r.p.leaves {
		several |= once & r.p.leaves[k].slots
		once |= r.p.leaves[k].slots
	}
	x.weights, x.shared, x.split = x.weights[:0], x.shared[:0], x.split[:0]
	for k := range r.p.leaves {
		x.weights = append(x.weights, r.weight(r.p.leaves[k].bound+r.slope*x.share(r.p.leaves[k].slots&^several)))
	}
	for set := several; set != 0; set &= set - 1 {
		x.shared = append(x.shared, bits.TrailingZeros32(set))
		x.weights = append(x.weights, r.weight(r.slope*x.share(set&-set)))
	}
	for k := range r.p.leaves {
		l := &r.p.leaves[k]
		if more := l.bound - l.once; more > 0 && len(x.weights) < maxInputs {
			x.split = append(x.split, k)
			x.weights[k] = r.weight(l.once + r.slope*x.share(l.slots&^several))
			x.weights = append(x.weights, r.weight(more))
		}
	}
	x.sieve.weigh(x.weights)
	return len(x.weights) <= maxInputs
}

// weight is a number of points in units, rounded up.
func (r *ranking) weight(points float64) int64 { return int64(points*r.x.units) + 1 }

// reach is what all leaves cover together.
func (r *ranking) reach() float64 { return r.x.reach[len(r.x.order)] }

// sieve scores those of some documents of a window that may be among the best.
// It reports false where telling them takes too many steps.
func (r *ranking) sieve(w uint32, some *bitmap) bool {
	x, done := r.x, bitmap{}
	r.readInputs()
	if r.top.bar == 0 { // nothing is known yet: what promises most goes first
		for part := int64(3); part > 0 && r.top.bar == 0; part-- {
			if !x.sieve.about(max(1, x.sieve.rest[0]*part/4)) {
				break
			}
			r.scoreSieved(w, some, &done)
		}
	}
	if !x.sieve.about(r.needed(r.scale(w))) {
		if r.sieves = false; done == (bitmap{}) {
			return false
		}
		x.sieve.about(1) // which is simple: all
	}
	r.scoreSieved(w, some, &done)
	return true
}

// readInputs gives the documents of a window for what is summed up.
func (r *ranking) readInputs() {
	x := r.x
	x.inputs = x.inputs[:0]
	for k := range x.readings {
		x.inputs = append(x.inputs, x.readings[k].who)
	}
	for _, slot := range x.shared {
		x.inputs = append(x.inputs, x.covering[slot])
	}
	for _, k := range x.split {
		x.inputs = append(x.inputs, x.readings[k].many)
	}
}

// needed is how much a document of the window must have at least to get among
// the best, where leaves give up to a share of the points that they give at most
// anywhere.
func (r *ranking) needed(scale float64) int64 {
	if r.top.bar == 0 {
		return 1
	}
	reach, c := r.reach(), r.p.s.opts.Coordination
	bar := (r.top.bar/roundingUp - r.p.literalLift) / r.lift
	at := reach // where the line touches
	if r.slope > 0 && c > 0 {
		at = max(0, min(reach, (math.Sqrt(max(0, c*bar/r.slope))-1)/c))
	}
	sum := bar/(1+c*at) + r.slope*at
	// What is covered does not scale, so that of it the most is taken off first.
	sum = (sum-r.slope*reach)/scale + r.slope*reach
	return max(1, int64(sum*r.x.units*(1-1e-9)))
}

// scale is the share of the points that leaves give at most anywhere which those
// read in a window give there at most.
func (r *ranking) scale(w uint32) float64 {
	scale, n, shortest := 0.0, &r.p.s.norms, int(r.p.s.windows[w].shortest)
	for k := range r.x.readings {
		read := &r.x.readings[k]
		l := &r.p.leaves[k]
		switch {
		case read.who == nil:
			continue
		case read.joined:
			return 1
		}
		full := l.full(r.p.s.opts)
		scale = max(scale, full*n.share(1, shortest)/l.once)
		if read.most > 1 {
			most := full
			if read.most < manyTimes {
				most *= n.share(int(read.most), shortest)
			}
			scale = max(scale, most/l.bound)
		}
	}
	return min(1, scale)
}

// scoreSieved scores those of some documents of a window that pass the threshold
// and were not scored before.
func (r *ranking) scoreSieved(w uint32, some, done *bitmap) {
	who := *r.x.sieve.met(r.x.inputs, &r.x.work)
	for k := range who {
		who[k] &= some[k] &^ done[k]
		done[k] |= who[k]
	}
	r.scoreAll(w, &who)
}
