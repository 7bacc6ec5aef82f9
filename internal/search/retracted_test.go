package search

import (
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// TestRetracted: a word that only retracted facts hold stays known. It is not
// taken for another, what holds it is counted as left out, and found when
// retracted facts are asked for.
func TestRetracted(t *testing.T) {
	t.Parallel()
	facts, topic := seedTopic(t)
	for k, f := range facts {
		if n := f.ID.N; n == 15 || n == 3 || n == 10 {
			r := *f
			r.Status = fact.Retracted
			facts[k] = &r
		}
	}
	ix := New(Options{})
	ix.SetTopic(topic)
	ix.Build(facts, nil)
	for _, c := range []struct {
		text string
		n    int
	}{
		{"PFC", 15},
		{"Priority Flow Control", 15},
		{"what needs PFC?", 15},
		{"necessitating", 15},
		{"Mooncake", 3},
		{"零拷贝", 3},
		{"张量", 10},
	} {
		r := ix.Search(Query{Text: c.text})
		if len(r.Hits) > 0 || r.LeftOut.Retracted == 0 || len(r.Corrections)+len(r.Expansions) > 0 {
			t.Errorf("%q gives %v, %+v, corrections %v, expansions %v", c.text, numbers(r.Hits), r.LeftOut, r.Corrections, r.Expansions)
		}
		r = ix.Search(Query{Text: c.text, Retracted: true, Limit: 5})
		if got := numbers(r.Hits); len(got) == 0 || got[0] != c.n || r.Hits[0].Fact.Status != fact.Retracted {
			t.Errorf("%q with retracted facts gives %v, want %d first", c.text, got, c.n)
		}
	}
}

// TestRetractedWeighNothing: retracted facts change neither the order nor the
// scores of the others.
func TestRetractedWeighNothing(t *testing.T) {
	t.Parallel()
	build := func(retracted int) *Index {
		var facts []*fact.Fact
		for n, text := range []string{"The gateway drains in a minute.", "A gateway holds its sessions.", "Sessions are kept on disk."} {
			facts = append(facts, searchtest.Fact("OPS", "ops", n+1, text))
		}
		for n := range retracted {
			f := searchtest.Fact("OPS", "ops", 10+n, "The gateway drains sessions at midnight.")
			f.Status = fact.Retracted
			facts = append(facts, f)
		}
		ix := New(Options{})
		ix.Build(facts, nil)
		return ix
	}
	shown := func(ix *Index, text string) string {
		_, hits, _ := strings.Cut(outcome(ix.Search(Query{Text: text, Explain: true})), "\n")
		return hits
	}
	few, many := build(0), build(20)
	for _, text := range []string{"gateway", "gateway sessions", "when does the gateway drain", "disk"} {
		if a, b := shown(few, text), shown(many, text); a != b {
			t.Errorf("%q without\n%s\nwith\n%s", text, a, b)
		}
	}
}

// TestTopicItself: questions for nothing but the topic give its facts, those
// of its core that are about it first.
func TestTopicItself(t *testing.T) {
	t.Parallel()
	facts, topic := seedTopic(t)
	core := *facts[0]
	core.Marks |= fact.Core
	facts[0] = &core
	ix := New(Options{})
	ix.SetTopic(topic)
	ix.Build(facts, nil)
	for _, text := range []string{"RDMA", "what is RDMA?", "什么是RDMA", "RDMA是什么", "tell me about RDMA"} {
		if got := numbers(ix.Search(Query{Text: text}).Hits); len(got) != 18 || got[0] != core.ID.N {
			t.Errorf("%q gives %v", text, got)
		}
	}
}
