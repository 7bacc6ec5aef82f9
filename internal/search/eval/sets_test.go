package eval_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/search"
	"factbot/internal/search/eval"
	"factbot/internal/search/internal/searchtest"
)

// TestPublicSets prints the measures of public sets: FACTBOT_SEARCH_SETS names
// a folder with one folder for each (docs.jsonl, queries.jsonl, qrels.tsv).
func TestPublicSets(t *testing.T) {
	root := os.Getenv("FACTBOT_SEARCH_SETS")
	if root == "" {
		t.Skip("FACTBOT_SEARCH_SETS is not set")
	}
	dirs, err := filepath.Glob(filepath.Join(root, "*", "docs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, docs := range dirs {
		dir := filepath.Dir(docs)
		if only := os.Getenv("FACTBOT_SEARCH_ONLY"); only != "" && !strings.Contains(dir, only) {
			continue
		}
		set := readSet(t, dir)
		ix := search.New(options(t))
		ix.Build(set.Facts("set"), nil)
		r, err := eval.Run(ix, set, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		typos := ""
		if strings.Contains(dir, "scifact") || strings.Contains(dir, "en-para") {
			m, _ := eval.Run(ix, set, eval.Options{Typos: true, Seed: 1})
			typos = "  misspelt " + format(m.All.NDCG10)
		}
		t.Logf("%-20s ndcg %s recall %s mrr %s%s", filepath.Base(dir), format(r.All.NDCG10), format(r.All.Recall10), format(r.All.MRR10), typos)
	}
}

func format(x float64) string { b, _ := json.Marshal(x); return string(b) }

// options reads tuning constants from FACTBOT_SEARCH_OPTIONS, as JSON.
func options(t *testing.T) (o search.Options) {
	t.Helper()
	if s := os.Getenv("FACTBOT_SEARCH_OPTIONS"); s != "" {
		if err := json.Unmarshal([]byte(s), &o); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func readSet(t *testing.T, dir string) *eval.Set {
	t.Helper()
	var files [3]*os.File
	for k, name := range []string{"docs.jsonl", "queries.jsonl", "qrels.tsv"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[k] = f
	}
	set, err := eval.ReadSet(files[0], files[1], files[2])
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestGoldenFile prints the measures of a golden file on the seed:
// FACTBOT_SEARCH_GOLDEN names it.
func TestGoldenFile(t *testing.T) {
	path := os.Getenv("FACTBOT_SEARCH_GOLDEN")
	if path == "" {
		t.Skip("FACTBOT_SEARCH_GOLDEN is not set")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, err := eval.ReadGolden(f)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := searchtest.Seed()
	if err != nil {
		t.Fatal(err)
	}
	topic := search.Topic{Slug: "rdma", Title: "RDMA"}
	if docs := os.Getenv("FACTBOT_SEARCH_DOCS"); docs != "" {
		if facts, err = searchtest.Lines(docs, "OPS", "rdma"); err != nil {
			t.Fatal(err)
		}
		topic.Title = "Postgres operations"
	} else {
		topic.Glossary, _ = searchtest.Glossary(filepath.Join(searchtest.Root(), "seeds", "rdma.yaml"))
	}
	ix := search.New(options(t))
	ix.SetTopic(topic)
	ix.Build(facts, nil)
	r, err := eval.Run(ix, set, eval.Options{Worst: 25})
	if err != nil {
		t.Fatal(err)
	}
	worst := r.Worst
	r.Worst = nil
	b, _ := json.Marshal(r)
	t.Logf("%s", b)
	if testing.Verbose() {
		for _, w := range worst {
			t.Logf("%s %s %q %.2f want %v %v", w.ID, w.Kind, w.Query, w.NDCG10, w.Want, w.Notes)
			for _, f := range w.Found {
				t.Logf("      %s %.2f %s", f.Doc, f.Score, strings.Join(f.Why, " · "))
			}
		}
	}
}
