package search

import (
	"slices"
	"unicode/utf8"
)

// repairs remembers what was done to a query's unknown words, over all the
// topics it is asked of.
type repairs struct {
	knows       func(text string) bool // in any topic asked
	corrections []Correction
	expansions  []Expansion
}

// known reports whether facts of another topic that is asked hold a word.
func (m *repairs) known(text string) bool { return m.knows != nil && m.knows(text) }

func (m *repairs) corrected(from, to string) {
	c := Correction{from, to}
	if !slices.Contains(m.corrections, c) {
		m.corrections = append(m.corrections, c)
	}
}

func (m *repairs) expanded(from, to, kind string) {
	e := Expansion{from, to, kind}
	if !slices.Contains(m.expansions, e) {
		m.expansions = append(m.expansions, e)
	}
}

// repair finds, for each word that neither facts nor glossaries know, what it
// may have been meant for: two words run together, an abbreviation, the start
// of a word, or a misspelling.
// It reports whether it changed the words.
func (p *plan) repair() bool {
	changed := false
	for i := len(p.words) - 1; i >= 0; i-- {
		w := &p.words[i]
		if w.han || w.stop || w.number || p.s.held(p.terms[i]) || p.stoodFor(i) || p.joins(i) || p.memo.known(w.text) {
			continue
		}
		changed = p.repairWord(i) || changed
	}
	return p.repairChinese() || changed
}

// stoodFor reports whether a concept or a whole with documents covers a word,
// be they retracted.
func (p *plan) stoodFor(i int) bool {
	for _, s := range p.spans {
		if s.from <= i && i < s.to && p.s.held(s.concept) {
			return true
		}
	}
	for k, w := range p.wholes {
		if w.from <= i && i < w.to && p.s.held(p.wholeOf[k]) {
			return true
		}
	}
	return false
}

// joins reports whether a word and one beside it are written as one somewhere.
func (p *plan) joins(i int) bool {
	return i > 0 && p.joined(i-1, i+1) != noTerm || i+2 <= len(p.words) && p.joined(i, i+2) != noTerm
}

// repairWord tries what an unknown word may be, the likeliest first. It
// reports whether it put other words in its place.
func (p *plan) repairWord(i int) bool {
	w := p.words[i]
	letters := allLetters(w.text)
	inDictionary := letters && p.dict.hasEnglish(stem(w.text))
	short := len(w.text) <= 4 || w.acronym && len(w.text) <= maxInitials
	switch {
	case !letters:
	case short && w.acronym && p.abbreviation(i):
		return false
	case short && !inDictionary && p.prefix(i):
		return true
	case letters && len(w.text) == 4 && !w.acronym && !inDictionary && p.misspelt(i):
		return true
	case short && !inDictionary && p.abbreviation(i):
		return false
	case short && !inDictionary && p.contraction(i):
		return true
	}
	switch {
	case inDictionary:
		return false
	case p.split(i):
		return true
	case !letters || len(w.text) < 4:
		return false
	case p.misspelt(i):
		return true
	case short:
		return false
	case p.prefix(i):
		return true
	case len(w.text) <= maxInitials && p.abbreviation(i):
		return false
	}
	return p.contraction(i)
}

func allLetters(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}

// holds reports whether a query may be led to a written word: facts hold it,
// or facts hold the concept that it alone names.
func (p *plan) holds(t termID) bool {
	if p.s.df(t) > 0 {
		return true
	}
	held := false
	p.s.concepts.match([]seqUnit{{term: t}}, func(_, _ int, c termID) { held = held || p.s.df(c) > 0 })
	return held
}

// split tries a word as two that facts know: kvcache.
func (p *plan) split(i int) bool {
	text := p.words[i].text
	best, bestScore := 0, 0.0
	for k := 2; k+2 <= len(text); k++ {
		if !utf8.RuneStart(text[k]) {
			continue
		}
		a, b := p.s.find(text[:k]), p.s.find(text[k:])
		if !p.holds(a) || !p.holds(b) || isStop(text[:k]) || isStop(text[k:]) {
			continue
		}
		if len(text) < 7 && (k < 2 || len(text)-k < 3) {
			continue
		}
		score := float64(min(k, len(text)-k))
		if p.s.df(a) > 0 && p.s.df(b) > 0 {
			score += 10
		}
		if score > bestScore {
			best, bestScore = k, score
		}
	}
	if best == 0 {
		return false
	}
	p.memo.corrected(text, text[:best]+" "+text[best:])
	p.replace(i, text[:best], text[best:])
	return true
}

// replace puts other words in the place of one.
func (p *plan) replace(i int, texts ...string) {
	old := p.words[i]
	words, terms := make([]word, 0, 2), make([]termID, 0, 2)
	for k, t := range texts {
		w := old
		w.text, w.glued = t, old.glued && k == 0
		words = append(words, w)
		terms = append(terms, p.termOf(w))
	}
	p.words = slices.Replace(p.words, i, i+1, words...)
	p.terms = slices.Replace(p.terms, i, i+1, terms...)
	grown := len(texts) - 1
	for k := range p.wholes {
		if p.wholes[k].from > i {
			p.wholes[k].from += grown
		}
		if p.wholes[k].to > i {
			p.wholes[k].to += grown
		}
	}
	for k := range p.spans {
		if p.spans[k].from > i {
			p.spans[k].from += grown
		}
		if p.spans[k].to > i {
			p.spans[k].to += grown
		}
	}
	if grown > 0 {
		p.shiftSegments(i, grown)
	}
}

// shiftSegments keeps the Chinese words' places right after words before them
// grew. Other topics share the question, so it is copied.
func (p *plan) shiftSegments(i, grown int) {
	q := *p.q
	q.segs = slices.Clone(q.segs)
	for k := range q.segs {
		if q.segs[k].from > i {
			q.segs[k].from += grown
			q.segs[k].to += grown
		}
	}
	p.q = &q
}
