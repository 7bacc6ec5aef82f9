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
	covered float64 // the best coverage of a query
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

// rank scores every document of a shelf that holds enough of a plan, and
// appends those that pass the filter to the candidates: all of them where keep
// is 0, else at least the best keep. It counts how many pass.
func (p *plan) rank(x *scratch, f *filter, keep int, left *LeftOut) int {
	floor := p.s.opts.Tail
	if f.weak {
		floor = 0
	}
	makes, adds := p.divide(floor)
	if len(makes) == 0 {
		return 0
	}
	x.weigh(p.slots)
	top := topList{keep: keep, first: len(x.found), list: x.found}
	total := 0
	for w := uint32(0); int(w)<<windowBits < len(p.s.facts); w++ {
		any := false
		for i := range makes {
			any = p.addWindow(x, &makes[i], w, true) || any
		}
		if !any {
			continue
		}
		for i := range adds {
			p.addWindow(x, &adds[i], w, false)
		}
		total += p.harvest(x, f, w, floor, &top, left)
	}
	x.found = top.list
	return total
}

// harvest takes the candidates of one window and leaves its cells clean.
func (p *plan) harvest(x *scratch, f *filter, w uint32, floor float64, top *topList, left *LeftOut) int {
	total := 0
	meta := p.s.meta[w<<windowBits:]
	plain := f.status == nil && f.min == 0 && f.lang == fact.LangUnknown
	lift := p.s.opts.Coordination
	priors := x.priors(p.s.opts)
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
			coverage := x.shares[0][slots&255] + x.shares[1][slots>>8&255] + x.shares[2][slots>>16&255] + x.shares[3][slots>>24]
			switch {
			case m.flags&docDead != 0:
				continue
			case coverage < floor:
				left.Weak++
				continue
			case m.flags&docRetracted != 0 && !f.retracted:
				left.Retracted++
				continue
			case !plain && !f.passes(m):
				left.Filtered++
				continue
			}
			total++
			x.covered = max(x.covered, coverage)
			doc := w<<windowBits | uint32(at)
			prior := priors[m.flags&docVerified>>2][m.rate]
			if m.flags&(docExpires|docDoubted) != 0 {
				prior = p.s.prior(m, doc, f.now)
			}
			score *= prior * (1 + lift*coverage)
			if literal != 0 {
				score += p.literalLift
			}
			if score < top.bar {
				continue
			}
			top.add(candidate{p, doc, slots, literal, score, coverage})
		}
	}
	return total
}

// divide splits the leaves into those that make candidates and those that only
// add to them: what lies together below the coverage threshold makes none.
func (p *plan) divide(floor float64) (makes, adds []leaf) {
	total := 0.0
	for _, s := range p.slots {
		total += s.weight
	}
	for k := range p.leaves {
		l := &p.leaves[k]
		l.content = 0
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
			return p.leaves[k:], p.leaves[:k]
		}
	}
	return nil, p.leaves
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
	p.addPosts(x, l, w, posts, counts, makes)
	return true
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
