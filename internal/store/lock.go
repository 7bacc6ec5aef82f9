package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// Holder is the process that serves a database.
type Holder struct {
	PID  int
	Host string
}

// String names the process for a person.
func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d on %s", h.PID, h.Host)
}

// How long Lock waits for those who only look whether the lock is held.
const (
	lockTries = 10
	lockPause = 5 * time.Millisecond
)

// LockPath is the lock file of a database: beside the file itself, whatever
// symbolic links lead there.
func LockPath(path string) string { return resolve(path) + ".lock" }

// Lock takes the lock beside the database at path until release is called or
// the process ends, however it ends. Where another process holds it, the error
// has CodeBusy and names that process.
func Lock(path string) (release func() error, err error) {
	path = resolve(path)
	if err := checkNames(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(LockPath(path), os.O_CREATE|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, checkFolder(path)
	}
	if err != nil {
		return nil, fault(fact.CodeUnavailable, "store.lock", path,
			fmt.Sprintf("The lock file %q cannot be opened: look at the permissions of its folder.", LockPath(path)), err)
	}
	held, err := tryLock(f)
	for tries := 0; err == nil && held && tries < lockTries; tries++ {
		<-time.After(lockPause) // it may be held for a moment by somebody who only looks
		held, err = tryLock(f)
	}
	if err != nil {
		_ = f.Close()
		return nil, fault(fact.CodeUnavailable, "store.lock", path, fmt.Sprintf("The lock file %q cannot be locked.", LockPath(path)), err)
	}
	if held {
		h := readHolder(f)
		_ = f.Close()
		return nil, served(path, h)
	}
	sweep(path)
	host, _ := os.Hostname()
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintf(f, "%d %s\n", os.Getpid(), host)
	}
	if err != nil {
		_ = f.Close()
		return nil, fault(fact.CodeUnavailable, "store.lock", path, fmt.Sprintf("The lock file %q cannot be written.", LockPath(path)), err)
	}
	return func() error {
		_ = f.Truncate(0) // the file stays: another process may be about to lock it
		return f.Close()
	}, nil
}

func served(path string, h Holder) error {
	e := fault(fact.CodeBusy, "store.served", path,
		fmt.Sprintf("The database %q is in use by %s: stop that one first, or let it do the work.", path, h), nil)
	return e.With("path", path).With("holder", h.String())
}

// HeldBy says which process holds the lock of a database, if any does.
func HeldBy(path string) (Holder, bool, error) {
	f, err := os.Open(LockPath(path))
	if os.IsNotExist(err) {
		return Holder{}, false, nil
	}
	if err != nil {
		return Holder{}, false, fmt.Errorf("lock file: %w", err)
	}
	defer func() { _ = f.Close() }()
	held, err := probeLock(f)
	if err != nil || !held {
		return Holder{}, false, err
	}
	return readHolder(f), true, nil
}

// CheckLock refuses, with CodeBusy, to write to a database that another process serves.
func CheckLock(path string) error {
	path = resolve(path)
	h, held, err := HeldBy(path)
	if err == nil && held {
		err = served(path, h)
	}
	return err
}

func readHolder(f *os.File) Holder {
	text := make([]byte, 300)
	n, _ := f.ReadAt(text, 0)
	pid, host, _ := strings.Cut(strings.TrimSpace(string(text[:n])), " ")
	number, err := strconv.Atoi(pid)
	if err != nil {
		return Holder{}
	}
	return Holder{PID: number, Host: host}
}
