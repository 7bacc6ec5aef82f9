package topicfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// narrow gives the ASCII form of a full-width character, else the character.
func narrow(r rune) rune {
	switch {
	case r >= 0xff01 && r <= 0xff5e:
		return r - 0xfee0
	case r == 0x3000:
		return ' '
	}
	return r
}

// Fold is a text without the differences that do not make it another
// statement: compatibility forms, case, width of letters and punctuation,
// kinds of quotes and dashes, and spacing, also between Han and Latin. It is
// for comparison only and never stored in the place of a statement.
func Fold(text string) string { return string(appendFold(make([]byte, 0, len(text)), text)) }

func appendFold(dst []byte, text string) []byte {
	if ascii(text) {
		return appendFoldASCII(dst, text)
	}
	var before rune // the last rune written
	space := false
	for _, r := range strings.ToLower(norm.NFKC.String(text)) {
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		r = plainPunctuation(r)
		if space && before != 0 && !tight(before) && !tight(r) {
			dst = append(dst, ' ')
		}
		dst = utf8.AppendRune(dst, r)
		before, space = r, false
	}
	return dst
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendFoldASCII is appendFold for the text that most facts are.
func appendFoldASCII(dst []byte, text string) []byte {
	var before byte
	space := false
	for i := range len(text) {
		c := text[i]
		if c == ' ' || c >= '\t' && c <= '\r' {
			space = true
			continue
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if space && before != 0 && !tight(rune(before)) && !tight(rune(c)) {
			dst = append(dst, ' ')
		}
		dst = append(dst, c)
		before, space = c, false
	}
	return dst
}

// tight reports characters beside which a space says nothing.
func tight(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		r != '%' && r < 0x80 && unicode.IsPunct(r) && r != '-' && r != '&' && r != '#' && r != '@'
}

func plainPunctuation(r rune) rune {
	switch r {
	case '‘', '’', '‚', '‛', '「', '」':
		return '\''
	case '“', '”', '„', '‟', '『', '』', '«', '»':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	case '。':
		return '.'
	case '、':
		return ','
	}
	return r
}

// foldWord is a short word of a file's own syntax: width, case and spaces
// around it folded.
func foldWord(text string) string {
	return strings.ToLower(strings.TrimSpace(strings.Map(narrow, text)))
}
