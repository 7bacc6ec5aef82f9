package search

import "slices"

// A posting is 16 bits: the document's place in its window of 2,048, and how
// often the term stands in it: 1 to 30, or 31 for "more, see counts", which go
// up to 255.
const (
	windowBits = 11
	windowSize = 1 << windowBits
	windowMask = windowSize - 1
	manyTimes  = 31
	mostTimes  = 255
)

// stretch is the part of a posting list that lies in one window.
type stretch struct {
	window uint16
	most   uint8  // no document of it holds the term more often; manyTimes: any number
	end    uint32 // in the list's postings: one past the stretch
	counts uint32 // in the list's counts: the first of the stretch
	dense  uint32 // 1 + index in the lists' bitmaps; 0: it has none
}

// run is a posting list in document order: postings, where windows begin, the
// counts of the terms that stand very often, and the bitmaps of all lists.
type run struct {
	posts     []uint16
	stretches []stretch
	counts    []uint8
	dense     []bitmap
}

// reading is the part of a posting list that lies in one window.
type reading struct {
	posts  []uint16
	counts []uint8
	most   uint8   // as in a stretch
	who    *bitmap // the documents, where the stretch has bitmaps
	many   *bitmap // … those that hold it several times; nil if none does
	joined bool    // from several lists; the next such reading overwrites it
}

// append adds a posting; documents come in ascending order.
func (r *run) append(doc uint32, count int) {
	window := uint16(doc >> windowBits)
	if k := len(r.stretches); k == 0 || r.stretches[k-1].window != window {
		r.stretches = append(r.stretches, stretch{window: window, counts: uint32(len(r.counts))})
	}
	r.posts = append(r.posts, uint16(doc&windowMask)|uint16(min(count, manyTimes))<<windowBits)
	if count >= manyTimes {
		r.counts = append(r.counts, uint8(min(count, mostTimes)))
	}
	s := &r.stretches[len(r.stretches)-1]
	s.end, s.most = uint32(len(r.posts)), max(s.most, uint8(min(count, manyTimes)))
}

// ahead gives the part of the run that lies in a window, where windows are
// asked for in their order. next is the caller's place in the run.
func (r *run) ahead(window uint32, next *int) reading {
	k := r.advance(window, next)
	if k < 0 {
		return reading{}
	}
	start := uint32(0)
	if k > 0 {
		start = r.stretches[k-1].end
	}
	s := &r.stretches[k]
	out := reading{posts: r.posts[start:s.end], counts: r.counts[s.counts:], most: s.most}
	if s.dense > 0 {
		out.who = &r.dense[s.dense-1]
		if s.most > 1 {
			out.many = &r.dense[s.dense]
		}
	}
	return out
}

// advance moves a place in the run to a window, and gives it, or -1 where the
// run has nothing there.
func (r *run) advance(window uint32, next *int) int {
	k := *next
	for k < len(r.stretches) && uint32(r.stretches[k].window) < window {
		k++
	}
	*next = k
	if k == len(r.stretches) || uint32(r.stretches[k].window) != window {
		return -1
	}
	return k
}

// in gives the part of the run that lies in a window, and its counts.
func (r *run) in(window uint32) ([]uint16, []uint8) {
	k, ok := slices.BinarySearchFunc(r.stretches, window, func(s stretch, w uint32) int { return int(s.window) - int(w) })
	if !ok {
		return nil, nil
	}
	start := uint32(0)
	if k > 0 {
		start = r.stretches[k-1].end
	}
	s := r.stretches[k]
	return r.posts[start:s.end], r.counts[s.counts:]
}

// lists holds the posting lists of a topic: those of its last build in arenas
// without pointers, and what was added since in runs of their own.
type lists struct {
	posts     []uint16
	stretches []stretch
	counts    []uint8
	dense     []bitmap
	heads     []head // by term
	tails     []run
}

// head says where a term's postings lie, and how many documents that may
// answer hold it.
type head struct {
	post, stretch, count uint32 // ends in the arenas; the head before has the starts
	tail                 uint32 // 1 + index in tails; 0: none
	df                   uint32
	gone                 uint32 // how many retracted documents hold it
	once, often          uint16 // no document that holds it once, or more often, is shorter; 0: none does
	most                 uint8  // none holds it more often
}

// note remembers a document that holds the term.
func (h *head) note(length uint16, times int) {
	shortest := &h.once
	if times > 1 {
		shortest = &h.often
	}
	if length = max(1, length); *shortest == 0 || length < *shortest {
		*shortest = length
	}
	h.most = max(h.most, uint8(min(times, mostTimes)))
}

// bounds are the most that the term earns in any document that holds it once,
// and in any at all.
func (h *head) bounds(n *norms) (once, most float64) {
	if h.once > 0 {
		once = n.share(1, int(h.once))
	}
	most = once
	if h.often > 0 {
		most = max(most, n.share(int(h.most), int(h.often)))
	}
	return once, most
}

// base is the part of a term's list that the last build made.
func (l *lists) base(t termID) run {
	h := l.heads[t]
	var from head
	if t > 0 {
		from = l.heads[t-1]
	}
	if h.post <= from.post {
		return run{}
	}
	return run{
		posts:     l.posts[from.post:h.post],
		stretches: l.stretches[from.stretch:h.stretch],
		counts:    l.counts[from.count:h.count],
		dense:     l.dense,
	}
}

// tail is the part added since; it may be nil.
func (l *lists) tail(t termID) *run {
	if k := l.heads[t].tail; k > 0 {
		return &l.tails[k-1]
	}
	return nil
}

// append adds a posting of a new document to a term's tail.
func (l *lists) append(t termID, doc uint32, count int) {
	h := &l.heads[t]
	if h.tail == 0 {
		l.tails = append(l.tails, run{})
		h.tail = uint32(len(l.tails))
	}
	l.tails[h.tail-1].append(doc, count)
}

// length is how many postings a term has, those of replaced documents
// included.
func (l *lists) length(t termID) int {
	n := len(l.base(t).posts)
	if r := l.tail(t); r != nil {
		n += len(r.posts)
	}
	return n
}

// each visits a term's postings in document order.
func (l *lists) each(t termID, visit func(doc uint32, count int)) {
	r := l.base(t)
	r.each(visit)
	if tail := l.tail(t); tail != nil {
		tail.each(visit)
	}
}

func (r *run) each(visit func(doc uint32, count int)) {
	start := uint32(0)
	for _, s := range r.stretches {
		many := s.counts
		for _, p := range r.posts[start:s.end] {
			n := int(p >> windowBits)
			if n == manyTimes {
				n = int(r.counts[many])
				many++
			}
			visit(uint32(s.window)<<windowBits|uint32(p&windowMask), n)
		}
		start = s.end
	}
}

// count is how often a term stands in a document.
func (l *lists) count(t termID, doc uint32) int {
	r := l.base(t)
	if n := r.count(doc); n > 0 {
		return n
	}
	if tail := l.tail(t); tail != nil {
		return tail.count(doc)
	}
	return 0
}

func (r *run) count(doc uint32) int {
	posts, counts := r.in(doc >> windowBits)
	low := uint16(doc & windowMask)
	k, ok := slices.BinarySearchFunc(posts, low, func(p, low uint16) int { return int(p&windowMask) - int(low) })
	if !ok {
		return 0
	}
	if n := int(posts[k] >> windowBits); n < manyTimes {
		return n
	}
	return int(counts[manyBefore(posts[:k])])
}
