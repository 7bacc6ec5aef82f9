package search

import (
	"math/bits"
	"slices"
	"time"
)

// cell gathers one document's score while a window is ranked.
type cell struct {
	score float64
	slots uint64 // that something stands for; in the upper half those that stand literally
}

// scratch is what ranking a query needs, kept between queries.
type scratch struct {
	cells       [windowSize]cell
	seen        [windowSize / 64]uint64
	tally       [windowSize]uint8 // of a leaf of several lists
	tallied     [windowSize / 64]uint64
	posts       []uint16
	counts      []uint8
	found       []candidate
	seq         []seqUnit
	shares      [4][256]float64 // coverage by byte of a slot set
	plans       []*plan
	prior       [2][256]float64
	order       []int // leaves by points for each posting
	makes, adds []int
}

// share is a set of slots' share of the query's content.
func (x *scratch) share(slots uint32) float64 {
	return x.shares[0][slots&255] + x.shares[1][slots>>8&255] + x.shares[2][slots>>16&255] + x.shares[3][slots>>24]
}

// addWindow adds a leaf's score to the cells of one window: to all documents
// that hold it, or only to those already seen.
func (p *plan) addWindow(x *scratch, l *leaf, w uint32, makes bool) bool {
	if len(l.more) > 0 || l.one.tail != nil {
		return p.addTally(x, l, w, makes)
	}
	posts, counts := l.one.base.in(w)
	if len(posts) == 0 {
		return false
	}
	if !makes && x.sparse(len(posts)) {
		p.addSeen(x, l, w, posts, counts)
		return true
	}
	p.addPosts(x, l, w, posts, counts, makes)
	return true
}

// sparse reports whether so few documents were seen in the window that looking
// each up in a list of n postings costs less than going through the list.
func (x *scratch) sparse(n int) bool {
	seen := 0
	for _, set := range x.seen {
		seen += bits.OnesCount64(set)
	}
	return seen*6 < n
}

// addSeen adds a leaf's score to the documents seen, looking each up.
func (p *plan) addSeen(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8) {
	from := 0
	var one [1]uint16
	for k, set := range x.seen {
		for ; set != 0; set &= set - 1 {
			at := uint16(k<<6 | bits.TrailingZeros64(set))
			n, ok := slices.BinarySearchFunc(posts[from:], at, func(p, at uint16) int { return int(p&windowMask) - int(at) })
			from += n
			if !ok {
				continue
			}
			one[0] = posts[from]
			times := counts
			if one[0]>>windowBits == manyTimes {
				for _, p := range posts[:from] {
					if p>>windowBits == manyTimes {
						times = times[1:]
					}
				}
			}
			p.addPosts(x, l, w, one[:], times, false)
		}
	}
}

// addPosts adds a leaf's points for the postings of one window. In the inner
// loops a document that was not seen is not passed over by a branch, which
// would be guessed wrong half the time, but given nothing.
func (p *plan) addPosts(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8, makes bool) {
	weight := l.idf * l.weight * (p.s.opts.K1 + 1)
	n := &p.s.norms
	meta := p.s.meta[w<<windowBits:]
	slots := uint64(l.slots)
	if l.literal {
		slots |= slots << 32
	}
	if makes {
		for _, post := range posts {
			at := post & windowMask
			x.seen[at>>6] |= 1 << (at & 63)
		}
	}
	for _, post := range posts {
		at := post & windowMask
		times, length := int(post>>windowBits), int(meta[at].length)
		share := 0.0
		if times < tabledTimes && length < tabledLength {
			share = n.table[times][length]
		} else {
			if times == manyTimes {
				times = int(counts[0])
				counts = counts[1:]
			}
			share = n.share(times, length)
		}
		set := x.seen[at>>6] >> (at & 63) & 1
		c := &x.cells[at]
		c.score += weight * share * float64(set)
		c.slots |= slots & -set
	}
}

// addTally adds a leaf of several lists, which count as one term.
func (p *plan) addTally(x *scratch, l *leaf, w uint32, makes bool) bool {
	any := x.count(&l.one.base, w)
	if l.one.tail != nil {
		any = x.count(l.one.tail, w) || any
	}
	for i := range l.more {
		any = x.count(&l.more[i].base, w) || any
		if l.more[i].tail != nil {
			any = x.count(l.more[i].tail, w) || any
		}
	}
	if !any {
		return false
	}
	x.posts, x.counts = x.posts[:0], x.counts[:0]
	for k, set := range x.tallied {
		if set == 0 {
			continue
		}
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
	p.addPosts(x, l, w, x.posts, x.counts, makes)
	return true
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

// prior is the factor by which what is known of a fact lifts or lowers it.
func (s *shelf) prior(m docMeta, doc uint32, now time.Time) float64 {
	o := s.opts
	f := 1 + o.Confidence*(float64(m.rate)-50)/50
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if m.flags&docVerified != 0 && !expired {
		f += o.Verified
	}
	if expired {
		f *= o.Expired
	}
	if m.flags&docDoubted != 0 {
		f *= o.Doubted
	}
	return f
}
