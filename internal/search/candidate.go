package search

import (
	"cmp"
	"time"

	"factbot/internal/fact"
)

// candidate is a document that may answer.
type candidate struct {
	p        *plan
	doc      uint32
	slots    uint32
	literal  bool // something stands in it as typed
	looked   bool // it was looked at closely, and literal says all
	score    float64
	coverage float64
}

// filter says which documents may be given.
type filter struct {
	status    *fact.Status
	min       fact.Confidence
	lang      fact.Lang
	retracted bool
	now       time.Time
	weak      bool // also those that cover too little
	exact     bool // account for every document
}

// passes reports whether a document's properties are those asked for.
func (f *filter) passes(m docMeta) bool {
	if fact.Confidence(m.rate) < f.min {
		return false
	}
	if f.status != nil && *f.status != m.status() {
		return false
	}
	switch f.lang {
	case fact.English:
		return m.flags&docEnglish != 0
	case fact.Chinese:
		return m.flags&docChinese != 0
	}
	return true
}

func (m docMeta) status() fact.Status {
	switch {
	case m.flags&docRetracted != 0:
		return fact.Retracted
	case m.flags&docVerified != 0:
		return fact.Verified
	}
	return fact.Unverified
}

// order puts verified documents first, then those of high confidence.
func (m docMeta) order() int {
	v := int(m.rate)
	switch {
	case m.flags&docVerified != 0:
		v += 1 << 9
	case m.flags&docRetracted == 0:
		v += 1 << 8
	}
	return v
}

// compare orders candidates: score, verified first, confidence, id.
func (a *candidate) compare(b *candidate) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	s, t := a.p.s, b.p.s
	if d := t.meta[b.doc].order() - s.meta[a.doc].order(); d != 0 {
		return d
	}
	if s == t && s.onePrefix() {
		return cmp.Compare(s.nums[a.doc], s.nums[b.doc])
	}
	return s.facts[a.doc].ID.Compare(t.facts[b.doc].ID)
}

// onePrefix reports whether all ids of a shelf have the same prefix.
func (s *shelf) onePrefix() bool { return len(s.numbers.dense) == 1 && len(s.numbers.sparse) == 0 }
