package storetest

import (
	"testing"
	"time"

	"factbot/internal/fact"
)

var inbox = map[string]func(t *testing.T, s Store){
	"a delivery is seen once":               seenOnce,
	"a question is received once":           receiveOnce,
	"an answer takes the question out once": answerOnce,
	"a share happens once":                  shareOnce,
	"a double click shares once":            shareOfADoubleClick,
	"changed since you saw it":              changedSince,
	"refusals do not fill the history":      refusals,
}

func seenOnce(t *testing.T, s Store) {
	for _, c := range []struct {
		key  string
		seen bool
	}{{"a", false}, {"a", true}, {"b", false}, {"", false}, {"", false}} {
		in(t, s, func(tx Tx) error {
			want(t, "seen "+c.key, get(tx.Seen(t.Context(), c.key))(t), c.seen)
			return nil
		})
	}
	_ = s.InTx(t.Context(), func(tx Tx) error {
		_ = get(tx.Seen(t.Context(), "undone"))(t)
		return errOwn
	})
	in(t, s, func(tx Tx) error {
		want(t, "seen after it was undone", get(tx.Seen(t.Context(), "undone"))(t), false)
		return nil
	})
}

func question(key string) fact.Question {
	return fact.Question{
		Key: key, Text: "facts “latency” &amp;", Topic: "rdma", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Actor: fact.Actor{User: "U1", Team: "T1", Name: "reader", Locale: "en-GB", Kind: fact.KindGuest, Origin: fact.OriginSlack, Delivery: key},
		Place: fact.Place{Kind: fact.PlacePublic, Channel: "C1", Name: "general", Thread: "1.1", Message: "1.2"},
	}
}

func receiveOnce(t *testing.T, s Store) {
	a, b := question("a"), question("b")
	if !get(s.Receive(t.Context(), a))(t) || !get(s.Receive(t.Context(), b))(t) {
		t.Error("a new question was not new")
	}
	if get(s.Receive(t.Context(), a))(t) {
		t.Error("a question was received twice")
	}
	same(t, get(s.Pending(t.Context()))(t), []fact.Question{a, b})
	_, err := s.Receive(t.Context(), question(""))
	wantCode(t, err, fact.CodeInvalid)
}

func answerOnce(t *testing.T, s Store) {
	seed(t, s, 1)
	a, b := question("a"), question("b")
	_, _ = get(s.Receive(t.Context(), a))(t), get(s.Receive(t.Context(), b))(t)
	n := channel("answer:a", "C1")
	quotes := []fact.Quote{{Fact: id(1), Version: 1, Place: n.Place}}
	for range 2 {
		must(t, s.Answer(t.Context(), a, n, quotes))
	}
	same(t, get(s.Pending(t.Context()))(t), []fact.Question{b})
	want(t, "notices", len(get(s.Notices(t.Context(), fact.NoticeFilter{}))(t)), 1)
	must(t, s.Answer(t.Context(), b, fact.Notice{}, nil))
	want(t, "pending", len(get(s.Pending(t.Context()))(t)), 0)
	want(t, "notices", len(get(s.Notices(t.Context(), fact.NoticeFilter{}))(t)), 1)
	if get(s.Receive(t.Context(), a))(t) {
		t.Error("an answered question was received again")
	}
	must(t, s.Sent(t.Context(), claim(t, s, "answer:a"), fact.Place{Channel: "C1", Message: "3.3"}, nil))
	want(t, "quotes", len(get(s.Quotes(t.Context(), fact.QuoteFilter{}))(t)), 1)
}

func shareOnce(t *testing.T, s Store) {
	seed(t, s, 1)
	quotes := []fact.Quote{{Fact: id(1), Version: 1}}
	want(t, "first", get(s.Share(t.Context(), "d", channel("share:1", "C1"), quotes))(t), true)
	want(t, "repeated", get(s.Share(t.Context(), "d", channel("share:2", "C1"), quotes))(t), false)
	want(t, "notices", len(get(s.Notices(t.Context(), fact.NoticeFilter{}))(t)), 1)
}

func shareOfADoubleClick(t *testing.T, s Store) {
	seed(t, s, 2)
	text := "facts"
	share := func(key string, to fact.ChannelID, user fact.UserID, shown ...int) bool {
		n := channel("share/"+key, to)
		n.Kind, n.User, n.Text = fact.NoticeShare, user, text
		for _, f := range shown {
			n.Facts = append(n.Facts, fact.Ref{ID: id(f), Version: 1})
		}
		return get(s.Share(t.Context(), key, n, nil))(t)
	}
	for _, c := range []struct {
		what string
		got  bool
		want bool
	}{
		{"first", share("1", "C1", "U1", 1), true},
		{"the same again", share("2", "C1", "U1", 1), false},
		{"another channel", share("3", "C2", "U1", 1), true},
		{"another person", share("4", "C1", "U2", 1), true},
		{"other facts", share("5", "C1", "U1", 1, 2), true},
	} {
		want(t, c.what, c.got, c.want)
	}
	text = "fact 1"
	want(t, "another command", share("7", "C1", "U1", 1), true)
	text = "facts"
	must(t, s.Dead(t.Context(), claim(t, s, "share/3"), "not_in_channel", false))
	want(t, "after it was given up", share("6", "C2", "U1", 1), true)
}

func changedSince(t *testing.T, s Store) {
	seed(t, s, 5)
	var seen []fact.Reading
	for n := 1; n <= 5; n++ {
		seen = append(seen, fact.Reading{User: "U1", Fact: id(n), Version: 1, At: time.Now()})
	}
	must(t, s.AddReadings(t.Context(), append(seen, seen[0], fact.Reading{User: "U1", Fact: id(99), Version: 1})))
	want(t, "readings", get(s.ShownSince(t.Context(), []fact.ID{id(1)}, time.Now().Add(-time.Hour)))(t)[id(1)], fact.Shown{Readings: 1})
	for n, change := range []func(f *fact.Fact){
		func(f *fact.Fact) { f.Status = fact.Retracted },
		func(f *fact.Fact) { f.Statement = "Reworded." },
		func(f *fact.Fact) { f.Confidence = 20 },
		func(f *fact.Fact) { f.Status, f.Confidence = fact.Verified, 90 },
	} {
		in(t, s, func(tx Tx) error {
			f := *get(tx.Fact(t.Context(), id(n+1)))(t)
			f.Version++
			change(&f)
			return tx.SaveFact(t.Context(), &f)
		})
	}
	changed := func(user fact.UserID, since time.Time) (ids []fact.ID) {
		for _, r := range get(s.Changed(t.Context(), user, since))(t) {
			ids = append(ids, r.Fact)
			want(t, "version shown", r.Version, 1)
		}
		return ids
	}
	same(t, changed("U1", time.Now().Add(-time.Hour)), []fact.ID{id(1), id(2), id(3)})
	want(t, "another's", len(changed("U2", time.Time{})), 0)
	want(t, "later", len(changed("U1", soon())), 0)
	must(t, s.AddReadings(t.Context(), []fact.Reading{{User: "U1", Fact: id(2), Version: 2}}))
	same(t, changed("U1", time.Now().Add(-time.Hour)), []fact.ID{id(1), id(3)})
}

func refusals(t *testing.T, s Store) {
	in(t, s, func(tx Tx) error {
		return tx.Refuse(t.Context(), fact.Refusal{Actor: "U1", Topic: "rdma", Fact: id(1), Act: fact.ActVerify, Key: "verify.own"})
	})
	want(t, "events", len(get(s.Events(t.Context(), fact.EventFilter{}))(t)), 0)
}
