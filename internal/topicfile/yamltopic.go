package topicfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"factbot/internal/fact"
)

// yamlTopic is a YAML file as it was read: a topic of its own or a sidecar.
type yamlTopic struct {
	file      string
	src       fact.Source
	leads     bool
	facts     []yamlFact
	relations []yamlRelation
	idPrefix  string // of the ids that facts are given
}

// yamlRelation is a relation with the line that states it.
type yamlRelation struct {
	fact.SourceRelation
	line int
}

// maxName bounds a command and a prefix, in characters.
const maxName = 32

// isCommand reports whether a word can be a slash command: small letters or
// letters without case, digits, hyphens and underscores. It is no regular
// expression, since repeating Unicode's classes makes one of megabytes.
func isCommand(word string) bool {
	for _, r := range word {
		if !unicode.Is(unicode.Ll, r) && !unicode.Is(unicode.Lo, r) && !(r >= '0' && r <= '9') && r != '_' && r != '-' {
			return false
		}
	}
	n := utf8.RuneCountInString(word)
	return n >= 1 && n <= maxName
}

// isPrefix reports whether a word can begin ids: a letter or ASCII digit, then
// letters, numbers, hyphens and underscores.
func isPrefix(word string) bool {
	for i, r := range word {
		first := unicode.IsLetter(r) || r >= '0' && r <= '9'
		if i == 0 && !first || !first && !unicode.IsNumber(r) && r != '_' && r != '-' {
			return false
		}
	}
	n := utf8.RuneCountInString(word)
	return n >= 1 && n <= maxName
}

// readYAML reads a topic or a sidecar; nil if it is no YAML at all.
func readYAML(p *problems, file, text string, sidecar bool) *yamlTopic {
	y := &yamlReader{p: p, file: file}
	root := y.root(text)
	if root == nil {
		return nil
	}
	t := &yamlTopic{file: file, src: fact.Source{Claimed: -1}}
	if sidecar && null(root) {
		return t
	}
	var facts, relations, status *yaml.Node
	what := "the topic"
	known := fields{
		"title":      y.text(&t.src.Title, "title"),
		"definition": y.text(&t.src.Definition, "definition"),
		"command":    func(n *yaml.Node) { t.command(y, n, &t.src.Command) },
		"aliases":    func(n *yaml.Node) { t.aliases(y, n) },
		"prefix":     func(n *yaml.Node) { t.prefix(y, n) },
		"captured":   y.date(&t.src.CapturedAt, "captured"),
		"window":     y.number(&t.src.Window, "window"),
		"unlisted":   y.number(&t.src.Unlisted, "unlisted"),
		"count":      y.number(&t.src.Claimed, "count"),
		"timeline":   func(n *yaml.Node) { t.timeline(y, n) },
		"glossary":   func(n *yaml.Node) { t.glossary(y, n) },
		"facts":      func(n *yaml.Node) { facts = n },
		"relations":  func(n *yaml.Node) { relations = n },
		"record":     ignored,
	}
	if sidecar {
		what = "the sidecar"
		delete(known, "record")
		known["status"] = func(n *yaml.Node) { status = n }
	}
	if !y.mapping(root, what, known) {
		return nil
	}
	if status != nil {
		t.reading(y, status)
	}
	if facts != nil {
		y.each(facts, "facts", func(n *yaml.Node) { t.readFact(y, n, sidecar) })
	}
	if relations != nil {
		y.each(relations, "relations", func(n *yaml.Node) { t.relation(y, n, 0) })
	}
	t.settlePrefix(y)
	return t
}

func (t *yamlTopic) command(y *yamlReader, n *yaml.Node, to *string) {
	s, ok := y.scalar(n, "command")
	if !ok || s == "" {
		return
	}
	word := strings.TrimPrefix(foldWord(s), "/")
	if !isCommand(word) {
		y.fail(n, "%s cannot be a command: use at most 32 letters, digits, hyphens and underscores", excerpt(s))
		return
	}
	*to = word
}

func (t *yamlTopic) aliases(y *yamlReader, n *yaml.Node) {
	y.each(n, "aliases", func(c *yaml.Node) {
		s, ok := y.scalar(c, "an item of aliases")
		if ok && strings.TrimSpace(s) == "" {
			y.fail(c, "an item of aliases is empty: write it or remove the dash")
		} else if ok {
			t.src.Aliases = append(t.src.Aliases, s)
		}
	})
}

func (t *yamlTopic) prefix(y *yamlReader, n *yaml.Node) {
	s, ok := y.scalar(n, "prefix")
	if !ok || s == "" {
		return
	}
	if !isPrefix(strings.ToUpper(s)) {
		y.fail(n, "%s cannot be an id prefix: use letters, digits and hyphens, at most 32", excerpt(s))
		return
	}
	t.src.Prefix = strings.ToUpper(s)
}

// settlePrefix takes the prefix from the facts' ids where no key fixes it.
func (t *yamlTopic) settlePrefix(y *yamlReader) {
	switch {
	case t.idPrefix == "" || t.idPrefix == t.src.Prefix:
	case t.src.Prefix == "":
		if isPrefix(t.idPrefix) {
			t.src.Prefix = t.idPrefix
			return
		}
		y.p.fail(y.file, 0, "%s cannot be an id prefix: use letters, digits and hyphens, at most 32", excerpt(t.idPrefix))
	default:
		y.p.fail(y.file, 0, "the facts' ids begin with %s but prefix says %s: make them the same", excerpt(t.idPrefix), t.src.Prefix)
	}
}

// ref reads a fact's number and holds its prefix, if it has one, to that of
// the ids before.
func (t *yamlTopic) ref(y *yamlReader, n *yaml.Node, what string) int {
	s, ok := y.scalar(n, what)
	if !ok {
		return 0
	}
	number, err := t.number(s)
	if err != nil {
		y.fail(n, "%v", err)
	}
	return number
}

func (t *yamlTopic) number(s string) (int, error) {
	prefix, n, err := parseRef(s)
	if err != nil {
		return 0, err
	}
	if prefix != "" && t.idPrefix == "" {
		t.idPrefix = prefix
	}
	if prefix != "" && prefix != t.idPrefix {
		return 0, fmt.Errorf("the id %s does not begin with %s as the ids before do: keep one topic in a file", excerpt(s), t.idPrefix)
	}
	return n, nil
}

func (t *yamlTopic) reading(y *yamlReader, n *yaml.Node) {
	s, ok := y.scalar(n, "status")
	if !ok {
		return
	}
	switch foldWord(s) {
	case ReadingLeads:
		t.leads = true
	case ReadingCloses, "":
	default:
		y.fail(n, "status says how the page's markers are read: write closes or leads, not %s", excerpt(s))
	}
}

func (t *yamlTopic) timeline(y *yamlReader, n *yaml.Node) {
	y.each(n, "timeline", func(c *yaml.Node) {
		e := fact.TimelineEvent{Line: c.Line}
		if !y.mapping(c, "an event", fields{
			"text":   y.text(&e.Text, "text"),
			"date":   y.date(&e.Date, "date"),
			"record": ignored,
		}) {
			return
		}
		if strings.TrimSpace(e.Text) == "" {
			y.fail(c, "this event has no text: write what happened, or remove it")
			return
		}
		t.src.Timeline = append(t.src.Timeline, e)
	})
}

func (t *yamlTopic) glossary(y *yamlReader, n *yaml.Node) {
	names := map[string]int{}
	y.each(n, "glossary", func(c *yaml.Node) {
		var g fact.GlossaryGroup
		if !y.mapping(c, "a glossary group", fields{
			"name":  y.text(&g.Name, "name"),
			"forms": y.words(&g.Forms, "forms"),
			"near":  y.words(&g.Near, "near"),
		}) {
			return
		}
		if g.Name == "" {
			y.fail(c, "this glossary group has no name: give it one")
			return
		}
		if line, ok := names[g.Name]; ok {
			y.fail(c, "the glossary group %s is already on line %d: put their forms together", excerpt(g.Name), line)
			return
		}
		names[g.Name] = c.Line
		t.src.Glossary = append(t.src.Glossary, g)
	})
	for _, g := range t.src.Glossary {
		for _, near := range g.Near {
			if _, ok := names[near]; !ok {
				y.p.warn(y.file, names[g.Name], "near names %s, which is no group of the glossary: correct the name or add the group", excerpt(near))
			}
		}
	}
}

// relation reads one relation; from is 0 where the relation names its own.
func (t *yamlTopic) relation(y *yamlReader, n *yaml.Node, from int) {
	r := yamlRelation{line: n.Line}
	r.From = from
	known := fields{
		"kind": func(v *yaml.Node) {
			s, ok := y.scalar(v, "kind")
			if !ok {
				return
			}
			kind, err := parseKind(s)
			if err != nil {
				y.fail(v, "%v", err)
			}
			r.Kind = kind
		},
		"to": func(v *yaml.Node) { r.To = t.ref(y, v, "to") },
	}
	if from == 0 {
		known["from"] = func(v *yaml.Node) { r.From = t.ref(y, v, "from") }
	}
	before := len(y.p.errors)
	if !y.mapping(n, "a relation", known) || len(y.p.errors) > before {
		return
	}
	if r.Kind == "" || r.To == 0 || r.From == 0 {
		y.fail(n, "a relation needs its kind and the numbers of both facts: write from, kind and to")
		return
	}
	if r.From == r.To {
		y.fail(n, "this relation ties fact %d to itself: name another fact", r.To)
		return
	}
	t.relations = append(t.relations, r)
}
