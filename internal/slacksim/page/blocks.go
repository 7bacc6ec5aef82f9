package page

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net/url"
	"strings"

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

// render renders blocks, each with the template of its type.
func (s *surface) render(blocks []any) template.HTML {
	var b strings.Builder
	for _, it := range blocks {
		if o, ok := it.(object); ok {
			b.WriteString(string(s.block(o)))
		}
	}
	return template.HTML(b.String()) //nolint:gosec // every block comes from a template
}

func (s *surface) block(o object) template.HTML {
	name := "block_" + text(o, "type")
	if s.h.pages.Lookup(name) == nil {
		name = "block_unknown"
	}
	return s.execute(name, block{s: s, o: o})
}

func (s *surface) execute(name string, data any) template.HTML {
	var b bytes.Buffer
	if err := s.h.pages.ExecuteTemplate(&b, name, data); err != nil {
		s.h.opts.Logger.Error("page: render", "template", name, "err", err)
		return template.HTML(`<p class="failure">This part could not be shown.</p>`)
	}
	return template.HTML(b.String()) //nolint:gosec // made by a template
}

// textObject renders a text object of either kind.
func (s *surface) textObject(v any) template.HTML {
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

// block is what the template of one block sees.
type block struct {
	s *surface
	o object
}

func (b block) ID() string                    { return text(b.o, "block_id") }
func (b block) Type() string                  { return text(b.o, "type") }
func (b block) Word(key string) string        { return text(b.o, key) }
func (b block) Has(key string) bool           { return b.o[key] != nil }
func (b block) Flag(key string) bool          { on, _ := b.o[key].(bool); return on }
func (b block) Error() string                 { return b.s.errors[b.ID()] }
func (b block) Text(key string) template.HTML { return b.s.textObject(b.o[key]) }
func (b block) Plain(key string) template.HTML {
	return b.s.words.Plain(text(b.o, key), true)
}

// Texts renders a list of text objects, a section's fields.
func (b block) Texts(key string) []template.HTML {
	var all []template.HTML
	for _, it := range list(b.o, key) {
		all = append(all, b.s.textObject(it))
	}
	return all
}

// Elements renders a list of elements: interactive ones, texts and images.
func (b block) Elements(key string) []template.HTML {
	var all []template.HTML
	for _, it := range list(b.o, key) {
		if o, ok := it.(object); ok {
			all = append(all, b.s.element(b.ID(), o, nil))
		}
	}
	return all
}

// Element renders one element; an input block hands itself on.
func (b block) Element(key string) template.HTML {
	o, _ := b.o[key].(object)
	if b.Type() == "input" {
		return b.s.element(b.ID(), o, b.o)
	}
	return b.s.element(b.ID(), o, nil)
}

// Field is the id of an input block's control, for its label.
func (b block) Field() string {
	o, _ := b.o["element"].(object)
	return b.s.domID(b.ID(), text(o, "action_id"))
}

// UnderID is the id of the hint or the error under an input.
func (b block) UnderID(what string) string {
	return b.s.prefix + url.QueryEscape(b.ID()) + "-" + what
}

// Grouped tells that the input is several controls, which a legend names.
func (b block) Grouped() bool {
	o, _ := b.o["element"].(object)
	kind := text(o, "type")
	return kind == "radio_buttons" || kind == "checkboxes"
}

func (b block) Blocks(key string) template.HTML { return b.s.render(list(b.o, key)) }

// Rich renders rich text: of the block itself, or of the block under key.
func (b block) Rich(key string) template.HTML {
	if key == "elements" {
		return b.s.words.RichText(list(b.o, key))
	}
	o, _ := b.o[key].(object)
	return b.s.words.RichText(list(o, "elements"))
}

func (b block) Level() string {
	if n, _ := b.o["level"].(float64); n >= 2 && n <= 4 {
		return []string{"", "", "two", "three", "four"}[int(n)]
	}
	return "one"
}

// Link is the address under key if it may be opened, else empty.
func (b block) Link(key string) string {
	if u := text(b.o, key); markup.Openable(u) {
		return u
	}
	return ""
}

// Host is the host of the address under key, shown in place of what it would load.
func (b block) Host(key string) string {
	u, err := url.Parse(text(b.o, key))
	if err != nil {
		return ""
	}
	return u.Host
}

type cell struct {
	HTML  template.HTML
	Align string
}

// Rows are the cells of a table; the first row is its head.
func (b block) Rows() [][]cell {
	var rows [][]cell
	settings := list(b.o, "column_settings")
	for _, r := range list(b.o, "rows") {
		cells, _ := r.([]any)
		row := make([]cell, 0, len(cells))
		for i, it := range cells {
			o, _ := it.(object)
			c := cell{HTML: b.cell(o)}
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

func (b block) cell(o object) template.HTML {
	switch text(o, "type") {
	case "rich_text":
		return b.s.words.RichText(list(o, "elements"))
	case "action_cell":
		element, _ := o["element"].(object)
		return b.s.element(b.ID(), element, nil)
	case "raw_number":
		if text(o, "text") == "" {
			raw, _ := json.Marshal(o["value"])
			return b.s.words.Plain(string(raw), false)
		}
	}
	return b.s.words.Plain(text(o, "text"), false)
}

// JSON is the block as it came, for those without a picture of their own.
func (b block) JSON() string {
	raw, err := json.MarshalIndent(b.o, "", "  ")
	if err != nil {
		return ""
	}
	return string(raw)
}

func text(o object, key string) string { s, _ := o[key].(string); return s }
func list(o object, key string) []any  { l, _ := o[key].([]any); return l }
