package store

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"factbot/internal/fact"
)

// fault is an error about the database as a whole, in one line for the operator.
func fault(code fact.Code, key, path, sentence string, cause error) *fact.Error {
	return &fact.Error{Code: code, Key: key, Message: sentence, Params: map[string]string{"path": path}, Err: cause}
}

// sqliteCode is the primary result code of SQLite in err's chain, 0 if there is none.
func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// sqliteExtended is the extended result code of SQLite in err's chain.
func sqliteExtended(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// explain turns an error of SQLite into one that says what to do. Errors with a
// sentence of their own, and those of a caller who went away, pass unchanged.
func explain(path string, err error) error {
	var known *fact.Error
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	say := func(code fact.Code, key, format string) error {
		return fault(code, key, path, fmt.Sprintf(format, path), err)
	}
	switch sqliteCode(err) {
	case 0:
		return err
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return say(fact.CodeBusy, "store.locked", "The database %q is in use by another program: wait until that one is done, or stop it.")
	case sqlite3.SQLITE_NOTADB:
		return notADatabase(path, err)
	case sqlite3.SQLITE_CORRUPT:
		return say(fact.CodeUnavailable, "store.corrupt", "The database %q is damaged: restore the latest backup with \"factbot restore\", and keep the damaged file.")
	case sqlite3.SQLITE_FULL:
		return say(fact.CodeUnavailable, "store.full", "The disk that holds the database %q is full: free some space; nothing that was saved is lost.")
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return readOnly(path, err)
	case sqlite3.SQLITE_CANTOPEN:
		return say(fact.CodeUnavailable, "store.unreadable", "The database %q cannot be opened: look at the permissions of the file and of its folder, which must be writable.")
	case sqlite3.SQLITE_IOERR:
		return say(fact.CodeUnavailable, "store.io", "Reading or writing the database %q does not work: look at its disk; nothing that was saved is lost.")
	}
	return err
}

func readOnly(path string, cause error) error {
	return fault(fact.CodeUnavailable, "store.read_only", path,
		fmt.Sprintf("The database %q cannot be written: give this user write permission on the file and on its folder.", path), cause)
}

func notADatabase(path string, cause error) error {
	return fault(fact.CodeInvalid, "store.not_a_database", path,
		fmt.Sprintf("%q is not a database: name another file, or move this one away to begin a new one.", path), cause)
}

func otherProgram(path string, cause error) error {
	return fault(fact.CodeInvalid, "store.other_program", path,
		fmt.Sprintf("%q is a database of another program: name another file.", path), cause)
}

// isUnique reports whether err is a violated uniqueness.
func isUnique(err error) bool {
	switch sqliteExtended(err) {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return true
	}
	return false
}

// isMissingParent reports whether err is a violated foreign key.
func isMissingParent(err error) bool {
	return sqliteExtended(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}
