package slack

import (
	"context"
	"crypto/rand"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
)

// pool runs work that nobody waits for, so much at a time. Its workers start when they are needed first and then wait for
// more, since a goroutine with a grown stack is worth keeping; stop sends them home.
type pool struct {
	mu       sync.Mutex
	queue    []func()
	jobs     chan func() // to idle workers; there is always room for as many as are idle
	busy     int         // workers with work
	idle     int         // workers without
	workers  int
	limit    int
	quiet    chan struct{} // closed when busy falls to zero; nil while nobody waits
	stopped  bool
	panicked func(what any, stack []byte)
}

func newPool(workers, limit int, panicked func(any, []byte)) *pool {
	return &pool{workers: workers, limit: limit, panicked: panicked, jobs: make(chan func(), workers)}
}

// submit takes work, or returns false when too much waits already.
func (p *pool) submit(f func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.stopped:
		return false
	case p.idle > 0:
		p.idle--
		p.busy++
		p.jobs <- f
	case p.busy < p.workers:
		p.busy++
		go p.work(f)
	case len(p.queue) < p.limit:
		p.queue = append(p.queue, f)
	default:
		return false
	}
	return true
}

func (p *pool) work(f func()) {
	for {
		p.safely(f)
		if f = p.next(); f != nil {
			continue
		}
		var more bool
		if f, more = <-p.jobs; !more {
			return
		}
	}
}

// next takes work from the queue; without any the worker counts as idle.
func (p *pool) next() func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) > 0 {
		f := p.queue[0]
		p.queue[0] = nil
		p.queue = p.queue[1:]
		return f
	}
	p.busy--
	p.idle++
	if p.busy == 0 && p.quiet != nil {
		close(p.quiet)
		p.quiet = nil
	}
	return nil
}

func (p *pool) working() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy > 0
}

// stop lets idle workers go, and takes no more work.
func (p *pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.stopped {
		p.stopped = true
		close(p.jobs)
	}
}

func (p *pool) safely(f func()) {
	defer func() {
		if r := recover(); r != nil {
			p.panicked(r, debug.Stack())
		}
	}()
	f()
}

// drain waits until nothing runs, or ctx ends.
func (p *pool) drain(ctx context.Context) {
	p.mu.Lock()
	if p.busy == 0 {
		p.mu.Unlock()
		return
	}
	if p.quiet == nil {
		p.quiet = make(chan struct{})
	}
	quiet := p.quiet
	p.mu.Unlock()
	select {
	case <-quiet:
	case <-ctx.Done():
	}
}

// idSource gives correlation ids: a prefix of this run and a number.
type idSource struct {
	prefix string
	n      atomic.Uint64
}

func newIDSource() *idSource {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails; see crypto/rand
	n := uint64(b[0])<<16 | uint64(b[1])<<8 | uint64(b[2])
	return &idSource{prefix: strconv.FormatUint(n, 36) + "-"}
}

func (s *idSource) next() string {
	var b [24]byte
	return string(strconv.AppendUint(append(b[:0], s.prefix...), s.n.Add(1), 36))
}
