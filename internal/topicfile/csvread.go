package topicfile

import (
	"fmt"
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// column is what a column of a CSV file holds.
type column struct {
	field string // one of the names below
	n     int    // of a citation, from 0
}

// The columns that a reader understands; the others that an export writes tell
// people more and are left alone.
var csvFields = []string{
	"id", "statement", "language", "confidence", "status", "core", "relations",
	"source_url", "source_title", "source_quote", "source_date", "source_author", "marks",
}

var csvRecord = []string{
	"status_origin", "wording_origin", "confidence_origin", "overlays", "verified_by", "verified_at", "verified_until",
	"document", "line", "imported", "sha256", "version", "open_flags",
}

var csvSynonyms = map[string]string{
	"number": "id", "no": "id", "no.": "id", "#": "id", "n": "id",
	"fact": "statement", "text": "statement", "lang": "language", "url": "source_url", "source": "source_url",
}

// maxCitations bounds the citations of one fact that CSV has columns for.
const maxCitations = 50

// columnNamed reads a header cell; a citation's second column ends in _2.
func columnNamed(header string) (column, bool) {
	word := strings.Join(strings.FieldsFunc(foldWord(unguard(header)), func(r rune) bool {
		return r == ' ' || r == '_' || r == '-'
	}), "_")
	if s, ok := csvSynonyms[word]; ok {
		word = s
	}
	for _, list := range [][]string{csvFields, csvRecord} {
		for _, name := range list {
			if word == name {
				return column{field: name}, true
			}
		}
	}
	at := strings.LastIndexByte(word, '_')
	if at < 0 || !strings.HasPrefix(word, "source_") {
		return column{}, false
	}
	n, err := strconv.Atoi(word[at+1:])
	if err != nil || n < 1 || n > maxCitations {
		return column{}, false
	}
	c, ok := columnNamed(word[:at])
	c.n = n - 1
	return c, ok && strings.HasPrefix(c.field, "source_")
}

// csvReader reads the facts of a CSV file.
type csvReader struct {
	p         *problems
	file      string
	columns   []column
	topic     yamlTopic // for ids, their common prefix and relations
	relations []csvRelation
	lost      bool // a row's number could not be read
	src       *fact.Source
}

type csvRelation struct {
	cell csvCell
	from int
}

func readCSV(p *problems, file, text string) *fact.Source {
	r := &csvReader{p: p, file: file, src: &fact.Source{Claimed: -1}}
	r.topic.file = file
	comma, rest, skipped := separator(text)
	s := &csvScanner{text: rest, line: 1 + skipped, comma: comma, fail: func(line int, message string) {
		p.fail(file, line, "%s", message)
	}}
	if !r.header(s.record()) {
		return nil
	}
	for cells := s.record(); cells != nil; cells = s.record() {
		if !blank(cells) {
			r.fact(cells)
		}
	}
	if len(r.src.Facts) == 0 && !p.failed() {
		p.fail(file, 0, "the file has a header but no facts: add a line for each")
	}
	r.finish()
	return r.src
}

func blank(cells []csvCell) bool {
	for _, c := range cells {
		if c.text != "" {
			return false
		}
	}
	return true
}

// header reads the first record; false if the rows cannot be read with it.
func (r *csvReader) header(cells []csvCell) bool {
	at := map[column]bool{}
	for i, cell := range cells {
		c, ok := columnNamed(cell.text)
		name := excerpt(cell.text)
		near := nearest(strings.ReplaceAll(foldWord(cell.text), " ", "_"), csvFields)
		switch {
		case cell.text == "":
		case ok && at[c]:
			r.p.fail(r.file, cell.line, "column %d is %s for the second time: keep one of them", i+1, name)
		case ok:
			at[c] = true
		case near != "":
			r.p.fail(r.file, cell.line, "there is no column %s: did you mean %s?", name, near)
		default:
			r.p.warn(r.file, cell.line, "the column %s is not known and was not read", name)
		}
		r.columns = append(r.columns, c)
	}
	for _, need := range []string{"statement", "confidence"} {
		if !at[column{field: need}] {
			r.p.fail(r.file, 1, "the header has no column %s: begin the file with a line of column names, at least statement and confidence", need)
		}
	}
	return at[column{field: "statement"}] && at[column{field: "confidence"}]
}

// fact reads one row.
func (r *csvReader) fact(cells []csvCell) {
	if fault := r.cut(cells); fault != "" {
		r.fail(cells[0], "%s: put a text that holds a separator in quotes", fault)
		r.unread(cells)
		return
	}
	f := fact.SourceFact{NoStatus: true, Line: cells[0].line}
	var sources []fact.Citation
	lang := ""
	for i, cell := range cells {
		if i >= len(r.columns) {
			break // blank, as cut made sure
		}
		cell.text = unguard(cell.text)
		switch c := r.columns[i]; c.field {
		case "statement":
			f.Statement, f.Line = cell.text, cell.line
		case "language":
			lang = cell.text
			f.Lang = csvValue(r, cell, parseLang)
		case "confidence":
			f.Confidence = csvValue(r, cell, parseConfidence)
		case "status":
			status, given, err := parseStatus(cell.text)
			if err != nil {
				r.fail(cell, "%v", err)
			}
			f.Status, f.NoStatus = status, !given
		case "core":
			core, ok := parseBool(cell.text)
			if !ok {
				r.fail(cell, "core must be yes or no, not %s", excerpt(cell.text))
			}
			f.Core = core
		case "id":
			if strings.TrimSpace(cell.text) != "" {
				f.N = csvValue(r, cell, r.topic.number)
				r.lost = r.lost || f.N == 0
			}
		case "marks":
			f.Marks = r.marks(cell)
		case "relations":
			r.relations = append(r.relations, csvRelation{cell, len(r.src.Facts)})
		default:
			sources = r.source(sources, c, cell)
		}
	}
	if strings.TrimSpace(lang) == "" {
		f.Lang = fact.DetectLang(f.Statement)
	}
	r.addSources(&f, sources)
	r.src.Facts = append(r.src.Facts, f)
}

func (r *csvReader) fail(cell csvCell, format string, args ...any) {
	r.p.fail(r.file, cell.line, format, args...)
}

// csvValue reads a cell that has a parser of its own.
func csvValue[T any](r *csvReader, cell csvCell, parse func(string) (T, error)) T {
	value, err := parse(cell.text)
	if err != nil {
		r.fail(cell, "%v", err)
	}
	return value
}

// source puts a cell into the citation that it belongs to.
func (r *csvReader) source(sources []fact.Citation, c column, cell csvCell) []fact.Citation {
	if cell.text == "" || !strings.HasPrefix(c.field, "source_") {
		return sources
	}
	for len(sources) <= c.n {
		sources = append(sources, fact.Citation{})
	}
	to := &sources[c.n]
	switch c.field {
	case "source_url":
		to.URL = cell.text
	case "source_title":
		to.Title = cell.text
	case "source_quote":
		to.Quote = cell.text
	case "source_author":
		to.Author = cell.text
	case "source_date":
		to.Date = csvValue(r, cell, parseDate)
	}
	return sources
}

func (r *csvReader) addSources(f *fact.SourceFact, sources []fact.Citation) {
	for i := range sources {
		if sources[i] == (fact.Citation{}) {
			continue
		}
		if err := checkCitation(&sources[i]); err != nil {
			r.p.fail(r.file, f.Line, "%v", err)
		}
		f.Sources = append(f.Sources, sources[i])
	}
}

// finish reads the relations, which name facts by their numbers.
func (r *csvReader) finish() {
	index := Numbering(r.src)
	for _, rel := range r.relations {
		for part := range strings.SplitSeq(rel.cell.text, ";") {
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			one, err := r.relation(part, r.src.Facts[rel.from].N)
			if err == nil && index(one.To) < 0 && !r.lost {
				err = fmt.Errorf("the file has no fact %d to relate to: correct the number", one.To)
			}
			if err != nil {
				r.fail(rel.cell, "%v", err)
				continue
			}
			r.src.Relations = append(r.src.Relations, one)
		}
	}
	r.topic.src = *r.src
	r.topic.settlePrefix(&yamlReader{p: r.p, file: r.file})
	r.src.Prefix = r.topic.src.Prefix
}

func (r *csvReader) relation(text string, from int) (fact.SourceRelation, error) {
	if from == 0 {
		return fact.SourceRelation{}, fmt.Errorf("a fact with relations needs a number: fill its id cell")
	}
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return fact.SourceRelation{}, fmt.Errorf("the relation %s needs a kind and a number: write it as contradicts 4", excerpt(text))
	}
	kind, err := parseKind(text[:at])
	if err != nil {
		return fact.SourceRelation{}, err
	}
	to, err := r.topic.number(text[at+1:])
	if err == nil && to == from {
		err = fmt.Errorf("this relation ties fact %d to itself: name another fact", to)
	}
	return fact.SourceRelation{From: from, To: to, Kind: kind}, err
}
