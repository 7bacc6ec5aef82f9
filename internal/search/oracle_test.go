package search

import (
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// plainOptions are BM25 alone, with idf as FTS5 has it.
func plainOptions() *Options {
	o := Options{FTS5: true, NoGlossary: true, NoDictionary: true, NoRepair: true}.withDefaults()
	o.Coordination, o.Confidence, o.Verified = 0, 0, 0
	return &o
}

// plain ranks a shelf by the BM25 sum of terms, as documents with scores.
func plain(s *shelf, x *scratch, terms []termID, keep int) []candidate {
	p := &plan{s: s, memo: &repairs{}}
	for k, t := range terms {
		p.slots = append(p.slots, slot{weight: 1})
		p.addLeaf(leaf{slots: 1 << k, literal: true, weight: 1}, t)
	}
	x.found = x.found[:0]
	p.rank(x, &filter{weak: true}, extent{keep: keep}, &LeftOut{})
	sortCandidates(x.found)
	return x.found
}

// ftsText is a document as FTS5 is given it: a word for each term that counts
// in the document's length.
func ftsText(s *shelf, doc uint32) string {
	var b strings.Builder
	put := func(t termID) { fmt.Fprintf(&b, "t%d ", t) }
	seq := readForward(nil, s.forward.at(doc))
	for i, u := range seq {
		switch {
		case !u.han:
			put(u.term)
		case u.glued:
			a, _ := gramRunes(s.keys[seq[i-1].term])
			c, _ := gramRunes(s.keys[u.term])
			put(s.grams.find(gramKey(a, c)))
		case i+1 == len(seq) || !seq[i+1].han || !seq[i+1].glued:
			put(u.term)
		}
	}
	return b.String()
}

// ftsTable makes an FTS5 table of a shelf's documents, the row id one more
// than the document.
func ftsTable(t testing.TB, s *shelf) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "oracle.db")+"?_pragma=synchronous(OFF)&_pragma=journal_mode(OFF)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	fillTable(t, db, s)
	return db
}

type fataler interface{ Fatal(...any) }

func fillTable(t fataler, db *sql.DB, s *shelf) {
	if _, err := db.Exec(`DROP TABLE IF EXISTS f; CREATE VIRTUAL TABLE f USING fts5(text, detail=full)`); err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	insert, err := tx.Prepare(`INSERT INTO f(rowid, text) VALUES (?, ?)`)
	if err != nil {
		t.Fatal(err)
	}
	for doc := range s.facts {
		if _, err := insert.Exec(doc+1, ftsText(s, uint32(doc))); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

func ftsQuery(terms []termID) string {
	words := make([]string, len(terms))
	for k, t := range terms {
		words[k] = fmt.Sprintf("t%d", t)
	}
	return strings.Join(words, " OR ")
}

// TestOracle holds the ranking core to FTS5: the same tokens and the same idf
// give the same documents with the same scores in the same order.
func TestOracle(t *testing.T) {
	db := ftsTable(t, buildShelf(Topic{Slug: "p"}, plainOptions(), draft{}))
	x := new(scratch)
	rapid.Check(t, func(t *rapid.T) {
		var facts []*fact.Fact
		for n := range rapid.IntRange(1, 40).Draw(t, "facts") {
			f := drawFact(t, n+1)
			f.Status, f.Confidence = fact.Unverified, 50
			facts = append(facts, f)
		}
		s := buildShelf(Topic{Slug: "p"}, plainOptions(), draft{facts: facts})
		fillTable(t, db, s)
		var terms []termID
		for range rapid.IntRange(1, 6).Draw(t, "terms") {
			doc := rapid.IntRange(0, len(facts)-1).Draw(t, "doc")
			words := strings.Fields(ftsText(s, uint32(doc)))
			var id termID
			fmt.Sscanf(words[rapid.IntRange(0, len(words)-1).Draw(t, "word")], "t%d", &id)
			terms = append(terms, id)
		}
		rows, err := db.Query(`SELECT rowid, -bm25(f) FROM f WHERE f MATCH ? ORDER BY rank, rowid`, ftsQuery(terms))
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		found := plain(s, x, terms, 0)
		k := 0
		for ; rows.Next(); k++ {
			var row int
			var score float64
			if err := rows.Scan(&row, &score); err != nil {
				t.Fatal(err)
			}
			if k >= len(found) {
				t.Fatalf("%d hits, FTS5 has more", len(found))
			}
			c := found[k]
			if math.Abs(c.score-score) > 2e-7*max(1, score) {
				t.Fatalf("hit %d: score %v, FTS5 has %v", k, c.score, score)
			}
			if int(c.doc)+1 != row && !tied(found, k, uint32(row-1)) {
				t.Fatalf("hit %d is document %d, FTS5 has %d", k, c.doc, row-1)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if k != len(found) {
			t.Fatalf("%d hits, FTS5 has %d", len(found), k)
		}
	})
}

// tied reports whether a document stands elsewhere with a score that differs
// only by rounding.
func tied(found []candidate, k int, doc uint32) bool {
	for _, c := range found {
		if c.doc == doc {
			return math.Abs(c.score-found[k].score) < 2e-7*max(1, c.score)
		}
	}
	return false
}

// BenchmarkPairedFTS5 asks FTS5 and the index the same whole questions in
// turn: FTS5 the terms alone, the index with everything it does. The ratio is
// that of the medians.
func BenchmarkPairedFTS5(b *testing.B) {
	for _, n := range sizes(b) {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ix := indexed(b, n)
			asked := ask(b, 2000)
			s := ix.order[0]
			db := ftsTable(b, s)
			query, err := db.Prepare(`SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT 5`)
			if err != nil {
				b.Fatal(err)
			}
			theirs, ours := pairedTimes(b, ix, s, query, asked)
			b.ReportMetric(theirs, "µs-fts5")
			b.ReportMetric(ours, "µs-index")
			b.ReportMetric(theirs/ours, "times")
		})
	}
}
