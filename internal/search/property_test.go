package search

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// someWords are what drawn statements are made of: words in two languages that
// stem, join, translate and stand in glossaries.
var someWords = strings.Fields(`latency throughput replication replica kernel bypass the of KV cache kvcache all-to-all RDMA GPUDirect pg_stat_statements
point-in-time recovery PITR 3,200 20%-50% 1.5 CX-7 CX7 延迟 内存 网络通信 复制 降低 绕过 操作系统 内核 训练 RDMA允许 memory 記憶體 v1.2 conn connection`)

func drawStatement(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom(someWords), 1, 14).Draw(t, "words")
	return strings.Join(words, rapid.SampledFrom([]string{" ", "，", ""}).Draw(t, "between"))
}

func drawFact(t *rapid.T, n int) *fact.Fact {
	text := drawStatement(t)
	return &fact.Fact{
		ID: fact.ID{Prefix: "P", N: n}, Topic: "p", Statement: text, Lang: fact.DetectLang(text),
		Confidence: rapid.SampledFrom([]fact.Confidence{0, 50, 75, 100}).Draw(t, "confidence"),
		Status:     rapid.SampledFrom([]fact.Status{fact.Unverified, fact.Verified, fact.Retracted}).Draw(t, "status"),
	}
}

// outcome is everything of a result that a reader can see.
func outcome(r Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %v %v %v\n", r.Total, r.Corrections, r.Expansions, r.LeftOut)
	for _, h := range slices.Concat(r.Hits, r.Nearest) {
		fmt.Fprintf(&b, "%v %q %v %v %v %v\n", h.Fact.ID, h.Fact.Statement, h.Score, h.Coverage, h.AcrossLanguage, h.Why)
	}
	return b.String()
}

// TestUpdatedEqualsRebuilt: whatever the history of changes, the index answers
// as one built from the facts that are left.
func TestUpdatedEqualsRebuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topic := Topic{Slug: "p", Title: "RDMA", Glossary: []fact.GlossaryGroup{
			{Name: "latency", Forms: []string{"latency", "延迟"}}, {Name: "cache", Forms: []string{"cache", "缓存"}, Near: []string{"latency"}},
		}}
		ix := New(Options{})
		ix.SetTopic(topic)
		left := map[int]*fact.Fact{}
		start := rapid.IntRange(0, 8).Draw(t, "start")
		var facts []*fact.Fact
		for n := 1; n <= start; n++ {
			f := drawFact(t, n)
			facts, left[n] = append(facts, f), f
		}
		ix.Build(facts, nil)
		for range rapid.IntRange(1, 20).Draw(t, "changes") {
			n := rapid.IntRange(1, 12).Draw(t, "n")
			if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				ix.Remove(fact.ID{Prefix: "P", N: n})
				delete(left, n)
				continue
			}
			f := drawFact(t, n)
			ix.Put(f)
			left[n] = f
		}
		fresh := New(Options{})
		fresh.SetTopic(topic)
		facts = facts[:0]
		for n := range 13 {
			if f := left[n]; f != nil {
				facts = append(facts, f)
			}
		}
		var tokens [][]byte
		for _, f := range facts {
			tokens = append(tokens, fresh.Tokens(f))
		}
		fresh.Build(facts, tokens)
		if ix.Len() != len(left) || len(ix.Facts("p")) != len(left) {
			t.Fatalf("%d facts, want %d", ix.Len(), len(left))
		}
		for _, text := range append(someWords, drawStatement(t), drawStatement(t)) {
			q := Query{Text: text, Explain: true}
			if got, want := outcome(ix.Search(q)), outcome(fresh.Search(q)); got != want {
				t.Fatalf("%q: updated\n%s\nrebuilt\n%s", text, got, want)
			}
		}
	})
}

// TestReadersBesideAWriter: a reader sees each batch of changes whole or not
// at all.
func TestReadersBesideAWriter(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	version := func(v int) []*fact.Fact {
		var facts []*fact.Fact
		for n := 1; n <= 20; n++ {
			facts = append(facts, &fact.Fact{
				ID: fact.ID{Prefix: "P", N: n}, Topic: "p", Version: v, Confidence: 50, Lang: fact.English,
				Statement: fmt.Sprintf("The gateway of rack %d was moved in round %d.", n, v),
			})
		}
		return facts
	}
	ix.Build(version(1), nil)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				hits := ix.Search(Query{Text: "gateway", Limit: 30}).Hits
				if len(hits) != 20 {
					t.Errorf("%d hits, want 20", len(hits))
					return
				}
				for _, h := range hits {
					if h.Fact.Version != hits[0].Fact.Version {
						t.Errorf("versions %d and %d in one answer", h.Fact.Version, hits[0].Fact.Version)
						return
					}
				}
				if facts := ix.Facts("p"); len(facts) != 20 {
					t.Errorf("%d facts listed, want 20", len(facts))
				}
			}
		})
	}
	for v := 2; v < 150; v++ {
		ix.Put(version(v)...)
		if v%40 == 0 {
			ix.SetTopic(Topic{Slug: "p", Title: fmt.Sprint("Racks ", v)})
		}
	}
	close(done)
	readers.Wait()
}

// TestSameBytes: the same facts and query give the same result every time, in
// whatever order the facts came.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	facts := synthetic(500)
	build := func(facts []*fact.Fact) *Index {
		ix := New(Options{})
		ix.SetTopic(Topic{Slug: "syn", Title: "Systems"})
		ix.Build(facts, nil)
		return ix
	}
	a := build(facts)
	slices.Reverse(facts)
	b := build(facts)
	for _, text := range questions(200) {
		q := Query{Text: text, Limit: 10, Explain: true}
		first := outcome(a.Search(q))
		if again := outcome(a.Search(q)); again != first {
			t.Fatalf("%q: asked twice\n%s\n%s", text, first, again)
		}
		if other := outcome(b.Search(q)); other != first {
			t.Fatalf("%q: in another order of facts\n%s\n%s", text, first, other)
		}
	}
}
