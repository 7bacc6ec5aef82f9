package topicfile

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closeEnough is how many code points may differ for a text of n to be an edit
// of the other rather than another fact: a sixth, at most 40.
func closeEnough(n int) int {
	if n < 4 {
		return 0
	}
	return min(max(1, n/6), 40)
}

// edited reports whether two texts differ in a few characters, more than in
// case, width and spaces.
func edited(a, b string) bool {
	x, y := []rune(a), []rune(b)
	most := closeEnough(max(len(x), len(y)))
	return most > 0 && distance(x, y, most) <= most && Fold(a) != Fold(b)
}

// unlike reports whether two texts have next to nothing in common: less than a
// quarter of their words, and no edit leads from one to the other.
func unlike(a, b string) bool {
	if a == b || edited(a, b) {
		return false
	}
	x, y := words(a), words(b)
	shared, all := 0, 0
	for word, n := range x {
		shared += 2 * min(n, y[word])
		all += n
	}
	for _, n := range y {
		all += n
	}
	return 4*shared < all
}

// words counts a text's words, folded; where words are not parted by spaces,
// each pair of neighbouring characters counts as one.
func words(text string) map[string]int {
	counts := map[string]int{}
	split := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	for _, word := range strings.FieldsFunc(Fold(text), split) {
		latin := 0 // where the present run of letters that make words begins
		var before rune
		for i, r := range word {
			if !unicode.Is(unicode.Han, r) {
				before = 0
				continue
			}
			if i > latin {
				counts[word[latin:i]]++
			}
			if before != 0 {
				counts[string([]rune{before, r})]++
			}
			before, latin = r, i+utf8.RuneLen(r)
		}
		if latin < len(word) {
			counts[word[latin:]]++
		}
	}
	return counts
}

// likeness is a possible pair and its distance.
type likeness struct{ i, j, d int }

// near matches leftovers that differ in a few characters only, the closest
// first: those that share rare shingles, then those beside a match.
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
	m.alongside()
}

// alongside matches edits that stand next to a match, forwards and backwards,
// where their own text is too common to have found them.
func (m *matcher) alongside() {
	next := m.followers()
	before := make(map[int]int, len(next))
	for a, b := range next {
		before[b] = a
	}
	for i := range m.to {
		m.follow(next, i, i-1)
	}
	for i := len(m.to) - 2; i >= 0; i-- {
		m.follow(before, i, i+1)
	}
}

// follow matches a fact to the neighbour of its own neighbour's match.
func (m *matcher) follow(next map[int]int, i, neighbour int) {
	if m.to[i] >= 0 {
		return
	}
	at := -1
	if neighbour >= 0 {
		if at = m.to[neighbour]; at < 0 {
			return
		}
	}
	if j, ok := next[at]; ok && j >= 0 && m.from[j] < 0 {
		if _, near := m.apart(i, j); near {
			m.pair(i, j, byNearness)
		}
	}
}

// likenesses measures every leftover of the file against its candidates.
func (m *matcher) likenesses(sources, stored []int) []likeness {
	known := newSketches(m, stored)
	shared := make([]uint8, len(m.stored))
	var pairs []likeness
	for _, i := range sources {
		for _, j := range known.candidates(m.sourceFold(i), shared) {
			if d, ok := m.apart(i, j); ok {
				pairs = append(pairs, likeness{i, j, d})
			}
		}
	}
	return pairs
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
