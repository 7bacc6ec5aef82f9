package search

import (
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// draft is what a topic's index is made of, and then its documents in their
// order.
type draft struct {
	facts  []*fact.Fact
	tokens [][]byte  // stored analysis by fact; nil: there is none
	meta   []docMeta // without their lengths
}

// buildShelf makes a topic's index from its facts, in a line of three. Analysis,
// or the reading of stored tokens, runs on every processor; behind it one
// goroutine gives words their numbers; behind that one makes each window's
// posting lists.
func buildShelf(t Topic, opts *Options, d draft) *shelf {
	s := newShelf(t, opts)
	d = d.byPromise(opts)
	s.sized(len(d.facts))
	p := newPoster(s, d.meta)
	w := p.window()
	d.analysed(func(f *fact.Fact, tokens []byte) {
		s.enter(f)
		s.seq, s.pairs, s.letters = w.seq, w.pairs, w.letters
		s.intern(tokens)
		w.seq, w.pairs, w.letters = s.seq, s.pairs, s.letters
		w.ends = append(w.ends, unitEnds{len(w.seq), len(w.pairs), len(w.letters)})
		if len(w.ends) == windowSize {
			p.full <- w
			w = p.window()
		}
	})
	p.full <- w
	p.finish()
	s.seq, s.pairs, s.letters = nil, nil, nil
	s.settle()
	return s
}

// room is how many documents to make room for: as many as there are, and some
// that come later.
func room(docs int) int { return docs + docs/16 + 16 }

// sized makes room for so many documents.
func (s *shelf) sized(docs int) {
	s.spelt.sized(docs)
	n := room(docs)
	s.facts = make([]*fact.Fact, 0, n)
	s.nums = make([]uint32, 0, n)
	s.forward.ends = make([]uint32, 0, n)
	s.initials.ends = make([]uint32, 0, n)
}

// byPromise orders facts by how much they are lifted, and of those lifted alike
// the short ones first. A window then holds facts that can score about the same
// at most, and ranking passes over most windows once the best are found. Of
// facts with the same id only the last is kept.
func (d *draft) byPromise(o *Options) draft {
	ascending := true
	for k := range d.facts[min(1, len(d.facts)):] {
		ascending = ascending && d.facts[k].ID.Compare(d.facts[k+1].ID) < 0
	}
	last := map[fact.ID]int{}
	if !ascending {
		for k, f := range d.facts {
			last[f.ID] = k
		}
	}
	metas := make([]docMeta, len(d.facts))
	keys := make([]int32, len(d.facts)) // by fact: lift, in twentieths, and length
	var places [64 * longest]int32      // by key: first how many have it, then where they go
	for k, f := range d.facts {
		if !ascending && last[f.ID] != k {
			keys[k] = -1
			continue
		}
		m := metaOf(f)
		metas[k] = m
		lift := max(0, min(63, 40-int(priorOf(m.flags, m.rate, o)*20+0.01)))
		keys[k] = int32(lift*longest + min(longest-1, roughLength(f.Statement)))
		places[keys[k]]++
	}
	next := int32(0)
	for key, n := range places {
		places[key] = next
		next += n
	}
	out := draft{facts: make([]*fact.Fact, next), meta: make([]docMeta, next, room(int(next)))}
	if d.tokens != nil {
		out.tokens = make([][]byte, next)
	}
	for k, f := range d.facts {
		key := keys[k]
		if key < 0 {
			continue
		}
		at := places[key]
		places[key]++
		out.facts[at], out.meta[at] = f, metas[k]
		if d.tokens != nil {
			out.tokens[at], d.tokens[k] = d.tokens[k], nil
		}
	}
	return out
}

// longest is the length from which facts are not told apart by it.
const longest = 128

// roughLength is about how many words and characters a statement has.
func roughLength(text string) int {
	return 1 + strings.Count(text, " ") + (len(text)-utf8.RuneCountInString(text))/2
}
