package search

// countUpTo is how many answers are counted, where only the best are asked for.
const countUpTo = 1000

// countsIn reports whether something is to be counted in a window: answers,
// until there are enough, and what is left out, of which all is told.
func (r *ranking) countsIn(w uint32) bool {
	return r.total < r.enough || !r.plain || r.p.s.windows[w].retracted > 0
}

// count counts the documents that answer and those left out. What they score is
// of no account here, only what they cover.
func (r *ranking) count() {
	x := r.x
	r.counts = true
	r.rewind()
	for w := range r.windows() {
		if !r.countsIn(w) {
			continue
		}
		for k := range r.p.leaves {
			l := &r.p.leaves[k]
			if l.slots == 0 {
				continue
			}
			for _, post := range r.p.read(x, l, w).posts {
				at := post & windowMask
				x.seen[at>>6] |= 1 << (at & 63)
				x.cells[at] |= cell(l.slots)
			}
		}
		x.gather()
		meta := r.p.s.meta[w<<windowBits:]
		for _, at := range x.docs {
			r.admit(meta[at], x.share(x.cells[at].slots()))
			x.drop(at)
		}
	}
}

// countAhead spares the counting of answers where the documents of one leaf
// alone are as many as are counted.
func (r *ranking) countAhead() {
	for k := range r.p.leaves {
		l := &r.p.leaves[k]
		if l.term == noTerm || l.slots == 0 || r.x.share(l.slots) < r.floor {
			continue
		}
		if h := r.p.s.lists.heads[l.term]; int(h.df) >= r.enough {
			r.total = int(h.df)
			return
		}
	}
}

// admit reports whether a document that covers so much is an answer. Where
// counting is on, it counts it as that or as left out.
func (r *ranking) admit(m docMeta, coverage float64) bool {
	var as *int
	switch {
	case m.flags&docDead != 0:
		return false
	case coverage < r.floor:
		if !r.exact {
			return false
		}
		as = &r.left.Weak
	case m.flags&docRetracted != 0 && !r.f.retracted:
		as = &r.left.Retracted
	case !r.plain && !r.f.passes(m):
		as = &r.left.Filtered
	default:
		as = &r.total
	}
	if r.counts {
		*as++
	}
	return as == &r.total
}
