package bot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// separates reports whether a rune parts tokens: every kind of space, the
// zero-width space, the byte-order mark and control characters.
func separates(r rune) bool {
	switch {
	case r <= ' ':
		return true
	case r < 0x7f:
		return false
	case r == 0x200B, r == 0xFEFF, r == 0x2060, r == 0x180E:
		return true
	}
	return unicode.IsSpace(r) || unicode.IsControl(r)
}

// unseen reports whether a rune shows nothing and so cannot tell words apart.
func unseen(r rune) bool {
	return r == 0x200B || r == 0x200C || r == 0x200D || r == 0xFEFF || r == 0x2060 || r == 0x180E || r == 0x00AD
}

// wraps reports whether a rune at the edge of a token is the client's dress
// (bold, italic, strike, code) or a quotation mark.
func wraps(r rune) bool {
	switch r {
	case '*', '_', '~', '`', '"', '\'', '“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»', '‹', '›',
		'「', '」', '『', '』', '《', '》', '＂', '＇', '＊', '＿', '～', '｀':
		return true
	}
	return unseen(r)
}

// closes reports whether a rune after a verb or id is only punctuation.
func closes(r rune) bool {
	switch r {
	case '.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '{', '}', '。', '，', '；', '：', '！', '？', '、', '…',
		'（', '）', '【', '】':
		return true
	}
	return wraps(r)
}

// dash reports whether a rune is one that clients put for a hyphen.
func dash(r rune) bool {
	switch r {
	case '-', '‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣':
		return true
	}
	return false
}

// foldWord folds a token for comparison with verbs, ids and option values:
// NFKC, lower case, nothing unseen, no dress and no punctuation around it. It
// is never applied to content.
func foldWord(token string) string {
	if !isASCII(token) {
		token = norm.NFKC.String(token)
		token = strings.Map(func(r rune) rune {
			switch {
			case unseen(r):
				return -1
			case dash(r):
				return '-'
			}
			return r
		}, token)
	}
	token = strings.TrimFunc(token, closes)
	return strings.ToLower(token)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// searchable reports whether a text holds anything that can be looked for: a
// letter, a digit or a symbol that is more than punctuation.
func searchable(text string) bool {
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return true
			}
		case r == utf8.RuneError:
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.Is(unicode.So, r):
			return true
		}
	}
	return false
}
