package slacksim

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
)

// Suggestion is one option that an app offers for an external menu.
type Suggestion struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Group string `json:"group,omitempty"`
}

// Suggest types into an external menu of a message or view and returns what the app offers for it.
func (a Actor) Suggest(ctx context.Context, on Surface, name, typed string) ([]Suggestion, error) {
	ref := on.Ref()
	u, blocks, payload, err := a.suggestionPlace(ref)
	if err != nil {
		return nil, err
	}
	e, ok := findElement(elementsOf(blocks), name)
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrNoElement, name)
	}
	a.s.mu.Lock()
	common := a.s.interactionLocked("block_suggestion", u, "")
	a.s.mu.Unlock()
	delete(common, "trigger_id")
	maps.Copy(payload, common)
	payload["block_id"], payload["action_id"], payload["value"] = e.blockID, e.actionID, typed
	out := a.s.ask(ctx, delivery{kind: kindInteractive, name: "block_suggestion", payload: encodeJSON(payload)})
	if out.failure != "" {
		return nil, fmt.Errorf("suggestions: %s", out.failure)
	}
	return suggestions(out.payload)
}

// suggestionPlace resolves where the menu stands: its blocks and the part of the payload that says so.
func (a Actor) suggestionPlace(ref Ref) (User, []tree, tree, error) {
	if ref.TS == "" {
		u, v, err := a.openView(ref.View)
		if err != nil {
			return u, nil, nil, err
		}
		return u, trees(v.raw["blocks"]), tree{
			"container": tree{"type": "view", "view_id": v.ID}, "view": v.json(a.s),
		}, nil
	}
	u, c, m, err := a.seen(ref)
	if err != nil {
		return u, nil, nil, err
	}
	payload := tree{"container": m.container(), "channel": tree{"id": c.ID, "name": channelName(c)}}
	if m.EphemeralTo == "" {
		payload["message"] = m.json(a.s, true)
	}
	return u, m.allBlocks(), payload, nil
}

func suggestions(raw json.RawMessage) ([]Suggestion, error) {
	answer, err := decodeJSON(raw)
	if err != nil {
		return nil, fmt.Errorf("read suggestions: %w", err)
	}
	o, _ := answer.(tree)
	out := []Suggestion{}
	add := func(options []tree, group string) {
		for _, one := range options {
			out = append(out, Suggestion{Text: str(sub(one, "text"), "text"), Value: str(one, "value"), Group: group})
		}
	}
	add(trees(o["options"]), "")
	for _, g := range trees(o["option_groups"]) {
		add(trees(g["options"]), str(sub(g, "label"), "text"))
	}
	return out, nil
}
