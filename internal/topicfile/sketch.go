package topicfile

import (
	"cmp"
	"math/bits"
	"slices"
)

// Bounds of the search for edited facts.
const (
	sketchSize = 8  // rare shingles that stand for a text
	bucketSize = 16 // stored facts looked at for one shingle
	scanned    = 64 // entries looked at to find them
	tried      = 3  // candidates whose distance is measured
)

// Shingles are stretches of a text. Short texts have every stretch of both
// widths; long ones only a quarter of the wide ones, chosen by their hash so
// that both sides choose alike.
const (
	narrowShingle = 3
	wideShingle   = 9
	shortText     = 32 // code points
)

// sketches finds stored texts that share rare shingles with another text.
type sketches struct {
	seen []uint32    // how often each shingle occurs in stored texts, by its hash
	keys []sketchKey // grouped by the first bits of their shingle
	from []int32     // where each group begins in keys, and the end
	rest int         // how many bits of a shingle do not choose its group
}

type sketchKey struct {
	shingle uint64
	j       int // stored fact
}

func newSketches(m *matcher, stored []int) *sketches {
	folds := make([][]rune, 0, 2*len(stored))
	owners := make([]int, 0, 2*len(stored))
	total := 0
	for _, j := range stored {
		for _, filed := range []bool{false, true} {
			text := m.wording(j, filed)
			if text == "" || filed && text == m.wording(j, false) {
				continue
			}
			fold := []rune(m.fold(j, filed))
			folds, owners = append(folds, fold), append(owners, j)
			total += len(fold)
		}
	}
	s := &sketches{seen: make([]uint32, 1<<min(23, bits.Len(uint(2*total))))}
	for _, fold := range folds {
		shingles(fold, func(h uint64) { s.seen[s.slot(h)]++ })
	}
	var keys []sketchKey
	for k, fold := range folds {
		for _, h := range s.sketch(fold) {
			keys = append(keys, sketchKey{h, owners[k]})
		}
	}
	s.group(keys)
	return s
}

// group sorts the keys by the first bits of their shingles, which are spread
// evenly, and keeps their order within a group.
func (s *sketches) group(keys []sketchKey) {
	wide := bits.Len(uint(len(keys)))
	s.rest = 64 - wide
	s.from = make([]int32, 1<<wide+1)
	for _, k := range keys {
		s.from[k.shingle>>s.rest+1]++
	}
	for g := 1; g < len(s.from); g++ {
		s.from[g] += s.from[g-1]
	}
	at := slices.Clone(s.from)
	s.keys = make([]sketchKey, len(keys))
	for _, k := range keys {
		g := k.shingle >> s.rest
		s.keys[at[g]] = k
		at[g]++
	}
}

func (s *sketches) slot(h uint64) uint64 { return h & uint64(len(s.seen)-1) }

// candidates lists the stored facts that share the most with a text. The
// counters given must be zero and are left so.
func (s *sketches) candidates(fold string, shared []uint8) []int {
	var seen []int
	sketch := s.sketch([]rune(fold))
	for _, h := range sketch {
		g := h >> s.rest
		group := s.keys[s.from[g]:s.from[g+1]]
		n := 0
		for _, k := range group[:min(len(group), scanned)] {
			if k.shingle != h || n == bucketSize {
				continue
			}
			n++
			if shared[k.j] == 0 {
				seen = append(seen, k.j)
			}
			shared[k.j]++
		}
	}
	slices.SortStableFunc(seen, func(a, b int) int { return cmp.Compare(shared[b], shared[a]) })
	least := uint8(1) // of an edit many rare shingles survive
	if len(sketch) >= sketchSize/2 {
		least = 2
	}
	enough := 0
	for _, j := range seen {
		if shared[j] >= least && enough < tried {
			enough++
		}
		shared[j] = 0
	}
	return seen[:enough]
}

// rareShingle is a shingle with how often it occurs.
type rareShingle struct {
	count uint32
	hash  uint64
}

func (r rareShingle) rarer(than rareShingle) bool {
	return r.count < than.count || r.count == than.count && r.hash < than.hash
}

// sketch is the text's rarest shingles among those that stored texts have.
func (s *sketches) sketch(fold []rune) []uint64 {
	var best [sketchSize]rareShingle
	n := 0
	shingles(fold, func(h uint64) {
		r := rareShingle{s.seen[s.slot(h)], h}
		if r.count == 0 || n == sketchSize && !r.rarer(best[n-1]) {
			return
		}
		at := n
		for at > 0 && r.rarer(best[at-1]) {
			at--
		}
		if at > 0 && best[at-1] == r {
			return
		}
		n = min(n+1, sketchSize)
		copy(best[at+1:n], best[at:n-1])
		best[at] = r
	})
	hashes := make([]uint64, n)
	for k := range hashes {
		hashes[k] = best[k].hash
	}
	return hashes
}

// shingles calls a function with the hash of every shingle of a text.
func shingles(fold []rune, each func(uint64)) {
	if len(fold) <= shortText {
		stretches(fold, min(narrowShingle, len(fold)), 0, each)
		stretches(fold, wideShingle, 0, each)
		return
	}
	stretches(fold, wideShingle, 3, each)
}

// stretches hashes every stretch of a width and keeps those whose hash has the
// mask's bits clear.
func stretches(fold []rune, width int, mask uint64, each func(uint64)) {
	if width == 0 || len(fold) < width {
		return
	}
	const base = 0x100000001b3
	power := uint64(1)
	for range width {
		power *= base
	}
	var rolling uint64
	for i, r := range fold {
		rolling = rolling*base + uint64(r)
		if i >= width {
			rolling -= power * uint64(fold[i-width])
		}
		// The width goes in, so that stretches of different widths differ.
		if h := mix(rolling + uint64(width)<<56); i >= width-1 && h>>60&mask == 0 {
			each(h)
		}
	}
}

// mix spreads the bits of a number (the finalizer of SplitMix64, public domain).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
