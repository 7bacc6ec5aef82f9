package slacksim

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"factbot/internal/slacksim/blockkit"
)

// content is what a message says, validated and with ids filled in.
type content struct {
	text                          string
	blocks, attachments, metadata json.RawMessage
}

// overlong is what happens to a text of more than maxMessageText characters.
type overlong int

const (
	cutOverlong overlong = iota
	refuseOverlong
)

// readContent takes a message's content from arguments and holds it to the rules of messages.
func readContent(a args, long overlong) (content, *apiError) {
	c := content{text: firstOf(a["text"], a["markdown_text"])}
	if utf8.RuneCountInString(c.text) > maxMessageText {
		if long == refuseOverlong {
			return c, refuse("msg_too_long")
		}
		c.text = string([]rune(c.text)[:maxMessageText])
	}
	object := tree{"text": c.text}
	for _, name := range []string{"blocks", "attachments", "metadata"} {
		if a[name] == "" {
			continue
		}
		v, err := decodeJSON([]byte(a[name]))
		if err != nil {
			return c, refuse("invalid_" + name + "_format")
		}
		if !emptyJSON(v) {
			object[name] = v
		}
	}
	if problems := blockkit.ValidateMessage(encodeJSON(object)); len(problems) > 0 {
		return c, refuseProblems(problems, problemName(problems[0].Pointer))
	}
	return c.with(object), nil
}

// with takes over the validated parts.
func (c content) with(object tree) content {
	if blocks := trees(object["blocks"]); len(blocks) > 0 {
		fillIDs(blocks)
		c.blocks = encodeJSON(blocks)
	}
	if list := trees(object["attachments"]); len(list) > 0 {
		for _, attachment := range list {
			fillIDs(trees(attachment["blocks"]))
		}
		c.attachments = encodeJSON(list)
	}
	if m, ok := object["metadata"]; ok {
		c.metadata = encodeJSON(m)
	}
	return c
}

func emptyJSON(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return len(v) == 0
	case tree:
		return len(v) == 0 || (len(v) == 2 && v["event_type"] == "" && v["event_payload"] == nil)
	}
	return false
}

func problemName(pointer string) string {
	switch {
	case strings.HasPrefix(pointer, "/attachments"):
		return "invalid_attachments"
	case strings.HasPrefix(pointer, "/metadata"):
		return "invalid_metadata_format"
	}
	return "invalid_blocks"
}

// empty reports whether there is nothing to show.
func (c content) empty() bool {
	return strings.TrimSpace(c.text) == "" && len(c.blocks) == 0 && len(c.attachments) == 0
}
