package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/search"
	"factbot/internal/search/eval"
)

// EvalRequest asks how well search finds what it should.
type EvalRequest struct {
	Queries string // .tsv of a topic's keeper, or .jsonl of a public set
	Docs    string // .jsonl of a public set
	Qrels   string // .tsv of a public set
	Run     string // file for every ranking; "" writes none
	JSON    bool
	Min     float64
	Typos   int64 // seed of misspellings; 0: none
	Worst   int
}

// EvalResult is what was measured.
type EvalResult struct {
	Text  string
	Below bool // nDCG@10 is below the least that was asked for
}

// Eval measures search with a keeper's queries on a topic, or with a public set.
func Eval(ctx context.Context, o Options, r EvalRequest) (result EvalResult, err error) {
	if r.Queries == "" {
		return EvalResult{}, fact.Invalid("eval.queries", "Name the queries: --queries FILE.tsv (and --docs and --qrels for a public set).")
	}
	set, ix, topic, done, err := evalSet(ctx, o, r)
	if err != nil {
		return EvalResult{}, err
	}
	defer func() {
		if closing := done(); err == nil {
			err = closing
		}
	}()
	options := eval.Options{Topic: topic, Worst: r.Worst, Typos: r.Typos != 0, Seed: uint64(r.Typos)}
	if r.Run != "" {
		file, err := os.Create(r.Run)
		if err != nil {
			return EvalResult{}, fmt.Errorf("write rankings: %w", err)
		}
		defer func() {
			if closing := file.Close(); err == nil {
				err = closing
			}
		}()
		options.Run, options.Depth = file, runDepth
	}
	report, err := eval.Run(ix, set, options)
	if err != nil {
		return EvalResult{}, err
	}
	result.Below = report.All.NDCG10 < r.Min
	if result.Text = evalText(report); r.JSON {
		encoded, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return EvalResult{}, fmt.Errorf("encode figures: %w", err)
		}
		result.Text = string(encoded) + "\n"
	}
	return result, nil
}

// runDepth is how many hits of each query a run file gets.
const runDepth = 100

// evalSet loads the queries and fills the index to ask.
func evalSet(ctx context.Context, o Options, r EvalRequest) (*eval.Set, *search.Index, string, func() error, error) {
	nothing := func() error { return nil }
	if r.Docs != "" {
		set, err := publicSet(r)
		if err != nil {
			return nil, nil, "", nil, err
		}
		ix := search.New(search.Options{})
		ix.SetTopic(search.Topic{Slug: "set"})
		ix.Build(set.Facts("set"), nil)
		return set, ix, "set", nothing, nil
	}
	file, err := os.Open(r.Queries)
	if err != nil {
		return nil, nil, "", nil, fmt.Errorf("read queries: %w", err)
	}
	set, err := eval.ReadGolden(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, nil, "", nil, fmt.Errorf("%s: %w", r.Queries, err)
	}
	c, _, err := openToRead(ctx, o, len(o.Config.Topics) > 0, false, "")
	if err != nil {
		return nil, nil, "", nil, err
	}
	stop := func() error { return c.close(context.WithoutCancel(ctx), c.Logger) }
	topics := c.catalog.Topics()
	if len(topics) != 1 {
		return nil, nil, "", nil, fact.Invalid("eval.topic", "Queries are about one topic; name its file with --topic.")
	}
	return set, c.index, topics[0].Slug, stop, nil
}

func publicSet(r EvalRequest) (*eval.Set, error) {
	var readers []io.Reader
	for _, name := range []string{r.Docs, r.Queries, r.Qrels} {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the set: %w", err)
		}
		defer func() { _ = file.Close() }()
		readers = append(readers, file)
	}
	set, err := eval.ReadSet(readers[0], readers[1], readers[2])
	if err != nil {
		return nil, fmt.Errorf("read the set: %w", err)
	}
	return set, nil
}

func evalText(r *eval.Report) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%-12s %8s %9s %7s %6s %8s\n", "kind", "nDCG@10", "recall@10", "MRR@10", "P@1", "queries")
	row := func(name string, m eval.Measures) {
		fmt.Fprintf(&out, "%-12s %8.3f %9.3f %7.3f %6.3f %8d\n", name, m.NDCG10, m.Recall10, m.MRR10, m.P1, m.Queries)
	}
	kinds := make([]string, 0, len(r.Kinds))
	for kind := range r.Kinds {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		row(kind, r.Kinds[kind])
	}
	row("all", r.All)
	if r.Unanswerable.Of > 0 {
		fmt.Fprintf(&out, "%d of %d queries that nothing answers were answered\n", r.Unanswerable.Answered, r.Unanswerable.Of)
	}
	for _, w := range r.Worst {
		fmt.Fprintf(&out, "\n%s %s %.3f %q\n  should find: %v\n", w.ID, w.Kind, w.NDCG10, w.Query, w.Want)
		for i, f := range w.Found {
			fmt.Fprintf(&out, "  %d. %s %.3f  %s\n", i+1, f.Doc, f.Score, strings.Join(f.Why, "; "))
		}
		for _, note := range w.Notes {
			fmt.Fprintf(&out, "  %s\n", note)
		}
	}
	return out.String()
}
