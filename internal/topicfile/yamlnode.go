package topicfile

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// maxDepth bounds how deep a YAML file may nest.
const maxDepth = 24

// yamlReader reads nodes so that each problem has its line.
type yamlReader struct {
	p    *problems
	file string
}

// fields says how each key of a mapping is read.
type fields map[string]func(*yaml.Node)

var yamlLine = regexp.MustCompile(`line (\d+): `)

// root parses the file's one document. It is nil if there is none to read.
func (y *yamlReader) root(text string) (root *yaml.Node) {
	defer func() {
		// The parser is not ours; whatever it trips over is the file's problem, not a crash.
		if r := recover(); r != nil {
			y.p.fail(y.file, 0, "the YAML cannot be read (%v): simplify it", r)
			root = nil
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(text))
	var doc, second yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			y.p.fail(y.file, 0, "the file holds no YAML: give it a title and facts")
			return nil
		}
		y.syntax(err)
		return nil
	}
	if err := dec.Decode(&second); err == nil {
		y.fail(&second, "a second document begins here: keep one topic in a file")
		return nil
	} else if !errors.Is(err, io.EOF) {
		y.syntax(err)
		return nil
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 || !y.sound(doc.Content[0], 0) {
		return nil
	}
	return doc.Content[0]
}

// syntax reports an error of the parser at the line that it names.
func (y *yamlReader) syntax(err error) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = strings.Replace(text, m[0], "", 1)
	}
	y.p.fail(y.file, line, "this is not valid YAML (%s): correct the line or the one before it", text)
}

// sound refuses what could make a small file grow or carry more than text:
// aliases, tags of its own, deep nesting.
func (y *yamlReader) sound(n *yaml.Node, depth int) bool {
	if depth > maxDepth {
		y.fail(n, "the file nests deeper than %d levels: flatten it", maxDepth)
		return false
	}
	switch n.ShortTag() {
	case "!!str", "!!int", "!!float", "!!bool", "!!timestamp", "!!null", "!!map", "!!seq":
	default:
		if n.Kind == yaml.AliasNode || n.ShortTag() == "!!merge" {
			y.fail(n, "aliases are not read: write the value out")
		} else {
			y.fail(n, "the tag %s is not read: remove it", excerpt(n.Tag))
		}
		return false
	}
	if n.Kind == yaml.AliasNode {
		y.fail(n, "aliases are not read: write the value out")
		return false
	}
	sound := true
	for _, c := range n.Content {
		sound = y.sound(c, depth+1) && sound
	}
	return sound
}

func (y *yamlReader) fail(n *yaml.Node, format string, args ...any) {
	y.p.fail(y.file, n.Line, format, args...)
}

// mapping reads a mapping's keys by their fields; an unknown or repeated key is
// an error.
func (y *yamlReader) mapping(n *yaml.Node, what string, known fields) bool {
	if n.Kind != yaml.MappingNode {
		y.fail(n, "%s must be keys with values: write key: value lines", what)
		return false
	}
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := known[key.Value]
		switch first, twice := seen[key.Value]; {
		case key.Kind != yaml.ScalarNode || !ok:
			y.unknown(key, what, known)
		case twice:
			y.fail(key, "the key %s is already on line %d: keep one of them", key.Value, first)
		default:
			seen[key.Value] = key.Line
			read(value)
		}
	}
	return true
}

func (y *yamlReader) unknown(key *yaml.Node, what string, known fields) {
	names := make([]string, 0, len(known))
	for k := range known {
		names = append(names, k)
	}
	sort.Strings(names)
	advice := "known are " + strings.Join(names, ", ")
	if near := nearest(foldWord(key.Value), names); near != "" {
		advice = "did you mean " + near + "?"
	}
	y.fail(key, "%s has no key %s: %s", what, excerpt(key.Value), advice)
}

// each calls a function for every item of a sequence.
func (y *yamlReader) each(n *yaml.Node, what string, item func(*yaml.Node)) {
	if null(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		y.fail(n, "%s must be a list: begin each item with a dash", what)
		return
	}
	for _, c := range n.Content {
		item(c)
	}
}

func null(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// scalar is a node's text; a null is "".
func (y *yamlReader) scalar(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		y.fail(n, "%s must be one value, not a list or keys", what)
		return "", false
	}
	if null(n) {
		return "", true
	}
	return n.Value, true
}

// text, number, date, words and ignored are the readers of common values.
func (y *yamlReader) text(to *string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if s, ok := y.scalar(n, what); ok {
			*to = s
		}
	}
}

func (y *yamlReader) number(to *int, what string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		s, ok := y.scalar(n, what)
		if !ok || null(n) {
			return
		}
		v, err := strconv.Atoi(foldWord(s))
		if err != nil || v < 0 || v > 99_999_999 {
			y.fail(n, "%s must be a whole number of 0 or more, not %s", what, excerpt(s))
			return
		}
		*to = v
	}
}

func (y *yamlReader) date(to *time.Time, what string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		s, ok := y.scalar(n, what)
		if !ok || null(n) {
			return
		}
		t, err := parseDate(s)
		if err != nil {
			y.fail(n, "%v", err)
			return
		}
		*to = t
	}
}

func (y *yamlReader) words(to *[]string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		y.each(n, what, func(c *yaml.Node) {
			s, ok := y.scalar(c, fmt.Sprintf("an item of %s", what))
			if ok && strings.TrimSpace(s) == "" {
				y.fail(c, "an item of %s is empty: write it or remove the dash", what)
			} else if ok {
				*to = append(*to, s)
			}
		})
	}
}

// ignored is for keys that an export writes for readers and an import leaves alone.
func ignored(*yaml.Node) {}
