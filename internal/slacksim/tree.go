package slacksim

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// tree is a JSON object whose shape is the app's business.
type tree = map[string]any

// decodeJSON decodes exactly one JSON value and keeps numbers as they were written.
func decodeJSON(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

// encodeJSON encodes without turning <, > and & into escapes, as Slack does.
// What the simulator encodes always has a JSON form.
func encodeJSON(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("slacksim: encode %T: %v", v, err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// decodeList decodes a JSON array of objects; anything else gives nil.
func decodeList(raw []byte) []tree {
	v, err := decodeJSON(raw)
	if err != nil {
		return nil
	}
	return trees(v)
}

func trees(v any) []tree {
	list, _ := v.([]any)
	out := make([]tree, 0, len(list))
	for _, e := range list {
		if t, ok := e.(tree); ok {
			out = append(out, t)
		}
	}
	return out
}

func str(t tree, key string) string {
	s, _ := t[key].(string)
	return s
}

func sub(t tree, key string) tree {
	s, _ := t[key].(tree)
	return s
}

func flag(t tree, key string) bool {
	b, _ := t[key].(bool)
	return b
}

// cloneTree copies a decoded JSON value deeply.
func cloneTree(v any) any {
	switch v := v.(type) {
	case tree:
		out := make(tree, len(v))
		for k, e := range v {
			out[k] = cloneTree(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = cloneTree(e)
		}
		return out
	}
	return v
}
