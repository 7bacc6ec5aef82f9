package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"factbot/internal/fact"
)

func occurrences(t testing.TB, path, text string) int {
	t.Helper()
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(b), text)
}

// TestBackupWhileServing backs up while others write: the copy is a whole
// state between the first and the last of them.
func TestBackupWhileServing(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 200)
	ctx := t.Context()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := db.InTx(ctx, func(tx *Tx) error {
					e, err := tx.Append(ctx, fact.Event{Act: fact.ActFlag, Note: "x"})
					if err != nil {
						return err
					}
					return tx.SetValue(ctx, "last", fmt.Sprint(e.Seq))
				}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	to := filepath.Join(t.TempDir(), "backup.db")
	for i := range 3 { // the second and third replace the one before
		r, err := db.Backup(ctx, to, i > 0)
		if err != nil || r.Broken != 0 || r.Events < 200 {
			t.Fatalf("%+v, %v", r, err)
		}
		copied := open(t, Options{Path: to, ReadOnly: true})
		if v, err := copied.Value(ctx, "last"); err != nil || v != "" && v != fmt.Sprint(r.Events) {
			t.Errorf("value %q beside %d events, %v", v, r.Events, err)
		}
		if r2, err := copied.VerifyChain(ctx, r.Head); err != nil || r2 != r {
			t.Errorf("%+v, %v", r2, err)
		}
	}
	close(stop)
	wg.Wait()
	if st, err := os.Stat(to); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(to), ".*part*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestBackupRefuses(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 1)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	if _, err := db.Backup(t.Context(), there, false); err != nil {
		t.Fatal(err)
	}
	text := write(t, filepath.Join(dir, "letter.txt"), strings.Repeat("Dear reader, ", 20))
	theirs := write(t, filepath.Join(dir, "theirs.db"), "")
	tamper(t, theirs, "CREATE TABLE theirs (x)")
	used := open(t, Options{})
	fill(t, used, 1)
	for path, key := range map[string]string{
		db.Path(): "backup.itself", used.Path(): "backup.in_use", text: "store.not_a_database", theirs: "backup.exists",
		filepath.Join(dir, "none", "b.db"): "store.missing_folder", dir: "store.is_folder",
		there: "backup.there",
	} {
		_, err := db.Backup(t.Context(), path, false)
		wantKey(t, err, key)
	}
	if occurrences(t, text, "Dear reader") != 20 {
		t.Error("the letter was overwritten")
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t, Options{})
	fill(t, db, 4)
	dir := t.TempDir()
	backup := filepath.Join(dir, "backup.db")
	saved, err := db.Backup(ctx, backup, false)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "restored.db")
	if r, err := Restore(ctx, RestoreOptions{From: backup, To: to}); err != nil || r != saved {
		t.Fatalf("%+v, %v", r, err)
	}
	restored, err := Open(ctx, Options{Path: to})
	if err != nil {
		t.Fatal(err)
	}
	fill2(t, restored)
	_, err = Restore(ctx, RestoreOptions{From: backup, To: to})
	wantKey(t, err, "restore.exists")
	if err := restored.Close(); err != nil {
		t.Fatal(err)
	}
	release, err := Lock(to)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Restore(ctx, RestoreOptions{From: backup, To: to, Overwrite: true})
	wantKey(t, err, "store.served")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if r, err := Restore(ctx, RestoreOptions{From: backup, To: to, Overwrite: true}); err != nil || r != saved {
		t.Fatalf("%+v, %v", r, err)
	}
	again := open(t, Options{Path: to})
	if r, err := again.VerifyChain(ctx, saved.Head); err != nil || r != saved {
		t.Errorf("%+v, %v", r, err)
	}
}

func fill2(t testing.TB, db *DB) {
	t.Helper()
	if err := db.InTx(t.Context(), func(tx *Tx) error {
		_, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag, Note: "later"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestRestoreBesideLog: the log of a database that was killed must not be played
// into the restored one.
func TestRestoreBesideLog(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t, Options{})
	fill(t, db, 4)
	dir := t.TempDir()
	backup := filepath.Join(dir, "backup.db")
	saved, err := db.Backup(ctx, backup, false)
	if err != nil {
		t.Fatal(err)
	}
	fill2(t, db)
	to := filepath.Join(dir, "killed.db")
	copyFile(t, db.Path(), to, 1)
	copyFile(t, db.Path()+"-wal", to+"-wal", 1)
	if r, err := Restore(ctx, RestoreOptions{From: backup, To: to, Overwrite: true}); err != nil || r != saved {
		t.Fatalf("%+v, %v", r, err)
	}
	again := open(t, Options{Path: to})
	if r, err := again.VerifyChain(ctx, ""); err != nil || r != saved {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	to := filepath.Join(dir, "to.db")
	damaged := filled(t, 300)
	for _, page := range leaves(t, damaged, "facts") {
		damage(t, damaged, (page-1)*4096, 4096)
	}
	newer := filled(t, 1)
	tamper(t, newer, "PRAGMA user_version = 99")
	for from, key := range map[string]string{
		filepath.Join(dir, "none.db"): "restore.missing", damaged: "store.corrupt", newer: "store.newer",
		write(t, filepath.Join(dir, "empty.db"), ""):                          "store.not_a_database",
		write(t, filepath.Join(dir, "text.db"), strings.Repeat("text ", 100)): "store.not_a_database",
	} {
		_, err := Restore(t.Context(), RestoreOptions{From: from, To: to})
		wantKey(t, err, key)
		if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: something was restored", key)
		}
	}
	good := filled(t, 1)
	_, err := Restore(t.Context(), RestoreOptions{From: good, To: good, Overwrite: true})
	wantKey(t, err, "restore.itself")
}

func TestBind(t *testing.T) {
	t.Parallel()
	path := filled(t, 1)
	db := open(t, Options{Path: path})
	ctx := t.Context()
	for _, c := range []struct {
		team fact.TeamID
		app  string
		kind Kind
		key  string
	}{
		{"", "", KindWorkspace, ""},
		{"T1", "", KindWorkspace, ""},
		{"T1", "A1", KindWorkspace, ""},
		{"", "", KindWorkspace, ""},
		{"T2", "A1", KindWorkspace, "store.wrong_workspace"},
		{"T1", "A2", KindWorkspace, "store.wrong_app"},
		{"T1", "A1", KindPlayground, "store.wrong_kind"},
		{"T1", "A1", KindWorkspace, ""},
	} {
		err := db.Bind(ctx, c.team, c.app, c.kind)
		if c.key == "" {
			if err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		wantKey(t, err, c.key)
		if fact.CodeOf(err) != fact.CodeConflict {
			t.Errorf("code %q", fact.CodeOf(err))
		}
	}
	if b, err := db.Binding(ctx); err != nil || b != (Binding{Team: "T1", App: "A1", Kind: KindWorkspace}) {
		t.Errorf("%+v, %v", b, err)
	}
	for _, readOnly := range []bool{false, true} {
		_, err := Open(ctx, Options{Path: path, Kind: KindPlayground, ReadOnly: readOnly})
		wantKey(t, err, "store.wrong_kind")
	}
	play := open(t, Options{Kind: KindPlayground})
	wantKey(t, play.Bind(ctx, "T1", "", KindWorkspace), "store.wrong_kind")
}

// TestKilledCopiesAreCleared: what a killed backup, restore or start left is
// removed by the next in that folder, and nothing else is.
func TestKilledCopiesAreCleared(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 1)
	dir := t.TempDir()
	to := filepath.Join(dir, "b.db")
	gone := []string{
		".b.db.123.part", ".b.db.123.part-journal", ".b.db.9.new", ".b.db.9.new.2", ".monday.db.7" + copyPart,
		".monday.db.7" + copyPart + "-wal", ".b.db.8" + newPart,
	}
	stay := []string{
		".b.db.part", ".b.db.x1.part", ".c.db.123.part", "b.db.123.part", ".b.db.123.part.txt", "letter" + copyPart,
		".b.db.55" + copyPart, ".b.db.55" + copyPart + "-journal",
	}
	for _, name := range append(slices.Clone(gone), stay...) {
		write(t, filepath.Join(dir, name), "x")
	}
	busy, err := os.OpenFile(filepath.Join(dir, ".b.db.55"+copyPart), os.O_RDWR, 0) // somebody else's, at work
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = busy.Close() }()
	if held, err := tryLock(busy); held || err != nil {
		t.Fatal(held, err)
	}
	if _, err := db.Backup(t.Context(), to, false); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := append(slices.Clone(stay), "b.db")
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left %q\nwant %q", left, want)
	}
}
