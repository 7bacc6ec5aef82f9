package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"factbot/internal/fact"
)

// childEnv makes the test's binary play one of the children below instead.
const childEnv = "FACTBOT_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if name, path, ok := strings.Cut(os.Getenv(childEnv), ":"); ok {
		if err := children[name](path); err != nil {
			fmt.Println("error", err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// children are programs that are killed, or that run under limits of their own.
var children = map[string]func(path string) error{
	"write": childWrite, "migrate": childMigrate, "backup": childBackup, "full": childFull, "readonly": childReadOnly, "lock": childLock,
}

// child starts a child; its output comes line by line.
func child(t *testing.T, name, path string, prepare func(*exec.Cmd)) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childEnv+"="+name+":"+path)
	cmd.Stderr = os.Stderr
	if prepare != nil {
		prepare(cmd)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// kill ends a child as a power cut would, and gives the lines it had still printed.
func kill(t *testing.T, cmd *exec.Cmd, out *bufio.Scanner) (rest []string) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for out.Scan() {
		rest = append(rest, out.Text())
	}
	_ = cmd.Wait()
	return rest
}

func rounds(n int) int {
	if testing.Short() {
		return 2
	}
	return n
}

// childWrite acknowledges on stdout what is committed, from eight goroutines.
func childWrite(path string) error {
	ctx := context.Background()
	db, err := Open(ctx, Options{Path: path})
	if err != nil {
		return err
	}
	return acknowledge(ctx, db, 8, 1_000_000)
}

func acknowledge(ctx context.Context, db *DB, writers, each int) error {
	var out sync.Mutex
	var wg sync.WaitGroup
	failed := make([]error, writers)
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				note := fmt.Sprintf("%d-%d-%d", os.Getpid(), w, n)
				failed[w] = db.InTx(ctx, func(tx *Tx) error {
					if _, err := tx.Append(ctx, fact.Event{Act: fact.ActFlag, Actor: "U1", Note: note}); err != nil {
						return err
					}
					_, err := tx.Enqueue(ctx, fact.Notice{Key: note, User: "U1"})
					return err
				})
				if failed[w] != nil {
					return
				}
				out.Lock()
				fmt.Println(note)
				out.Unlock()
			}
		})
	}
	wg.Wait()
	return errors.Join(failed...)
}

// notes are the notes of all events, having checked that the chain holds and
// that each act is whole.
func notes(t *testing.T, path string) map[string]bool {
	t.Helper()
	db, err := Open(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	r, err := db.VerifyChain(t.Context(), "")
	if err != nil || r.Broken != 0 {
		t.Fatalf("chain: %+v, %v", r, err)
	}
	events, err := db.Events(t.Context(), fact.EventFilter{})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := db.NoticeStats(t.Context())
	if err != nil || stats.Waiting != len(events) {
		t.Errorf("%d events and %d notices, %v", len(events), stats.Waiting, err)
	}
	all := map[string]bool{}
	for _, e := range events {
		if all[e.Note] {
			t.Errorf("%q is doubled", e.Note)
		}
		all[e.Note] = true
	}
	return all
}

func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	var acknowledged []string
	for range rounds(6) {
		cmd, out := child(t, "write", path, nil)
		for n := rand.IntN(300) + 1; n > 0 && out.Scan(); n-- {
			acknowledged = append(acknowledged, out.Text())
		}
		acknowledged = append(acknowledged, kill(t, cmd, out)...)
		saved := notes(t, path)
		for _, note := range acknowledged {
			if !saved[note] {
				t.Fatalf("%q was acknowledged and is missing", note)
			}
		}
	}
	if len(acknowledged) < 2 {
		t.Errorf("only %d acknowledged: nothing was tried", len(acknowledged))
	}
}

// grown are this program's migrations and many more.
func grown() fs.FS {
	files := fstest.MapFS{}
	all, err := migrations(migrationFiles)
	if err != nil {
		panic(err)
	}
	for _, m := range all {
		files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.sql)}
	}
	for n := len(all) + 1; n <= len(all)+40; n++ {
		files[fmt.Sprintf("migrations/%04d_more.sql", n)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`CREATE TABLE more%d (x); INSERT INTO more%[1]d WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT randomblob(50) FROM n;`, n)}
	}
	return files
}

func childMigrate(path string) error {
	ctx := context.Background()
	db := newDB(path, Options{Path: path})
	fmt.Println("begin")
	if err := db.start(ctx, Options{Path: path}); err != nil { // at this program's schema already
		return err
	}
	return db.alone(ctx, func(c *conn) error { return migrate(ctx, c, path, grown(), time.Now()) })
}

func TestKilledWhileMigrating(t *testing.T) {
	t.Parallel()
	base := filled(t, 3)
	all, err := migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	for range rounds(6) {
		path := filepath.Join(t.TempDir(), "a.db")
		copyFile(t, base, path, 1)
		cmd, out := child(t, "migrate", path, nil)
		out.Scan()
		<-time.After(rand.N(120 * time.Millisecond)) // a random moment of the migration
		kill(t, cmd, out)
		err := inspect(t.Context(), path, func(c *conn) error {
			s, err := readSchema(t.Context(), c)
			if err != nil {
				return err
			}
			more := 0
			if _, err := c.get(t.Context(), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'more%'", nil, &more); err != nil {
				return err
			}
			if s.version != len(all) && s.version != len(all)+40 || more != s.version-len(all) {
				t.Errorf("schema %d with %d new tables", s.version, more)
			}
			return integrity(t.Context(), c, path)
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func childBackup(path string) error {
	ctx := context.Background()
	db, err := Open(ctx, Options{Path: path})
	if err != nil {
		return err
	}
	fmt.Println("begin")
	for {
		if _, err := db.Backup(ctx, path+".backup", true); err != nil {
			return err
		}
	}
}

func TestKilledWhileBackingUp(t *testing.T) {
	t.Parallel()
	path := filled(t, 400)
	for range rounds(5) {
		cmd, out := child(t, "backup", path, nil)
		out.Scan()
		<-time.After(rand.N(80 * time.Millisecond)) // a random moment of a backup
		kill(t, cmd, out)
		if _, err := os.Stat(path + ".backup"); errors.Is(err, fs.ErrNotExist) {
			continue // killed before the first was done
		}
		if r, err := checkCopy(t.Context(), path+".backup"); err != nil || r.Events != 400 || r.Broken != 0 {
			t.Errorf("backup: %+v, %v", r, err)
		}
	}
	db := open(t, Options{Path: path})
	if r, err := db.VerifyChain(t.Context(), ""); err != nil || r.Events != 400 || r.Broken != 0 {
		t.Errorf("the database itself: %+v, %v", r, err)
	}
}
