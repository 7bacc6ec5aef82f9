package search

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// simplifiedPairs maps traditional characters to simplified ones: two runes
// for each pair, sorted by the first. Made by tools/cedict from CC-CEDICT.
//
//go:embed dict/simplified.txt
var simplifiedPairs string

const (
	hanFirst = 0x3400
	hanLast  = 0x9FFF
)

// simplifiedTable holds, for each rune from hanFirst to hanLast, the rune that
// it folds to, or 0 for itself.
var simplifiedTable = sync.OnceValue(func() *[hanLast - hanFirst + 1]uint16 {
	var table [hanLast - hanFirst + 1]uint16
	for rest := simplifiedPairs; len(rest) > 0; {
		from, n := utf8.DecodeRuneInString(rest)
		to, m := utf8.DecodeRuneInString(rest[n:])
		rest = rest[n+m:]
		if from >= hanFirst && from <= hanLast && to <= 0xFFFF {
			table[from-hanFirst] = uint16(to)
		}
	}
	return &table
})

// Fold gives a text as matching sees it: NFKC, lower case, simplified
// characters, no diacritics, single spaces. It is for comparing, not for
// showing.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range norm.NFKC.String(text) {
		if unicode.IsSpace(r) || isFormat(r) {
			space = space || unicode.IsSpace(r)
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteByte(byte(r))
			continue
		}
		var tail [4]rune
		for _, f := range appendFolded(tail[:0], r) {
			b.WriteRune(f)
		}
	}
	return b.String()
}

// appendFolded folds one rune of a text in NFKC, not ASCII.
func appendFolded(dst []rune, r rune) []rune {
	switch {
	case r >= hanFirst && r <= hanLast:
		if to := simplifiedTable()[r-hanFirst]; to != 0 {
			r = rune(to)
		}
		return append(dst, r)
	case r == 'ß':
		return append(dst, 's', 's')
	case r == 'μ' || r == 'µ':
		return append(dst, 'u') // micro: µs is written us
	case unicode.Is(unicode.Mn, r):
		return dst
	}
	r = unicode.ToLower(r)
	if r >= 0xC0 && r < 0x2000 {
		if d := norm.NFD.PropertiesString(string(r)).Decomposition(); len(d) > 0 {
			if base, _ := utf8.DecodeRune(d); unicode.IsLetter(base) {
				r = base
			}
		}
	}
	switch r {
	case 'ø':
		r = 'o'
	case 'ł':
		r = 'l'
	case 'đ':
		r = 'd'
	}
	return append(dst, r)
}

// isFormat reports whether a rune is invisible and stands for nothing: zero
// width joiners and spaces, byte order marks, direction marks.
func isFormat(r rune) bool { return r >= 0x80 && unicode.Is(unicode.Cf, r) }

// paired reports whether a rune is of a script written without spaces, whose
// characters are looked up singly and in neighbouring pairs.
func paired(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r >= 0x4E00 && r <= 0x9FFF:
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
