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
	text   string
	weight float64 // of the query's content
	known  bool    // something in the facts stands for it
}

// leaf is one thing looked up: a term or several that count as one, for the
// slots that it covers.
type leaf struct {
	how     How
	text    string // the query's words
	found   string // what was looked up for them
	slots   uint32
	literal bool
	weight  float64
	idf     float64
	terms   [][]termID // each a term, or several that must all be there
	runs    []member
	docs    bool // runs were made from documents, not from terms
}

// member is a posting list of a leaf.
type member struct {
	base run
	tail *run
}

// plan is a query as one topic's index answers it.
type plan struct {
	s        *shelf
	q        *question
	dict     *dictionary
	words    []word
	wholes   []whole
	terms    []termID  // by word
	slotOf   []uint32  // by word: the slots that it belongs to, as bits
	covered  []bool    // by word: something with documents stands for it, so it is not translated
	besides  []float64 // by word: the weight of a literal match, less beside a concept
	slots    []slot
	leaves   []leaf
	optional []leaf // single characters: they only order what was found
	waiting  []leaf // for unknown words, until the slots are known
	pairs    []pair
	memo     *repairs
}

// idf weighs a term by how few documents hold it.
func (p *plan) idf(df int) float64 {
	n, d := float64(p.s.live), float64(min(df, p.s.live))
	if p.s.opts.FTS5 {
		return max(1e-6, math.Log((n-d+0.5)/(d+0.5)))
	}
	return math.Log(1 + (n-d+0.5)/(d+0.5))
}

// planFor looks everything up that a query may mean on a shelf.
func planFor(s *shelf, q *question, dict *dictionary, memo *repairs) *plan {
	p := &plan{s: s, q: q, dict: dict, memo: memo}
	p.words = slices.Clone(q.words)
	p.wholes = q.wholes
	p.lookUp()
	if !s.opts.NoRepair {
		p.repair()
	}
	p.slotOf = make([]uint32, len(p.words))
	p.covered = make([]bool, len(p.words))
	p.besides = slices.Repeat([]float64{1}, len(p.words))
	spans := p.conceptSpans()
	p.wakeStops(spans)
	p.assignSlots()
	p.wholeLeaves()
	p.conceptLeaves(spans)
	p.wordLeaves()
	p.pairLeaves()
	p.acronymLeaves()
	p.waitingLeaves()
	if !s.opts.NoDictionary {
		p.translate()
	}
	p.findPairs()
	p.settleWeights()
	return p
}

// lookUp finds the terms of the words.
func (p *plan) lookUp() {
	p.terms = make([]termID, len(p.words))
	for i, w := range p.words {
		p.terms[i] = p.termOf(w)
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
func (p *plan) wakeStops(spans []conceptSpan) {
	for _, w := range p.words {
		if !w.stop {
			return
		}
	}
	for _, w := range p.wholes {
		if p.s.df(p.s.findName(stem(w.text))) > 0 {
			return
		}
	}
	if len(spans) > 0 {
		return
	}
	for i := range p.words {
		p.words[i].stop = false
	}
}

// newSlot opens a slot and gives its bit.
func (p *plan) newSlot(text string) uint32 {
	if len(p.slots) == maxSlots {
		return 1 << (maxSlots - 1)
	}
	p.slots = append(p.slots, slot{text: text})
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
	for k := i; k+1 < j; k++ {
		bit := p.newSlot(p.words[k].text + p.words[k+1].text)
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
	l.terms = [][]termID{{t}}
	l.runs = []member{{p.s.lists.base(t), p.s.lists.tail(t)}}
	l.idf = p.idf(df)
	if l.weight == 0 {
		l.weight = 1
	}
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
	for _, w := range p.wholes {
		p.wholeLeaf(stem(w.text), w.from, w.to)
	}
	for n := 2; n <= 3; n++ {
		for i := 0; i+n <= len(p.words); i++ {
			p.joinedLeaf(i, i+n)
		}
	}
}

func (p *plan) wholeLeaf(name string, from, to int) bool {
	t := p.s.findName(name)
	if p.s.df(t) == 0 {
		return false
	}
	bits := p.bits(from, to)
	if bits == 0 {
		bits = p.newSlot(p.textOf(from, to))
		for i := from; i < to; i++ {
			p.slotOf[i] |= bits
		}
	}
	for i := from; i < to; i++ {
		p.covered[i] = true
	}
	return p.addLeaf(leaf{how: Literally, text: p.textOf(from, to), found: p.s.display(t), slots: bits, literal: true}, t)
}

func (p *plan) joinedLeaf(from, to int) {
	size, stops := 0, 0
	for i := from; i < to; i++ {
		if p.words[i].han || p.words[i].number && i == from {
			return
		}
		if p.words[i].stop {
			stops++
		}
		size += len(p.words[i].text)
	}
	if size < 4 || size > 24 || stops == to-from && to-from < 3 {
		return
	}
	for _, w := range p.wholes {
		if w.from == from && w.to == to {
			return
		}
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(p.words[i].text)
	}
	p.wholeLeaf(stem(b.String()), from, to)
}

// wordLeaves looks each content word up.
func (p *plan) wordLeaves() {
	for i, w := range p.words {
		if w.han || p.slotOf[i] == 0 || w.stop {
			continue
		}
		weight := p.beside(i, i+1)
		if p.inKnownWhole(i) {
			weight *= p.s.opts.Parts
		}
		p.addLeaf(leaf{how: Literally, text: w.text, slots: p.slotOf[i], literal: true, weight: weight}, p.terms[i])
	}
}

func (p *plan) inKnownWhole(i int) bool {
	for _, w := range p.wholes {
		if w.from <= i && i < w.to && p.s.df(p.s.findName(stem(w.text))) > 0 {
			return true
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
			single := leaf{how: Literally, text: w.text, weight: p.s.opts.Single * p.beside(i, i+1), literal: true}
			if p.slotOf[i] != 0 && p.aloneSlot(i) {
				single.slots, single.weight = p.slotOf[i], 1
				p.addLeaf(single, t)
			} else {
				single.idf, single.terms = p.idf(p.s.df(t)), [][]termID{{t}}
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
		pair := leaf{how: Literally, text: p.words[i-1].text + w.text, slots: within, literal: true, weight: p.beside(i-1, i+1)}
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

// waitingLeaves gives what unknown words were taken for their slots.
func (p *plan) waitingLeaves() {
	for _, l := range p.waiting {
		for i, w := range p.words {
			if w.text == l.text && !w.han {
				l.slots |= p.slotOf[i]
				p.covered[i] = true
			}
		}
		if l.docs {
			p.leaves = append(p.leaves, l)
		} else {
			p.addGroup(l)
		}
	}
}

// beside is the weight of a literal match of some words: less where concepts
// stand for all of them and count already.
func (p *plan) beside(from, to int) float64 { return slices.Max(p.besides[from:to]) }
