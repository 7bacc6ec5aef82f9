package search

import (
	"slices"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// TestReadModel: the index gives facts by id and lists them, core ones first.
func TestReadModel(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	var facts []*fact.Fact
	for n := 1; n <= 6; n++ {
		f := searchtest.Fact("OPS", "ops", n, "The gateway drains.")
		if n == 4 {
			f.Marks |= fact.Core
		}
		if n == 2 {
			f.Status = fact.Retracted
		}
		facts = append(facts, f)
	}
	far := searchtest.Fact("OPS", "ops", 90_000_000, "A number far off.")
	ix.Build(append(facts, far, searchtest.Fact("NET", "net", 1, "The switch burns.")), nil)
	if got := ids(ix.Facts("ops")); got != "OPS-4 OPS-1 OPS-2 OPS-3 OPS-5 OPS-6 OPS-90000000" {
		t.Errorf("facts %s", got)
	}
	if got := ids(ix.Facts("")); !strings.HasPrefix(got, "OPS-4 NET-1 OPS-1 ") {
		t.Errorf("facts of all topics %s", got)
	}
	page, total := ix.Page("ops", (*fact.Fact).Active, 1, 2)
	if got := ids(page); got != "OPS-1 OPS-3" || total != 6 {
		t.Errorf("page %s of %d", got, total)
	}
	if f, ok := ix.Get(far.ID); !ok || f != far {
		t.Errorf("far fact %v %v", f, ok)
	}
	if _, ok := ix.Get(fact.ID{Prefix: "OPS", N: 7}); ok {
		t.Error("a fact that is not there is found")
	}
	ix.Remove(far.ID, fact.ID{Prefix: "OPS", N: 1}, fact.ID{Prefix: "XX", N: 1})
	if _, ok := ix.Get(far.ID); ok || ix.Len() != 6 {
		t.Errorf("after removal: %d facts", ix.Len())
	}
	moved := searchtest.Fact("OPS", "net", 3, "The gateway moved.")
	ix.Put(moved)
	if got := ids(ix.Facts("net")); got != "NET-1 OPS-3" || ix.Len() != 6 {
		t.Errorf("after a move: %s, %d facts", got, ix.Len())
	}
	if r := ix.Search(Query{Text: "gateway drains", Topics: []string{"net"}}); len(r.Hits) > 1 {
		t.Errorf("topic net answers %v", numbers(r.Hits))
	}
}

func ids(facts []*fact.Fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, f.ID.String())
	}
	return strings.Join(out, " ")
}

// TestSeveralTopics: a word that one topic knows is not corrected in another,
// and a topic's name finds the topic.
func TestSeveralTopics(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	ix.SetTopic(Topic{Slug: "rdma", Title: "RDMA"})
	ix.SetTopic(Topic{Slug: "ops", Title: "Postgres operations"})
	seed, err := searchtest.Seed()
	if err != nil {
		t.Fatal(err)
	}
	ops, err := searchtest.Lines("testdata/ops/facts.txt", "OPS", "ops")
	if err != nil {
		t.Fatal(err)
	}
	ix.Build(append(seed, ops...), nil)
	for text, want := range map[string]string{
		"RDMA latency": "RDMA", "autovacuum": "OPS", "连接池": "OPS", "Thunderbolt driver": "RDMA", "replication slot": "OPS",
	} {
		r := ix.Search(Query{Text: text})
		if len(r.Hits) == 0 || r.Hits[0].Fact.ID.Prefix != want {
			t.Errorf("%q gives %v, want %s first", text, r.Hits, want)
		}
		if len(r.Corrections) > 0 {
			t.Errorf("%q is corrected: %v", text, r.Corrections)
		}
	}
	if r := ix.Search(Query{Text: "autovacuum", Topics: []string{"rdma"}}); len(r.Hits) > 0 {
		t.Errorf("topic rdma answers %v", numbers(r.Hits))
	}
	if r := ix.Search(Query{Text: "autovacuum", Topics: []string{"none such"}}); len(r.Hits) > 0 || r.Empty {
		t.Errorf("an unknown topic answers %+v", r)
	}
}

// TestReplies: what the reply says beside the hits.
func TestReplies(t *testing.T) {
	t.Parallel()
	ix := seeded(t, Options{})
	ops, err := searchtest.Lines("testdata/ops/facts.txt", "OPS", "ops")
	if err != nil {
		t.Fatal(err)
	}
	ix.Put(ops...)
	rdma, opsOnly := []string{"rdma"}, []string{"ops"}
	for _, c := range []struct {
		text   string
		topics []string
		want   string
	}{
		{"latecny", rdma, "corrected latecny latency"},
		{"零烤贝", rdma, "corrected 零烤贝 零拷贝"},
		{"gpudirct", rdma, "corrected gpudirct gpudirect"},
		{"PITR", opsOnly, ""}, // the common glossary has it
		{"pgss", opsOnly, ""}, // and this
		{"bgp pods", opsOnly, ""},
		{"SKF", opsOnly, ""},
		{"max_slot_wal", opsOnly, "prefix"},
		{"tenent", opsOnly, "corrected tenent tenant"},
		{"term backend", opsOnly, ""},
		{"1.6 microseconds", rdma, ""},
		{"CX8", rdma, ""},
	} {
		r := ix.Search(Query{Text: c.text, Topics: c.topics})
		got := ""
		for _, x := range r.Corrections {
			got = "corrected " + x.From + " " + x.To
		}
		if c.want != "prefix" && got != c.want {
			t.Errorf("%q: %q (%v), want %q", c.text, got, r.Expansions, c.want)
		}
	}
	across := ix.Search(Query{Text: "zero-copy", Topics: rdma}).Hits
	if len(across) == 0 || across[0].Fact.ID.N != 3 || !across[0].AcrossLanguage {
		t.Errorf("zero-copy gives %+v, want fact 3 across the language", across)
	}
	if same := ix.Search(Query{Text: "零拷贝", Topics: rdma}).Hits; same[0].AcrossLanguage {
		t.Error("零拷贝 finds fact 3 across the language")
	}
	if r := ix.Search(Query{Text: "kubernetes horizontal pod autoscaler", Topics: rdma}); len(r.Hits) > 0 || r.Total != 0 {
		t.Errorf("%+v", r)
	}
}

// TestAbbreviations: initials and prefixes that nothing lists.
func TestAbbreviations(t *testing.T) {
	t.Parallel()
	ix := New(Options{NoGlossary: true, NoDictionary: true})
	ix.SetTopic(Topic{Slug: "ops", Title: "Operations"})
	ix.Put(
		searchtest.Fact("OPS", "ops", 1, "Point-in-time recovery reaches back two weeks."),
		searchtest.Fact("OPS", "ops", 2, "pg_stat_statements keeps ten thousand query shapes."),
		searchtest.Fact("OPS", "ops", 3, "Every connection beyond the limit is refused."),
		searchtest.Fact("OPS", "ops", 4, "The mean time between failures is ninety days."),
		searchtest.Fact("OPS", "ops", 5, "The WAL is shipped every minute."),
	)
	for _, c := range []struct {
		text, to, kind string
		fact           int
	}{
		{"PITR", "point-in-time-recovery", KindAbbreviation, 1},
		{"pitr", "point-in-time-recovery", KindAbbreviation, 1},
		{"pgss", "pg-stat-statements", KindAbbreviation, 2},
		{"conn limit", "connection", KindPrefix, 3},
		{"MTBF", "mean time between failures", KindAbbreviation, 4},
		{"write ahead log", "", "", 5},
	} {
		r := ix.Search(Query{Text: c.text})
		if len(r.Hits) == 0 || r.Hits[0].Fact.ID.N != c.fact {
			t.Errorf("%q gives %v, want fact %d", c.text, numbers(r.Hits), c.fact)
			continue
		}
		if c.kind == "" {
			continue
		}
		if len(r.Expansions) != 1 || r.Expansions[0].Kind != c.kind || strings.ReplaceAll(r.Expansions[0].To, " ", "-") != strings.ReplaceAll(c.to, " ", "-") {
			t.Errorf("%q: %+v, want %s as %s", c.text, r.Expansions, c.to, c.kind)
		}
	}
}

// TestSimilar: near duplicates are found in Chinese as in English.
func TestSimilar(t *testing.T) {
	t.Parallel()
	ix := seeded(t, Options{})
	for text, want := range map[string]int{
		"RDMA让一台机器绕过操作系统内核直接读写另一台机器的内存":                                       13,
		"Cube Studio has RDMA networking for distributed training.":           2,
		"延迟降低到亚微秒级":                                                           4,
		"RoCE has lower deployment costs than dedicated InfiniBand networks.": 14,
	} {
		hits := ix.Similar(text, "rdma", 3)
		if len(hits) == 0 || hits[0].Fact.ID.N != want || len(hits) > 3 {
			t.Errorf("%q is like %v, want %d first", text, numbers(hits), want)
		}
	}
	if hits := ix.Similar("The cafeteria opens at noon.", "", 3); len(hits) > 0 {
		t.Errorf("a statement on something else is like %v", numbers(hits))
	}
	f, _ := ix.Get(fact.ID{Prefix: "RDMA", N: 13})
	if hits := ix.Similar(f.Statement, "rdma", 1); len(hits) != 1 || hits[0].Coverage < 0.99 {
		t.Errorf("a fact is not like itself: %+v", hits)
	}
	if got := numbers(ix.Similar(f.Statement, "rdma", 0)); !slices.Contains(got, 1) {
		t.Errorf("fact 13 is like %v, want its counterpart 1 among them", got)
	}
}
