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
	lift   float64 // the most that a document's points are multiplied by, in the window at hand
	sieves bool    // documents are sieved where that is quicker
	slope  float64 // how many points coverage of everything is counted as when sieving
	total  int
	enough int  // answers are counted up to here
	exact  bool // every answer is wanted or to be accounted for
	counts bool // what passes by is counted, as answers or as left out
	plain  bool // no property of a document is asked for
	priors *[2][256]float64
}

// extent is how much of a ranking is wanted.
type extent struct {
	keep  int     // the best so many of each topic; 0: all
	page  int     // of which the best so many of all topics are shown; 0: perhaps all
	slack float64 // the most points that a closer look adds to a document of any topic
}

// rank scores the documents of a shelf that hold enough of a plan, and appends
// those that pass the filter to the candidates: as many of the best as are to be
// kept, but those that cannot get onto the page, however closely they are looked
// at, may be missing. It counts how many pass, up to countUpTo.
func (p *plan) rank(x *scratch, f *filter, e extent, left *LeftOut) int {
	o := p.s.opts
	r := ranking{p: p, x: x, f: f, left: left, floor: p.s.tail() - hair, priors: x.priors(o)}
	if f.weak {
		r.floor = 0
	}
	r.exact = e.keep == 0 || f.exact || f.retracted
	r.plain = f.status == nil && f.min == 0 && f.lang == fact.LangUnknown
	r.lift = 1 + o.Verified + o.Confidence
	x.weigh(p.slots)
	first := r.divide()
	if first == len(p.leaves) {
		return 0
	}
	r.orderLeaves()
	r.top = topList{s: p.s, keep: e.keep, list: x.top[:0], page: x.page[:0]}
	if e.page < e.keep && !f.weak && r.floor >= o.Threshold-2*hair {
		r.top.pageSize, r.top.slack = e.page, e.slack*r.lift
	}
	if r.exact {
		r.counts = true
		r.all(first)
	} else {
		r.enough = max(countUpTo, e.keep)
		r.some()
	}
	x.top, x.page = r.top.list, r.top.page
	for k := range x.top {
		t := &x.top[k]
		x.found = append(x.found, candidate{
			p: p, doc: t.doc, slots: t.cell.slots(), literal: t.cell.literal(), score: t.score(), coverage: x.share(t.cell.slots()),
		})
	}
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

// some scores the documents that may be among the best, and counts answers and
// what is left out.
func (r *ranking) some() {
	if r.plain {
		r.countAhead()
	}
	if r.maySweep() {
		r.sweep()
		return
	}
	r.best()
	r.count()
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
		r.p.leaves[k].next, r.p.leaves[k].nextTail = 0, 0
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
	for _, at := range r.x.docs {
		c := r.x.cells[at]
		r.x.drop(at)
		r.offer(w, at, c)
	}
}

// offer takes a document of a window among the best, or among all, if it is an
// answer and scores enough.
func (r *ranking) offer(w uint32, at uint16, c cell) {
	if c.slots() == 0 {
		return // what stands for no word of the query finds nothing by itself
	}
	o := r.p.s.opts
	doc := w<<windowBits | uint32(at)
	m, coverage := r.p.s.meta[doc], r.x.share(c.slots())
	prior := r.priors[m.flags&docVerified>>2][m.rate]
	if m.flags&(docExpires|docDoubted) != 0 {
		prior = r.p.s.prior(m, doc, r.f.now)
	}
	score := float64(c.units()) / r.x.units * prior * (1 + o.Coordination*coverage)
	if c.literal() {
		score += r.p.literalLift
	}
	// Scores are rounded, so that equal facts tie.
	rounded := float32(score)
	if (r.exact || float64(rounded) >= r.top.bar) && r.admit(m, coverage) {
		r.top.add(placed{key: r.p.s.placeKey(rounded, doc), cell: c, doc: doc})
	}
}
