package slack

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// flatCommand reads the envelope of a slash command, the one frame that comes often. It takes only what Slack sends: an
// object of strings and booleans, one of them the payload, itself an object of strings. Anything else is left to
// encoding/json, by returning false; a test holds the two to the same result.
func flatCommand(raw []byte, e *commandEnvelope) bool {
	s := flatScanner{raw: raw}
	ok := s.object(func(key []byte) bool {
		switch string(key) {
		case "envelope_id":
			return s.text(&e.ID)
		case "type":
			return s.text(&e.Type)
		case "accepts_response_payload":
			return s.boolean(&e.Accepts)
		case "payload":
			return s.object(func(key []byte) bool { return s.text(e.Payload.field(key)) })
		}
		return s.skip()
	})
	s.space()
	return ok && s.at == len(raw)
}

// field is where a value of a command goes; nil for those that nobody needs.
func (c *slashCommand) field(key []byte) *string {
	switch string(key) {
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
	raw []byte
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

func (s *flatScanner) object(field func(key []byte) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		key, plain := s.quoted()
		if key == nil || !plain || !s.next(':') || !field(key) {
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
func (s *flatScanner) quoted() (inner []byte, plain bool) {
	if !s.next('"') {
		return nil, false
	}
	plain = true
	for from := s.at; s.at < len(s.raw); s.at++ {
		switch c := s.raw[s.at]; {
		case c == '"':
			s.at++
			inner = s.raw[from : s.at-1 : s.at-1]
			if !utf8.Valid(inner) {
				return nil, false
			}
			return inner, plain
		case c == '\\':
			plain = false
			s.at++
		case c < 0x20:
			return nil, false
		}
	}
	return nil, false
}

// text takes a string value. What has an escape in it is decoded by encoding/json.
func (s *flatScanner) text(dst *string) bool {
	s.space()
	from := s.at
	inner, plain := s.quoted()
	switch {
	case inner == nil:
		return false
	case dst == nil:
		return plain || json.Valid(s.raw[from:s.at])
	case plain:
		*dst = string(inner)
		return true
	}
	return json.Unmarshal(s.raw[from:s.at], dst) == nil
}

func (s *flatScanner) boolean(dst *bool) bool {
	s.space()
	switch rest := s.raw[s.at:]; {
	case bytes.HasPrefix(rest, []byte("true")):
		s.at += len("true")
		*dst = true
	case bytes.HasPrefix(rest, []byte("false")):
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
