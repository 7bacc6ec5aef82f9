package slack

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"factbot/internal/bot"
)

// controlMark stands for a control character or bidi override in a text that longer marks would make too long.
const controlMark = '␦'

// visible replaces control characters and bidi overrides by visible marks, as the bot's own rendering does. Everything
// else stays as it is, joined emoji and combining characters too.
func visible(s string) string {
	if clean(s) {
		return s
	}
	if v := bot.Visible(s); !longer(v, maxText) {
		return v
	}
	return shortMarks(s)
}

// shortMarks is visible with one code point for each mark: a text at its own limit keeps to it.
func shortMarks(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return '␀' + r
		case r == 0x7f:
			return '␡'
		case r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return controlMark
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// clean reports whether visible would change nothing. It looks at bytes: the characters in question are control bytes or
// start, in UTF-8, with one of two lead bytes.
func clean(s string) bool {
	for i := 0; i < len(s); i++ {
		if !suspect[s[i]] {
			continue
		}
		switch c := s[i]; {
		case c == 0xc2:
			if i+1 < len(s) && s[i+1] < 0xa0 {
				return false
			}
		case c == 0xe2:
			if i+2 < len(s) && bidi(s[i+1], s[i+2]) {
				return false
			}
		default:
			return false
		}
	}
	return utf8.ValidString(s)
}

// suspect marks the bytes at which clean looks twice. Of a text without them only its encoding can be at fault.
var suspect = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = c != '\n' && c != '\t'
	}
	t[0x7f], t[0xc2], t[0xe2] = true, true, true
	return t
}()

// bidi tells U+202A to U+202E and U+2066 to U+2069 by their second and third byte.
func bidi(b, c byte) bool {
	return b == 0x80 && c >= 0xaa && c <= 0xae || b == 0x81 && c >= 0xa6 && c <= 0xa9
}

// longer reports whether s has more than n code points, without counting short ones.
func longer(s string, n int) bool { return len(s) > n && utf8.RuneCountInString(s) > n }

// cut shortens s to n code points, the last being "…", and never inside a character that people see as one.
func cut(s string, n int) string {
	if !longer(s, n) {
		return s
	}
	return head(s, n-1) + "…"
}

// head is the longest start of s with at most n code points that ends between characters as people see them. A single
// such character of more than n code points is broken all the same.
func head(s string, n int) string {
	at, count, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		k := utf8.RuneCountInString(cluster)
		if count+k > n {
			break
		}
		count += k
		at += len(cluster)
	}
	if at > 0 {
		return s[:at]
	}
	for i := range s {
		if count == n {
			return s[:i]
		}
		count++
	}
	return s
}

// pieces splits s into parts of at most n code points that together are s.
func pieces(s string, n int) []string {
	var parts []string
	for longer(s, n) {
		h := head(s, n)
		parts = append(parts, h)
		s = s[len(h):]
	}
	return append(parts, s)
}

// decode turns text as Slack sends it into what the person typed: link marks become the words shown, and the three
// entities their characters. A mention stays <@ID>, an unnamed channel <#ID>.
func decode(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = plainLinks(s)
	}
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return entities.Replace(s)
}

// entities undoes Slack's escaping in one pass, so that &amp;lt; becomes &lt;.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")

func plainLinks(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			break
		}
		n := strings.IndexByte(s[open:], '>')
		if n < 0 {
			break
		}
		b.WriteString(s[:open])
		b.WriteString(plainLink(s[open+1 : open+n]))
		s = s[open+n+1:]
	}
	b.WriteString(s)
	return b.String()
}

func plainLink(mark string) string {
	target, label, named := strings.Cut(mark, "|")
	switch {
	case target == "":
		return "<" + mark + ">"
	case target[0] == '@':
		return "<" + target + ">"
	case target[0] == '#' && named && label != "":
		return label
	case target[0] == '#':
		return "<" + target + ">"
	case target[0] == '!':
		if named {
			return label
		}
		return "@" + strings.TrimPrefix(target, "!")
	case strings.Contains(target, ":"):
		if named {
			return label
		}
		return target
	}
	return "<" + mark + ">"
}
