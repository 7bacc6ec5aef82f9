package topicfile

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"factbot/internal/fact"
)

// WriteMarkdown writes the topic as a page to read. Every text is escaped, so
// none can become a heading, a link, an image or HTML.
func WriteMarkdown(w io.Writer, doc Document) error {
	return written(w, "Markdown", func(p printer) error {
		t := doc.Topic
		p.putf("# %s\n\n", inline(t.Title))
		if t.Definition != "" {
			p.putf("%s\n\n", quoted(t.Definition))
		}
		p.putf("%s.", plural(len(doc.Facts), "fact"))
		if !doc.ExportedAt.IsZero() {
			p.putf(" Exported on %s.", doc.ExportedAt.UTC().Format(time.RFC3339))
		}
		p.put("\n\n## Facts\n")
		for _, f := range doc.Facts {
			markdownFact(p, f, doc.ExportedAt)
		}
		markdownTimeline(p, t)
		return nil
	})
}

func markdownFact(p printer, f *fact.Fact, now time.Time) {
	p.putf("\n### %s\n\n%s\n\n", inline(f.ID.String()), quoted(f.Statement))
	p.putf("- Confidence: %d %%\n- Status: %s\n", f.Confidence, inline(statusText(f)))
	for _, o := range overlays(f, now) {
		p.putf("- Note: %s\n", inline(o))
	}
	if f.Has(fact.Core) {
		p.put("- Core fact\n")
	}
	wording, confidence := madeHere(f)
	if confidence != "" {
		p.put("- Confidence set here, not the file's\n")
	}
	if i := f.Import; i != nil {
		p.put("- From: ")
		if wording != "" {
			p.put("reworded here; the file's wording: ")
		}
		p.putf("%s, line %d, imported on %s (%s)\n",
			inline(i.Document), f.Line, i.At.UTC().Format(time.DateOnly), inline(i.ShortHash()))
	} else {
		p.put("- From: added here\n")
	}
	for _, c := range f.Sources {
		p.putf("- Source: %s\n", markdownCitation(c))
	}
	if len(f.Sources) == 0 {
		p.put("- No external source recorded\n")
	}
	for _, r := range f.Relations {
		p.putf("- %s\n", inline(relationText(f.ID, r)))
	}
}

// relationText reads a relation from the side that it is recorded on.
func relationText(id fact.ID, r fact.Relation) string {
	from, to := id, r.Other
	if r.Inverse {
		from, to = to, from
	}
	if r.Kind == fact.DuplicateOf {
		return fmt.Sprintf("%s is a duplicate of %s", from, to)
	}
	return fmt.Sprintf("%s %s %s", from, r.Kind, to)
}

func markdownCitation(c fact.Citation) string {
	address := c.URL
	c.URL = ""
	text := inline(citationText(c))
	switch {
	case address == "":
		return text
	case checkURL(address) != nil || strings.IndexFunc(address, unlinkable) >= 0:
		return strings.TrimPrefix(text+", "+inline(address), ", ")
	case text == "":
		return "<" + address + ">"
	default:
		return "[" + text + "](<" + address + ">)"
	}
}

func unlinkable(r rune) bool {
	return r == '<' || r == '>' || r == '\\' || unicode.IsSpace(r) || hidden(r)
}

func markdownTimeline(p printer, t *fact.Topic) {
	if len(t.Timeline) == 0 && t.Unlisted == 0 {
		return
	}
	p.put("\n## Timeline\n\n")
	for _, e := range t.Timeline {
		date := formatDate(e.Date)
		if date == "" {
			date = "date not recorded"
		}
		p.putf("- %s: %s\n", date, inline(e.Text))
	}
	if t.Unlisted > 0 {
		p.putf("- %d more not in the file\n", t.Unlisted)
	}
}

// inline escapes a text to stand within one line of Markdown; a line end in it
// becomes a mark.
func inline(text string) string {
	var b strings.Builder
	visible := Visible(text)
	for i, r := range visible {
		if strings.ContainsRune("\\`*_{}[]<>|~&#$@", r) || strings.HasPrefix(visible[i:], "://") ||
			r == '.' && i >= 3 && strings.EqualFold(visible[i-3:i], "www") {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quoted is a block quote of a text of any number of lines.
func quoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = "> " + lineStart(inline(strings.TrimSuffix(line, "\r")))
	}
	return strings.Join(lines, "\\\n")
}

// lineStart keeps an escaped line from opening a list, a rule, a heading or a
// code block.
func lineStart(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	indent := strings.Repeat("&#32;", len(line)-len(trimmed))
	at := 0
	for at < len(trimmed) && trimmed[at] >= '0' && trimmed[at] <= '9' {
		at++
	}
	if at < len(trimmed) && (at == 0 && strings.IndexByte("-+=:", trimmed[at]) >= 0 || at > 0 && strings.IndexByte(".)", trimmed[at]) >= 0) {
		trimmed = trimmed[:at] + "\\" + trimmed[at:]
	}
	return indent + trimmed
}
