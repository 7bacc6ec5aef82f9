package search

import (
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// buildShelf makes a topic's index from its facts, in a line of three. Analysis,
// or the reading of stored tokens, runs on every processor; behind it one
// goroutine gives words their numbers; behind that one makes each window's
// posting lists.
func buildShelf(t Topic, opts *Options, facts []*fact.Fact, tokens func(*fact.Fact) []byte) *shelf {
	s := newShelf(t, opts)
	facts, meta := byPromise(facts, opts)
	s.sized(len(facts))
	p := newPoster(s, meta)
	w := p.window()
	analysed(facts, tokens, func(f *fact.Fact, tokens []byte) {
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
// facts with the same id only the last is kept. With each goes what ranking
// needs to know of it, but for its length.
func byPromise(facts []*fact.Fact, o *Options) ([]*fact.Fact, []docMeta) {
	ascending := true
	for k := range facts[min(1, len(facts)):] {
		ascending = ascending && facts[k].ID.Compare(facts[k+1].ID) < 0
	}
	last := map[fact.ID]int{}
	if !ascending {
		for k, f := range facts {
			last[f.ID] = k
		}
	}
	metas := make([]docMeta, len(facts))
	keys := make([]int32, len(facts)) // by fact: lift, in twentieths, and length
	var places [64 * longest]int32    // by key: first how many have it, then where they go
	for k, f := range facts {
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
	out, meta := make([]*fact.Fact, next), make([]docMeta, next, room(int(next)))
	for k, f := range facts {
		if key := keys[k]; key >= 0 {
			out[places[key]], meta[places[key]] = f, metas[k]
			places[key]++
		}
	}
	return out, meta
}

// longest is the length from which facts are not told apart by it.
const longest = 128

// roughLength is about how many words and characters a statement has.
func roughLength(text string) int {
	return 1 + strings.Count(text, " ") + (len(text)-utf8.RuneCountInString(text))/2
}
