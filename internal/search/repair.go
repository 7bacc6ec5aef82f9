package search

import (
	"math/bits"
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
		if w.han || w.stop || w.number || p.s.df(p.terms[i]) > 0 || p.stoodFor(i) || p.joins(i) || p.memo.known(w.text) {
			continue
		}
		changed = p.repairWord(i) || changed
	}
	return p.repairChinese() || changed
}

// stoodFor reports whether a concept or a whole with documents covers a word.
func (p *plan) stoodFor(i int) bool {
	for _, s := range p.spans {
		if s.from <= i && i < s.to && p.s.df(s.concept) > 0 {
			return true
		}
	}
	return p.inKnownWhole(i)
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
		if d := size - len(text); d > limit || d < -limit || bits.OnesCount32(mask^e.letters) > 2*limit || e.letters>>31 != 0 || e.stop {
			continue
		}
		dist := damerau(text, alias(cand), min(limit, bestDist))
		if dist > limit || dist > bestDist || dist == 2 && cand[0] != text[0] || !p.holds(e.term) {
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
	if p.holdsChinese(runes) > 0 {
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

// holdsChinese is the document frequency of a word's rarest pair.
func (p *plan) holdsChinese(word []rune) int {
	least := 1 << 30
	for k := 0; k+1 < len(word); k++ {
		least = min(least, p.s.df(p.s.grams.find(gramKey(word[k], word[k+1]))))
	}
	return least
}

// light reports whether a word says little about a topic, so that its absence
// does not make a question unanswerable.
func light(text string) bool { return lightWords[text] || chineseLight[text] }

var lightWords = set(`
work works working use used uses using happen happens happening difference different differ compare compared comparison
way ways reason reasons value values problem problems issue issues main good best better recommend recommended recommendation
typical typically possible able require required requires requirement need needed main kind type types thing things example
please question answer info information detail details about setup set run running runs start handle support supports supported
between company people person say says said tell know think according current currently today now available exist exists
cause causes caused affect affects increase reduce change changes allow allows enable provide provides become include includes
maximum minimum max min number amount total size level limit role purpose benefit benefits advantage advantages
actual really so-called special general specific important large small big high low
`)

var chineseLight = set(`区别 不同 原因 问题 方法 方式 作用 好处 优点 缺点 优势 特点 支持 工作 实现 情况 要求 影响 导致 提供 推荐 建议 最多 最大 最小 最少 数量 多少 原理 处理 发生 出现 意思 目的 关系 哪些 设置 配置 采用 依赖 运行`)
