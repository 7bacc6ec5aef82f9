package slack

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// formMeta is what a modal carries: the command that its submission completes, and where it was asked for. The person
// can read it, and it is signed on its way back like everything else; authority is checked again all the same.
type formMeta struct {
	Command     string         `json:"c,omitempty"`
	Topic       string         `json:"t,omitempty"`
	Channel     string         `json:"h,omitempty"`
	ChannelName string         `json:"n,omitempty"`
	Kind        fact.PlaceKind `json:"k,omitempty"`
	Thread      string         `json:"d,omitempty"`
	Message     string         `json:"m,omitempty"`
	ResponseURL string         `json:"r,omitempty"`
	Ephemeral   bool           `json:"e,omitempty"`
	QuotedBy    string         `json:"q,omitempty"`
	QuotedAt    string         `json:"s,omitempty"`
}

func metaOf(in *interaction, command, topic string, quoted *bot.Quoted) formMeta {
	m, nested := readMeta(in.View.Meta)
	if !nested {
		p := place(in)
		m = formMeta{Channel: string(p.Channel), ChannelName: p.Name, Kind: p.Kind, Thread: p.Thread, Message: p.Message}
		m.ResponseURL, m.Ephemeral = in.ResponseURL, in.Container.Ephemeral
	}
	m.Command, m.Topic = command, topic
	if quoted != nil {
		m.QuotedBy, m.QuotedAt = string(quoted.By), quoted.Place.Message
	}
	return m
}

// encode gives up the less needed parts when all of it is too long for Slack.
func (m formMeta) encode() string {
	for {
		raw, err := json.Marshal(m)
		if err == nil && !longer(string(raw), maxPrivateMetadata) {
			return string(raw)
		}
		if m.ResponseURL == "" {
			return ""
		}
		m.ResponseURL, m.ChannelName = "", ""
	}
}

func readMeta(s string) (m formMeta, ok bool) {
	return m, s != "" && json.Unmarshal([]byte(s), &m) == nil
}

func (m formMeta) place() fact.Place {
	return fact.Place{Kind: m.Kind, Channel: fact.ChannelID(m.Channel), Name: m.ChannelName, Thread: m.Thread, Message: m.Message}
}

// Every input is found again by its block: the field's name, and for the rest of a text that is longer than one input
// holds, the name with a mark.
const (
	fieldPrefix = "f:"
	restMark    = "#2"
	inputAction = "v"
)

// formView draws a form as a modal.
func formView(reply *bot.Reply, meta formMeta) *view {
	f := reply.Form
	c := newCanvas()
	defer c.free()
	c.view, c.zh = true, reply.Locale == bot.LocaleZH
	c.most = viewChars + overChars
	w := wordsFor(c.zh)
	c.note(reply.Lead)
	for i := range f.Intro {
		m := c.mark()
		c.section(&f.Intro[i])
		if len(c.starts) > maxViewBlocks-2*len(f.Fields)-maxNotes || c.chars > viewChars {
			c.rollback(m)
			break
		}
	}
	for i := range f.Fields {
		if len(c.starts) < maxViewBlocks-1 {
			c.field(&f.Fields[i], w)
		}
	}
	v := &view{kind: "modal", callback: callbackForm, meta: meta.encode(), close: w.closeView}
	v.title, v.submit = cut(visible(f.Title), maxViewTitle), cut(visible(f.Submit), maxViewTitle)
	if v.title == "" {
		v.title = "factbot"
	}
	if v.submit == "" {
		v.submit = "OK"
	}
	v.blocks, v.raw = c.blocks(), slices.Clone(c.buf)
	return v
}

// field draws one input. A text that is longer than one input holds gets a second for the rest.
func (c *canvas) field(f *bot.Field, w *words) {
	if f.Kind == bot.FieldText && f.Max > maxInputText && longer(f.Value, maxInputText) {
		start := head(f.Value, maxInputText)
		rest := cut(f.Value[len(start):], maxInputText)
		c.input(f, f.Label, fieldPrefix+f.Name, f.Hint, f.Required, func() { c.textInput(start, maxInputText, true) })
		c.input(f, f.Label+w.continued, fieldPrefix+f.Name+restMark, "", false,
			func() { c.textInput(rest, max(f.Max-maxInputText, utf8.RuneCountInString(rest)), true) })
		return
	}
	c.input(f, f.Label, fieldPrefix+f.Name, f.Hint, f.Required, func() { c.element(f) })
}

func (c *canvas) input(f *bot.Field, label, block, hint string, required bool, element func()) {
	if f.Kind == bot.FieldChoice && len(f.Choices) == 0 {
		return
	}
	c.block(`{"type":"input","block_id":`)
	c.buf = appendJSON(c.buf, block)
	if !required {
		c.raw(`,"optional":true`)
	}
	c.raw(`,"label":`)
	c.label(label, maxLabel)
	if hint != "" {
		c.raw(`,"hint":`)
		c.label(hint, maxHint)
	}
	c.raw(`,"element":`)
	element()
	c.raw(`}`)
}

func (c *canvas) element(f *bot.Field) {
	switch f.Kind {
	case bot.FieldChoice:
		c.choice(f)
	case bot.FieldNumber:
		c.raw(`{"type":"number_input","action_id":"` + inputAction + `","is_decimal_allowed":false`)
		if isNumber(f.Value) {
			c.raw(`,"initial_value":"` + f.Value + `"`)
		}
		c.raw(`}`)
	case bot.FieldURL:
		c.raw(`{"type":"url_text_input","action_id":"` + inputAction + `"`)
		if href, _, ok := safeURL(f.Value); ok {
			c.raw(`,"initial_value":`)
			c.buf = appendJSON(c.buf, href)
		}
		c.raw(`}`)
	case bot.FieldUser:
		c.picker("users_select", "initial_user", f.Value)
	case bot.FieldChannel:
		c.picker("channels_select", "initial_channel", f.Value)
	default:
		limit := maxInputText
		if f.Max > 0 {
			limit = min(f.Max, maxInputText)
		}
		c.textInput(f.Value, limit, f.Kind == bot.FieldText)
	}
}

// textInput draws a text field with its first content as it is: what is edited must not have been marked.
func (c *canvas) textInput(value string, limit int, lines bool) {
	c.raw(`{"type":"plain_text_input","action_id":"` + inputAction + `","max_length":`)
	c.buf = appendInt(c.buf, max(1, min(limit, maxInputText)))
	if lines {
		c.raw(`,"multiline":true`)
	}
	if value != "" {
		c.raw(`,"initial_value":`)
		c.buf = appendJSON(c.buf, cut(value, max(1, min(limit, maxInputText))))
	}
	c.raw(`}`)
}

func (c *canvas) picker(kind, initial, value string) {
	c.raw(`{"type":"` + kind + `","action_id":"` + inputAction + `"`)
	if value != "" {
		c.raw(`,"` + initial + `":`)
		c.buf = appendJSON(c.buf, value)
	}
	c.raw(`}`)
}

// choice draws few choices as radio buttons, all visible, and more as a menu.
func (c *canvas) choice(f *bot.Field) {
	kind, choices := "radio_buttons", f.Choices
	if len(choices) > maxRadio {
		kind, choices = "static_select", choices[:min(len(choices), maxOptions)]
	}
	c.raw(`{"type":"` + kind + `","action_id":"` + inputAction + `","options":[`)
	initial := -1
	for i := range choices {
		if i > 0 {
			c.raw(",")
		}
		c.option(&choices[i])
		if choices[i].Value == f.Value && f.Value != "" {
			initial = i
		}
	}
	c.raw(`]`)
	if initial >= 0 {
		c.raw(`,"initial_option":`)
		c.option(&choices[initial])
	}
	c.raw(`}`)
}

func (c *canvas) option(o *bot.Choice) {
	c.raw(`{"text":`)
	c.label(o.Label, maxOptionText)
	c.raw(`,"value":`)
	c.buf = appendJSON(c.buf, cut(o.Value, maxOptionValue))
	c.raw(`}`)
}

func isNumber(s string) bool {
	return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == ""
}

// filled gives the fields of a submitted form by name.
func filled(v *viewState) map[string]string {
	fields := map[string]string{}
	for _, pass := range [...]bool{false, true} { // the rest of a text comes after its start
		for block, inputs := range v.State.Values {
			name, ok := strings.CutPrefix(block, fieldPrefix)
			if !ok || strings.HasSuffix(name, restMark) != pass {
				continue
			}
			for _, in := range inputs {
				fields[strings.TrimSuffix(name, restMark)] += in.text()
			}
		}
	}
	return fields
}

func (v *inputValue) text() string {
	for _, s := range [...]string{v.Value, v.Selected.Value, v.User, v.Channel, v.Conversation} {
		if s != "" {
			return s
		}
	}
	return ""
}
