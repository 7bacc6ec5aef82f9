package search

import (
	"time"
)

// refine looks closely at the best candidates: single characters that they
// share with the query, and words of the query that stand together in them.
func (x *scratch) refine(found []candidate, now time.Time) {
	for k := range found {
		c := &found[k]
		x.seq = readForward(x.seq[:0], c.s.forward.at(c.doc))
		add := c.p.singles(c, x.seq) + c.p.phrases(x.seq)
		if add > 0 {
			c.score += add * c.s.prior(c.s.meta[c.doc], c.doc, now)
		}
	}
}

// singles adds the optional single characters.
func (p *plan) singles(c *candidate, seq []seqUnit) float64 {
	sum := 0.0
	for k := range p.optional {
		l := &p.optional[k]
		n := 0
		for _, u := range seq {
			if u.term == l.terms[0][0] {
				n++
			}
		}
		sum += p.points(l, n, int(c.s.meta[c.doc].length))
	}
	return sum
}

// points is what a leaf adds to a document that holds it so many times.
func (p *plan) points(l *leaf, n, length int) float64 {
	if n == 0 {
		return 0
	}
	k1, b := p.s.opts.K1, p.s.opts.B
	tf := float64(n)
	return l.idf * l.weight * (k1 + 1) * tf / (tf + k1*(1-b) + k1*b/p.s.average()*float64(length))
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
	weight float64
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
			p.pairs = append(p.pairs, pair{p.terms[last], p.terms[i], idf})
		}
		last = i
	}
}

// subjects lifts, for a query of one word, the facts that start with it: they
// are about it, where others only mention it.
func (x *scratch) subjects(found []candidate) {
	for k := range found {
		c := &found[k]
		x.seq = readForward(x.seq[:0], c.s.forward.at(c.doc))
		if c.p.startsWith(x.seq) {
			c.score *= 1 + c.s.opts.Subject
		}
	}
}

// startsWith reports whether a document starts with the query's content word.
func (p *plan) startsWith(seq []seqUnit) bool {
	for i, w := range p.words {
		if w.stop {
			continue
		}
		return len(seq) > 0 && !w.han && seq[0].term == p.terms[i]
	}
	return false
}
