package search

// topList keeps the best candidates: all of them, or a number of them in a
// heap with the worst on top.
type topList struct {
	keep int // 0: all
	list []candidate
}

func (t *topList) add(c candidate) {
	if t.keep == 0 || len(t.list) < t.keep {
		t.list = append(t.list, c)
		if t.keep > 0 {
			t.up(len(t.list) - 1)
		}
		return
	}
	if c.score < t.list[0].score || c.compare(&t.list[0]) > 0 {
		return
	}
	t.list[0] = c
	t.down(0)
}

// worse reports whether candidate i comes after candidate j.
func (t *topList) worse(i, j int) bool { return t.list[i].compare(&t.list[j]) > 0 }

func (t *topList) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.worse(i, parent) {
			return
		}
		t.list[i], t.list[parent] = t.list[parent], t.list[i]
		i = parent
	}
}

func (t *topList) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(t.list) {
			return
		}
		if child+1 < len(t.list) && t.worse(child+1, child) {
			child++
		}
		if !t.worse(child, i) {
			return
		}
		t.list[i], t.list[child] = t.list[child], t.list[i]
		i = child
	}
}
