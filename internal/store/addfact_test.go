package store

import (
	"fmt"
	"reflect"
	"testing"

	"factbot/internal/fact"
)

// TestAddFacts: each new fact is in the record as it is stored, in whatever order
// its numbers come, once.
func TestAddFacts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t, Options{})
	fill(t, db, 2)
	if err := db.InTx(ctx, func(tx *Tx) error {
		for _, numbers := range [][]int{{7, 8, 5, 0, 0, 4, 12}, {0}, nil, {6, 11, 3}} {
			facts := make([]*fact.Fact, len(numbers))
			for k, n := range numbers {
				facts[k] = &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: n}, Topic: "rdma", Statement: fmt.Sprint(numbers, k), Confidence: fact.Confidence(k), Sources: []fact.Citation{{Title: "T"}}}
			}
			if _, err := tx.AddFacts(ctx, "rdma", facts, nil); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	facts, err := db.Facts(ctx, "rdma")
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, f := range facts {
		got = append(got, f.ID.N)
		if was, err := db.FactAt(ctx, f.ID, 1); err != nil || !reflect.DeepEqual(was, f) {
			t.Errorf("%s is in the record as %+v, %v, and stored as %+v", f.ID, was, err, f)
		}
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}; !reflect.DeepEqual(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
	revisions := 0
	if _, err := db.writer.conn.get(ctx, "SELECT count(*) FROM revisions", nil, &revisions); err != nil || revisions != len(facts) {
		t.Errorf("%d revisions of %d facts, %v", revisions, len(facts), err)
	}
}
