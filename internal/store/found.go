package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"factbot/internal/fact"
)

// found makes a new database that only its owner may read. It is built under
// another name, synchronised once and then given its name, so that a crash
// leaves no database or a whole one. Where another process was faster, that
// one's stays.
func found(ctx context.Context, path string, now time.Time) (err error) {
	f, err := makePart(path, newPart)
	if err != nil {
		return fault(fact.CodeUnavailable, "store.unreadable", path,
			fmt.Sprintf("The database %q cannot be made: give this user write permission on its folder.", path), err)
	}
	part := f.Name()
	defer func() {
		if rerr := os.Remove(part); !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
		_ = f.Close() // only now: it holds the lock
	}()
	if err := build(ctx, part, now); err != nil {
		return err
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Link(part, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return place(part, path, err)
	}
	_ = os.Remove(part) // at once: a database with two names is refused
	return syncFile(filepath.Dir(path))
}

// build writes the schema. Nobody else sees the file, and nothing of it counts
// before it has its name: no journal and no synchronisation are needed.
func build(ctx context.Context, part string, now time.Time) (err error) {
	pool, err := sql.Open("sqlite", dsn(part, "rw", nil, "journal_mode(OFF)", "synchronous(OFF)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	c, err := newConn(ctx, pool, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if err := migrate(ctx, c, part, migrationFiles, now); err != nil {
		return err
	}
	_, err = c.sql.ExecContext(ctx, "PRAGMA journal_mode = WAL")
	return err
}

// place is for file systems without links: the name is given by renaming, to a
// copy of its own because the caller removes the part.
func place(part, path string, cause error) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(cause, err)
	}
	text, err := os.ReadFile(part)
	if err != nil {
		return err
	}
	second := part + secondPart
	if err := os.WriteFile(second, text, 0o600); err != nil {
		return err
	}
	if err := syncFile(second); err != nil {
		return err
	}
	return errors.Join(os.Rename(second, path), syncFile(filepath.Dir(path)))
}
