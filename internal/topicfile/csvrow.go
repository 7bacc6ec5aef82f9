package topicfile

import (
	"fmt"
	"slices"
	"strings"

	"factbot/internal/fact"
)

// cut reports a row that a separator within a text has cut apart, so that its
// cells stand under the wrong columns: it says so once, and nothing of them.
func (r *csvReader) cut(cells []csvCell) string {
	for i, cell := range cells {
		if i >= len(r.columns) && cell.text != "" {
			return "this row has more cells than the header"
		}
	}
	at := slices.IndexFunc(r.columns, func(c column) bool { return c.field == "confidence" })
	if at >= len(cells) || strings.TrimSpace(cells[at].text) == "" {
		return ""
	}
	if _, err := parseConfidence(unguard(cells[at].text)); err == nil {
		return ""
	}
	for _, cell := range cells[at+1:] {
		if strings.TrimSpace(cell.text) == "" {
			return ""
		}
		if _, err := parseConfidence(cell.text); err == nil {
			return fmt.Sprintf("the confidence %s is no number, but a cell after it is", excerpt(cells[at].text))
		}
	}
	return ""
}

// unread keeps the place of a row that was cut apart, and its number where that
// stands before the text.
func (r *csvReader) unread(cells []csvCell) {
	f := fact.SourceFact{Statement: unread, Line: cells[0].line}
	text := slices.Index(r.columns, column{field: "statement"})
	if id := slices.Index(r.columns, column{field: "id"}); id >= 0 {
		if id < text && strings.TrimSpace(cells[id].text) != "" {
			f.N = csvValue(r, cells[id], r.topic.number)
		}
		r.lost = r.lost || f.N == 0
	}
	r.src.Facts = append(r.src.Facts, f)
}

// marks reads the marks of an exported fact, parted by semicolons.
func (r *csvReader) marks(cell csvCell) (marks fact.Mark) {
	for part := range strings.SplitSeq(cell.text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		m, err := parseMark(part)
		if err != nil {
			r.fail(cell, "%v", err)
		}
		marks |= m
	}
	return marks
}
