package search

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// unitKind tells the units of a text apart.
type unitKind uint8

const (
	kindWord   unitKind = iota // letters, perhaps with digits: latency, cx7, v1.2
	kindNumber                 // 3200, 1.5, 20%
	kindHan                    // a run of characters written without spaces
)

// unit is one piece of a text. Its text is folded.
type unit struct {
	text    string // of the lexer's buffer: valid until the next text
	kind    unitKind
	extra   bool  // a whole beside its parts: it takes no place of its own
	glued   bool  // written together with the unit before it
	acronym bool  // written in capitals
	parts   uint8 // of a whole: how many units before it it is made of
}

// maxParts bounds the compounds that are also looked up as a whole, so that a
// path or an address does not become one long term.
const maxParts = 5

// maxWord bounds a word's bytes; longer ones (hashes, encoded blobs) are cut.
const maxWord = 64

// lexer cuts texts into units. It keeps its buffers between texts and is not
// safe for concurrent use.
type lexer struct {
	src   []byte // the text in NFKC, case kept
	buf   []byte // folded texts of the units
	units []unit
	atoms []atom
	span  []span
}

// atom is a stretch of letters and digits within a chunk of text without
// spaces.
type atom struct {
	from, to int // in src
	number   bool
	joint    byte // what stands between it and the atom before it; 0: nothing
}

// span is where a unit's text lies in buf.
type span struct{ from, to int }

// lex cuts a text. The units are valid until the next call.
func (x *lexer) lex(text string) []unit {
	x.src = x.src[:0]
	if isASCII(text) {
		x.src = append(x.src, text...)
	} else {
		x.src = norm.NFKC.AppendString(x.src, text)
	}
	x.buf, x.units, x.span = x.buf[:0], x.units[:0], x.span[:0]
	for i := 0; i < len(x.src); {
		r, n := decode(x.src[i:])
		switch {
		case paired(r):
			i = x.hanRun(i)
		case isWordRune(r):
			i = x.chunk(i)
		default:
			i += n
		}
	}
	text = string(x.buf)
	for k, s := range x.span {
		x.units[k].text = text[s.from:s.to]
		if k > 0 && x.units[k].text == "us" && x.units[k-1].kind == kindNumber {
			x.units[k].text = "usec"
		}
	}
	return x.units
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return (unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || unicode.IsDigit(r)) && !paired(r)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// hanRun takes the run of paired characters at i.
func (x *lexer) hanRun(i int) int {
	start := len(x.buf)
	for i < len(x.src) {
		r, n := decode(x.src[i:])
		if isFormat(r) {
			i += n
			continue
		}
		if !paired(r) {
			break
		}
		x.fold(x.src[i : i+n])
		i += n
	}
	x.push(start, unit{kind: kindHan})
	return i
}

// fold appends the folded form of a piece of src to buf.
func (x *lexer) fold(piece []byte) {
	for i := 0; i < len(piece); {
		if c := piece[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			x.buf = append(x.buf, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(piece[i:])
		i += n
		if isFormat(r) {
			continue
		}
		var tail [4]rune
		for _, f := range appendFolded(tail[:0], r) {
			x.buf = utf8.AppendRune(x.buf, f)
		}
	}
}

// push adds a unit whose text is what buf holds from start on.
func (x *lexer) push(start int, u unit) {
	if len(x.buf) == start {
		return
	}
	if u.kind != kindHan && len(x.buf)-start > maxWord {
		cut := start + maxWord
		for !utf8.RuneStart(x.buf[cut]) {
			cut--
		}
		x.buf = x.buf[:cut]
	}
	x.units = append(x.units, u)
	x.span = append(x.span, span{start, len(x.buf)})
}

// chunk takes the stretch of atoms and joints at i and gives its units.
func (x *lexer) chunk(i int) int {
	x.atoms = x.atoms[:0]
	joint := byte(0)
	for i < len(x.src) {
		a := atom{from: i, joint: joint}
		if isDigit(x.src[i]) {
			a.number = true
			i = x.number(i)
		} else {
			i = x.letters(i)
		}
		a.to = i
		x.atoms = append(x.atoms, a)
		var n int
		joint, n = x.jointAt(i)
		if n < 0 {
			break
		}
		i += n
	}
	for from := 0; from < len(x.atoms); {
		to := from + 1
		for to < len(x.atoms) && x.atoms[to].joint != ':' && x.atoms[to].joint != '@' {
			to++
		}
		x.compound(x.atoms[from:to])
		from = to
	}
	return i
}

// jointAt says what joins the atom that ends at i to the one after it, and how
// many bytes that takes; -1: nothing does.
func (x *lexer) jointAt(i int) (byte, int) {
	if i >= len(x.src) {
		return 0, -1
	}
	r, n := decode(x.src[i:])
	switch r {
	case '-', '_', '/', '.', '\'', '&', ':', '@', '+':
	case '’', 'ʼ':
		r = '\''
	case '‐', '‑', '–', '—', '−', '­':
		r = '-'
	default:
		if isWordRune(r) {
			return 0, 0
		}
		return 0, -1
	}
	if i+n >= len(x.src) {
		return 0, -1
	}
	next, _ := decode(x.src[i+n:])
	if !isWordRune(next) {
		return 0, -1
	}
	return byte(r), n
}

// number takes digits with their separators and a percent sign.
func (x *lexer) number(i int) int {
	s := x.src
	for i < len(s) {
		switch c := s[i]; {
		case isDigit(c):
			i++
		case c == '.' && i+1 < len(s) && isDigit(s[i+1]):
			i++
		case c == ',' && groupOfThree(s[i+1:]):
			i++
		case c == '%':
			return i + 1
		default:
			return i
		}
	}
	return i
}

// groupOfThree reports whether exactly three digits stand first, as after a
// thousands separator.
func groupOfThree(s []byte) bool {
	if len(s) < 3 || !isDigit(s[0]) || !isDigit(s[1]) || !isDigit(s[2]) {
		return false
	}
	return len(s) == 3 || !isDigit(s[3])
}

// letters takes a word that starts with a letter: digits may follow, with dots
// between them (cx7, v1.2), and a sign after a short name (c++, c#).
func (x *lexer) letters(i int) int {
	s, from, digits := x.src, i, false
	for i < len(s) {
		r, n := decode(s[i:])
		switch {
		case r < utf8.RuneSelf && isDigit(byte(r)):
			digits = true
		case r == '.' && digits && i+1 < len(s) && isDigit(s[i+1]) && i > from && isDigit(s[i-1]):
		case isFormat(r):
		case !isWordRune(r):
			if i-from <= 2 && !digits {
				return i + signs(s[i:])
			}
			return i
		}
		i += n
	}
	return i
}

// signs counts the bytes of the sign that makes a short name a language's: ++
// or #.
func signs(s []byte) int {
	n := 0
	switch {
	case len(s) >= 2 && s[0] == '+' && s[1] == '+':
		n = 2
	case len(s) >= 1 && s[0] == '#':
		n = 1
	}
	if n > 0 && n < len(s) {
		if r, _ := decode(s[n:]); isWordRune(r) {
			return 0
		}
	}
	return n
}
