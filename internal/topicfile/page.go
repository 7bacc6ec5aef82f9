package topicfile

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"factbot/internal/fact"
)

// The readings of a page's markers, as Source.Reading names them.
const (
	ReadingCloses = "closes" // a status belongs to the fact that its marker closes
	ReadingLeads  = "leads"  // a status belongs to the fact that it stands before
)

// section is a part of a page, named by its heading.
type section uint8

const (
	topSection section = iota // title and definition
	coreSection
	timelineSection
	allSection
)

var headingForm = regexp.MustCompile(
	`^(core facts|timeline|all facts)(?: ?\( ?(?:last )?(\d{1,9})(?: days?)? ?\))? ?:?$`)

var moreForm = regexp.MustCompile(`^(\d{1,9}) more timeline events?\.?$`)

// pageReader holds a page while it is read.
type pageReader struct {
	p     *problems
	file  string
	src   *fact.Source
	lines []string // line n is lines[n-1], without its end
	seen  [allSection + 1]bool
	core  []textLine
}

type textLine struct {
	text string
	line int
}

// readPage reads a page text. It returns nil only if there is no list of facts.
func readPage(p *problems, file, text string, leads bool) *fact.Source {
	r := &pageReader{p: p, file: file, lines: splitLines(text)}
	r.src = &fact.Source{Claimed: -1, Reading: ReadingCloses}
	if leads {
		r.src.Reading = ReadingLeads
	}
	from := r.readTop()
	if from < 0 && len(r.lines) == 1 && strings.Contains(text, "\r") {
		p.fail(file, 1, "the file's lines end in CR alone, which ends no line here: save it with LF or CR LF")
		return nil
	}
	if from < 0 {
		p.fail(file, 0, "no heading “All Facts (n)” was found: put one on a line of its own before the list of facts")
		return nil
	}
	r.readFacts(from, leads)
	r.matchCore()
	return r.src
}

// splitLines cuts a text at LF and CRLF and nowhere else.
func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if i < len(lines)-1 {
			lines[i] = strings.TrimSuffix(l, "\r")
		}
	}
	return lines
}

// heading reports which section a line opens and the number in its brackets,
// -1 if it has none.
func heading(line string) (section, int, bool) {
	if len(line) > 120 {
		return 0, 0, false
	}
	m := headingForm.FindStringSubmatch(strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(line))), " "))
	if m == nil {
		return 0, 0, false
	}
	n := -1
	if m[2] != "" {
		n, _ = strconv.Atoi(m[2]) // at most nine digits
	}
	switch m[1] {
	case "core facts":
		return coreSection, n, true
	case "timeline":
		return timelineSection, n, true
	default:
		return allSection, n, true
	}
}

// readTop reads everything before the facts. It returns the index of the first
// line after the heading All Facts, or -1.
func (r *pageReader) readTop() int {
	at := topSection
	var definition []string
	for i, line := range r.lines {
		blank := strings.TrimSpace(line) == ""
		if s, n, ok := heading(line); ok && !blank {
			r.open(s, n, i+1)
			if s == allSection {
				r.src.Definition = strings.Join(definition, "\n")
				return i + 1
			}
			at = s
			continue
		}
		switch {
		case blank:
		case at == coreSection:
			r.core = append(r.core, textLine{line, i + 1})
		case at == timelineSection:
			r.event(line, i+1)
		case r.src.Title == "":
			r.src.Title = strings.TrimSpace(line)
		default:
			definition = append(definition, line)
		}
	}
	return -1
}

func (r *pageReader) open(s section, n, line int) {
	if r.src.Title == "" {
		r.p.fail(r.file, line, "a heading stands before the title: begin the page with the topic's title on a line of its own")
		r.src.Title = unread
	}
	if r.seen[s] {
		r.p.fail(r.file, line, "this heading appears for the second time: keep one list under one heading")
	}
	r.seen[s] = true
	switch {
	case s == allSection:
		r.src.Claimed = n
	case s == timelineSection && n > 0:
		r.src.Window = n
	}
}

func (r *pageReader) event(line string, n int) {
	if m := moreForm.FindStringSubmatch(Fold(line)); m != nil {
		r.src.Unlisted, _ = strconv.Atoi(m[1])
		return
	}
	r.src.Timeline = append(r.src.Timeline, fact.TimelineEvent{Text: line, Line: n})
}

// matchCore marks the facts that Core Facts lists, by identical text.
func (r *pageReader) matchCore() {
	if len(r.core) == 0 {
		return
	}
	at := make(map[string][]int, len(r.src.Facts))
	for i, f := range r.src.Facts {
		at[f.Statement] = append(at[f.Statement], i)
	}
	for _, c := range r.core {
		same := at[c.text]
		if len(same) == 0 {
			r.p.warn(r.file, c.line, "the core fact %s is not among All Facts word for word, so no fact is marked: make the two lines the same", excerpt(c.text))
			continue
		}
		r.src.Facts[same[0]].Core = true
		at[c.text] = same[1:]
	}
}
