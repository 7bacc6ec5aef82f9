package search

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSlots is how many slots coverage tells apart; what a longer query has
// beyond shares the last one.
const maxSlots = 32

// slot is one content word of a query.
type slot struct {
	weight float64 // of the query's content
	light  bool    // it says little about a topic
}

// leaf is one thing looked up: a term or several that count as one, for the
// slots that it covers.
type leaf struct {
	how      How
	from, to int    // the query's words
	found    string // what was looked up for them, if not they themselves
	slots    uint32
	literal  bool
	weight   float64
	idf      float64
	content  float64  // the weight of its slots
	bound    float64  // no document gets more points from it
	term     termID   // where it is one term
	one      member   // its postings
	more     []member // further ones, where several count as one
	glosses  []string // of the dictionary, for the explanation
}

// member is a posting list of a leaf.
type member struct {
	base run
	tail *run
}

// plan is a query as one topic's index answers it. Plans are kept between
// queries for their slices.
type plan struct {
	s           *shelf
	q           *question
	dict        *dictionary
	memo        *repairs
	words       []word
	wholes      []whole
	terms       []termID  // by word
	wholeOf     []termID  // by whole
	slotOf      []uint32  // by word: the slots that it belongs to, as bits
	covered     []bool    // by word: something with documents stands for it, so it is not translated
	besides     []float64 // by word: the weight of a literal match, less beside a concept
	spans       []conceptSpan
	slots       []slot
	leaves      []leaf
	optional    []leaf    // single characters: they only order what was found
	waiting     []waiting // for unknown words, until the slots are known
	pairs       []pair
	literalLift float64 // for a query of one word, what puts the facts that hold it first
	seq         []seqUnit
	text        []byte
}

// idf weighs a term by how few documents hold it.
func (p *plan) idf(df int) float64 {
	n, d := float64(p.s.live), float64(min(df, p.s.live))
	if p.s.opts.FTS5 {
		return max(1e-6, math.Log((n-d+0.5)/(d+0.5)))
	}
	return math.Log(1 + (n-d+0.5)/(d+0.5))
}

// reset makes the plan one for a question on a shelf, looking up everything
// that the question may mean.
func (p *plan) reset(s *shelf, q *question, dict *dictionary, memo *repairs) {
	p.s, p.q, p.dict, p.memo = s, q, dict, memo
	p.words, p.wholes = append(p.words[:0], q.words...), append(p.wholes[:0], q.wholes...)
	p.slots, p.leaves, p.optional = p.slots[:0], p.leaves[:0], p.optional[:0]
	p.waiting, p.pairs = p.waiting[:0], p.pairs[:0]
	p.lookUp()
	p.findSpans()
	if !s.opts.NoRepair && p.repair() {
		p.findSpans()
	}
	p.slotOf, p.covered, p.besides = p.slotOf[:0], p.covered[:0], p.besides[:0]
	for range p.words {
		p.slotOf, p.covered, p.besides = append(p.slotOf, 0), append(p.covered, false), append(p.besides, 1)
	}
	p.wakeStops()
	p.assignSlots()
	p.wholeLeaves()
	p.conceptLeaves()
	p.wordLeaves()
	p.pairLeaves()
	p.acronymLeaves()
	p.waitingLeaves()
	if !s.opts.NoDictionary {
		p.translate()
	}
	p.findPairs()
	p.settleWeights()
}

// lookUp finds the terms of the words and the wholes.
func (p *plan) lookUp() {
	p.terms, p.wholeOf = p.terms[:0], p.wholeOf[:0]
	for _, w := range p.words {
		p.terms = append(p.terms, p.termOf(w))
	}
	for _, w := range p.wholes {
		p.wholeOf = append(p.wholeOf, p.s.find(w.text))
	}
}

func (p *plan) termOf(w word) termID {
	if w.han {
		r, _ := utf8.DecodeRuneInString(w.text)
		return p.s.grams.find(gramKey(r, 0))
	}
	return p.s.find(w.text)
}

// wakeStops makes stop words count where the query has nothing else: no
// content word, no known whole, no concept.
func (p *plan) wakeStops() {
	if len(p.spans) > 0 {
		return
	}
	for _, w := range p.words {
		if !w.stop {
			return
		}
	}
	for _, t := range p.wholeOf {
		if p.s.df(t) > 0 {
			return
		}
	}
	for i := range p.words {
		p.words[i].stop = false
	}
}

// newSlot opens a slot for a text, if it is one word, and gives its bit.
func (p *plan) newSlot(text string) uint32 {
	if len(p.slots) == maxSlots {
		return 1 << (maxSlots - 1)
	}
	p.slots = append(p.slots, slot{light: light(text)})
	return 1 << (len(p.slots) - 1)
}

// assignSlots gives each content word its slot; a Chinese word has one for
// each pair of its characters.
func (p *plan) assignSlots() {
	for i := 0; i < len(p.words); {
		w := p.words[i]
		if w.stop {
			i++
			continue
		}
		if !w.han {
			p.slotOf[i] = p.newSlot(w.text)
			i++
			continue
		}
		j := p.hanGroup(i)
		p.hanSlots(i, j)
		i = j
	}
}

// hanGroup gives the end of the Chinese word at i; words of one character that
// stand together are taken as one.
func (p *plan) hanGroup(i int) int {
	seg := p.q.segs[p.words[i].seg]
	if seg.to-seg.from > 1 {
		return i + seg.to - seg.from
	}
	j := i + 1
	for j < len(p.words) && p.words[j].han && p.words[j].glued && !p.words[j].stop {
		if next := p.q.segs[p.words[j].seg]; next.to-next.from > 1 {
			break
		}
		j++
	}
	return j
}

func (p *plan) hanSlots(i, j int) {
	if j-i == 1 {
		alone := (i == 0 || !p.words[i].glued || p.words[i-1].stop) &&
			(j == len(p.words) || !p.words[j].han || !p.words[j].glued || p.words[j].stop)
		if alone {
			p.slotOf[i] = p.newSlot(p.words[i].text)
		}
		return
	}
	word := p.textOf(i, j)
	for k := i; k+1 < j; k++ {
		bit := p.newSlot(word)
		p.slotOf[k] |= bit
		p.slotOf[k+1] |= bit
	}
}

// bits joins the slots of the words from one to another.
func (p *plan) bits(from, to int) uint32 {
	var b uint32
	for _, s := range p.slotOf[from:to] {
		b |= s
	}
	return b
}

// addLeaf adds a look-up of one term, if any document holds it.
func (p *plan) addLeaf(l leaf, t termID) bool {
	df := p.s.df(t)
	if df == 0 {
		return false
	}
	l.term = t
	l.one = member{p.s.lists.base(t), p.s.lists.tail(t)}
	l.idf = p.idf(df)
	p.leaves = append(p.leaves, l)
	return true
}

// textOf gives the query's words from one to another, as typed but folded.
func (p *plan) textOf(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from && !(p.words[i].han && p.words[i-1].han) {
			b.WriteByte(' ')
		}
		b.WriteString(p.words[i].text)
	}
	return b.String()
}

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
	if p.s.df(t) == 0 {
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
			if w.number && p.wholeNumber(i) {
				continue // of a range, one end alone is another figure
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

// wholeNumber reports whether a number belongs to a known whole of numbers.
func (p *plan) wholeNumber(i int) bool {
	for k, w := range p.wholes {
		if w.from <= i && i < w.to && p.s.df(p.wholeOf[k]) > 0 {
			return !slices.ContainsFunc(p.words[w.from:w.to], func(w word) bool { return !w.number })
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
		if t := p.terms[i]; p.s.df(t) > 0 {
			single := leaf{how: Literally, from: i, to: i + 1, weight: p.s.opts.Single * p.beside(i, i+1) * p.beside(i, i+1), literal: true, term: t}
			if p.slotOf[i] != 0 && p.aloneSlot(i) {
				single.slots, single.weight = p.slotOf[i], 1
				p.addLeaf(single, t)
			} else {
				single.idf = p.idf(p.s.df(t))
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
