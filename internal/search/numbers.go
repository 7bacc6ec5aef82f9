package search

import "factbot/internal/fact"

// numberTable finds a fact's document by its id: a dense list for each prefix
// as long as its numbers leave few gaps, a map beyond.
type numberTable struct {
	dense  map[string][]uint32 // by prefix: number → document + 1
	sparse map[fact.ID]uint32
	n      int
}

// slack is how many numbers may lie unused before the map takes over.
const slack = 4096

func (t *numberTable) get(id fact.ID) (uint32, bool) {
	if list := t.dense[id.Prefix]; id.N >= 0 && id.N < len(list) && list[id.N] != 0 {
		return list[id.N] - 1, true
	}
	doc, ok := t.sparse[id]
	return doc, ok
}

func (t *numberTable) set(id fact.ID, doc uint32) {
	if _, ok := t.get(id); !ok {
		t.n++
	}
	list := t.dense[id.Prefix]
	if _, ok := t.sparse[id]; ok || id.N < 0 || id.N >= 4*len(list)+slack {
		if t.sparse == nil {
			t.sparse = map[fact.ID]uint32{}
		}
		t.sparse[id] = doc
		return
	}
	for len(list) <= id.N {
		list = append(list, 0)
	}
	list[id.N] = doc + 1
	t.dense[id.Prefix] = list
}

func (t *numberTable) remove(id fact.ID) {
	if _, ok := t.get(id); !ok {
		return
	}
	t.n--
	delete(t.sparse, id)
	if list := t.dense[id.Prefix]; id.N >= 0 && id.N < len(list) {
		list[id.N] = 0
	}
}
