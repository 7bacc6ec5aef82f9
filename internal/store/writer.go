package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"factbot/internal/fact"
)

// Bounds of one SQL transaction that several callers share.
const (
	batchCallers = 512
	batchTime    = 200 * time.Millisecond
	gatherTurns  = 16 // times the writer lets others run before it commits without them
)

// writer owns the one connection that writes. Its goroutine collects the
// callers who wait into one SQL transaction, lets each run its function in turn
// within a savepoint, commits once and then tells them all.
type writer struct {
	db    *DB
	conn  *conn
	queue chan *task
	held  *task         // taken from the queue but not part of the present batch
	limit time.Duration // how long a batch takes callers in

	mu     sync.RWMutex
	closed bool
	gone   chan struct{} // closed when the goroutine is done

	commits atomic.Int64
	acts    atomic.Int64
}

// task is one caller of InTx, or a statement that must run outside of any transaction.
type task struct {
	ctx   context.Context
	turn  chan *Tx    // the writer lets the caller run
	ran   chan result // the caller is done
	done  chan error  // committed, or why not
	taken atomic.Bool // by the writer, or by the caller who went away
	solo  func(*conn) error
}

// result is how a caller's function ended.
type result struct {
	err      error
	finished bool // it returned; false: it panicked or left by runtime.Goexit
}

func newTask(ctx context.Context) *task {
	return &task{ctx: ctx, turn: make(chan *Tx, 1), ran: make(chan result, 1), done: make(chan error, 1)}
}

func newWriter(db *DB, c *conn, limit time.Duration) *writer {
	if limit <= 0 {
		limit = batchTime
	}
	w := &writer{db: db, conn: c, limit: limit, queue: make(chan *task, batchCallers), gone: make(chan struct{})}
	go w.loop()
	return w
}

func errClosed() error {
	return &fact.Error{Code: fact.CodeUnavailable, Key: "store.closed", Message: "The database is closed: factbot is stopping."}
}

func (w *writer) submit(t *task) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed()
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	select {
	case w.queue <- t:
		return nil
	case <-t.ctx.Done():
		return t.ctx.Err()
	}
}

// close lets everybody in the queue finish and ends the goroutine.
func (w *writer) close() error {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.gone
	return w.conn.close()
}

func (w *writer) loop() {
	defer close(w.gone)
	for {
		t := w.held
		w.held = nil
		if t == nil {
			var ok bool
			if t, ok = <-w.queue; !ok {
				return
			}
		}
		if !t.taken.CompareAndSwap(false, true) {
			continue
		}
		if t.solo != nil {
			t.done <- explain(w.db.path, t.solo(w.conn))
			continue
		}
		w.batch(t)
	}
}

// batch runs one SQL transaction.
func (w *writer) batch(first *task) {
	b, err := w.begin()
	if err != nil {
		first.done <- explain(w.db.path, err)
		return
	}
	for t := first; t != nil && b.broken == nil; t = w.next(b) {
		b.run(t)
	}
	if err := explain(w.db.path, b.commit()); err != nil {
		for _, m := range b.members {
			m.task.done <- err
		}
		return
	}
	w.commits.Add(1)
	w.acts.Add(int64(len(b.members)))
	w.db.topics.learn(b.topics)
	if c := b.changes(); !c.empty() {
		w.db.announce(c)
	}
	for _, m := range b.members {
		m.task.done <- explain(w.db.path, m.err)
	}
	if b.forgot() {
		_, _ = checkpoint(w.conn) // the log still holds what was erased
	}
}

// next is the next caller for the batch, or nil when it is time to commit. Those
// just acknowledged by the last commit are given a moment to come back.
func (w *writer) next(b *batch) *task {
	if len(b.members) >= batchCallers || time.Since(b.began) > w.limit {
		return nil
	}
	for turn := 0; ; turn++ {
		select {
		case t, ok := <-w.queue:
			switch {
			case !ok:
				return nil
			case t.solo != nil:
				w.held = t
				return nil
			case t.taken.CompareAndSwap(false, true):
				return t
			}
		default:
			if turn == gatherTurns {
				return nil
			}
			runtime.Gosched()
		}
	}
}

// InTx runs fn in a write transaction. When it returns nil, everything fn wrote
// is on disk; when it returns an error, or when fn panics, nothing of it is. fn's
// own error comes back as it is, once what it had read is on disk too. The
// context is honoured until fn begins and by what fn does with it; the commit
// is always waited for. fn must not call InTx, nor wait for somebody who does.
func (db *DB) InTx(ctx context.Context, fn func(*Tx) error) error {
	if db.writer == nil {
		return fault(fact.CodeUnavailable, "store.reading_only", db.path,
			fmt.Sprintf("The database %q was opened for reading only.", db.path), nil)
	}
	t := newTask(ctx)
	if err := db.writer.submit(t); err != nil {
		return err
	}
	select {
	case tx := <-t.turn:
		return t.perform(tx, fn)
	case err := <-t.done:
		return err
	case <-ctx.Done():
		if t.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
	}
	select {
	case tx := <-t.turn:
		return t.perform(tx, fn)
	case err := <-t.done:
		return err
	}
}

// perform runs the caller's function in the caller's goroutine, so that a panic
// or runtime.Goexit goes where it belongs, and waits for the commit.
func (t *task) perform(tx *Tx, fn func(*Tx) error) error {
	func() {
		var r result
		defer func() { t.ran <- r }()
		r.err = fn(tx)
		r.finished = true
	}()
	return <-t.done
}

// alone runs a statement on the writer outside of any transaction.
func (db *DB) alone(ctx context.Context, fn func(*conn) error) error {
	if db.writer == nil {
		return errors.New("the database was opened for reading only")
	}
	t := newTask(ctx)
	t.solo = fn
	if err := db.writer.submit(t); err != nil {
		return err
	}
	return <-t.done
}

// WriteStats says how many transactions were asked for and how many commits it took.
type WriteStats struct {
	Commits int64
	Acts    int64
}

// WriteStats since the database was opened.
func (db *DB) WriteStats() WriteStats {
	if db.writer == nil {
		return WriteStats{}
	}
	return WriteStats{Commits: db.writer.commits.Load(), Acts: db.writer.acts.Load()}
}
