package slack

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// flatCommand reads the envelope of a slash command, the one frame that comes often. It takes only what Slack sends: an
// object of strings and booleans, one of them the payload, itself an object of strings. Anything else is left to
// encoding/json, by returning false; a test holds the two to the same result.
func flatCommand(raw []byte, e *commandEnvelope) bool {
	s := flatScanner{raw: string(raw)} // of which the command's values are parts
	ok := s.object(func(key string) bool {
		switch key {
		case "envelope_id":
			return s.text(&e.ID)
		case "type":
			return s.text(&e.Type)
		case "accepts_response_payload":
			return s.boolean(&e.Accepts)
		case "payload":
			return s.object(func(key string) bool { return s.text(e.Payload.field(key)) })
		}
		return s.skip()
	})
	s.space()
	return ok && s.at == len(raw)
}

// field is where a value of a command goes; nil for those that nobody needs.
func (c *slashCommand) field(key string) *string {
	switch key {
	case "text":
		return &c.Text
	case "command":
		return &c.Command
	case "team_id":
		return &c.Team
	case "user_id":
		return &c.User
	case "channel_id":
		return &c.Channel
	case "channel_name":
		return &c.ChannelName
	case "trigger_id":
		return &c.Trigger
	case "response_url":
		return &c.ResponseURL
	case "api_app_id":
		return &c.App
	}
	return nil
}

// flatScanner walks over a JSON text. Its methods return false at anything out of the ordinary.
type flatScanner struct {
	raw string
	at  int
}

func (s *flatScanner) space() {
	for s.at < len(s.raw) {
		switch s.raw[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// next takes the given byte, after white space.
func (s *flatScanner) next(c byte) bool {
	s.space()
	if s.at < len(s.raw) && s.raw[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *flatScanner) object(field func(key string) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		key, plain, ok := s.quoted()
		if !ok || !plain || !s.next(':') || !field(key) {
			return false
		}
		if s.next('}') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// quoted takes a string and gives what stands between its quotes, and whether that is the string itself. Control
// characters and bytes that are not UTF-8 are out of the ordinary.
func (s *flatScanner) quoted() (inner string, plain, ok bool) {
	if !s.next('"') {
		return "", false, false
	}
	rest := s.raw[s.at:]
	end := strings.IndexByte(rest, '"')
	if end < 0 {
		return "", false, false
	}
	t := traitsOf(rest[:end])
	if plain = !t.has(quotable); !plain {
		if end = closing(rest); end < 0 {
			return "", false, false
		}
		t = traitsOf(rest[:end])
	}
	inner = rest[:end]
	s.at += end + 1
	return inner, plain, !t.has(wide) || utf8.ValidString(inner)
}

// closing is where the quote stands that ends a string with escapes; -1 where there is none, or a control character
// before it.
func closing(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i
		case c == '\\':
			i++
		case c < 0x20:
			return -1
		}
	}
	return -1
}

// text takes a string value. What has an escape in it is decoded by encoding/json.
func (s *flatScanner) text(dst *string) bool {
	s.space()
	from := s.at
	inner, plain, ok := s.quoted()
	switch {
	case !ok:
		return false
	case dst == nil:
		return plain || json.Valid([]byte(s.raw[from:s.at]))
	case plain:
		*dst = inner
		return true
	}
	return json.Unmarshal([]byte(s.raw[from:s.at]), dst) == nil
}

func (s *flatScanner) boolean(dst *bool) bool {
	s.space()
	switch rest := s.raw[s.at:]; {
	case strings.HasPrefix(rest, "true"):
		s.at += len("true")
		*dst = true
	case strings.HasPrefix(rest, "false"):
		s.at += len("false")
		*dst = false
	default:
		return false
	}
	return true
}

// skip takes a value that nobody needs: a string or a boolean.
func (s *flatScanner) skip() bool {
	var b bool
	s.space()
	if s.at < len(s.raw) && s.raw[s.at] == '"' {
		return s.text(nil)
	}
	return s.boolean(&b)
}
