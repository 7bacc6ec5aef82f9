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

// intern appends a document's stored units to s.seq, the pairs among them to
// s.pairs, and its initials to s.letters.
func (s *shelf) intern(tokens []byte) {
	s.content = s.content[:0] // the initials without the stop words'
	stops := false
	for rest := tokens; ; {
		var u unit
		var text []byte
		u, text, rest = nextToken(rest)
		if text == nil {
			break
		}
		letter, stop := byte(breakHere), false
		if u.kind == kindHan {
			s.internHan(text)
		} else {
			e := &s.surface[s.written(text)]
			s.seq = append(s.seq, seqUnit{term: e.term, extra: u.extra, glued: u.glued && !u.extra})
			if u.extra {
				continue
			}
			letter, stop = initialOf(e, u.kind), e.stop
		}
		s.letters = append(s.letters, letter)
		if stop {
			stops = true
			continue
		}
		s.content = append(s.content, letter)
	}
	if stops {
		s.letters = append(s.letters, withoutAll)
		s.letters = append(s.letters, s.content...)
	}
}

// written gives the number of a written word, making it if need be.
func (s *shelf) written(text []byte) uint32 {
	if k, ok := s.surfaces.find(alias(text)); ok {
		return k
	}
	return s.addSurface(string(text))
}

func initialOf(e *surface, kind unitKind) byte {
	if kind == kindNumber || e.initial == 0 {
		return breakHere
	}
	return e.initial
}

func (s *shelf) internHan(text []byte) {
	before := rune(0)
	for k := 0; k < len(text); {
		r, n := utf8.DecodeRune(text[k:])
		s.seq = append(s.seq, seqUnit{term: s.gram(gramKey(r, 0)), glued: k > 0, han: true})
		if k > 0 {
			s.pairs = append(s.pairs, s.gram(gramKey(before, r)))
		}
		before = r
		k += n
	}
}

// pairsOf appends the pairs among known units.
func (s *shelf) pairsOf(dst []termID, seq []seqUnit) []termID {
	for i, u := range seq {
		if u.han && u.glued {
			a, _ := gramRunes(s.keys[seq[i-1].term])
			b, _ := gramRunes(s.keys[u.term])
			dst = append(dst, s.gram(gramKey(a, b)))
		}
	}
	return dst
}

func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// alias views bytes as a string for a look-up that does not keep it.
func alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf views a string as bytes for a reader that does not keep them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// appendForward appends units as a forward stream keeps them.
func appendForward(dst []byte, seq []seqUnit) []byte {
	for _, u := range seq {
		dst = binary.AppendUvarint(dst, uint64(u.term)<<3|bitOf(u.extra)|bitOf(u.glued)<<1|bitOf(u.han)<<2)
	}
	return dst
}

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

// fill counts some terms in the bag.
func (b *termBag) fill(terms []termID, known int) {
	b.reset(known)
	for _, t := range terms {
		b.add(t)
	}
}

// spread appends the terms of a document's units, each as often as it stands
// there, pairs and concepts included, and gives its length: words, wholes and
// pairs.
func (c *conceptTrie) spread(dst []termID, seq []seqUnit, pairs []termID) ([]termID, int) {
	length := len(pairs)
	for i, u := range seq {
		dst = append(dst, u.term)
		if !u.han || !u.glued && (i+1 == len(seq) || !seq[i+1].han || !seq[i+1].glued) {
			length++
		}
	}
	dst = append(dst, pairs...)
	c.match(seq, func(_, _ int, concept termID) { dst = append(dst, concept) })
	return dst, length
}

// enter gives a fact the next number.
func (s *shelf) enter(f *fact.Fact) {
	s.numbers.set(f.ID, uint32(len(s.facts)))
	s.facts = append(s.facts, f)
	s.nums = append(s.nums, uint32(f.ID.N))
}

// measure notes how long a document is, and counts it.
func (s *shelf) measure(doc, length int) {
	m := &s.meta[doc]
	m.length = uint16(min(length, 1<<16-1))
	if doc>>windowBits == len(s.windows) {
		s.windows = append(s.windows, windowMeta{shortest: 1<<16 - 1})
	}
	w := &s.windows[doc>>windowBits]
	w.shortest = min(w.shortest, m.length)
	w.prior = max(w.prior, priorOf(m.flags, m.rate, s.opts))
	w.gone += uint16(btoi(m.flags&docRetracted != 0))
	w.retracted += uint16(btoi(m.flags&docRetracted != 0))
	s.count(*m, 1)
}

// count adds a document to the shelf's statistics, or takes it out of them.
func (s *shelf) count(m docMeta, by int) {
	if m.flags&docRetracted == 0 {
		s.live += by
		s.words += by * int(m.length)
	}
}

// hold adds a document that holds the term to its statistics. Of a retracted
// fact only its words are remembered as known.
func (h *head) hold(m docMeta, times int) {
	if m.flags&docRetracted != 0 {
		h.gone++
		return
	}
	h.df++
	h.note(m.length, times)
}

// release takes a document that holds the term out of its statistics.
func (h *head) release(m docMeta) {
	if m.flags&docRetracted != 0 {
		h.gone--
		return
	}
	h.df--
}

// put adds a fact, or replaces the one with its id.
func (s *shelf) put(f *fact.Fact, tokens []byte) {
	s.remove(f.ID)
	doc := uint32(len(s.facts))
	s.seq, s.pairs, s.letters = s.seq[:0], s.pairs[:0], s.letters[:0]
	s.intern(tokens)
	s.enter(f)
	var length int
	s.terms, length = s.concepts.spread(s.terms[:0], s.seq, s.pairs)
	s.meta = append(s.meta, metaOf(f))
	s.measure(int(doc), length)
	s.initials.append(s.letters)
	s.spelt.add(s.letters)
	s.letters = appendForward(s.letters[:0], s.seq)
	s.forward.append(s.letters)
	s.bag.fill(s.terms, len(s.keys))
	for i, t := range s.bag.terms {
		s.lists.heads[t].hold(s.meta[doc], int(s.bag.counts[i]))
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
	s.pairs = s.pairsOf(s.pairs[:0], s.seq)
	s.terms, _ = s.concepts.spread(s.terms[:0], s.seq, s.pairs)
	s.bag.fill(s.terms, len(s.keys))
	for _, t := range s.bag.terms {
		s.lists.heads[t].release(s.meta[doc])
	}
	s.count(s.meta[doc], -1)
	w, retracted := &s.windows[doc>>windowBits], uint16(btoi(s.meta[doc].flags&docRetracted != 0))
	w.gone += 1 - retracted
	w.retracted -= retracted
	s.meta[doc].flags = docDead // nothing else is true of it: its fact is gone
	s.facts[doc] = nil
	s.numbers.remove(id)
	s.dead++
}
