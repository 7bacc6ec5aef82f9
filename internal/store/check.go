package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"factbot/internal/fact"
)

// IntegrityCheck reads the whole file and reports, in one line, what is damaged.
func (db *DB) IntegrityCheck(ctx context.Context) error {
	return db.View(ctx, func(v *View) error { return integrity(ctx, v.conn, db.path) })
}

func integrity(ctx context.Context, c *conn, path string) error {
	found, err := list(ctx, c, "PRAGMA integrity_check(5)", nil, func(scan func(...any) error, s *string) error { return scan(s) })
	if err != nil {
		return explain(path, err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return fault(fact.CodeUnavailable, "store.corrupt", path,
			fmt.Sprintf("The database %q is damaged: restore the latest backup with \"factbot restore\", and keep the damaged file.", path),
			errors.New(strings.ReplaceAll(strings.Join(found, "; "), "\n", " ")))
	}
	orphans := 0
	if err := c.each(ctx, "PRAGMA foreign_key_check", nil, func(func(...any) error) error { orphans++; return nil }); err != nil {
		return explain(path, err)
	}
	if orphans > 0 {
		return fault(fact.CodeUnavailable, "store.corrupt", path,
			fmt.Sprintf("The database %q is damaged: restore the latest backup with \"factbot restore\", and keep the damaged file.", path),
			fmt.Errorf("%d rows refer to rows that are missing", orphans))
	}
	return nil
}

// WriteLatency commits one small row and says how long that took.
func (db *DB) WriteLatency(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	err := db.InTx(ctx, func(tx *Tx) error {
		_, err := tx.conn.exec(ctx, "INSERT INTO probe (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", tx.now.UnixMicro())
		return err
	})
	return time.Since(began), err
}

// WALCheckpoint moves the log into the database file and empties it. It waits
// for running readers for a moment; it says whether everything was moved.
func (db *DB) WALCheckpoint(ctx context.Context) (bool, error) {
	all := false
	err := db.alone(ctx, func(c *conn) (err error) {
		all, err = checkpoint(c)
		return err
	})
	return all, err
}

func checkpoint(c *conn) (bool, error) {
	var busy, log, moved int
	if _, err := c.get(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)", nil, &busy, &log, &moved); err != nil {
		return false, err
	}
	return busy == 0, nil
}

// Info is what an operator wants to know of the file.
type Info struct {
	Path       string
	Size       int64       // bytes of the file
	Log        int64       // bytes of the write-ahead log beside it
	Free       uint64      // bytes free on its disk for this user; 0 where unknown
	Mode       fs.FileMode // permissions
	Schema     int         // version of the schema
	Latest     int         // the schema this program knows
	Migrated   time.Time   // when the last migration ran
	Events     int64       // in the history
	Head       string      // its last hash; "" before the first event
	Binding    Binding
	ReadOnly   bool
	Statistics WriteStats
}

// Info describes the file.
func (db *DB) Info(ctx context.Context) (Info, error) {
	i := Info{Path: db.path, ReadOnly: db.readOnly, Statistics: db.WriteStats()}
	st, err := os.Stat(db.path)
	if err != nil {
		return i, explain(db.path, err)
	}
	i.Size, i.Mode = st.Size(), st.Mode().Perm()
	if st, err := os.Stat(db.path + "-wal"); err == nil {
		i.Log = st.Size()
	}
	i.Free = freeSpace(filepath.Dir(db.path))
	all, err := migrations(migrationFiles)
	if err != nil {
		return i, err
	}
	i.Latest = len(all)
	err = db.View(ctx, func(v *View) error {
		if _, err := v.conn.get(ctx, "SELECT version, applied_at FROM migrations ORDER BY version DESC LIMIT 1", nil, &i.Schema, timed(&i.Migrated)); err != nil {
			return err
		}
		h, err := readHead(ctx, v.conn)
		if err != nil {
			return err
		}
		if i.Events = h.seq; h.seq > 0 {
			i.Head = hexOf(h.hash[:])
		}
		i.Binding, err = readBinding(ctx, v.conn)
		return err
	})
	return i, err
}

// frozen are the parameters for reading a database whose folder cannot be
// written and that has no log: SQLite could not make the files it locks with.
func frozen(path string) url.Values {
	if st, err := os.Stat(path + "-wal"); err == nil && st.Size() > 0 {
		return nil
	}
	if !folderWritable(filepath.Dir(path)) {
		return url.Values{"immutable": {"1"}}
	}
	return nil
}
