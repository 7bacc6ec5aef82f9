package search

import (
	"math/bits"

	"factbot/internal/fact"
)

// ranking is the state of one plan's ranking.
type ranking struct {
	p      *plan
	x      *scratch
	f      *filter
	left   *LeftOut
	top    topList
	floor  float64
	lift   float64 // the most that a document's points are multiplied by
	total  int
	exact  bool // every answer is wanted or to be accounted for
	priors *[2][256]float64
}

// rank scores the documents of a shelf that hold enough of a plan, and appends
// those that pass the filter to the candidates: all of them where keep is 0,
// else the best keep. It counts how many pass, up to countUpTo.
func (p *plan) rank(x *scratch, f *filter, keep int, left *LeftOut) int {
	o := p.s.opts
	r := ranking{p: p, x: x, f: f, left: left, floor: p.s.tail(), priors: x.priors(o)}
	if f.weak {
		r.floor = 0
	}
	r.exact = keep == 0 || f.exact || f.retracted
	r.lift = 1 + o.Verified + o.Confidence
	first := p.divide(r.floor)
	if first == len(p.leaves) {
		return 0
	}
	x.weigh(p.slots)
	x.order = x.order[:0]
	r.top = topList{keep: keep, first: len(x.found), list: x.found}
	for w := uint32(0); int(w)<<windowBits < len(p.s.facts); w++ {
		r.window(w, first)
	}
	x.found = r.top.list
	return r.total
}

// window ranks the documents of one window. first is the first leaf that makes
// candidates by its content.
func (r *ranking) window(w uint32, first int) {
	x := r.x
	pruning := !r.exact && r.total >= countUpTo && r.top.bar > 0
	makes, adds := r.split(first, pruning)
	any := false
	for _, k := range makes {
		any = r.p.addWindow(x, &r.p.leaves[k], w, true) || any
	}
	if !any {
		return
	}
	rest := 0.0
	for _, k := range adds {
		rest += r.p.leaves[k].bound
	}
	for n, k := range adds {
		if pruning && n%4 == 0 && !r.forget(rest, r.reach(adds[n:])) {
			return
		}
		r.p.addWindow(x, &r.p.leaves[k], w, false)
		rest -= r.p.leaves[k].bound
	}
	r.harvest(w, pruning)
}

// harvest takes the candidates of one window and leaves its cells clean.
func (r *ranking) harvest(w uint32, pruning bool) {
	x, f, meta := r.x, r.f, r.p.s.meta[w<<windowBits:]
	plain := f.status == nil && f.min == 0 && f.lang == fact.LangUnknown
	lift := r.p.s.opts.Coordination
	for k, set := range x.seen {
		if set == 0 {
			continue
		}
		x.seen[k] = 0
		for ; set != 0; set &= set - 1 {
			at := k<<6 | bits.TrailingZeros64(set)
			c := &x.cells[at]
			score, slots, literal := c.score, uint32(c.slots), uint32(c.slots>>32)
			*c = cell{}
			m := meta[at]
			coverage := x.share(slots)
			if pruning && r.least(score, coverage) < r.top.bar {
				continue
			}
			switch {
			case m.flags&docDead != 0:
				continue
			case coverage < r.floor:
				r.left.Weak++
				continue
			case m.flags&docRetracted != 0 && !f.retracted:
				r.left.Retracted++
				continue
			case !plain && !f.passes(m):
				r.left.Filtered++
				continue
			}
			r.total++
			doc := w<<windowBits | uint32(at)
			prior := r.priors[m.flags&docVerified>>2][m.rate]
			if m.flags&(docExpires|docDoubted) != 0 {
				prior = r.p.s.prior(m, doc, f.now)
			}
			score *= prior * (1 + lift*coverage)
			if literal != 0 {
				score += r.p.literalLift
			}
			// Sums in another order differ in their last bits: rounding lets
			// equal facts tie.
			score = float64(float32(score))
			if score >= r.top.bar {
				r.top.add(candidate{r.p, doc, slots, literal, score, coverage})
			}
		}
	}
}
