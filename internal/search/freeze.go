package search

// finish waits for the last window and completes the shelf.
func (p *poster) finish() {
	close(p.full)
	<-p.done
	s := p.s
	s.lists.freeze(p.runs, s.meta)
	s.lists.mapDense()
	s.forward.inBase, s.initials.inBase = len(s.facts), len(s.facts)
}

// place is where in the arenas something of a list lies.
type place struct{ post, stretch, count uint32 }

// freeze lays the windows' runs out as one list for each term, and lets them go.
func (l *lists) freeze(runs []*windowRun, meta []docMeta) {
	next := l.room(runs)
	for window, w := range runs {
		var from runEnds
		for i, t := range w.terms {
			l.lay(t, window, &next[t], w.posts[from.post:w.ends[i].post], w.counts[from.count:w.ends[i].count], meta[window<<windowBits:])
			from = w.ends[i]
		}
		runs[window] = nil
	}
}

// room makes the arenas and gives, by term, where its list begins.
func (l *lists) room(runs []*windowRun) []place {
	next := make([]place, len(l.heads)) // first how large each is
	for _, w := range runs {
		var from runEnds
		for i, t := range w.terms {
			next[t].post += w.ends[i].post - from.post
			next[t].count += w.ends[i].count - from.count
			next[t].stretch++
			from = w.ends[i]
		}
	}
	var sum place
	for t, size := range next {
		next[t] = sum
		sum = place{sum.post + size.post, sum.stretch + size.stretch, sum.count + size.count}
		l.heads[t].post, l.heads[t].stretch, l.heads[t].count = sum.post, sum.stretch, sum.count
	}
	l.posts, l.stretches, l.counts = make([]uint16, sum.post), make([]stretch, sum.stretch), make([]uint8, sum.count)
	return next
}

// lay adds a stretch to a term's list, and its documents to what the term's head
// knows of them.
func (l *lists) lay(t termID, window int, at *place, posts []uint16, counts []uint8, meta []docMeta) {
	var first head
	if t > 0 {
		first = l.heads[t-1]
	}
	copy(l.posts[at.post:], posts)
	copy(l.counts[at.count:], counts)
	h, most, many := &l.heads[t], 0, 0
	for _, p := range posts {
		times := int(p >> windowBits)
		most = max(most, times)
		if times == manyTimes {
			times = int(counts[many])
			many++
		}
		h.hold(meta[p&windowMask], times)
	}
	at.post += uint32(len(posts))
	l.stretches[at.stretch] = stretch{window: uint16(window), most: uint8(most), end: at.post - first.post, counts: at.count - first.count}
	at.stretch++
	at.count += uint32(len(counts))
}

// grown is a slice at least so long, filled up with zeros.
func grown[T any](s []T, n int) []T {
	if n > len(s) {
		s = append(s, make([]T, n-len(s))...)
	}
	return s
}
