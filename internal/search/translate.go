package search

import (
	"slices"
	"unicode/utf8"
)

// maxPhrase is how many words an English phrase of the dictionary has at most.
const maxPhrase = 3

// translate adds, for words that no concept covers, what the dictionary gives
// in the other language, as one term for all the translations of a word. What
// only retracted facts hold is known, so nothing is put in its place.
func (p *plan) translate() {
	for i := range p.words {
		p.covered[i] = p.covered[i] || !p.words[i].han && p.s.goneOnly(p.terms[i])
	}
	for i := 0; i < len(p.words); {
		w := p.words[i]
		switch {
		case w.stop || p.covered[i]:
			i++
		case w.han:
			j := p.hanGroup(i)
			p.fromChinese(i, j)
			i = j
		default:
			i = p.fromEnglish(i)
		}
	}
}

// fromEnglish translates the longest phrase at i and gives its end.
func (p *plan) fromEnglish(i int) int {
	end := i
	for end < len(p.words) && end-i < maxPhrase && !p.words[end].han && !p.words[end].number && !p.covered[end] {
		end++
	}
	for j := end; j > i; j-- {
		if p.words[j-1].stop {
			continue
		}
		p.text = p.text[:0]
		for k := i; k < j; k++ {
			if p.words[k].stop {
				continue
			}
			if len(p.text) > 0 {
				p.text = append(p.text, ' ')
			}
			p.text = append(p.text, p.stemOf(k)...)
		}
		if words := p.dict.chinese(alias(p.text), p.s.opts.MaxTranslated); len(words) > 0 && p.translated(i, j, words, p.chineseTerms) {
			return j
		}
	}
	return i + 1
}

// stemOf gives the stem of a word; that of a word that facts or glossaries
// know is its term's name.
func (p *plan) stemOf(i int) string {
	if t := p.terms[i]; t != noTerm && p.s.keys[t]&(keyConcept|1<<63) == 0 {
		return alias(p.s.names.at(uint32(p.s.keys[t] & keyIndex)))
	}
	return stem(p.words[i].text)
}

// fromChinese translates a Chinese word.
func (p *plan) fromChinese(i, j int) {
	if p.slotOf[i] == 0 || j-i == 1 && len(p.slots) > 1 || p.goneChinese(i, j) {
		return // one character alone means too much
	}
	p.translated(i, j, p.dict.english(p.textOf(i, j), p.s.opts.MaxTranslated), p.englishTerms)
}

// chineseTerms gives the terms that must stand in a fact for a Chinese word.
func (p *plan) chineseTerms(text string) []termID {
	runes := []rune(text)
	if len(runes) == 1 {
		return nil
	}
	var terms []termID
	for k := 0; k+1 < len(runes); k++ {
		terms = append(terms, p.s.grams.find(gramKey(runes[k], runes[k+1])))
	}
	return terms
}

// englishTerms gives the terms for an English gloss.
func (p *plan) englishTerms(key string) []termID {
	var terms []termID
	for _, w := range keyWords(key) {
		if r, _ := utf8.DecodeRuneInString(w); r < 0x80 && len(w) < 2 {
			return nil
		}
		terms = append(terms, p.s.findName(w))
	}
	return terms
}

// translated adds the leaf of a word's translations; false where no fact holds
// any.
func (p *plan) translated(i, j int, words []string, terms func(string) []termID) bool {
	var groups [][]termID
	var found []string
	for _, w := range words {
		ts := terms(w)
		if len(ts) == 0 || slices.ContainsFunc(ts, func(t termID) bool { return p.s.df(t) == 0 }) {
			continue
		}
		groups, found = append(groups, ts), append(found, w)
	}
	l := leaf{how: ByDictionary, from: i, to: j, slots: p.bits(i, j), weight: p.s.opts.Dictionary, glosses: found}
	if !p.group(&l, groups) {
		return false
	}
	p.leaves = append(p.leaves, l)
	return true
}

// group makes a leaf of several terms, or of several that must stand together,
// count as one: an occurrence of any is an occurrence of the leaf, and its
// document frequency is their sum.
func (p *plan) group(l *leaf, groups [][]termID) bool {
	df := 0
	add := func(m member) {
		if len(l.one.base.posts) == 0 && l.one.tail == nil {
			l.one = m
		} else {
			l.more = append(l.more, m)
		}
	}
	for _, ts := range groups {
		if len(ts) == 1 {
			add(member{p.s.lists.base(ts[0]), p.s.lists.tail(ts[0])})
			df += p.s.df(ts[0])
			continue
		}
		if r, n := p.s.together(ts); len(r.posts) > 0 {
			add(member{base: r})
			df += n
		}
	}
	l.term, l.idf = noTerm, p.idf(df)
	return df > 0
}

// together gives the documents that hold all of several terms, as often as the
// one that they hold least, and how many of them may answer.
func (s *shelf) together(terms []termID) (out run, live int) {
	rare := slices.MinFunc(terms, func(a, b termID) int { return s.lists.length(a) - s.lists.length(b) })
	s.lists.each(rare, func(doc uint32, count int) {
		if s.meta[doc].flags&docDead != 0 {
			return
		}
		for _, t := range terms {
			if t == rare {
				continue
			}
			n := s.lists.count(t, doc)
			if n == 0 {
				return
			}
			count = min(count, n)
		}
		out.append(doc, count)
		if s.meta[doc].flags&docRetracted == 0 {
			live++
		}
	})
	return out, live
}

// acronymLeaves looks up the initials of the query's neighbouring words, where
// some fact has them as a word: write-ahead log finds WAL.
func (p *plan) acronymLeaves() {
	for from := range p.words {
		p.text = p.text[:0]
		for to := from; to < len(p.words) && to-from < maxInitials; to++ {
			w := &p.words[to]
			if w.han || w.number || w.text[0] >= 0x80 {
				break
			}
			p.text = append(p.text, w.text[0])
			if len(p.text) < minInitials || w.stop || p.words[from].stop {
				continue
			}
			t := p.s.findWritten(alias(p.text))
			if p.s.df(t) == 0 || isStop(alias(p.text)) || p.dict.hasEnglish(alias(p.text)) {
				continue
			}
			if bits := p.bits(from, to+1); bits != 0 {
				p.addLeaf(leaf{how: AsAbbreviation, from: from, to: to + 1, slots: bits, weight: p.s.opts.Corrected}, t)
			}
		}
	}
}
