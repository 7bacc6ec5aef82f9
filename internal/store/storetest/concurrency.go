package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"factbot/internal/fact"
)

var concurrency = map[string]func(t *testing.T, s Store){
	"64 writers and readers":            writersAndReaders,
	"one's failure is not the others'":  failuresAside,
	"two deciders, one decision":        oneDecision,
	"one claim among many":              oneClaim,
	"a reader sees a whole act or none": wholeActs,
}

// Of the concurrent load.
const (
	writers = 64
	each    = 20
)

func writersAndReaders(t *testing.T, s Store) {
	seed(t, s, 10)
	stop := make(chan struct{})
	var readers, writing sync.WaitGroup
	for r := range 8 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.Fact(t.Context(), id(r+1)); err != nil {
					t.Errorf("reader: %v", err)
					return
				}
			}
		})
	}
	for w := range writers {
		writing.Go(func() {
			for n := range each {
				err := s.InTx(t.Context(), func(tx Tx) error {
					_, err := tx.Append(t.Context(), fact.Event{Topic: "rdma", Act: fact.ActFlag, Actor: fact.UserID(fmt.Sprint("U", w)), Note: fmt.Sprint(n)})
					return err
				})
				if err != nil {
					t.Errorf("writer: %v", err)
				}
			}
		})
	}
	writing.Wait()
	close(stop)
	readers.Wait()
	r := get(s.VerifyChain(t.Context(), ""))(t)
	if r.Broken != 0 || r.Events != writers*each {
		t.Errorf("chain: %+v", r)
	}
	for w := range writers {
		if got := get(s.Events(t.Context(), fact.EventFilter{Actor: fact.UserID(fmt.Sprint("U", w))}))(t); len(got) != each {
			t.Errorf("writer %d has %d events", w, len(got))
		}
	}
}

func failuresAside(t *testing.T, s Store) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			defer func() {
				if p := recover(); (p != nil) != (w%4 == 1) {
					t.Errorf("writer %d: panic %v", w, p)
				}
			}()
			err := s.InTx(t.Context(), func(tx Tx) error {
				if err := tx.SetValue(t.Context(), fmt.Sprint("k", w), "v"); err != nil {
					return err
				}
				if _, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag}); err != nil {
					return err
				}
				switch w % 4 {
				case 0:
					return errOwn
				case 1:
					panic("boom")
				}
				return nil
			})
			if errors.Is(err, errOwn) != (w%4 == 0) {
				t.Errorf("writer %d: %v", w, err)
			}
		})
	}
	wg.Wait()
	for w := range writers {
		want(t, fmt.Sprint("value of ", w), get(s.Value(t.Context(), fmt.Sprint("k", w)))(t) == "v", w%4 > 1)
	}
	r := get(s.VerifyChain(t.Context(), ""))(t)
	if r.Broken != 0 || r.Events != writers/2 {
		t.Errorf("chain: %+v", r)
	}
}

func oneDecision(t *testing.T, s Store) {
	seed(t, s, 1)
	seen := get(s.Fact(t.Context(), id(1)))(t).Version
	var won, lost atomic.Int64
	var wg sync.WaitGroup
	for w := range 20 {
		wg.Go(func() {
			err := s.InTx(t.Context(), func(tx Tx) error {
				f, err := tx.Fact(t.Context(), id(1))
				if err != nil {
					return err
				}
				d := fact.Decision{Act: fact.ActVerify, Fact: id(1), Version: seen}
				next, _, err := fact.Apply(f, d, fact.Actor{User: fact.UserID(fmt.Sprint("U", w))}, tx.Now())
				if err != nil {
					return err
				}
				return tx.SaveFact(t.Context(), next)
			})
			switch {
			case err == nil:
				won.Add(1)
			case fact.CodeOf(err) == fact.CodeConflict:
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	want(t, "decisions", won.Load(), 1)
	want(t, "losers", lost.Load(), 19)
}

func oneClaim(t *testing.T, s Store) {
	enqueue(t, s, channel("k", "C1"))
	at := notice(t, s, "k").ID
	var won atomic.Int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			ok, err := s.Claim(t.Context(), at)
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	want(t, "claims", won.Load(), 1)
}

func wholeActs(t *testing.T, s Store) {
	seed(t, s, 2)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		defer cancel()
		for version := 2; version < 60; version++ {
			err := s.InTx(t.Context(), func(tx Tx) error {
				for n := 1; n <= 2; n++ {
					f, err := tx.Fact(t.Context(), id(n))
					if err != nil {
						return err
					}
					g := *f
					g.Version = version
					if err := tx.SaveFact(t.Context(), &g); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for ctx.Err() == nil {
		both := get(s.Facts(t.Context(), "rdma"))(t)
		want(t, "versions", both[0].Version, both[1].Version)
	}
	wg.Wait()
}
