package topicfile

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"factbot/internal/fact"
)

// yamlWriter writes block YAML with every text in double quotes, so that any
// text at all is read back byte for byte.
type yamlWriter struct{ printer }

// WriteYAML writes the whole topic so that reading it gives the same topic and
// facts. What a file cannot say (who verified a fact here, overlays, provenance)
// stands under record keys, which are not read back; marks are, so that an
// import of what was exported changes nothing. Relations to facts of
// other topics are not written.
func WriteYAML(w io.Writer, doc Document) error {
	return written(w, "YAML", func(p printer) error {
		y := yamlWriter{p}
		y.topic(doc)
		y.put("facts:\n")
		for _, f := range doc.Facts {
			y.fact(f, recordOf(f, doc.ExportedAt))
		}
		return nil
	})
}

func (y yamlWriter) topic(doc Document) {
	t := doc.Topic
	y.text("", "title", t.Title)
	y.text("", "definition", t.Definition)
	y.text("", "command", t.Command)
	y.list("", "aliases", t.Aliases)
	y.text("", "prefix", t.Prefix)
	y.plain("", "captured", formatDate(t.CapturedAt))
	y.number("", "window", t.Window)
	y.number("", "unlisted", t.Unlisted)
	y.putf("count: %d\n", len(doc.Facts))
	y.put("record:\n")
	y.text("  ", "exported", stamp(doc.ExportedAt))
	y.text("  ", "document", doc.name())
	if i := t.Import; i != nil {
		y.text("  ", "sha256", i.Hash)
		y.text("  ", "imported", stamp(i.At))
		y.text("  ", "reading", i.Reading)
	}
	if len(t.Glossary) > 0 {
		y.put("glossary:\n")
	}
	for _, g := range t.Glossary {
		y.put("  - name: ", quoteYAML(g.Name), "\n")
		y.list("    ", "forms", g.Forms)
		y.list("    ", "near", g.Near)
	}
	if len(t.Timeline) > 0 {
		y.put("timeline:\n")
	}
	for _, e := range t.Timeline {
		y.put("  - text: ", quoteYAML(e.Text), "\n")
		y.plain("    ", "date", formatDate(e.Date))
		if !e.Fact.IsZero() {
			y.put("    record:\n")
			y.text("      ", "fact", e.Fact.String())
		}
	}
}

func (y yamlWriter) fact(f *fact.Fact, r record) {
	const in = "    "
	y.put("  - id: ", f.ID.String(), "\n")
	y.text(in, "statement", f.Statement)
	y.plain(in, "language", f.Lang.String())
	y.putf("    confidence: %d\n", f.Confidence)
	if !f.Has(fact.StatusMissing) {
		y.plain(in, "status", f.Status.String())
	}
	if f.Has(fact.Core) {
		y.plain(in, "core", "true")
	}
	if len(f.Sources) > 0 {
		y.put("    citations:\n")
	}
	for _, c := range f.Sources {
		y.put("      - title: ", quoteYAML(c.Title), "\n")
		y.text("        ", "url", c.URL)
		y.text("        ", "quote", c.Quote)
		y.plain("        ", "date", formatDate(c.Date))
		y.text("        ", "author", c.Author)
	}
	if own := ownRelations(f); len(own) > 0 {
		y.put("    relations:\n")
		for _, rel := range own {
			y.putf("      - kind: %s\n        to: %s\n", rel.Kind, rel.Other)
		}
	}
	y.list(in, "marks", markNames(f.Marks))
	y.record(r)
}

func (y yamlWriter) record(r record) {
	const in = "      "
	y.put("    record:\n")
	y.text(in, "status_origin", r.Origin)
	y.text(in, "verified_by", r.By)
	y.text(in, "verified_at", stamp(r.At))
	y.text(in, "verified_until", stamp(r.Until))
	y.list(in, "overlays", r.Overlays)
	y.text(in, "wording_origin", r.Wording)
	y.text(in, "confidence_origin", r.Confidence)
	y.text(in, "document", r.Document)
	y.number(in, "line", r.Line)
	y.text(in, "imported", stamp(r.Imported))
	y.text(in, "sha256", r.Hash)
	y.number(in, "version", r.Version)
}

// text writes a key with a quoted text, unless it is empty.
func (y yamlWriter) text(indent, key, value string) {
	if value != "" {
		y.put(indent, key, ": ", quoteYAML(value), "\n")
	}
}

// plain writes a key with a value that needs no quotes, unless it is empty.
func (y yamlWriter) plain(indent, key, value string) {
	if value != "" {
		y.put(indent, key, ": ", value, "\n")
	}
}

func (y yamlWriter) number(indent, key string, value int) {
	if value != 0 {
		y.plain(indent, key, strconv.Itoa(value))
	}
}

func (y yamlWriter) list(indent, key string, values []string) {
	if len(values) == 0 {
		return
	}
	y.put(indent, key, ":\n")
	for _, v := range values {
		y.put(indent, "  - ", quoteYAML(v), "\n")
	}
}

// quoteYAML is a double-quoted scalar on one line. What does not print is
// escaped; what prints stays readable.
func quoteYAML(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 2)
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == ' ' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
