package search

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"factbot/internal/fact"
)

// batch is how many facts are analysed at a time.
const batch = 512

// buildShelf makes a topic's index from its facts. Analysis, or the reading of
// stored tokens, runs on every processor ahead of the one that interns; the
// posting lists of each window are sorted on another.
func buildShelf(t Topic, opts *Options, facts []*fact.Fact, tokens func(*fact.Fact) []byte) *shelf {
	s := newShelf(t, opts)
	s.spelt.sized(len(facts))
	n := len(facts) + len(facts)/16 + 16
	s.facts = make([]*fact.Fact, 0, n)
	s.nums = make([]uint32, 0, n)
	s.meta = make([]docMeta, 0, n)
	s.forward.ends = make([]uint32, 0, n)
	s.initials.ends = make([]uint32, 0, n)

	sorted := make(chan *windowRun)
	var runs []*windowRun
	var sorting sync.WaitGroup
	sorting.Go(func() {
		for w := range sorted {
			w.sort()
			runs = append(runs, w)
		}
	})
	w := &windowRun{}
	facts = byPromise(facts, opts)
	analysed(facts, tokens, func(f *fact.Fact, tokens []byte) {
		s.drop(f.ID)
		doc := s.addDocument(f, tokens)
		if doc>>windowBits != w.window {
			sorted <- w
			w = &windowRun{window: doc >> windowBits}
		}
		w.add(doc, &s.bag)
	})
	sorted <- w
	close(sorted)
	sorting.Wait()
	s.lists.freeze(runs, len(s.keys))
	s.lists.mapDense()
	s.forward.freeze()
	s.initials.freeze()
	s.settle()
	return s
}

// byPromise orders facts by how much they are lifted, and of those lifted alike
// the short ones first. A window then holds facts that can score about the same
// at most, and ranking passes over most windows once the best are found. Of
// facts with the same id only the last is kept.
func byPromise(facts []*fact.Fact, o *Options) []*fact.Fact {
	ascending := true
	for k := range facts[min(1, len(facts)):] {
		ascending = ascending && facts[k].ID.Compare(facts[k+1].ID) < 0
	}
	last := map[fact.ID]int{}
	if !ascending {
		for k, f := range facts {
			last[f.ID] = k
		}
	}
	keys := make([]int32, len(facts)) // by fact: lift, in twentieths, and length
	var places [64 * longest]int32    // by key: first how many have it, then where they go
	for k, f := range facts {
		if !ascending && last[f.ID] != k {
			keys[k] = -1
			continue
		}
		lift := max(0, min(63, 40-int(priorOf(flagsOf(f), uint8(f.Confidence), o)*20+0.01)))
		keys[k] = int32(lift*longest + min(longest-1, roughLength(f.Statement)))
		places[keys[k]]++
	}
	next := int32(0)
	for key, n := range places {
		places[key] = next
		next += n
	}
	out := make([]*fact.Fact, next)
	for k, f := range facts {
		if key := keys[k]; key >= 0 {
			out[places[key]] = f
			places[key]++
		}
	}
	return out
}

// longest is the length from which facts are not told apart by it.
const longest = 128

// roughLength is about how many words and characters a statement has.
func roughLength(text string) int {
	return 1 + strings.Count(text, " ") + (len(text)-utf8.RuneCountInString(text))/2
}

// drop makes an earlier document of the same id dead while building.
func (s *shelf) drop(id fact.ID) {
	if _, ok := s.numbers.get(id); ok {
		s.remove(id)
	}
}

// analysed calls visit with every fact and its stored units, in order.
func analysed(facts []*fact.Fact, tokens func(*fact.Fact) []byte, visit func(*fact.Fact, []byte)) {
	type part struct {
		buf  []byte
		ends []int
	}
	batches := slices.Collect(slices.Chunk(facts, batch))
	ready := make([]chan part, len(batches))
	for i := range ready {
		ready[i] = make(chan part, 1)
	}
	workers := max(1, runtime.GOMAXPROCS(0))
	free := make(chan part, 4*workers)
	for range cap(free) {
		free <- part{}
	}
	next := make(chan int)
	go func() {
		for i := range batches {
			next <- i
		}
		close(next)
	}()
	for range workers {
		go func() {
			var x lexer
			for {
				// The buffer first: a batch that is taken can then always be
				// finished, whatever later ones hold.
				p := <-free
				i, ok := <-next
				if !ok {
					return
				}
				p.buf, p.ends = p.buf[:0], p.ends[:0]
				for _, f := range batches[i] {
					p.buf = appendUnits(p.buf, &x, f, tokens)
					p.ends = append(p.ends, len(p.buf))
				}
				ready[i] <- p
			}
		}()
	}
	for i, facts := range batches {
		p := <-ready[i]
		start := 0
		for k, f := range facts {
			visit(f, p.buf[start:p.ends[k]])
			start = p.ends[k]
		}
		free <- p
	}
}

// appendUnits appends a fact's units: the stored ones where they are good.
func appendUnits(dst []byte, x *lexer, f *fact.Fact, tokens func(*fact.Fact) []byte) []byte {
	if tokens != nil {
		if t := tokens(f); usable(t, f.Statement) {
			return append(dst, t[tokensHeader:]...)
		}
	}
	start := len(dst)
	dst = appendTokens(dst, x, f.Statement)
	return append(dst[:start], dst[start+tokensHeader:]...)
}

// windowRun gathers the postings of one window and sorts them by term.
type windowRun struct {
	window uint32
	terms  []termID // one a posting; after sort: the distinct ones
	posts  []uint16
	counts []uint8 // of the postings that stand many times; after sort: by term
	ends   []uint32
	many   []uint32 // after sort, by distinct term: end in counts
}

func (w *windowRun) add(doc uint32, bag *termBag) {
	for i, t := range bag.terms {
		n := bag.counts[i]
		w.terms = append(w.terms, t)
		w.posts = append(w.posts, uint16(doc&windowMask)|min(n, manyTimes)<<windowBits)
		if n >= manyTimes {
			w.counts = append(w.counts, uint8(min(n, 255)))
		}
	}
}

// sort orders the postings by term, and within a term by document, as they
// came.
func (w *windowRun) sort() {
	most := termID(0)
	for _, t := range w.terms {
		most = max(most, t)
	}
	place := make([]uint32, int(most)+2) // by term: where its postings begin
	placeMany := make([]uint32, int(most)+2)
	for i, t := range w.terms {
		place[t+1]++
		if w.posts[i]>>windowBits == manyTimes {
			placeMany[t+1]++
		}
	}
	var distinct []termID
	for t := range place[1:] {
		if place[t+1] > 0 {
			distinct = append(distinct, termID(t))
		}
		place[t+1] += place[t]
		placeMany[t+1] += placeMany[t]
	}
	ends, many := make([]uint32, len(distinct)), make([]uint32, len(distinct))
	for i, t := range distinct {
		ends[i], many[i] = place[t+1], placeMany[t+1]
	}
	posts, counts := make([]uint16, len(w.posts)), make([]uint8, len(w.counts))
	next := 0
	for i, t := range w.terms {
		p := w.posts[i]
		posts[place[t]] = p
		place[t]++
		if p>>windowBits == manyTimes {
			counts[placeMany[t]] = w.counts[next]
			placeMany[t]++
			next++
		}
	}
	w.terms, w.posts, w.counts, w.ends, w.many = distinct, posts, counts, ends, many
}

// freeze lays the sorted windows out as one list for each term. The document
// frequencies are there already.
func (l *lists) freeze(runs []*windowRun, terms int) {
	sizes := make([]head, terms)
	for _, w := range runs {
		post, many := uint32(0), uint32(0)
		for i, t := range w.terms {
			sizes[t].post += w.ends[i] - post
			sizes[t].count += w.many[i] - many
			sizes[t].stretch++
			post, many = w.ends[i], w.many[i]
		}
	}
	next := make([]head, terms) // where each list is to be written next
	var sum head
	for t := range sizes {
		next[t] = sum
		sum.post += sizes[t].post
		sum.stretch += sizes[t].stretch
		sum.count += sizes[t].count
		l.heads[t].post, l.heads[t].stretch, l.heads[t].count = sum.post, sum.stretch, sum.count
	}
	l.posts, l.stretches, l.counts = make([]uint16, sum.post), make([]stretch, sum.stretch), make([]uint8, sum.count)
	for _, w := range runs {
		post, many := uint32(0), uint32(0)
		for i, t := range w.terms {
			n := &next[t]
			first, firstMany := uint32(0), uint32(0)
			if t > 0 {
				first, firstMany = l.heads[t-1].post, l.heads[t-1].count
			}
			copy(l.posts[n.post:], w.posts[post:w.ends[i]])
			copy(l.counts[n.count:], w.counts[many:w.many[i]])
			most := uint16(0)
			for _, p := range w.posts[post:w.ends[i]] {
				most = max(most, p>>windowBits)
			}
			l.stretches[n.stretch] = stretch{window: uint16(w.window), most: uint8(most), end: n.post + w.ends[i] - post - first, counts: n.count - firstMany}
			n.post += w.ends[i] - post
			n.count += w.many[i] - many
			n.stretch++
			post, many = w.ends[i], w.many[i]
		}
	}
}
