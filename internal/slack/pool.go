package slack

import (
	"context"
	"crypto/rand"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
)

// pool runs work that nobody waits for, so much at a time. It keeps no goroutine while there is none.
type pool struct {
	mu       sync.Mutex
	queue    []func()
	running  int
	workers  int
	limit    int
	idle     chan struct{} // closed when running falls to zero; nil while nobody waits
	panicked func(what any, stack []byte)
}

func newPool(workers, limit int, panicked func(any, []byte)) *pool {
	return &pool{workers: workers, limit: limit, panicked: panicked}
}

// submit takes work, or returns false when too much waits already.
func (p *pool) submit(f func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running < p.workers {
		p.running++
		go p.work(f)
		return true
	}
	if len(p.queue) >= p.limit {
		return false
	}
	p.queue = append(p.queue, f)
	return true
}

func (p *pool) work(f func()) {
	for f != nil {
		p.safely(f)
		f = p.next()
	}
}

func (p *pool) next() func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) > 0 {
		f := p.queue[0]
		p.queue[0] = nil
		p.queue = p.queue[1:]
		return f
	}
	p.running--
	if p.running == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
	return nil
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
	if p.running == 0 {
		p.mu.Unlock()
		return
	}
	if p.idle == nil {
		p.idle = make(chan struct{})
	}
	idle := p.idle
	p.mu.Unlock()
	select {
	case <-idle:
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
