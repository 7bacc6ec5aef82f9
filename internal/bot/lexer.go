package bot

import (
	"strings"
	"unicode/utf8"
)

// token is one word of the typed text, by its place in it.
type token struct {
	start, end int
	raw        string // as typed
	word       string // folded, for comparison
}

// lexer cuts a text into tokens. A reference that Slack's clients write for a
// person, channel or link is one token, whatever its label holds.
type lexer struct {
	text string
	at   int
}

// next is the next token; false at the end.
func (l *lexer) next() (token, bool) {
	l.skip()
	if l.at >= len(l.text) {
		return token{start: len(l.text), end: len(l.text)}, false
	}
	start := l.at
	for l.at < len(l.text) {
		if l.text[l.at] == '<' {
			if n := reference(l.text[l.at:]); n > 0 {
				l.at += n
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if separates(r) {
			break
		}
		l.at += size
	}
	raw := l.text[start:l.at]
	return token{start: start, end: l.at, raw: raw, word: foldWord(plainReference(raw))}, true
}

// skip passes separators.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !separates(r) {
			return
		}
		l.at += size
	}
}

// peek is the next token without passing it.
func (l *lexer) peek() (token, bool) {
	at := l.at
	t, ok := l.next()
	l.at = at
	return t, ok
}

// rest is what follows, byte for byte, without the separators around it.
func (l *lexer) rest() string {
	return trimSeparators(l.text[l.at:])
}

func trimSeparators(s string) string { return strings.TrimFunc(s, separates) }

// reference is the length of the reference that a text starts with: <@U1>,
// <@U1|name>, <#C1|name>, <!here>, <http://x|label>; 0 if it starts with none.
// Any other text in angle brackets is literal.
func reference(text string) int {
	if len(text) < 3 {
		return 0
	}
	switch text[1] {
	case '@', '#', '!':
		if c := text[2]; !(c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
			return 0
		}
	case 'h', 'm', 't':
		rest := text[1:]
		if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") &&
			!strings.HasPrefix(rest, "mailto:") && !strings.HasPrefix(rest, "tel:") {
			return 0
		}
	default:
		return 0
	}
	end := strings.IndexAny(text[1:], "<>\n")
	if end < 0 || text[1+end] != '>' {
		return 0
	}
	return end + 2
}

// plainReference replaces every reference in a text by its label; one without
// a label is a link's address, and nothing at all for a person or a channel.
func plainReference(text string) string { return replaceReferences(text, false) }

// asTyped undoes what Slack's clients wrap around typed text: a link becomes
// what was typed for it, a channel #name, a person @name. What has no label
// stays as it came.
func asTyped(text string) string { return replaceReferences(text, true) }

func replaceReferences(text string, typed bool) string {
	if strings.IndexByte(text, '<') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := 0
		if text[i] == '<' {
			n = reference(text[i:])
		}
		if n == 0 {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(label(text[i:i+n], typed))
		i += n
	}
	return b.String()
}

// label is what a reference stands for.
func label(ref string, typed bool) string {
	inner := ref[1 : len(ref)-1]
	target, name, named := strings.Cut(inner, "|")
	sign := ""
	switch target[0] {
	case '@', '#', '!':
		if !named {
			if typed {
				return ref
			}
			return ""
		}
		if typed {
			sign = target[:1]
		}
		if target[0] == '!' {
			sign = ""
		}
		return sign + strings.TrimPrefix(strings.TrimPrefix(name, "@"), "#")
	}
	if named {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(target, "mailto:"), "tel:")
}

// personReference is the user id of a reference to a person, or "".
func personReference(raw string) string {
	at := strings.Index(raw, "<@")
	if at < 0 {
		return ""
	}
	n := reference(raw[at:])
	if n == 0 {
		return ""
	}
	id, _, _ := strings.Cut(raw[at+2:at+n-1], "|")
	return id
}
