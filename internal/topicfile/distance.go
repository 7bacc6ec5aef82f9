package topicfile

// shortRow is the length of a row that needs no allocation.
const shortRow = 512

// distance is the edit distance of two texts in code points, or most+1 if it
// is greater than most. Time and space grow with most, not with the square of
// the lengths.
func distance(a, b []rune, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > most {
		return most + 1
	}
	if len(a) == 0 {
		return len(b)
	}
	return banded(a, b, most)
}

// banded fills the band of the table that a distance of at most most can pass
// through; a is the shorter text.
func banded(a, b []rune, most int) int {
	over := most + 1
	var short [2][shortRow]int // on the stack: most texts fit
	row, next := short[0][:], short[1][:]
	if len(b) >= shortRow {
		row, next = make([]int, len(b)+1), make([]int, len(b)+1)
	}
	row, next = row[:len(b)+1], next[:len(b)+1]
	for j := range row {
		row[j] = min(j, over)
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-most), min(len(b), i+most)
		next[from-1] = over
		if from == 1 {
			next[0] = min(i, over)
		}
		lowest := next[from-1]
		for j := from; j <= to; j++ {
			d := row[j-1]
			if a[i-1] != b[j-1] {
				up := over
				if j < i+most {
					up = row[j]
				}
				d = 1 + min(d, up, next[j-1])
			}
			next[j] = min(d, over)
			lowest = min(lowest, next[j])
		}
		if lowest >= over {
			return over
		}
		row, next = next, row
	}
	return row[len(b)]
}
