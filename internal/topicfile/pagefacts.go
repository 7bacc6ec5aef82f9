package topicfile

import (
	"strings"

	"factbot/internal/fact"
)

// readFacts reads the lines of All Facts from an index on. A fact stays open
// until the marker on the next line closes it.
func (r *pageReader) readFacts(from int, leads bool) {
	from, last := r.trim(from)
	if from > last {
		r.p.fail(r.file, from, "All Facts lists no fact: put each fact's text on a line and its confidence at the start of the next")
		return
	}
	open := fact.SourceFact{Statement: r.lines[from], Line: from + 1, NoStatus: leads}
	alone := false // the marker before stood alone, which was reported
	for i := from + 1; i <= last; i++ {
		m, fault := readMarker(r.lines[i])
		if alone && fault == markerNone {
			alone = false // the text meant to follow that marker
			continue
		}
		if fault != markerFine {
			r.refuse(i, fault)
			if i == last {
				return
			}
			continue
		}
		next := fact.SourceFact{Statement: m.rest, Line: i + 1}
		open.Confidence = m.confidence
		if leads {
			next.Status, next.NoStatus = m.status, !m.hasStatus
		} else {
			open.Status, open.NoStatus = m.status, !m.hasStatus
		}
		r.close(open)
		open = next
		alone = strings.TrimSpace(m.rest) == ""
		if alone && i < last {
			r.p.fail(r.file, i+1, "no text follows this marker: put the next fact's text on the same line, right after the status")
			open.Statement = unread
		}
		if alone && i == last {
			if leads && m.hasStatus {
				r.p.warn(r.file, i+1, "this status leads no fact and is not used")
			}
			return
		}
	}
	r.p.fail(r.file, open.Line, "the last fact has no confidence: add a last line with it, such as 50%%Unverified")
}

// trim drops blank lines at both ends of the list and gives the indexes of its
// first and last line.
func (r *pageReader) trim(from int) (first, last int) {
	last = len(r.lines) - 1
	for last >= from && strings.TrimSpace(r.lines[last]) == "" {
		last--
	}
	for from <= last && strings.TrimSpace(r.lines[from]) == "" {
		from++
	}
	return from, last
}

// refuse reports a line that opens with no marker.
func (r *pageReader) refuse(i int, fault markerFault) {
	line := r.lines[i]
	switch fault {
	case markerRange:
		r.p.fail(r.file, i+1, "a confidence is a whole number from 0 to 100 percent: correct the number that opens this line")
	case markerNoStatus:
		r.p.fail(r.file, i+1, "after the percent sign must come Verified, Unverified or the end of the line: correct %s", excerpt(line))
	default:
		if strings.TrimSpace(line) == "" {
			r.p.fail(r.file, i+1, "a blank line stands among the facts: remove it")
			return
		}
		if _, _, ok := heading(line); ok {
			r.p.fail(r.file, i+1, "the heading %s stands after All Facts: move that section before it", excerpt(line))
			return
		}
		r.p.fail(r.file, i+1, "this line does not begin with the confidence of the fact before it: write it as 75%%Verified before %s", excerpt(line))
	}
}

// close checks a fact whose marker was found and adds it.
func (r *pageReader) close(f fact.SourceFact) {
	if m, fault := readMarker(f.Statement); fault == markerFine && m.hasStatus {
		r.p.warn(r.file, f.Line, "the text of fact %d itself begins like a marker and was kept as text: check the line", len(r.src.Facts)+1)
	}
	f.Lang = fact.DetectLang(f.Statement)
	r.src.Facts = append(r.src.Facts, f)
}
