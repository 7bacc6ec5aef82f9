package bot

import (
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// pen writes the texts of one reply one behind the other into shared memory: a
// page of facts is made of some fifty short ones, and each alone would be an
// allocation. A text that it gave never changes.
//
// A text is begun with start, written piece by piece, and taken with text.
type pen struct {
	room int // bytes to take at a time
	b    strings.Builder
	from int // where the text that is being written begins
}

// start begins a text of about n bytes.
func (p *pen) start(n int) {
	if p.b.Cap()-p.b.Len() < n {
		p.b.Reset()
		p.b.Grow(max(n, p.room))
	}
	p.from = p.b.Len()
}

// text is what was written since start.
func (p *pen) text() string { return p.b.String()[p.from:] }

// join is one text of several parts.
func (p *pen) join(parts ...string) string {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	p.start(n)
	for _, part := range parts {
		p.b.WriteString(part)
	}
	return p.text()
}

// put writes a part of a text.
func (p *pen) put(part string) { p.b.WriteString(part) }

// id writes a fact's id.
func (p *pen) id(id fact.ID) {
	if id.IsZero() {
		return
	}
	p.b.WriteString(id.Prefix)
	p.b.WriteByte('-')
	p.int(id.N)
}

func (p *pen) int(n int) {
	var digits [20]byte
	p.b.Write(strconv.AppendInt(digits[:0], int64(n), 10))
}

// say writes what [words.say] gives.
func (p *pen) say(w *words, key string, args ...string) {
	line, ok := w.lines[key]
	if !ok {
		line = key
	}
	fillIn(&p.b, line, args, "")
}

// count writes what [words.count] gives.
func (p *pen) count(w *words, key string, n int, args ...string) {
	p.atLeast(w, key, n, false, args...)
}

// atLeast writes what [words.atLeast] gives.
func (p *pen) atLeast(w *words, key string, n int, more bool, args ...string) {
	line, number := w.counted(key, n, more)
	fillIn(&p.b, line, args, number)
}
