package store

import (
	"database/sql"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"factbot/internal/fact"
)

// upgraded is a database that was written with the first n migrations only,
// brought up to date. fill is the SQL of what was in it.
func upgraded(t *testing.T, n int, fill string) *DB {
	t.Helper()
	path, ctx := filepath.Join(t.TempDir(), "old.db"), t.Context()
	all, err := migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, m := range all[:n] {
		files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.sql)}
	}
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newConn(ctx, pool, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := migrate(ctx, c, path, files, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.sql.ExecContext(ctx, fill); err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, Options{Path: path})
}

// oldFacts are facts of a topic as the first migrations held them, with states.
const oldFacts = `
INSERT INTO topics (id, slug, prefix) VALUES (3, 'rdma', 'RDMA');
INSERT INTO imports VALUES (1, 'rdma', 'rdma.txt', 'ab', 5, '', '', 9, 0, 0, 0, 0, 0);
`

// TestUpgradeOfProposals: a proposal of before has the version of its time.
func TestUpgradeOfProposals(t *testing.T) {
	t.Parallel()
	const key = "(3 << 32 | 7)"
	db := upgraded(t, 4, oldFacts+`
INSERT INTO facts (key, statement, lang, confidence, status, marks, version, line) VALUES (`+key+`, 'x', 1, 50, 0, 0, 3, 1);
INSERT INTO revisions (fact, edit, at, statement, lang, confidence, status, marks, version, line) VALUES
  (`+key+`, 0, 10, 'x', 1, 50, 0, 0, 1, 1), (`+key+`, 0, 20, 'x', 1, 60, 0, 0, 2, 1), (`+key+`, 1, 25, 'x', 1, 60, 0, 8, 2, 1), (`+key+`, 0, 30, 'x', 1, 70, 0, 8, 3, 1);
INSERT INTO proposals (topic, statement, confidence, by, name, place_kind, channel, channel_name, thread, message, at, kind, fact, import, state) VALUES
  ('rdma', 'y', 50, '', '', 0, '', '', '', '', 20, 'differ', `+key+`, 1, 'open'),
  ('rdma', 'z', 50, '', '', 0, '', '', '', '', 40, 'edit', `+key+`, 1, 'open'),
  ('rdma', 'new', 50, 'U1', '', 0, '', '', '', '', 40, 'new', NULL, 0, 'open');`)
	made, err := db.Proposals(t.Context(), fact.ProposalFilter{Topic: "rdma"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 3, 0} {
		if made[i].Version != want {
			t.Errorf("proposal %d saw version %d, want %d", i+1, made[i].Version, want)
		}
	}
}
