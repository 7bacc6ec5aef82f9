package search

import "slices"

// windowUnits are the units of a window's documents, as interning leaves them.
type windowUnits struct {
	seq     []seqUnit
	pairs   []termID // of the units that are glued to a character before them
	letters []byte   // initials
	ends    []unitEnds
}

// unitEnds is where one document ends in a window's units.
type unitEnds struct{ seq, pairs, letters int }

// windowRun is what a window adds to the index.
type windowRun struct {
	terms  []termID  // distinct, ascending
	ends   []runEnds // by distinct term
	posts  []uint16
	counts []uint8 // of the postings that stand many times
}

// runEnds is where a term ends in a run's postings and counts.
type runEnds struct{ post, count uint32 }

// poster makes the posting lists of a shelf under construction, beside the
// goroutine that interns. That one owns the shelf's vocabulary, facts and
// numbers meanwhile, and the poster what else is known of documents.
type poster struct {
	s    *shelf
	meta []docMeta // by document; without their lengths yet
	full chan *windowUnits
	free chan *windowUnits
	done chan struct{}
	runs []*windowRun

	// Scratch of a window.
	run     windowRun
	forward []byte
	terms   []termID // of its documents, each as often as it stands there
	ends    []int    // by document, in terms
	docs    []uint16 // terms' documents, by term
	place   []uint32 // by term; zero between windows
}

// unitsAhead is how many windows may be interned before their postings are made.
const unitsAhead = 2

func newPoster(s *shelf, meta []docMeta) *poster {
	p := &poster{s: s, meta: meta, full: make(chan *windowUnits), free: make(chan *windowUnits, unitsAhead), done: make(chan struct{})}
	for range unitsAhead {
		p.free <- &windowUnits{}
	}
	go func() {
		defer close(p.done)
		for w := range p.full {
			p.add(w)
			p.free <- w
		}
	}()
	return p
}

// window gives room for the next window's units.
func (p *poster) window() *windowUnits {
	w := <-p.free
	w.seq, w.pairs, w.letters, w.ends = w.seq[:0], w.pairs[:0], w.letters[:0], w.ends[:0]
	return w
}

// add makes the run of the next window.
func (p *poster) add(w *windowUnits) {
	if len(w.ends) == 0 {
		return
	}
	s, r := p.s, &p.run
	first := len(s.meta)
	s.meta = p.meta[:first+len(w.ends)]
	p.terms, p.ends, p.forward = p.terms[:0], p.ends[:0], p.forward[:0]
	var from unitEnds
	for k, to := range w.ends {
		seq, letters := w.seq[from.seq:to.seq], w.letters[from.letters:to.letters]
		var length int
		p.terms, length = s.concepts.spread(p.terms, seq, w.pairs[from.pairs:to.pairs])
		p.ends = append(p.ends, len(p.terms))
		s.measure(first+k, length)
		s.spelt.add(letters)
		p.forward = appendForward(p.forward, seq)
		s.forward.ends = append(s.forward.ends, uint32(len(p.forward)))
		s.initials.ends = append(s.initials.ends, uint32(to.letters))
		from = to
	}
	p.sort()
	p.runs = append(p.runs, &windowRun{
		terms: slices.Clone(r.terms), ends: slices.Clone(r.ends), posts: slices.Clone(r.posts), counts: slices.Clone(r.counts),
	})
	s.forward.pages = append(s.forward.pages, slices.Clone(p.forward))
	s.initials.pages = append(s.initials.pages, slices.Clone(w.letters))
}

// sort orders the window's terms, and the documents of a term as they came: a
// term that stands several times in one has it several times in a row.
func (p *poster) sort() {
	known := 0 // terms so far
	for _, t := range p.terms {
		known = max(known, int(t)+1)
	}
	p.place = grown(p.place, known)
	p.docs = grown(p.docs, len(p.terms))
	for _, t := range p.terms {
		p.place[t]++
	}
	r := &p.run
	r.terms, r.ends, r.posts, r.counts = r.terms[:0], r.ends[:0], r.posts[:0], r.counts[:0]
	next := uint32(0)
	for t, n := range p.place[:known] {
		if n > 0 {
			r.terms = append(r.terms, termID(t))
			p.place[t], next = next, next+n
		}
	}
	k := 0
	for doc, end := range p.ends {
		for _, t := range p.terms[k:end] {
			p.docs[p.place[t]] = uint16(doc)
			p.place[t]++
		}
		k = end
	}
	from := uint32(0)
	for _, t := range r.terms {
		to := p.place[t]
		p.place[t] = 0
		p.list(p.docs[from:to])
		from = to
	}
}

// list adds the postings of one term to the run.
func (p *poster) list(docs []uint16) {
	r := &p.run
	for len(docs) > 0 {
		doc, n := docs[0], 1
		for n < len(docs) && docs[n] == doc {
			n++
		}
		docs = docs[n:]
		r.posts = append(r.posts, doc|uint16(min(n, manyTimes))<<windowBits)
		if n >= manyTimes {
			r.counts = append(r.counts, uint8(min(n, mostTimes)))
		}
	}
	r.ends = append(r.ends, runEnds{uint32(len(r.posts)), uint32(len(r.counts))})
}
