package search

import (
	"time"
)

// refine looks closely at the best candidates: single characters that they
// share with the query, and words of the query that stand together in them.
// Those that this cannot lift to the first page, where there is one, it leaves
// alone.
func (x *scratch) refine(found []candidate, page int, now time.Time) {
	top := topList{page: x.page[:0], pageSize: page}
	for k := range found {
		c := &found[k]
		p, s := c.p, c.p.s
		prior := s.prior(s.meta[c.doc], c.doc, now)
		if page > 0 && (c.score+p.slack(c.slots)*prior)*roundingUp < top.bar {
			continue
		}
		c.looked = true
		add := 0.0
		if len(p.optional) > 0 || p.mayPair(c.slots) {
			x.seq = readForward(x.seq[:0], s.forward.at(c.doc))
			add = p.lateIn(c, x.seq) + p.singles(c, x.seq) + p.phrases(x.seq)
		} else {
			add = p.late(c)
		}
		if add > 0 {
			c.score = float64(float32(c.score + add*prior))
		}
		top.turn(c.score)
	}
	x.page = top.page
}

// slack is the most that a closer look adds to the points of a document of
// these slots.
func (p *plan) slack(slots uint32) float64 {
	sum := 0.0
	for k := range p.deferred {
		sum += p.deferred[k].full(p.s.opts) * (1 + p.s.opts.Coordination)
	}
	for k := range p.optional {
		sum += p.optional[k].full(p.s.opts)
	}
	for k := range p.pairs {
		if ph := &p.pairs[k]; ph.slots&^slots == 0 {
			sum += ph.weight * p.s.opts.Phrase
		}
	}
	return sum
}

// singles adds the optional single characters.
func (p *plan) singles(c *candidate, seq []seqUnit) float64 {
	sum := 0.0
	for k := range p.optional {
		l := &p.optional[k]
		n := 0
		for _, u := range seq {
			if u.term == l.term {
				n++
			}
		}
		sum += p.points(l, n, int(p.s.meta[c.doc].length))
	}
	return sum
}

// points is what a leaf adds to a document that holds it so many times.
func (p *plan) points(l *leaf, n, length int) float64 {
	if n == 0 {
		return 0
	}
	return l.idf * l.weight * (p.s.opts.K1 + 1) * p.s.norms.share(n, length)
}

// phrases adds something for each two neighbouring content words of the query
// that stand next to each other in the document too.
func (p *plan) phrases(seq []seqUnit) float64 {
	sum := 0.0
	for _, ph := range p.pairs {
		prev, times := noTerm, 0.0
		for _, u := range seq {
			if u.extra {
				continue
			}
			if u.term == ph.b && prev == ph.a {
				times++
			}
			prev = u.term
		}
		sum += ph.weight * p.s.opts.Phrase * times / (times + 0.5)
	}
	return sum
}

// pair is two neighbouring content words of a query, stop words passed over.
type pair struct {
	a, b   termID
	slots  uint32 // that a document which holds both surely covers
	weight float64
}

// mayPair reports whether a document that covers these slots may hold both
// words of some pair.
func (p *plan) mayPair(slots uint32) bool {
	for _, ph := range p.pairs {
		if ph.slots&^slots == 0 {
			return true
		}
	}
	return false
}

// findPairs notes the neighbouring Latin words of the query that facts hold;
// pairs of Chinese characters are terms already.
func (p *plan) findPairs() {
	last := -1
	for i, w := range p.words {
		if w.stop {
			continue
		}
		if w.han || p.s.df(p.terms[i]) == 0 {
			last = -1
			continue
		}
		if last >= 0 && p.terms[last] != p.terms[i] {
			idf := min(p.idf(p.s.df(p.terms[last])), p.idf(p.s.df(p.terms[i])))
			if p.s.known[p.terms[last]] || p.s.known[p.terms[i]] {
				idf *= p.s.opts.TitleDamp
			}
			p.pairs = append(p.pairs, pair{p.terms[last], p.terms[i], p.coveredBy(last) | p.coveredBy(i), idf})
		}
		last = i
	}
}

// coveredBy gives the slots that a document covers by holding a word of the
// query.
func (p *plan) coveredBy(i int) uint32 {
	if p.onlyInWhole(i) {
		return 0
	}
	return p.slotOf[i]
}
