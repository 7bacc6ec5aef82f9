package store

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestLoad: many facts are the same however they are read, by pages, by parts and
// one by one, wherever among them those stand that have more to them.
func TestLoad(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	sizes := map[string]int{"A": 1, "B": 3000, "C": 6000}
	for prefix, n := range sizes {
		several(t, db, prefix, n)
	}
	ctx := t.Context()
	analysed := Tokens{Fact: fact.ID{Prefix: "C", N: 5999}, Version: 1, Blob: []byte("cut")}
	if err := db.SaveTokens(ctx, "v1", []Tokens{analysed}); err != nil {
		t.Fatal(err)
	}
	var streamed []*fact.Fact
	if err := db.EachFact(ctx, func(f *fact.Fact) error { streamed = append(streamed, f); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(streamed) != 9001 {
		t.Fatalf("%d facts", len(streamed))
	}
	for _, alone := range []bool{false, true} {
		all, err := db.Load(ctx, "v1", alone)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(all.Facts, streamed) {
			t.Errorf("alone %t: other facts than by pages", alone)
		}
		for k, f := range all.Facts {
			if got, want := string(all.Tokens[k]), map[bool]string{true: "cut"}[f.ID == analysed.Fact]; got != want {
				t.Errorf("alone %t: %s has tokens %q", alone, f.ID, got)
			}
		}
	}
	for _, f := range streamed {
		if !slices.Contains([]int{0, 1, 2, 3, leastPage, leastPage + 1, 5 * leastPage}, f.ID.N%700) {
			continue
		}
		if one, err := db.Fact(ctx, f.ID); err != nil || !reflect.DeepEqual(one, f) {
			t.Errorf("%s alone is %+v, %v, among all %+v", f.ID, one, err, f)
		}
	}
}

// several adds a topic of facts; at the edges of pages, and now and then, one has
// more to it.
func several(t *testing.T, db *DB, prefix string, n int) {
	t.Helper()
	ctx := t.Context()
	if err := db.InTx(ctx, func(tx *Tx) error {
		if err := tx.SaveTopic(ctx, &fact.Topic{Slug: prefix, Prefix: prefix}); err != nil {
			return err
		}
		facts := make([]*fact.Fact, n)
		for k := range facts {
			f := &fact.Fact{
				Topic: prefix, Statement: fmt.Sprintf("Statement %d.", k+1), Lang: fact.Chinese, Confidence: fact.Confidence(k % 101),
				Status: fact.Status(k % 2), Marks: fact.Mark(k), Line: k,
			}
			switch k % 700 {
			case 0:
				f.Sources = []fact.Citation{{Title: fmt.Sprint(k)}}
			case 1:
				f.Verified = &fact.Verification{By: "U1", At: time.UnixMicro(int64(k)).UTC()}
			case leastPage - 1, leastPage, 5*leastPage - 1:
				f.Makers = &fact.Makers{Confidence: "U2"}
			}
			facts[k] = f
		}
		_, err := tx.AddFacts(ctx, prefix, facts, nil)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestCuts: parts are about as large as each other and worth their connection.
func TestCuts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sizes []int64
		parts int
		want  []string // where parts begin, as topic-number
	}{
		{nil, 4, nil},
		{[]int64{20}, 4, nil},
		{[]int64{2*splitFrom - 1}, 4, nil},
		{[]int64{2 * splitFrom}, 4, []string{"1-4096"}},
		{[]int64{3 * splitFrom}, 2, []string{"1-6144"}},
		{[]int64{100_000}, 1, nil},
		{[]int64{0, 10, 20_000, 0, 20_000, 5}, 2, []string{"3-19997"}},
		{[]int64{10_000, 10, 10_000}, 4, []string{"1-5002", "2-5", "3-4997"}},
		{[]int64{1 << 32, 5}, 3, []string{"1-1431655767", "1-2863311534"}},
	} {
		db := open(t, Options{})
		for k, n := range c.sizes {
			if _, err := db.writer.conn.exec(t.Context(), "INSERT INTO topics (id, slug, prefix, next_n) VALUES (?1, ?1, ?1, ?2)", k+1, n); err != nil {
				t.Fatal(err)
			}
		}
		cuts, err := view(t.Context(), db, func(v *View) ([]int64, error) { return v.cuts(t.Context(), c.parts) })
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, key := range cuts[1 : len(cuts)-1] {
			got = append(got, fmt.Sprintf("%d-%d", key>>numberBits, key&(1<<numberBits-1)))
		}
		if !slices.Equal(got, c.want) || !slices.IsSorted(cuts) {
			t.Errorf("%v in %d: %v, want %v", c.sizes, c.parts, got, c.want)
		}
	}
}
