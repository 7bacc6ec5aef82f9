package search

import (
	"cmp"
	"math"
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
	cells       [windowSize]cell
	seen        [windowSize / 64]uint64
	tally       [windowSize]uint8 // of a leaf of several lists
	tallied     [windowSize / 64]uint64
	posts       []uint16
	counts      []uint8
	found       []candidate
	seq         []seqUnit
	shares      [4][256]float64 // coverage by byte of a slot set
	plans       []*plan
	prior       [2][256]float64
	order       []int // leaves by points for each posting
	makes, adds []int
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
const countUpTo = 200

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
	r := ranking{p: p, x: x, f: f, left: left, floor: p.s.tail(), priors: x.priors(o)}
	if f.weak {
		r.floor = 0
	}
	r.exact = keep == 0 || f.exact || f.retracted
	r.lift = 1 + o.Verified + o.Confidence
	first := p.divide(r.floor)
	if first == len(p.leaves) {
		return 0
	}
	x.weigh(p.slots)
	x.order = x.order[:0]
	r.top = topList{keep: keep, first: len(x.found), list: x.found}
	for w := uint32(0); int(w)<<windowBits < len(p.s.facts); w++ {
		r.window(w, first)
	}
	x.found = r.top.list
	return r.total
}

// tail is the least coverage of what follows the best answer. In a small topic
// a fact that covers little may be all there is; in a large one such facts are
// many, and the threshold holds for all.
func (s *shelf) tail() float64 {
	o := s.opts
	share := (math.Log10(float64(s.live+1)) - 3) // of the way, from 1,000 facts to 10,000
	return o.Tail + (max(o.Tail, o.Threshold)-o.Tail)*max(0, min(1, share))
}

// window ranks the documents of one window. first is the first leaf that makes
// candidates by its content.
func (r *ranking) window(w uint32, first int) {
	x := r.x
	pruning := !r.exact && r.total >= countUpTo && r.top.bar > 0
	makes, adds := r.split(first, pruning)
	any := false
	for _, k := range makes {
		any = r.p.addWindow(x, &r.p.leaves[k], w, true) || any
	}
	if !any {
		return
	}
	rest := 0.0
	for _, k := range adds {
		rest += r.p.leaves[k].bound
	}
	for n, k := range adds {
		if pruning && n%4 == 0 && !r.forget(rest, r.reach(adds[n:])) {
			return
		}
		r.p.addWindow(x, &r.p.leaves[k], w, false)
		rest -= r.p.leaves[k].bound
	}
	r.harvest(w, pruning)
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

// share is a set of slots' share of the query's content.
func (x *scratch) share(slots uint32) float64 {
	return x.shares[0][slots&255] + x.shares[1][slots>>8&255] + x.shares[2][slots>>16&255] + x.shares[3][slots>>24]
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
			m := meta[at]
			coverage := x.share(slots)
			if pruning && r.least(score, coverage) < r.top.bar {
				continue
			}
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
	return seen*6 < n
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

// addPosts adds a leaf's points for the postings of one window. In the inner
// loops a document that was not seen is not passed over by a branch, which
// would be guessed wrong half the time, but given nothing.
func (p *plan) addPosts(x *scratch, l *leaf, w uint32, posts []uint16, counts []uint8, makes bool) {
	weight := l.idf * l.weight * (p.s.opts.K1 + 1)
	n := &p.s.norms
	meta := p.s.meta[w<<windowBits:]
	slots := uint64(l.slots)
	if l.literal {
		slots |= slots << 32
	}
	if makes {
		for _, post := range posts {
			at := post & windowMask
			x.seen[at>>6] |= 1 << (at & 63)
		}
	}
	for _, post := range posts {
		at := post & windowMask
		times, length := int(post>>windowBits), int(meta[at].length)
		share := 0.0
		if times < tabledTimes && length < tabledLength {
			share = n.table[times][length]
		} else {
			if times == manyTimes {
				times = int(counts[0])
				counts = counts[1:]
			}
			share = n.share(times, length)
		}
		set := x.seen[at>>6] >> (at & 63) & 1
		c := &x.cells[at]
		c.score += weight * share * float64(set)
		c.slots |= slots & -set
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
