package search

import (
	"slices"
	"unicode/utf8"
)

// wholeLeaves looks compounds up as wholes: those written as such, and
// neighbouring words that some fact writes as one.
func (p *plan) wholeLeaves() {
	for k, w := range p.wholes {
		p.wholeLeaf(p.wholeOf[k], w.from, w.to)
	}
	for n := 2; n <= 3; n++ {
		for i := 0; i+n <= len(p.words); i++ {
			if t := p.joined(i, i+n); t != noTerm {
				p.wholeLeaf(t, i, i+n)
			}
		}
	}
}

func (p *plan) wholeLeaf(t termID, from, to int) {
	if !p.s.held(t) {
		return
	}
	bits := p.bits(from, to)
	if bits == 0 {
		bits = p.newSlot("")
		for i := from; i < to; i++ {
			p.slotOf[i] |= bits
		}
	}
	for i := from; i < to; i++ {
		p.covered[i] = true
	}
	p.addLeaf(leaf{how: Literally, from: from, to: to, slots: bits, literal: true, weight: 1}, t)
}

// joined gives the term of neighbouring words written as one, if facts hold
// it and the query does not write it so itself.
func (p *plan) joined(from, to int) termID {
	stops := 0
	p.text = p.text[:0]
	for i := from; i < to; i++ {
		w := &p.words[i]
		if w.han || w.number && i == from {
			return noTerm
		}
		if w.stop {
			stops++
		}
		p.text = append(p.text, w.text...)
	}
	if len(p.text) < 4 || len(p.text) > 24 || stops == to-from && to-from < 3 {
		return noTerm
	}
	for _, w := range p.wholes {
		if w.from == from && w.to == to {
			return noTerm
		}
	}
	t := p.s.findWritten(alias(p.text))
	if t == noTerm && p.text[len(p.text)-1] == 's' {
		t = p.s.findWritten(alias(p.text[:len(p.text)-1]))
	}
	if p.s.df(t) == 0 {
		return noTerm
	}
	return t
}

// wordLeaves looks each content word up.
func (p *plan) wordLeaves() {
	for i, w := range p.words {
		if w.han || p.slotOf[i] == 0 || w.stop {
			continue
		}
		weight := p.beside(i, i+1)
		if p.inKnownWhole(i) {
			if p.onlyInWhole(i) {
				continue
			}
			weight *= p.s.opts.Parts
		}
		p.addLeaf(leaf{how: Literally, from: i, to: i + 1, slots: p.slotOf[i], literal: true, weight: weight}, p.terms[i])
	}
}

func (p *plan) inKnownWhole(i int) bool {
	for k, w := range p.wholes {
		if w.from <= i && i < w.to && p.s.df(p.wholeOf[k]) > 0 {
			return true
		}
	}
	return false
}

// onlyInWhole reports whether a number belongs to a known whole of numbers, and
// is looked up as a part of that alone: of a range, one end is another figure.
func (p *plan) onlyInWhole(i int) bool {
	for k, w := range p.wholes {
		if w.from <= i && i < w.to && p.s.df(p.wholeOf[k]) > 0 {
			return p.words[i].number && !slices.ContainsFunc(p.words[w.from:w.to], func(w word) bool { return !w.number })
		}
	}
	return false
}

// pairLeaves looks the pairs of neighbouring Chinese characters up, and single
// characters: as content where they stand alone, else as optional terms.
func (p *plan) pairLeaves() {
	for i, w := range p.words {
		if !w.han {
			continue
		}
		if t := p.terms[i]; p.s.held(t) {
			single := leaf{how: Literally, from: i, to: i + 1, weight: p.s.opts.Single * p.beside(i, i+1) * p.beside(i, i+1), literal: true, term: t}
			if p.slotOf[i] != 0 && p.aloneSlot(i) {
				single.slots, single.weight = p.slotOf[i], 1
				p.addLeaf(single, t)
			} else if len(p.optional) < maxSingles {
				single.idf = p.idf(max(1, p.s.df(t)))
				p.optional = append(p.optional, single)
			}
		}
		if i == 0 || !w.glued {
			continue
		}
		a, _ := utf8.DecodeRuneInString(p.words[i-1].text)
		b, _ := utf8.DecodeRuneInString(w.text)
		t := p.s.grams.find(gramKey(a, b))
		within := p.slotOf[i-1] & p.slotOf[i]
		pair := leaf{how: Literally, from: i - 1, to: i + 1, slots: within, literal: true, weight: p.beside(i-1, i+1)}
		if within == 0 {
			pair.weight *= p.s.opts.Straddle
		}
		p.addLeaf(pair, t)
	}
}

// aloneSlot reports whether a character's slot is for itself, not for a pair.
func (p *plan) aloneSlot(i int) bool {
	return (i == 0 || p.slotOf[i-1]&p.slotOf[i] == 0) && (i+1 == len(p.words) || p.slotOf[i+1]&p.slotOf[i] == 0)
}

// waiting is what an unknown word was taken for, under the text that now
// stands in its place.
type waiting struct {
	text string
	leaf leaf
}

// waitingLeaves gives what unknown words were taken for their slots.
func (p *plan) waitingLeaves() {
	for _, w := range p.waiting {
		for i := range p.words {
			if p.words[i].text == w.text && !p.words[i].han {
				w.leaf.from, w.leaf.to = i, i+1
				w.leaf.slots |= p.slotOf[i]
				p.covered[i] = true
			}
		}
		p.leaves = append(p.leaves, w.leaf)
	}
}

// beside is the weight of a literal match of some words: less where concepts
// stand for all of them and count already.
func (p *plan) beside(from, to int) float64 { return slices.Max(p.besides[from:to]) }
