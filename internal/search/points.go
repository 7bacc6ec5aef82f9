package search

import "math"

// seenOnly makes a leaf add only to documents that others found.
const seenOnly = math.MaxInt64

// addWindow adds a leaf's score to the cells of one window: to the documents
// already seen, and to others where it gives them at least so many units.
func (p *plan) addWindow(x *scratch, l *leaf, w uint32, least int64) bool {
	r := p.read(x, l, w)
	if len(r.posts) > 0 {
		p.addPosts(x, l, w, &r, least)
	}
	return len(r.posts) > 0
}

// addFound adds a leaf's score to the documents found in a window.
func (p *plan) addFound(x *scratch, l *leaf, w uint32) {
	r := p.read(x, l, w)
	switch {
	case len(r.posts) == 0:
	case r.who != nil && r.most == 1 && len(x.docs) < len(r.posts):
		p.addOnce(x, l, w, r.who)
	case len(x.docs)*6 < len(r.posts): // looking each up costs less than going through the list
		p.addSeen(x, l, w, &r)
	default:
		p.addPosts(x, l, w, &r, seenOnly)
	}
}

// read gives a leaf's postings in a window. Windows are asked for in their
// order.
func (p *plan) read(x *scratch, l *leaf, w uint32) reading {
	if len(l.more) > 0 {
		return x.tallyUp(l, w)
	}
	if l.one.tail != nil {
		switch seam := p.s.seam(); {
		case w == seam:
			return x.tallyUp(l, w)
		case w > seam:
			return l.one.tail.ahead(w, &l.nextTail)
		}
	}
	return l.one.base.ahead(w, &l.next)
}

// seam is the window in which the last build ends and what was added since
// begins.
func (s *shelf) seam() uint32 { return uint32(s.forward.inBase >> windowBits) }

// addOnce adds a leaf's score to the documents found, where none holds the leaf
// more than once and a bitmap says which do. A document that does not is not
// passed over by a branch, which would be guessed wrong half the time, but given
// nothing.
func (p *plan) addOnce(x *scratch, l *leaf, w uint32, who *bitmap) {
	weight := l.units
	n, meta, slots := &p.s.norms, p.s.meta[w<<windowBits:], l.cell()
	for _, at := range x.docs {
		set := -cell(who[at>>6&(windowSize/64-1)] >> (at & 63) & 1)
		x.cells[at] = (x.cells[at] + cell(n.units(weight, 1, int(meta[at].length)))<<cellPoints&set) | slots&set
	}
}

// addSeen adds a leaf's score to the documents found, looking each up.
func (p *plan) addSeen(x *scratch, l *leaf, w uint32, r *reading) {
	weight := l.units
	meta, slots := p.s.meta[w<<windowBits:], l.cell()
	for _, at := range x.docs {
		if r.who != nil && !r.who.has(at) {
			continue
		}
		if times := r.times(at); times > 0 {
			x.cells[at] = (x.cells[at] + cell(p.s.norms.units(weight, times, int(meta[at].length)))<<cellPoints) | slots
		}
	}
}

// times is how often a document holds what is read. The postings lie about
// evenly in a window, so a place can be guessed.
func (r *reading) times(at uint16) int {
	last := len(r.posts) - 1
	i := int(at) * len(r.posts) >> windowBits
	for i < last && r.posts[i]&windowMask < at {
		i++
	}
	for i > 0 && r.posts[i]&windowMask > at {
		i--
	}
	if r.posts[i]&windowMask != at {
		return 0
	}
	if times := int(r.posts[i] >> windowBits); times < manyTimes {
		return times
	}
	return int(r.counts[manyBefore(r.posts[:i])])
}

// manyBefore counts the postings of terms that stand very often.
func manyBefore(posts []uint16) int {
	n := 0
	for _, p := range posts {
		n += btoi(p>>windowBits == manyTimes)
	}
	return n
}

// addPosts adds a leaf's points for the postings of one window.
func (p *plan) addPosts(x *scratch, l *leaf, w uint32, r *reading, least int64) {
	weight := l.units
	n := &p.s.norms
	meta := p.s.meta[w<<windowBits:]
	slots, counts := l.cell(), r.counts
	points := func(post uint16, length int) int64 {
		times := int(post >> windowBits)
		if times == manyTimes {
			times = int(counts[0])
			counts = counts[1:]
		}
		return int64(weight * n.share(times, length))
	}
	if least < seenOnly {
		for _, post := range r.posts {
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
	for _, post := range r.posts { // without a branch, as in addOnce
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
