package store

import (
	"errors"
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

// makePart makes a part of a file, locked until it is closed, that only its owner
// may read. What killed writers left in the folder is cleared first.
func makePart(path, ending string) (*os.File, error) {
	sweep(path)
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*"+ending) // mode 0600
	if err != nil {
		return nil, err
	}
	_, err = tryLock(f)
	if !locking { // an open file could not be renamed
		err = f.Close()
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	return f, nil
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
		part := partOf(e.Name(), filepath.Base(path))
		if part == "" || !e.Type().IsRegular() || alive(filepath.Join(folder, part)) {
			continue
		}
		_ = os.Remove(filepath.Join(folder, e.Name()))
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

// alive says whether a part's writer may still be at work.
func alive(part string) bool {
	if !locking {
		st, err := os.Stat(part)
		return err == nil && time.Since(st.ModTime()) < partAge
	}
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	held, err := probeLock(f)
	return errors.Join(err, f.Close()) != nil || held
}
