package store

import (
	"fmt"
	"strings"
	"testing"

	"factbot/internal/fact"
)

// TestTampered changes a closed database behind the program's back. Each change
// is found, at the first event it concerns.
func TestTampered(t *testing.T) {
	t.Parallel()
	// An intruder who owns the file can drop the triggers.
	open := []string{"DROP TRIGGER events_keep", "DROP TRIGGER events_stay", "DROP TRIGGER personal_keep", "PRAGMA foreign_keys = 0"}
	for _, c := range []struct {
		name   string
		change []string
		broken int64
		reason string
	}{
		{"nothing", nil, 0, ""},
		{"a value", []string{`UPDATE events SET value_list = '[["status","unverified","verified"]]' WHERE seq = 4`}, 4, "event 4 was changed"},
		{"values that are none", []string{`UPDATE events SET value_list = '{}' WHERE seq = 4`}, 4, "event 4 was changed"},
		{"a time", []string{"UPDATE events SET at = at + 1 WHERE seq = 1"}, 1, "event 1 was changed"},
		{"the fact", []string{"UPDATE events SET fact = 'RDMA-9' WHERE seq = 10"}, 10, "event 10 was changed"},
		{"a version", []string{"UPDATE events SET version = 2 WHERE seq = 3"}, 3, "event 3 was changed"},
		{"the act", []string{"UPDATE events SET act = 'verify' WHERE seq = 3"}, 3, "event 3 was changed"},
		{"the origin", []string{"UPDATE events SET origin = 'slack' WHERE seq = 3"}, 3, "event 3 was changed"},
		{"a hash", []string{"UPDATE events SET hash = zeroblob(32) WHERE seq = 3"}, 3, "event 3 was changed"},
		{"a link", []string{"UPDATE events SET prev = zeroblob(32) WHERE seq = 3"}, 3, "event 3 does not follow"},
		{"a middle row", []string{"DELETE FROM personal WHERE event = 5", "DELETE FROM events WHERE seq = 5"}, 5, "event 5 is missing"},
		{"the first row", []string{"DELETE FROM events WHERE seq = 1"}, 1, "event 1 is missing"},
		{"two rows swapped", []string{"UPDATE events SET seq = 99 WHERE seq = 5", "UPDATE events SET seq = 5 WHERE seq = 6", "UPDATE events SET seq = 6 WHERE seq = 99"}, 5, "event 5"},
		{"the tail", []string{"DELETE FROM events WHERE seq > 7"}, 8, "its tail was cut off"},
		{"everything", []string{"DELETE FROM events"}, 1, "its tail was cut off"},
		{"the end", []string{"UPDATE chain SET seq = 9"}, 9, "does not end where it says"},
		{"a note", []string{"UPDATE personal SET note = 'another' WHERE event = 6"}, 6, "the name or note of event 6 was changed"},
		{"a name", []string{"UPDATE personal SET name = 'another' WHERE event = 6"}, 6, "the name or note of event 6 was changed"},
		{"who", []string{"UPDATE personal SET user = 'U9' WHERE event = 6"}, 6, "who did event 6 was changed"},
		{"a salt", []string{"UPDATE personal SET salt = zeroblob(16) WHERE event = 6"}, 6, "who did event 6 was changed"},
		{"a personal row", []string{"DELETE FROM personal WHERE event = 6"}, 6, "who did event 6 is missing"},
		{"an erased row written anew", []string{"UPDATE personal SET salt = NULL, note = 'x' WHERE event = 6"}, 6, "written anew"},
		{"two things, the first named", []string{"UPDATE personal SET note = 'x' WHERE event = 9", "UPDATE events SET at = 1 WHERE seq = 4"}, 4, "event 4 was changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filled(t, 10)
			tamper(t, path, append(open, c.change...)...)
			db, err := Open(t.Context(), Options{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			r, err := db.VerifyChain(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			if r.Broken != c.broken || !strings.Contains(r.Reason, c.reason) || (c.broken != 0) != (r.Reason != "") {
				t.Errorf("got %d %q, want %d %q", r.Broken, r.Reason, c.broken, c.reason)
			}
		})
	}
}

// TestCutTailByHead: an intruder who also moves the recorded end is found with a
// head that was printed earlier.
func TestCutTailByHead(t *testing.T) {
	t.Parallel()
	path := filled(t, 10)
	db := open(t, Options{Path: path})
	head, err := db.VerifyChain(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	tamper(t, path, "DROP TRIGGER events_keep", "PRAGMA foreign_keys = 0", "DELETE FROM events WHERE seq > 7", "DELETE FROM chain",
		"INSERT INTO chain SELECT 1, seq, at, hash FROM events WHERE seq = 7")
	db = open(t, Options{Path: path})
	r, err := db.VerifyChain(t.Context(), "")
	if err != nil || r.Broken != 0 || r.Events != 7 {
		t.Errorf("without the head: %+v, %v", r, err)
	}
	r, err = db.VerifyChain(t.Context(), strings.ToUpper(head.Head))
	if err != nil || r.Broken != 8 || !strings.Contains(r.Reason, "tail was cut off") {
		t.Errorf("with the head: %+v, %v", r, err)
	}
}

// TestAppendOnly: SQL itself refuses to rewrite the history.
func TestAppendOnly(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 3)
	for _, query := range []string{
		"UPDATE events SET act = 'verify'", "DELETE FROM events", "DELETE FROM personal", "DELETE FROM facts", "DELETE FROM revisions",
		"UPDATE revisions SET statement = 'x'", "UPDATE revisions SET version = 9", "UPDATE revisions SET sources = NULL",
	} {
		err := db.InTx(t.Context(), func(tx *Tx) error {
			_, err := tx.conn.exec(t.Context(), query)
			return err
		})
		if err == nil {
			t.Errorf("%q was not refused", query)
		}
	}
	if r, err := db.VerifyChain(t.Context(), ""); err != nil || r.Events != 3 || r.Broken != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLinkHash pins the encoding: a change to it would break every chain there is.
func TestLinkHash(t *testing.T) {
	t.Parallel()
	l := link{
		seq: 1, at: 2, topic: "rdma", fact: "RDMA-7", version: 3, act: "verify", flag: 4, origin: "slack",
		values: []fact.Value{{Name: "status", Old: "unverified", New: "verified"}},
	}
	l.actor, l.note = digests([]byte("salt"), "U1", "reviewer", "note")
	sum := l.hash()
	const pinned = "3b5325a00eb37b6449de90c391264a0269c71fae5912299c359e86e261028590"
	if got := hexOf(sum[:]); got != pinned {
		t.Errorf("hash %s, want %s", got, pinned)
	}
	// No two events have the same bytes, however their texts are divided.
	seen := map[[digestSize]byte]string{}
	for _, values := range [][]fact.Value{nil, {{}}, {{}, {}}, {{Name: "ab"}}, {{Name: "a", Old: "b"}}, {{Old: "ab"}}, {{Old: "a", New: "b"}}, {{Name: "a"}, {Name: "b"}}} {
		m := l
		m.values = values
		if other, ok := seen[m.hash()]; ok {
			t.Errorf("%v has the hash of %s", values, other)
		}
		seen[m.hash()] = fmt.Sprint(values)
	}
}

// TestForgottenBytes: after forgetting, neither file holds what was said.
func TestForgottenBytes(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 3)
	const secret = "an unmistakable secret"
	ctx := t.Context()
	err := db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Append(ctx, fact.Event{Act: fact.ActFlag, Actor: "UNMISTAKABLE", Name: secret, Note: secret}); err != nil {
			return err
		}
		_, err := tx.SaveFlag(ctx, fact.Flag{Fact: fact.ID{Prefix: "RDMA", N: 1}, By: "UNMISTAKABLE", Note: secret, Open: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := occurrences(t, db.Path(), secret) + occurrences(t, db.Path()+"-wal", secret); n == 0 {
		t.Fatal("the test looks in the wrong place")
	}
	if err := db.InTx(ctx, func(tx *Tx) error {
		_, err := tx.Forget(ctx, "UNMISTAKABLE")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.WALCheckpoint(ctx); err != nil { // queues up behind the one that follows the commit
		t.Fatal(err)
	}
	for _, word := range []string{secret, "UNMISTAKABLE"} {
		if n := occurrences(t, db.Path(), word) + occurrences(t, db.Path()+"-wal", word); n != 0 {
			t.Errorf("%q is still there %d times", word, n)
		}
	}
}
