package search

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// countUpTo is how many answers are counted one by one. Beyond, where only the
// best are asked for, documents that cannot be among them are passed over.
const countUpTo = 1000

// tail is the least coverage of what follows the best answer. In a small topic
// a fact that covers little may be all there is; in a large one such facts are
// many, and the threshold holds for all.
func (s *shelf) tail() float64 {
	o := s.opts
	share := (math.Log10(float64(s.live+1)) - 3) // of the way, from 1,000 facts to 10,000
	return o.Tail + (max(o.Tail, o.Threshold)-o.Tail)*max(0, min(1, share))
}

// split tells the leaves that make candidates from those that only add to
// them, the weightiest first. While every candidate counts, those only add that
// cover too little together; once the best are known well enough, those whose
// points together do not reach the worst of them, the longest lists first.
func (r *ranking) split(first int, pruning bool) (makes, adds []int) {
	x := r.x
	if !pruning {
		x.makes, x.adds = x.makes[:0], x.adds[:0]
		for k := range r.p.leaves {
			if k >= first {
				x.makes = append(x.makes, k)
			} else {
				x.adds = append(x.adds, k)
			}
		}
		return x.makes, x.adds
	}
	if len(x.order) == 0 {
		for k := range r.p.leaves {
			x.order = append(x.order, k)
		}
		cheap := func(k int) float64 { return r.p.leaves[k].bound / float64(1+r.p.leaves[k].size()) }
		slices.SortStableFunc(x.order, func(a, b int) int { return cmp.Compare(cheap(a), cheap(b)) })
	}
	rest, n := 0.0, 0
	for n < len(x.order) {
		rest += r.p.leaves[x.order[n]].bound
		if r.least(rest, r.reach(x.order[:n+1])) >= r.top.bar {
			break
		}
		n++
	}
	x.adds = append(x.adds[:0], x.order[:n]...)
	slices.Reverse(x.adds)
	return x.order[n:], x.adds
}

// reach is how much of the query leaves can cover together.
func (r *ranking) reach(leaves []int) float64 {
	var slots uint32
	for _, k := range leaves {
		slots |= r.p.leaves[k].slots
	}
	return r.x.share(slots)
}

// size is how many postings a leaf has.
func (l *leaf) size() int {
	n := len(l.one.base.posts)
	for _, m := range l.more {
		n += len(m.base.posts)
	}
	return n
}

// least is the lowest score that no document with so many points, covering so
// much, can exceed.
func (r *ranking) least(points, coverage float64) float64 {
	return points*r.lift*(1+r.p.s.opts.Coordination*min(1, coverage)) + r.p.literalLift
}

// forget drops the documents of the window that cannot be among the best even
// with all that is still to be added. It reports whether any are left.
func (r *ranking) forget(rest, reach float64) bool {
	x, any := r.x, uint64(0)
	// What no coverage could save need not be looked at twice.
	need := (r.top.bar-r.p.literalLift)/(r.lift*(1+r.p.s.opts.Coordination)) - rest
	for k, set := range x.seen {
		if set == 0 {
			continue
		}
		for left := set; left != 0; left &= left - 1 {
			at := bits.TrailingZeros64(left)
			c := &x.cells[k<<6|at]
			if c.score < need || r.least(c.score+rest, x.share(uint32(c.slots))+reach) < r.top.bar {
				*c = cell{}
				set &^= 1 << at
			}
		}
		x.seen[k] = set
		any |= set
	}
	return any != 0
}

// divide sorts the leaves by their content and gives the first that makes
// candidates: what lies before it covers together less than the threshold, so
// it only adds to what others found.
func (p *plan) divide(floor float64) int {
	total := 0.0
	for _, s := range p.slots {
		total += s.weight
	}
	for k := range p.leaves {
		l := &p.leaves[k]
		l.content, l.bound = 0, l.idf*l.weight*(p.s.opts.K1+1)
		if l.term != noTerm {
			h := p.s.lists.heads[l.term]
			l.bound *= p.s.norms.share(int(h.most), int(h.least))
		}
		if p.dominated(l) {
			continue
		}
		for j := range p.slots {
			if l.slots>>j&1 != 0 {
				l.content += p.slots[j].weight
			}
		}
	}
	slices.SortStableFunc(p.leaves, func(a, b leaf) int { return cmp.Compare(a.content, b.content) })
	var covered uint32
	sum, first := 0.0, len(p.leaves)
	for k := range p.leaves {
		l := &p.leaves[k]
		for j := range p.slots {
			if l.slots&^covered>>j&1 != 0 {
				sum += p.slots[j].weight
			}
		}
		covered |= l.slots
		if l.content > 0 && sum >= floor*total*(1-1e-9) {
			first = min(first, k)
		}
	}
	return first
}

// large is how many facts make a topic large enough that going through the
// lists of words beside those of their concepts costs more than it brings.
const large = 8192

// deferWords takes the words out of the leaves whose concepts count already:
// in a large topic they are looked up for the best candidates alone.
func (p *plan) deferWords() {
	if p.s.live < large || len(p.slots) < 2 {
		return
	}
	for k := range p.leaves {
		if p.dominated(&p.leaves[k]) {
			p.deferred = append(p.deferred, p.leaves[k])
		}
	}
	if len(p.deferred) > 0 {
		p.leaves = slices.DeleteFunc(p.leaves, func(l leaf) bool {
			return slices.ContainsFunc(p.deferred, func(d leaf) bool { return d.term == l.term && d.from == l.from && d.to == l.to && l.literal })
		})
	}
}

// late gives a candidate the points of the deferred words that it holds.
func (p *plan) late(c *candidate) float64 {
	sum := 0.0
	for k := range p.deferred {
		l := &p.deferred[k]
		if n := l.one.count(c.doc); n > 0 {
			c.literal |= l.slots
			sum += p.points(l, n, int(p.s.meta[c.doc].length))
		}
	}
	return sum * (1 + p.s.opts.Coordination*c.coverage)
}

// dominated reports whether every document that holds a word holds a concept
// that stands for the same slots, so that the word makes no candidates of its
// own.
func (p *plan) dominated(l *leaf) bool {
	if !l.literal || l.to-l.from != 1 || p.words[l.from].han || p.besides[l.from] == 1 {
		return false
	}
	for k := range p.leaves {
		if o := &p.leaves[k]; o.how == ByGlossary && o.slots == l.slots && o.from == l.from && o.to == l.to {
			return true
		}
	}
	return false
}
