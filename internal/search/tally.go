package search

import "math/bits"

// tallyUp gives the postings in a window of a leaf of several lists, which
// count as one term.
func (x *scratch) tallyUp(l *leaf, w uint32) reading {
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
		return reading{}
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
	return reading{posts: x.posts, counts: x.counts, most: manyTimes, joined: true}
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
		x.tally[at] = uint8(min(int(x.tally[at])+int(n), mostTimes))
		x.tallied[at>>6] |= 1 << (at & 63)
	}
	return len(posts) > 0
}
