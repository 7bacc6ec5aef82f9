package search

import "unicode"

// compound gives the units of atoms that are written together: each part, and
// the whole that the parts make.
func (x *lexer) compound(atoms []atom) {
	atoms = x.clitics(atoms)
	if len(atoms) > maxParts {
		for _, a := range atoms {
			x.parts(a, a.joint != 0)
		}
		return
	}
	first := len(x.units)
	for k, a := range atoms {
		x.parts(a, k > 0)
	}
	parts := 0
	for _, u := range x.units[first:] {
		if !u.extra {
			parts++
		}
	}
	if len(atoms) < 2 || parts < 2 || parts > maxParts {
		return
	}
	start := len(x.buf)
	numbers := true
	for _, a := range atoms {
		numbers = numbers && a.number
	}
	for k, a := range atoms {
		if numbers && k > 0 {
			x.buf = append(x.buf, '-')
		}
		x.foldNumber(a)
	}
	x.push(start, unit{kind: kindWord, extra: true, parts: uint8(parts)})
}

// clitics takes the English endings off that an apostrophe sets apart (Homa's,
// don't), joining what remains.
func (x *lexer) clitics(atoms []atom) []atom {
	out := atoms[:0]
	for _, a := range atoms {
		if a.joint == '\'' && len(out) > 0 && a.to-a.from <= 2 && !a.number {
			if a.to-a.from > 1 || x.src[a.from]|0x20 != 's' {
				out[len(out)-1].to = a.to // don't is one word: dont
			}
			continue
		}
		out = append(out, a)
	}
	return out
}

// parts gives the units of one atom: itself, or what a camel-case name or a
// quantity with its unit is made of, and then the whole.
func (x *lexer) parts(a atom, glued bool) {
	start := len(x.buf)
	if a.number {
		x.foldNumber(a)
		if end := len(x.buf) - 1; x.buf[end] == '%' {
			x.push(start, unit{kind: kindNumber, glued: glued})
			bare := len(x.buf)
			x.buf = append(x.buf, x.buf[start:end]...)
			x.push(bare, unit{kind: kindNumber, extra: true, parts: 1})
			return
		}
		x.push(start, unit{kind: kindNumber, glued: glued})
		return
	}
	src := x.src[a.from:a.to]
	acronym := isAcronym(src)
	var cuts [maxParts]int
	n := camel(src, cuts[:0])
	if len(n) == 0 {
		x.foldWord(src)
		x.push(start, unit{kind: kindWord, glued: glued, acronym: acronym})
		return
	}
	from := 0
	for k, to := range append(n, len(src)) {
		start = len(x.buf)
		x.foldWord(src[from:to])
		x.push(start, unit{kind: kindWord, glued: glued || k > 0, acronym: isAcronym(src[from:to])})
		from = to
	}
	start = len(x.buf)
	x.fold(src)
	x.push(start, unit{kind: kindWord, extra: true, parts: uint8(len(n) + 1)})
}

// foldWord folds a word, without apostrophes and without the s of a plural
// acronym (GPUs).
func (x *lexer) foldWord(src []byte) {
	if k := len(src) - 1; k >= 2 && src[k] == 's' && isAcronym(src[:k]) {
		src = src[:k]
	}
	start := len(x.buf)
	x.fold(src)
	out := x.buf[:start]
	for k := start; k < len(x.buf); k++ {
		switch {
		case x.buf[k] == '\'':
		case x.buf[k] == 0xE2 && k+2 < len(x.buf) && x.buf[k+1] == 0x80 && x.buf[k+2] == 0x99:
			k += 2 // ’
		default:
			out = append(out, x.buf[k])
		}
	}
	x.buf = out
}

// foldNumber folds an atom; a number loses its thousands separators.
func (x *lexer) foldNumber(a atom) {
	if !a.number {
		x.foldWord(x.src[a.from:a.to])
		return
	}
	for _, c := range x.src[a.from:a.to] {
		if c != ',' {
			x.buf = append(x.buf, c)
		}
	}
}

// isAcronym reports whether a name of two or more letters is all capitals and
// digits.
func isAcronym(s []byte) bool {
	letters := 0
	for _, c := range s {
		switch {
		case 'A' <= c && c <= 'Z':
			letters++
		case isDigit(c):
		default:
			return false
		}
	}
	return letters >= 2
}

// camel says where a name changes case so that each part reads as a word:
// GPU|Direct, Infini|Band, mac|OS, but RoCE, NVMe and QoS stay whole.
func camel(s []byte, cuts []int) []int {
	if len(s) < 5 {
		return nil
	}
	for _, c := range s {
		if c >= 0x80 || !unicode.IsLetter(rune(c)) {
			return nil
		}
	}
	from := 0
	for i := 1; i < len(s); i++ {
		up := isUpper(s[i])
		switch {
		case up && !isUpper(s[i-1]): // lower to upper
		case up && i+1 < len(s) && !isUpper(s[i+1]) && isUpper(s[i-1]): // the last capital opens a word
			if i+2 == len(s) && s[i+1] == 's' {
				continue // a plural: GPUs
			}
		default:
			continue
		}
		if !readsAsWord(s[from:i]) || len(cuts) == maxParts-1 {
			return nil
		}
		cuts = append(cuts, i)
		from = i
	}
	if len(cuts) > 0 && !readsAsWord(s[from:]) {
		return nil
	}
	return cuts
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func readsAsWord(s []byte) bool { return len(s) >= 3 || len(s) == 2 && isAcronym(s) }
