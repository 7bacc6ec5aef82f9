package search

import (
	"slices"
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

// phrases adds something for each pair of neighbouring content words of the
// query that stand next to each other in the document too.
func (p *plan) phrases(seq []seqUnit) float64 {
	sum := 0.0
	for _, ph := range p.pairs {
		prev := noTerm
		for _, u := range seq {
			if u.extra {
				continue
			}
			if u.term == ph.b && prev == ph.a {
				sum += ph.weight
				break
			}
			prev = u.term
		}
	}
	return sum
}

// pair is two neighbouring words of a query.
type pair struct {
	a, b   termID
	weight float64
}

// findPairs notes the neighbouring Latin words of the query that facts hold;
// pairs of Chinese characters are terms already.
func (p *plan) findPairs() {
	for i := 0; i+1 < len(p.words); i++ {
		a, b := p.words[i], p.words[i+1]
		if a.han || b.han || a.stop || b.stop || p.s.df(p.terms[i]) == 0 || p.s.df(p.terms[i+1]) == 0 {
			continue
		}
		w := p.s.opts.Phrase * min(p.idf(p.s.df(p.terms[i])), p.idf(p.s.df(p.terms[i+1])))
		p.pairs = append(p.pairs, pair{p.terms[i], p.terms[i+1], w})
	}
}

// belowLiteral puts, for a query of one word, the facts that are found only
// across a glossary or the dictionary below those that hold the word itself.
func belowLiteral(found []candidate) {
	least, most := 0.0, 0.0
	for _, c := range found {
		if c.literal != 0 {
			if least == 0 || c.score < least {
				least = c.score
			}
		} else {
			most = max(most, c.score)
		}
	}
	if least == 0 || most < least {
		return
	}
	for k := range found {
		if c := &found[k]; c.literal == 0 {
			c.score *= 0.99 * least / most
		}
	}
}

func sortCandidates(found []candidate) {
	slices.SortFunc(found, func(a, b candidate) int { return a.compare(&b) })
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
