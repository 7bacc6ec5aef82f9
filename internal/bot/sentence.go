package bot

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviations end in a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "etc": true, "vs": true, "cf": true, "dr": true, "mr": true,
	"mrs": true, "ms": true, "no": true, "fig": true, "approx": true, "inc": true, "st": true, "al": true, "resp": true,
}

// sentences cuts a text into sentences, English and Chinese alike, each byte
// for byte without the spaces around it. A full stop inside a number, a version
// or an abbreviation ends none.
func sentences(text string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if s := trimSeparators(text[start:end]); searchable(s) {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch r {
		case '\n', '。', '！', '？', '；':
			i = passClosers(text, i)
			cut(i)
		case '.', '!', '?':
			end := passClosers(text, i)
			if next, _ := utf8.DecodeRuneInString(text[end:]); end < len(text) && !unicode.IsSpace(next) {
				continue
			}
			if r == '.' && abbreviated(text[start:i-1]) {
				continue
			}
			cut(end)
			i = end
		}
	}
	cut(len(text))
	return out
}

// wholeSentences is the beginning of a text, as many whole sentences as n
// characters hold; where the first is longer, as many whole words.
func wholeSentences(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	end := 0
	for _, s := range sentences(text) {
		at := strings.Index(text[end:], s)
		if at < 0 || utf8.RuneCountInString(text[:end+at+len(s)]) > n {
			break
		}
		end += at + len(s)
	}
	if end > 0 {
		return text[:end]
	}
	cut := firstRunes(text, n-1)
	if next, _ := utf8.DecodeRuneInString(text[len(cut):]); !unicode.IsSpace(next) {
		if at := strings.LastIndexFunc(cut, unicode.IsSpace); at > len(cut)/2 {
			cut = cut[:at]
		}
	}
	return strings.TrimSpace(cut) + "…"
}

// passClosers passes further end marks and closing quotes.
func passClosers(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune(".!?。！？”’\"')）」』】…", r) {
			return i
		}
		i += size
	}
	return i
}

// abbreviated reports whether a text ends in an abbreviation or an initial.
func abbreviated(text string) bool {
	at := strings.LastIndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '（' })
	word := strings.ToLower(text[at+1:])
	if r, size := utf8.DecodeRuneInString(word); size == len(word) && unicode.IsLetter(r) && r < utf8.RuneSelf {
		return true
	}
	return abbreviations[word]
}
