package search

import "slices"

// large is how many facts make a topic large enough that going through the
// lists of words beside those of their concepts costs more than it brings.
const large = 8192

// deferWords takes the words out of the leaves whose concepts count already:
// in a large topic they are looked up for the best candidates alone.
func (p *plan) deferWords() {
	if p.s.live < large || len(p.slots) < 2 {
		return
	}
	for k := range p.leaves {
		if p.dominated(&p.leaves[k]) {
			p.deferred = append(p.deferred, p.leaves[k])
		}
	}
	if len(p.deferred) > 0 {
		p.leaves = slices.DeleteFunc(p.leaves, func(l leaf) bool {
			return slices.ContainsFunc(p.deferred, func(d leaf) bool { return d.term == l.term && d.from == l.from && d.to == l.to && l.literal })
		})
	}
}

// late gives the points of the deferred words that a candidate holds.
func (p *plan) late(c *candidate) float64 {
	return p.deferredPoints(c, func(l *leaf) int { return l.one.count(c.doc) })
}

// lateIn does so for a candidate whose units are at hand.
func (p *plan) lateIn(c *candidate, seq []seqUnit) float64 {
	return p.deferredPoints(c, func(l *leaf) int {
		n := 0
		for k := range seq {
			n += btoi(seq[k].term == l.term)
		}
		return n
	})
}

func (p *plan) deferredPoints(c *candidate, times func(*leaf) int) float64 {
	sum := 0.0
	for k := range p.deferred {
		l := &p.deferred[k]
		if n := times(l); n > 0 {
			c.literal = c.literal || l.slots != 0
			sum += p.points(l, n, int(p.s.meta[c.doc].length))
		}
	}
	return sum * (1 + p.s.opts.Coordination*c.coverage)
}
