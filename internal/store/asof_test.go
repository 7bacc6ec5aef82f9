package store

import (
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestAsOf asks for the record of each moment of a small story.
func TestAsOf(t *testing.T) {
	t.Parallel()
	var day atomic.Int64
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(n int) time.Time { return start.AddDate(0, 0, n) }
	db := open(t, Options{Clock: func() time.Time { return at(int(day.Load())) }})
	ctx := t.Context()
	id := func(n int) fact.ID { return fact.ID{Prefix: "RDMA", N: n} }
	on := func(n int, fn func(tx *Tx) error) {
		t.Helper()
		day.Store(int64(n))
		if err := db.InTx(ctx, fn); err != nil {
			t.Fatal(err)
		}
	}
	save := func(n int, change func(f *fact.Fact)) func(tx *Tx) error {
		return func(tx *Tx) error {
			f, err := tx.Fact(ctx, id(n))
			if err != nil {
				return err
			}
			g := *f
			change(&g)
			return tx.SaveFact(ctx, &g)
		}
	}
	day.Store(1)
	fill(t, db, 2)
	var flag fact.Flag
	on(3, func(tx *Tx) (err error) {
		flag = fact.Flag{Fact: id(2), By: "U1", Reason: fact.ReasonWrong, Open: true, At: tx.Now()}
		flag.ID, err = tx.SaveFlag(ctx, flag)
		return err
	})
	on(5, save(1, func(f *fact.Fact) {
		f.Version, f.Statement, f.Relations = 2, "Reworded.", []fact.Relation{{Kind: fact.Refines, Other: id(2)}}
	}))
	on(7, func(tx *Tx) error {
		flag.Open, flag.Decided = false, tx.Now()
		_, err := tx.SaveFlag(ctx, flag)
		return err
	})
	on(7, save(2, func(f *fact.Fact) { f.Version, f.Status = 2, fact.Retracted }))
	on(9, func(tx *Tx) error {
		err := tx.SaveTopic(ctx, &fact.Topic{Slug: "rdma", Title: "RDMA, second edition", Prefix: "RDMA"})
		_, err2 := tx.AddFact(ctx, &fact.Fact{Topic: "rdma", Statement: "New."})
		return errors.Join(err, err2)
	})
	for _, c := range []struct {
		day            int
		title          string
		facts, active  int
		first          string
		doubts         bool
		related, added bool
	}{
		{0, "", 0, 0, "", false, false, false},
		{2, "RDMA", 2, 2, "Statement 1", false, false, false},
		{4, "RDMA", 2, 2, "Statement 1", true, false, false},
		{6, "RDMA", 2, 2, "Reworded.", true, true, false},
		{8, "RDMA", 2, 1, "Reworded.", false, true, false},
		{10, "RDMA, second edition", 3, 2, "Reworded.", false, true, true},
	} {
		topics, facts, err := db.AsOf(ctx, at(c.day))
		if err != nil {
			t.Fatal(err)
		}
		if len(facts) != c.facts || (c.title == "") != (len(topics) == 0) {
			t.Errorf("day %d: %d topics, %d facts", c.day, len(topics), len(facts))
			continue
		}
		if c.facts == 0 {
			continue
		}
		if topics[0].Title != c.title || topics[0].Facts != c.active || topics[0].Import == nil {
			t.Errorf("day %d: topic %+v", c.day, topics[0])
		}
		if facts[0].Statement[:len(c.first)] != c.first || (facts[1].Doubts != nil) != c.doubts ||
			(len(facts[0].Relations) == 1) != c.related || (len(facts[1].Relations) == 1 && facts[1].Relations[0].Inverse) != c.related {
			t.Errorf("day %d: %+v, %+v", c.day, facts[0], facts[1])
		}
	}
	_, facts, err := db.AsOf(ctx, at(10))
	if err != nil {
		t.Fatal(err)
	}
	current, err := db.Facts(ctx, "rdma")
	if err != nil || !reflect.DeepEqual(facts, current) {
		t.Errorf("as of now: %v\nwant %v", facts, current)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	fill(t, db, 3)
	ctx := t.Context()
	id := func(n int) fact.ID { return fact.ID{Prefix: "RDMA", N: n} }
	all := []Tokens{{Fact: id(1), Version: 1, Blob: []byte("a\x00")}, {Fact: id(2), Version: 1, Blob: []byte("b")}, {Fact: id(9), Version: 1}}
	if err := db.SaveTokens(ctx, "v1", all); err != nil {
		t.Fatal(err)
	}
	stored := func(analyzer string) (got []Tokens) {
		loaded, err := db.Load(ctx, analyzer, true)
		if err != nil || len(loaded.Facts) != 3 {
			t.Fatal(len(loaded.Facts), err)
		}
		for k, f := range loaded.Facts {
			if loaded.Tokens[k] != nil {
				got = append(got, Tokens{Fact: f.ID, Version: f.Version, Blob: loaded.Tokens[k]})
			}
		}
		return got
	}
	if got := stored("v1"); !reflect.DeepEqual(got, all[:2]) {
		t.Errorf("got %v", got)
	}
	if got := stored("v2"); len(got) != 0 {
		t.Errorf("of another analyzer: %v", got)
	}
	if err := db.InTx(ctx, func(tx *Tx) error {
		f, err := tx.Fact(ctx, id(1))
		if err != nil {
			return err
		}
		g := *f
		g.Version, g.Statement = 2, "Reworded."
		return tx.SaveFact(ctx, &g)
	}); err != nil {
		t.Fatal(err)
	}
	if got := stored("v1"); len(got) != 1 || got[0].Fact != id(2) {
		t.Errorf("after a rewording: %v", got)
	}
	if err := db.SaveTokens(ctx, "v1", []Tokens{{Fact: id(1), Version: 2, Blob: []byte("c")}}); err != nil {
		t.Fatal(err)
	}
	if got := stored("v1"); len(got) != 2 || string(got[0].Blob) != "c" {
		t.Errorf("saved anew: %v", got)
	}
}
