package storetest

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"factbot/internal/fact"
)

var errOwn = errors.New("the caller's own error")

var transactions = map[string]func(t *testing.T, s Store){
	"a value is there after the commit":            valueStays,
	"an error undoes the caller's writes":          errorUndoes,
	"a panic undoes, is raised, and others go on":  panicUndoes,
	"a goroutine that ends undoes":                 goexitUndoes,
	"a failed commit is returned":                  commitFails,
	"a cancelled context keeps fn from running":    cancelled,
	"a context cancelled inside hurts nobody else": cancelledInside,
	"what is read includes what was written":       readsOwnWrites,
	"the clock stands still and never goes back":   clock,
	"an undone topic leaves nothing behind":        topicUndone,
}

func valueStays(t *testing.T, s Store) {
	in(t, s, func(tx Tx) error { return tx.SetValue(t.Context(), "k", "v") })
	want(t, "value", get(s.Value(t.Context(), "k"))(t), "v")
	in(t, s, func(tx Tx) error { return tx.SetValue(t.Context(), "k", "") })
	want(t, "removed value", get(s.Value(t.Context(), "k"))(t), "")
}

func errorUndoes(t *testing.T, s Store) {
	err := s.InTx(t.Context(), func(tx Tx) error {
		must(t, tx.SetValue(t.Context(), "k", "v"))
		_ = get(tx.Append(t.Context(), fact.Event{Act: fact.ActFlag}))(t)
		return errOwn
	})
	if !errors.Is(err, errOwn) {
		t.Fatalf("got %v, want the caller's own error", err)
	}
	nothing(t, s)
}

// nothing checks that no value k and no event is stored, and that writing works.
func nothing(t *testing.T, s Store) {
	t.Helper()
	want(t, "value", get(s.Value(t.Context(), "k"))(t), "")
	want(t, "events", len(get(s.Events(t.Context(), fact.EventFilter{}))(t)), 0)
	in(t, s, func(tx Tx) error {
		e, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag})
		want(t, "sequence", e.Seq, 1)
		return err
	})
	want(t, "broken link", get(s.VerifyChain(t.Context(), ""))(t).Broken, 0)
}

func panicUndoes(t *testing.T, s Store) {
	func() {
		defer func() {
			if p := recover(); p != "boom" {
				t.Fatalf("got panic %v, want boom", p)
			}
		}()
		_ = s.InTx(t.Context(), func(tx Tx) error {
			must(t, tx.SetValue(t.Context(), "k", "v"))
			_ = get(tx.Append(t.Context(), fact.Event{Act: fact.ActFlag}))(t)
			panic("boom")
		})
	}()
	nothing(t, s)
}

func goexitUndoes(t *testing.T, s Store) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.InTx(context.Background(), func(tx Tx) error {
			_ = tx.SetValue(context.Background(), "k", "v")
			runtime.Goexit()
			return nil
		})
	}()
	<-done
	nothing(t, s)
}

func commitFails(t *testing.T, s Store) {
	b, ok := s.(Breaker)
	if !ok {
		t.Skip("the store cannot be made to fail a commit")
	}
	err := s.InTx(t.Context(), func(tx Tx) error {
		must(t, tx.SetValue(t.Context(), "k", "v"))
		return b.BreakCommit(t.Context(), tx)
	})
	if err == nil {
		t.Fatal("a commit failed and InTx said nothing")
	}
	nothing(t, s)
}

func cancelled(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.InTx(ctx, func(Tx) error {
		t.Error("fn ran")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want a cancellation", err)
	}
}

func cancelledInside(t *testing.T, s Store) {
	seed(t, s, 1)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.InTx(ctx, func(tx Tx) error {
		must(t, tx.SetValue(ctx, "k", "v"))
		cancel()
		return tx.SetValue(ctx, "l", "w")
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want a cancellation", err)
	}
	nothing(t, s)
	_ = get(s.Fact(t.Context(), id(1)))(t)
}

func readsOwnWrites(t *testing.T, s Store) {
	seed(t, s, 1)
	in(t, s, func(tx Tx) error {
		must(t, tx.SetValue(t.Context(), "k", "v"))
		want(t, "value within", get(tx.Value(t.Context(), "k"))(t), "v")
		want(t, "value outside", get(s.Value(t.Context(), "k"))(t), "")
		f := *get(tx.Fact(t.Context(), id(1)))(t)
		f.Version, f.Confidence = 2, 80
		must(t, tx.SaveFact(t.Context(), &f))
		want(t, "confidence within", get(tx.Fact(t.Context(), id(1)))(t).Confidence, 80)
		want(t, "confidence outside", get(s.Fact(t.Context(), id(1)))(t).Confidence, 50)
		return nil
	})
}

func clock(t *testing.T, s Store) {
	var last fact.Event
	for range 5 {
		in(t, s, func(tx Tx) error {
			now := tx.Now()
			if now.Before(last.At) {
				t.Errorf("the clock went back from %v to %v", last.At, now)
			}
			var err error
			last, err = tx.Append(t.Context(), fact.Event{Act: fact.ActFlag})
			if !last.At.Equal(now) || !tx.Now().Equal(now) {
				t.Errorf("the clock moved within a transaction: %v, %v, %v", now, last.At, tx.Now())
			}
			return err
		})
	}
}

func topicUndone(t *testing.T, s Store) {
	save := func(tx Tx) error {
		return tx.SaveTopic(t.Context(), &fact.Topic{Slug: "rdma", Title: "RDMA", Prefix: "RDMA"})
	}
	err := s.InTx(t.Context(), func(tx Tx) error {
		must(t, save(tx))
		_ = get(tx.AddFact(t.Context(), &fact.Fact{Topic: "rdma", Statement: "x"}))(t)
		return errOwn
	})
	if !errors.Is(err, errOwn) {
		t.Fatal(err)
	}
	_, err = s.Topic(t.Context(), "rdma")
	wantCode(t, err, fact.CodeNotFound)
	_, err = s.Fact(t.Context(), id(1))
	wantCode(t, err, fact.CodeNotFound)
	in(t, s, save)
	_ = get(s.Topic(t.Context(), "rdma"))(t)
}
