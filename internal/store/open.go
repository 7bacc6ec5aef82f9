package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"os"
	"runtime"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the database driver "sqlite"

	"factbot/internal/fact"
)

// Options say which database to open and how.
type Options struct {
	Path     string           // required; the file, made when missing unless ReadOnly
	Clock    func() time.Time // time.Now if nil
	ReadOnly bool             // InTx is refused, nothing is made or migrated
	Kind     Kind             // if set, the database must be of this kind or not yet bound
	Team     fact.TeamID      // if set with Kind, as Bind
	App      string           // if set with Kind, as Bind
	Readers  int              // connections that read; 0: by the number of processors
	Log      *slog.Logger     // for what has no caller to tell; slog.Default if nil

	batchTime time.Duration // how long a batch takes callers in; for tests of what is in one
}

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	path     string
	clock    func() time.Time
	readOnly bool
	log      *slog.Logger
	writes   *sql.DB // one connection; nil when only reading
	reads    *sql.DB
	readers  *readers
	writer   *writer // nil when only reading
	topics   topicIndex

	listening sync.RWMutex
	listeners []func(Changes)

	closing sync.Once
	gone    chan struct{} // closed by Close
	closed  error
}

// Open opens the database, makes it if there is none, and brings its schema up
// to this program's. Its errors are *fact.Error with one line for the operator.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Path == "" {
		return nil, fault(fact.CodeInvalid, "store.path", o.Path, "Name the file of the database.", nil)
	}
	path := resolve(o.Path)
	if err := checkNames(path); err != nil {
		return nil, err
	}
	exists, err := checkFile(path, !o.ReadOnly)
	if err != nil {
		return nil, err
	}
	if !exists {
		if o.ReadOnly {
			return nil, fault(fact.CodeNotFound, "store.missing", path,
				fmt.Sprintf("There is no database %q: name another file, or import a topic to make one.", path), nil)
		}
		if err := found(ctx, path, time.Now()); err != nil {
			return nil, explain(path, err)
		}
	} else if err := checkOwn(ctx, path); err != nil {
		return nil, err
	}
	db := newDB(path, o)
	if err := db.start(ctx, o); err != nil {
		return nil, errors.Join(explain(path, err), db.Close())
	}
	return db, nil
}

// checkOwn looks at an existing file before a connection is made that would
// already change the journal of another program's database.
func checkOwn(ctx context.Context, path string) error {
	if markedOwn(path) {
		return nil
	}
	if st, err := os.Stat(path); err != nil || st.Size() == 0 {
		return err
	}
	if st, err := os.Stat(path + "-wal"); err == nil && st.Size() > 0 {
		return nil // it is in use in our mode already
	}
	return inspect(ctx, path, func(c *conn) error {
		s, err := readSchema(ctx, c)
		if err != nil {
			return err
		}
		return s.acceptable(path, math.MaxInt)
	})
}

func newDB(path string, o Options) *DB {
	db := &DB{path: path, clock: o.Clock, readOnly: o.ReadOnly, log: o.Log, gone: make(chan struct{})}
	if db.clock == nil {
		db.clock = time.Now
	}
	if db.log == nil {
		db.log = slog.Default()
	}
	n := o.Readers
	if n <= 0 {
		n = max(4, 2*runtime.GOMAXPROCS(0))
	}
	db.readers = newReaders(n)
	return db
}

// pragmas of every connection, after busy_timeout.
var pragmas = []string{"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}

// writerPragmas are the writer's own: forgotten text is overwritten in the file,
// and the log is cut back after a large import. The driver's memory for a cached
// page is twice the page.
var writerPragmas = []string{"secure_delete(1)", "journal_size_limit(16777216)", "cache_size(-1000)"}

func (db *DB) start(ctx context.Context, o Options) error {
	readDSN := dsn(db.path, "rw", nil, append(append([]string(nil), pragmas...), "query_only(1)", "cache_size(-256)")...)
	if db.readOnly {
		readDSN = dsn(db.path, "ro", frozen(db.path), "foreign_keys(1)", "query_only(1)")
	}
	var err error
	if db.reads, err = sql.Open("sqlite", readDSN); err != nil {
		return err
	}
	db.reads.SetMaxOpenConns(db.readers.most())
	db.reads.SetMaxIdleConns(db.readers.most())
	if db.readOnly {
		if err := db.View(ctx, func(v *View) error { return checkSchema(ctx, v.conn, db.path) }); err != nil {
			return err
		}
		return db.checkBinding(ctx, o)
	}
	return db.startWriter(ctx, o)
}

func (db *DB) startWriter(ctx context.Context, o Options) error {
	var err error
	if db.writes, err = sql.Open("sqlite", dsn(db.path, "rw", immediate(), append(append([]string(nil), pragmas...), writerPragmas...)...)); err != nil {
		return err
	}
	db.writes.SetMaxOpenConns(1)
	c, err := newConn(ctx, db.writes, true)
	if err != nil {
		return err
	}
	if err := migrate(ctx, c, db.path, migrationFiles, db.clock()); err != nil {
		return errors.Join(err, c.close())
	}
	db.writer = newWriter(db, c, o.batchTime)
	if o.Kind == "" {
		return nil
	}
	return db.Bind(ctx, o.Team, o.App, o.Kind)
}

func immediate() url.Values { return url.Values{"_txlock": {"immediate"}} }

// Path is the file's absolute path, symbolic links followed.
func (db *DB) Path() string { return db.path }

// Close finishes what was handed to InTx and the reads under way, refuses
// anything later and closes the file. It may be called more than once.
func (db *DB) Close() error {
	db.closing.Do(func() {
		close(db.gone)
		var errs []error
		if db.writer != nil {
			errs = append(errs, db.writer.close())
		}
		if db.reads != nil {
			errs = append(errs, db.readers.close(), db.reads.Close())
		}
		if db.writes != nil {
			errs = append(errs, db.writes.Close())
		}
		db.closed = errors.Join(errs...)
	})
	return db.closed
}

// Changes says what a commit touched.
type Changes struct {
	Facts   []fact.ID     // whose state, flags, relations or sources changed; each once
	Topics  []string      // slugs of topics that were made, changed or imported; each once
	Notices bool          // a notice waits that did not before
	Forgot  []fact.UserID // people who were erased
}

func (c *Changes) empty() bool {
	return len(c.Facts)+len(c.Topics)+len(c.Forgot) == 0 && !c.Notices
}

// OnCommit registers a function that is called after each commit that changed
// something, before the InTx of the commit return. Calls come one at a time in
// the order of the commits. The function may read the database; it must not
// write to it nor wait for somebody who does.
func (db *DB) OnCommit(fn func(Changes)) {
	db.listening.Lock()
	defer db.listening.Unlock()
	db.listeners = append(db.listeners, fn)
}

// announce calls the listeners. One that panics must not take with it an act
// that is already on disk.
func (db *DB) announce(c Changes) {
	db.listening.RLock()
	listeners := db.listeners
	db.listening.RUnlock()
	for _, fn := range listeners {
		func() {
			defer func() {
				if p := recover(); p != nil {
					db.log.Error("a listener to commits panicked", "panic", fmt.Sprint(p))
				}
			}()
			fn(c)
		}()
	}
}
