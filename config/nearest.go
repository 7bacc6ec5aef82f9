package config

// nearest gives the candidate that takes the fewest edits to reach.
func nearest(word string, candidates []string) string {
	best, least := "", -1
	for _, c := range candidates {
		if d := edits(word, c); least < 0 || d < least {
			best, least = c, d
		}
	}
	return best
}

// edits counts insertions, deletions and substitutions between two words.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
