package search

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// TestPruning: passing over what cannot be among the best changes nothing of
// the best, nor of how many there are: in topics of several sizes, after
// changes, on any page, with filters, and for texts far longer than a question.
func TestPruning(t *testing.T) {
	t.Parallel()
	for _, size := range []int{300, 9000, 30000} {
		ix := changed(size)
		asked := questions(150)
		for k := range 8 {
			asked = append(asked, strings.Join(asked[5*k:5*k+1+k], " "))
		}
		more, verified := 0, fact.Verified
		for k, text := range asked {
			for _, q := range []Query{
				{Text: text, Limit: 10},
				{Text: text, Limit: 5, Offset: 5 * (k % 5)},
				{Text: text, Limit: 60},
				{Text: text, Limit: 5, Status: &verified, Min: 70},
				{Text: text, Limit: 5, Lang: fact.Chinese},
			} {
				more += btoi(samePruned(t, ix, q))
			}
		}
		if size > 20000 && more == 0 {
			t.Error("no question had more than a thousand answers")
		}
	}
}

// changed is an index of synthetic facts some of which were replaced, removed,
// retracted, doubted or added since it was built.
func changed(size int) *Index {
	facts := synthetic(size)
	ix := New(Options{})
	ix.SetTopic(Topic{Slug: "syn", Title: "Systems"})
	ix.Build(facts[:size-size/20], nil)
	ix.Put(facts[size-size/20:]...)
	r := rand.New(rand.NewPCG(1, uint64(size)))
	for range size / 40 {
		f := *facts[r.IntN(size)]
		switch r.IntN(4) {
		case 0:
			ix.Remove(f.ID)
			continue
		case 1:
			f.Status = fact.Retracted
		case 2:
			f.Doubts = &fact.Doubts{Count: 1}
		default:
			f.Statement = facts[r.IntN(size)].Statement
		}
		ix.Put(&f)
	}
	return ix
}

// samePruned compares a page with the same page of a search that looks at every
// fact, and that no search before it left anything to. It reports whether there
// are more answers than are counted.
func samePruned(t rapid.TB, ix *Index, q Query) bool {
	t.Helper()
	fast := ix.Search(q)
	q.Explain = true
	unused := New(ix.opts)
	unused.shelves, unused.order = ix.shelves, ix.order
	exact := unused.Search(q)
	fast.LeftOut.Weak, exact.LeftOut.Weak = 0, 0 // counted only where a query asks to explain
	if exact.More = !q.Retracted && exact.Total >= max(countUpTo, ix.keep(&q)); exact.More {
		exact.Total = fast.Total
	}
	if exact.Total == 0 && ix.Len() > countUpTo {
		exact.LeftOut = fast.LeftOut // they are counted no further than answers that turn out too weak
	}
	for k := range exact.Hits {
		exact.Hits[k].Why = nil
	}
	if a, b := outcome(fast), outcome(exact); a != b || fast.More != exact.More {
		t.Fatalf("%+v\npruned (more: %v)\n%s\nexact (more: %v)\n%s", q, fast.More, a, exact.More, b)
	}
	return fast.More
}
