package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// readers are the connections that read. Each costs memory and reads the schema
// when it is opened, so that there are only as many as were needed at a time.
type readers struct {
	free chan struct{} // one for each connection that may be borrowed
	mu   sync.Mutex
	idle []*conn // those open; the last one back goes first
}

func newReaders(n int) *readers {
	r := &readers{free: make(chan struct{}, n)}
	for range n {
		r.free <- struct{}{}
	}
	return r
}

// most is how many connections there may be.
func (r *readers) most() int { return cap(r.free) }

// open gives an open connection, or nil.
func (r *readers) open() *conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.idle) - 1
	if last < 0 {
		return nil
	}
	c := r.idle[last]
	r.idle = r.idle[:last]
	return c
}

// put gives a connection back; nil stands for one that was closed.
func (r *readers) put(c *conn) {
	if c != nil {
		r.mu.Lock()
		r.idle = append(r.idle, c)
		r.mu.Unlock()
	}
	r.free <- struct{}{}
}

// close waits until every connection is back, and closes them.
func (r *readers) close() error {
	for range r.most() {
		<-r.free
	}
	var errs []error
	for _, c := range r.idle {
		errs = append(errs, c.close())
	}
	return errors.Join(errs...)
}

// borrow gives a connection for one reader; put takes it back.
func (db *DB) borrow(ctx context.Context) (*conn, error) {
	select {
	case <-db.gone: // looked at first: below, select would choose at random
		return nil, errClosed()
	default:
	}
	select {
	case <-db.gone:
		return nil, errClosed()
	case <-db.readers.free:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c := db.readers.open(); c != nil {
		return c, nil
	}
	c, err := newConn(ctx, db.reads, false)
	if err != nil {
		db.readers.put(nil)
		return nil, fmt.Errorf("open a reading connection: %w", err)
	}
	return c, nil
}
