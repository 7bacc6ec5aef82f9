package search

import (
	"math"
	"math/bits"
)

// cell gathers one document's score while a window is ranked: in the lower half
// the slots that something stands for, then a bit for something literal, and
// above it the points in whole units, so that the order of a sum is all one.
type cell uint64

const (
	cellLiteral = 1 << 32
	cellPoints  = 33         // where the points begin
	mostUnits   = 1<<31 - 64 // that a cell can hold
)

func (c cell) slots() uint32 { return uint32(c) }
func (c cell) literal() bool { return c&cellLiteral != 0 }
func (c cell) units() int64  { return int64(c >> cellPoints) }

// cell is what a leaf leaves in the cells of the documents that hold it, beside
// its points.
func (l *leaf) cell() cell {
	c := cell(l.slots)
	if l.literal && l.slots != 0 {
		c |= cellLiteral
	}
	return c
}

// unitsFor is how many units a point is cut into: as many as cells hold for all
// leaves together.
func (p *plan) unitsFor() float64 {
	sum := 1.0
	for k := range p.leaves {
		sum += p.leaves[k].full(p.s.opts)
	}
	return math.Exp2(math.Floor(math.Log2(mostUnits / sum)))
}

// full is what a leaf would add to a document that it fills.
func (l *leaf) full(o *Options) float64 { return l.idf * l.weight * (o.K1 + 1) }

// scratch is what ranking a query needs, kept between queries.
type scratch struct {
	cells   [windowSize]cell
	seen    bitmap
	units   float64   // a point is cut into
	docs    []uint16  // the documents found in a window
	lifts   [12]lifts // by how many leaves may still add, the last for more
	liftsOf [12]int
	tally   [windowSize]uint8 // of a leaf of several lists
	tallied bitmap
	posts   []uint16
	counts  []uint8
	top     []placed  // the best of a shelf
	page    []float64 // … and the scores of those shown
	found   []candidate
	seq     []seqUnit
	shares  [4][256]int32 // coverage by byte of a slot set, in parts of fullShare
	plans   []*plan
	prior   [2][256]float64
	order   []int     // leaves by points for each posting
	most    []float64 // by place in the order: the most points of all before it, in the window at hand
	reach   []float64 // … and what they cover together

	sieve    threshold // what a document must hold to get among the best
	shared   []int     // … the slots that several leaves stand for
	split    []int     // … the leaves of which it is told who holds them several times
	covers   threshold // what slots it must cover to be an answer
	weights  []int64   // of a threshold's inputs
	inputs   []*bitmap // … in the window at hand
	covering []*bitmap // the same, by slot
	readings []reading // of the leaves, in the window at hand
	spare    [maxSwept]bitmap
	twice    [maxSwept]bitmap
	slotted  [maxSlots]bitmap
	work     [maxSteps]bitmap
}

// fullShare is a query's whole content. Shares are whole numbers of it, so that
// the order of a sum is all one.
const fullShare = 1 << 30

// hair is by how much a share may miss a bound and still be said to reach it.
const hair = 1e-8

// weigh lays out the coverage of every set of slots, a byte of the set at a
// time.
func (x *scratch) weigh(slots []slot) {
	total, left, largest := 0.0, int32(fullShare), 0
	for j := range slots {
		total += slots[j].weight
		if slots[j].weight > slots[largest].weight {
			largest = j
		}
	}
	for j := range slots {
		slots[j].share = max(1, int32(math.Round(slots[j].weight/total*fullShare))) // else it would cover nothing
		left -= slots[j].share
	}
	if len(slots) > 0 {
		slots[largest].share += left // what was rounded
	}
	for b := range x.shares {
		part := slots[min(8*b, len(slots)):min(8*b+8, len(slots))]
		for set := 1; set < 1<<len(part); set++ {
			x.shares[b][set] = x.shares[b][set&(set-1)] + part[bits.TrailingZeros(uint(set))].share
		}
	}
}

// share is a set of slots' share of the query's content.
func (x *scratch) share(slots uint32) float64 {
	return float64(x.shares[0][slots&255]+x.shares[1][slots>>8&255]+x.shares[2][slots>>16&255]+x.shares[3][slots>>24]) / fullShare
}

// gather lists the documents of the window that were seen.
func (x *scratch) gather() { x.list(&x.seen) }

// list lists documents of the window.
func (x *scratch) list(who *bitmap) {
	x.docs = x.docs[:0]
	for k, set := range who {
		for ; set != 0; set &= set - 1 {
			x.docs = append(x.docs, uint16(k<<6|bits.TrailingZeros64(set)))
		}
	}
}

// drop takes a document out of the window.
func (x *scratch) drop(at uint16) {
	x.cells[at] = 0
	x.seen[at>>6] &^= 1 << (at & 63)
}
