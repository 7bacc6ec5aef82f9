package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"factbot/internal/fact"
)

// Backup writes a copy of the database as it is at this instant, while it is
// being used, checks the copy and only then gives it its name. A file of that
// name is replaced only when overwrite is set, and then only a factbot database.
// A crash leaves the former file.
func (db *DB) Backup(ctx context.Context, to string, overwrite bool) (fact.ChainReport, error) {
	to, err := filepath.Abs(to)
	if err != nil {
		return fact.ChainReport{}, err
	}
	if sameFile(to, db.path) {
		return fact.ChainReport{}, fault(fact.CodeInvalid, "backup.itself", to, "A backup cannot replace the database itself: name another file.", nil)
	}
	if err := replaceable(ctx, to); err != nil {
		return fact.ChainReport{}, err
	}
	if st, err := os.Stat(to); err == nil && st.Size() > 0 && !overwrite {
		return fact.ChainReport{}, fault(fact.CodeConflict, "backup.there", to,
			fmt.Sprintf("There is a backup %q already: name another file, or give --force to replace it.", to), nil)
	}
	return copyTo(ctx, db.path, to)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// replaceable refuses to write over a file that is not a factbot database.
func replaceable(ctx context.Context, path string) error {
	exists, err := checkFile(path, false)
	if err != nil || !exists {
		return err
	}
	if st, err := os.Stat(path); err == nil && st.Size() == 0 {
		return nil
	}
	if st, err := os.Stat(path + "-wal"); err == nil && st.Size() > 0 {
		return fault(fact.CodeConflict, "backup.in_use", path, fmt.Sprintf("%q is a database in use: name another file.", path), nil)
	}
	err = inspect(ctx, path, func(c *conn) error {
		s, err := readSchema(ctx, c)
		if err == nil && s.application != applicationID {
			err = errors.New("it is another program's")
		}
		return err
	})
	if err != nil {
		return fault(fact.CodeConflict, "backup.exists", path, fmt.Sprintf("%q exists and is not a factbot database: name another file.", path), err)
	}
	return nil
}

// inspect opens a file for reading, on a connection of its own.
func inspect(ctx context.Context, path string, fn func(*conn) error) (err error) {
	pool, err := sql.Open("sqlite", dsn(path, "ro", frozen(path), "query_only(1)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	c, err := newConn(ctx, pool, false)
	if err != nil {
		return explain(path, err)
	}
	defer func() { err = errors.Join(err, c.close()) }()
	return explain(path, fn(c))
}

// copyTo writes a checked copy beside the target and renames it.
func copyTo(ctx context.Context, from, to string) (report fact.ChainReport, err error) {
	f, err := makePart(to, copyPart)
	if err != nil {
		return report, fault(fact.CodeUnavailable, "backup.unwritable", to,
			fmt.Sprintf("The file %q cannot be written: look at its folder and the folder's permissions.", to), err)
	}
	part := f.Name()
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
		_ = f.Close() // only now: it holds the lock
	}()
	if err := vacuumInto(ctx, from, part); err != nil {
		return report, err
	}
	if err := syncFile(part); err != nil {
		return report, explain(to, err)
	}
	if report, err = checkCopy(ctx, part); err != nil {
		return report, err
	}
	if err := os.Rename(part, to); err != nil {
		return report, err
	}
	return report, syncFile(filepath.Dir(to))
}

// vacuumInto copies a database as of one instant, without what was deleted in it.
func vacuumInto(ctx context.Context, from, part string) (err error) {
	pool, err := sql.Open("sqlite", dsn(from, "rw", url.Values{}))
	if st, serr := os.Stat(from); serr == nil && !writable(from, st) {
		pool, err = sql.Open("sqlite", dsn(from, "ro", frozen(from)))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return explain(from, fmt.Errorf("copy: %w", err))
	}
	return nil
}

func writable(path string, st fs.FileInfo) bool {
	f, err := os.OpenFile(path, os.O_RDWR, st.Mode().Perm())
	if err != nil {
		return false
	}
	return f.Close() == nil
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// checkCopy reads all of a file: its schema, its pages, its history.
func checkCopy(ctx context.Context, path string) (report fact.ChainReport, err error) {
	err = inspect(ctx, path, func(c *conn) error {
		s, err := readSchema(ctx, c)
		if err != nil {
			return err
		}
		all, err := migrations(migrationFiles)
		if err != nil {
			return err
		}
		if s.objects == 0 {
			return notADatabase(path, errors.New("it is empty"))
		}
		if err := s.acceptable(path, len(all)); err != nil {
			return err
		}
		if err := integrity(ctx, c, path); err != nil {
			return err
		}
		report, err = verifyChain(ctx, c, "")
		return err
	})
	return report, err
}

// RestoreOptions say how a backup is put in place.
type RestoreOptions struct {
	From      string // required; the backup
	To        string // required; the database to make
	Overwrite bool   // replace a database that is there
}

// Restore puts a backup in the place of a database, having checked it. It
// refuses to replace a database unless told to, and one that is being served in
// any case. A crash leaves the former database. A history that does not hold is
// restored all the same and reported: it is what the backup has.
func Restore(ctx context.Context, o RestoreOptions) (report fact.ChainReport, err error) {
	from, err := filepath.Abs(o.From)
	if err != nil {
		return report, err
	}
	to := resolve(o.To)
	exists, err := checkFile(from, false)
	if err == nil && !exists {
		err = fault(fact.CodeNotFound, "restore.missing", from, fmt.Sprintf("There is no backup %q.", from), nil)
	}
	if err != nil {
		return report, err
	}
	if sameFile(from, to) {
		return report, fault(fact.CodeInvalid, "restore.itself", to, "The backup and the database are the same file.", nil)
	}
	if _, err := checkCopy(ctx, from); err != nil {
		return report, err
	}
	release, err := Lock(to)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := clearTarget(ctx, to, o.Overwrite); err != nil {
		return report, err
	}
	return copyTo(ctx, from, to)
}

// clearTarget makes sure that no log of a former database is left beside the
// target: SQLite would play it into the restored one.
func clearTarget(ctx context.Context, to string, overwrite bool) error {
	st, err := os.Stat(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := checkFolder(to); err != nil {
			return err
		}
	case err != nil:
		return err
	case st.IsDir():
		_, err := checkFile(to, true)
		return err
	case !overwrite && st.Size() > 0:
		return fault(fact.CodeConflict, "restore.exists", to, fmt.Sprintf("There is a database %q already: move it away, or give --force to replace it.", to), nil)
	default:
		settle(ctx, to)
	}
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Remove(to + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// settle moves a former database's log into its file, where it can be read at
// all, so that a crash before the rename leaves it whole.
func settle(ctx context.Context, path string) {
	pool, err := sql.Open("sqlite", dsn(path, "rw", nil))
	if err != nil {
		return
	}
	defer func() { _ = pool.Close() }()
	_, _ = pool.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}
