package search

// conceptTrie finds the forms of glossary groups in sequences of terms.
type conceptTrie struct {
	starts []uint64          // bit set over terms: those that begin a form
	edges  map[uint64]uint32 // node<<32 | term → node; node 0 is the root
	out    [][]termID        // by node: the concepts whose form ends here
	groups []conceptGroup
}

// conceptGroup is one glossary group on a shelf.
type conceptGroup struct {
	name  string
	topic bool // from the topic's own glossary
	term  termID
	near  []termID // looser neighbours
}

func (c *conceptTrie) name(k int) string { return c.groups[k].name }

func (c *conceptTrie) begins(t termID) bool {
	return int(t>>6) < len(c.starts) && c.starts[t>>6]>>(t&63)&1 != 0
}

// add makes a sequence of terms a form of a concept.
func (c *conceptTrie) add(form []termID, concept termID) {
	if len(form) == 0 {
		return
	}
	if c.edges == nil {
		c.edges = map[uint64]uint32{}
		c.out = append(c.out, nil)
	}
	for int(form[0]>>6) >= len(c.starts) {
		c.starts = append(c.starts, 0)
	}
	c.starts[form[0]>>6] |= 1 << (form[0] & 63)
	node := uint32(0)
	for _, t := range form {
		key := uint64(node)<<32 | uint64(t)
		next, ok := c.edges[key]
		if !ok {
			next = uint32(len(c.out))
			c.out = append(c.out, nil)
			c.edges[key] = next
		}
		node = next
	}
	for _, t := range c.out[node] {
		if t == concept {
			return
		}
	}
	c.out[node] = append(c.out[node], concept)
}

// match reports every form in a sequence of units, extras passed over: from
// the first unit to one past the last, as indexes in the sequence.
func (c *conceptTrie) match(seq []seqUnit, found func(from, to int, concept termID)) {
	for i := range seq {
		if !c.begins(seq[i].term) {
			continue
		}
		if seq[i].extra { // a whole is a form of one term
			if node, ok := c.edges[uint64(seq[i].term)]; ok {
				for _, t := range c.out[node] {
					found(i, i+1, t)
				}
			}
			continue
		}
		if seq[i].han && seq[i].glued && i > 0 && c.joined(seq[i-1].term, seq[i].term) {
			continue
		}
		node := uint32(0)
		for j := i; j < len(seq); j++ {
			if seq[j].extra {
				continue
			}
			next, ok := c.edges[uint64(node)<<32|uint64(seq[j].term)]
			if !ok {
				break
			}
			node = next
			for _, t := range c.out[node] {
				found(i, j+1, t)
			}
		}
	}
}

// joined reports whether two characters are a form by themselves, so that a
// form which begins with the second cuts a word: 降低|延迟 holds no 低延迟.
func (c *conceptTrie) joined(a, b termID) bool {
	if !c.begins(a) {
		return false
	}
	node, ok := c.edges[uint64(a)]
	if !ok {
		return false
	}
	node, ok = c.edges[uint64(node)<<32|uint64(b)]
	return ok && len(c.out[node]) > 0
}
