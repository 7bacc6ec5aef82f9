package page

import (
	"encoding/json"
	"net/url"

	"factbot/internal/slacksim/page/html"
	"factbot/internal/slacksim/page/markup"
)

type object = map[string]any

// surface is a message or a view whose blocks are being rendered.
type surface struct {
	h      *handler
	words  *markup.Writer
	at     place
	prefix string            // of the ids of its elements
	values object            // what is filled in, by block_id and action_id
	errors map[string]string // by block_id
}

func decodeBlocks(raw json.RawMessage) []any {
	var blocks []any
	if len(raw) == 0 || json.Unmarshal(raw, &blocks) != nil {
		return nil
	}
	return blocks
}

// render renders blocks, each with the view of its type.
func (s *surface) render(blocks []any) html.Group {
	var all html.Group
	for _, it := range blocks {
		if o, ok := it.(object); ok {
			all = append(all, block{s: s, o: o}.view())
		}
	}
	return all
}

// textObject renders a text object of either kind.
func (s *surface) textObject(v any) markup.HTML {
	o, _ := v.(object)
	switch text(o, "type") {
	case "mrkdwn":
		verbatim, _ := o["verbatim"].(bool)
		return s.words.Mrkdwn(text(o, "text"), verbatim)
	case "plain_text":
		emoji, set := o["emoji"].(bool)
		return s.words.Plain(text(o, "text"), emoji || !set)
	}
	return ""
}

// block is one block, with what its view asks of it.
type block struct {
	s *surface
	o object
}

func (b block) id() string                  { return text(b.o, "block_id") }
func (b block) kind() string                { return text(b.o, "type") }
func (b block) word(key string) string      { return text(b.o, key) }
func (b block) has(key string) bool         { return b.o[key] != nil }
func (b block) flag(key string) bool        { on, _ := b.o[key].(bool); return on }
func (b block) text(key string) markup.HTML { return b.s.textObject(b.o[key]) }
func (b block) plain(key string) markup.HTML {
	return b.s.words.Plain(text(b.o, key), true)
}

// texts renders a list of text objects, a section's fields.
func (b block) texts(key string) html.Group {
	var all html.Group
	for _, it := range list(b.o, key) {
		all = append(all, b.s.textObject(it))
	}
	return all
}

// elements renders a list of elements: interactive ones, texts and images.
func (b block) elements(key string) html.Group {
	var all html.Group
	for _, it := range list(b.o, key) {
		if o, ok := it.(object); ok {
			all = append(all, b.s.element(b.id(), o, nil))
		}
	}
	return all
}

// element renders one element; an input block hands itself on.
func (b block) element(key string) html.Node {
	o, _ := b.o[key].(object)
	if b.kind() == "input" {
		return b.s.element(b.id(), o, b.o)
	}
	return b.s.element(b.id(), o, nil)
}

// field is the id of an input block's control, for its label.
func (b block) field() string {
	o, _ := b.o["element"].(object)
	return b.s.domID(b.id(), text(o, "action_id"))
}

// underID is the id of the hint or the error under an input.
func (b block) underID(what string) string {
	return b.s.prefix + url.QueryEscape(b.id()) + "-" + what
}

// grouped tells that the input is several controls, which a legend names.
func (b block) grouped() bool {
	o, _ := b.o["element"].(object)
	kind := text(o, "type")
	return kind == "radio_buttons" || kind == "checkboxes"
}

func (b block) blocks(key string) html.Group { return b.s.render(list(b.o, key)) }

// rich renders rich text: of the block itself, or of the block under key.
func (b block) rich(key string) markup.HTML {
	if key == "elements" {
		return b.s.words.RichText(list(b.o, key))
	}
	o, _ := b.o[key].(object)
	return b.s.words.RichText(list(o, "elements"))
}

func (b block) level() string {
	if n, _ := b.o["level"].(float64); n >= 2 && n <= 4 {
		return []string{"", "", "two", "three", "four"}[int(n)]
	}
	return "one"
}

// host is the host of the address under key, shown in place of what it would load.
func (b block) host(key string) string {
	u, err := url.Parse(text(b.o, key))
	if err != nil {
		return ""
	}
	return u.Host
}

type cell struct {
	Content html.Node
	Align   string
}

// rows are the cells of a table; the first row is its head.
func (b block) rows() [][]cell {
	var rows [][]cell
	settings := list(b.o, "column_settings")
	for _, r := range list(b.o, "rows") {
		cells, _ := r.([]any)
		row := make([]cell, 0, len(cells))
		for i, it := range cells {
			o, _ := it.(object)
			c := cell{Content: b.cell(o)}
			if i < len(settings) {
				setting, _ := settings[i].(object)
				c.Align = text(setting, "align")
			}
			row = append(row, c)
		}
		rows = append(rows, row)
	}
	return rows
}

func (b block) cell(o object) html.Node {
	switch text(o, "type") {
	case "rich_text":
		return b.s.words.RichText(list(o, "elements"))
	case "action_cell":
		element, _ := o["element"].(object)
		return b.s.element(b.id(), element, nil)
	case "raw_number":
		if text(o, "text") == "" {
			raw, _ := json.Marshal(o["value"])
			return b.s.words.Plain(string(raw), false)
		}
	}
	return b.s.words.Plain(text(o, "text"), false)
}

// source is the block as it came, for those without a picture of their own.
func (b block) source() string {
	raw, err := json.MarshalIndent(b.o, "", "  ")
	if err != nil {
		return ""
	}
	return string(raw)
}

func text(o object, key string) string { s, _ := o[key].(string); return s }
func list(o object, key string) []any  { l, _ := o[key].([]any); return l }
