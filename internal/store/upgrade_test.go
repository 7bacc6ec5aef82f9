package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
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

// TestUpgradeOfDecisions: what people decided before is marked as the history
// tells it, in the present state and in its latest revision.
func TestUpgradeOfDecisions(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		marks fact.Mark
		acts  string // "act" or "act name=old>new", in order; "undo" takes the last one back
		want  fact.Mark
	}{
		{"nobody's", fact.Core, "add", fact.Core},
		{"changed by files", 0, "add; revise confidence=50>60; missing; returned; differ", 0},
		{"rated, verified, retracted, restored", 0, "add; confidence confidence=50>80; verify; retract; restore", fact.DecidedConfidence | fact.DecidedStatus},
		{"rated", fact.Core, "add; confidence confidence=50>80", fact.Core | fact.DecidedConfidence},
		{"rated, undone", 0, "add; confidence confidence=50>80; undo", 0},
		{"rated, verified, undone", 0, "add; confidence confidence=50>80; verify; undo", fact.DecidedConfidence},
		{"reworded", fact.SecondNeeded, "add; correct wording=a>b", fact.SecondNeeded | fact.DecidedWording},
		{"reworded, the file's accepted", 0, "add; correct wording=a>b; verify; differ; correct wording=b>c proposal=>1", 0},
		{"rated, reworded by the file", 0, "add; confidence confidence=50>80; correct wording=b>c proposal=>1", fact.DecidedConfidence},
		{"rated, the file's accepted", 0, "add; confidence confidence=50>80; confidence confidence=80>50 proposal=>1", 0},
		{"the file's accepted, then rated", 0, "add; correct wording=a>c confidence=50>60 proposal=>1; confidence confidence=60>80", fact.DecidedConfidence},
		{"the file's acceptance undone", 0, "add; correct wording=a>b; correct wording=b>c proposal=>1; undo", fact.DecidedWording},
		{"added here", fact.AddedHere, "accept wording=>a confidence=>50 proposal=>1", fact.AddedHere | fact.DecidedWording | fact.DecidedConfidence},
	}
	fill, seq := oldFacts, 0
	for i, c := range cases {
		key, version, last := fmt.Sprintf("(3 << 32 | %d)", i+1), 0, 0
		for act := range strings.SplitSeq(c.acts, "; ") {
			words := strings.Fields(act)
			var values []string
			for _, w := range words[1:] {
				name, both, _ := strings.Cut(w, "=")
				was, is, _ := strings.Cut(both, ">")
				values = append(values, fmt.Sprintf(`["%s","%s","%s"]`, name, was, is))
			}
			if words[0] == "undo" {
				values = append(values, fmt.Sprintf(`["undoes","","%d"]`, last))
			}
			seq, version = seq+1, version+1
			last = seq
			fill += fmt.Sprintf("INSERT INTO events VALUES (%d, %d, 'rdma', 'RDMA-%d', %d, '%s', '[%s]', 0, 'slack', x'', x'', x'', x'');\n",
				seq, seq*10, i+1, version, words[0], strings.Join(values, ","))
			fill += fmt.Sprintf("INSERT INTO revisions (fact, edit, at, statement, lang, confidence, status, marks, version, line) SELECT %s, 0, %d, 'x', 1, 50, 0, %d, %d, 1;\n",
				key, seq*10, c.marks, version)
		}
		fill += fmt.Sprintf("INSERT INTO facts (key, statement, lang, confidence, status, marks, version, line) VALUES (%s, 'x', 1, 50, 0, %d, %d, 1);\n", key, c.marks, version)
	}
	fill = "PRAGMA defer_foreign_keys = on; BEGIN;" + fill + "COMMIT;"
	db := upgraded(t, 5, fill)
	for i, c := range cases {
		id := fact.ID{Prefix: "RDMA", N: i + 1}
		f, err := db.Fact(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if f.Marks != c.want {
			t.Errorf("%s: marks %b, want %b", c.name, f.Marks, c.want)
		}
		at, err := db.FactAt(t.Context(), id, f.Version)
		if err != nil || at.Marks != c.want {
			t.Errorf("%s: its revision has %b (%v), want %b", c.name, at.Marks, err, c.want)
		}
		if err := db.InTx(t.Context(), func(tx *Tx) error {
			next := *f
			next.Line = 2
			return tx.SaveFact(t.Context(), &next)
		}); err != nil {
			t.Errorf("%s: saved again: %v", c.name, err)
		}
	}
}
