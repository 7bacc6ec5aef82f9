package search

import "math"

// Sieving finds, for 64 documents at a time, who holds leaves that together may
// get it among the best. A document's score is its points p times 1 + c·C, where
// C is what it covers. The points of pairs (p, C) that score enough make a convex
// set, so each line that touches it from below has all of them above it: of a
// fixed slope, p + slope·C must reach a sum. Such sums a threshold tells apart.

// maxSieved is up to how many leaves a query is sieved: of more, too many
// combinations suffice.
const maxSieved = 12

// maySieve makes ready to sieve, where the query is one for that.
func (r *ranking) maySieve() bool {
	x := r.x
	if len(r.p.leaves) < 2 || len(r.p.leaves) > maxSieved {
		return false
	}
	reach, c := r.reach(), r.p.s.opts.Coordination
	points := x.rest[len(x.order)] * 0.6 // about what the last of the best will have
	if r.top.bar > 0 {
		points = r.points(reach * 0.7)
	}
	r.slope = max(0, c*points/(1+c*reach*0.7))
	x.weights = x.weights[:0]
	for k := range r.p.leaves {
		l := &r.p.leaves[k]
		points := l.once
		if !r.p.dominated(l) { // else what it covers, its concept does
			points += r.slope * x.share(l.slots)
		}
		x.weights = append(x.weights, int64(points*x.units)+1)
	}
	x.sieve.weigh(x.weights)
	x.several.weigh(x.weights)
	return true
}

// reach is what all leaves cover together.
func (r *ranking) reach() float64 { return r.x.reach[len(r.x.order)] }

// sieve scores those of some documents of a window that may be among the best.
// It reports false where telling them takes too many steps.
func (r *ranking) sieve(w uint32, some *bitmap) bool {
	x, done := r.x, bitmap{}
	once, several := r.scales(w)
	if r.top.bar == 0 { // nothing is known yet: what promises most goes first
		for part := int64(3); part > 0 && r.top.bar == 0; part-- {
			need := max(1, x.sieve.rest[0]*part/4)
			if !r.decide(need, need) {
				break
			}
			r.scoreSieved(w, some, &done)
		}
	}
	if !r.decide(r.needed(once), r.needed(several)) {
		if r.sieves = false; done == (bitmap{}) {
			return false
		}
		r.decide(1, 1) // which is simple: all
	}
	r.scoreSieved(w, some, &done)
	return true
}

// decide makes the thresholds for what a document needs that holds no leaf
// several times, and for one that does.
func (r *ranking) decide(once, several int64) bool {
	return r.x.sieve.about(once) && r.x.several.about(several)
}

// needed is how much a document of the window must have at least to get among
// the best, where leaves give it up to so many times the points that they give
// at most to those that hold them once.
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
	if scale >= 1 {
		sum /= scale
	} else {
		sum = (sum-r.slope*reach)/scale + r.slope*reach
	}
	return max(1, int64(sum*r.x.units*(1-1e-9)))
}

// boundsIn are the most that a leaf adds to a document of a window that holds
// it once, and to any.
func (p *plan) boundsIn(l *leaf, read *reading, win *windowMeta) (once, most float64) {
	if read.joined {
		return l.once, l.bound
	}
	full := l.full(p.s.opts)
	once, most = min(l.once, full*p.s.norms.share(1, int(win.shortest))), l.bound
	if read.most < manyTimes {
		most = min(most, full*p.s.norms.share(int(read.most), int(win.shortest)))
	}
	return once, most
}

// scales gives how many times the points of a document that holds them once the
// leaves read in a window give there at most to such a one, and to any.
func (r *ranking) scales(w uint32) (once, several float64) {
	for k := range r.x.readings {
		if read := &r.x.readings[k]; read.who != nil {
			l := &r.p.leaves[k]
			one, most := r.p.boundsIn(l, read, &r.p.s.windows[w])
			once, several = max(once, one/l.once), max(several, most/l.once)
		}
	}
	return once, several
}

// scoreSieved scores those of some documents of a window that pass the
// thresholds and were not scored before.
func (r *ranking) scoreSieved(w uint32, some, done *bitmap) {
	x := r.x
	who := *x.sieve.met(x.inputs, &x.work)
	if x.many != (bitmap{}) {
		several := x.several.met(x.inputs, &x.work)
		for k := range who {
			who[k] |= several[k] & x.many[k]
		}
	}
	for k := range who {
		who[k] &= some[k] &^ done[k]
		done[k] |= who[k]
	}
	r.scoreAll(w, &who)
}
