package topicfile

import "strings"

// csvCell is one cell as its bytes say, without quotes, and its first line.
type csvCell struct {
	text string
	line int
}

// csvScanner cuts CSV into records. Unlike encoding/csv it keeps CR LF within
// quotes byte for byte and knows the physical line of every cell.
type csvScanner struct {
	text  string
	at    int
	line  int
	comma byte
	fail  func(line int, message string)
}

// record reads the next record; nil at the end of the text.
func (s *csvScanner) record() []csvCell {
	if s.at >= len(s.text) {
		return nil
	}
	var cells []csvCell
	for {
		cell := csvCell{line: s.line}
		if s.at < len(s.text) && s.text[s.at] == '"' {
			cell.text = s.quoted()
		} else {
			cell.text = s.bare()
		}
		cells = append(cells, cell)
		if s.at >= len(s.text) || s.ended() {
			return cells
		}
		s.at++ // the separator
	}
}

// ended steps over the end of a line, if the scanner stands on one.
func (s *csvScanner) ended() bool {
	switch {
	case s.text[s.at] == '\n':
		s.at++
	case strings.HasPrefix(s.text[s.at:], "\r\n"):
		s.at += 2
	default:
		return false
	}
	s.line++
	return true
}

// bare reads a cell without quotes up to its separator or the end of its line.
func (s *csvScanner) bare() string {
	from := s.at
	for s.at < len(s.text) {
		c := s.text[s.at]
		if c == s.comma || c == '\n' || c == '\r' && strings.HasPrefix(s.text[s.at:], "\r\n") {
			break
		}
		s.at++
	}
	return s.text[from:s.at]
}

// quoted reads a cell in quotes, in which a doubled quote stands for one.
func (s *csvScanner) quoted() string {
	start := s.line
	s.at++
	var b strings.Builder
	for {
		end := strings.IndexByte(s.text[s.at:], '"')
		if end < 0 {
			s.fail(start, "the quote that opens this cell is never closed: add a quote at the end of the cell")
			b.WriteString(s.text[s.at:])
			s.at = len(s.text)
			return b.String()
		}
		piece := s.text[s.at : s.at+end]
		s.line += strings.Count(piece, "\n")
		b.WriteString(piece)
		s.at += end + 1
		if s.at < len(s.text) && s.text[s.at] == '"' {
			b.WriteByte('"')
			s.at++
			continue
		}
		break
	}
	if tail := s.bare(); tail != "" {
		s.fail(s.line, "text follows the quote that closes a cell: double the quotes within the cell")
	}
	return b.String()
}

// separators in the order in which they are tried.
var separators = [...]byte{',', ';', '\t', '|'}

// separator finds what parts the cells: what a first line "sep=;" names, else
// what cuts the header into the most known columns.
func separator(text string) (comma byte, rest string, lines int) {
	first, after, more := strings.Cut(text, "\n")
	first = strings.TrimSuffix(first, "\r")
	if more && len(first) == len("sep=;") && strings.EqualFold(first[:4], "sep=") {
		return first[4], after, 1
	}
	best, comma := -1, separators[0]
	for _, c := range separators {
		s := csvScanner{text: text, line: 1, comma: c, fail: func(int, string) {}}
		known := 0
		for _, cell := range s.record() {
			if _, ok := columnNamed(cell.text); ok {
				known++
			}
		}
		if known > best {
			best, comma = known, c
		}
	}
	return comma, text, 0
}

// guarded reports whether a spreadsheet would take a cell that begins so for
// something other than its text.
func guarded(text string) bool {
	return text != "" && strings.IndexByte("=+-@'\t\r", text[0]) >= 0
}

// guard puts an apostrophe before such a cell; unguard removes exactly one
// that guards, and leaves an apostrophe that belongs to the text.
func guard(text string) string {
	if guarded(text) {
		return "'" + text
	}
	return text
}

func unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && guarded(rest) {
		return rest
	}
	return text
}
