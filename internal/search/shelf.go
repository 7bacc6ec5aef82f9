package search

import (
	"factbot/internal/fact"
)

// shelf is the index of one topic. Documents are numbered in the order of
// their arrival; a replaced fact gets a new number and its old one is dead.
type shelf struct {
	topic Topic
	opts  *Options

	// Vocabulary.
	surfaces  strings32     // words and numbers as written, folded
	surface   []surface     // by surface
	spellings [26][]spelled // by first letter
	names     strings32     // stems, wholes and numbers
	named     []termID      // by name
	keys      []uint64      // by term: a gram's key, a concept's number, or a name's
	grams     gramTable
	concepts  conceptTrie

	// Documents.
	facts    []*fact.Fact
	nums     []uint32 // the numbers of their ids
	meta     []docMeta
	windows  []windowMeta
	forward  stream // each document's units
	initials stream // the first letters of each document's words
	spelt    initialSet
	numbers  numberTable

	lists lists
	live  int // documents that may answer
	words int // the sum of their lengths
	dead  int // replaced and removed documents

	known map[termID]bool // stems of the title and aliases
	norms norms

	// The writer's scratch.
	lex     lexer
	seq     []seqUnit // of the document in hand
	pairs   []termID
	letters []byte
	content []byte
	terms   []termID
	bag     termBag
}

// surface is what is known of a written word.
type surface struct {
	term    termID
	initial byte // its first letter or digit; 0: not ASCII
	stop    bool
}

// Kinds of a term's key beside gram keys, which have bit 63 set.
const (
	keyConcept = 1 << 62
	keyIndex   = 1<<32 - 1
)

// docMeta is what ranking needs of a document at every posting.
type docMeta struct {
	length uint16
	rate   uint8 // confidence
	flags  docFlags
}

// windowMeta bounds what the documents of one window can score.
type windowMeta struct {
	shortest  uint16  // none is shorter
	gone      uint16  // how many are retracted, replaced or removed
	retracted uint16  // … of which retracted
	prior     float64 // none is lifted more
}

type docFlags uint8

const (
	docDead docFlags = 1 << iota
	docRetracted
	docVerified
	docDoubted
	docExpires // verified here until a date
	docEnglish
	docChinese
)

// metaOf is what ranking needs of a fact, but for its length.
func metaOf(f *fact.Fact) docMeta {
	return docMeta{rate: uint8(f.Confidence), flags: flagsOf(f)}
}

func flagsOf(f *fact.Fact) docFlags {
	var d docFlags
	switch f.Status {
	case fact.Retracted:
		d |= docRetracted
	case fact.Verified:
		d |= docVerified
		if f.Verified != nil && !f.Verified.Until.IsZero() {
			d |= docExpires
		}
	}
	if f.Doubts != nil && f.Doubts.Count > 0 {
		d |= docDoubted
	}
	switch f.Lang {
	case fact.English:
		d |= docEnglish
	case fact.Chinese:
		d |= docChinese
	}
	return d
}

// stream holds a byte string for each document, in a page for each window, so
// that adding one copies no more than a page.
type stream struct {
	pages  [][]byte
	ends   []uint32 // by document, within its page
	inBase int      // how many documents the last build made
}

func (s *stream) at(doc uint32) []byte {
	start := uint32(0)
	if doc&windowMask > 0 {
		start = s.ends[doc-1]
	}
	return s.pages[doc>>windowBits][start:s.ends[doc]]
}

func (s *stream) append(text []byte) {
	if len(s.ends)>>windowBits == len(s.pages) {
		s.pages = append(s.pages, nil)
	}
	page := &s.pages[len(s.pages)-1]
	*page = append(*page, text...)
	s.ends = append(s.ends, uint32(len(*page)))
}

func newShelf(t Topic, opts *Options) *shelf {
	s := &shelf{topic: t, opts: opts, known: map[termID]bool{}}
	s.numbers.dense = map[string][]uint32{}
	s.shelveConcepts()
	for _, name := range append([]string{t.Title}, t.Aliases...) {
		for _, u := range s.lex.lex(name) {
			if u.kind != kindHan && !isStop(u.text) {
				s.known[s.word(u.text)] = true
			}
		}
	}
	return s
}

// word gives the term of a written word, making it if need be.
func (s *shelf) word(text string) termID {
	k, ok := s.surfaces.find(text)
	if !ok {
		k = s.addSurface(text)
	}
	return s.surface[k].term
}

func (s *shelf) addSurface(text string) uint32 {
	return s.addStemmed(text, stem(text))
}

func (s *shelf) addStemmed(text, stem string) uint32 {
	k := s.surfaces.add(text)
	e := surface{term: s.name(stem), stop: isStop(text)}
	if c := text[0]; c < 0x80 {
		e.initial = c
	}
	if !e.stop && allLetters(text) {
		list := &s.spellings[text[0]-'a']
		*list = append(*list, spelled{k, letterMask(text), uint16(min(len(text), 1<<16-1))})
	}
	s.surface = append(s.surface, e)
	return k
}

// name gives the term of a stem, making it if need be.
func (s *shelf) name(text string) termID {
	k, ok := s.names.find(text)
	if !ok {
		k = s.names.add(text)
		s.named = append(s.named, s.newTerm(uint64(k)))
	}
	return s.named[k]
}

// gram gives the term of a character or pair, making it if need be.
func (s *shelf) gram(key uint64) termID {
	t := s.grams.find(key)
	if t == noTerm {
		t = s.newTerm(key)
		s.grams.add(key, t)
	}
	return t
}

func (s *shelf) newTerm(key uint64) termID {
	t := termID(len(s.keys))
	s.keys = append(s.keys, key)
	s.lists.heads = append(s.lists.heads, head{
		post:    uint32(len(s.lists.posts)),
		stretch: uint32(len(s.lists.stretches)),
		count:   uint32(len(s.lists.counts)),
	})
	return t
}

// find gives the term of a written word, without making any.
func (s *shelf) find(text string) termID {
	if k, ok := s.surfaces.find(text); ok {
		return s.surface[k].term
	}
	return s.findName(stem(text))
}

// findWritten gives the term of a word that is written so somewhere, without
// looking for its stem.
func (s *shelf) findWritten(text string) termID {
	if k, ok := s.surfaces.find(text); ok {
		return s.surface[k].term
	}
	return noTerm
}

func (s *shelf) findName(name string) termID {
	if k, ok := s.names.find(name); ok {
		return s.named[k]
	}
	return noTerm
}

// df is how many documents that may answer hold a term.
func (s *shelf) df(t termID) int {
	if t == noTerm {
		return 0
	}
	return int(s.lists.heads[t].df)
}

// held reports whether some document holds a term, if only a retracted one.
func (s *shelf) held(t termID) bool {
	return t != noTerm && (s.lists.heads[t].df > 0 || s.lists.heads[t].gone > 0)
}

// goneOnly reports whether none but retracted documents hold a term: it is
// known, and yet nothing that may answer has it.
func (s *shelf) goneOnly(t termID) bool { return s.df(t) == 0 && s.held(t) }

// display is a term as a person may read it.
func (s *shelf) display(t termID) string {
	key := s.keys[t]
	switch {
	case key>>63 != 0:
		a, b := gramRunes(key)
		if b == 0 {
			return string(a)
		}
		return string([]rune{a, b})
	case key&keyConcept != 0:
		return s.concepts.name(int(key & keyIndex))
	default:
		return string(s.names.at(uint32(key & keyIndex)))
	}
}
