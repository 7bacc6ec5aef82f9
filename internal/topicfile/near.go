package topicfile

import "sort"

// Bounds of the search for edited facts.
const (
	sketchSize = 8  // rare shingles that stand for a text
	bucketSize = 16 // stored facts looked at for one shingle
	tried      = 3  // candidates whose distance is measured
)

// closeEnough is how many code points may differ for a text of n to be an edit
// of the other rather than another fact: a sixth, at most 40.
func closeEnough(n int) int {
	if n < 4 {
		return 0
	}
	return min(max(1, n/6), 40)
}

// likeness is a possible pair and its distance.
type likeness struct{ i, j, d int }

// near matches leftovers that differ in a few characters only, the closest
// first. Candidates share rare shingles or the same neighbour before them.
func (m *matcher) near() {
	var sources, stored []int
	for i, j := range m.to {
		if j < 0 {
			sources = append(sources, i)
		}
	}
	for _, j := range m.order {
		if m.from[j] < 0 {
			stored = append(stored, j)
		}
	}
	if len(sources) == 0 || len(stored) == 0 {
		return
	}
	pairs := m.likenesses(sources, stored)
	sort.Slice(pairs, func(a, b int) bool {
		x, y := pairs[a], pairs[b]
		if x.d != y.d {
			return x.d < y.d
		}
		if x.i != y.i {
			return x.i < y.i
		}
		return m.stored[x.j].ID.Compare(m.stored[y.j].ID) < 0
	})
	for _, p := range pairs {
		if m.to[p.i] < 0 && m.from[p.j] < 0 {
			m.pair(p.i, p.j, byNearness)
		}
	}
}

func (m *matcher) likenesses(sources, stored []int) []likeness {
	rare := newRarity()
	for _, j := range stored {
		rare.count(Fold(m.wording(j, false)))
	}
	buckets := map[uint64][]int{}
	for _, j := range stored {
		for _, filed := range []bool{false, true} {
			for _, k := range rare.sketch(Fold(m.wording(j, filed))) {
				if b := buckets[k]; len(b) < bucketSize {
					buckets[k] = append(b, j)
				}
			}
		}
	}
	next := m.followers()
	shared := make([]uint8, len(m.stored))
	var pairs []likeness
	for _, i := range sources {
		var seen []int
		for _, k := range rare.sketch(Fold(m.src.Facts[i].Statement)) {
			for _, j := range buckets[k] {
				if shared[j] == 0 {
					seen = append(seen, j)
				}
				shared[j]++
			}
		}
		sort.SliceStable(seen, func(a, b int) bool { return shared[seen[a]] > shared[seen[b]] })
		for _, j := range seen {
			shared[j] = 0
		}
		seen = seen[:min(len(seen), tried)]
		if j, ok := m.sameNeighbour(next, i); ok {
			seen = append(seen, j)
		}
		for _, j := range seen {
			if d, ok := m.apart(i, j); ok {
				pairs = append(pairs, likeness{i, j, d})
			}
		}
	}
	return pairs
}

// sameNeighbour is the leftover that follows the match of the fact before.
func (m *matcher) sameNeighbour(next map[int]int, i int) (int, bool) {
	before := -1
	if i > 0 {
		if before = m.to[i-1]; before < 0 {
			return 0, false
		}
	}
	j, ok := next[before]
	return j, ok && m.from[j] < 0
}

// apart measures how far two facts are from each other, if that is an edit.
func (m *matcher) apart(i, j int) (int, bool) {
	text := []rune(m.src.Facts[i].Statement)
	best, ok := 0, false
	for _, filed := range []bool{false, true} {
		other := []rune(m.wording(j, filed))
		most := closeEnough(max(len(text), len(other)))
		if len(other) == 0 || most == 0 {
			continue
		}
		if d := distance(text, other, most); d <= most && (!ok || d < best) {
			best, ok = d, true
		}
	}
	return best, ok
}

// rarity counts shingles (three code points) in a table of fixed size; a
// collision makes a shingle look less rare, never rarer.
type rarity struct{ seen []uint32 }

const raritySlots = 1 << 20

func newRarity() *rarity { return &rarity{seen: make([]uint32, raritySlots)} }

func (r *rarity) count(text string) {
	shingles(text, func(h uint64) { r.seen[h%raritySlots]++ })
}

// sketch is the text's rarest shingles.
func (r *rarity) sketch(text string) []uint64 {
	var best [sketchSize]uint64
	n := 0
	before := func(a, b uint64) bool {
		if x, y := r.seen[a%raritySlots], r.seen[b%raritySlots]; x != y {
			return x < y
		}
		return a < b
	}
	shingles(text, func(h uint64) {
		// A shingle that no stored text has finds nothing.
		if r.seen[h%raritySlots] == 0 {
			return
		}
		at := n
		for at > 0 && before(h, best[at-1]) {
			at--
		}
		if at > 0 && best[at-1] == h || at == sketchSize {
			return
		}
		if n < sketchSize {
			n++
		}
		copy(best[at+1:n], best[at:n-1])
		best[at] = h
	})
	return append([]uint64(nil), best[:n]...)
}

// shingles calls a function with a hash of every three code points in a row.
func shingles(text string, each func(uint64)) {
	var a, b rune
	n := 0
	for _, c := range text {
		n++
		if n >= 3 {
			each(mix(uint64(a)<<42 | uint64(b)<<21 | uint64(c)))
		}
		a, b = b, c
	}
	if n == 1 || n == 2 {
		each(mix(uint64(a)<<21 | uint64(b)))
	}
}

// mix spreads the bits of a number (the finalizer of SplitMix64, public domain).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
