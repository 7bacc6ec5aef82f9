package slack

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// plainByte marks the bytes that stand for themselves in a JSON string.
var plainByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c != '"' && c != '\\'
	}
	return t
}()

const hexDigits = "0123456789abcdef"

// appendJSON appends s as a JSON string with its quotes. Bytes that are not UTF-8 become the replacement character.
func appendJSON(dst []byte, s string) []byte {
	t := traitsOf(s)
	if t.has(wide) && !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	return append(t.quoted(append(dst, '"'), s), '"')
}

// appendInside appends s, which is UTF-8, inside a JSON string.
func appendInside(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		if plainByte[s[i]] {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		dst = appendEscape(dst, s[i])
	}
	return append(dst, s[from:]...)
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	case '\r':
		return append(dst, '\\', 'r')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// appendMrkdwn appends s, escaped for Slack's mark-up, inside a JSON string that is already open.
func appendMrkdwn(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		var entity string
		switch c := s[i]; {
		case c == '&':
			entity = "&amp;"
		case c == '<':
			entity = "&lt;"
		case c == '>':
			entity = "&gt;"
		case plainByte[c]:
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		if entity == "" {
			dst = appendEscape(dst, s[i])
			continue
		}
		dst = append(dst, entity...)
	}
	return append(dst, s[from:]...)
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }
