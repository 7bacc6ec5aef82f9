package eval_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search"
	"factbot/internal/search/eval"
	"factbot/internal/search/internal/searchtest"
)

// ranked answers each query with the fact numbers of a list.
type ranked map[string][]int

func (r ranked) Search(q search.Query) search.Result {
	var result search.Result
	for k, n := range r[q.Text] {
		if q.Limit > 0 && k == q.Limit {
			break
		}
		result.Hits = append(result.Hits, search.Hit{
			Fact: &fact.Fact{ID: fact.ID{Prefix: "F", N: n}}, Score: float64(100 - k),
		})
	}
	return result
}

func golden(t *testing.T, text string) *eval.Set {
	t.Helper()
	set, err := eval.ReadGolden(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	log := math.Log2
	for _, c := range []struct {
		name, want               string
		got                      []int
		ndcg, recall, mrr, first float64
	}{
		{"perfect", "1:2,2:1", []int{1, 2, 3}, 1, 1, 1, 1},
		{"swapped", "1:2,2:1", []int{2, 1}, (1 + 2/log(3)) / (2 + 1/log(3)), 1, 1, 1},
		{"second", "1:2", []int{9, 1}, 1 / log(3), 1, 0.5, 0},
		{"half", "1:1,2:1", []int{1}, 1 / (1 + 1/log(3)), 0.5, 1, 1},
		{"nothing", "1:2", nil, 0, 0, 0, 0},
		{"beyond ten", "1:2", []int{20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 1}, 0, 0, 0, 0},
		{"no grade means one", "1", []int{1}, 1, 1, 1, 1},
		{"grade nought is no answer", "1:2,2:0", []int{1, 2}, 1, 1, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := eval.Run(ranked{"q": c.got}, golden(t, "a\ten\tq\t"+c.want), eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := r.Kinds["en"]
			for name, pair := range map[string][2]float64{
				"nDCG": {got.NDCG10, c.ndcg}, "recall": {got.Recall10, c.recall}, "MRR": {got.MRR10, c.mrr}, "P@1": {got.P1, c.first},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-4 {
					t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	set := golden(t, "\ufeff#qid\tkind\tquery\trelevance\na\ten\tone\t1:2\n\nb\tzh\ttwo\t2:2\r\nn1\tnone\tthree\t\nn2\tnone\tfour\n")
	var run bytes.Buffer
	r, err := eval.Run(ranked{"one": {1}, "two": {3, 2}, "three": {5}}, set, eval.Options{Run: &run, Worst: 2})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unanswerable != (eval.Unanswerable{Of: 2, Answered: 1}) {
		t.Errorf("unanswerable %+v, want 1 of 2", r.Unanswerable)
	}
	if r.All.Queries != 2 || r.All.P1 != 0.5 || r.Kinds["zh"].MRR10 != 0.5 {
		t.Errorf("report %+v", r)
	}
	if want := "a\t1\t100\nb\t3\t100\nb\t2\t99\nn1\t5\t100\n"; run.String() != want {
		t.Errorf("run %q, want %q", run.String(), want)
	}
	if len(r.Worst) != 2 || r.Worst[0].ID != "n1" || r.Worst[1].ID != "b" {
		t.Errorf("worst %+v, want n1 and b", r.Worst)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"all":{"ndcg10":`, `"recall10":`, `"mrr10":`, `"p1":`, `"kinds":{"en":`, `"unanswerable":{"of":2,"answered":1}`} {
		if !strings.Contains(string(raw), key) {
			t.Errorf("%s has no %s", raw, key)
		}
	}
}

func TestBadGolden(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"two fields":    "a\ten",
		"no query":      "a\ten\t\t1:2",
		"no id":         "\ten\tq\t1:2",
		"no number":     "a\ten\tq\tx:2",
		"no fact 0":     "a\ten\tq\t0:2",
		"negative":      "a\ten\tq\t1:-2",
		"the same id":   "a\ten\tq\t1:2\na\ten\tr\t1:2",
		"five fields":   "a\ten\tq\t1:2\tmore",
		"grade in text": "a\ten\tq\t1:two",
	} {
		if _, err := eval.ReadGolden(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		} else if !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: %q does not name the line", name, err)
		}
	}
}

func TestReadSet(t *testing.T) {
	t.Parallel()
	docs := `{"id":"d1","text":"The gateway restarts at night."}` + "\n" + `{"_id":"d2","title":"Switches","text":"The switch burns."}`
	queries := `{"id":"q1","text":"when does the gateway restart"}` + "\n" + `{"_id":"q2","text":"switches"}` + "\n" + `{"id":"q3","text":"no judgement"}`
	set, err := eval.ReadSet(strings.NewReader(docs), strings.NewReader(queries), strings.NewReader("query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t2\nq3\td1\t0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Docs) != 2 || len(set.Queries) != 2 || set.Docs[1].Text != "Switches The switch burns." {
		t.Fatalf("set %+v", set)
	}
	ix := search.New(search.Options{})
	ix.Build(set.Facts("set"), nil)
	var run bytes.Buffer
	r, err := eval.Run(ix, set, eval.Options{Run: &run, Topic: "set"})
	if err != nil {
		t.Fatal(err)
	}
	if r.All.NDCG10 != 1 || !strings.HasPrefix(run.String(), "q1\td1\t") {
		t.Errorf("report %+v, run %q", r.All, run.String())
	}
	for name, qrels := range map[string]string{"grade": "q1\td1\tx\nq1\td1\ty\n", "fields": "q1 d1\n"} {
		if _, err := eval.ReadSet(strings.NewReader(docs), strings.NewReader(queries), strings.NewReader(qrels)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := eval.ReadSet(strings.NewReader("{"), strings.NewReader(queries), strings.NewReader("")); err == nil {
		t.Error("damaged documents: no error")
	}
}

// TestTypos: misspelt queries differ by one edit in a word of five letters or
// more, the same way every time.
func TestTypos(t *testing.T) {
	t.Parallel()
	asked := map[string]bool{}
	record := func(seed uint64) []string {
		var texts []string
		for n := range 50 {
			text := fmt.Sprintf("latency of the gateway under heavy traffic %d", n)
			ix := recorder{&texts}
			if _, err := eval.Run(ix, golden(t, "a\ten\t"+text+"\t1:2"), eval.Options{Typos: true, Seed: seed}); err != nil {
				t.Fatal(err)
			}
			if last := texts[len(texts)-1]; last == text {
				asked["same"] = true
			} else if d := len(last) - len(text); d < -1 || d > 1 {
				t.Errorf("%q became %q", text, last)
			}
		}
		return texts
	}
	first, again, other := record(1), record(1), record(2)
	if strings.Join(first, "|") != strings.Join(again, "|") {
		t.Error("the same seed gives other misspellings")
	}
	if strings.Join(first, "|") == strings.Join(other, "|") {
		t.Error("another seed gives the same misspellings")
	}
}

type recorder struct{ texts *[]string }

func (r recorder) Search(q search.Query) search.Result {
	*r.texts = append(*r.texts, q.Text)
	return search.Result{}
}

// TestKept holds the ranking to the queries that are kept beside the seed and
// in testdata, each with the least that they must reach.
func TestKept(t *testing.T) {
	t.Parallel()
	seed, err := searchtest.Seed()
	if err != nil {
		t.Fatal(err)
	}
	glossary, err := searchtest.Glossary(filepath.Join(searchtest.Root(), "seeds", "rdma.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ops, err := searchtest.Lines("../testdata/ops/facts.txt", "OPS", "ops")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		topic   search.Topic
		facts   []*fact.Fact
		queries string
		least   float64
		kind    float64
	}{
		{search.Topic{Slug: "rdma", Title: "RDMA", Glossary: glossary}, seed, filepath.Join(searchtest.Root(), "seeds", "rdma.queries.tsv"), 0.95, 0.85},
		{search.Topic{Slug: "ops", Title: "Postgres operations"}, ops, "../testdata/ops/queries.tsv", 0.9, 0.8},
	} {
		raw, err := os.ReadFile(c.queries)
		if err != nil {
			t.Fatal(err)
		}
		ix := search.New(search.Options{})
		ix.SetTopic(c.topic)
		ix.Build(c.facts, nil)
		r, err := eval.Run(ix, golden(t, string(raw)), eval.Options{Topic: c.topic.Slug, Worst: 5})
		if err != nil {
			t.Fatal(err)
		}
		if r.All.NDCG10 < c.least || r.Unanswerable.Answered > 0 || r.Unanswerable.Of == 0 {
			t.Errorf("%s: nDCG@10 %v, want %v; answered %+v; worst %+v", c.topic.Slug, r.All.NDCG10, c.least, r.Unanswerable, r.Worst)
		}
		for kind, m := range r.Kinds {
			if m.NDCG10 < c.kind {
				t.Errorf("%s, %s: nDCG@10 %v, want %v", c.topic.Slug, kind, m.NDCG10, c.kind)
			}
		}
	}
}
