package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"factbot/internal/fact"
)

func TestPrune(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	db := open(t, Options{Clock: clock})
	fill(t, db, 2)
	ctx := t.Context()
	id := fact.ID{Prefix: "RDMA", N: 1}
	use := func(key string) {
		t.Helper()
		place := fact.Place{Kind: fact.PlacePublic, Channel: fact.ChannelID("C" + key)}
		_, err := db.Receive(ctx, fact.Question{Key: "asked:" + key})
		_, err2 := db.Share(ctx, key, fact.Notice{Key: "n:" + key, Place: place}, []fact.Quote{{Fact: id, Version: 1}})
		notices, err3 := db.Notices(ctx, fact.NoticeFilter{Key: "n:" + key})
		if err := errors.Join(err, err2, err3); err != nil {
			t.Fatal(err)
		}
		place.Message = "1.1"
		_, err = db.Claim(ctx, notices[0].ID)
		err2 = db.Sent(ctx, notices[0].ID, place, nil)
		err3 = db.AddReadings(ctx, []fact.Reading{{User: "U1", Fact: id, Version: 1, At: clock()}})
		err4 := db.InTx(ctx, func(tx *Tx) error {
			_, err := tx.SaveGap(ctx, fact.Gap{Topic: "rdma", Text: key})
			_, err2 := tx.SaveGap(ctx, fact.Gap{Topic: "rdma", Text: key, Open: true})
			return errors.Join(err, err2)
		})
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
	}
	use("old")
	mu.Lock()
	now = now.Add(100 * 24 * time.Hour)
	mu.Unlock()
	use("new")
	if p, err := db.Prune(ctx, Retention{}); err != nil || p != (Pruned{}) {
		t.Errorf("without a limit: %+v, %v", p, err)
	}
	const days = 24 * time.Hour
	// An answer can be edited for as long as its quotes are kept.
	if p, err := db.Prune(ctx, Retention{Notices: 90 * days}); err != nil || p != (Pruned{}) {
		t.Errorf("a quoted answer's notice: %+v, %v", p, err)
	}
	r := Retention{Quotes: 90 * days, Readings: 90 * days, Deliveries: 90 * days, Gaps: 90 * days, Notices: 90 * days, Questions: 90 * days}
	p, err := db.Prune(ctx, r)
	if err != nil || p != (Pruned{Quotes: 1, Readings: 1, Deliveries: 2, Gaps: 1, Notices: 1, Questions: 1}) {
		t.Errorf("pruned %+v, %v", p, err)
	}
	if p, err = db.Prune(ctx, r); err != nil || p != (Pruned{}) {
		t.Errorf("again: %+v, %v", p, err)
	}
	left, err := db.Quotes(ctx, fact.QuoteFilter{})
	if err != nil || len(left) != 1 || left[0].Notice != "n:new" {
		t.Errorf("left: %+v, %v", left, err)
	}
}
