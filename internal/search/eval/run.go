package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// Report is what a run measured.
type Report struct {
	All          Measures            `json:"all"`
	Kinds        map[string]Measures `json:"kinds"`
	Unanswerable Unanswerable        `json:"unanswerable"`
	Worst        []Worst             `json:"worst,omitempty"`
}

// Unanswerable counts the queries that nothing should answer, and how many of
// them were answered all the same.
type Unanswerable struct {
	Of       int `json:"of"`
	Answered int `json:"answered"`
}

// Worst is a query that went badly, with what was found and why.
type Worst struct {
	ID     string         `json:"id"`
	Kind   string         `json:"kind"`
	Query  string         `json:"query"`
	NDCG10 float64        `json:"ndcg10"`
	Want   map[string]int `json:"want"`
	Found  []Found        `json:"found"`
	Notes  []string       `json:"notes,omitempty"`
}

// Found is one hit of a bad query.
type Found struct {
	Doc   string   `json:"doc"`
	Score float64  `json:"score"`
	Why   []string `json:"why,omitempty"`
}

// Options say how to run.
type Options struct {
	Topic string    // slug of the topic to ask; "" asks all
	Run   io.Writer // gets qid, document and score, best first; may be nil
	Worst int       // how many of the worst queries to explain
	Depth int       // hits to write for each query; 0: ten
	Typos bool      // ask misspelt variants of the queries
	Seed  uint64    // of the misspellings
}

// Search is what a run asks.
type Search interface {
	Search(search.Query) search.Result
}

// Run asks a set's queries. A golden set's documents are fact numbers, and a
// query is answered only above the threshold; a public set judges the ranking
// alone, so there weak hits follow the others.
func Run(ix Search, set *Set, o Options) (*Report, error) {
	r := &Report{Kinds: map[string]Measures{}}
	kinds := map[string]*Measures{}
	var all Measures
	var out *bufio.Writer
	if o.Run != nil {
		out = bufio.NewWriter(o.Run)
	}
	for _, q := range set.Queries {
		if o.Typos {
			q.Text = misspell(q.Text, q.ID, o.Seed)
		}
		asked := search.Query{Text: q.Text, Limit: max(depth, o.Depth), Weak: set.Docs != nil}
		if o.Topic != "" {
			asked.Topics = []string{o.Topic}
		}
		result := ix.Search(asked)
		docs := make([]string, len(result.Hits))
		for k, h := range result.Hits {
			docs[k] = set.name(h.Fact)
			if out != nil {
				_, _ = fmt.Fprintf(out, "%s\t%s\t%s\n", q.ID, docs[k], strconv.FormatFloat(h.Score, 'g', -1, 64))
			}
		}
		if len(q.Want) == 0 {
			r.Unanswerable.Of++
			if len(docs) > 0 {
				r.Unanswerable.Answered++
				r.worst(ix, set, asked, q, 0, o.Worst)
			}
			continue
		}
		m := measure(docs, q.Want)
		all.add(m)
		if kinds[q.Kind] == nil {
			kinds[q.Kind] = &Measures{}
		}
		kinds[q.Kind].add(m)
		if m.NDCG10 < 1 {
			r.worst(ix, set, asked, q, m.NDCG10, o.Worst)
		}
	}
	r.All = all.mean()
	for kind, m := range kinds {
		r.Kinds[kind] = m.mean()
	}
	if out != nil {
		if err := out.Flush(); err != nil {
			return nil, fmt.Errorf("write the run: %w", err)
		}
	}
	return r, nil
}

// name is how a set's judgements name a fact.
func (s *Set) name(f *fact.Fact) string {
	if s.Docs != nil {
		return s.Docs[f.ID.N-1].ID
	}
	return strconv.Itoa(f.ID.N)
}

// worst keeps a query among the worst if it is one of them.
func (r *Report) worst(ix Search, set *Set, asked search.Query, q Query, ndcg float64, keep int) {
	if keep == 0 || len(r.Worst) == keep && r.Worst[keep-1].NDCG10 <= ndcg {
		return
	}
	asked.Explain, asked.Limit = true, 5
	result := ix.Search(asked)
	w := Worst{ID: q.ID, Kind: q.Kind, Query: q.Text, NDCG10: round(ndcg), Want: q.Want}
	for _, c := range result.Corrections {
		w.Notes = append(w.Notes, c.From+" was taken for "+c.To)
	}
	for _, e := range result.Expansions {
		w.Notes = append(w.Notes, e.From+" was taken for "+e.To+" ("+e.Kind+")")
	}
	if len(result.Hits) == 0 {
		w.Notes = append(w.Notes, "no fact covers enough of the query; the nearest follow")
		result.Hits = result.Nearest
	}
	for _, h := range result.Hits {
		f := Found{Doc: set.name(h.Fact), Score: round(h.Score)}
		for _, m := range h.Why {
			f.Why = append(f.Why, m.String())
		}
		w.Found = append(w.Found, f)
	}
	r.Worst = append(r.Worst, w)
	slices.SortStableFunc(r.Worst, func(a, b Worst) int { return cmp.Compare(a.NDCG10, b.NDCG10) })
	r.Worst = r.Worst[:min(keep, len(r.Worst))]
}

// Facts makes facts of a public set's documents, all of one topic, so that
// they can be indexed: document k is fact k+1.
func (s *Set) Facts(topic string) []*fact.Fact {
	facts := make([]*fact.Fact, len(s.Docs))
	for k, d := range s.Docs {
		facts[k] = &fact.Fact{
			ID: fact.ID{Prefix: "DOC", N: k + 1}, Topic: topic, Statement: d.Text,
			Lang: fact.DetectLang(d.Text), Confidence: 50, Version: 1,
		}
	}
	return facts
}
