package search

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// Limits on what an abbreviation or a prefix is taken for.
const (
	minInitials  = 3
	maxInitials  = 6
	maxPrefixed  = 24 // words that one prefix stands for
	maxStretched = 6  // letters of a contraction
)

// abbreviation takes a word for the initials of words that stand together in
// some fact: PITR, point-in-time recovery. The first word may give two letters
// (pgss, pg_stat_statements).
func (p *plan) abbreviation(i int) bool {
	w := p.words[i]
	if len(w.text) < minInitials && !(w.acronym && len(w.text) == 2) || len(w.text) > maxInitials {
		return false
	}
	docs := p.s.withInitials(w.text)
	first := 1
	if len(docs) == 0 && len(w.text) > minInitials {
		docs = p.s.withInitials(w.text[:1] + w.text[2:])
		docs = slices.DeleteFunc(docs, func(doc uint32) bool {
			text, ok := expand(p.s.facts[doc].Statement, w.text, 2)
			return !ok || text == ""
		})
		first = 2
	}
	if len(docs) == 0 {
		return false
	}
	long, ok := "", false
	byID := slices.Clone(docs)
	slices.SortFunc(byID, func(a, b uint32) int { return p.s.facts[a].ID.Compare(p.s.facts[b].ID) })
	for _, doc := range byID {
		if long, ok = expand(p.s.facts[doc].Statement, w.text, first); ok {
			break
		}
	}
	if !ok {
		return false
	}
	p.memo.expanded(w.text, long, KindAbbreviation)
	l := leaf{how: AsAbbreviation, found: long, weight: p.s.opts.Corrected, idf: p.idf(len(docs)), term: noTerm}
	for _, doc := range docs {
		l.one.base.append(doc, 1)
	}
	p.waiting = append(p.waiting, waiting{w.text, l})
	return true
}

// withInitials gives the documents in which words with these initials stand
// together, in order.
func (s *shelf) withInitials(initials string) []uint32 {
	if !s.spelt.mayHold(initials) {
		return nil
	}
	var docs []uint32
	find := func(page []byte, first, last int) {
		for at := 0; ; {
			k := bytes.Index(page[at:], []byte(initials))
			if k < 0 {
				return
			}
			pos := uint32(at + k)
			doc := first + sort.Search(last-first, func(d int) bool { return s.initials.ends[first+d] > pos })
			end := s.initials.ends[doc]
			if pos+uint32(len(initials)) > end {
				at = int(pos) + 1 // it runs over into the next document
				continue
			}
			if s.meta[doc].flags&(docDead|docRetracted) == 0 {
				docs = append(docs, uint32(doc))
			}
			at = int(end)
		}
	}
	for window, page := range s.initials.pages {
		first := window << windowBits
		find(page, first, min(first+windowSize, len(s.initials.ends)))
	}
	return docs
}

// expand gives the words of a statement that an abbreviation stands for, the
// first of them giving its first letters; stop words may be passed over.
func expand(statement, abbr string, first int) (string, bool) {
	var x lexer
	units := slices.DeleteFunc(slices.Clone(x.lex(statement)), func(u unit) bool { return u.extra })
	for from := range units {
		for _, skip := range []bool{false, true} {
			if to, ok := spells(units[from:], abbr, first, skip); ok {
				return spelling(units[from : from+to]), true
			}
		}
	}
	return "", false
}

func spells(units []unit, abbr string, first int, skip bool) (int, bool) {
	at, passed := 0, 0
	for k, u := range units {
		if u.kind != kindWord {
			return 0, false
		}
		n := 1
		if at == 0 {
			n = first
		}
		if len(u.text) >= n && strings.HasPrefix(abbr[at:], u.text[:n]) {
			if at += n; at == len(abbr) {
				return k + 1, true
			}
			passed = 0
			continue
		}
		if passed++; !skip || at == 0 || passed > 1 || !isStop(u.text) {
			return 0, false
		}
	}
	return 0, false
}

func spelling(units []unit) string {
	var b strings.Builder
	for k, u := range units {
		if k > 0 {
			b.WriteByte(" -"[btoi(u.glued)])
		}
		b.WriteString(u.text)
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// prefix takes a word for the start of words that facts hold: conn, connection.
func (p *plan) prefix(i int) bool {
	text := p.words[i].text
	if len(text) < 3 {
		return false
	}
	return p.standsFor(i, KindPrefix, func(cand string) bool {
		return len(cand) > len(text)+1 && strings.HasPrefix(cand, text)
	})
}

// contraction takes a short word for a longer one with the same first letter
// whose letters it holds in their order: idx, index.
func (p *plan) contraction(i int) bool {
	text := p.words[i].text
	if len(text) < 3 || len(text) > maxStretched {
		return false
	}
	return p.standsFor(i, KindAbbreviation, func(cand string) bool {
		return cand[0] == text[0] && len(cand) > len(text) && len(cand) <= 3*len(text) &&
			cand[len(cand)-1] == text[len(text)-1] && subsequence(text, cand)
	})
}

func subsequence(short, long string) bool {
	k := 0
	for i := 0; i < len(long) && k < len(short); i++ {
		if long[i] == short[k] {
			k++
		}
	}
	return k == len(short)
}

// standsFor adds a leaf of the written words that fit an unknown one.
func (p *plan) standsFor(i int, kind string, fits func(string) bool) bool {
	type option struct {
		text string
		term termID
		df   int
	}
	var options []option
	first := p.words[i].text[0]
	if first < 'a' || first > 'z' {
		return false
	}
	for _, w := range p.s.spellings[first-'a'] {
		term := p.s.surface[w.surface].term
		cand := p.s.surfaces.at(w.surface)
		if df := p.s.df(term); df > 0 && fits(alias(cand)) {
			options = append(options, option{string(cand), term, df})
		}
	}
	if len(options) == 0 {
		return false
	}
	slices.SortFunc(options, func(a, b option) int {
		if a.df != b.df {
			return b.df - a.df
		}
		if len(a.text) != len(b.text) {
			return len(a.text) - len(b.text)
		}
		return strings.Compare(a.text, b.text)
	})
	best := options[0]
	l := leaf{how: ByPrefix, found: best.text, weight: p.s.opts.Corrected}
	if kind == KindAbbreviation {
		l.how = AsAbbreviation
		options = options[:1]
	}
	var groups [][]termID
	terms := []termID{best.term}
	for _, o := range options[:min(len(options), maxPrefixed)] {
		if !slices.Contains(terms, o.term) {
			terms = append(terms, o.term)
			groups = append(groups, []termID{o.term})
		}
	}
	p.memo.expanded(p.words[i].text, best.text, kind)
	p.replace(i, best.text) // its concept and its translations count too
	if p.group(&l, groups) {
		p.waiting = append(p.waiting, waiting{best.text, l})
	}
	return true
}

// initialSet remembers which three and four initials follow each other in some
// document, so that most look-ups need not go through all. It may say yes for
// what is not there, never no for what is.
type initialSet struct {
	bits []uint64 // a power of two long
}

// sized makes the set for so many documents.
func (g *initialSet) sized(docs int) {
	n := 1 << 8
	for n < docs/4 && n < 1<<14 {
		n <<= 1
	}
	g.bits = make([]uint64, n)
}

// add remembers the initials of a document.
func (g *initialSet) add(initials []byte) {
	for i := 0; i+3 <= len(initials); i++ {
		g.set(initials[i : i+3])
		if i+4 <= len(initials) {
			g.set(initials[i : i+4])
		}
	}
}

func (g *initialSet) place(gram []byte) (word, bit uint64) {
	h := uint64(len(gram))
	for _, c := range gram {
		h = h<<8 | uint64(c)
	}
	h = mix(h)
	return h >> 6 & uint64(len(g.bits)-1), h & 63
}

func (g *initialSet) set(gram []byte) {
	word, bit := g.place(gram)
	g.bits[word] |= 1 << bit
}

func (g *initialSet) mayHold(initials string) bool {
	size := min(4, len(initials))
	if size < 3 {
		return true
	}
	for i := 0; i+size <= len(initials); i++ {
		if word, bit := g.place([]byte(initials[i : i+size])); g.bits[word]>>bit&1 == 0 {
			return false
		}
	}
	return true
}
