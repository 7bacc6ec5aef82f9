package search

import (
	"cmp"
	"math/bits"
	"slices"
)

// conceptSpan is a glossary form that stands in the query.
type conceptSpan struct {
	from, to int
	concept  termID
	nested   bool // within a longer form
	rivals   int  // how many groups have this very form
}

// findSpans finds the glossary forms in the query, the longest first. Where
// the topic's own glossary and the common one know the same words, the topic's
// decides, unless no fact holds it.
func (p *plan) findSpans() {
	p.seq = p.seq[:0]
	for i, w := range p.words {
		p.seq = append(p.seq, seqUnit{term: p.terms[i], han: w.han, glued: w.glued})
	}
	var some [16]conceptSpan
	spans := some[:0]
	trie := &p.s.concepts
	trie.match(p.seq, func(from, to int, c termID) { spans = append(spans, conceptSpan{from: from, to: to, concept: c}) })
	for k, w := range p.wholes {
		if p.wholeOf[k] == noTerm {
			continue
		}
		trie.match([]seqUnit{{term: p.wholeOf[k]}}, func(_, _ int, c termID) {
			spans = append(spans, conceptSpan{from: w.from, to: w.to, concept: c})
		})
	}
	slices.SortStableFunc(spans, func(a, b conceptSpan) int {
		return cmp.Or(cmp.Compare(b.to-b.from, a.to-a.from), cmp.Compare(a.from, b.from), cmp.Compare(a.concept, b.concept))
	})
	p.spans = p.choose(slices.Compact(spans), p.spans[:0])
}

// choose drops spans that are only stop words or cut a Chinese word, repeated
// concepts, and of two groups with the same form the less fitting one, and
// marks the nested ones.
func (p *plan) choose(spans, out []conceptSpan) []conceptSpan {
	for _, s := range spans {
		if p.stopWord(s) || p.cutsWord(s) || p.outranked(s, spans) {
			continue
		}
		keep := true
		for _, o := range out {
			within := o.from <= s.from && s.to <= o.to
			keep = keep && !(within && o.concept == s.concept)
			s.nested = s.nested || within && s.to-s.from < o.to-o.from
		}
		if keep {
			out = append(out, s)
		}
	}
	for k := range out {
		for _, o := range out {
			if o.from == out[k].from && o.to == out[k].to && p.s.df(o.concept) > 0 {
				out[k].rivals++
			}
		}
		out[k].rivals = max(1, out[k].rivals)
	}
	return out
}

// stopWord reports whether a span is one word that carries no content.
func (p *plan) stopWord(s conceptSpan) bool {
	for _, w := range p.words[s.from:s.to] {
		if !w.stop || s.to-s.from > 1 && (!w.han || w.seg != p.words[s.from].seg) {
			return false
		}
	}
	return true
}

// outranked reports whether another group has the same form and decides: the
// topic's own before a common one, one that facts hold before one that none
// does.
func (p *plan) outranked(s conceptSpan, spans []conceptSpan) bool {
	own := func(c conceptSpan) bool { return p.s.concepts.groups[p.s.keys[c.concept]&keyIndex].topic }
	for _, o := range spans {
		if o.from == s.from && o.to == s.to && own(o) != own(s) && p.s.df(o.concept) > 0 && (own(o) || p.s.df(s.concept) == 0) {
			return true
		}
	}
	return false
}

// conceptLeaves looks the concepts up, and their looser neighbours.
func (p *plan) conceptLeaves() {
	for _, s := range p.spans {
		slots := p.bits(s.from, s.to)
		if slots == 0 {
			slots = p.newSlot("")
		}
		g := &p.s.concepts.groups[p.s.keys[s.concept]&keyIndex]
		l := leaf{how: ByGlossary, from: s.from, to: s.to, slots: slots, weight: p.s.opts.Concept}
		beside := p.s.opts.Beside
		if !g.topic {
			l.weight, beside = p.s.opts.Common, p.s.opts.CommonBeside
		}
		if s.nested {
			l.weight *= p.s.opts.Nested
		}
		l.weight /= float64(s.rivals)
		if p.addLeaf(l, s.concept) {
			for i := s.from; i < s.to; i++ {
				p.covered[i] = true
				if p.s.df(s.concept) > 0 {
					p.besides[i] = min(p.besides[i], beside)
				}
			}
		}
		for _, near := range g.near {
			n := l
			n.slots, n.weight = 0, l.weight*p.s.opts.Near
			p.addLeaf(n, near)
		}
	}
}

// settleWeights gives each slot its share of the query's content: that of the
// rarest thing that stands for it literally, else of what else does, else, for
// a word that nothing holds, as rare as can be.
func (p *plan) settleWeights() {
	for k := range p.slots {
		bit := uint32(1) << k
		best, literal := 0.0, false
		for _, l := range p.leaves {
			if l.slots&bit == 0 || l.how == AsAbbreviation && literal {
				continue
			}
			if idf := l.idf; l.literal && !literal || l.literal == literal && (best == 0 || idf < best) {
				best, literal = idf, l.literal
			}
		}
		s := &p.slots[k]
		if best == 0 {
			best = p.idf(1) * p.s.opts.Unknown
		}
		if s.light {
			best *= p.s.opts.Light
		}
		s.weight = best
	}
	p.weighWords()
	p.dampTitle()
	p.spreadSegments()
}

// weighWords makes figures weigh more, and the topic's own name less. Where words
// share a slot, the first of them decides.
func (p *plan) weighWords() {
	weighed := uint32(0)
	for i, w := range p.words {
		bit := p.slotOf[i]
		if w.han || bits.OnesCount32(bit) != 1 || bit&weighed != 0 {
			continue
		}
		weighed |= bit
		s := &p.slots[bits.TrailingZeros32(bit)]
		switch {
		case w.number && p.s.df(p.terms[i]) > 0:
			s.weight *= p.s.opts.Number
		case w.number:
			s.weight *= p.s.opts.Light
		}
		if p.s.known[p.terms[i]] {
			s.weight *= p.s.opts.TitleDamp
		}
	}
}

// dampTitle lowers what the topic's own name and words that say little add to
// a score.
func (p *plan) dampTitle() {
	var title, other, faint uint32
	for i := range p.words {
		if p.s.known[p.terms[i]] {
			title |= p.slotOf[i]
		} else {
			other |= p.slotOf[i]
		}
	}
	title &^= other // which words that share a slot are, if one is
	for k := range p.slots {
		if p.slots[k].light {
			faint |= 1 << k
		}
	}
	named := 1.0
	if title != 0 && p.memo.knows != nil {
		named = p.s.opts.Named
	}
	for k := range p.leaves {
		p.leaves[k].weight *= named
		switch l := &p.leaves[k]; {
		case l.slots == 0 || len(p.slots) < 2:
		case l.slots&^title == 0:
			l.weight *= p.s.opts.TitleDamp
		case l.slots&^faint == 0:
			l.weight *= p.s.opts.Faint
		}
	}
}

// spreadSegments makes a Chinese word of several pairs weigh little more than
// one of a single pair. A slot that words share is spread once.
func (p *plan) spreadSegments() {
	spread := uint32(0)
	for i := 0; i < len(p.words); {
		if !p.words[i].han || p.words[i].stop {
			i++
			continue
		}
		j := p.hanGroup(i)
		own := p.bits(i, j) &^ spread
		spread |= own
		if n := j - i; n > 2 {
			for ; own != 0; own &= own - 1 {
				p.slots[bits.TrailingZeros32(own)].weight *= 2 / float64(n)
			}
		}
		i = j
	}
}

// cutsWord reports whether a span begins or ends within a Chinese word.
func (p *plan) cutsWord(s conceptSpan) bool {
	within := func(i int) bool { // a word's border lies not before i
		return i > 0 && i < len(p.words) && p.words[i].han && p.words[i-1].han && p.words[i].seg == p.words[i-1].seg
	}
	return within(s.from) || within(s.to)
}
