package slack

import (
	"factbot/internal/bot"
)

// drawing is the card of a fact as it was drawn before, up to the entries that a query adds to its menu. It is kept with
// the view that it was made of, see [bot.Kept]: a changed fact has another view, and so has another language.
//
// Only the ordinary card is kept: one block for the statement with a menu beside it, and one for the small print without
// links. All else is drawn anew.
type drawing struct {
	section string // the statement's block, up to its accessory
	entries string // of its menu, without the brackets
	small   string // the block of small print
	text    string // its sentence in a message's plain text, escaped
	raw     int    // the sentence's length before it was escaped
	chars   int    // of the blocks
}

// drawnBefore gives the drawing of a view; nil where there is none to be used.
func drawnBefore(v *bot.FactView) *drawing {
	if !v.Kept.Holds(v) {
		return nil
	}
	d, ok := v.Kept.Drawing.Load().(*drawing)
	if !ok {
		d = drawCard(v)
		v.Kept.Drawing.Store(d)
	}
	if d.section == "" {
		return nil
	}
	return d
}

// drawCard makes the drawing of a view with the menu that it was kept with; an empty one where its card is not ordinary.
func drawCard(v *bot.FactView) *drawing {
	statement := cut(visible(v.Fact.Statement), maxLiteral)
	if len(v.Menu) < 2 || !allInMenu(v.Menu) || hasLinks(v.Line) || statement == "" || longer(statement, maxText) {
		return &drawing{}
	}
	c := newCanvas()
	defer c.free()
	c.sectionOf(statement, traitsOf(statement))
	section := len(c.buf)
	c.entries(v.Menu)
	entries := len(c.buf)
	c.starts = c.starts[:0] // so that the next block begins without a comma
	c.small(v.Line)
	if len(c.starts) != 1 {
		return &drawing{}
	}
	small := len(c.buf)
	sentence := visible(v.Sentence())
	c.buf = appendMrkdwn(c.buf, sentence)
	all := string(c.buf) // its parts lie in one piece
	return &drawing{
		section: all[:section], entries: all[section:entries], small: all[entries:small], text: all[small:],
		raw: len(sentence), chars: c.chars,
	}
}

// again draws a card as it was drawn before; false where it has to be drawn anew.
func (c *canvas) again(v *bot.FactView) bool {
	if len(v.Extra) > 0 || len(v.Menu)+len(v.More) > maxOverflow || !allInMenu(v.More) {
		return false
	}
	d := drawnBefore(v)
	if d == nil {
		return false
	}
	c.block(d.section)
	c.openMenu()
	c.raw(d.entries)
	if len(v.More) > 0 {
		c.raw(",")
		c.entries(v.More)
	}
	c.raw(`]}}`)
	c.block(d.small)
	c.chars += d.chars
	return true
}

func allInMenu(buttons []bot.Button) bool {
	for i := range buttons {
		if !inMenu(&buttons[i]) {
			return false
		}
	}
	return true
}

// topWriter writes the plain text of a reply inside a JSON string, escaped for Slack's mark-up, as [appendTop] does with
// the whole of it. It gives up, which its reader has to look at, where text may have to be cut or holds what visible
// would change.
type topWriter struct {
	dst  []byte
	raw  int
	gave bool
}

// appendText appends a reply's plain text.
func (c *canvas) appendText(dst []byte, r *bot.Reply) []byte {
	from := len(dst)
	c.top = topWriter{dst: dst}
	r.WriteText(&c.top)
	gave := c.top.gave || c.top.raw > maxTopText/5
	dst, c.top.dst = c.top.dst, nil
	if gave {
		return appendTop(dst[:from], r.Text())
	}
	return dst
}

// WriteString implements [bot.TextWriter].
func (t *topWriter) WriteString(s string) (int, error) {
	seen := traitsOf(s)
	if !seen.clean(s) {
		t.gave = true
		return len(s), nil
	}
	t.raw += len(s)
	t.dst = seen.marked(t.dst, s)
	return len(s), nil
}

// WriteByte implements [bot.TextWriter]; the bytes are ASCII.
func (t *topWriter) WriteByte(b byte) error {
	t.raw++
	if plainByte[b] {
		t.dst = append(t.dst, b)
	} else {
		t.dst = appendEscape(t.dst, b)
	}
	return nil
}

// Card implements [bot.TextWriter].
func (t *topWriter) Card(v *bot.FactView) bool {
	d := drawnBefore(v)
	if d == nil {
		return false
	}
	t.raw += d.raw
	t.dst = append(t.dst, d.text...)
	return true
}
