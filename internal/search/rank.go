package search

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"factbot/internal/fact"
)

// cell gathers one document's score while a window is ranked.
type cell struct {
	score float64
	slots uint64 // that something stands for; in the upper half those that stand literally
}

// scratch is what ranking a query needs, kept between queries.
type scratch struct {
	cells   [windowSize]cell
	seen    [windowSize / 64]uint64
	tally   [windowSize]uint8 // of a leaf of several lists
	tallied [windowSize / 64]uint64
	posts   []uint16
	counts  []uint8
	found   []candidate
	seq     []seqUnit
	shares  [4][256]float64 // coverage by byte of a slot set
	plans   []*plan
	prior   [2][256]float64
}

// candidate is a document that may answer.
type candidate struct {
	p        *plan
	doc      uint32
	slots    uint32
	literal  uint32
	score    float64
	coverage float64
}

// filter says which documents may be given.
type filter struct {
	status    *fact.Status
	min       fact.Confidence
	lang      fact.Lang
	retracted bool
	now       time.Time
	weak      bool // also those that cover too little
	exact     bool // account for every document
}

// passes reports whether a document's properties are those asked for.
func (f *filter) passes(m docMeta) bool {
	if fact.Confidence(m.rate) < f.min {
		return false
	}
	if f.status != nil && *f.status != m.status() {
		return false
	}
	switch f.lang {
	case fact.English:
		return m.flags&docEnglish != 0
	case fact.Chinese:
		return m.flags&docChinese != 0
	}
	return true
}

func (m docMeta) status() fact.Status {
	switch {
	case m.flags&docRetracted != 0:
		return fact.Retracted
	case m.flags&docVerified != 0:
		return fact.Verified
	}
	return fact.Unverified
}

// order puts verified documents first, then those of high confidence.
func (m docMeta) order() int {
	v := int(m.rate)
	switch {
	case m.flags&docVerified != 0:
		v += 1 << 9
	case m.flags&docRetracted == 0:
		v += 1 << 8
	}
	return v
}

// compare orders candidates: score, verified first, confidence, id.
func (a *candidate) compare(b *candidate) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	s, t := a.p.s, b.p.s
	if d := t.meta[b.doc].order() - s.meta[a.doc].order(); d != 0 {
		return d
	}
	if s == t && s.onePrefix() {
		return cmp.Compare(s.nums[a.doc], s.nums[b.doc])
	}
	return s.facts[a.doc].ID.Compare(t.facts[b.doc].ID)
}

// onePrefix reports whether all ids of a shelf have the same prefix.
func (s *shelf) onePrefix() bool { return len(s.numbers.dense) == 1 && len(s.numbers.sparse) == 0 }

// countUpTo is how many answers are counted one by one. Beyond, where only the
// best are asked for, documents that cannot be among them are passed over.
const countUpTo = 1000

// ranking is the state of one plan's ranking.
type ranking struct {
	p      *plan
	x      *scratch
	f      *filter
	left   *LeftOut
	top    topList
	floor  float64
	lift   float64 // the most that a document's points are multiplied by
	total  int
	exact  bool // every answer is wanted or to be accounted for
	priors *[2][256]float64
}

// rank scores the documents of a shelf that hold enough of a plan, and appends
// those that pass the filter to the candidates: all of them where keep is 0,
// else the best keep. It counts how many pass, up to countUpTo.
func (p *plan) rank(x *scratch, f *filter, keep int, left *LeftOut) int {
	o := p.s.opts
	r := ranking{p: p, x: x, f: f, left: left, floor: o.Tail, priors: x.priors(o)}
	if f.weak {
		r.floor = 0
	}
	r.exact = keep == 0 || f.exact || f.retracted
	r.lift = (1 + o.Verified + o.Confidence) * (1 + o.Coordination)
	first := p.divide(r.floor)
	if first == len(p.leaves) {
		return 0
	}
	x.weigh(p.slots)
	r.top = topList{keep: keep, first: len(x.found), list: x.found}
	for w := uint32(0); int(w)<<windowBits < len(p.s.facts); w++ {
		r.window(w, first)
	}
	x.found = r.top.list
	return r.total
}

// window ranks the documents of one window. first is the first leaf that makes
// candidates by its content.
func (r *ranking) window(w uint32, first int) {
	leaves, x := r.p.leaves, r.x
	pruning := !r.exact && r.total >= countUpTo && r.top.bar > 0
	rest := 0.0 // the most that leaves before first can add
	if pruning {
		bar := (r.top.bar - r.p.literalLift) / r.lift
		for k := range leaves {
			if k >= first && rest+leaves[k].bound >= bar {
				break
			}
			rest += leaves[k].bound
			first = max(first, k+1)
		}
	}
	any := false
	for i := first; i < len(leaves); i++ {
		any = r.p.addWindow(x, &leaves[i], w, true) || any
	}
	if !any {
		return
	}
	if pruning {
		x.forget((r.top.bar-r.p.literalLift)/r.lift - rest)
	}
	for i := range first {
		r.p.addWindow(x, &leaves[i], w, false)
	}
	r.harvest(w, pruning)
}

// forget drops the documents of the window with fewer points.
func (x *scratch) forget(points float64) {
	if points <= 0 {
		return
	}
	for k, set := range x.seen {
		for rest := set; rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros64(rest)
			if c := &x.cells[k<<6|at]; c.score < points {
				*c = cell{}
				set &^= 1 << at
			}
		}
		x.seen[k] = set
	}
}

// harvest takes the candidates of one window and leaves its cells clean.
func (r *ranking) harvest(w uint32, pruning bool) {
	x, f, meta := r.x, r.f, r.p.s.meta[w<<windowBits:]
	plain := f.status == nil && f.min == 0 && f.lang == fact.LangUnknown
	lift := r.p.s.opts.Coordination
	for k, set := range x.seen {
		if set == 0 {
			continue
		}
		x.seen[k] = 0
		for ; set != 0; set &= set - 1 {
			at := k<<6 | bits.TrailingZeros64(set)
			c := &x.cells[at]
			score, slots, literal := c.score, uint32(c.slots), uint32(c.slots>>32)
			*c = cell{}
			if pruning && score*r.lift+r.p.literalLift < r.top.bar {
				continue
			}
			m := meta[at]
			coverage := x.shares[0][slots&255] + x.shares[1][slots>>8&255] + x.shares[2][slots>>16&255] + x.shares[3][slots>>24]
			switch {
			case m.flags&docDead != 0:
				continue
			case coverage < r.floor:
				r.left.Weak++
				continue
			case m.flags&docRetracted != 0 && !f.retracted:
				r.left.Retracted++
				continue
			case !plain && !f.passes(m):
				r.left.Filtered++
				continue
			}
			r.total++
			doc := w<<windowBits | uint32(at)
			prior := r.priors[m.flags&docVerified>>2][m.rate]
			if m.flags&(docExpires|docDoubted) != 0 {
				prior = r.p.s.prior(m, doc, f.now)
			}
			score *= prior * (1 + lift*coverage)
			if literal != 0 {
				score += r.p.literalLift
			}
			// Sums in another order differ in their last bits: rounding lets
			// equal facts tie.
			score = float64(float32(score))
			if score >= r.top.bar {
				r.top.add(candidate{r.p, doc, slots, literal, score, coverage})
			}
		}
	}
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
		for j := range p.slots {
			if l.slots>>j&1 != 0 {
				l.content += p.slots[j].weight
			}
		}
	}
	slices.SortStableFunc(p.leaves, func(a, b leaf) int { return cmp.Compare(a.content, b.content) })
	var covered uint32
	sum := 0.0
	for k := range p.leaves {
		l := &p.leaves[k]
		for j := range p.slots {
			if l.slots&^covered>>j&1 != 0 {
				sum += p.slots[j].weight
			}
		}
		covered |= l.slots
		if l.slots != 0 && sum >= floor*total*(1-1e-9) {
			return k
		}
	}
	return len(p.leaves)
}

// addWindow adds a leaf's score to the cells of one window: to all documents
// that hold it, or only to those already seen.
func (p *plan) addWindow(x *scratch, l *leaf, w uint32, makes bool) bool {
	if len(l.more) > 0 || l.one.tail != nil {
		return p.addTally(x, l, w, makes)
	}
	posts, counts := l.one.base.in(w)
	if len(posts) == 0 {
		return false
	}
	if !makes && x.sparse(len(posts)) {
		p.addSeen(x, l, w, posts, counts)
		return true
	}
	p.addPosts(x, l, w, posts, counts, makes)
	return true
}

// sparse reports whether so few documents were seen in the window that looking
// each up in a list of n postings costs less than going through the list.
func (x *scratch) sparse(n int) bool {
	seen := 0
	for _, set := range x.seen {
		seen += bits.OnesCount64(set)
	}
	return seen*16 < n
}

// addSeen adds a leaf's score to the documents seen, looking each up.
func (p *plan) addSeen(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8) {
	from := 0
	var one [1]uint16
	for k, set := range x.seen {
		for ; set != 0; set &= set - 1 {
			at := uint16(k<<6 | bits.TrailingZeros64(set))
			n, ok := slices.BinarySearchFunc(posts[from:], at, func(p, at uint16) int { return int(p&windowMask) - int(at) })
			from += n
			if !ok {
				continue
			}
			one[0] = posts[from]
			times := counts
			if one[0]>>windowBits == manyTimes {
				for _, p := range posts[:from] {
					if p>>windowBits == manyTimes {
						times = times[1:]
					}
				}
			}
			p.addPosts(x, l, w, one[:], times, false)
		}
	}
}

func (p *plan) addPosts(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8, makes bool) {
	weight := l.idf * l.weight * (p.s.opts.K1 + 1)
	n := &p.s.norms
	meta := p.s.meta[w<<windowBits:]
	slots := uint64(l.slots)
	if l.literal {
		slots |= slots << 32
	}
	for _, post := range posts {
		at := post & windowMask
		times := int(post >> windowBits)
		if times == manyTimes {
			times = int(counts[0])
			counts = counts[1:]
		}
		if makes {
			x.seen[at>>6] |= 1 << (at & 63)
		} else if x.seen[at>>6]>>(at&63)&1 == 0 {
			continue
		}
		c := &x.cells[at]
		c.slots |= slots
		if length := int(meta[at].length); times < manyTimes && length < tabled {
			c.score += weight * n.table[times][length]
		} else {
			c.score += weight * n.share(times, length)
		}
	}
}

// addTally adds a leaf of several lists, which count as one term.
func (p *plan) addTally(x *scratch, l *leaf, w uint32, makes bool) bool {
	any := x.count(&l.one.base, w)
	if l.one.tail != nil {
		any = x.count(l.one.tail, w) || any
	}
	for i := range l.more {
		any = x.count(&l.more[i].base, w) || any
		if l.more[i].tail != nil {
			any = x.count(l.more[i].tail, w) || any
		}
	}
	if !any {
		return false
	}
	x.posts, x.counts = x.posts[:0], x.counts[:0]
	for k, set := range x.tallied {
		if set == 0 {
			continue
		}
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
	p.addPosts(x, l, w, x.posts, x.counts, makes)
	return true
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
		x.tally[at] = uint8(min(int(x.tally[at])+int(n), 255))
		x.tallied[at>>6] |= 1 << (at & 63)
	}
	return len(posts) > 0
}

// weigh lays out the coverage of every set of slots, a byte of the set at a
// time.
func (x *scratch) weigh(slots []slot) {
	total := 0.0
	for _, s := range slots {
		total += s.weight
	}
	for b := range x.shares {
		part := slots[min(8*b, len(slots)):min(8*b+8, len(slots))]
		x.shares[b][0] = 0
		for set := 1; set < 1<<len(part); set++ {
			low := bits.TrailingZeros(uint(set))
			x.shares[b][set] = x.shares[b][set&(set-1)] + part[low].weight/total
		}
	}
}

// priors tabulates prior by verified or not and confidence, for the facts that
// have neither doubts nor a date.
func (x *scratch) priors(o *Options) *[2][256]float64 {
	if x.prior[0][50] == 0 {
		for rate := range x.prior[0] {
			x.prior[0][rate] = 1 + o.Confidence*(float64(rate)-50)/50
			x.prior[1][rate] = x.prior[0][rate] + o.Verified
		}
	}
	return &x.prior
}

// prior is the factor by which what is known of a fact lifts or lowers it.
func (s *shelf) prior(m docMeta, doc uint32, now time.Time) float64 {
	o := s.opts
	f := 1 + o.Confidence*(float64(m.rate)-50)/50
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if m.flags&docVerified != 0 && !expired {
		f += o.Verified
	}
	if expired {
		f *= o.Expired
	}
	if m.flags&docDoubted != 0 {
		f *= o.Doubted
	}
	return f
}
