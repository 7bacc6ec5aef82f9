package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A file that takes long to write is written under another name, a part, and
// given its own when it is whole. Its writer holds a lock on the part for as long
// as it lives, so that what a killed one left can be told from work in hand.

// The endings of parts: of copies and of new databases.
const (
	copyPart = ".factbot-part"
	newPart  = ".factbot-new"

	secondPart = ".2" // after a part's name: a copy of it
)

// formerParts are the endings that parts had before, beside their file's name.
var formerParts = []string{".part", ".new"}

// partTries bounds how often a part is made anew because somebody who cleared the
// folder took it, not yet locked, for one left behind.
const partTries = 20

// makePart makes a part of a file, locked until it is closed, that only its owner
// may read. What killed writers left in the folder is cleared first.
func makePart(path, ending string) (*os.File, error) {
	sweep(path)
	for try := 1; ; try++ {
		f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*"+ending) // mode 0600
		if err != nil {
			return nil, err
		}
		if !locking { // an open file could not be renamed
			return f, f.Close()
		}
		held, err := tryLock(f)
		if err == nil && !held && stillNamed(f) {
			return f, nil
		}
		_ = os.Remove(f.Name())
		if err := errors.Join(err, f.Close()); err != nil || try == partTries {
			return nil, errors.Join(err, fmt.Errorf("lock %q", f.Name()))
		}
	}
}

// stillNamed says whether an open file is the one that has its name.
func stillNamed(f *os.File) bool {
	open, err := f.Stat()
	named, err2 := os.Stat(f.Name())
	return err == nil && err2 == nil && os.SameFile(open, named)
}

// sweep removes what killed writers left in a file's folder: parts, and what
// SQLite kept beside them. It is best effort: leftovers do no harm but take room.
func sweep(path string) {
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if part := partOf(e.Name(), filepath.Base(path)); part != "" && e.Type().IsRegular() {
			removeDead(filepath.Join(folder, e.Name()), filepath.Join(folder, part))
		}
	}
}

// partOf names the part that a file in the folder of base is, or is kept beside;
// "" for any other file.
func partOf(name, base string) string {
	if !strings.HasPrefix(name, ".") {
		return ""
	}
	for _, ending := range []string{copyPart, newPart} {
		if i := strings.LastIndex(name, ending); i > 0 && besides(name[i+len(ending):]) {
			return name[:i+len(ending)]
		}
	}
	rest, ours := strings.CutPrefix(name, "."+base+".")
	if !ours {
		return ""
	}
	for _, ending := range formerParts {
		number, after, found := strings.Cut(rest, ending)
		if found && number != "" && strings.Trim(number, "0123456789") == "" && besides(after) {
			return "." + base + "." + number + ending
		}
	}
	return ""
}

// besides says whether a file's name goes on after its part's as one that belongs to it.
func besides(after string) bool {
	switch after {
	case "", "-journal", "-wal", "-shm", secondPart:
		return true
	}
	return false
}

// partAge is how old a part must be where no lock tells whether its writer lives.
const partAge = 24 * time.Hour

// removeDead removes a file of a part whose writer is gone, with the part's lock
// held, so that no writer can be beginning just now.
func removeDead(name, part string) {
	if !locking {
		if st, err := os.Stat(name); err == nil && time.Since(st.ModTime()) > partAge {
			_ = os.Remove(name)
		}
		return
	}
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_ = os.Remove(name)
		return
	case err != nil:
		return // somebody else's
	}
	defer func() { _ = f.Close() }()
	if held, err := tryLock(f); err == nil && !held {
		_ = os.Remove(name)
	}
}
