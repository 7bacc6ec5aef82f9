package search

import (
	"encoding/binary"
	"unicode/utf8"
	"unsafe"

	"factbot/internal/fact"
)

// seqUnit is one unit of a document as its forward stream keeps it.
type seqUnit struct {
	term  termID
	extra bool
	glued bool
	han   bool
}

// Separators in the stream of initials.
const (
	breakHere  = ' ' // something that is not a word of letters stands here
	withoutAll = '|' // what follows leaves out the stop words
)

// intern turns a document's stored units into its forward stream and its
// initials, appended to the shelf's. It leaves the units in s.seq.
func (s *shelf) intern(tokens []byte) {
	s.seq = s.seq[:0]
	first := len(s.bytes)
	stops := false
	for rest := tokens; len(rest) > 0; {
		var u unit
		var text []byte
		u, text, rest = nextToken(rest)
		if text == nil {
			break
		}
		if u.kind == kindHan {
			s.internHan(text)
			s.bytes = append(s.bytes, breakHere)
			continue
		}
		if u.extra {
			s.seq = append(s.seq, seqUnit{term: s.surface[s.written(text)].term, extra: true})
			continue
		}
		e := s.surface[s.written(text)]
		stops = stops || e.stop
		s.seq = append(s.seq, seqUnit{term: e.term, glued: u.glued})
		s.bytes = append(s.bytes, initialOf(e, u.kind))
	}
	if stops {
		s.bytes = append(s.bytes, withoutAll)
		s.initialsWithoutStops(tokens)
	}
	s.initials.append(s.bytes[first:])
	s.spelt.add(s.bytes[first:])
	s.bytes = s.bytes[:first]
	for _, u := range s.seq {
		s.bytes = binary.AppendUvarint(s.bytes, uint64(u.term)<<3|bitOf(u.extra)|bitOf(u.glued)<<1|bitOf(u.han)<<2)
	}
	s.forward.append(s.bytes[first:])
	s.bytes = s.bytes[:first]
}

// written gives the number of a written word, making it if need be.
func (s *shelf) written(text []byte) uint32 {
	if k, ok := s.surfaces.find(alias(text)); ok {
		return k
	}
	return s.addSurface(string(text))
}

func initialOf(e surface, kind unitKind) byte {
	if kind == kindNumber || e.initial == 0 {
		return breakHere
	}
	return e.initial
}

func (s *shelf) initialsWithoutStops(tokens []byte) {
	for rest := tokens; len(rest) > 0; {
		var u unit
		var text []byte
		u, text, rest = nextToken(rest)
		if text == nil {
			return
		}
		if u.kind == kindHan {
			s.bytes = append(s.bytes, breakHere)
			continue
		}
		if k, ok := s.surfaces.find(alias(text)); ok && !u.extra && !s.surface[k].stop {
			s.bytes = append(s.bytes, initialOf(s.surface[k], u.kind))
		}
	}
}

func (s *shelf) internHan(text []byte) {
	for k := 0; k < len(text); {
		r, n := utf8.DecodeRune(text[k:])
		s.seq = append(s.seq, seqUnit{term: s.gram(gramKey(r, 0)), glued: k > 0, han: true})
		k += n
	}
}

func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// alias views bytes as a string for a look-up that does not keep it.
func alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// readForward decodes a forward stream, appending its units.
func readForward(dst []seqUnit, b []byte) []seqUnit {
	for i := 0; i < len(b); {
		v := uint64(b[i])
		i++
		if v >= 0x80 {
			v &= 0x7F
			for shift := 7; i < len(b); shift += 7 {
				c := b[i]
				i++
				v |= uint64(c&0x7F) << shift
				if c < 0x80 {
					break
				}
			}
		}
		dst = append(dst, seqUnit{term: termID(v >> 3), extra: v&1 != 0, glued: v&2 != 0, han: v&4 != 0})
	}
	return dst
}

// termBag counts the distinct terms of one document.
type termBag struct {
	terms  []termID
	counts []uint16
	mark   []uint32 // by term: round, so that nothing need be cleared
	place  []uint32 // by term: index in terms
	round  uint32
}

func (b *termBag) reset(terms int) {
	if len(b.mark) < terms {
		b.mark = append(b.mark, make([]uint32, terms-len(b.mark))...)
		b.place = append(b.place, make([]uint32, terms-len(b.place))...)
	}
	b.round++
	b.terms, b.counts = b.terms[:0], b.counts[:0]
}

func (b *termBag) add(t termID) {
	if int(t) >= len(b.mark) {
		b.mark = append(b.mark, make([]uint32, int(t)+256-len(b.mark))...)
		b.place = append(b.place, make([]uint32, int(t)+256-len(b.place))...)
	}
	if b.mark[t] == b.round {
		b.counts[b.place[t]]++
		return
	}
	b.mark[t], b.place[t] = b.round, uint32(len(b.terms))
	b.terms, b.counts = append(b.terms, t), append(b.counts, 1)
}

// collect counts the terms of a document's units in the bag, pairs and
// concepts included, and gives its length: words, wholes and pairs.
func (s *shelf) collect(seq []seqUnit) int {
	s.bag.reset(len(s.keys))
	length := 0
	for i, u := range seq {
		s.bag.add(u.term)
		if !u.han {
			length++
			continue
		}
		if u.glued {
			a, _ := gramRunes(s.keys[seq[i-1].term])
			b, _ := gramRunes(s.keys[u.term])
			s.bag.add(s.gram(gramKey(a, b)))
			length++
		} else if i+1 == len(seq) || !seq[i+1].han || !seq[i+1].glued {
			length++
		}
	}
	s.concepts.match(seq, func(_, _ int, c termID) { s.bag.add(c) })
	return length
}

// addDocument gives a fact the next number and writes everything but its
// postings, whose terms it leaves in the bag.
func (s *shelf) addDocument(f *fact.Fact, tokens []byte) uint32 {
	doc := uint32(len(s.facts))
	s.intern(tokens)
	length := s.collect(s.seq)
	s.facts = append(s.facts, f)
	s.nums = append(s.nums, uint32(f.ID.N))
	s.meta = append(s.meta, docMeta{length: uint16(min(length, 1<<16-1)), rate: uint8(f.Confidence), flags: flagsOf(f)})
	s.noteWindow(doc)
	s.numbers.set(f.ID, doc)
	s.count(doc, 1)
	return doc
}

// noteWindow widens the bounds of a document's window.
func (s *shelf) noteWindow(doc uint32) {
	if int(doc>>windowBits) == len(s.windows) {
		s.windows = append(s.windows, windowMeta{shortest: 1<<16 - 1})
	}
	w, m := &s.windows[doc>>windowBits], s.meta[doc]
	w.shortest = min(w.shortest, m.length)
	w.prior = max(w.prior, priorOf(m.flags, m.rate, s.opts))
	w.gone += uint16(btoi(m.flags&docRetracted != 0))
}

// count adds a document to the shelf's statistics, or takes it out of them.
// The bag holds its terms. Of a retracted fact only its words are remembered as
// known.
func (s *shelf) count(doc uint32, by int) {
	if s.meta[doc].flags&docRetracted != 0 {
		for _, t := range s.bag.terms {
			h := &s.lists.heads[t]
			h.gone = uint32(int(h.gone) + by)
		}
		return
	}
	s.live += by
	s.words += by * int(s.meta[doc].length)
	for i, t := range s.bag.terms {
		h := &s.lists.heads[t]
		h.df = uint32(int(h.df) + by)
		h.note(s.meta[doc].length, int(s.bag.counts[i]))
	}
}

// put adds a fact, or replaces the one with its id.
func (s *shelf) put(f *fact.Fact, tokens []byte) {
	s.remove(f.ID)
	doc := s.addDocument(f, tokens)
	for i, t := range s.bag.terms {
		s.lists.append(t, doc, int(s.bag.counts[i]))
	}
}

// remove forgets a fact.
func (s *shelf) remove(id fact.ID) {
	doc, ok := s.numbers.get(id)
	if !ok {
		return
	}
	s.seq = readForward(s.seq[:0], s.forward.at(doc))
	s.collect(s.seq)
	s.count(doc, -1)
	s.windows[doc>>windowBits].gone += uint16(btoi(s.meta[doc].flags&docRetracted == 0))
	s.meta[doc].flags = docDead // nothing else is true of it: its fact is gone
	s.facts[doc] = nil
	s.numbers.remove(id)
	s.dead++
}
