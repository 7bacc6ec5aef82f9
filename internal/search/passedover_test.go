package search

import (
	"fmt"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// times repeats a text.
func times(n int, text string) string { return strings.Repeat(text+" ", n) }

// TestAddedSince: of a word in facts added since the last build, too, it is told
// which hold it several times.
func TestAddedSince(t *testing.T) {
	t.Parallel()
	var facts []*fact.Fact
	for n := range 130 {
		text := times(20, "other")
		if n < 26 {
			text = "alpha bravo charlie " + times(40, "filler")
		}
		facts = append(facts, searchtest.Fact("A", "a", n+1, text))
	}
	ix := New(Options{})
	ix.Build(append(facts, searchtest.Fact("A", "a", 200, "charlie "+times(40, "other"))), nil)
	ix.Put(searchtest.Fact("A", "a", 300, times(8, "alpha bravo")))
	samePruned(t, ix, Query{Text: "alpha bravo charlie", Limit: 1})
}

// TestNothingLeftBehind: what a query of one word lifts is lifted for that query
// alone.
func TestNothingLeftBehind(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	ix.Build([]*fact.Fact{
		searchtest.Fact("A", "a", 1, "gateway sessions are drained"),
		searchtest.Fact("B", "b", 1, "the gateway drains sessions slowly over a long time"),
	}, nil)
	ix.Search(Query{Text: "drains", Limit: 1})
	samePruned(t, ix, Query{Text: "gateway sessions", Limit: 2})
}

// TestPageOfTopics: what is passed over in one topic makes no room among those
// looked at closely for what another topic has.
func TestPageOfTopics(t *testing.T) {
	t.Parallel()
	var facts []*fact.Fact
	for n := range 130 {
		a := searchtest.Fact("A", "a", n+1, "alpha bravo "+times(min(n, 3), "filler"))
		b := searchtest.Fact("B", "b", n+1, "alpha charlie bravo "+times(130+n, "filler"))
		if n >= 30 {
			a.Statement, b.Statement = times(20, "other"), times(50, "other")
		}
		a.Status, a.Confidence, b.Confidence = fact.Verified, 100, 0
		facts = append(facts, a, b)
	}
	ix := New(Options{Phrase: 3, Tail: 0.35})
	ix.Build(facts, nil)
	for limit := range 10 {
		samePruned(t, ix, Query{Text: "alpha charlie bravo", Limit: limit + 1})
	}
}

// TestCountedAlike: of several translations that stand very often, no more are
// counted when documents are scored one by one than when a list is gone through.
func TestCountedAlike(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	ix.Build([]*fact.Fact{
		searchtest.Fact("A", "a", 1, times(200, "教员")+times(200, "老师")),
		searchtest.Fact("A", "a", 2, "duty 教员"),
	}, nil)
	samePruned(t, ix, Query{Text: "teacher duty", Limit: 5})
}

// TestRangeEnds: the end of a range is not looked up alone, and yet may stand
// beside another word as in the query.
func TestRangeEnds(t *testing.T) {
	t.Parallel()
	first := searchtest.Fact("A", "a", 1, "latency gateway drains")
	first.Status, first.Confidence = fact.Verified, 100
	for filler := range 60 {
		second := searchtest.Fact("A", "a", 2, times(4, "50% latency gateway drains")+times(8*filler, "filler"))
		second.Confidence = 0
		facts := []*fact.Fact{first, second, searchtest.Fact("A", "a", 3, "20%-50% bursts")}
		for n := range 30 {
			facts = append(facts, searchtest.Fact("A", "a", 10+n, "other "+times(n, "thing")))
		}
		ix := New(Options{Phrase: 2})
		ix.Build(facts, nil)
		samePruned(t, ix, Query{Text: "20%-50% latency gateway drains", Limit: 1})
	}
}

// TestLooseNeighbours: facts that hold only a looser neighbour of what is asked
// are no answers, however many they are.
func TestLooseNeighbours(t *testing.T) {
	t.Parallel()
	facts := []*fact.Fact{searchtest.Fact("A", "a", 9000, "cache")}
	for n := range 1500 {
		facts = append(facts, searchtest.Fact("A", "a", n+1, fmt.Sprint("latency ", n)))
	}
	ix := New(Options{})
	ix.SetTopic(Topic{Slug: "a", Glossary: []fact.GlossaryGroup{
		{Name: "latency", Forms: []string{"latency"}}, {Name: "cache", Forms: []string{"cache", "缓存"}, Near: []string{"latency"}},
	}})
	ix.Build(facts, nil)
	samePruned(t, ix, Query{Text: "cache", Limit: 1, Weak: true})
}

// TestManyFigures: the words beyond the last slot count as one, whatever they
// are, so that a fact with one figure of a long text does not seem to cover it.
func TestManyFigures(t *testing.T) {
	t.Parallel()
	var words []string
	for n := range 40 {
		words = append(words, fmt.Sprintf("word%c%c", 'a'+n/26, 'a'+n%26))
	}
	text := strings.Join(words, " ") + " 101 102 103 104 105 106 107 108"
	ix := New(Options{})
	ix.Build([]*fact.Fact{searchtest.Fact("A", "a", 1, text), searchtest.Fact("A", "a", 2, "Port 104 is open."), searchtest.Fact("A", "a", 3, "Something else.")}, nil)
	if hits := ix.Similar(text, "", 5); len(hits) != 1 || hits[0].Coverage < 0.99 {
		t.Errorf("similar are %+v", hits)
	}
}
