package search

import (
	"cmp"
	"math"
	"slices"
)

// tail is the least coverage of what follows the best answer. In a small topic
// a fact that covers little may be all there is; in a large one such facts are
// many, and the threshold holds for all.
func (s *shelf) tail() float64 {
	o := s.opts
	share := (math.Log10(float64(s.live+1)) - 3) // of the way, from 1,000 facts to 10,000
	return o.Tail + (max(o.Tail, o.Threshold)-o.Tail)*max(0, min(1, share))
}

// orderLeaves puts the leaves in the order of the points that they give at
// best for each posting that must be read.
func (r *ranking) orderLeaves() {
	x := r.x
	x.units = r.p.unitsFor()
	x.order, x.reach, x.most = x.order[:0], append(x.reach[:0], 0), append(x.most[:0], 0)
	for k := range r.p.leaves {
		l := &r.p.leaves[k]
		l.units = l.full(r.p.s.opts) * x.units
		x.order = append(x.order, k)
	}
	gain := func(k int) float64 { return r.p.leaves[k].bound / float64(1+r.p.leaves[k].size()) }
	slices.SortStableFunc(x.order, func(a, b int) int { return cmp.Compare(gain(a), gain(b)) })
	most, slots := 0.0, uint32(0)
	for _, k := range x.order {
		most, slots = most+r.p.leaves[k].bound, slots|r.p.leaves[k].slots
		x.most, x.reach = append(x.most, most), append(x.reach, x.share(slots))
	}
	for k := range x.liftsOf {
		x.liftsOf[k] = -1
	}
}

// hopeless reports whether documents with so many points at most, that cover no
// more, cannot be among the best or are no answers.
func (r *ranking) hopeless(points, coverage float64) bool {
	return r.reaches(points, coverage) < r.top.bar || coverage < r.floor
}

// enter computes what the leaves can add in one window, and how many of them
// need not make candidates there.
func (r *ranking) enter(w uint32) int {
	x, win := r.x, &r.p.s.windows[w]
	r.lift = win.prior
	most, slots, n := 0.0, uint32(0), 0
	for i, k := range x.order {
		l := &r.p.leaves[k]
		if points := r.p.boundIn(l, w, win); points > 0 {
			most, slots = most+points, slots|l.slots
		}
		x.most[i+1] = most
		if n == i && r.hopeless(most, x.share(slots)) {
			n++
		}
	}
	return n
}

// boundIn is the most that a leaf adds to a document of a window.
func (p *plan) boundIn(l *leaf, w uint32, win *windowMeta) float64 {
	if len(l.more) > 0 || l.one.tail != nil && w >= p.s.seam() {
		return l.bound
	}
	k := l.one.base.advance(w, &l.next)
	if k < 0 {
		return 0
	}
	times := int(l.one.base.stretches[k].most)
	if times == manyTimes {
		return l.bound
	}
	return min(l.bound, l.full(p.s.opts)*p.s.norms.share(times, int(win.shortest)))
}

// size is how many postings a leaf has.
func (l *leaf) size() int {
	n := len(l.one.base.posts)
	for _, m := range l.more {
		n += len(m.base.posts)
	}
	return n
}

// roundingUp makes up for scores that are rounded.
const roundingUp = 1 + 1e-6

// reaches is a score that no document with so many points, covering so much,
// exceeds.
func (r *ranking) reaches(points, coverage float64) float64 {
	return (points*r.lift*(1+r.p.s.opts.Coordination*min(1, coverage)) + r.p.literalLift) * roundingUp
}

// points is the reverse: what a document that covers so much must have at
// least to get among the best.
func (r *ranking) points(coverage float64) float64 {
	return (r.top.bar/roundingUp - r.p.literalLift) / (r.lift * (1 + r.p.s.opts.Coordination*min(1, coverage)))
}

// least is how many units a document must have from the leaf at a place of
// the order to get among the best, if those behind it gave it none.
func (r *ranking) least(i int) int64 {
	if r.top.bar == 0 {
		return 0
	}
	return int64((r.points(r.x.reach[i+1]) - r.x.most[i]) * r.x.units * (1 - 1e-9))
}

// forget drops the documents found that cannot be among the best even with all
// that the first n leaves, in their order, may still add.
func (r *ranking) forget(n int) {
	x := r.x
	rest := x.most[n] * x.units * (1 + 1e-9)
	bar := (r.top.bar/roundingUp - r.p.literalLift) / r.lift * x.units
	lift, share := r.lifts(n)
	kept := x.docs[:0]
	for _, at := range x.docs {
		c := x.cells[at]
		set := c.slots() & (tabledSlots - 1)
		if lift[set] == 0 {
			lift[set] = 1 + r.p.s.opts.Coordination*min(1, x.share(set)+share)
		}
		if (float64(c.units())+rest)*lift[set] >= bar {
			kept = append(kept, at)
			continue
		}
		x.drop(at)
	}
	x.docs = kept
}

// tabledSlots is how many sets of slots lifts tells apart.
const tabledSlots = 1 << 8

// lifts holds what the points of a document are multiplied by for what it
// covers at best, by set of the first eight slots; 0 where it is not computed yet.
type lifts [tabledSlots]float64

// lifts gives the table for what the first n leaves may still cover, and their
// share.
func (r *ranking) lifts(n int) (*lifts, float64) {
	x := r.x
	share := x.reach[n]
	if len(r.p.slots) > 8 {
		share = 1 // what the slots after the eighth cover is not looked at
	}
	k := min(n, len(x.lifts)-1)
	if x.liftsOf[k] != n {
		x.lifts[k], x.liftsOf[k] = lifts{}, n
	}
	return &x.lifts[k], share
}

// divide sorts the leaves by their content and gives the first that makes
// candidates: what lies before it covers together less than the threshold, so
// it only adds to what others found.
func (r *ranking) divide() int {
	p := r.p
	for k := range p.leaves {
		l := &p.leaves[k]
		full := l.full(p.s.opts)
		l.content, l.bound, l.once = 0, full, full
		if l.term != noTerm {
			once, most := p.s.lists.heads[l.term].bounds(&p.s.norms)
			l.bound, l.once = full*most, full*once
			if once == 0 {
				l.once = l.bound
			}
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
	covered := uint32(0)
	for k := range p.leaves {
		covered |= p.leaves[k].slots
		if p.leaves[k].content > 0 && r.x.share(covered) >= r.floor {
			return k
		}
	}
	return len(p.leaves)
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
