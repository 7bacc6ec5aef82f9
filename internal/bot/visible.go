package bot

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// bidi names the characters that change the direction of the text around them.
var bidi = map[rune]string{
	0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
}

// Visible replaces control characters and bidi overrides by marks that can be
// seen: ␀ for U+0000, ⟦RLO⟧ for U+202E. Line feeds and tabs stay, and so does
// everything else: joined emoji and combining characters are kept whole. What
// is not UTF-8 becomes U+FFFD.
func Visible(text string) string {
	i := firstUnseen(text)
	if i < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16)
	b.WriteString(text[:i])
	for _, r := range text[i:] {
		if mark := visibleMark(r); mark != "" {
			b.WriteString(mark)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// doubtful marks with 1 the bytes that have to be looked at again: those of
// control characters, and of whatever is not ASCII.
var doubtful = func() (t [256]uint8) {
	for c := range t {
		if (c < ' ' || c >= 0x7f) && c != '\n' && c != '\t' {
			t[c] = 1
		}
	}
	return t
}()

// firstUnseen is where the first character to be replaced stands, or -1.
func firstUnseen(text string) int {
	from := 0
	for rest := text; len(rest) >= 8; rest, from = rest[8:], from+8 {
		if doubtful[rest[0]]|doubtful[rest[1]]|doubtful[rest[2]]|doubtful[rest[3]]|
			doubtful[rest[4]]|doubtful[rest[5]]|doubtful[rest[6]]|doubtful[rest[7]] != 0 {
			break
		}
	}
	for i := from; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
				return i
			}
			i++
			continue
		}
		if c != 0xC2 && c != 0xE2 && c < 0xF5 && c >= 0xC2 { // no control or bidi character starts so
			_, size := utf8.DecodeRuneInString(text[i:])
			if size == 1 {
				return i
			}
			i += size
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || visibleMark(r) != "" {
			return i
		}
		i += size
	}
	return -1
}

// visibleMark is the mark for a character that is replaced, or "".
func visibleMark(r rune) string {
	switch {
	case r == '\n' || r == '\t':
		return ""
	case r < ' ':
		return string(rune(0x2400) + r)
	case r == 0x7f:
		return "␡"
	case r >= 0x80 && r < 0xA0:
		return "⟦U+00" + strings.ToUpper(strconv.FormatInt(int64(r), 16)) + "⟧"
	case r >= 0x202A && r <= 0x2069:
		if name := bidi[r]; name != "" {
			return "⟦" + name + "⟧"
		}
	}
	return ""
}
