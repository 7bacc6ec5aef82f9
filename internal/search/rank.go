package search

import "factbot/internal/fact"

// ranking is the state of one plan's ranking.
type ranking struct {
	p      *plan
	x      *scratch
	f      *filter
	left   *LeftOut
	top    topList
	floor  float64
	most   float64 // that a document's points are multiplied by
	lift   float64 // … in the window at hand
	total  int
	exact  bool // every answer is wanted or to be accounted for
	counts bool // what passes by is counted, as answers or as left out
	plain  bool // no property of a document is asked for
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
	r.plain = f.status == nil && f.min == 0 && f.lang == fact.LangUnknown
	r.most = 1 + o.Verified + o.Confidence
	r.lift = r.most
	first := p.divide(r.floor)
	if first == len(p.leaves) {
		return 0
	}
	x.weigh(p.slots)
	r.orderLeaves()
	r.top = topList{keep: keep, first: len(x.found), list: x.found}
	if r.exact {
		r.counts = true
		r.all(first)
	} else {
		if !r.sample() {
			r.best()
		}
		r.count(first, max(countUpTo, keep))
	}
	x.found = r.top.list
	return r.total
}

// all scores every document that may cover enough. first is the first leaf
// that makes candidates by its content.
func (r *ranking) all(first int) {
	r.rewind()
	makes, adds := r.p.leaves[first:], r.p.leaves[:first]
	for w := range r.windows() {
		found := false
		for k := range makes {
			found = r.p.addWindow(r.x, &makes[k], w, 0) || found
		}
		if !found {
			continue
		}
		r.x.gather()
		for k := range adds {
			r.p.addFound(r.x, &adds[k], w)
		}
		r.harvest(w)
	}
}

// sampled is up to how many leaves a sample is taken. Of more, those that tell
// most by posting seldom suffice.
const sampled = 6

// sample scores what the leaves that tell most by posting find. That sets the
// bar for all others, and often shows that nothing else can pass it: then it
// reports true, and the best are found.
func (r *ranking) sample() bool {
	x, size := r.x, 0
	from := len(x.order)
	if from > sampled {
		return false
	}
	for from > 0 && size < 4*r.top.keep {
		from--
		size += r.p.leaves[x.order[from]].size()
	}
	if from == 0 {
		return false
	}
	r.rewind()
	for w := range r.windows() {
		r.window(w, max(from, r.enter(w)))
	}
	r.lift = r.most
	if r.top.bar > 0 && r.enough() >= from {
		return true
	}
	r.top.list = r.top.list[:r.top.first] // found again
	return false
}

// best scores every document that may be among the best.
func (r *ranking) best() {
	r.rewind()
	for w := range r.windows() {
		r.window(w, r.enter(w))
	}
}

func (r *ranking) windows() uint32 { return uint32((len(r.p.s.facts) + windowSize - 1) >> windowBits) }

// rewind puts every leaf before its first posting.
func (r *ranking) rewind() {
	for k := range r.p.leaves {
		r.p.leaves[k].next = 0
	}
}

// window scores the documents of one window that the leaves find from one on,
// in their order, the last first. The leaves before it only add to what those
// found.
func (r *ranking) window(w uint32, from int) {
	x := r.x
	found := false
	for i := len(x.order) - 1; i >= from; i-- {
		found = r.p.addWindow(x, &r.p.leaves[x.order[i]], w, r.least(i)) || found
	}
	if !found {
		return
	}
	x.gather()
	for i := from; i > 0; i-- {
		if r.top.bar > 0 {
			r.forget(i)
		}
		if len(x.docs) == 0 {
			return
		}
		r.p.addFound(x, &r.p.leaves[x.order[i-1]], w)
	}
	r.harvest(w)
}

// harvest takes the candidates of one window and leaves its cells clean.
func (r *ranking) harvest(w uint32) {
	x, meta := r.x, r.p.s.meta[w<<windowBits:]
	lift, point := r.p.s.opts.Coordination, 1/x.units
	bar := 0.0
	if !r.exact {
		bar = r.top.bar
	}
	for _, at := range x.docs {
		c := x.cells[at]
		x.drop(at)
		score, slots := float64(c.units())*point, c.slots()
		if slots == 0 {
			continue // what stands for no word of the query finds nothing by itself
		}
		coverage := x.share(slots)
		m := meta[at]
		doc := w<<windowBits | uint32(at)
		prior := r.priors[m.flags&docVerified>>2][m.rate]
		if m.flags&(docExpires|docDoubted) != 0 {
			prior = r.p.s.prior(m, doc, r.f.now)
		}
		score *= prior * (1 + lift*coverage)
		if c.literal() {
			score += r.p.literalLift
		}
		// Scores are rounded, so that equal facts tie.
		score = float64(float32(score))
		if score >= bar && r.admit(m, coverage) {
			r.top.add(candidate{r.p, doc, slots, c.literal(), score, coverage})
			if !r.exact {
				bar = r.top.bar
			}
		}
	}
}
