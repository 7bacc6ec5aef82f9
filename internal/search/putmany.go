package search

import (
	"slices"

	"factbot/internal/fact"
)

// putMany is Put by building anew the shelves that hold the facts, or hold others
// with their ids: what so many would lead to in any case, but only after readers
// have waited for each to be put. They keep the old shelves meanwhile.
func (ix *Index) putMany(facts []*fact.Fact) {
	put := make(map[fact.ID]bool, len(facts))
	byTopic := map[string][]*fact.Fact{}
	for _, f := range facts {
		put[f.ID] = true
		byTopic[f.Topic] = append(byTopic[f.Topic], f)
	}
	for slug, s := range ix.shelves {
		all := s.all()
		left := slices.DeleteFunc(all, func(f *fact.Fact) bool { return put[f.ID] })
		if fresh, ok := byTopic[slug]; ok || len(left) < s.numbers.n {
			byTopic[slug] = append(left, fresh...)
		}
	}
	var built []*shelf
	for slug, facts := range byTopic {
		slices.SortStableFunc(facts, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
		built = append(built, buildShelf(ix.topic(slug), &ix.opts, draft{facts: facts}))
	}
	ix.swap(built...)
}
