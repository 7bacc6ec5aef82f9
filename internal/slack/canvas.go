package slack

import (
	"github.com/slack-go/slack"
)

// canvas is where the blocks of one surface are written, as the elements of a JSON array without its brackets.
type canvas struct {
	buf    []byte
	starts []int // where each block begins
	chars  int   // code points of text so far
	ids    int   // action ids given out
	most   int   // code points after which no further button is drawn
	zh     bool
	view   bool   // a modal or home, where there is room for more
	next   string // the command of the next page
	back   string // … and of the one before
	top    topWriter
}

// mark is a place to go back to.
type mark struct{ buf, blocks, chars, ids int }

func (c *canvas) mark() mark { return mark{len(c.buf), len(c.starts), c.chars, c.ids} }

func (c *canvas) rollback(m mark) {
	c.buf, c.starts, c.chars, c.ids = c.buf[:m.buf], c.starts[:m.blocks], m.chars, m.ids
}

func (c *canvas) reset() {
	c.buf, c.starts, c.chars, c.ids, c.most = c.buf[:0], c.starts[:0], 0, 0, messageChars
	c.zh, c.view, c.next, c.back = false, false, "", ""
}

// block begins a block; what is appended until the next one belongs to it.
func (c *canvas) block(opening string) {
	if len(c.starts) > 0 {
		c.buf = append(c.buf, ',')
	}
	c.starts = append(c.starts, len(c.buf))
	c.buf = append(c.buf, opening...)
}

func (c *canvas) raw(s string) { c.buf = append(c.buf, s...) }

// plain writes a plain_text object, whose text is literal. The text has been through visible.
func (c *canvas) plain(text string) { c.plainOf(text, traitsOf(text)) }

// plainOf is plain for a text whose traits are known.
func (c *canvas) plainOf(text string, t traits) {
	c.chars += t.chars(text)
	c.raw(`{"type":"plain_text","text":"`)
	c.buf = t.quoted(c.buf, text)
	c.raw(`","emoji":false}`)
}

// label writes a plain_text object of at most n code points, and a dash for an empty one, which Slack would refuse. The
// word on emoji is left out where there is no colon to make one of: menus are half of an answer's bytes.
func (c *canvas) label(text string, n int) {
	t := traitsOf(text)
	if text == "" || len(text) > n || !t.clean(text) {
		if text = cut(visible(text), n); text == "" {
			text = "–"
		}
		t = traitsOf(text)
	}
	if t.has(emojiful) {
		c.plainOf(text, t)
		return
	}
	c.chars += t.chars(text)
	c.raw(`{"type":"plain_text","text":"`)
	c.buf = t.quoted(c.buf, text)
	c.raw(`"}`)
}

// actionID gives the next element an id that is unique in the payload and tells what kind of element it is.
func (c *canvas) actionID(kind string) {
	c.buf = append(c.buf, `"action_id":"`...)
	c.buf = append(c.buf, kind...)
	c.buf = append(c.buf, ':')
	c.buf = appendInt(c.buf, c.ids)
	c.buf = append(c.buf, '"')
	c.ids++
}

// rawBlock is a rendered block in the hands of slack-go. It keeps its bytes.
type rawBlock []byte

// BlockType implements slack.Block.
func (b rawBlock) BlockType() slack.MessageBlockType { return "raw" }

// ID implements slack.Block.
func (b rawBlock) ID() string { return "" }

// MarshalJSON gives the bytes as they were rendered.
func (b rawBlock) MarshalJSON() ([]byte, error) { return b, nil }

// blocks gives the blocks one by one; they share the canvas's bytes, copied once.
func (c *canvas) blocks() []slack.Block {
	all := append([]byte(nil), c.buf...)
	out := make([]slack.Block, len(c.starts))
	for i, from := range c.starts {
		to := len(all)
		if i+1 < len(c.starts) {
			to = c.starts[i+1] - 1
		}
		out[i] = rawBlock(all[from:to:to])
	}
	return out
}
