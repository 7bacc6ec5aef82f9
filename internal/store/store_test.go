package store

import (
	"context"
	"path/filepath"
	"testing"

	"factbot/internal/store/storetest"
)

// suite is a DB as the suite knows it.
type suite struct{ *DB }

func (s suite) InTx(ctx context.Context, fn func(storetest.Tx) error) error {
	return s.DB.InTx(ctx, func(tx *Tx) error { return fn(tx) })
}

// BreakCommit leaves a reference to nowhere, which is checked at the commit only.
func (s suite) BreakCommit(ctx context.Context, tx storetest.Tx) error {
	return breakCommit(ctx, tx.(*Tx))
}

func breakCommit(ctx context.Context, tx *Tx) error {
	for _, query := range []string{
		"CREATE TABLE whole (id INTEGER PRIMARY KEY)",
		"CREATE TABLE part (of INTEGER REFERENCES whole(id) DEFERRABLE INITIALLY DEFERRED)",
		"INSERT INTO part VALUES (1)",
	} {
		if _, err := tx.conn.sql.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// open opens a new database that is closed when the test ends.
func open(t testing.TB, o Options) *DB {
	t.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(t.TempDir(), "test.db")
	}
	db, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

func TestSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Store { return suite{open(t, Options{})} })
}
