package search

import "math"

// placed is a document with its score.
type placed struct {
	key  uint64 // its place among others: see placeKey
	cell cell
	doc  uint32
}

// numberBits is how many bits of a fact's number a key holds.
const numberBits = 22

// placeKey orders documents as candidates are ordered, the best with the
// highest key: by score, verified first, confidence, id. Only where numbers of
// ids are very large, or their prefixes differ, may two keys be equal.
func (s *shelf) placeKey(score float32, doc uint32) uint64 {
	key := uint64(math.Float32bits(score))<<32 | uint64(s.meta[doc].order())<<numberBits
	if s.onePrefix() {
		key |= 1<<numberBits - 1 - uint64(min(s.nums[doc], 1<<numberBits-1))
	}
	return key
}

func (e *placed) score() float64 { return float64(math.Float32frombits(uint32(e.key >> 32))) }

// topList keeps the best documents of a shelf: a number of them in a heap with
// the worst on top, or all.
type topList struct {
	s    *shelf
	keep int // 0: all
	list []placed
	bar  float64 // a lower score cannot enter

	// Where only a page of the best is shown, and what is found on a closer look
	// lifts no document by more than slack, who lies further than that below the
	// page's last need not be kept.
	pageSize int
	slack    float64
	page     []float64 // the scores of the page, in descending order
}

func (t *topList) add(e placed) {
	n := len(t.list)
	if t.keep == 0 || n < t.keep {
		t.list = append(t.list, e)
		if t.keep == 0 {
			return
		}
		t.up(n)
	} else {
		if t.worse(&e, &t.list[0]) {
			return
		}
		t.list[0] = e
		t.down(0)
	}
	if len(t.list) == t.keep {
		t.bar = max(t.bar, t.list[0].score())
	}
	t.turn(e.score())
}

// turn puts a score on the page, if it belongs there.
func (t *topList) turn(score float64) {
	last := len(t.page)
	switch {
	case last < t.pageSize:
		t.page = append(t.page, 0)
	case last == 0 || score <= t.page[last-1]:
		return
	default:
		last--
	}
	for last > 0 && t.page[last-1] < score {
		t.page[last] = t.page[last-1]
		last--
	}
	t.page[last] = score
	if len(t.page) == t.pageSize {
		t.bar = max(t.bar, t.page[t.pageSize-1]/roundingUp-t.slack)
	}
}

// worse reports whether a document comes after another.
func (t *topList) worse(a, b *placed) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	return t.s.facts[a.doc].ID.Compare(t.s.facts[b.doc].ID) > 0
}

func (t *topList) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.worse(&t.list[i], &t.list[parent]) {
			return
		}
		t.list[i], t.list[parent] = t.list[parent], t.list[i]
		i = parent
	}
}

func (t *topList) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(t.list) {
			return
		}
		if child+1 < len(t.list) && t.worse(&t.list[child+1], &t.list[child]) {
			child++
		}
		if !t.worse(&t.list[child], &t.list[i]) {
			return
		}
		t.list[i], t.list[child] = t.list[child], t.list[i]
		i = child
	}
}
