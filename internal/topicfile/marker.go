package topicfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"factbot/internal/fact"
)

// marker is what opens a line of All Facts: the confidence and perhaps the
// status that close the fact before, and the text of the next fact.
type marker struct {
	confidence fact.Confidence
	status     fact.Status
	hasStatus  bool
	rest       string // byte for byte
}

// markerFault says why a line opens with no marker.
type markerFault uint8

const (
	markerFine     markerFault = iota
	markerNone                 // no number with a percent sign at the start
	markerRange                // a number over 100
	markerNoStatus             // text after the percent sign that is no status
)

// readMarker reads the marker at the start of a line: 0 to 100, spaces, a
// percent sign, spaces, and then a status or the end of the line. Digits,
// letters and the sign may be full-width, letters in any case.
func readMarker(line string) (marker, markerFault) {
	at, value, digits := 0, 0, 0
	for at < len(line) {
		r, size := utf8.DecodeRuneInString(line[at:])
		r = narrow(r)
		if r < '0' || r > '9' {
			break
		}
		value = min(value*10+int(r-'0'), 1000)
		digits++
		at += size
	}
	if digits == 0 {
		return marker{}, markerNone
	}
	at += spaces(line[at:])
	r, size := utf8.DecodeRuneInString(line[at:])
	if narrow(r) != '%' {
		return marker{}, markerNone
	}
	if value > 100 || digits > 3 {
		return marker{}, markerRange
	}
	at += size
	m := marker{confidence: fact.Confidence(value), rest: ""}
	tail := line[at:]
	tail = tail[spaces(tail):]
	for _, s := range []fact.Status{fact.Unverified, fact.Verified} {
		if n := prefixFolded(tail, s.String()); n > 0 {
			m.status, m.hasStatus, m.rest = s, true, tail[n:]
			return m, markerFine
		}
	}
	if tail != "" {
		return m, markerNoStatus
	}
	return m, markerFine
}

// spaces is how many bytes of white space open the text.
func spaces(text string) int {
	return len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
}

// prefixFolded is how many bytes of the text are the word, which is ASCII and
// in lower case, in any case and width; 0 if it does not open with it.
func prefixFolded(text, word string) int {
	at := 0
	for i := range len(word) {
		r, size := utf8.DecodeRuneInString(text[at:])
		r = narrow(r)
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		if r != rune(word[i]) {
			return 0
		}
		at += size
	}
	return at
}
