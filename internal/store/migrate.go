package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrationFiles are the migrations of this program. They are added to, never edited.
var migrationFiles fs.FS = embedded

// applicationID marks the file as factbot's own: "fact" in ASCII.
const applicationID = 0x66616374

// migration is one step of the schema.
type migration struct {
	version int
	name    string
	sql     string
}

// migrations reads the steps; they are numbered from 1 without gaps.
func migrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var all []migration
	for i, name := range names { // Glob sorts
		base := path.Base(name)
		number, _, _ := strings.Cut(base, "_")
		n, err := strconv.Atoi(number)
		if err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %q: want number %04d", base, i+1)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all = append(all, migration{version: n, name: base, sql: string(text)})
	}
	return all, nil
}

// schema is what a file says of itself.
type schema struct {
	version     int
	application int
	objects     int // tables, indexes, triggers and views
}

func readSchema(ctx context.Context, c *conn) (schema, error) {
	var s schema
	for _, q := range []struct {
		query string
		dest  *int
	}{
		{"PRAGMA user_version", &s.version},
		{"PRAGMA application_id", &s.application},
		{"SELECT count(*) FROM sqlite_schema", &s.objects},
	} {
		found, err := c.get(ctx, q.query, nil, q.dest)
		if err == nil && !found {
			err = errors.New("no answer")
		}
		if err != nil {
			return s, fmt.Errorf("%s: %w", strings.ToLower(q.query), err)
		}
	}
	return s, nil
}

// acceptable refuses files of another or of a newer program.
func (s schema) acceptable(path string, latest int) error {
	if s.objects == 0 && s.version == 0 && s.application == 0 {
		return nil // new
	}
	if s.application != applicationID {
		return otherProgram(path, nil)
	}
	if s.version > latest {
		return fault(fact.CodeUnavailable, "store.newer", path,
			fmt.Sprintf("The database %q was written by a newer factbot (schema %d, this one knows %d): install that version or a later one.", path, s.version, latest), nil)
	}
	return nil
}

// migrate brings the schema up to date in one transaction: a kill leaves the
// old schema or the new one.
func migrate(ctx context.Context, c *conn, path string, files fs.FS, now time.Time) error {
	all, err := migrations(files)
	if err != nil {
		return err
	}
	s, err := readSchema(ctx, c)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if err := s.acceptable(path, len(all)); err != nil || s.version == len(all) {
		return err
	}
	if _, err := c.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := applyAll(ctx, c, path, all, now); err != nil {
		_, _ = c.sql.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return err
	}
	if _, err := c.sql.ExecContext(ctx, "COMMIT"); err != nil {
		_, _ = c.sql.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return fmt.Errorf("commit the migration: %w", err)
	}
	return nil
}

// applyAll applies what is missing, having looked again: another process may
// have been faster.
func applyAll(ctx context.Context, c *conn, path string, all []migration, now time.Time) error {
	s, err := readSchema(ctx, c)
	if err != nil {
		return err
	}
	if err := s.acceptable(path, len(all)); err != nil {
		return err
	}
	for _, m := range all[s.version:] {
		if _, err := c.sql.ExecContext(ctx, m.sql); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
		if _, err := c.exec(ctx, "INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, ?)", m.version, m.name, now.UnixMicro()); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
	}
	_, err = c.sql.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(all), applicationID))
	return err
}

// checkSchema refuses, for reading, a file that is not of exactly this schema.
func checkSchema(ctx context.Context, c *conn, path string) error {
	all, err := migrations(migrationFiles)
	if err != nil {
		return err
	}
	s, err := readSchema(ctx, c)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if err := s.acceptable(path, len(all)); err != nil {
		return err
	}
	if s.version < len(all) {
		return fault(fact.CodeUnavailable, "store.older", path,
			fmt.Sprintf("The database %q is of an older factbot (schema %d of %d): start \"factbot serve\" once to bring it up to date.", path, s.version, len(all)), nil)
	}
	return nil
}
