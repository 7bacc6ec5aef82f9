package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"factbot/internal/fact"
)

// TestMigrationsStand: a migration that was released is never edited. A new one
// is added to the list.
func TestMigrationsStand(t *testing.T) {
	t.Parallel()
	released := map[string]string{
		"0001_record.sql":           "49df19dd7b6907d7",
		"0002_people.sql":           "290f9b4e334ea71d",
		"0003_quote_order.sql":      "d82eb3d87aa10b2c",
		"0004_proposal_source.sql":  "eba31d642f498fac",
		"0005_proposal_version.sql": "2623168bb0a3fb9c",
		"0006_decided.sql":          "9a515810352913ae",
		"0007_questions_go.sql":     "bc30e21243504918",
	}
	all, err := migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(released) {
		t.Errorf("%d migrations, %d known here", len(all), len(released))
	}
	for _, m := range all {
		sum := sha256.Sum256([]byte(m.sql))
		if got := hexOf(sum[:8]); got != released[m.name] {
			t.Errorf("%s has the hash %s, want %s: add a migration, do not edit one", m.name, got, released[m.name])
		}
	}
}

func TestMigrationNumbers(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{{"0002_a.sql"}, {"0001_a.sql", "0003_b.sql"}, {"x.sql"}, {"0001_a.sql", "0001_b.sql"}} {
		files := fstest.MapFS{}
		for _, n := range names {
			files["migrations/"+n] = &fstest.MapFile{}
		}
		if _, err := migrations(files); err == nil {
			t.Errorf("%v was accepted", names)
		}
	}
}

// TestMigrationFails: a migration with a fault leaves the schema as it was.
func TestMigrationFails(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 2)
	files := fstest.MapFS{}
	all, err := migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.sql)}
	}
	good, bad := fmt.Sprintf("%04d_good.sql", len(all)+1), fmt.Sprintf("%04d_bad.sql", len(all)+2)
	files["migrations/"+good] = &fstest.MapFile{Data: []byte("CREATE TABLE good (x); INSERT INTO good VALUES (1);")}
	files["migrations/"+bad] = &fstest.MapFile{Data: []byte("CREATE TABLE bad (x); INSERT INTO nowhere VALUES (1);")}
	ctx := t.Context()
	err = db.alone(ctx, func(c *conn) error { return migrate(ctx, c, db.Path(), files, time.Now()) })
	if err == nil || !strings.Contains(err.Error(), bad) {
		t.Fatalf("got %v", err)
	}
	if err := db.alone(ctx, func(c *conn) error {
		s, err := readSchema(ctx, c)
		tables := 0
		if _, err := c.get(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('good', 'bad')", nil, &tables); err != nil {
			return err
		}
		if s.version != len(all) || tables != 0 {
			t.Errorf("schema %d, %d tables", s.version, tables)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Fact(ctx, fact.ID{Prefix: "RDMA", N: 2}); err != nil {
		t.Error(err)
	}
}

// TestOpenedAtOnce: several may make the same database at the same time.
func TestOpenedAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			db, err := Open(context.Background(), Options{Path: path})
			if err != nil {
				t.Error(err)
				return
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	db := open(t, Options{Path: path})
	if err := db.IntegrityCheck(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestPathsWithSigns(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b.db", "100%.db", "a?b=c&d.db", "a#b.db", "数据.db", "a%20b.db"} {
		path := filepath.Join(t.TempDir(), name)
		db := open(t, Options{Path: path})
		fill(t, db, 1)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.db"))
		if err != nil || len(found) != 1 || found[0] != path {
			t.Errorf("%q: files %v, %v", name, found, err)
		}
	}
}

// TestQuestionsGo: what was asked before is not kept either, but where everybody
// could read it.
func TestQuestionsGo(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 1)
	place := func(kind fact.PlaceKind) fact.Place {
		return fact.Place{Kind: kind, Channel: "C1", Message: "1.1"}
	}
	const acted = "\x1edone\x1eflag 1 wrong my note"
	for key, n := range map[string]fact.Notice{
		"public":  {Kind: fact.NoticeAnswer, Place: place(fact.PlacePublic), Text: "latency?"},
		"private": {Kind: fact.NoticeAnswer, Place: place(fact.PlacePrivate), Text: "latency?"},
		"chinese": {Kind: fact.NoticeAnswer, Place: place(fact.PlacePrivate), Text: "什么是 RDMA"},
		"unshown": {Kind: fact.NoticeAnswer, Place: place(fact.PlacePublic), Text: "secret?"},
		"act":     {Kind: fact.NoticeAnswer, Place: place(fact.PlacePublic), Text: acted},
		"import":  {Kind: fact.NoticeImport, Place: place(fact.PlacePrivate), Text: "rdma.txt:3: no marker"},
		"waiting": {Kind: fact.NoticeAnswer, Place: place(fact.PlacePrivate), Text: "latency?"},
	} {
		n.Key = key
		quotes := []fact.Quote{{Fact: fact.ID{Prefix: "RDMA", N: 1}, Version: 1, Place: n.Place}}
		if key == "unshown" || key == "import" {
			quotes = nil
		}
		if _, err := db.Share(t.Context(), key, n, quotes); err != nil {
			t.Fatal(err)
		}
	}
	err := db.InTx(t.Context(), func(tx *Tx) error {
		if _, err := tx.conn.exec(t.Context(), "UPDATE notices SET state = 'sent' WHERE key <> 'waiting'"); err != nil {
			return err
		}
		text, err := fs.ReadFile(migrationFiles, "migrations/0007_questions_go.sql")
		if err != nil {
			return err
		}
		_, err = tx.conn.exec(t.Context(), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"public": "latency?", "chinese": "\x1edone\x1e中", "import": "rdma.txt:3: no marker", "waiting": "latency?"}
	notices, err := db.Notices(t.Context(), fact.NoticeFilter{})
	if err != nil || len(notices) != 7 {
		t.Fatalf("%d notices, %v", len(notices), err)
	}
	for _, n := range notices {
		if n.Text != want[n.Key] {
			t.Errorf("%s: kept %q, want %q", n.Key, n.Text, want[n.Key])
		}
	}
}
