package search

import "slices"

// conceptTrie finds the forms of glossary groups in sequences of terms. It
// holds no pointers but for the groups' names, so that copying one is cheap.
type conceptTrie struct {
	starts []uint64  // bit set over terms: those that begin a form
	edges  gramTable // node and term → node; node 0 is the root
	ends   []uint32  // by node: 1 + index in outs of what ends here; 0: nothing
	outs   []conceptOut
	groups []conceptGroup
}

// conceptOut is a concept whose form ends at a node, and the next one there.
type conceptOut struct {
	concept termID
	next    uint32 // 1 + index in outs; 0: the last
}

// conceptGroup is one glossary group on a shelf.
type conceptGroup struct {
	name  string
	topic bool // from the topic's own glossary
	near  []termID
}

func (c *conceptTrie) name(k int) string { return c.groups[k].name }

// clone copies a trie so that both can grow.
func (c *conceptTrie) clone() conceptTrie {
	return conceptTrie{
		starts: slices.Clone(c.starts), edges: c.edges.clone(), ends: slices.Clone(c.ends),
		outs: slices.Clone(c.outs), groups: slices.Clone(c.groups),
	}
}

func (c *conceptTrie) begins(t termID) bool {
	return int(t>>6) < len(c.starts) && c.starts[t>>6]>>(t&63)&1 != 0
}

func (c *conceptTrie) next(node uint32, t termID) (uint32, bool) {
	to := c.edges.find(uint64(node)<<32 | uint64(t) | 1<<63)
	return uint32(to), to != noTerm
}

// add makes a sequence of terms a form of a concept.
func (c *conceptTrie) add(form []termID, concept termID) {
	if len(form) == 0 {
		return
	}
	if len(c.ends) == 0 {
		c.ends = append(c.ends, 0)
	}
	for int(form[0]>>6) >= len(c.starts) {
		c.starts = append(c.starts, 0)
	}
	c.starts[form[0]>>6] |= 1 << (form[0] & 63)
	node := uint32(0)
	for _, t := range form {
		next, ok := c.next(node, t)
		if !ok {
			next = uint32(len(c.ends))
			c.ends = append(c.ends, 0)
			c.edges.add(uint64(node)<<32|uint64(t)|1<<63, termID(next))
		}
		node = next
	}
	at := &c.ends[node]
	for *at != 0 {
		out := &c.outs[*at-1]
		if out.concept == concept {
			return
		}
		at = &out.next
	}
	*at = uint32(len(c.outs)) + 1
	c.outs = append(c.outs, conceptOut{concept: concept})
}

// match reports every form in a sequence of units, extras passed over: from
// the first unit to one past the last, as indexes in the sequence.
func (c *conceptTrie) match(seq []seqUnit, found func(from, to int, concept termID)) {
	report := func(node uint32, from, to int) {
		for at := c.ends[node]; at != 0; at = c.outs[at-1].next {
			found(from, to, c.outs[at-1].concept)
		}
	}
	for i := range seq {
		if !c.begins(seq[i].term) {
			continue
		}
		if seq[i].extra { // a whole is a form of one term
			if node, ok := c.next(0, seq[i].term); ok {
				report(node, i, i+1)
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
			next, ok := c.next(node, seq[j].term)
			if !ok {
				break
			}
			node = next
			report(node, i, j+1)
		}
	}
}

// joined reports whether two characters are a form by themselves, so that a
// form which begins with the second cuts a word: 降低|延迟 holds no 低延迟.
func (c *conceptTrie) joined(a, b termID) bool {
	if !c.begins(a) {
		return false
	}
	node, ok := c.next(0, a)
	if !ok {
		return false
	}
	node, ok = c.next(node, b)
	return ok && c.ends[node] != 0
}
