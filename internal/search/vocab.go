package search

import (
	"math/bits"
	"slices"
)

// termID names a term of one topic's index.
type termID uint32

// noTerm is the id of no term.
const noTerm = ^termID(0)

// strings32 interns byte strings as numbers, in an arena without pointers.
type strings32 struct {
	arena []byte
	ends  []uint32 // entry i ends at ends[i] and starts where the one before ends
	table []uint32 // open addressing: entry + 1, 0 is free; a power of two long
}

// at is the string with a number.
func (s *strings32) at(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.arena[start:s.ends[i]]
}

// find gives the number of a string.
func (s *strings32) find(key string) (uint32, bool) {
	if len(s.table) == 0 {
		return 0, false
	}
	mask := uint32(len(s.table) - 1)
	for slot := uint32(hashString(key)) & mask; ; slot = (slot + 1) & mask {
		e := s.table[slot]
		if e == 0 {
			return 0, false
		}
		if string(s.at(e-1)) == key {
			return e - 1, true
		}
	}
}

// add interns a string that find did not find.
func (s *strings32) add(key string) uint32 {
	if len(s.ends)*4 >= len(s.table)*3 {
		s.grow()
	}
	id := uint32(len(s.ends))
	s.arena = append(s.arena, key...)
	s.ends = append(s.ends, uint32(len(s.arena)))
	s.place(id, hashString(key))
	return id
}

func (s *strings32) place(id uint32, hash uint64) {
	mask := uint32(len(s.table) - 1)
	slot := uint32(hash) & mask
	for s.table[slot] != 0 {
		slot = (slot + 1) & mask
	}
	s.table[slot] = id + 1
}

func (s *strings32) grow() {
	s.table = make([]uint32, max(64, len(s.table)*2))
	for i := range s.ends {
		s.place(uint32(i), hashString(string(s.at(uint32(i)))))
	}
}

// hashString is a multiplicative hash over eight bytes at a time. It is the
// same in every process, so that layouts are.
func hashString(s string) uint64 {
	const k = 0x9E3779B97F4A7C15
	h := uint64(len(s)) * k
	for len(s) >= 8 {
		h = mix(h ^ le64(s))
		s = s[8:]
	}
	var tail uint64
	for i := len(s) - 1; i >= 0; i-- {
		tail = tail<<8 | uint64(s[i])
	}
	return mix(h ^ tail)
}

func le64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x, 0x9E3779B97F4A7C15)
	return hi ^ lo
}

// gramTable finds the terms of Han characters and of pairs of them.
type gramTable struct {
	keys []uint64 // 0 is free
	ids  []termID
	n    int
}

// gramKey packs a character, or a pair of them, as one number.
func gramKey(a, b rune) uint64 { return uint64(a)<<21 | uint64(b) | 1<<63 }

// gramRunes unpacks a key; b is 0 for a single character.
func gramRunes(key uint64) (a, b rune) {
	return rune(key >> 21 & 0x1FFFFF), rune(key & 0x1FFFFF)
}

func (g *gramTable) find(key uint64) termID {
	if len(g.keys) == 0 {
		return noTerm
	}
	mask := len(g.keys) - 1
	for slot := int(mix(key)) & mask; ; slot = (slot + 1) & mask {
		switch g.keys[slot] {
		case key:
			return g.ids[slot]
		case 0:
			return noTerm
		}
	}
}

func (g *gramTable) add(key uint64, id termID) {
	if g.n*4 >= len(g.keys)*3 {
		keys, ids := g.keys, g.ids
		size := max(64, len(keys)*2)
		g.keys, g.ids, g.n = make([]uint64, size), make([]termID, size), 0
		for i, k := range keys {
			if k != 0 {
				g.add(k, ids[i])
			}
		}
	}
	mask := len(g.keys) - 1
	slot := int(mix(key)) & mask
	for g.keys[slot] != 0 {
		slot = (slot + 1) & mask
	}
	g.keys[slot], g.ids[slot] = key, id
	g.n++
}

// clone copies a table so that both can grow.
func (g *gramTable) clone() gramTable {
	return gramTable{keys: slices.Clone(g.keys), ids: slices.Clone(g.ids), n: g.n}
}

// clone copies interned strings so that both can grow.
func (s *strings32) clone() strings32 {
	return strings32{arena: slices.Clone(s.arena), ends: slices.Clone(s.ends), table: slices.Clone(s.table)}
}
