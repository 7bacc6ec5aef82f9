package slacksim

import "encoding/json"

// Element is something on a message or view that a person can press or fill
// in, as a terminal lists it. Its place in the list is the n of "!n".
type Element struct {
	Label   string
	Kind    string // Block Kit's type: button, overflow, static_select, plain_text_input …
	Name    string // block_id and action_id joined by "/", as acts take it
	Hint    string // of an input
	Initial string // what it is preset to, as acts take it
	Input   bool   // it stands in a form
	Empty   bool   // it may be left empty
	Lines   bool   // it takes several lines
	Options []Option
}

// Option is one choice of an element.
type Option struct{ Label, Value string }

// Elements lists what can be pressed or filled in, from the top.
func Elements(blocks json.RawMessage) []Element {
	var list []Element
	var decoded []tree
	if json.Unmarshal(blocks, &decoded) != nil {
		return nil
	}
	for _, e := range elementsOf(decoded) {
		item := Element{Label: e.label(), Kind: e.kind, Name: e.blockID + "/" + e.actionID, Input: e.input != nil}
		if e.input != nil {
			item.Hint = str(sub(e.input, "hint"), "text")
			item.Empty, _ = e.input["optional"].(bool)
		}
		item.Lines, _ = e.raw["multiline"].(bool)
		switch initial := e.raw[initialKey(e.kind)].(type) {
		case string:
			item.Initial = initial
		case tree:
			item.Initial = str(initial, "value")
		}
		for _, o := range e.options() {
			item.Options = append(item.Options, Option{Label: str(sub(o, "text"), "text"), Value: str(o, "value")})
		}
		list = append(list, item)
	}
	return list
}
