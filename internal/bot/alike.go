package bot

import (
	"unicode"

	"factbot/internal/search"
)

// nearlySame is the share of pairs of neighbouring characters from which on two
// statements say much the same: a word changed in a sentence.
const nearlySame = 0.8

// alike reports whether two statements are the same but for a word or so, in
// any script: how many pairs of neighbouring letters and digits they share.
func alike(a, b string) bool {
	pairs, n := pairsOf(a)
	others, m := pairsOf(b)
	shared := 0
	for pair, times := range pairs {
		shared += min(times, others[pair])
	}
	return n+m > 0 && 2*float64(shared) >= nearlySame*float64(n+m)
}

func pairsOf(text string) (pairs map[[2]rune]int, n int) {
	pairs = map[[2]rune]int{}
	last := rune(0)
	for _, r := range search.Fold(text) {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			continue
		}
		if last != 0 {
			pairs[[2]rune{last, r}]++
			n++
		}
		last = r
	}
	return pairs, n
}
