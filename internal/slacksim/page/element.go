package page

import (
	"encoding/json"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim/page/markup"
)

// element is what the template of one block element sees.
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

// element renders an element with the template of its kind.
func (s *surface) element(blockID string, o object, input object) template.HTML {
	e := element{s: s, o: o, block: blockID, input: input}
	switch kind := text(o, "type"); kind {
	case "plain_text", "mrkdwn":
		return s.textObject(o)
	case "users_select", "channels_select", "conversations_select", "static_select",
		"multi_users_select", "multi_channels_select", "multi_conversations_select", "multi_static_select":
		return s.execute("element_select", e)
	case "external_select", "multi_external_select":
		return s.execute("element_external", e)
	case "radio_buttons", "checkboxes":
		return s.execute("element_choices", e)
	case "plain_text_input", "rich_text_input", "email_text_input", "url_text_input", "number_input",
		"datepicker", "timepicker", "datetimepicker":
		return s.execute("element_field", e)
	default:
		if s.h.pages.Lookup("element_"+kind) != nil {
			return s.execute("element_"+kind, e)
		}
		return s.execute("element_unknown", e)
	}
}

func (e element) Kind() string           { return text(e.o, "type") }
func (e element) Word(key string) string { return text(e.o, key) }
func (e element) Flag(key string) bool   { on, _ := e.o[key].(bool); return on }
func (e element) Key() string            { return e.block + "/" + text(e.o, "action_id") }
func (e element) ID() string             { return e.s.domID(e.block, text(e.o, "action_id")) }
func (e element) Text(key string) template.HTML {
	return e.s.textObject(e.o[key])
}

// Words is the text of a text object without its markup, for attributes.
func (e element) Words(key string) string {
	o, _ := e.o[key].(object)
	return markup.ReplaceEmoji(text(o, "text"))
}

// Label names an element to screen readers where nothing else does.
func (e element) Label() string {
	return first(text(e.o, "accessibility_label"), e.Words("text"), e.Words("placeholder"), strings.ReplaceAll(e.Kind(), "_", " "))
}

// Labelled tells that an input block's label names the control.
func (e element) Labelled() bool { return e.input != nil }

// Described is the id of the hint or error of the input block, if any.
func (e element) Described() string {
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

func (e element) Invalid() bool { return e.input != nil && e.s.errors[e.block] != "" }

func (e element) Required() bool {
	optional, _ := e.input["optional"].(bool)
	return e.input != nil && !optional
}

// Dispatches tells that a change of the element is an act of its own.
func (e element) Dispatches() bool {
	if e.input == nil {
		return true
	}
	on, _ := e.input["dispatch_action"].(bool)
	return on
}

// Mark is the name under which the field announces itself to do.
func (e element) Mark() string {
	switch {
	case e.Multiple() || e.Kind() == "checkboxes":
		return "fm"
	case e.Kind() == "datetimepicker":
		return "fd"
	}
	return "f"
}

// Least is how many characters an external menu wants before it asks.
func (e element) Least() int {
	if n, ok := e.o["min_query_length"].(float64); ok {
		return int(n)
	}
	return 3
}

type feedback struct {
	Pick string
	Text template.HTML
}

// Feedback are the two buttons of a feedback element.
func (e element) Feedback() []feedback {
	var both []feedback
	for _, key := range []string{"positive_button", "negative_button"} {
		o, _ := e.o[key].(object)
		both = append(both, feedback{pick(e.Key(), text(o, "value")), e.s.textObject(o["text"])})
	}
	return both
}

func (e element) Multiple() bool  { return strings.HasPrefix(e.Kind(), "multi_") }
func (e element) Multiline() bool { return e.Flag("multiline") || e.Kind() == "rich_text_input" }

// InputType is the type of the HTML control.
func (e element) InputType() string {
	switch e.Kind() {
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

// Link is the button's address, if it may be opened.
func (e element) Link() string {
	if u := text(e.o, "url"); markup.Openable(u) {
		return u
	}
	return ""
}

// Confirm is the dialog that asks first, or nil.
func (e element) Confirm() *confirm {
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

func (c confirm) ID() string                    { return "confirm-" + c.e.ID() }
func (c confirm) Key() string                   { return c.e.Key() }
func (c confirm) Text(key string) template.HTML { return c.e.s.textObject(c.o[key]) }
func (c confirm) Danger() bool                  { return text(c.o, "style") == "danger" }

// Value is the present value of a field.
func (e element) Value() string {
	values := e.current()
	if len(values) == 0 {
		return ""
	}
	if e.Kind() == "datetimepicker" {
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
	if state, ok := actions[text(e.o, "action_id")].(object); ok && text(state, "type") == e.Kind() {
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
