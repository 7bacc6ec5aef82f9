package topicfile

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"factbot/internal/fact"
)

// maxProblems bounds how many errors and how many warnings are kept; what is
// beyond is counted in one last line.
const maxProblems = 200

// problems gathers what is wrong in the files of one topic.
type problems struct {
	errors, warnings []fact.Problem
	moreErrors       int
	moreWarnings     int
}

func (p *problems) fail(file string, line int, format string, args ...any) {
	if len(p.errors) == maxProblems {
		p.moreErrors++
		return
	}
	p.errors = append(p.errors, fact.Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...)})
}

func (p *problems) warn(file string, line int, format string, args ...any) {
	if len(p.warnings) == maxProblems {
		p.moreWarnings++
		return
	}
	p.warnings = append(p.warnings,
		fact.Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...), Warning: true})
}

func (p *problems) failed() bool { return len(p.errors) > 0 }

// failedIn reports whether one of the files has an error.
func (p *problems) failedIn(file string) bool {
	return slices.ContainsFunc(p.errors, func(e fact.Problem) bool { return e.File == file })
}

// unread stands for a text whose lack was reported, so that it is said once.
const unread = "?"

// list gives all problems in the order of the files and their lines.
func (p *problems) list(main string) []fact.Problem {
	all := append(append([]fact.Problem(nil), p.errors...), p.warnings...)
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.File != b.File {
			return a.File == main
		}
		return a.Line < b.Line
	})
	if p.moreErrors > 0 {
		all = append(all, fact.Problem{File: main, Message: fmt.Sprintf("%d more errors are not listed; mend the first ones and try again", p.moreErrors)})
	}
	if p.moreWarnings > 0 {
		all = append(all, fact.Problem{File: main, Warning: true, Message: fmt.Sprintf("%d more warnings are not listed", p.moreWarnings)})
	}
	return all
}

// Format writes a problem as "file:line: what and what to do", on one line and
// with control characters made visible.
func Format(p fact.Problem) string {
	var b strings.Builder
	b.WriteString(Visible(p.File))
	if p.Line > 0 {
		b.WriteString(":" + strconv.Itoa(p.Line))
	}
	b.WriteString(": ")
	if p.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(Visible(p.Message))
	return b.String()
}

// Visible shows control characters, line separators and bidirectional controls
// as marks, so that a hostile text can neither drive a terminal nor reorder a
// line. All else stays as it is.
func Visible(text string) string {
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < 0x20:
			b.WriteRune(0x2400 + r) // the control pictures: ␊ for a line feed
		case r == 0x7f:
			b.WriteRune('␡')
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// excerpt is the beginning of a text for a message, in quotes.
func excerpt(text string) string {
	const most = 40
	n := 0
	for at := range text {
		if n == most {
			return "“" + text[:at] + "…”"
		}
		n++
	}
	return "“" + text + "”"
}

// plural is the noun with its number: 1 fact, 2 facts.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
