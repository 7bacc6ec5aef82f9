package search

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// seedTopic reads the RDMA page with its glossary.
func seedTopic(t testing.TB) ([]*fact.Fact, Topic) {
	t.Helper()
	facts, err := searchtest.Seed()
	if err != nil {
		t.Fatal(err)
	}
	groups, err := searchtest.Glossary(filepath.Join(searchtest.Root(), "seeds", "rdma.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return facts, Topic{Slug: "rdma", Title: "RDMA", Glossary: groups}
}

// seeded is an index of the RDMA page.
func seeded(t testing.TB, o Options) *Index {
	t.Helper()
	facts, topic := seedTopic(t)
	ix := New(o)
	ix.SetTopic(topic)
	ix.Build(facts, nil)
	return ix
}

func numbers(hits []Hit) []int {
	out := make([]int, len(hits))
	for k, h := range hits {
		out[k] = h.Fact.ID.N
	}
	return out
}

func TestRanking(t *testing.T) {
	t.Parallel()
	ix := seeded(t, Options{})
	raw, err := os.ReadFile("testdata/ranking.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			t.Fatalf("line %d has %d fields", n+1, len(fields))
		}
		r := ix.Search(Query{Text: fields[0]})
		if problem := judge(r, fields[1]); problem != "" {
			t.Errorf("%q: %s, want %q: %s (corrections %v, expansions %v)", fields[0], problem, fields[1], fields[2], r.Corrections, r.Expansions)
		}
	}
}

// judge compares a result with an expectation of testdata/ranking.tsv.
func judge(r Result, want string) string {
	word, list, _ := strings.Cut(want, " ")
	var facts []int
	for f := range strings.FieldsSeq(list) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return "bad expectation"
		}
		facts = append(facts, n)
	}
	got := numbers(r.Hits)
	shown := "got " + strings.Trim(strings.Join(strings.Fields(strings.Trim(stringOf(got), "[]")), " "), " ")
	sorted := func(s []int) []int { return slices.Sorted(slices.Values(s)) }
	ok := false
	switch word {
	case "empty":
		ok = r.Empty && len(got) == 0
	case "none":
		ok = !r.Empty && len(got) == 0
	case "only":
		ok = slices.Equal(sorted(got), sorted(facts))
	case "first":
		ok = len(got) >= len(facts) && slices.Equal(sorted(got[:len(facts)]), sorted(facts))
	case "order":
		ok = len(got) >= len(facts) && slices.Equal(got[:len(facts)], facts)
	case "has":
		ok = !slices.ContainsFunc(facts, func(n int) bool { return !slices.Contains(got, n) })
	}
	if ok {
		return ""
	}
	if r.Empty {
		shown = "empty"
	}
	return shown
}

func stringOf(list []int) string {
	var b strings.Builder
	for _, n := range list {
		b.WriteString(strconv.Itoa(n) + " ")
	}
	return b.String()
}

// TestScoresFall holds every result to the total order: score, verified first,
// confidence, id.
func TestScoresFall(t *testing.T) {
	t.Parallel()
	ix := seeded(t, Options{})
	for _, text := range []string{"RDMA", "latency", "延迟", "bypass kernel", "网络", "CPU overhead", "GPU 通信"} {
		hits := ix.Search(Query{Text: text}).Hits
		for k := 1; k < len(hits); k++ {
			a, b := hits[k-1], hits[k]
			if a.Score < b.Score {
				t.Errorf("%q: %v with %v stands before %v with %v", text, a.Fact.ID, a.Score, b.Fact.ID, b.Score)
			}
			if a.Score == b.Score && a.Fact.Status == b.Fact.Status && a.Fact.Confidence == b.Fact.Confidence && a.Fact.ID.N > b.Fact.ID.N {
				t.Errorf("%q: %v before %v", text, a.Fact.ID, b.Fact.ID)
			}
		}
		r := ix.Search(Query{Text: text, Limit: 3})
		if want := hits[:min(3, len(hits))]; !slices.Equal(numbers(r.Hits), numbers(want)) || r.Total != len(hits) {
			t.Errorf("%q: the first page is %v of %d, want %v of %d", text, numbers(r.Hits), r.Total, numbers(want), len(hits))
		}
	}
}

// TestPages holds pages to the list that they are cut from.
func TestPages(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	ix.SetTopic(Topic{Slug: "syn", Title: "Systems"})
	ix.Build(synthetic(3000), nil)
	for _, text := range []string{"latency", "RDMA throughput", "延迟", "memory", "调度器如何影响延迟？"} {
		all := numbers(ix.Search(Query{Text: text}).Hits)
		var paged []int
		for offset := 0; offset < len(all); offset += 7 {
			r := ix.Search(Query{Text: text, Offset: offset, Limit: 7})
			if r.Total != len(all) && !(r.More && r.Total < len(all)) {
				t.Fatalf("%q: %d in all on the page at %d, want %d", text, r.Total, offset, len(all))
			}
			paged = append(paged, numbers(r.Hits)...)
		}
		if !slices.Equal(paged, all) {
			t.Errorf("%q: the pages together are not the list", text)
		}
	}
}

func TestPriors(t *testing.T) {
	t.Parallel()
	const text = "The scheduler drains a node before an upgrade."
	f := func(n int, change func(*fact.Fact)) *fact.Fact {
		x := searchtest.Fact("OPS", "ops", n, text)
		if change != nil {
			change(x)
		}
		return x
	}
	past := now.AddDate(0, 0, -1)
	ix := New(Options{})
	ix.Build([]*fact.Fact{
		f(1, func(x *fact.Fact) { x.Doubts = &fact.Doubts{Count: 1} }),
		f(2, nil),
		f(3, func(x *fact.Fact) { x.Confidence = 90 }),
		f(4, func(x *fact.Fact) { x.Status = fact.Verified }),
		f(5, func(x *fact.Fact) { x.Status = fact.Verified; x.Verified = &fact.Verification{Until: past} }),
		f(6, func(x *fact.Fact) { x.Status = fact.Retracted }),
		f(7, func(x *fact.Fact) { x.Confidence = 10 }),
		f(8, nil),
	}, nil)
	r := ix.Search(Query{Text: "upgrade scheduler", Now: now, Explain: true})
	if got, want := numbers(r.Hits), []int{4, 3, 2, 8, 5, 7, 1}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v: verified, confidence, id, expired, low confidence, doubted", got, want)
	}
	if r.LeftOut.Retracted != 1 {
		t.Errorf("%d retracted facts left out, want 1", r.LeftOut.Retracted)
	}
	if got := numbers(ix.Search(Query{Text: "upgrade", Now: now, Retracted: true}).Hits); got[len(got)-1] != 6 || len(got) != 8 {
		t.Errorf("with retracted ones: %v, want fact 6 last of eight", got)
	}
	verified := fact.Verified
	if got := numbers(ix.Search(Query{Text: "upgrade", Now: now, Status: &verified}).Hits); !slices.Equal(got, []int{4, 5}) {
		t.Errorf("verified ones: %v, want 4 5", got)
	}
	if got := numbers(ix.Search(Query{Text: "upgrade", Now: now, Min: 60}).Hits); !slices.Equal(got, []int{3}) {
		t.Errorf("from 60 percent: %v, want 3", got)
	}
	whys := map[int]How{4: LiftVerified, 3: LiftConfidence, 5: DropExpired, 7: DropConfidence, 1: DropDoubted}
	for _, h := range r.Hits {
		how, ok := whys[h.Fact.ID.N]
		if ok && !slices.ContainsFunc(h.Why, func(m Match) bool { return m.How == how }) {
			t.Errorf("fact %d: %v does not say %q", h.Fact.ID.N, h.Why, how)
		}
	}
}
