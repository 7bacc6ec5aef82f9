package search

import (
	"slices"

	"factbot/internal/fact"
)

// liftLiteral makes sure, for a query of one word, that the facts that hold
// the word itself come before those found only across a glossary or the
// dictionary: it lifts the former by as much as the latter can score. It
// reports whether the query is of one word.
func liftLiteral(plans []*plan) bool {
	lift := 0.0
	for _, p := range plans {
		if len(p.slots) > 1 {
			return false
		}
		most := 0.0
		for k := range p.leaves {
			if l := &p.leaves[k]; !l.literal {
				most += l.idf * l.weight * (p.s.opts.K1 + 1)
			}
		}
		o := p.s.opts
		lift = max(lift, most*(1+o.Confidence+o.Verified)*(1+o.Coordination))
	}
	for _, p := range plans {
		p.literalLift = lift
	}
	return true
}

// subjects lifts, for a query of one word, the facts that start with it: they
// are about it, where others only mention it. Where the word is the topic's
// name, those at the topic's core come first among them.
func (x *scratch) subjects(found []candidate) {
	for k := range found {
		c := &found[k]
		x.seq = readForward(x.seq[:0], c.p.s.forward.at(c.doc))
		if c.p.startsWith(x.seq) {
			base := c.score
			if c.literal {
				base -= c.p.literalLift
			}
			lift := c.p.s.opts.Subject
			if c.p.asksTopic() && c.p.s.facts[c.doc].Has(fact.Core) {
				lift *= 2
			}
			c.score += base * lift
		}
	}
}

// asksTopic reports whether nothing is asked for but the topic itself.
func (p *plan) asksTopic() bool {
	for i, w := range p.words {
		if !w.stop && !p.s.known[p.terms[i]] {
			return false
		}
	}
	return true
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

func sortCandidates(found []candidate) {
	slices.SortFunc(found, func(a, b candidate) int { return a.compare(&b) })
}
