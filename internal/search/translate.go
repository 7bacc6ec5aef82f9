package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxPhrase is how many words an English phrase of the dictionary has at most.
const maxPhrase = 3

// translate adds, for words that no concept covers, what the dictionary gives
// in the other language, as one term for all the translations of a word.
func (p *plan) translate() {
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
		var key []string
		for _, w := range p.words[i:j] {
			if !w.stop {
				key = append(key, stem(w.text))
			}
		}
		if words := p.dict.chinese(strings.Join(key, " "), p.s.opts.MaxTranslated); len(words) > 0 {
			if p.translated(i, j, words, p.chineseTerms) {
				return j
			}
		}
	}
	return i + 1
}

// fromChinese translates a Chinese word, or the words within it.
func (p *plan) fromChinese(i, j int) {
	if p.slotOf[i] == 0 {
		return
	}
	glosses := p.dict.english(p.textOf(i, j), p.s.opts.MaxTranslated)
	p.translated(i, j, glosses, p.englishTerms)
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
	l := leaf{how: ByDictionary, text: p.textOf(i, j), slots: p.bits(i, j), weight: p.s.opts.Dictionary}
	var found []string
	for _, w := range words {
		ts := terms(w)
		if len(ts) == 0 || slices.ContainsFunc(ts, func(t termID) bool { return p.s.df(t) == 0 }) {
			continue
		}
		l.terms = append(l.terms, ts)
		found = append(found, w)
	}
	l.found = strings.Join(found, ", ")
	return p.addGroup(l)
}

// addGroup adds a leaf whose terms count as one: an occurrence of any is an
// occurrence of the leaf, and its document frequency is their sum.
func (p *plan) addGroup(l leaf) bool {
	df := 0
	for _, ts := range l.terms {
		if len(ts) == 1 {
			l.runs = append(l.runs, member{p.s.lists.base(ts[0]), p.s.lists.tail(ts[0])})
			df += p.s.df(ts[0])
			continue
		}
		r := p.s.together(ts)
		if len(r.posts) == 0 {
			continue
		}
		l.runs = append(l.runs, member{base: r})
		df += len(r.posts)
	}
	if df == 0 {
		return false
	}
	l.idf = p.idf(df)
	p.leaves = append(p.leaves, l)
	return true
}

// together gives the documents that hold all of several terms, as often as the
// one that they hold least.
func (s *shelf) together(terms []termID) run {
	var out run
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
	})
	return out
}

// acronymLeaves looks up the initials of the query's neighbouring words, where
// some fact has them as a word: write-ahead log finds WAL.
func (p *plan) acronymLeaves() {
	for from := range p.words {
		var name []byte
		for to := from; to < len(p.words) && to-from < 6; to++ {
			w := p.words[to]
			if w.han || w.number || w.text[0] >= 0x80 {
				break
			}
			name = append(name, w.text[0])
			if len(name) < 3 || w.stop || p.words[from].stop || p.dict.hasEnglish(string(name)) || isStop(string(name)) {
				continue
			}
			if bits := p.bits(from, to+1); bits != 0 {
				p.addLeaf(leaf{
					how: AsAbbreviation, text: p.textOf(from, to+1), found: string(name), slots: bits, weight: p.s.opts.Corrected,
				}, p.s.find(string(name)))
			}
		}
	}
}
