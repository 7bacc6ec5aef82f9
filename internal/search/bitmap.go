package search

import "math/bits"

// bitmap is a set of the documents of one window.
type bitmap [windowSize / 64]uint64

func (b *bitmap) has(at uint16) bool { return b[at>>6&(windowSize/64-1)]>>(at&63)&1 != 0 }

// size is how many documents there are.
func (b *bitmap) size() int {
	n := 0
	for _, set := range b {
		n += bits.OnesCount64(set)
	}
	return n
}

// more reports whether there are more than a number of documents.
func (b *bitmap) more(than int) bool {
	for _, set := range b {
		if than -= bits.OnesCount64(set); than < 0 {
			return true
		}
	}
	return false
}

// mark adds the documents of some postings.
func (b *bitmap) mark(posts []uint16) {
	for _, post := range posts {
		b[post&windowMask>>6] |= 1 << (post & 63)
	}
}

// markSeveral adds the documents of those postings that stand several times.
func (b *bitmap) markSeveral(posts []uint16) {
	for _, post := range posts {
		if post >= 2<<windowBits {
			b[post&windowMask>>6] |= 1 << (post & 63)
		}
	}
}

// dense is from how many postings on a stretch has a bitmap beside them: about
// where the two are of a size, and reading one takes as long as the other.
const dense = 96

// mapDense makes the bitmaps of the lists' dense stretches: who holds the term,
// and, where anybody holds it several times, who does.
func (l *lists) mapDense() {
	n := 0
	l.eachDense(func(s *stretch, _ []uint16) { n += 1 + btoi(s.most > 1) })
	l.dense = make([]bitmap, n)
	n = 0
	l.eachDense(func(s *stretch, posts []uint16) {
		l.dense[n].mark(posts)
		n++
		s.dense = uint32(n)
		if s.most > 1 {
			l.dense[n].markSeveral(posts)
			n++
		}
	})
}

func (l *lists) eachDense(visit func(*stretch, []uint16)) {
	for t := range l.heads {
		r := l.base(termID(t))
		if len(r.posts) < dense {
			continue
		}
		start := uint32(0)
		for k := range r.stretches {
			s := &r.stretches[k]
			if s.end-start >= dense {
				visit(s, r.posts[start:s.end])
			}
			start = s.end
		}
	}
}
