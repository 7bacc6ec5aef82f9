package search

// countUpTo is how many answers are counted, where only the best are asked for.
const countUpTo = 1000

// count counts the documents that answer, until there are enough. What they
// score is of no account here, only what they cover.
func (r *ranking) count(first, enough int) {
	r.counts = true
	r.rewind()
	makes, adds := r.p.leaves[first:], r.p.leaves[:first]
	reach := r.x.rest[:1] // by how many of the others are still to come
	slots := uint32(0)
	for k := range adds {
		slots |= adds[k].slots
		reach = append(reach, r.x.share(slots))
	}
	for w := uint32(0); w < r.windows() && r.total < enough; w++ {
		found := false
		for k := range makes {
			found = r.mark(&makes[k], w) || found
		}
		if !found {
			continue
		}
		r.x.gather()
		for n := len(adds); ; n-- { // from the last, which covers most
			if r.judge(w, reach[n]); n == 0 || len(r.x.docs) == 0 {
				break
			}
			r.p.addFound(r.x, &adds[n-1], w)
		}
	}
}

// countAhead spares the counting where the documents of one leaf alone are as
// many answers as are counted.
func (r *ranking) countAhead(enough int) bool {
	for k := range r.p.leaves {
		l := &r.p.leaves[k]
		if l.term == noTerm || l.slots == 0 || r.x.share(l.slots) < r.floor {
			continue
		}
		if h := r.p.s.lists.heads[l.term]; int(h.df) >= enough {
			r.total = int(h.df)
			r.left.Retracted += int(h.gone)
			return true
		}
	}
	return false
}

// mark notes the documents of one window that a leaf is found in.
func (r *ranking) mark(l *leaf, w uint32) bool {
	x := r.x
	posts := r.p.read(x, l, w).posts
	for _, post := range posts {
		at := post & windowMask
		x.seen[at>>6] |= 1 << (at & 63)
		x.cells[at] |= cell(l.slots)
	}
	return len(posts) > 0
}

// judge counts the documents found that cover enough already, or cannot with
// what others may still cover, and keeps those that are undecided.
func (r *ranking) judge(w uint32, reach float64) {
	x, meta := r.x, r.p.s.meta[w<<windowBits:]
	short := r.floor*(1-1e-9) - reach
	if reach == 0 {
		short = r.floor
	}
	kept := x.docs[:0]
	for _, at := range x.docs {
		coverage := x.share(x.cells[at].slots())
		if coverage < r.floor && coverage >= short {
			kept = append(kept, at)
			continue
		}
		r.admit(meta[at], coverage)
		x.drop(at)
	}
	x.docs = kept
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
