package search

// topList keeps the best candidates of a shelf behind those of other shelves:
// all of them, or a number of them in a heap with the worst on top.
type topList struct {
	keep  int // 0: all
	first int // of this shelf's candidates
	list  []candidate
	bar   float64 // a lower score cannot enter
}

func (t *topList) add(c candidate) {
	n := len(t.list) - t.first
	if t.keep == 0 || n < t.keep {
		t.list = append(t.list, c)
		if t.keep > 0 {
			t.up(n)
			if n+1 == t.keep {
				t.bar = t.list[t.first].score
			}
		}
		return
	}
	if c.compare(&t.list[t.first]) > 0 {
		return
	}
	t.list[t.first] = c
	t.down(0)
	t.bar = t.list[t.first].score
}

// worse reports whether candidate i comes after candidate j.
func worse(heap []candidate, i, j int) bool { return heap[i].compare(&heap[j]) > 0 }

func (t *topList) up(i int) {
	heap := t.list[t.first:]
	for i > 0 {
		parent := (i - 1) / 2
		if !worse(heap, i, parent) {
			return
		}
		heap[i], heap[parent] = heap[parent], heap[i]
		i = parent
	}
}

func (t *topList) down(i int) {
	heap := t.list[t.first:]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && worse(heap, child+1, child) {
			child++
		}
		if !worse(heap, child, i) {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
