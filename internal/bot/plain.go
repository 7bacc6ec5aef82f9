package bot

import (
	"io"
	"strings"
)

// indent stands before every further line of a content, so that a line feed in
// it cannot pass for another fact.
const indent = "    "

// TextWriter takes the plain text of a reply piece by piece. Its writes cannot fail.
type TextWriter interface {
	io.StringWriter
	io.ByteWriter
	// Card is offered each fact before its sentence is written; true says that
	// it has written the sentence itself, as [FactView.Sentence] gives it.
	Card(v *FactView) bool
}

// textBuilder is a TextWriter that keeps everything.
type textBuilder struct{ strings.Builder }

// Card implements TextWriter.
func (*textBuilder) Card(*FactView) bool { return false }

// Text is the plain-text rendering of the reply: every statement whole, with
// id, percent, status, origin and citation, the notes, and the buttons as
// commands to type. Terminals, notifications and screen readers get it.
func (r Reply) Text() string {
	var b textBuilder
	b.Grow(r.textSize())
	r.WriteText(&b)
	return b.String()
}

// WriteText writes the text of [Reply.Text].
func (r *Reply) WriteText(w TextWriter) {
	p := plainWriter{b: w, words: wordsOf(r.Locale)}
	p.line(r.Lead)
	for i := range r.Sections {
		p.section(&r.Sections[i])
	}
	if r.Form != nil {
		p.form(r.Form)
	}
	for _, note := range r.Notes {
		p.line(note)
	}
	p.buttons(r.Buttons)
}

// Sentence is the fact in plain text with the line feed that ends it, without
// what stands below it.
func (v *FactView) Sentence() string {
	var b textBuilder
	p := plainWriter{b: &b}
	p.sentence(v)
	return b.String()
}

// textSize guesses the length of the text, so that it is written in one piece.
func (r *Reply) textSize() int {
	n := 256
	for i := range r.Sections {
		n += 64 + len(r.Sections[i].Text)
		if v := r.Sections[i].View; v != nil {
			n += len(v.Fact.Statement) + 160
		}
	}
	return n
}

// plainWriter writes parts of a reply as lines of text.
type plainWriter struct {
	b     TextWriter
	words *words
}

func (p *plainWriter) end() { _ = p.b.WriteByte('\n') }

// content writes a text with its further lines indented.
func (p *plainWriter) content(text string) {
	text = Visible(text)
	for {
		line, rest, more := strings.Cut(text, "\n")
		_, _ = p.b.WriteString(line)
		p.end()
		if !more {
			return
		}
		_, _ = p.b.WriteString(indent)
		text = rest
	}
}

// inline writes a text on the present line.
func (p *plainWriter) inline(text string) {
	text = Visible(text)
	if strings.IndexByte(text, '\n') >= 0 {
		text = strings.ReplaceAll(text, "\n", "\n"+indent)
	}
	_, _ = p.b.WriteString(text)
}

func (p *plainWriter) spans(l Line) {
	for _, s := range l {
		p.inline(s.Text)
		if s.URL != "" && s.URL != s.Text {
			_, _ = p.b.WriteString(" (")
			p.inline(s.URL)
			_ = p.b.WriteByte(')')
		}
	}
}

func (p *plainWriter) line(l Line) {
	if len(l) == 0 {
		return
	}
	p.spans(l)
	p.end()
}

func (p *plainWriter) section(s *Section) {
	switch s.Kind {
	case SectionFact:
		p.fact(s.View)
	case SectionDivider:
		p.end()
	case SectionButtons:
		p.buttons(s.Buttons)
		return
	case SectionSearch:
		return
	case SectionContent:
		_, _ = p.b.WriteString(indent)
		p.content(s.Text)
		if len(s.Line) > 0 {
			_, _ = p.b.WriteString(indent)
			p.line(s.Line)
		}
	default:
		if s.Text != "" {
			p.content(s.Text)
		}
		p.line(s.Line)
	}
	if s.Kind != SectionFact {
		p.buttons(s.Buttons)
	}
}

// fact writes a fact as one sentence. What belongs below it follows, indented.
func (p *plainWriter) fact(v *FactView) {
	if !p.b.Card(v) {
		p.sentence(v)
	}
	for _, l := range v.Extra {
		_, _ = p.b.WriteString(indent)
		p.line(l)
	}
}

// sentence writes RDMA-15 (50 %, ○ Unverified, rdma.txt:33): the statement.
func (p *plainWriter) sentence(v *FactView) {
	if len(v.Line) > 0 {
		p.inline(v.Line[0].Text)
		_, _ = p.b.WriteString(" (")
		for i, s := range v.Line[1:] {
			text := strings.TrimPrefix(s.Text, separator)
			if i > 0 && len(text) < len(s.Text) {
				_, _ = p.b.WriteString(", ")
			}
			p.inline(text)
			if s.URL != "" && s.URL != s.Text {
				_, _ = p.b.WriteString(" <")
				p.inline(s.URL)
				_, _ = p.b.WriteString(">")
			}
		}
		_, _ = p.b.WriteString("): ")
	}
	p.content(v.Fact.Statement)
}

// buttons writes each button as what to type instead of pressing it.
func (p *plainWriter) buttons(buttons []Button) {
	for i := range buttons {
		b := &buttons[i]
		_, _ = p.b.WriteString("[")
		_, _ = p.b.WriteString(b.Label)
		_, _ = p.b.WriteString("]")
		what := b.URL
		if what == "" {
			what = p.typeable(b.Command)
		}
		if what != "" {
			_, _ = p.b.WriteString(" ")
			p.inline(what)
		}
		p.end()
	}
}

// form writes what a form shows and asks for.
func (p *plainWriter) form(f *Form) {
	_, _ = p.b.WriteString(f.Title)
	p.end()
	for i := range f.Intro {
		p.section(&f.Intro[i])
	}
	for _, field := range f.Fields {
		_, _ = p.b.WriteString("- ")
		_, _ = p.b.WriteString(field.Label)
		if !field.Required {
			_, _ = p.b.WriteString(p.words.say("form.optional"))
		}
		if field.Value != "" {
			_, _ = p.b.WriteString(": ")
			p.content(field.Value)
		} else {
			p.end()
		}
		for _, c := range field.Choices {
			_, _ = p.b.WriteString(indent)
			p.inline(c.Label)
			p.end()
		}
	}
}
