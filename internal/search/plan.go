package search

import (
	"math"
	"strings"
	"unicode/utf8"
)

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
	units    float64  // what a document that it fills gets from it, in units
	bound    float64  // no document gets more points from it
	once     float64  // … of those that hold it once
	term     termID   // where it is one term
	one      member   // its postings
	next     int      // how far the ranking has read them
	nextTail int      // … and those added since the last build
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
	deferred    []leaf    // in a large topic, words beside their concepts: they only order the best
	waiting     []waiting // for unknown words, until the slots are known
	pairs       []pair
	literalLift float64 // for a query of one word, what puts the facts that hold it first
	seq         []seqUnit
	text        []byte
}

// Limits for texts longer than anybody asks: statements that are compared.
const (
	maxRepaired = 120 // words; a longer text is taken as it is
	maxSingles  = 64  // single characters that order what was found
)

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
	p.s, p.q, p.dict, p.memo, p.literalLift = s, q, dict, memo, 0
	p.words, p.wholes = append(p.words[:0], q.words...), append(p.wholes[:0], q.wholes...)
	p.slots, p.leaves, p.optional = p.slots[:0], p.leaves[:0], p.optional[:0]
	p.waiting, p.pairs, p.deferred = p.waiting[:0], p.pairs[:0], p.deferred[:0]
	p.lookUp()
	p.findSpans()
	if !s.opts.NoRepair && len(p.words) <= maxRepaired && p.repair() {
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
	p.deferWords()
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

// addLeaf adds a look-up of one term, if any document holds it.
func (p *plan) addLeaf(l leaf, t termID) bool {
	if !p.s.held(t) {
		return false
	}
	l.term = t
	l.one = member{p.s.lists.base(t), p.s.lists.tail(t)}
	l.idf = p.idf(max(1, p.s.df(t)))
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
