package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"factbot/internal/fact"
)

// Of SQLite's file format.
const (
	sqliteMagic   = "SQLite format 3\x00"
	headerSize    = 100
	applicationAt = 68 // where the header holds the application id
)

// checkFile looks at the file before SQLite does, which would answer most of
// these cases with "unable to open database file" or by beginning a new one. It
// says whether there is a file.
func checkFile(path string, write bool) (exists bool, err error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, checkFolder(path)
	case errors.Is(err, fs.ErrPermission):
		return false, fault(fact.CodeUnavailable, "store.unreadable", path,
			fmt.Sprintf("The database %q cannot be reached: give this user permission on its folder.", path), err)
	case err != nil:
		return false, fault(fact.CodeUnavailable, "store.unreadable", path,
			fmt.Sprintf("The database %q cannot be opened.", path), err)
	case st.IsDir():
		return true, fault(fact.CodeInvalid, "store.is_folder", path,
			fmt.Sprintf("%q is a folder: name a file in it, as %q.", path, filepath.Join(path, "factbot.db")), nil)
	case !st.Mode().IsRegular():
		return true, notADatabase(path, fmt.Errorf("it is a %v", st.Mode().Type()))
	}
	return true, checkContent(path, write)
}

// resolve finds the file that a path leads to, also where there is none yet: its
// name beside which SQLite keeps the log and we keep the lock.
func resolve(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for range 40 { // as many links as systems follow
		if found, err := filepath.EvalSymlinks(path); err == nil {
			return found
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return path
		}
		path = filepath.Join(folder, filepath.Base(path))
		target, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(folder, target)
		}
		path = target
	}
	return path
}

// checkNames refuses a database with a second name, a hard link: SQLite keeps a
// log for each name, and what is written under one is missing or damaged under
// the other. A start that was cut off leaves such a name, which is removed.
func checkNames(path string) error {
	for try := range lockTries {
		if nameCount(path) < 2 {
			return nil
		}
		if try > 0 {
			<-time.After(lockPause) // somebody who makes it is about to take the first name away
		}
		sweep(path)
	}
	return fault(fact.CodeConflict, "store.linked", path, fmt.Sprintf(
		"The database %q has another name too, a hard link, and would be damaged under two: remove the other name, or make it a copy.", path), nil)
}

func checkFolder(path string) error {
	folder := filepath.Dir(path)
	st, err := os.Stat(folder)
	if err == nil && st.IsDir() {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%q is not a folder", folder)
	}
	return fault(fact.CodeInvalid, "store.missing_folder", path,
		fmt.Sprintf("The folder %q for the database does not exist: make it, or name another file.", folder), err)
}

func checkContent(path string, write bool) (err error) {
	mode := os.O_RDONLY
	if write {
		mode = os.O_RDWR
	}
	f, err := os.OpenFile(path, mode, 0)
	if err != nil {
		if r, rerr := os.Open(path); rerr == nil {
			_ = r.Close()
			return readOnly(path, err)
		}
		return fault(fact.CodeUnavailable, "store.unreadable", path,
			fmt.Sprintf("The database %q cannot be read: give this user read permission on it.", path), err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	head := make([]byte, headerSize)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return checkEmpty(path)
	case errors.Is(err, io.ErrUnexpectedEOF) || err == nil && string(head[:len(sqliteMagic)]) != sqliteMagic:
		return notADatabase(path, nil)
	case err != nil:
		return err
	}
	switch application := applicationOf(head); application {
	case applicationID, 0: // 0: ours where the log still holds the rest, else told by its tables
		return nil
	default:
		return otherProgram(path, fmt.Errorf("application id %#x", application))
	}
}

func applicationOf(header []byte) uint32 { return binary.BigEndian.Uint32(header[applicationAt:]) }

// markedOwn reports whether the header of a file says that it is factbot's.
func markedOwn(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	head := make([]byte, headerSize)
	_, err = io.ReadFull(f, head)
	return errors.Join(err, f.Close()) == nil && applicationOf(head) == applicationID
}

// checkEmpty refuses an empty file beside a log with content: SQLite would begin
// a new database there and delete the log.
func checkEmpty(path string) error {
	st, err := os.Stat(path + "-wal")
	if err == nil && st.Size() > 0 {
		return fault(fact.CodeUnavailable, "store.corrupt", path,
			fmt.Sprintf("The database %q is empty but its log is not, so something cut it off: restore the latest backup with \"factbot restore\".", path), nil)
	}
	return nil
}

// dsn names a file with its parameters. busy_timeout comes first: the pragmas
// after it may already have to wait for another process.
func dsn(path, mode string, extra url.Values, pragmas ...string) string {
	q := url.Values{"mode": {mode}}
	maps.Copy(q, extra)
	q["_pragma"] = append([]string{"busy_timeout(5000)"}, pragmas...)
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	return u.String()
}
