package slacksim

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// valueKey is the key of a payload under which a kind of element reports what was chosen.
func valueKey(kind string) string {
	switch kind {
	case "static_select", "external_select", "radio_buttons", "overflow":
		return "selected_option"
	case "multi_static_select", "multi_external_select", "checkboxes":
		return "selected_options"
	case "users_select":
		return "selected_user"
	case "multi_users_select":
		return "selected_users"
	case "conversations_select":
		return "selected_conversation"
	case "multi_conversations_select":
		return "selected_conversations"
	case "channels_select":
		return "selected_channel"
	case "multi_channels_select":
		return "selected_channels"
	case "datepicker":
		return "selected_date"
	case "timepicker":
		return "selected_time"
	case "datetimepicker":
		return "selected_date_time"
	case "rich_text_input":
		return "rich_text_value"
	case "file_input":
		return "files"
	}
	return "value"
}

// multiple reports whether a kind of element holds a list.
func multiple(kind string) bool {
	return strings.HasPrefix(kind, "multi_") || kind == "checkboxes" || kind == "file_input"
}

// initialKey is where an app presets an element of a kind.
func initialKey(kind string) string {
	key := strings.TrimPrefix(valueKey(kind), "rich_text_")
	return "initial_" + strings.TrimPrefix(key, "selected_")
}

// initial is the state of an element that nobody has touched: its preset, else null or an empty list.
func (e element) initial() tree {
	v, ok := e.raw[initialKey(e.kind)]
	if !ok && multiple(e.kind) {
		v = []any{}
	}
	return tree{"type": e.kind, valueKey(e.kind): cloneTree(v)}
}

// filled is the state of an element after a person entered or chose given: a string, a list of strings, a number, a bool (for a
// single checkbox) or nil to empty it.
func (e element) filled(given any) (tree, error) {
	key := valueKey(e.kind)
	names, err := namesOf(given)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.actionID, err)
	}
	if multiple(e.kind) {
		list := make([]any, 0, len(names))
		for _, n := range names {
			v, err := e.chosen(n)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return tree{"type": e.kind, key: list}, nil
	}
	if len(names) > 1 {
		return nil, fmt.Errorf("%w: %s takes one value, not %d", ErrNoElement, e.actionID, len(names))
	}
	if len(names) == 0 || names[0] == "" {
		return tree{"type": e.kind, key: nil}, nil
	}
	v, err := e.chosen(names[0])
	if err != nil {
		return nil, err
	}
	return tree{"type": e.kind, key: v}, nil
}

// chosen is one value of an element: an option's text and value, or the string itself.
func (e element) chosen(name string) (any, error) {
	switch valueKey(e.kind) {
	case "selected_option", "selected_options":
		o, ok := e.option(name)
		if !ok && strings.Contains(e.kind, "external") {
			return tree{"text": tree{"type": "plain_text", "text": name, "emoji": true}, "value": name}, nil
		}
		if !ok {
			return nil, fmt.Errorf("%w: %s has no option %q", ErrNoElement, e.actionID, name)
		}
		out := tree{"text": cloneTree(o["text"])}
		if v, ok := o["value"]; ok {
			out["value"] = v
		}
		return out, nil
	case "selected_date_time":
		n, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.actionID, err)
		}
		return json.Number(strconv.FormatInt(n, 10)), nil
	}
	return name, nil
}

func namesOf(given any) ([]string, error) {
	switch v := given.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{v}, nil
	case []string:
		return v, nil
	case json.Number:
		return []string{v.String()}, nil
	case int:
		return []string{strconv.Itoa(v)}, nil
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}, nil
	case []any:
		var out []string
		for _, e := range v {
			names, err := namesOf(e)
			if err != nil {
				return nil, err
			}
			out = append(out, names...)
		}
		return out, nil
	}
	return nil, fmt.Errorf("cannot fill in a value of type %T", given)
}

// complaint is what Slack's client says under an input before it sends the form; empty when the value will do.
func (e element) complaint(value tree) string {
	v := value[valueKey(e.kind)]
	list, isList := v.([]any)
	empty := v == nil || v == "" || (isList && len(list) == 0)
	if empty {
		if flag(e.input, "optional") {
			return ""
		}
		return "Please complete this required field."
	}
	text, _ := v.(string)
	n := utf8.RuneCountInString(text)
	if least, ok := number(e.raw["min_length"]); ok && float64(n) < least {
		return fmt.Sprintf("Must be at least %v characters", least)
	}
	if most, ok := number(e.raw["max_length"]); ok && float64(n) > most {
		return fmt.Sprintf("Must be no more than %v characters", most)
	}
	return e.numberComplaint(text, isList, len(list))
}

func (e element) numberComplaint(text string, isList bool, items int) string {
	if most, ok := number(e.raw["max_selected_items"]); ok && isList && float64(items) > most {
		return fmt.Sprintf("Please choose no more than %v", most)
	}
	if e.kind != "number_input" {
		return ""
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || (!flag(e.raw, "is_decimal_allowed") && strings.ContainsAny(text, ".eE")) {
		return "Please enter a valid number"
	}
	if least, ok := number(e.raw["min_value"]); ok && n < least {
		return fmt.Sprintf("Must be at least %v", least)
	}
	if most, ok := number(e.raw["max_value"]); ok && n > most {
		return fmt.Sprintf("Must be no more than %v", most)
	}
	return ""
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	case string:
		f, err := strconv.ParseFloat(v, 64)
		return f, err == nil
	}
	return 0, false
}
