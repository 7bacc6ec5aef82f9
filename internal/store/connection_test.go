package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"factbot/internal/fact"
)

func TestReadOnly(t *testing.T) {
	t.Parallel()
	_, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "none.db"), ReadOnly: true})
	wantKey(t, err, "store.missing")
	db := open(t, Options{Path: filled(t, 3), ReadOnly: true})
	facts, err := db.Facts(t.Context(), "rdma")
	if err != nil || len(facts) != 3 {
		t.Errorf("%d facts, %v", len(facts), err)
	}
	wantKey(t, db.InTx(t.Context(), func(*Tx) error { return nil }), "store.reading_only")
	_, err = db.WriteLatency(t.Context())
	wantKey(t, err, "store.reading_only")
}

// TestConnections looks at every connection there can be.
func TestConnections(t *testing.T) {
	t.Parallel()
	db := open(t, Options{Readers: 3})
	check := func(c *conn, readOnly int) {
		for pragma, want := range map[string]string{"foreign_keys": "1", "journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "query_only": fmt.Sprint(readOnly)} {
			var got string
			if _, err := c.get(t.Context(), "PRAGMA "+pragma, nil, &got); err != nil || got != want {
				t.Errorf("%s is %q, want %q (%v)", pragma, got, want, err)
			}
		}
	}
	var nested func(depth int) error
	nested = func(depth int) error {
		return db.View(t.Context(), func(v *View) error {
			check(v.conn, 1)
			if _, err := v.conn.exec(t.Context(), "INSERT INTO settings VALUES ('k', 'v')"); err == nil {
				t.Error("a reader wrote")
			}
			if depth == 0 {
				return nil
			}
			return nested(depth - 1)
		})
	}
	if err := nested(2); err != nil {
		t.Fatal(err)
	}
	if err := db.alone(t.Context(), func(c *conn) error { check(c, 0); return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestFileMode(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 1)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		st, err := os.Stat(db.Path() + suffix)
		if err != nil || st.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", suffix, st.Mode(), err)
		}
	}
	i, err := db.Info(t.Context())
	if err != nil || i.Mode != 0o600 || i.Size == 0 || i.Free == 0 || i.Schema != i.Latest || i.Events != 1 || len(i.Head) != 64 || i.Migrated.IsZero() {
		t.Errorf("info: %+v, %v", i, err)
	}
	if d, err := db.WriteLatency(t.Context()); err != nil || d <= 0 {
		t.Errorf("latency %v, %v", d, err)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "a.db")})
	if err != nil {
		t.Fatal(err)
	}
	const callers = 50
	started, done := make(chan struct{}, callers), make(chan error, callers)
	for range callers {
		go func() {
			done <- db.InTx(context.Background(), func(tx *Tx) error {
				_, err := tx.Append(context.Background(), fact.Event{Act: fact.ActFlag})
				started <- struct{}{}
				return err
			})
		}()
	}
	<-started
	for range 2 {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	acknowledged := int64(0)
	for range callers {
		switch err := <-done; {
		case err == nil:
			acknowledged++
		case fact.CodeOf(err) != fact.CodeUnavailable:
			t.Error(err)
		}
	}
	wantKey(t, db.InTx(t.Context(), func(*Tx) error { return nil }), "store.closed")
	_, err = db.Topics(t.Context())
	wantKey(t, err, "store.closed")
	again := open(t, Options{Path: db.Path()})
	if r, err := again.VerifyChain(t.Context(), ""); err != nil || r.Events != acknowledged || r.Broken != 0 {
		t.Errorf("%d acknowledged, %+v, %v", acknowledged, r, err)
	}
}

// TestReadersOpened: one reader after the other uses one connection, and two at a
// time use two.
func TestReadersOpened(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	read := func(meanwhile func()) {
		t.Helper()
		if err := db.View(t.Context(), func(*View) error {
			meanwhile()
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		read(func() {})
	}
	if n := len(db.readers.idle); n != 1 {
		t.Errorf("%d connections were opened for one reader", n)
	}
	for range 3 {
		read(func() { read(func() {}) })
	}
	if n := len(db.readers.idle); n != 2 {
		t.Errorf("%d connections were opened for two readers", n)
	}
}
