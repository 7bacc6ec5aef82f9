package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Query is one question with what it should find.
type Query struct {
	ID   string
	Kind string // en, zh, mixed, typo, abbr, question …; "" in public sets
	Text string
	Want map[string]int // document → grade, above 0; empty: nothing answers it
}

// Set is a collection of queries. The documents of a golden file are the
// topic's fact numbers.
type Set struct {
	Queries []Query
	Docs    []Doc // of a public set; nil for a golden file
}

// Doc is one document of a public set.
type Doc struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// ReadGolden reads lines of qid, kind, query and relevance (fact number and
// grade, as 4:2,10:1; empty where nothing answers), separated by tabs. Lines
// that start with # and empty ones are passed over.
func ReadGolden(r io.Reader) (*Set, error) {
	set := &Set{}
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		q, err := goldenLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if seen[q.ID] {
			return nil, fmt.Errorf("line %d: query id %q stands twice", n, q.ID)
		}
		seen[q.ID] = true
		set.Queries = append(set.Queries, q)
	}
	return set, lines.Err()
}

func goldenLine(line string) (Query, error) {
	fields := strings.Split(line, "\t")
	if len(fields) < 3 || len(fields) > 4 {
		return Query{}, fmt.Errorf("%d fields, want qid, kind, query and relevance separated by tabs", len(fields))
	}
	q := Query{ID: fields[0], Kind: fields[1], Text: fields[2], Want: map[string]int{}}
	if q.ID == "" || strings.TrimSpace(q.Text) == "" {
		return Query{}, fmt.Errorf("a query needs an id and a text")
	}
	if len(fields) < 4 || strings.TrimSpace(fields[3]) == "" {
		return q, nil
	}
	for item := range strings.SplitSeq(fields[3], ",") {
		doc, grade, ok := strings.Cut(strings.TrimSpace(item), ":")
		if !ok {
			grade = "1"
		}
		n, err := strconv.Atoi(doc)
		g, err2 := strconv.Atoi(grade)
		if err != nil || err2 != nil || n < 1 || g < 0 {
			return Query{}, fmt.Errorf("relevance %q, want fact:grade as 4:2", item)
		}
		if g > 0 {
			q.Want[strconv.Itoa(n)] = g
		}
	}
	return q, nil
}

// ReadDocs reads documents: a JSON object with id and text a line.
func ReadDocs(r io.Reader) ([]Doc, error) {
	var docs []Doc
	dec := json.NewDecoder(r)
	for dec.More() {
		var d struct {
			Doc
			Title string `json:"title"`
			BeirD string `json:"_id"`
		}
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("document %d: %w", len(docs)+1, err)
		}
		if d.ID == "" {
			d.ID = d.BeirD
		}
		if d.Title != "" {
			d.Text = strings.TrimSpace(d.Title + " " + d.Text)
		}
		docs = append(docs, d.Doc)
	}
	return docs, nil
}

// ReadSet reads a public set: documents and queries as JSON lines, judgements
// as lines of query, document and grade separated by tabs (a header is passed
// over). Queries without judgements are left out.
func ReadSet(docs, queries, qrels io.Reader) (*Set, error) {
	set := &Set{}
	var err error
	if set.Docs, err = ReadDocs(docs); err != nil {
		return nil, fmt.Errorf("read documents: %w", err)
	}
	asked, err := ReadDocs(queries)
	if err != nil {
		return nil, fmt.Errorf("read queries: %w", err)
	}
	want, err := readJudgements(qrels)
	if err != nil {
		return nil, fmt.Errorf("read judgements: %w", err)
	}
	for _, q := range asked {
		if len(want[q.ID]) > 0 {
			set.Queries = append(set.Queries, Query{ID: q.ID, Text: q.Text, Want: want[q.ID]})
		}
	}
	return set, nil
}

func readJudgements(r io.Reader) (map[string]map[string]int, error) {
	want := map[string]map[string]int{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		f := strings.Fields(lines.Text())
		if len(f) == 4 { // TREC's: query, iteration, document, grade
			f = []string{f[0], f[2], f[3]}
		}
		if len(f) == 0 {
			continue
		}
		if len(f) != 3 {
			return nil, fmt.Errorf("line %d: %d fields, want query, document and grade", n, len(f))
		}
		grade, err := strconv.Atoi(f[2])
		if err != nil {
			if n == 1 {
				continue
			}
			return nil, fmt.Errorf("line %d: grade %q is no whole number", n, f[2])
		}
		if grade > 0 {
			if want[f[0]] == nil {
				want[f[0]] = map[string]int{}
			}
			want[f[0]][f[1]] = grade
		}
	}
	return want, lines.Err()
}
