package search

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// crowdWords are what crowds are made of: words that stem, join, abbreviate,
// translate, stand in glossaries or say little, and figures.
var crowdWords = strings.Fields(`latency memory kernel replication replica cache bypass network driver gateway controller throttle quorum lease
teacher bridge fast rapid KV-cache write-ahead WAL PITR CX-7 20%-50% 50% 3,200 level size support
延迟 内存 网络 复制 内核 驱动程序 缓存 数据 教员 老师 教师 快速 桥梁 架桥 桥接器`)

// oddWords stand in queries alone: misspelt, unknown, shortened, or no content.
var oddWords = strings.Fields("what the of nothing latecny replicatoin memroy zzyzx 內存 记忆 write-ahead-log repl brdg netw")

// crowd makes facts of few words, so that each word stands in many and in some
// very often. One number decides them all: drawn one by one, so many choices
// would take too long.
type crowd struct {
	*rand.Rand
	words []string
	often int // one of so many words is repeated
	long  int // one of so many facts is very long
	now   time.Time
}

func drawCrowd(t *rapid.T) *crowd {
	c := &crowd{
		Rand:  rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
		often: rapid.SampledFrom([]int{5, 12, 1e9}).Draw(t, "often"),
		long:  rapid.SampledFrom([]int{20, 100, 1e9}).Draw(t, "long"),
		now:   time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
	}
	c.words = c.some(crowdWords, rapid.IntRange(2, len(crowdWords)).Draw(t, "words"))
	return c
}

// some gives so many of the words in another order.
func (c *crowd) some(words []string, n int) []string {
	out := make([]string, n)
	for k, place := range c.Perm(len(words))[:n] {
		out[k] = words[place]
	}
	return out
}

func (c *crowd) chance(oneOf int) bool { return c.IntN(oneOf) == 0 }

func (c *crowd) statement(words []string) string {
	n := 1 + c.IntN(10)
	if c.chance(c.long) {
		n = 200 + c.IntN(400)
	}
	var out []string
	for range n {
		times := 1
		if c.chance(c.often) {
			times = 2 + c.IntN(3)
			if c.chance(c.long) {
				times = 20 + c.IntN(400)
			}
		}
		for w := often(c.Rand, words); times > 0; times-- {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func (c *crowd) fact(id fact.ID, topic string, words []string) *fact.Fact {
	text := c.statement(words)
	f := &fact.Fact{ID: id, Topic: topic, Statement: text, Lang: fact.DetectLang(text), Confidence: fact.Confidence(10 * c.IntN(11))}
	switch c.IntN(8) {
	case 0:
		f.Status = fact.Retracted
	case 1, 2:
		f.Status = fact.Verified
	case 3:
		f.Status = fact.Verified
		f.Verified = &fact.Verification{By: "U1", At: c.now.Add(-time.Hour), Until: c.now.Add(time.Duration(c.IntN(3)-1) * time.Minute)}
	}
	if c.chance(6) {
		f.Doubts = &fact.Doubts{Count: 1}
	}
	return f
}

// id gives the ids of a topic's facts: some of another prefix in one topic, some
// numbers very large.
func (c *crowd) id(topic, n int) fact.ID {
	switch {
	case topic == 1 && n%3 == 0:
		return fact.ID{Prefix: "Y", N: n}
	case n%97 == 96:
		n += 1 << numberBits
	}
	return fact.ID{Prefix: string(rune('A' + topic)), N: n}
}

// index is an index of some topics, built and then changed.
func (c *crowd) index(t *rapid.T, o Options) *Index {
	ix := New(o)
	var facts []*fact.Fact
	topics := make([][]string, rapid.IntRange(1, 3).Draw(t, "topics")) // the words of each
	sizes := make([]int, len(topics))
	for k := range topics {
		topics[k] = c.some(c.words, rapid.IntRange(1+len(c.words)/2, len(c.words)).Draw(t, "own words"))
		topic := Topic{Slug: strconv.Itoa(k), Title: pick(c.Rand, c.words)}
		if c.chance(2) {
			topic.Glossary = []fact.GlossaryGroup{{Name: "latency", Forms: []string{"latency", "延迟", "delay"}}, {Name: "cache", Forms: []string{"cache", "缓存"}, Near: []string{"latency"}}}
		}
		ix.SetTopic(topic)
		sizes[k] = rapid.SampledFrom([]int{10, 60, 60, 300, 300, 2300}).Draw(t, "size")
		for n := range sizes[k] {
			facts = append(facts, c.fact(c.id(k, n+1), topic.Slug, topics[k]))
		}
	}
	ix.Build(facts, nil)
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		var put []*fact.Fact
		for range rapid.SampledFrom([]int{1, 1, 40, 40, 1900}).Draw(t, "put") {
			k := c.IntN(len(topics))
			id := c.id(k, 1+c.IntN(sizes[k]+sizes[k]/4))
			if c.chance(50) {
				ix.Remove(id)
				continue
			}
			put = append(put, c.fact(id, strconv.Itoa(k), topics[k]))
		}
		ix.Put(put...)
	}
	return ix
}

func (c *crowd) query() Query {
	n := 1 + c.IntN(6)
	if c.chance(8) {
		n = 20 + c.IntN(60)
	}
	words := c.some(append(c.words, oddWords...), min(n, len(c.words)+len(oddWords)))
	for len(words) < n {
		words = append(words, pick(c.Rand, c.words))
	}
	q := Query{Text: strings.Join(words, pick(c.Rand, []string{" ", " ", " ", "", "，"})), Limit: 1 + c.IntN(6), Now: c.now}
	switch c.IntN(8) {
	case 0:
		q.Offset = c.IntN(60)
	case 1:
		q.Limit = 60
	case 2:
		verified := fact.Verified
		q.Status = &verified
	case 3:
		q.Min, q.Lang = 50, fact.English
	case 4:
		q.Retracted = true
	case 5:
		q.Weak = true
	}
	if c.chance(3) {
		q.Topics = []string{"1"}
	}
	return q
}

// TestCrowds: passing over what cannot be among the best changes nothing, with
// whatever options, topics, changes, filters and pages.
func TestCrowds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrowd(t)
		option := func(name string, values ...float64) float64 { return rapid.SampledFrom(values).Draw(t, name) }
		ix := c.index(t, Options{
			RefineTop: int(option("refined", 0, 2, 5)), Tail: option("tail", 0, 0.01, 0.35, 0.6), Threshold: option("threshold", 0, 0.2, 0.6),
			Coordination: option("coordination", 0, 0.01, 3), B: option("b", 0, 0.1, 1), K1: option("k1", 0, 0.01, 5),
			Phrase: option("phrase", 0, 3), Verified: option("verified", 0, 1), FTS5: option("fts5", 0, 0, 0, 1) == 1,
		})
		for range 30 {
			samePruned(t, ix, c.query())
		}
	})
}
