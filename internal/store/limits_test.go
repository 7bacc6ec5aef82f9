package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// childFull may write files of at most 700 kB, as on a disk that fills up.
func childFull(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	const limit = 700 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	ctx := context.Background()
	db, err := Open(ctx, Options{Path: path})
	if err != nil {
		return err
	}
	return acknowledge(ctx, db, 4, 1_000_000)
}

func TestDiskFillsUp(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	cmd, out := child(t, "full", path, nil)
	var acknowledged []string
	var last string
	for out.Scan() {
		if last = out.Text(); !strings.Contains(last, " ") {
			acknowledged = append(acknowledged, last)
		} else if strings.HasPrefix(last, "error") && !strings.Contains(last, "disk") {
			t.Errorf("the error is %q", last)
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("it never failed")
	}
	saved := notes(t, path)
	for _, note := range acknowledged {
		if !saved[note] {
			t.Fatalf("%q was acknowledged and is missing", note)
		}
	}
	if len(acknowledged) == 0 {
		t.Error("nothing was tried")
	}
}

func childReadOnly(path string) error {
	_, err := Open(context.Background(), Options{Path: path})
	if err == nil {
		return errors.New("a file without permission to write was opened")
	}
	fmt.Println(err)
	db, err := Open(context.Background(), Options{Path: path, ReadOnly: true})
	if err != nil {
		return err
	}
	facts, err := db.Facts(context.Background(), "rdma")
	if err != nil {
		return err
	}
	fmt.Println(len(facts), "facts")
	return db.Close()
}

// TestWithoutPermission runs as a user who may only read.
func TestWithoutPermission(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	copyFile(t, filled(t, 2), path, 1)
	binary := filepath.Join(dir, "child")
	copyFile(t, os.Args[0], binary, 1)
	for name, mode := range map[string]os.FileMode{path: 0o444, binary: 0o555, dir: 0o555, filepath.Dir(dir): 0o755} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _ = os.Chmod(dir, 0o755) }()
	cmd, out := child(t, "readonly", path, func(cmd *exec.Cmd) {
		cmd.Path = binary
		cmd.Dir = dir
		if os.Getuid() == 0 { // whom no permission stops
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
	})
	var lines []string
	for out.Scan() {
		lines = append(lines, out.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %q", err, lines)
	}
	if len(lines) != 2 || !strings.Contains(lines[0], "cannot be written") || lines[1] != "2 facts" {
		t.Errorf("it said %q", lines)
	}
}
