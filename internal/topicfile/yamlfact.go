package topicfile

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"factbot/internal/fact"
)

// yamlFact is what one item of facts says; a nil field was not given.
type yamlFact struct {
	line       int
	n          int
	statement  *string
	lang       *fact.Lang
	confidence *fact.Confidence
	status     *fact.Status
	core       bool
	sources    []fact.Citation
	marks      fact.Mark
}

// readFact reads an item of facts. In a sidecar it names a fact of the page by
// its place there and may not touch what the page says itself.
func (t *yamlTopic) readFact(y *yamlReader, n *yaml.Node, sidecar bool) {
	f := yamlFact{line: n.Line}
	var relations *yaml.Node
	known := fields{
		"number":     func(v *yaml.Node) { t.numbered(y, v, &f) },
		"id":         func(v *yaml.Node) { t.numbered(y, v, &f) },
		"language":   func(v *yaml.Node) { f.lang = parsed(y, v, "language", parseLang) },
		"status":     func(v *yaml.Node) { f.readStatus(y, v) },
		"citations":  func(v *yaml.Node) { f.citations(y, v) },
		"relations":  func(v *yaml.Node) { relations = v },
		"statement":  func(v *yaml.Node) { f.statement = parsed(y, v, "statement", verbatim) },
		"confidence": func(v *yaml.Node) { f.confidence = parsed(y, v, "confidence", parseConfidence) },
		"core":       func(v *yaml.Node) { f.readCore(y, v) },
		"marks":      func(v *yaml.Node) { f.readMarks(y, v) },
		"record":     ignored,
	}
	what := "a fact"
	if sidecar {
		what = "a sidecar's fact"
		for _, own := range []string{"statement", "confidence", "core"} {
			known[own] = func(v *yaml.Node) {
				y.fail(v, "%s is the page's to say: change it there", own)
			}
		}
		delete(known, "record")
		delete(known, "marks")
	}
	before := len(y.p.errors)
	if !y.mapping(n, what, known) {
		return
	}
	broken := len(y.p.errors) > before
	switch {
	case broken:
	case sidecar && f.n == 0:
		y.fail(n, "a sidecar's fact needs the number of a fact of the page: add number")
	case !sidecar && f.statement == nil:
		y.fail(n, "this fact has no statement: add one")
	case !sidecar && f.confidence == nil:
		y.fail(n, "this fact has no confidence: add a whole number from 0 to 100")
	}
	t.facts = append(t.facts, f)
	if relations == nil {
		return
	}
	if f.n == 0 {
		y.fail(n, "this fact has relations but no number: add number so that they have an end")
		return
	}
	y.each(relations, "relations", func(v *yaml.Node) { t.relation(y, v, f.n) })
}

func (t *yamlTopic) numbered(y *yamlReader, v *yaml.Node, f *yamlFact) {
	n := t.ref(y, v, "number")
	if f.n != 0 && n != 0 && n != f.n {
		y.fail(v, "id and number name different facts: keep one of them")
	}
	f.n = n
}

func verbatim(s string) (string, error) { return s, nil }

// parsed reads a value that has a parser of its own; nil if it is wrong or blank.
func parsed[T any](y *yamlReader, v *yaml.Node, what string, parse func(string) (T, error)) *T {
	s, ok := y.scalar(v, what)
	if !ok || null(v) {
		return nil
	}
	value, err := parse(s)
	if err != nil {
		y.fail(v, "%v", err)
		return nil
	}
	return &value
}

func (f *yamlFact) readStatus(y *yamlReader, v *yaml.Node) {
	s, ok := y.scalar(v, "status")
	if !ok {
		return
	}
	status, given, err := parseStatus(s)
	if err != nil {
		y.fail(v, "%v", err)
	} else if given {
		f.status = &status
	}
}

func (f *yamlFact) readCore(y *yamlReader, v *yaml.Node) {
	s, ok := y.scalar(v, "core")
	if !ok {
		return
	}
	core, ok := parseBool(s)
	if !ok {
		y.fail(v, "core must be true or false, not %s", excerpt(s))
	}
	f.core = core
}

func (f *yamlFact) readMarks(y *yamlReader, v *yaml.Node) {
	y.each(v, "marks", func(n *yaml.Node) {
		s, ok := y.scalar(n, "an item of marks")
		if !ok {
			return
		}
		m, err := parseMark(s)
		if err != nil {
			y.fail(n, "%v", err)
		}
		f.marks |= m
	})
}

// parseBool reads a yes or no; a blank is no.
func parseBool(text string) (value, ok bool) {
	switch foldWord(text) {
	case "true", "yes", "y", "x", "1":
		return true, true
	case "false", "no", "n", "0", "":
		return false, true
	}
	return false, false
}

func (f *yamlFact) citations(y *yamlReader, v *yaml.Node) {
	y.each(v, "citations", func(n *yaml.Node) {
		var c fact.Citation
		if !y.mapping(n, "a citation", fields{
			"title":  y.text(&c.Title, "title"),
			"url":    y.text(&c.URL, "url"),
			"quote":  y.text(&c.Quote, "quote"),
			"author": y.text(&c.Author, "author"),
			"date":   y.date(&c.Date, "date"),
		}) {
			return
		}
		if err := checkCitation(&c); err != nil {
			y.fail(n, "%v", err)
			return
		}
		f.sources = append(f.sources, c)
	})
}

// source makes a topic of its own from what was read.
func (t *yamlTopic) source(p *problems) *fact.Source {
	src := t.src
	if strings.TrimSpace(src.Title) == "" {
		p.fail(t.file, 0, "the topic has no title: add a title key (a sidecar is read by naming the page text beside it)")
	}
	if len(t.facts) == 0 {
		p.fail(t.file, 0, "the topic has no facts: add a facts key (a sidecar is read by naming the page text beside it)")
	}
	for _, f := range t.facts {
		if f.statement == nil || f.confidence == nil {
			src.Facts = append(src.Facts, fact.SourceFact{N: f.n, Statement: unread, Line: f.line}) // reported where it was read
			continue
		}
		s := fact.SourceFact{N: f.n, Statement: *f.statement, Confidence: *f.confidence, Core: f.core, Line: f.line, Sources: f.sources, Marks: f.marks}
		s.Lang = fact.DetectLang(s.Statement)
		if f.lang != nil {
			s.Lang = *f.lang
		}
		s.NoStatus = f.status == nil
		if f.status != nil {
			s.Status = *f.status
		}
		src.Facts = append(src.Facts, s)
	}
	t.relate(p, &src, !p.failed() || t.numberedAll())
	return &src
}

// numberedAll reports whether every fact's number is known, whatever else of it
// could not be read.
func (t *yamlTopic) numberedAll() bool {
	return !slices.ContainsFunc(t.facts, func(f yamlFact) bool { return f.n == 0 })
}

// relate adds the relations whose facts are in the source. Of a source of which
// not all could be read (sure is false), it does not say that a fact is missing.
func (t *yamlTopic) relate(p *problems, src *fact.Source, sure bool) {
	index := Numbering(src)
	for _, r := range t.relations {
		if index(r.From) < 0 || index(r.To) < 0 {
			if !sure {
				continue
			}
			p.fail(t.file, r.line, "this relation ties fact %d to fact %d, but the file has no such fact: correct the number", r.From, r.To)
			continue
		}
		src.Relations = append(src.Relations, r.SourceRelation)
	}
}
