package search

import (
	"math/bits"
	"slices"
)

// maxSteps bounds a cover; questions of many words of like weight take more.
const maxSteps = 96

// bitmap is a set of the documents of one window.
type bitmap [windowSize / 64]uint64

// cover says which sets of slots cover enough, in steps that work on 64
// documents at once. A step is met where the slot and the step taken with it
// are, or where the step taken without it is.
type cover struct {
	steps []coverStep
	root  int
	value [maxSteps]uint64 // by step, of the documents at hand
}

type coverStep struct {
	slot          uint8
	with, without int16
}

// Steps that are met never and always.
const (
	neverMet = iota
	alwaysMet
)

// compile makes the cover for the shares of at most eight slots and a floor.
// It reports false where that takes too many steps.
func (c *cover) compile(shares *[256]float64, slots int, floor float64) bool {
	c.steps = append(c.steps[:0], coverStep{}, coverStep{})
	var by [8]uint8 // the slots, the weightiest first
	n := 0
	for j := range slots {
		at := n
		for at > 0 && shares[1<<by[at-1]] < shares[1<<j] {
			by[at] = by[at-1]
			at--
		}
		by[at] = uint8(j)
		n++
	}
	c.root = c.step(shares, by[:n], 0, floor)
	return c.root > alwaysMet
}

// step gives the step for what is to be covered beside a set of slots by the
// others, or -1.
func (c *cover) step(shares *[256]float64, others []uint8, set int, floor float64) int {
	all := set
	for _, j := range others {
		all |= 1 << j
	}
	switch {
	case shares[set] >= floor:
		return alwaysMet
	case shares[all] < floor:
		return neverMet
	}
	with := c.step(shares, others[1:], set|1<<others[0], floor)
	without := c.step(shares, others[1:], set, floor)
	if with < 0 || without < 0 || with == without {
		return min(with, without)
	}
	made := coverStep{others[0], int16(with), int16(without)}
	if k := slices.Index(c.steps[alwaysMet+1:], made); k >= 0 {
		return k + alwaysMet + 1
	}
	if len(c.steps) == maxSteps {
		return -1
	}
	c.steps = append(c.steps, made)
	return len(c.steps) - 1
}

// met gives the documents of a word of the bitmaps that are covered enough.
func (c *cover) met(slots *[8]bitmap, word int) uint64 {
	v := c.value[:]
	v[neverMet], v[alwaysMet] = 0, ^uint64(0)
	for k := alwaysMet + 1; k < len(c.steps); k++ {
		s := &c.steps[k]
		v[k] = slots[s.slot&7][word]&v[s.with] | v[s.without]
	}
	return v[c.root]
}

// countWide counts as count does, 64 documents at a time. It reports false
// where the query is not one for that.
func (r *ranking) countWide(first, enough int) bool {
	x := r.x
	if len(r.p.slots) > 8 || !x.cover.compile(&x.shares[0], len(r.p.slots), r.floor) {
		return false
	}
	r.counts = true
	r.rewind()
	for w := uint32(0); w < r.windows() && r.total < enough; w++ {
		if r.markWide(w, first) {
			r.countWindow(w)
		}
	}
	return true
}

// markWide notes, by slot, which documents of a window the leaves are found in.
// It reports whether one that makes candidates is.
func (r *ranking) markWide(w uint32, first int) bool {
	x, found := r.x, false
	x.bySlot, x.made = [8]bitmap{}, bitmap{}
	for k := first; k < len(r.p.leaves); k++ {
		found = r.markLeaf(w, &r.p.leaves[k]) || found
	}
	if !found {
		return false
	}
	for j := range r.p.slots {
		x.made.join(&x.bySlot[j])
	}
	for k := range first {
		if l := &r.p.leaves[k]; l.content > 0 { // others stand for nothing new
			r.markLeaf(w, l)
		}
	}
	return true
}

func (r *ranking) markLeaf(w uint32, l *leaf) bool {
	x := r.x
	posts, _ := r.p.postings(x, l, w)
	if len(posts) == 0 {
		return false
	}
	b := &x.bySlot[bits.TrailingZeros32(l.slots)]
	several := l.slots&(l.slots-1) != 0
	if several {
		b = &x.marked
		*b = bitmap{}
	}
	for _, post := range posts {
		b[post&windowMask>>6] |= 1 << (post & 63)
	}
	for set := l.slots; several && set != 0; set &= set - 1 {
		x.bySlot[bits.TrailingZeros32(set)].join(b)
	}
	return true
}

func (b *bitmap) join(o *bitmap) {
	for k := range b {
		b[k] |= o[k]
	}
}

// countWindow counts what was marked.
func (r *ranking) countWindow(w uint32) {
	x, meta := r.x, r.p.s.meta[w<<windowBits:]
	for k := range x.made {
		met := x.cover.met(&x.bySlot, k)
		weak := x.made[k] &^ met
		for _, part := range [...]struct {
			set      uint64
			coverage float64
		}{{met, 1}, {weak, 0}} {
			if part.coverage == 0 && r.p.s.dead == 0 {
				r.left.Weak += bits.OnesCount64(part.set)
				continue
			}
			for set := part.set; set != 0; set &= set - 1 {
				r.admit(meta[k<<6|bits.TrailingZeros64(set)], part.coverage)
			}
		}
	}
}
