package search

import (
	"math"
	"math/bits"
)

// maxSwept is up to how many leaves a query is swept.
const maxSwept = 48

// maySweep makes ready to sweep, where the query is one for that: its leaves are
// not too many, and what covers enough is not too long to tell.
func (r *ranking) maySweep() bool {
	x := r.x
	if len(r.p.leaves) > maxSwept {
		return false
	}
	x.weights = x.weights[:0]
	for j := range r.p.slots {
		x.weights = append(x.weights, int64(r.p.slots[j].share))
	}
	x.covers.weigh(x.weights)
	return x.covers.decide(max(1, int64(math.Ceil(r.floor*fullShare))))
}

// sweep goes through the windows once, 64 documents at a time: it finds those
// that cover enough, counts them, and scores those that may be among the best.
func (r *ranking) sweep() {
	x := r.x
	r.rewind()
	r.sieves = r.maySieve()
	for w := range r.windows() {
		from, counts := r.enter(w), r.countsIn(w)
		switch {
		case from == len(x.order) && !counts:
			continue
		case !counts && !(r.sieves && r.crowded(from)):
			r.window(w, from)
			continue
		}
		r.readAll(w)
		if !r.readSlots() {
			continue
		}
		met := *x.covers.met(x.covering, &x.work)
		if counts {
			r.countWindow(w, &met)
		}
		if from < len(x.order) && !(r.sieves && met.more(unsieved) && r.sieve(w, &met)) {
			r.scoreAll(w, &met)
		}
	}
}

// unsieved is up to how many documents of a window are rather scored at once.
const unsieved = 24

// crowded reports whether the leaves from one on, in their order, hold so many
// documents that going through all at once is quicker than one by one.
func (r *ranking) crowded(from int) bool {
	n := 0
	for _, k := range r.x.order[from:] {
		n += r.p.leaves[k].size()
	}
	return uint32(n) > 64*r.windows()
}

// readAll reads all leaves in a window, and makes sure that each has bitmaps.
func (r *ranking) readAll(w uint32) {
	x := r.x
	x.readings = x.readings[:0]
	for k := range r.p.leaves {
		read := r.p.read(x, &r.p.leaves[k], w)
		if len(read.posts) > 0 && read.who == nil {
			x.spare[k] = bitmap{}
			x.spare[k].mark(read.posts)
			read.who = &x.spare[k]
			if read.most > 1 {
				x.twice[k] = bitmap{}
				x.twice[k].markSeveral(read.posts)
				read.many = &x.twice[k]
			}
		}
		x.readings = append(x.readings, read)
	}
}

// readSlots notes, by slot, which documents of the window something is found in
// that stands for it. It reports whether that may be enough for an answer.
func (r *ranking) readSlots() bool {
	x, slots := r.x, uint32(0)
	x.covering = x.covering[:0]
	for range r.p.slots {
		x.covering = append(x.covering, nil)
	}
	for k := range x.readings {
		if who := x.readings[k].who; who != nil {
			slots |= r.p.leaves[k].slots
			for set := r.p.leaves[k].slots; set != 0; set &= set - 1 {
				x.readSlot(bits.TrailingZeros32(set), who)
			}
		}
	}
	return x.share(slots) >= r.floor
}

// readSlot adds documents to those of a slot. Its first are taken as they are.
func (x *scratch) readSlot(slot int, who *bitmap) {
	have, both := x.covering[slot], &x.slotted[slot]
	if have == nil {
		x.covering[slot] = who
		return
	}
	for k := range both {
		both[k] = have[k] | who[k]
	}
	x.covering[slot] = both
}

// countWindow counts the documents of a window that cover enough.
func (r *ranking) countWindow(w uint32, met *bitmap) {
	if r.plain && r.p.s.windows[w].gone == 0 {
		r.total += met.size()
		return
	}
	r.counts = true
	meta := r.p.s.meta[w<<windowBits:]
	for k, set := range met {
		for ; set != 0; set &= set - 1 {
			r.admit(meta[k<<6|bits.TrailingZeros64(set)], 1)
		}
	}
	r.counts = false
}

// scoreAll scores documents of a window, leaf by leaf.
func (r *ranking) scoreAll(w uint32, who *bitmap) {
	x := r.x
	x.list(who)
	if len(x.docs) == 0 {
		return
	}
	for k := range x.readings {
		switch read := &x.readings[k]; {
		case read.who == nil:
		case read.most > 2:
			r.scoreMany(w, &r.p.leaves[k], read)
		default:
			r.scoreFew(w, &r.p.leaves[k], read)
		}
	}
	for _, at := range x.docs {
		c := x.cells[at]
		x.cells[at] = 0
		r.offer(w, at, c)
	}
}

// scoreFew adds what a leaf that no document of the window holds more than twice
// gives to those listed. Who does not hold it is not passed over by a branch,
// which would be guessed wrong half the time, but given nothing.
func (r *ranking) scoreFew(w uint32, l *leaf, read *reading) {
	x, n, meta := r.x, &r.p.s.norms, r.p.s.meta[w<<windowBits:]
	who, many, cells, slots := read.who, read.many, &x.cells, l.cell()
	if many == nil {
		many = &noneOf
	}
	for _, at := range x.docs {
		at &= windowMask
		held := who[at>>6] >> (at & 63) & 1
		times := int(held + many[at>>6]>>(at&63)&1)
		cells[at] = (cells[at] + cell(n.units(l.units, times, int(meta[at].length)))<<cellPoints) | slots&-cell(held)
	}
}

// scoreMany does the same where some document holds the leaf more often.
func (r *ranking) scoreMany(w uint32, l *leaf, read *reading) {
	x, n, meta := r.x, &r.p.s.norms, r.p.s.meta[w<<windowBits:]
	for _, at := range x.docs {
		if !read.who.has(at) {
			continue
		}
		times := 1
		switch {
		case read.joined:
			times = l.count(w<<windowBits | uint32(at))
		case read.many.has(at):
			times = read.times(at)
		}
		x.cells[at] = (x.cells[at] + cell(n.units(l.units, times, int(meta[at].length)))<<cellPoints) | l.cell()
	}
}
