package search

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// misspelt corrects a word to the written word nearest to it: one edit away,
// or two from seven letters on with the same first letter.
func (p *plan) misspelt(i int) bool {
	c := correction{p: p, text: p.words[i].text, dist: 2, df: -1}
	if len(c.text) >= 7 {
		c.dist = 3
	}
	c.sameFirst()
	c.otherFirst()
	if c.best == "" {
		return false
	}
	best := strings.Clone(c.best) // else a part of the index
	p.memo.corrected(c.text, best)
	p.replace(i, best)
	return true
}

// correction looks for the written word nearest to a misspelt one: of several
// as near, one with the same first letter, then the one that most facts hold.
type correction struct {
	p    *plan
	text string
	best string
	dist int // of the best; at first one more than is allowed
	df   int
}

// sameFirst tries the words with the same first letter.
func (c *correction) sameFirst() {
	mask := letterMask(c.text)
	for _, w := range c.p.s.spellings[c.text[0]-'a'] {
		within := c.within()
		if d := int(w.size) - len(c.text); d > within || d < -within || bits.OnesCount32(mask^w.letters) > 2*within {
			continue
		}
		cand := alias(c.p.s.surfaces.at(w.surface))
		if dist := damerau(c.text, cand, within); dist <= within {
			c.offer(cand, dist, w.surface)
		}
	}
}

// within is how far a word that is worth looking at may be.
func (c *correction) within() int {
	if c.best == "" {
		return c.dist - 1
	}
	return c.dist
}

// otherFirst tries the words with another first letter. They are one edit away,
// so that edit is to the first letter, and all that they can be is looked up.
func (c *correction) otherFirst() {
	if c.within() < 1 {
		return
	}
	var buf [64]byte
	if len(c.text) >= len(buf) {
		return
	}
	try := append(append(buf[:0], 0), c.text...)
	for letter := byte('a'); letter <= 'z'; letter++ {
		try[0] = letter // put in before, or
		c.lookUp(try)
		try[1] = letter // in the place of the first
		c.lookUp(try[1:])
		try[1] = c.text[0]
	}
	c.lookUp(try[2:])
	try[1], try[2] = try[2], try[1]
	c.lookUp(try[1:])
}

func (c *correction) lookUp(cand []byte) {
	if cand[0] == c.text[0] {
		return
	}
	s := c.p.s
	if k, ok := s.surfaces.find(alias(cand)); ok && !s.surface[k].stop {
		c.offer(alias(s.surfaces.at(k)), 1, k)
	}
}

// offer takes a word if it is better than the best.
func (c *correction) offer(cand string, dist int, surface uint32) {
	term := c.p.s.surface[surface].term
	if !c.p.holds(term) {
		return
	}
	df := c.p.s.df(term)
	if cand[0] == c.text[0] {
		df += 1 << 20
	}
	if dist < c.dist || dist == c.dist && (df > c.df || df == c.df && cand < c.best) {
		c.best, c.dist, c.df = cand, dist, df
	}
}

// spelled is what finding misspellings needs of a written word of letters
// alone that is no stop word.
type spelled struct {
	surface uint32
	letters uint32 // the set of its letters
	size    uint16
}

// letterMask is the set of a word's letters.
func letterMask(s string) uint32 {
	var m uint32
	for i := range len(s) {
		m |= 1 << (s[i] - 'a')
	}
	return m
}

// damerau is the number of edits between two words: letters put in, left out,
// changed, or two neighbours swapped. Past limit it says limit + 1.
func damerau(a, b string, limit int) int {
	if len(a) > 60 || len(b) > 60 {
		return limit + 1
	}
	var rows [3][64]int
	prev2, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := prev[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, prev[j]+1, cur[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, prev2[j-2]+1)
			}
			cur[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// repairChinese corrects one character of a Chinese word that nothing knows,
// where exactly that makes it a word of the facts.
func (p *plan) repairChinese() bool {
	changed := false
	for i := 0; i < len(p.words); {
		if !p.words[i].han || p.words[i].stop {
			i++
			continue
		}
		j := p.hanGroup(i)
		if n := j - i; n >= 2 && n <= 4 && !p.anyStoodFor(i, j) {
			changed = p.repairHan(i, j) || changed
		}
		i = j
	}
	return changed
}

func (p *plan) anyStoodFor(from, to int) bool {
	for i := from; i < to; i++ {
		if p.stoodFor(i) {
			return true
		}
	}
	return false
}

func (p *plan) repairHan(i, j int) bool {
	text := p.textOf(i, j)
	if p.dict.hasChinese(text) || p.memo.known(text) {
		return false
	}
	runes := []rune(text)
	if p.holdsChinese(runes) > 0 || p.goneChinese(i, j) {
		return false
	}
	best, bestDF := "", 0
	for at := range runes {
		for _, key := range p.s.keys {
			if key>>63 == 0 {
				continue
			}
			a, b := gramRunes(key)
			var r rune
			switch {
			case b == 0:
				continue
			case at > 0 && a == runes[at-1]:
				r = b
			case at == 0 && b == runes[1]:
				r = a
			default:
				continue
			}
			try := slices.Clone(runes)
			try[at] = r
			word := string(try)
			if df := p.holdsChinese(try); df > bestDF && (len(runes) > 2 || p.dict.hasChinese(word)) {
				best, bestDF = word, df
			}
		}
	}
	if best == "" {
		return false
	}
	p.memo.corrected(text, best)
	for k, r := range []rune(best) {
		p.words[i+k].text = string(r)
		p.terms[i+k] = p.termOf(p.words[i+k])
	}
	return true
}

// goneChinese reports whether none but retracted documents hold a Chinese word
// of the query.
func (p *plan) goneChinese(i, j int) bool {
	gone := false
	for k := i; k+1 < j; k++ {
		a, _ := utf8.DecodeRuneInString(p.words[k].text)
		b, _ := utf8.DecodeRuneInString(p.words[k+1].text)
		t := p.s.grams.find(gramKey(a, b))
		if !p.s.held(t) {
			return false
		}
		gone = gone || p.s.goneOnly(t)
	}
	return gone || j-i == 1 && p.s.goneOnly(p.terms[i])
}

// holdsChinese is the document frequency of a word's rarest pair.
func (p *plan) holdsChinese(word []rune) int {
	least := 1 << 30
	for k := 0; k+1 < len(word); k++ {
		least = min(least, p.s.df(p.s.grams.find(gramKey(word[k], word[k+1]))))
	}
	return least
}
