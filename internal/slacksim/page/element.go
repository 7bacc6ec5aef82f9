package page

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim/page/html"
	"factbot/internal/slacksim/page/markup"
)

// element is one element of a block, with what its view asks of it.
type element struct {
	s     *surface
	o     object
	block string
	input object // the input block around it, or nil
}

// domID is the id of an element in the page.
func (s *surface) domID(block, action string) string {
	return s.prefix + url.QueryEscape(block+"/"+action)
}

// element renders an element of a block; input is the input block around it, or nil.
func (s *surface) element(blockID string, o object, input object) html.Node {
	return element{s: s, o: o, block: blockID, input: input}.view()
}

func (e element) kind() string           { return text(e.o, "type") }
func (e element) word(key string) string { return text(e.o, key) }
func (e element) flag(key string) bool   { on, _ := e.o[key].(bool); return on }
func (e element) key() string            { return e.block + "/" + text(e.o, "action_id") }
func (e element) id() string             { return e.s.domID(e.block, text(e.o, "action_id")) }
func (e element) text(key string) markup.HTML {
	return e.s.textObject(e.o[key])
}

// words is the text of a text object without its markup, for attributes.
func (e element) words(key string) string {
	o, _ := e.o[key].(object)
	return markup.ReplaceEmoji(text(o, "text"))
}

// label names an element to screen readers where nothing else does.
func (e element) label() string {
	return first(text(e.o, "accessibility_label"), e.words("text"), e.words("placeholder"), strings.ReplaceAll(e.kind(), "_", " "))
}

// labelled tells that an input block's label names the control.
func (e element) labelled() bool { return e.input != nil }

// described is the id of the hint or error of the input block, if any.
func (e element) described() string {
	switch {
	case e.input == nil:
		return ""
	case e.s.errors[e.block] != "":
		return e.s.prefix + url.QueryEscape(e.block) + "-error"
	case e.input["hint"] != nil:
		return e.s.prefix + url.QueryEscape(e.block) + "-hint"
	}
	return ""
}

func (e element) invalid() bool { return e.input != nil && e.s.errors[e.block] != "" }

func (e element) required() bool {
	optional, _ := e.input["optional"].(bool)
	return e.input != nil && !optional
}

// dispatches tells that a change of the element is an act of its own.
func (e element) dispatches() bool {
	if e.input == nil {
		return true
	}
	on, _ := e.input["dispatch_action"].(bool)
	return on
}

// mark is the name under which the field announces itself to do.
func (e element) mark() string {
	switch {
	case e.multiple() || e.kind() == "checkboxes":
		return "fm"
	case e.kind() == "datetimepicker":
		return "fd"
	}
	return "f"
}

// least is how many characters an external menu wants before it asks.
func (e element) least() int {
	if n, ok := e.o["min_query_length"].(float64); ok {
		return int(n)
	}
	return 3
}

type feedback struct {
	Pick string
	Text markup.HTML
}

// feedback are the two buttons of a feedback element.
func (e element) feedback() []feedback {
	var both []feedback
	for _, key := range []string{"positive_button", "negative_button"} {
		o, _ := e.o[key].(object)
		both = append(both, feedback{pick(e.key(), text(o, "value")), e.s.textObject(o["text"])})
	}
	return both
}

func (e element) multiple() bool  { return strings.HasPrefix(e.kind(), "multi_") }
func (e element) multiline() bool { return e.flag("multiline") || e.kind() == "rich_text_input" }

// inputType is the type of the HTML control.
func (e element) inputType() string {
	switch e.kind() {
	case "email_text_input":
		return "email"
	case "url_text_input":
		return "url"
	case "datepicker":
		return "date"
	case "timepicker":
		return "time"
	case "datetimepicker":
		return "datetime-local"
	}
	return "text"
}

// link is the button's address, if it may be opened.
func (e element) link() string {
	if u := text(e.o, "url"); markup.Openable(u) {
		return u
	}
	return ""
}

// confirm is the dialog that asks first, or nil.
func (e element) confirm() *confirm {
	o, ok := e.o["confirm"].(object)
	if !ok {
		return nil
	}
	return &confirm{e: e, o: o}
}

type confirm struct {
	e element
	o object
}

func (c confirm) id() string                  { return "confirm-" + c.e.id() }
func (c confirm) text(key string) markup.HTML { return c.e.s.textObject(c.o[key]) }
func (c confirm) danger() bool                { return text(c.o, "style") == "danger" }

// value is the present value of a field.
func (e element) value() string {
	values := e.current()
	if len(values) == 0 {
		return ""
	}
	if e.kind() == "datetimepicker" {
		if unix, err := strconv.ParseInt(values[0], 10, 64); err == nil {
			return time.Unix(unix, 0).In(e.s.h.opts.Zone).Format(dateTimeLayout)
		}
	}
	return values[0]
}

// dateTimeLayout is how HTML writes a local date and time.
const dateTimeLayout = "2006-01-02T15:04"

// current is what the element holds: what was filled in, else its preset.
func (e element) current() []string {
	actions, _ := e.s.values[e.block].(object)
	if state, ok := actions[text(e.o, "action_id")].(object); ok && text(state, "type") == e.kind() {
		for key, v := range state {
			if key != "type" {
				return flatten(v)
			}
		}
	}
	for key, v := range e.o {
		if strings.HasPrefix(key, "initial_") {
			return flatten(v)
		}
	}
	return nil
}

// flatten gives the strings of a value: of options their values, of rich text its words.
func flatten(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case json.Number:
		return []string{v.String()}
	case object:
		if s, ok := v["value"].(string); ok {
			return []string{s}
		}
		if s, ok := v["text"].(string); ok {
			return []string{s}
		}
		return []string{strings.Join(flatten(v["elements"]), "")}
	case []any:
		var all []string
		for _, it := range v {
			all = append(all, flatten(it)...)
		}
		return all
	}
	return nil
}
