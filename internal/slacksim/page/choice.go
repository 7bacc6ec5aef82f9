package page

import (
	"fmt"
	"slices"
	"strings"

	"factbot/internal/slacksim/page/markup"
)

// option is one choice of a menu, radio or checkbox element.
type option struct {
	ID, Value         string
	Pick              string // what a press on it sends; see do.go
	Text, Description markup.HTML
	Words, Link       string
	On                bool
}

type optionGroup struct {
	Label   string
	Options []option
}

// groups are the choices in their groups; ungrouped ones form one without a label.
func (e element) groups() []optionGroup {
	switch strings.TrimPrefix(e.kind(), "multi_") {
	case "users_select":
		return e.named(e.s.h.userOptions())
	case "channels_select":
		return e.named(e.s.h.channelOptions(e.s.at.As, true))
	case "conversations_select":
		return e.named(e.s.h.channelOptions(e.s.at.As, false))
	}
	var groups []optionGroup
	if all := list(e.o, "options"); len(all) > 0 {
		groups = append(groups, optionGroup{Options: e.options(all)})
	}
	for _, it := range list(e.o, "option_groups") {
		g, _ := it.(object)
		label, _ := g["label"].(object)
		groups = append(groups, optionGroup{Label: text(label, "text"), Options: e.options(list(g, "options"))})
	}
	return groups
}

// choices are the options without groups.
func (e element) choices() []option { return e.options(list(e.o, "options")) }

func (e element) options(all []any) []option {
	chosen := e.current()
	out := make([]option, 0, len(all))
	for i, it := range all {
		o, _ := it.(object)
		label, _ := o["text"].(object)
		value := text(o, "value")
		one := option{
			ID: fmt.Sprintf("%s-%d", e.id(), i), Value: value, Pick: pick(e.key(), value),
			Text: e.s.textObject(o["text"]), Description: e.s.textObject(o["description"]),
			Words: markup.ReplaceEmoji(text(label, "text")), On: slices.Contains(chosen, value),
		}
		if u := text(o, "url"); markup.Openable(u) {
			one.Link = u
		}
		out = append(out, one)
	}
	return out
}

// chosen are the options that an external menu holds already.
func (e element) chosen() []option {
	actions, _ := e.s.values[e.block].(object)
	state, _ := actions[text(e.o, "action_id")].(object)
	var all []any
	for _, v := range []any{state["selected_option"], state["selected_options"], e.o["initial_option"], e.o["initial_options"]} {
		switch v := v.(type) {
		case object:
			all = append(all, v)
		case []any:
			all = append(all, v...)
		}
		if len(all) > 0 {
			break
		}
	}
	chosen := e.options(all)
	for i := range chosen {
		chosen[i].On = true
	}
	return chosen
}

func (e element) named(all []option) []optionGroup {
	chosen := e.current()
	for i := range all {
		all[i].On = slices.Contains(chosen, all[i].Value)
	}
	return []optionGroup{{Options: all}}
}

func (h *handler) userOptions() []option {
	var all []option
	for _, u := range h.sim.Users() {
		all = append(all, option{Value: u.ID, Words: first(u.RealName, u.Name)})
	}
	return all
}

func (h *handler) channelOptions(user string, publicOnly bool) []option {
	var all []option
	for _, c := range h.sim.Channels() {
		if c.Direct() || !c.IsMember(user) || publicOnly && c.Private {
			continue
		}
		all = append(all, option{Value: c.ID, Words: "#" + c.Name})
	}
	return all
}
