package slack

import (
	"strings"
	"sync"

	"factbot/internal/bot"
)

var canvases = sync.Pool{New: func() any { return &canvas{buf: make([]byte, 0, 16<<10), starts: make([]int, 0, 64)} }}

func newCanvas() *canvas {
	c := canvases.Get().(*canvas)
	c.reset()
	return c
}

func (c *canvas) free() {
	if cap(c.buf) <= 1<<18 {
		canvases.Put(c)
	}
}

// reply draws a whole reply. What does not fit is named at the end, so that no fact is lost from sight.
func (c *canvas) reply(r *bot.Reply) {
	c.zh = r.Locale == bot.LocaleZH
	maxBlocks, maxChars := maxMessageBlocks, messageChars
	if c.view {
		maxBlocks, maxChars = maxViewBlocks, viewChars
	}
	c.most = maxChars + overChars
	if r.More != nil {
		c.next, c.back = r.More.Next, r.More.Previous
	}
	maxBlocks -= 1 + min(len(r.Notes), maxNotes) + min(len(r.Buttons), 1)
	maxChars -= min(len(r.Notes), maxNotes/2)*noteChars + min(len(r.Buttons), maxActions)*maxButtonText
	c.note(r.Lead)
	for i := range r.Sections {
		m := c.mark()
		c.section(&r.Sections[i])
		if len(c.starts) <= maxBlocks && c.chars <= maxChars {
			continue
		}
		c.rollback(m)
		left := r.Sections[i:]
		if i == 0 && c.bare(&left[0]) {
			left = left[1:]
		}
		c.omitted(left)
		break
	}
	c.notes(r.Notes)
	c.row(r.Buttons)
	if len(c.starts) == 0 {
		c.sentence(wordsFor(c.zh).nothingToShow)
	}
}

// bare draws a section that alone is too much for the surface without its menu and small print; it says whether there
// is anything to draw.
func (c *canvas) bare(s *bot.Section) bool {
	switch {
	case s.Kind == bot.SectionFact && s.View != nil:
		c.literal(s.View.Fact.Statement, nil)
		c.smallPlain(cut(visible(joined(s.View.Line)), noteChars))
	case s.Text != "":
		c.literal(s.Text, nil)
	default:
		return false
	}
	return true
}

const (
	// maxLiteral bounds one content, which is at most a statement of 4,000 code points; nothing recorded reaches it.
	maxLiteral = 5000
	// noteChars bounds one line of small print above or below the facts.
	noteChars = 500
	// overChars is how far the end of a message may go beyond the room given to its facts.
	overChars = 3000
	// maxNotes bounds the small print of one reply in blocks; further notes share the last one.
	maxNotes = 6
)

// note draws a line of small print, or its words only where its links make it too long.
func (c *canvas) note(l bot.Line) {
	m := c.mark()
	c.small(l)
	if c.chars-m.chars > noteChars || len(c.starts)-m.blocks > 1 {
		c.rollback(m)
		c.smallPlain(cut(visible(joined(l)), noteChars))
	}
}

func (c *canvas) notes(notes []bot.Line) {
	for i, n := range notes {
		if i == maxNotes-1 && len(notes) > maxNotes {
			var rest []string
			for _, n := range notes[i:] {
				rest = append(rest, joined(n))
			}
			c.smallPlain(cut(visible(strings.Join(rest, "\n")), noteChars))
			return
		}
		c.note(n)
	}
}

// omitted names the facts of sections that did not fit, and counts the other sections.
func (c *canvas) omitted(left []bot.Section) {
	w := wordsFor(c.zh)
	var ids []string
	other := 0
	for i := range left {
		switch s := &left[i]; {
		case s.Kind == bot.SectionFact && s.View != nil:
			ids = append(ids, s.View.Fact.ID.String())
		case s.Kind != bot.SectionDivider && s.Kind != bot.SectionButtons:
			other++
		}
	}
	var parts []string
	if len(ids) > 0 {
		parts = append(parts, w.notShown+strings.Join(ids, ", "))
	}
	if other > 0 {
		parts = append(parts, w.moreLeft(other))
	}
	if len(parts) > 0 {
		c.block(`{"type":"context","elements":[`)
		for i, p := range pieces(strings.Join(parts, " · "), maxText) {
			if i == maxContext {
				break
			}
			if i > 0 {
				c.raw(",")
			}
			c.plain(p)
		}
		c.raw(`]}`)
	}
}

// section draws one part of a reply.
func (c *canvas) section(s *bot.Section) {
	switch s.Kind {
	case bot.SectionFact:
		if s.View != nil {
			c.fact(s.View)
		}
	case bot.SectionText:
		c.words(s)
	case bot.SectionContent:
		c.literal(s.Text, s.Buttons)
		c.small(s.Line)
	case bot.SectionContext:
		if len(s.Line) == 0 {
			c.small(bot.Plain(s.Text))
			return
		}
		c.small(s.Line)
	case bot.SectionHeading:
		if text := s.Text; text != "" || len(s.Line) > 0 {
			if text == "" {
				text = s.Line.String()
			}
			c.block(`{"type":"header","text":`)
			c.label(text, maxHeader)
			c.raw(`}`)
		}
	case bot.SectionButtons:
		c.row(s.Buttons)
	case bot.SectionSearch:
		c.search(s)
	case bot.SectionDivider:
		c.block(`{"type":"divider"}`)
	}
}

// fact draws the card of a fact: its statement with the menu, then one block of small print.
func (c *canvas) fact(v *bot.FactView) {
	if c.again(v) {
		return
	}
	menu, more, below := v.Menu, v.More, []bot.Button(nil)
	if len(menu)+len(more) > maxOverflow || !allInMenu(menu) || !allInMenu(more) {
		menu, below = beside(v.Entries())
		more = nil
	}
	c.whole(v.Fact.Statement, menu, more)
	c.factLine(v)
	c.row(below)
}

// factLine draws the small print of a card.
func (c *canvas) factLine(v *bot.FactView) {
	linked := hasLinks(v.Line)
	for _, l := range v.Extra {
		linked = linked || hasLinks(l)
	}
	if linked || len(v.Extra) == 0 {
		c.small(v.Line)
		for _, l := range v.Extra {
			if m := c.mark(); m.chars < messageChars {
				c.small(l)
			}
		}
		return
	}
	var text strings.Builder
	text.WriteString(joined(v.Line))
	for _, l := range v.Extra {
		if s := joined(l); s != "" {
			text.WriteString("\n" + s)
		}
	}
	c.small(bot.Plain(text.String()))
}

// literal draws content in plain text, whole, with its buttons beside the first part and, where a menu cannot hold
// them, below.
func (c *canvas) literal(text string, buttons []bot.Button) {
	menu, below := beside(buttons)
	c.whole(text, menu, nil)
	c.row(below)
}

// whole draws content in as many sections as it needs, with the menu beside the first; it goes on with more.
func (c *canvas) whole(text string, menu, more []bot.Button) {
	if t := traitsOf(text); text != "" && len(text) <= maxText && t.clean(text) {
		c.part(text, t, menu, more)
		return
	}
	text = cut(visible(text), maxLiteral)
	if text == "" {
		text = "–"
	}
	if !longer(text, maxText) {
		c.part(text, traitsOf(text), menu, more)
		return
	}
	for i, p := range pieces(text, maxText) {
		if i > 0 {
			menu, more = nil, nil
		}
		c.part(p, traitsOf(p), menu, more)
	}
}

func (c *canvas) part(text string, t traits, menu, more []bot.Button) {
	c.sectionOf(text, t)
	c.accessory(menu, more)
	c.raw(`}`)
}

// sectionOf begins a section with a text.
func (c *canvas) sectionOf(text string, t traits) {
	c.block(`{"type":"section","text":`)
	c.plainOf(text, t)
}

// words draws a sentence of ours. With a link or a mention in it, it becomes rich text, in which everything else is
// literal as well.
func (c *canvas) words(s *bot.Section) {
	if !hasLinks(s.Line) {
		text := s.Text
		if len(s.Line) > 0 {
			text = strings.TrimSpace(text + " " + joined(s.Line))
		}
		if text != "" || len(s.Buttons) > 0 {
			c.literal(text, s.Buttons)
		}
		return
	}
	c.block(`{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[`)
	first := true
	if s.Text != "" {
		c.richText(s.Text+" ", &first)
	}
	for _, span := range s.Line {
		c.richSpan(span, &first)
	}
	if first {
		c.richText("–", &first)
	}
	c.raw(`]}]}`)
	c.row(s.Buttons)
}

// sentence draws a sentence of the transport's own.
func (c *canvas) sentence(text string) { c.part(text, traitsOf(text), nil, nil) }
