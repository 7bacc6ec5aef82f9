package storetest

import (
	"fmt"
	"testing"
	"time"

	"factbot/internal/fact"
)

var outbox = map[string]func(t *testing.T, s Store){
	"a notice comes back as it was":           noticeRoundTrip,
	"a key is enqueued once":                  keyOnce,
	"a notice is claimed once":                claimOnce,
	"due is the head of each line":            dueHeads,
	"a failed head holds up its line only":    failedHead,
	"a scheduled notice holds up nobody":      scheduled,
	"a claimed notice holds up its line":      claimedLine,
	"a clock that was ahead holds up nobody":  clockAhead,
	"what may have arrived stays so":          unknownStays,
	"a dead notice is out of the way":         deadNotice,
	"given up and sent again":                 requeued,
	"an undone act's notices are dropped":     dropped,
	"notices are chosen by filter":            noticeFilters,
	"quotes follow what was sent":             quotesFollow,
	"a quote not shown after all is no quote": quoteNotShown,
	"quotes keep the order of their message":  quotesInOrder,
	"facts are counted alike in any number":   shownToMany,
}

// channel is a notice for a channel.
func channel(key string, c fact.ChannelID) fact.Notice {
	return fact.Notice{Key: key, Kind: fact.NoticeQueue, Topic: "rdma", Place: fact.Place{Kind: fact.PlacePublic, Channel: c}}
}

func enqueue(t *testing.T, s Store, notices ...fact.Notice) {
	t.Helper()
	in(t, s, func(tx Tx) error {
		for _, n := range notices {
			if !get(tx.Enqueue(t.Context(), n))(t) {
				t.Errorf("%q was there before", n.Key)
			}
		}
		return nil
	})
}

// due are the keys of the notices due at a time.
func due(t *testing.T, s Store, at time.Time) []string {
	t.Helper()
	var keys []string
	for _, n := range get(s.Due(t.Context(), at, 0))(t) {
		keys = append(keys, n.Key)
	}
	return keys
}

func notice(t *testing.T, s Store, key string) fact.Notice {
	t.Helper()
	all := get(s.Notices(t.Context(), fact.NoticeFilter{Key: key}))(t)
	if len(all) != 1 {
		t.Fatalf("%d notices have the key %q", len(all), key)
	}
	return all[0]
}

func claim(t *testing.T, s Store, key string) int64 {
	t.Helper()
	n := notice(t, s, key)
	if !get(s.Claim(t.Context(), n.ID))(t) {
		t.Fatalf("%q could not be claimed", key)
	}
	return n.ID
}

func noticeRoundTrip(t *testing.T, s Store) {
	seed(t, s, 2)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	n := fact.Notice{
		Key: "k", Kind: fact.NoticeOutcome, Topic: "rdma", Facts: []fact.Ref{{ID: id(2), Version: 1}, {ID: id(1), Version: 3}},
		Place: fact.Place{Kind: fact.PlacePublic, Channel: "C1", Name: "general", Thread: "1.1", Message: "1.2"}, User: "U1", Cause: 4, Flag: 5, Item: 6,
		Text: "t", Locale: "zh-CN", NotBefore: at, CreatedAt: at.Add(-time.Minute),
	}
	enqueue(t, s, n)
	got := notice(t, s, "k")
	n.ID, n.State = got.ID, fact.NoticeWaiting
	same(t, got, n)
	claim(t, s, "k")
	sent := fact.Place{Kind: fact.PlacePublic, Channel: "C1", Message: "9.9"}
	must(t, s.Sent(t.Context(), n.ID, sent, nil))
	got = notice(t, s, "k")
	if got.State != fact.NoticeSent || got.Sent != sent || got.SentAt.IsZero() || got.Attempts != 1 || got.Error != "" {
		t.Errorf("sent: %+v", got)
	}
}

func keyOnce(t *testing.T, s Store) {
	enqueue(t, s, channel("k", "C1"))
	in(t, s, func(tx Tx) error {
		if get(tx.Enqueue(t.Context(), channel("k", "C2")))(t) {
			t.Error("a key was enqueued twice")
		}
		return nil
	})
	want(t, "channel", notice(t, s, "k").Place.Channel, "C1")
}

func claimOnce(t *testing.T, s Store) {
	enqueue(t, s, channel("k", "C1"))
	at := claim(t, s, "k")
	if get(s.Claim(t.Context(), at))(t) {
		t.Error("claimed twice")
	}
	stranded := get(s.Stranded(t.Context()))(t)
	if len(stranded) != 1 || stranded[0].Key != "k" || stranded[0].Attempts != 1 {
		t.Errorf("stranded: %+v", stranded)
	}
	must(t, s.Sent(t.Context(), at, fact.Place{Channel: "C1", Message: "1.1"}, nil))
	if get(s.Claim(t.Context(), at))(t) {
		t.Error("claimed after it was sent")
	}
	want(t, "stranded", len(get(s.Stranded(t.Context()))(t)), 0)
}

// soon is a time at which everything enqueued so far is due.
func soon() time.Time { return time.Now().Add(time.Minute) }

func dueHeads(t *testing.T, s Store) {
	enqueue(t, s, channel("a1", "C1"), channel("b1", "C2"), channel("a2", "C1"), channel("b2", "C2"),
		fact.Notice{Key: "u1", Kind: fact.NoticeDaily, User: "U1"}, fact.Notice{Key: "u2", Kind: fact.NoticeDaily, User: "U1"},
		fact.Notice{Key: "v1", Kind: fact.NoticeDaily, User: "U2"})
	same(t, due(t, s, soon()), []string{"a1", "b1", "u1", "v1"})
	must(t, s.Sent(t.Context(), claim(t, s, "a1"), fact.Place{Channel: "C1"}, nil))
	same(t, due(t, s, soon()), []string{"b1", "a2", "u1", "v1"})
}

func failedHead(t *testing.T, s Store) {
	enqueue(t, s, channel("a1", "C1"), channel("a2", "C1"), channel("b1", "C2"))
	must(t, s.Later(t.Context(), claim(t, s, "a1"), soon().Add(time.Hour), "rate_limited", false))
	same(t, due(t, s, soon()), []string{"b1"})
	same(t, due(t, s, soon().Add(2*time.Hour)), []string{"b1", "a1"})
	want(t, "code", notice(t, s, "a1").Error, "rate_limited")
}

func scheduled(t *testing.T, s Store) {
	later := channel("a1", "C1")
	later.NotBefore = soon().Add(time.Hour)
	enqueue(t, s, later, channel("a2", "C1"))
	same(t, due(t, s, soon()), []string{"a2"})
	must(t, s.Sent(t.Context(), claim(t, s, "a2"), fact.Place{Channel: "C1"}, nil))
	want(t, "due", len(due(t, s, soon())), 0)
	same(t, due(t, s, soon().Add(2*time.Hour)), []string{"a1"})
}

func clockAhead(t *testing.T, s Store) {
	ahead := soon().Add(8 * time.Hour)
	atOnce, held := channel("at once", "C1"), channel("held", "C2")
	atOnce.CreatedAt, atOnce.NotBefore = ahead, ahead
	held.CreatedAt, held.NotBefore = ahead, ahead.Add(10*time.Minute)
	enqueue(t, s, atOnce, held, channel("after", "C1"))
	same(t, due(t, s, soon()), []string{"after"})
	must(t, s.Sent(t.Context(), claim(t, s, "after"), fact.Place{Channel: "C1"}, nil))
	same(t, due(t, s, soon()), []string{"at once"})
}

func claimedLine(t *testing.T, s Store) {
	enqueue(t, s, channel("a1", "C1"), channel("a2", "C1"), channel("b1", "C2"))
	at := claim(t, s, "a1")
	same(t, due(t, s, soon()), []string{"b1"})
	must(t, s.Sent(t.Context(), at, fact.Place{Channel: "C1"}, nil))
	same(t, due(t, s, soon()), []string{"a2", "b1"})
}

func unknownStays(t *testing.T, s Store) {
	enqueue(t, s, channel("k", "C1"))
	must(t, s.Later(t.Context(), claim(t, s, "k"), time.Now(), "timeout", true))
	must(t, s.Later(t.Context(), claim(t, s, "k"), time.Now(), "rate_limited", false))
	n := notice(t, s, "k")
	if !n.Unknown || n.Attempts != 2 || n.State != fact.NoticeWaiting {
		t.Errorf("notice: %+v", n)
	}
}

func deadNotice(t *testing.T, s Store) {
	enqueue(t, s, channel("a1", "C1"), channel("a2", "C1"))
	must(t, s.Dead(t.Context(), claim(t, s, "a1"), "channel_not_found", false))
	same(t, due(t, s, soon()), []string{"a2"})
	want(t, "state", notice(t, s, "a1").State, fact.NoticeDead)
	wantCode(t, s.Dead(t.Context(), 99, "x", false), fact.CodeNotFound)

	for i, code := range []string{"not_in_channel", "invalid_blocks"} {
		share := channel("share/"+code, "C9")
		share.Kind = fact.NoticeShare
		enqueue(t, s, share)
		must(t, s.Dead(t.Context(), claim(t, s, share.Key), code, false))
		want(t, code+" is refused", notice(t, s, share.Key).Refused(), i == 0)
	}
	want(t, "dead that an operator must see", get(s.NoticeStats(t.Context()))(t).Dead, 2)
}

func requeued(t *testing.T, s Store) {
	enqueue(t, s, channel("a", "C1"), channel("b", "C2"), channel("c", "C3"))
	must(t, s.Later(t.Context(), claim(t, s, "a"), time.Now(), "busy", false))
	must(t, s.Dead(t.Context(), claim(t, s, "a"), "timeout", true))
	must(t, s.Dead(t.Context(), claim(t, s, "b"), "not_in_channel", false))
	for _, key := range []string{"a", "b", "c"} {
		in(t, s, func(tx Tx) error {
			again := get(tx.Requeue(t.Context(), notice(t, s, key).ID))(t)
			want(t, key+" is sent again", again, key != "c")
			return nil
		})
	}
	same(t, due(t, s, soon()), []string{"c", "a", "b"}) // in the order in which they are due
	if a, b := notice(t, s, "a"), notice(t, s, "b"); !a.Unknown || b.Unknown || a.Attempts != 0 || a.Error != "" {
		t.Errorf("a: %+v\nb: %+v", a, b)
	}
}

func dropped(t *testing.T, s Store) {
	waiting, sending, other := channel("a", "C1"), channel("b", "C2"), channel("c", "C3")
	waiting.Cause, sending.Cause, other.Cause = 7, 7, 8
	enqueue(t, s, waiting, sending, other)
	claim(t, s, "b")
	in(t, s, func(tx Tx) error {
		want(t, "dropped", get(tx.DropNotices(t.Context(), 7))(t), 1)
		want(t, "dropped for no cause", get(tx.DropNotices(t.Context(), 0))(t), 0)
		return nil
	})
	same(t, due(t, s, soon()), []string{"c"})
	want(t, "state", notice(t, s, "a").State, fact.NoticeDropped)
}

func noticeFilters(t *testing.T, s Store) {
	seed(t, s, 1)
	a, b := channel("a", "C1"), fact.Notice{Key: "b", Kind: fact.NoticeDaily, User: "U1", Cause: 3}
	a.Facts = []fact.Ref{{ID: id(1), Version: 1}}
	enqueue(t, s, a, b)
	for _, c := range []struct {
		filter fact.NoticeFilter
		n      int
	}{
		{fact.NoticeFilter{}, 2},
		{fact.NoticeFilter{Kind: fact.NoticeDaily}, 1},
		{fact.NoticeFilter{State: fact.NoticeSent}, 0},
		{fact.NoticeFilter{Topic: "rdma"}, 1},
		{fact.NoticeFilter{Cause: 3}, 1},
		{fact.NoticeFilter{Fact: id(1)}, 1},
		{fact.NoticeFilter{User: "U1"}, 1},
		{fact.NoticeFilter{Since: soon()}, 0},
		{fact.NoticeFilter{Limit: 1}, 1},
	} {
		if got := get(s.Notices(t.Context(), c.filter))(t); len(got) != c.n {
			t.Errorf("%+v: got %d, want %d", c.filter, len(got), c.n)
		}
	}
}

// answered enqueues an answer that quotes facts 1 and 2.
func answered(t *testing.T, s Store) int64 {
	seed(t, s, 2)
	n := channel("answer:1", "C1")
	n.Kind = fact.NoticeAnswer
	quotes := []fact.Quote{{Fact: id(1), Version: 1, Place: n.Place}, {Fact: id(2), Version: 1, Place: n.Place}}
	must(t, s.Answer(t.Context(), fact.Question{Key: "q"}, n, quotes))
	want(t, "quotes before it is sent", len(get(s.Quotes(t.Context(), fact.QuoteFilter{}))(t)), 0)
	return claim(t, s, "answer:1")
}

func quotesFollow(t *testing.T, s Store) {
	at := answered(t, s)
	place := fact.Place{Kind: fact.PlacePublic, Channel: "C1", Name: "general", Thread: "1.1", Message: "2.2"}
	must(t, s.Sent(t.Context(), at, place, []fact.Ref{{ID: id(1), Version: 4}, {ID: id(2), Version: 1}}))
	all := get(s.Quotes(t.Context(), fact.QuoteFilter{}))(t)
	if len(all) != 2 || all[0].Place != place || all[0].Version != 4 || all[0].Notice != "answer:1" || all[0].At.IsZero() {
		t.Errorf("quotes: %+v", all)
	}
	for _, c := range []struct {
		filter fact.QuoteFilter
		n      int
	}{
		{fact.QuoteFilter{Fact: id(1)}, 1},
		{fact.QuoteFilter{Channel: "C1"}, 2},
		{fact.QuoteFilter{Channel: "C2"}, 0},
		{fact.QuoteFilter{Message: "2.2"}, 2},
		{fact.QuoteFilter{Since: soon()}, 0},
		{fact.QuoteFilter{Limit: 1}, 1},
	} {
		want(t, "quotes", len(get(s.Quotes(t.Context(), c.filter))(t)), c.n)
	}
	shown := get(s.ShownSince(t.Context(), []fact.ID{id(1), id(2)}, time.Now().Add(-time.Hour)))(t)
	want(t, "shown", shown[id(1)], fact.Shown{Quotes: 1})
}

func quotesInOrder(t *testing.T, s Store) {
	seed(t, s, 3)
	n := channel("answer:1", "C1")
	n.Kind = fact.NoticeAnswer
	quotes := []fact.Quote{{Fact: id(3), Version: 1, Place: n.Place}, {Fact: id(1), Version: 1, Place: n.Place}, {Fact: id(2), Version: 1, Place: n.Place}}
	must(t, s.Answer(t.Context(), fact.Question{Key: "q"}, n, quotes))
	place := fact.Place{Channel: "C1", Message: "2.2"}
	at := claim(t, s, "answer:1")
	order := func() string {
		var ids []fact.ID
		for _, q := range get(s.Quotes(t.Context(), fact.QuoteFilter{Message: "2.2"}))(t) {
			ids = append(ids, q.Fact)
		}
		return fmt.Sprint(ids)
	}
	must(t, s.Sent(t.Context(), at, place, nil))
	want(t, "order as enqueued", order(), fmt.Sprint([]fact.ID{id(3), id(1), id(2)}))
	must(t, s.Sent(t.Context(), at, place, []fact.Ref{{ID: id(2), Version: 1}, {ID: id(3), Version: 1}, {ID: id(1), Version: 1}}))
	want(t, "order as sent", order(), fmt.Sprint([]fact.ID{id(2), id(3), id(1)}))
}

// shownToMany holds the count of a few facts and of many to the same.
func shownToMany(t *testing.T, s Store) {
	at := answered(t, s)
	must(t, s.Sent(t.Context(), at, fact.Place{Channel: "C1", Message: "2.2"}, nil))
	must(t, s.AddReadings(t.Context(), []fact.Reading{{User: "U1", Fact: id(2), Version: 1}, {User: "U2", Fact: id(2), Version: 1}}))
	since := time.Now().Add(-time.Hour)
	for _, n := range []int{2, 500} {
		ids := make([]fact.ID, n)
		for i := range ids {
			ids[i] = id(i + 1)
		}
		shown := get(s.ShownSince(t.Context(), ids, since))(t)
		want(t, "facts answered for", len(shown), n)
		want(t, "first", shown[id(1)], fact.Shown{Quotes: 1})
		want(t, "second", shown[id(2)], fact.Shown{Quotes: 1, Readings: 2})
		want(t, "later", get(s.ShownSince(t.Context(), ids, soon()))(t)[id(2)], fact.Shown{})
	}
}

func quoteNotShown(t *testing.T, s Store) {
	at := answered(t, s)
	must(t, s.Sent(t.Context(), at, fact.Place{Channel: "C1", Message: "2.2"}, []fact.Ref{{ID: id(2), Version: 1}}))
	all := get(s.Quotes(t.Context(), fact.QuoteFilter{}))(t)
	if len(all) != 1 || all[0].Fact != id(2) {
		t.Errorf("quotes: %+v", all)
	}
}
