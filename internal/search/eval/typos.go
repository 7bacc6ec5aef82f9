package eval

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// misspell puts one edit into a quarter, at least one, of a query's words of
// five letters or more: a letter left out, doubled, changed, or swapped with
// its neighbour. The same query and seed give the same text.
func misspell(text, id string, seed uint64) string {
	h := fnv.New64a()
	h.Write([]byte(id + "\x00" + text))
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	words := strings.Split(text, " ")
	var long []int
	for k, w := range words {
		if n := letters(w); n >= 5 && n == len(strings.Trim(w, ".,;:?!()\"'")) {
			long = append(long, k)
		}
	}
	if len(long) == 0 {
		return text
	}
	r.Shuffle(len(long), func(i, j int) { long[i], long[j] = long[j], long[i] })
	for _, k := range long[:max(1, len(long)/4)] {
		words[k] = edit(words[k], r)
	}
	return strings.Join(words, " ")
}

func letters(w string) int {
	n := 0
	for i := range len(w) {
		if c := w[i] | 0x20; 'a' <= c && c <= 'z' {
			n++
		}
	}
	return n
}

func edit(w string, r *rand.Rand) string {
	n := letters(w)
	start := strings.IndexFunc(w, func(c rune) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' })
	at := start + r.IntN(n-1)
	switch r.IntN(4) {
	case 0:
		return w[:at] + w[at+1:]
	case 1:
		return w[:at] + w[at:at+1] + w[at:]
	case 2:
		return w[:at] + string(rune('a'+r.IntN(26))) + w[at+1:]
	default:
		return w[:at] + w[at+1:at+2] + w[at:at+1] + w[at+2:]
	}
}
