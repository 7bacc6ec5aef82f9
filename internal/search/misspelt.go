package search

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// misspelt corrects a word to the written word nearest to it: one edit away,
// or two from seven letters on with the same first letter.
func (p *plan) misspelt(i int) bool {
	text := p.words[i].text
	limit := 1
	if len(text) >= 7 {
		limit = 2
	}
	mask := letterMask(text)
	best, bestDist, bestDF := "", limit+1, -1
	start := uint32(0)
	for k, e := range p.s.surface {
		end := p.s.surfaces.ends[k]
		size := int(end - start)
		cand := p.s.surfaces.arena[start:end]
		start = end
		within := min(limit, bestDist)
		if e.initial != text[0] {
			within = min(1, within) // two edits keep the first letter
		}
		if d := size - len(text); d > within || d < -within || bits.OnesCount32(mask^e.letters) > 2*within || e.letters>>31 != 0 || e.stop {
			continue
		}
		dist := damerau(text, alias(cand), within)
		if dist > within || !p.holds(e.term) {
			continue
		}
		df := p.s.df(e.term)
		if cand[0] == text[0] {
			df += 1 << 20
		}
		if dist < bestDist || df > bestDF || df == bestDF && string(cand) < best {
			best, bestDist, bestDF = string(cand), dist, df
		}
	}
	if best == "" {
		return false
	}
	p.memo.corrected(text, best)
	p.replace(i, best)
	return true
}

// letterMask is the set of a word's letters; 1<<31 says that it has other
// characters than these.
func letterMask(s string) uint32 {
	var m uint32
	for i := range len(s) {
		if c := s[i]; 'a' <= c && c <= 'z' {
			m |= 1 << (c - 'a')
		} else {
			m |= 1 << 31
		}
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
