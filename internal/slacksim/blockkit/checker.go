package blockkit

import (
	"fmt"
	"slices"
)

// surface is where blocks are shown; surfaces combine as bits.
type surface uint8

const (
	onMessage surface = 1 << iota
	onModal
	onHome

	anywhere = onMessage | onModal | onHome
)

// step is one segment of a JSON pointer: a key, or an index when ≥ 0.
type step struct {
	key   string
	index int
}

// checker walks one payload. It carries where it is, what it found, and the
// sums that no single object can see.
type checker struct {
	book     *rulebook
	surface  surface
	path     []step
	problems []Problem

	blockIDs  []string // of the whole payload
	actionIDs []string // of the block being judged

	blockText int // code points of visible text in blocks
	markdown  int // code points of markdown blocks
	tableText int // code points of the table being judged
	tables    int
	charts    int
	inputs    int // input blocks: a modal with one needs a submit button
	focused   int // elements with focus_on_load
}

func (c *checker) in(key string, judge func()) {
	c.path = append(c.path, step{key: key, index: -1})
	judge()
	c.path = c.path[:len(c.path)-1]
}

func (c *checker) at(index int, judge func()) {
	c.path = append(c.path, step{index: index})
	judge()
	c.path = c.path[:len(c.path)-1]
}

// full tells that no further problem would be reported.
func (c *checker) full() bool { return len(c.problems) >= MaxProblems }

func (c *checker) report(code, constraint, sentence string) {
	if c.full() {
		return
	}
	at := c.pointer()
	c.problems = append(c.problems, Problem{
		Pointer:    at,
		Code:       code,
		Message:    sentence + " [json-pointer:" + at + "]",
		Constraint: constraint,
	})
}

// breach reports an ordinary failed constraint at the present place.
func (c *checker) breach(constraint, format string, args ...any) {
	c.report(CodeConstraint, constraint, fmt.Sprintf(format, args...))
}

// breachIn reports at a field of the present object.
func (c *checker) breachIn(key, constraint, format string, args ...any) {
	c.in(key, func() { c.breach(constraint, format, args...) })
}

// countText adds to the text that a reader of these blocks sees.
func (c *checker) countText(n int) {
	c.blockText += n
	c.tableText += n
}

// claim records an id and tells whether it was free.
func claim(taken *[]string, id string) bool {
	if slices.Contains(*taken, id) {
		return false
	}
	*taken = append(*taken, id)
	return true
}
