package search

// finish waits for the last window and completes the shelf.
func (p *poster) finish() {
	close(p.full)
	<-p.done
	s := p.s
	for t := range p.heads {
		h, from := &s.lists.heads[t], &p.heads[t]
		h.df, h.gone, h.once, h.often, h.most = from.df, from.gone, from.once, from.often, from.most
	}
	s.lists.freeze(p.runs)
	s.lists.mapDense()
	s.forward.inBase, s.initials.inBase = len(s.facts), len(s.facts)
}

// freeze lays the windows' runs out as one list for each term.
func (l *lists) freeze(runs []*windowRun) {
	sizes := make([]head, len(l.heads))
	for _, w := range runs {
		var from runEnds
		for i, t := range w.terms {
			sizes[t].post += w.ends[i].post - from.post
			sizes[t].count += w.ends[i].count - from.count
			sizes[t].stretch++
			from = w.ends[i]
		}
	}
	next := make([]head, len(l.heads)) // where each list is to be written next
	var sum head
	for t := range sizes {
		next[t] = sum
		sum.post += sizes[t].post
		sum.stretch += sizes[t].stretch
		sum.count += sizes[t].count
		l.heads[t].post, l.heads[t].stretch, l.heads[t].count = sum.post, sum.stretch, sum.count
	}
	l.posts, l.stretches, l.counts = make([]uint16, sum.post), make([]stretch, sum.stretch), make([]uint8, sum.count)
	for window, w := range runs {
		var from runEnds
		for i, t := range w.terms {
			n := &next[t]
			first, firstMany := uint32(0), uint32(0)
			if t > 0 {
				first, firstMany = l.heads[t-1].post, l.heads[t-1].count
			}
			to := w.ends[i]
			posts := w.posts[from.post:to.post]
			copy(l.posts[n.post:], posts)
			copy(l.counts[n.count:], w.counts[from.count:to.count])
			most := uint16(0)
			for _, p := range posts {
				most = max(most, p>>windowBits)
			}
			n.post += uint32(len(posts))
			l.stretches[n.stretch] = stretch{window: uint16(window), most: uint8(most), end: n.post - first, counts: n.count - firstMany}
			n.count += to.count - from.count
			n.stretch++
			from = to
		}
	}
}

// grown is a slice at least so long, filled up with zeros.
func grown[T any](s []T, n int) []T {
	if n > len(s) {
		s = append(s, make([]T, n-len(s))...)
	}
	return s
}
