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
