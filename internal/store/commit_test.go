package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestGroupCommit is the bar: 64 callers at once, at least 20 rows a commit,
// none refused as busy.
func TestGroupCommit(t *testing.T) {
	t.Parallel()
	db := open(t, Options{batchTime: time.Hour})
	before := db.WriteStats()
	crowd(t, db, 64, 20)
	after := db.WriteStats()
	acts, commits := after.Acts-before.Acts, after.Commits-before.Commits
	if acts != 64*20 || acts < 20*commits {
		t.Errorf("%d acts in %d commits", acts, commits)
	}
}

// crowd has many callers append events at once.
func crowd(t testing.TB, db *DB, callers, each int) {
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for range each {
				if err := db.InTx(context.Background(), func(tx *Tx) error {
					_, err := tx.Append(context.Background(), fact.Event{Topic: "rdma", Act: fact.ActFlag, Actor: "U1", Note: "note"})
					return err
				}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestCommitFailsForAll: a failed commit is told to everybody whose part it held,
// also to those whose own function had an error.
func TestCommitFailsForAll(t *testing.T) {
	t.Parallel()
	db := open(t, Options{batchTime: time.Hour})
	ctx := t.Context()
	const callers = 10
	own := errors.New("own")
	held := make(chan struct{})
	results := make(chan error, callers+1)
	// The first holds the batch open until all others queue up behind it.
	go func() {
		results <- db.InTx(ctx, func(tx *Tx) error {
			close(held)
			for len(db.writer.queue) < callers {
				runtime.Gosched()
			}
			return breakCommit(ctx, tx)
		})
	}()
	<-held
	for n := range callers {
		go func() {
			results <- db.InTx(ctx, func(tx *Tx) error {
				if n%2 == 0 {
					return own
				}
				return tx.SetValue(ctx, fmt.Sprint(n), "v")
			})
		}()
	}
	for range callers + 1 {
		if err := <-results; err == nil || errors.Is(err, own) {
			t.Errorf("got %v, want the commit's error", err)
		}
	}
	for n := range callers {
		if v, err := db.Value(ctx, fmt.Sprint(n)); v != "" || err != nil {
			t.Errorf("value %d is %q, %v", n, v, err)
		}
	}
	fill(t, db, 1)
}

// TestCancelledInQueue: who goes away while waiting has done nothing.
func TestCancelledInQueue(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	hold, held := make(chan struct{}), make(chan struct{})
	first := make(chan error, 1)
	go func() {
		first <- db.InTx(t.Context(), func(*Tx) error {
			close(held)
			<-hold
			return nil
		})
	}()
	<-held
	second := make(chan error, 1)
	go func() {
		second <- db.InTx(ctx, func(*Tx) error {
			t.Error("it ran")
			return nil
		})
	}()
	cancel()
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(hold)
	if err := <-first; err != nil {
		t.Error(err)
	}
	fill(t, db, 1)
}

// TestOnCommit: what changed is told once, after it can be read and before InTx
// returns, and not at all when nothing did or it was undone.
func TestOnCommit(t *testing.T) {
	t.Parallel()
	db := open(t, Options{Log: slog.New(slog.DiscardHandler)})
	fill(t, db, 3)
	ctx := t.Context()
	var told []Changes
	db.OnCommit(func(c Changes) {
		told = append(told, c)
		if len(c.Facts) > 0 {
			if _, err := db.LoadFacts(ctx, c.Facts); err != nil {
				t.Error(err)
			}
		}
	})
	db.OnCommit(func(Changes) { panic("a bad listener") })
	id := func(n int) fact.ID { return fact.ID{Prefix: "RDMA", N: n} }
	for _, c := range []struct {
		name string
		fn   func(tx *Tx) error
		want *Changes
	}{
		{"nothing", func(tx *Tx) error { return tx.SetValue(ctx, "k", "v") }, nil},
		{"a decision", func(tx *Tx) error {
			f, err := tx.Fact(ctx, id(1))
			if err != nil {
				return err
			}
			g := *f
			g.Version++
			g.Relations = []fact.Relation{{Kind: fact.Refines, Other: id(2)}}
			return tx.SaveFact(ctx, &g)
		}, &Changes{Facts: []fact.ID{id(2), id(1)}}},
		{"a flag", func(tx *Tx) error {
			_, err := tx.SaveFlag(ctx, fact.Flag{Fact: id(3), By: "U1", Open: true})
			return err
		}, &Changes{Facts: []fact.ID{id(3)}}},
		{"an event", func(tx *Tx) error {
			_, err := tx.Append(ctx, fact.Event{Topic: "rdma", Act: fact.ActImport})
			return err
		}, &Changes{Topics: []string{"rdma"}}},
		{"a notice", func(tx *Tx) error {
			_, err := tx.Enqueue(ctx, fact.Notice{Key: "k", User: "U1"})
			return err
		}, &Changes{Notices: true}},
		{"the same notice", func(tx *Tx) error {
			_, err := tx.Enqueue(ctx, fact.Notice{Key: "k", User: "U1"})
			return err
		}, nil},
		{"a person", func(tx *Tx) error {
			_, err := tx.Forget(ctx, "U9")
			return err
		}, &Changes{Forgot: []fact.UserID{"U9"}}},
	} {
		told = nil
		if err := db.InTx(ctx, c.fn); err != nil {
			t.Fatal(err)
		}
		switch {
		case c.want == nil && len(told) != 0, c.want != nil && (len(told) != 1 || !reflect.DeepEqual(told[0], *c.want)):
			t.Errorf("%s: told %+v", c.name, told)
		}
		told = nil
		undone := errors.New("undone")
		if err := db.InTx(ctx, func(tx *Tx) error { _ = c.fn(tx); return undone }); !errors.Is(err, undone) {
			t.Fatal(err)
		}
		if len(told) != 0 {
			t.Errorf("%s, undone: told %+v", c.name, told)
		}
	}
}

// TestClock: a transaction has the clock's time, also where the clock was set
// back; the history alone never goes back, over a restart neither.
func TestClock(t *testing.T) {
	t.Parallel()
	var offset atomic.Int64
	start := time.Date(2026, 5, 1, 12, 0, 0, 123_456_789, time.FixedZone("", 3600))
	clock := func() time.Time { return start.Add(time.Duration(offset.Load())) }
	db := open(t, Options{Clock: clock})
	now := func(db *DB) (at, event time.Time) {
		if err := db.InTx(t.Context(), func(tx *Tx) error {
			at = tx.Now()
			e, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag})
			event = e.At
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return at, event
	}
	want := func(what string, db *DB, at, event time.Time) {
		t.Helper()
		if gotAt, gotEvent := now(db); gotAt != at || gotEvent != event {
			t.Errorf("%s: got %v and an event of %v, want %v and %v", what, gotAt, gotEvent, at, event)
		}
	}
	first := start.UTC().Truncate(time.Microsecond)
	want("at first", db, first, first)
	offset.Store(int64(-time.Hour))
	want("set back", db, first.Add(-time.Hour), first)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, Options{Path: db.Path(), Clock: clock})
	want("after a restart", again, first.Add(-time.Hour), first)
	offset.Store(int64(time.Hour))
	want("later", again, first.Add(time.Hour), first.Add(time.Hour))
	if r, err := again.VerifyChain(t.Context(), ""); err != nil || r.Broken != 0 {
		t.Errorf("the history is %+v, %v", r, err)
	}
}
