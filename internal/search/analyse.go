package search

import (
	"runtime"
	"slices"

	"factbot/internal/fact"
)

// batch is how many facts are analysed at a time.
const batch = 512

// analysed calls visit with every fact of a draft and its stored units, in
// order. It lets the stored tokens go as it reads them.
func (d *draft) analysed(visit func(*fact.Fact, []byte)) {
	type part struct {
		buf  []byte
		ends []int
	}
	batches := slices.Collect(slices.Chunk(d.facts, batch))
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
				for k, f := range batches[i] {
					p.buf = appendUnits(p.buf, &x, f, d.take(i*batch+k))
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

// take gives the stored tokens of a document, if there are any, for once.
func (d *draft) take(doc int) []byte {
	if d.tokens == nil {
		return nil
	}
	tokens := d.tokens[doc]
	d.tokens[doc] = nil
	return tokens
}

// appendUnits appends a fact's units: the stored ones where they are good.
func appendUnits(dst []byte, x *lexer, f *fact.Fact, stored []byte) []byte {
	if usable(stored, f.Statement) {
		return append(dst, stored[tokensHeader:]...)
	}
	start := len(dst)
	dst = appendTokens(dst, x, f.Statement)
	return append(dst[:start], dst[start+tokensHeader:]...)
}
