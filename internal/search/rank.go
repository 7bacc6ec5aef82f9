package search

import (
	"math/bits"
	"slices"
	"time"

	"factbot/internal/fact"
)

// cell gathers one document's score while a window is ranked.
type cell struct {
	score   float64
	slots   uint32 // that something stands for
	literal uint32 // that stand literally in the document
}

// scratch is what ranking a query needs, kept between queries.
type scratch struct {
	cells  [windowSize]cell
	seen   [windowSize / 64]uint64
	tally  [windowSize]uint8 // of a group of terms
	found  []candidate
	seq    []seqUnit
	shares [4][256]float64 // coverage by byte of a slot set
}

// candidate is a document that may answer.
type candidate struct {
	s        *shelf
	p        *plan
	doc      uint32
	slots    uint32
	literal  uint32
	score    float64
	coverage float64
}

// filter says which documents may be given.
type filter struct {
	status    *fact.Status
	min       fact.Confidence
	lang      fact.Lang
	retracted bool
	now       time.Time
	weak      bool // also those that cover too little
}

// less orders candidates: score, verified first, confidence, id.
func (a *candidate) compare(b *candidate) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	fa, fb := a.s.facts[a.doc], b.s.facts[b.doc]
	if va, vb := rankOf(fa.Status), rankOf(fb.Status); va != vb {
		return va - vb
	}
	if fa.Confidence != fb.Confidence {
		return int(fb.Confidence) - int(fa.Confidence)
	}
	return fa.ID.Compare(fb.ID)
}

// rankOf puts verified facts first and retracted ones last.
func rankOf(s fact.Status) int {
	switch s {
	case fact.Verified:
		return 0
	case fact.Retracted:
		return 2
	}
	return 1
}

// rank scores every document of a shelf that holds enough of a plan, and
// appends those that pass the filter to the candidates: all of them where keep
// is 0, else at least the best keep. It counts how many pass.
func (p *plan) rank(x *scratch, f *filter, keep int, left *LeftOut) int {
	share := x.coverage(p.slots)
	floor := p.s.opts.Threshold
	if f.weak {
		floor = 0
	}
	makes, adds := p.divide(floor)
	top := topList{keep: keep}
	total := 0
	for w := uint32(0); int(w)<<windowBits < len(p.s.facts); w++ {
		any := false
		for i := range makes {
			any = p.addWindow(x, &makes[i], w, true) || any
		}
		if !any {
			continue
		}
		for i := range adds {
			p.addWindow(x, &adds[i], w, false)
		}
		for k, set := range x.seen {
			if set == 0 {
				continue
			}
			x.seen[k] = 0
			for ; set != 0; set &= set - 1 {
				at := k<<6 | bits.TrailingZeros64(set)
				c := x.cells[at]
				x.cells[at] = cell{}
				doc := w<<windowBits | uint32(at)
				cand := candidate{s: p.s, p: p, doc: doc, slots: c.slots, literal: c.literal, score: c.score}
				cand.coverage = share(c.slots)
				if !p.admit(&cand, f, floor, left) {
					continue
				}
				total++
				cand.score *= p.s.prior(p.s.meta[doc], doc, f.now) * (1 + p.s.opts.Coordination*cand.coverage)
				top.add(cand)
			}
		}
	}
	x.found = append(x.found, top.list...)
	return total
}

// admit applies the filter and the coverage threshold.
func (p *plan) admit(c *candidate, f *filter, floor float64, left *LeftOut) bool {
	m := p.s.meta[c.doc]
	switch {
	case m.flags&docDead != 0:
		return false
	case c.coverage < floor:
		left.Weak++
		return false
	case m.flags&docRetracted != 0 && !f.retracted:
		left.Retracted++
		return false
	case fact.Confidence(m.rate) < f.min,
		f.status != nil && p.s.facts[c.doc].Status != *f.status,
		f.lang != fact.LangUnknown && p.s.facts[c.doc].Lang != f.lang:
		left.Filtered++
		return false
	}
	return true
}

// divide splits the leaves into those that make candidates and those that only
// add to them: what lies together below the coverage threshold makes none.
func (p *plan) divide(floor float64) (makes, adds []leaf) {
	total := 0.0
	for _, s := range p.slots {
		total += s.weight
	}
	order := slices.Clone(p.leaves)
	weight := func(l *leaf) float64 {
		w := 0.0
		for k := range p.slots {
			if l.slots>>k&1 != 0 {
				w += p.slots[k].weight
			}
		}
		return w
	}
	slices.SortStableFunc(order, func(a, b leaf) int {
		wa, wb := weight(&a), weight(&b)
		switch {
		case wa < wb:
			return -1
		case wa > wb:
			return 1
		}
		return 0
	})
	var covered uint32
	sum := 0.0
	for k := range order {
		for j := range p.slots {
			if order[k].slots>>j&1 != 0 && covered>>j&1 == 0 {
				sum += p.slots[j].weight
			}
		}
		covered |= order[k].slots
		if order[k].slots != 0 && sum >= floor*total*(1-1e-9) {
			return order[k:], order[:k]
		}
	}
	return nil, order
}

// addWindow adds a leaf's score to the cells of one window: to all documents
// that hold it, or only to those already seen.
func (p *plan) addWindow(x *scratch, l *leaf, w uint32, makes bool) bool {
	if len(l.runs) == 1 && l.runs[0].tail == nil {
		posts, counts := l.runs[0].base.in(w)
		if len(posts) == 0 {
			return false
		}
		p.addPosts(x, l, w, posts, counts, makes)
		return true
	}
	return p.addTally(x, l, w, makes)
}

func (p *plan) addPosts(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8, makes bool) {
	o := p.s.opts
	k1, b := o.K1, o.B
	weight := l.idf * l.weight * (k1 + 1)
	flat, slope := k1*(1-b), k1*b/p.s.average()
	meta := p.s.meta[w<<windowBits:]
	literal := uint32(0)
	if l.literal {
		literal = l.slots
	}
	for _, post := range posts {
		at := post & windowMask
		tf := float64(post >> windowBits)
		if post>>windowBits == manyTimes {
			tf = float64(counts[0])
			counts = counts[1:]
		}
		if makes {
			x.seen[at>>6] |= 1 << (at & 63)
		} else if x.seen[at>>6]>>(at&63)&1 == 0 {
			continue
		}
		c := &x.cells[at]
		c.score += weight * tf / (tf + flat + slope*float64(meta[at].length))
		c.slots |= l.slots
		c.literal |= literal
	}
}

// addTally adds a leaf of several lists, which count as one term.
func (p *plan) addTally(x *scratch, l *leaf, w uint32, makes bool) bool {
	var touched [windowSize / 64]uint64
	any := false
	one := func(r *run) {
		posts, counts := r.in(w)
		any = any || len(posts) > 0
		for _, post := range posts {
			at := post & windowMask
			n := uint8(post >> windowBits)
			if n == manyTimes {
				n = counts[0]
				counts = counts[1:]
			}
			x.tally[at] = uint8(min(int(x.tally[at])+int(n), 255))
			touched[at>>6] |= 1 << (at & 63)
		}
	}
	for i := range l.runs {
		one(&l.runs[i].base)
		if l.runs[i].tail != nil {
			one(l.runs[i].tail)
		}
	}
	if !any {
		return false
	}
	var posts []uint16
	var counts []uint8
	for k, set := range touched {
		for ; set != 0; set &= set - 1 {
			at := k<<6 | bits.TrailingZeros64(set)
			n := x.tally[at]
			x.tally[at] = 0
			posts = append(posts, uint16(at)|uint16(min(n, manyTimes))<<windowBits)
			if n >= manyTimes {
				counts = append(counts, n)
			}
		}
	}
	p.addPosts(x, l, w, posts, counts, makes)
	return true
}

// coverage gives a function from a set of slots to its share of the content.
func (x *scratch) coverage(slots []slot) func(uint32) float64 {
	total := 0.0
	for _, s := range slots {
		total += s.weight
	}
	if total == 0 {
		return func(uint32) float64 { return 0 }
	}
	n := (len(slots) + 7) / 8
	for b := range n {
		part := slots[8*b : min(8*b+8, len(slots))]
		for set := 1; set < 1<<len(part); set++ {
			low := bits.TrailingZeros(uint(set))
			x.shares[b][set] = x.shares[b][set&(set-1)] + part[low].weight/total
		}
	}
	return func(set uint32) float64 {
		sum := 0.0
		for b := range n {
			sum += x.shares[b][set>>(8*b)&255]
		}
		return sum
	}
}

// prior is the factor by which what is known of a fact lifts or lowers it.
func (s *shelf) prior(m docMeta, doc uint32, now time.Time) float64 {
	o := s.opts
	f := 1 + o.Confidence*(float64(m.rate)-50)/50
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if m.flags&docVerified != 0 && !expired {
		f += o.Verified
	}
	if expired {
		f *= o.Expired
	}
	if m.flags&docDoubted != 0 {
		f *= o.Doubted
	}
	return f
}
