package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/fact"
)

func childLock(path string) error {
	if _, err := Lock(path); err != nil {
		return err
	}
	fmt.Println("locked")
	_ = bufio.NewScanner(os.Stdin).Scan() // until it is killed
	return errors.New("it was not killed")
}

func TestLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	if _, held, err := HeldBy(path); held || err != nil {
		t.Fatal("held by nobody", held, err)
	}
	release, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Lock(path)
	wantKey(t, err, "store.served")
	wantKey(t, CheckLock(path), "store.served")
	if !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("the process is not named: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := CheckLock(path); err != nil {
		t.Error(err)
	}
	again, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
	_, err = Lock(filepath.Join(t.TempDir(), "none", "a.db"))
	wantKey(t, err, "store.missing_folder")
}

// TestLockOfTheDead: the lock goes with its process, however that ends.
func TestLockOfTheDead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	cmd, out := child(t, "lock", path, func(cmd *exec.Cmd) {
		stdin, err := cmd.StdinPipe() // held open, so that the child waits
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = stdin.Close() })
	})
	if !out.Scan() || out.Text() != "locked" {
		t.Fatalf("child: %q", out.Text())
	}
	h, held, err := HeldBy(path)
	if err != nil || !held || h.PID != cmd.Process.Pid || h.Host == "" {
		t.Errorf("held by %+v, %v, %v", h, held, err)
	}
	_, err = Lock(path)
	if fact.CodeOf(err) != fact.CodeBusy || !strings.Contains(err.Error(), fmt.Sprint(cmd.Process.Pid)) {
		t.Errorf("got %v", err)
	}
	kill(t, cmd, out)
	if err := CheckLock(path); err != nil {
		t.Error(err)
	}
	release, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// TestLockByAnyName: a database is one database, whichever links lead to it.
func TestLockByAnyName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "real")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "a.db")
	link := func(from, to string) string {
		t.Helper()
		if err := os.Symlink(to, from); err != nil {
			t.Skip("no symbolic links here:", err)
		}
		return from
	}
	names := map[string]string{
		"a link to it":          link(filepath.Join(dir, "link.db"), path),
		"a relative link":       link(filepath.Join(dir, "relative.db"), "real/a.db"),
		"a link to a link":      link(filepath.Join(dir, "second.db"), "link.db"),
		"through a folder":      filepath.Join(link(filepath.Join(dir, "folder"), folder), "a.db"),
		"a link through a link": link(filepath.Join(dir, "both.db"), filepath.Join(dir, "folder", "a.db")),
	}
	for _, there := range []bool{false, true} { // before the file is made, and after
		release, err := Lock(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, name := range names {
			if other, err := Lock(name); fact.CodeOf(err) != fact.CodeBusy {
				t.Errorf("%s, there %v: locked twice, %v", what, there, err)
				if other != nil {
					_ = other()
				}
			}
			wantKey(t, CheckLock(name), "store.served")
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
		if !there {
			db := open(t, Options{Path: names["a link through a link"]})
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(path); err != nil || db.Path() != path {
				t.Errorf("made %s, %v", db.Path(), err)
			}
		}
	}
	release, err := Lock(names["a link to it"])
	if err != nil {
		t.Fatal(err)
	}
	_, err = Lock(path)
	wantKey(t, err, "store.served")
	_, err = Restore(t.Context(), RestoreOptions{From: backedUp(t), To: names["through a folder"], Overwrite: true})
	wantKey(t, err, "store.served")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	round := link(filepath.Join(dir, "round.db"), "round.db")
	if _, err := Open(t.Context(), Options{Path: round}); err == nil {
		t.Error("a link to itself was opened")
	}
}

// backedUp is a backup of a small database.
func backedUp(t *testing.T) string {
	t.Helper()
	db := open(t, Options{})
	fill(t, db, 1)
	to := filepath.Join(t.TempDir(), "backup.db")
	if _, err := db.Backup(t.Context(), to, false); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestHardLinkIsRefused: SQLite keeps a log for each name, so a second name is
// refused; but not the one that a start which was killed left.
func TestHardLinkIsRefused(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	path := db.Path()
	other := filepath.Join(filepath.Dir(path), "other.db")
	if err := os.Link(path, other); err != nil {
		t.Skip("no hard links here:", err)
	}
	for _, name := range []string{path, other} {
		_, err := Lock(name)
		wantKey(t, err, "store.linked")
		for _, reading := range []bool{false, true} {
			_, err = Open(t.Context(), Options{Path: name, ReadOnly: reading})
			wantKey(t, err, "store.linked")
		}
	}
	for _, part := range []string{"." + filepath.Base(path) + ".123.new", "." + filepath.Base(path) + ".123" + newPart} {
		if err := os.Rename(other, filepath.Join(filepath.Dir(path), part)); err != nil {
			t.Fatal(err)
		}
		open(t, Options{Path: path})
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), part)); err == nil {
			t.Errorf("%s is still there", part)
		}
		if err := os.Link(path, other); err != nil {
			t.Fatal(err)
		}
	}
}
