// Package blockkit refuses what Slack refuses.
//
// It holds a message, a modal or a home view against the documented rules of
// Block Kit and lists every breach with the JSON pointer of the offending
// value, in the words that Slack's API uses. The rules are data: tables of
// blocks, elements and composition objects (blocks.go, elements.go,
// richtext.go, objects.go, payloads.go), written in a small language of
// combinators (language.go). The numbers in them are named in limits.go.
//
// Vocabulary. A surface is where blocks are shown: a message, a modal or a
// home tab. A rule judges one JSON value. A union is a set of variants told
// apart by their "type" field. A check is a rule over several fields of one
// object.
//
// Guarantees. Any bytes are judged, none panics. Problems come in a fixed
// order, at most [MaxProblems] of them. Lengths are counted in code points.
// The rulebook is built once and only read afterwards, so validators may run
// at the same time.
package blockkit

import (
	"encoding/json"
	"strconv"
	"strings"
)

// MaxProblems bounds how many breaches one validation reports.
const MaxProblems = 50

// Codes of problems. All but [CodeConstraint] are also the error name with
// which Slack's posting methods refuse the whole call.
const (
	CodeConstraint    = "failed_constraint"
	CodeTextTooLong   = "msg_too_long"
	CodeBlocksTooLong = "msg_blocks_too_long"
	CodeOneTable      = "only_one_table_allowed"
	CodeAttachments   = "too_many_attachments"
)

// Problem is one breach of a documented rule.
type Problem struct {
	Pointer    string `json:"pointer"`    // RFC 6901 pointer into the payload, "/blocks/0/text/text"
	Code       string `json:"code"`       // one of the Code constants
	Message    string `json:"message"`    // Slack's sentence, ending in [json-pointer:…]
	Constraint string `json:"constraint"` // the rule for programs, "max_length:150"
}

// String gives the line that Slack puts in response_metadata.messages.
func (p Problem) String() string { return "[ERROR] " + p.Message }

// Messages gives the lines for response_metadata.messages, in order.
func Messages(problems []Problem) []string {
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = p.String()
	}
	return lines
}

// ErrorName gives the error with which a method refuses: the first problem
// that has a name of its own, else fallback ("invalid_blocks",
// "invalid_arguments", …).
func ErrorName(problems []Problem, fallback string) string {
	for _, p := range problems {
		if p.Code != CodeConstraint {
			return p.Code
		}
	}
	return fallback
}

// ValidateMessage judges a message: an object with text, blocks, attachments
// and metadata. Other keys (channel, thread_ts, response_type, …) are the
// caller's business, as is a message with nothing in it.
func ValidateMessage(raw []byte) []Problem {
	return validate(raw, onMessage, func(c *checker, v any) { c.book.message(c, v) })
}

// ValidateBlocks judges an array of blocks as the blocks of a message.
func ValidateBlocks(raw []byte) []Problem {
	return validate(raw, onMessage, func(c *checker, v any) {
		c.in("blocks", func() { c.book.messageBlocks(c, v) })
		c.finishMessage()
	})
}

// ValidateView judges a modal or a home view, told apart by its type.
// Pointers start with /view.
func ValidateView(raw []byte) []Problem {
	return validate(raw, onModal, func(c *checker, v any) {
		c.in("view", func() { c.book.view(c, v) })
	})
}

func validate(raw []byte, on surface, judge func(*checker, any)) []Problem {
	c := &checker{book: rules(), surface: on}
	v, err := decode(raw)
	if err != nil {
		c.report(CodeConstraint, "json", "invalid JSON")
		return c.problems
	}
	judge(c, v)
	return c.problems
}

// decode keeps numbers as float64: no documented limit needs more.
func decode(raw []byte) (any, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return v, nil
}

// pointer renders the path of the value being judged.
func (c *checker) pointer() string {
	if len(c.path) == 0 {
		return ""
	}
	var b strings.Builder
	for _, s := range c.path {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		b.WriteString(pointerEscaper.Replace(s.key))
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
