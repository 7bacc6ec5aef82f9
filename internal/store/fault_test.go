package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/fact"
)

// filled makes a closed database with a topic of n facts and n events.
func filled(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filled.db")
	db, err := Open(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, db, n)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func fill(t testing.TB, db *DB, n int) {
	t.Helper()
	ctx := t.Context()
	err := db.InTx(ctx, func(tx *Tx) error {
		if err := tx.SaveTopic(ctx, &fact.Topic{Slug: "rdma", Title: "RDMA", Prefix: "RDMA"}); err != nil {
			return err
		}
		i, err := tx.AddImport(ctx, fact.Import{Topic: "rdma", Document: "rdma.txt", Hash: "ab12"})
		if err != nil {
			return err
		}
		facts := make([]*fact.Fact, n)
		for k := range facts {
			facts[k] = &fact.Fact{Topic: "rdma", Statement: fmt.Sprintf("Statement %d about the latency of a queue pair on a lossy fabric.", k+1), Confidence: 50, Line: k + 1, Import: &fact.Import{ID: i}}
		}
		ids, err := tx.AddFacts(ctx, "rdma", facts, nil)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := tx.Append(ctx, fact.Event{Topic: "rdma", Fact: id, Version: 1, Act: fact.ActFlag, Actor: "U1", Name: "reader", Note: "a note"}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tamper runs statements on a database that nobody has open.
func tamper(t testing.TB, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, "rw", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// TestUnusable opens what is no usable database: each is told in one line, and
// the file is left as it was.
func TestUnusable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		key  string
		path func(t *testing.T, dir string) string
	}{
		{"no name", "store.path", func(*testing.T, string) string { return "" }},
		{"missing folder", "store.missing_folder", func(_ *testing.T, dir string) string { return filepath.Join(dir, "none", "a.db") }},
		{"a file as folder", "store.unreadable", func(t *testing.T, dir string) string {
			return filepath.Join(write(t, filepath.Join(dir, "file"), "x"), "a.db")
		}},
		{"folder", "store.is_folder", func(_ *testing.T, dir string) string { return dir }},
		{"text", "store.not_a_database", func(t *testing.T, dir string) string {
			return write(t, filepath.Join(dir, "a.db"), strings.Repeat("not a database ", 100))
		}},
		{"short text", "store.not_a_database", func(t *testing.T, dir string) string { return write(t, filepath.Join(dir, "a.db"), "x") }},
		{"magic only", "store.not_a_database", func(t *testing.T, dir string) string {
			return write(t, filepath.Join(dir, "a.db"), sqliteMagic+strings.Repeat("\x00", 4096))
		}},
		{"empty beside a log", "store.corrupt", func(t *testing.T, dir string) string {
			write(t, filepath.Join(dir, "a.db-wal"), "log")
			return write(t, filepath.Join(dir, "a.db"), "")
		}},
		{"newer schema", "store.newer", func(t *testing.T, _ string) string {
			path := filled(t, 1)
			tamper(t, path, "PRAGMA user_version = 99")
			return path
		}},
		{"another program's", "store.other_program", func(t *testing.T, dir string) string {
			path := write(t, filepath.Join(dir, "a.db"), "")
			tamper(t, path, "CREATE TABLE theirs (x)")
			return path
		}},
		{"damaged first page", "store.corrupt", func(t *testing.T, _ string) string {
			path := filled(t, 50)
			damage(t, path, 100, 4000)
			return path
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := c.path(t, t.TempDir())
			before, _ := os.ReadFile(path)
			db, err := Open(t.Context(), Options{Path: path})
			if err == nil {
				_ = db.Close()
				t.Fatal("it was opened")
			}
			var e *fact.Error
			if !errors.As(err, &e) || e.Key != c.key || strings.Contains(err.Error(), "\n") || e.Message == "" {
				t.Errorf("got %v, want one line with key %s", err, c.key)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

// damage overwrites bytes of a file.
func damage(t testing.TB, path string, from, n int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", int(n))), from); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantKey(t *testing.T, err error, key string) {
	t.Helper()
	var e *fact.Error
	if !errors.As(err, &e) || e.Key != key {
		t.Fatalf("got %v, want key %s", err, key)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
}

func TestCorruptPage(t *testing.T) {
	t.Parallel()
	path := filled(t, 500)
	for _, page := range leaves(t, path, "facts") {
		damage(t, path, (page-1)*4096, 4096)
	}
	db := open(t, Options{Path: path})
	wantKey(t, db.IntegrityCheck(t.Context()), "store.corrupt")
	wantKey(t, db.EachFact(t.Context(), func(*fact.Fact) error { return nil }), "store.corrupt")
	_, err := db.Backup(t.Context(), filepath.Join(t.TempDir(), "backup.db"), false)
	wantKey(t, err, "store.corrupt")
}

// leaves are the pages that hold a table's rows.
func leaves(t testing.TB, path, table string) (pages []int64) {
	t.Helper()
	err := inspect(t.Context(), path, func(c *conn) (err error) {
		pages, err = list(t.Context(), c, "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", []any{table},
			func(scan func(...any) error, page *int64) error { return scan(page) })
		return err
	})
	if err != nil || len(pages) == 0 {
		t.Fatalf("pages of %s: %v, %v", table, pages, err)
	}
	return pages
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 5)
	ctx := t.Context()
	if err := db.alone(ctx, func(c *conn) error {
		var pages int
		if _, err := c.get(ctx, "PRAGMA page_count", nil, &pages); err != nil {
			return err
		}
		_, err := c.sql.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+2))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("x", 64<<10)
	err := db.InTx(ctx, func(tx *Tx) error { return tx.SetValue(ctx, "big", big) })
	wantKey(t, err, "store.full")
	if err := db.alone(ctx, func(c *conn) error {
		_, err := c.sql.ExecContext(ctx, "PRAGMA max_page_count = 100000")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.InTx(ctx, func(tx *Tx) error { return tx.SetValue(ctx, "big", big) }); err != nil {
		t.Fatalf("after space was made: %v", err)
	}
	r, err := db.VerifyChain(ctx, "")
	if err != nil || r.Broken != 0 || r.Events != 5 {
		t.Errorf("chain: %+v, %v", r, err)
	}
}

// TestSwallowedFullDisk: SQLite rolls everything back on a full disk, so a
// caller that goes on as if nothing was must not be acknowledged.
func TestSwallowedFullDisk(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 1)
	ctx := t.Context()
	err := db.InTx(ctx, func(tx *Tx) error {
		if err := tx.SetValue(ctx, "k", "v"); err != nil {
			return err
		}
		_, _ = tx.conn.sql.ExecContext(ctx, "ROLLBACK") // what SQLite does by itself
		return nil
	})
	if err == nil {
		t.Fatal("acknowledged what is not there")
	}
	if v, err := db.Value(ctx, "k"); v != "" || err != nil {
		t.Errorf("value %q, %v", v, err)
	}
	if err := db.InTx(ctx, func(tx *Tx) error { return tx.SetValue(ctx, "k", "v") }); err != nil {
		t.Fatalf("the writer is unusable: %v", err)
	}
}

func TestLockedByAnother(t *testing.T) {
	t.Parallel()
	path := filled(t, 1)
	other, err := sql.Open("sqlite", dsn(path, "rw", nil, "locking_mode(EXCLUSIVE)"))
	if err != nil {
		t.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	defer func() { _ = other.Close() }()
	if _, err := other.ExecContext(t.Context(), "PRAGMA journal_mode(WAL); BEGIN IMMEDIATE; UPDATE probe SET at = 1; COMMIT"); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), Options{Path: path})
	wantKey(t, err, "store.locked")
	if fact.CodeOf(err) != fact.CodeBusy {
		t.Errorf("code %q", fact.CodeOf(err))
	}
}

// TestTruncatedLog cuts the log as a lost last write would: what was
// checkpointed and the whole transactions before the cut stay.
func TestTruncatedLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	db := open(t, Options{Path: path})
	fill(t, db, 3)
	if all, err := db.WALCheckpoint(t.Context()); err != nil || !all {
		t.Fatal(all, err)
	}
	for n := range 10 {
		if err := db.InTx(t.Context(), func(tx *Tx) error {
			_, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag, Actor: "U1", Note: fmt.Sprint(n)})
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, keep := range []float64{1, 0.7, 0.3, 0.01, 0} {
		cut := filepath.Join(dir, fmt.Sprintf("cut%v.db", keep))
		copyFile(t, path, cut, 1)
		copyFile(t, path+"-wal", cut+"-wal", keep)
		again := open(t, Options{Path: cut})
		r, err := again.VerifyChain(t.Context(), "")
		if err != nil || r.Broken != 0 || r.Events < 3 || r.Events > 13 || keep == 1 && r.Events != 13 {
			t.Errorf("kept %v of the log: %+v, %v", keep, r, err)
		}
	}
}

func copyFile(t testing.TB, from, to string, share float64) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(b[:int(float64(len(b))*share)]))
}
