package topicfile

import (
	"slices"
	"sort"

	"factbot/internal/fact"
)

// how a fact of the file was found among the stored ones.
type how uint8

const (
	byNothing how = iota
	byNumber
	byBytes
	byFold
	byNearness // only a few characters differ
	byPlace    // reworded here, between the same neighbours in the file
)

// matcher pairs the facts of a file with stored facts, each at most once.
type matcher struct {
	src    *fact.Source
	stored []*fact.Fact
	filed  map[fact.ID]Filed
	order  []int // stored, those that the file had last time first, then by number
	to     []int // source → stored, -1 while unmatched
	how    []how
	from   []int // stored → source, -1 while unmatched
	plan   *fact.Plan

	srcFold, storedFold []string // "" until it is needed
}

func newMatcher(plan *fact.Plan, stored []*fact.Fact, filed map[fact.ID]Filed) *matcher {
	m := &matcher{
		src: plan.Source, stored: stored, filed: filed, plan: plan,
		to: make([]int, len(plan.Source.Facts)), how: make([]how, len(plan.Source.Facts)),
		from:    make([]int, len(stored)),
		srcFold: make([]string, len(plan.Source.Facts)), storedFold: make([]string, len(stored)),
		order: make([]int, len(stored)),
	}
	for i := range m.to {
		m.to[i] = -1
	}
	for j := range m.from {
		m.from[j], m.order[j] = -1, j
	}
	sort.SliceStable(m.order, func(a, b int) bool {
		x, y := stored[m.order[a]], stored[m.order[b]]
		if gone := x.Has(fact.MissingInFile); gone != y.Has(fact.MissingInFile) {
			return !gone
		}
		return x.ID.Compare(y.ID) < 0
	})
	return m
}

func (m *matcher) pair(i, j int, by how) { m.to[i], m.from[j], m.how[i] = j, i, by }

// run matches in the order of certainty: each step sees only what the steps
// before it left.
func (m *matcher) run() {
	m.numbers()
	// What the file itself last said comes before what people made of it, and
	// among equal texts the one with the same confidence.
	for _, by := range []how{byBytes, byFold} {
		for _, filed := range []bool{true, false} {
			m.texts(by, filed, true)
			m.texts(by, filed, false)
		}
	}
	m.near()
	m.places()
}

// numbers matches the facts whose number the file gives.
func (m *matcher) numbers() {
	at := make(map[int]int, len(m.stored))
	for j, f := range m.stored {
		if p := m.src.Prefix; p != "" && p != f.ID.Prefix {
			m.warn(0, "the file's ids begin with %s but the stored ones with %s, so facts are matched by their text", p, f.ID.Prefix)
			return
		}
		at[f.ID.N] = j
	}
	for i, f := range m.src.Facts {
		if j, ok := at[f.N]; ok && f.N != 0 && m.from[j] < 0 {
			m.pair(i, j, byNumber)
		}
	}
}

// wording is the text that a stored fact is compared by: as it reads now, or
// as the file had it before people changed it; "" if there is none.
func (m *matcher) wording(j int, filed bool) string {
	f := m.stored[j]
	if !filed {
		return f.Statement
	}
	return m.filed[f.ID].Statement
}

// fold is the fold of what wording gives, kept once it is known.
func (m *matcher) fold(j int, filed bool) string {
	if filed {
		return Fold(m.wording(j, true)) // few have one
	}
	if m.storedFold[j] == "" {
		m.storedFold[j] = Fold(m.stored[j].Statement)
	}
	return m.storedFold[j]
}

// sourceFold is the fold of a fact of the file, kept once it is known.
func (m *matcher) sourceFold(i int) string {
	if m.srcFold[i] == "" {
		m.srcFold[i] = Fold(m.src.Facts[i].Statement)
	}
	return m.srcFold[i]
}

// textKey is what two facts must share in a round of texts.
type textKey struct {
	text       string
	confidence int // -1 where it does not count
}

func (m *matcher) sourceKey(i int, by how, strict bool) textKey {
	k := textKey{m.src.Facts[i].Statement, -1}
	if by == byFold {
		k.text = m.sourceFold(i)
	}
	if strict {
		k.confidence = int(m.src.Facts[i].Confidence)
	}
	return k
}

func (m *matcher) storedKey(j int, by how, filed, strict bool) textKey {
	k := textKey{m.wording(j, filed), -1}
	if by == byFold {
		k.text = m.fold(j, filed)
	}
	switch {
	case strict && filed:
		k.confidence = int(m.filed[m.stored[j].ID].Confidence)
	case strict:
		k.confidence = int(m.stored[j].Confidence)
	}
	return k
}

// texts matches by equal keys, first come, first served on both sides.
func (m *matcher) texts(by how, filed, strict bool) {
	if filed && len(m.filed) == 0 || !slices.Contains(m.to, -1) {
		return
	}
	open := map[textKey][]int{}
	for _, j := range m.order {
		if m.from[j] >= 0 || m.wording(j, filed) == "" {
			continue
		}
		k := m.storedKey(j, by, filed, strict)
		open[k] = append(open[k], j)
	}
	if len(open) == 0 {
		return
	}
	for i, f := range m.src.Facts {
		if m.to[i] >= 0 {
			continue
		}
		k := m.sourceKey(i, by, strict)
		js := open[k]
		if len(js) == 0 || k.text == "" {
			continue
		}
		if by == byFold && len(js) > 1 {
			m.warn(f.Line, "this fact reads like both %s and %s apart from case, width or spaces; it was matched to the first",
				m.stored[js[0]].ID, m.stored[js[1]].ID)
		}
		m.pair(i, js[0], by)
		open[k] = js[1:]
	}
}

// places matches facts reworded here beyond likeness: alone between the same
// neighbours in the file and in the store.
func (m *matcher) places() {
	next := m.followers()
	for i := range m.src.Facts {
		if m.to[i] >= 0 {
			continue
		}
		before := -1
		if i > 0 {
			if before = m.to[i-1]; before < 0 {
				continue
			}
		}
		j, ok := next[before]
		if !ok || m.from[j] >= 0 || !reworded(m.stored[j]) {
			continue
		}
		after, ok := next[j]
		if i+1 < len(m.to) && (!ok || m.to[i+1] != after) || i+1 == len(m.to) && ok {
			continue
		}
		m.pair(i, j, byPlace)
	}
}

// followers maps each stored fact to the one after it in its file; -1 leads to
// the first.
func (m *matcher) followers() map[int]int {
	var lines []int
	for j, f := range m.stored {
		if f.Line > 0 && !f.Has(fact.MissingInFile) {
			lines = append(lines, j)
		}
	}
	sort.SliceStable(lines, func(a, b int) bool {
		x, y := m.stored[lines[a]], m.stored[lines[b]]
		if x.Line != y.Line {
			return x.Line < y.Line
		}
		return x.ID.Compare(y.ID) < 0
	})
	next := make(map[int]int, len(lines))
	before := -1
	for _, j := range lines {
		next[before] = j
		before = j
	}
	return next
}

func reworded(f *fact.Fact) bool { return f.Has(fact.DecidedWording) }

func (m *matcher) warn(line int, format string, args ...any) {
	p := problems{}
	p.warn(m.src.Document, line, format, args...)
	m.plan.Warnings = append(m.plan.Warnings, p.warnings...)
}
