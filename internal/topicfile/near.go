package topicfile

import "sort"

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
