package search

import "slices"

// belowLiteral puts, for a query of one word, the facts that are found only
// across a glossary or the dictionary below those that hold the word itself.
func belowLiteral(found []candidate) {
	least, most := 0.0, 0.0
	for _, c := range found {
		if c.literal != 0 {
			if least == 0 || c.score < least {
				least = c.score
			}
		} else {
			most = max(most, c.score)
		}
	}
	if least == 0 || most < least {
		return
	}
	for k := range found {
		if c := &found[k]; c.literal == 0 {
			c.score *= 0.99 * least / most
		}
	}
}

func sortCandidates(found []candidate) {
	slices.SortFunc(found, func(a, b candidate) int { return a.compare(&b) })
}
