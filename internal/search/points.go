package search

import (
	"math"
	"math/bits"
	"time"
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
	seen    [windowSize / 64]uint64
	units   float64   // a point is cut into
	docs    []uint16  // the documents found in a window
	lifts   [12]lifts // by how many leaves may still add, the last for more
	liftsOf [12]int
	tally   [windowSize]uint8 // of a leaf of several lists
	tallied [windowSize / 64]uint64
	bySlot  [8]bitmap // for counting
	made    bitmap
	marked  bitmap
	cover   cover
	posts   []uint16
	counts  []uint8
	found   []candidate
	seq     []seqUnit
	shares  [4][256]float64 // coverage by byte of a slot set
	plans   []*plan
	prior   [2][256]float64
	order   []int     // leaves by points for each posting
	rest    []float64 // by place in the order: the most points of all before it, anywhere
	most    []float64 // … in the window at hand
	reach   []float64 // … and what they cover together
}

// share is a set of slots' share of the query's content.
func (x *scratch) share(slots uint32) float64 {
	return x.shares[0][slots&255] + x.shares[1][slots>>8&255] + x.shares[2][slots>>16&255] + x.shares[3][slots>>24]
}

// seenOnly makes a leaf add only to documents that others found.
const seenOnly = math.MaxInt64

// addWindow adds a leaf's score to the cells of one window: to the documents
// already seen, and to others where it gives them at least so many units.
func (p *plan) addWindow(x *scratch, l *leaf, w uint32, least int64) bool {
	posts, counts := p.postings(x, l, w)
	if len(posts) > 0 {
		p.addPosts(x, l, w, posts, counts, least)
	}
	return len(posts) > 0
}

// addFound adds a leaf's score to the documents found in a window.
func (p *plan) addFound(x *scratch, l *leaf, w uint32) {
	posts, counts := p.postings(x, l, w)
	switch {
	case len(posts) == 0:
	case len(x.docs)*6 < len(posts): // looking each up costs less than going through the list
		p.addSeen(x, l, w, posts, counts)
	default:
		p.addPosts(x, l, w, posts, counts, seenOnly)
	}
}

// postings gives a leaf's postings in a window. Windows are asked for in their
// order.
func (p *plan) postings(x *scratch, l *leaf, w uint32) ([]uint16, []uint8) {
	if len(l.more) > 0 || l.one.tail != nil {
		return x.tallyUp(l, w)
	}
	return l.one.base.ahead(w, &l.next)
}

// addSeen adds a leaf's score to the documents found, looking each up. The
// postings lie about evenly in a window, so a place can be guessed.
func (p *plan) addSeen(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8) {
	weight := l.full(p.s.opts) * x.units
	meta, slots := p.s.meta[w<<windowBits:], l.cell()
	last := len(posts) - 1
	for _, at := range x.docs {
		i := int(at) * len(posts) >> windowBits
		for i < last && posts[i]&windowMask < at {
			i++
		}
		for i > 0 && posts[i]&windowMask > at {
			i--
		}
		if posts[i]&windowMask != at {
			continue
		}
		times, length := int(posts[i]>>windowBits), int(meta[at].length)
		share := 0.0
		if times < tabledTimes && length < tabledLength {
			share = p.s.norms.table[times][length]
		} else {
			if times == manyTimes {
				times = int(counts[manyBefore(posts[:i])])
			}
			share = p.s.norms.share(times, length)
		}
		x.cells[at] = (x.cells[at] + cell(int64(weight*share))<<cellPoints) | slots
	}
}

// manyBefore counts the postings of terms that stand very often.
func manyBefore(posts []uint16) int {
	n := 0
	for _, p := range posts {
		n += btoi(p>>windowBits == manyTimes)
	}
	return n
}

// cell is what marks a document that a leaf is found in.
func (l *leaf) cell() cell {
	c := cell(l.slots)
	if l.literal && c != 0 {
		c |= cellLiteral
	}
	return c
}

// addPosts adds a leaf's points for the postings of one window.
func (p *plan) addPosts(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8, least int64) {
	weight := l.full(p.s.opts) * x.units
	n := &p.s.norms
	meta := p.s.meta[w<<windowBits:]
	slots := l.cell()
	points := func(post uint16, length int) int64 {
		times := int(post >> windowBits)
		if times == manyTimes {
			times = int(counts[0])
			counts = counts[1:]
		}
		return int64(weight * n.share(times, length))
	}
	if least < seenOnly {
		for _, post := range posts {
			at := post & windowMask
			length, units := int(meta[at].length), int64(0)
			if post < tabledTimes<<windowBits && length < tabledLength {
				units = int64(weight * n.table[post>>windowBits][length])
			} else {
				units = points(post, length)
			}
			if units < least && x.seen[at>>6]>>(at&63)&1 == 0 {
				continue
			}
			x.seen[at>>6] |= 1 << (at & 63)
			x.cells[at] = (x.cells[at] + cell(units)<<cellPoints) | slots
		}
		return
	}
	// A document that was not seen is not passed over by a branch, which would
	// be guessed wrong half the time, but given nothing.
	for _, post := range posts {
		at := post & windowMask
		set := -cell(x.seen[at>>6] >> (at & 63) & 1)
		length, units := int(meta[at].length), int64(0)
		if post < tabledTimes<<windowBits && length < tabledLength {
			units = int64(weight * n.table[post>>windowBits][length])
		} else {
			units = points(post, length)
		}
		x.cells[at] = (x.cells[at] + cell(units)<<cellPoints&set) | slots&set
	}
}

// tallyUp gives the postings in a window of a leaf of several lists, which
// count as one term.
func (x *scratch) tallyUp(l *leaf, w uint32) ([]uint16, []uint8) {
	found := x.count(&l.one.base, w)
	if l.one.tail != nil {
		found = x.count(l.one.tail, w) || found
	}
	for i := range l.more {
		found = x.count(&l.more[i].base, w) || found
		if l.more[i].tail != nil {
			found = x.count(l.more[i].tail, w) || found
		}
	}
	x.posts, x.counts = x.posts[:0], x.counts[:0]
	if !found {
		return nil, nil
	}
	for k, set := range x.tallied {
		x.tallied[k] = 0
		for ; set != 0; set &= set - 1 {
			at := k<<6 | bits.TrailingZeros64(set)
			n := x.tally[at]
			x.tally[at] = 0
			x.posts = append(x.posts, uint16(at)|uint16(min(n, manyTimes))<<windowBits)
			if n >= manyTimes {
				x.counts = append(x.counts, n)
			}
		}
	}
	return x.posts, x.counts
}

// count adds a list's occurrences in a window to the tally.
func (x *scratch) count(r *run, w uint32) bool {
	posts, counts := r.in(w)
	for _, post := range posts {
		at := post & windowMask
		n := uint8(post >> windowBits)
		if n == manyTimes {
			n = counts[0]
			counts = counts[1:]
		}
		x.tally[at] = uint8(min(int(x.tally[at])+int(n), 255))
		x.tallied[at>>6] |= 1 << (at & 63)
	}
	return len(posts) > 0
}

// weigh lays out the coverage of every set of slots, a byte of the set at a
// time.
func (x *scratch) weigh(slots []slot) {
	total := 0.0
	for _, s := range slots {
		total += s.weight
	}
	for b := range x.shares {
		part := slots[min(8*b, len(slots)):min(8*b+8, len(slots))]
		x.shares[b][0] = 0
		for set := 1; set < 1<<len(part); set++ {
			low := bits.TrailingZeros(uint(set))
			x.shares[b][set] = x.shares[b][set&(set-1)] + part[low].weight/total
		}
	}
}

// priors tabulates prior by verified or not and confidence, for the facts that
// have neither doubts nor a date.
func (x *scratch) priors(o *Options) *[2][256]float64 {
	if x.prior[0][50] == 0 {
		for rate := range x.prior[0] {
			x.prior[0][rate] = 1 + o.Confidence*(float64(rate)-50)/50
			x.prior[1][rate] = x.prior[0][rate] + o.Verified
		}
	}
	return &x.prior
}

// priorOf is the factor by which a status and a confidence lift or lower a fact
// that has neither doubts nor a date that has passed.
func priorOf(flags docFlags, rate uint8, o *Options) float64 {
	f := 1 + o.Confidence*(float64(rate)-50)/50
	if flags&docVerified != 0 {
		f += o.Verified
	}
	return f
}

// prior is the factor by which what is known of a fact lifts or lowers it.
func (s *shelf) prior(m docMeta, doc uint32, now time.Time) float64 {
	o := s.opts
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if expired {
		m.flags &^= docVerified
	}
	f := priorOf(m.flags, m.rate, o)
	if expired {
		f *= o.Expired
	}
	if m.flags&docDoubted != 0 {
		f *= o.Doubted
	}
	return f
}
