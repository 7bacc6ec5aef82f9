package slacksim

import (
	"encoding/json"
	"strconv"
	"strings"
)

// element is one interactive thing on a message or view.
type element struct {
	blockID, actionID, kind string
	raw                     tree
	input                   tree // the input block around it, or nil
}

// stateful lists the interactive types and whether they hold a value that payloads report in their state.
var stateful = map[string]bool{
	"button": false, "overflow": false, "workflow_button": false, "icon_button": false, "feedback_buttons": false,
	"static_select": true, "external_select": true, "users_select": true, "conversations_select": true, "channels_select": true,
	"multi_static_select": true, "multi_external_select": true, "multi_users_select": true,
	"multi_conversations_select": true, "multi_channels_select": true,
	"radio_buttons": true, "checkboxes": true, "datepicker": true, "timepicker": true, "datetimepicker": true,
	"plain_text_input": true, "email_text_input": true, "url_text_input": true, "number_input": true, "rich_text_input": true,
	"file_input": true,
}

// fillIDs gives every block and element without an id one, as Slack does before it stores them.
func fillIDs(blocks []tree) {
	for _, b := range blocks {
		if str(b, "block_id") == "" {
			b["block_id"] = randomHex(3)[:5]
		}
		eachElement(b, func(e tree) {
			if str(e, "action_id") == "" {
				e["action_id"] = randomHex(3)[:5]
			}
		})
	}
}

// eachElement visits the interactive elements of a block in the order in which they are written.
func eachElement(v any, visit func(tree)) {
	switch v := v.(type) {
	case tree:
		if _, ok := stateful[str(v, "type")]; ok {
			visit(v)
			return
		}
		for _, key := range []string{"elements", "element", "accessory", "actions", "child_blocks", "blocks", "rows", "items"} {
			eachElement(v[key], visit)
		}
	case []any:
		for _, e := range v {
			eachElement(e, visit)
		}
	}
}

// elementsOf lists the interactive elements of blocks from the top.
func elementsOf(blocks []tree) []element {
	var out []element
	for _, b := range blocks {
		var input tree
		if str(b, "type") == "input" {
			input = b
		}
		eachElement(b, func(e tree) {
			out = append(out, element{blockID: str(b, "block_id"), actionID: str(e, "action_id"), kind: str(e, "type"), raw: e, input: input})
		})
	}
	return out
}

// label is what a person would call the element.
func (e element) label() string {
	if t := str(sub(e.raw, "text"), "text"); t != "" {
		return t
	}
	if e.input != nil {
		return str(sub(e.input, "label"), "text")
	}
	return str(sub(e.raw, "placeholder"), "text")
}

// findElement resolves a name as documented at Actor.
func findElement(list []element, name string) (element, bool) {
	for _, is := range []func(element) bool{
		func(e element) bool { return e.blockID+"/"+e.actionID == name },
		func(e element) bool { return e.actionID == name },
		func(e element) bool { return str(e.raw, "value") == name && name != "" },
		func(e element) bool { return strings.EqualFold(e.label(), name) },
	} {
		for _, e := range list {
			if is(e) {
				return e, true
			}
		}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "!")); err == nil && strings.HasPrefix(name, "!") && n >= 1 && n <= len(list) {
		return list[n-1], true
	}
	return element{}, false
}

// options are the choices of a select, overflow, radio or checkbox element, groups flattened.
func (e element) options() []tree {
	out := trees(e.raw["options"])
	for _, g := range trees(e.raw["option_groups"]) {
		out = append(out, trees(g["options"])...)
	}
	return out
}

// option finds a choice by value, else by its text.
func (e element) option(name string) (tree, bool) {
	for _, o := range e.options() {
		if str(o, "value") == name {
			return o, true
		}
	}
	for _, o := range e.options() {
		if strings.EqualFold(str(sub(o, "text"), "text"), name) {
			return o, true
		}
	}
	return nil, false
}

// values is what is filled in: by block_id, then action_id, as in view.state.values.
type values map[string]map[string]tree

func (v values) set(e element, value tree) {
	if v[e.blockID] == nil {
		v[e.blockID] = map[string]tree{}
	}
	v[e.blockID][e.actionID] = value
}

func (v values) get(e element) (tree, bool) {
	t, ok := v[e.blockID][e.actionID]
	return t, ok
}

func (v values) clone() values {
	if v == nil {
		return nil
	}
	out := make(values, len(v))
	for block, actions := range v {
		out[block] = make(map[string]tree, len(actions))
		for action, t := range actions {
			out[block][action], _ = cloneTree(t).(tree)
		}
	}
	return out
}

func (v values) json() json.RawMessage {
	if v == nil {
		return json.RawMessage(`{}`)
	}
	return encodeJSON(v)
}

// stateOf is the state of freshly shown blocks, where old holds what was filled in before under the same ids.
func stateOf(blocks []tree, old values) values {
	out := values{}
	for _, e := range elementsOf(blocks) {
		if !stateful[e.kind] {
			continue
		}
		if kept, ok := old.get(e); ok && str(kept, "type") == e.kind {
			out.set(e, kept)
			continue
		}
		out.set(e, e.initial())
	}
	return out
}
