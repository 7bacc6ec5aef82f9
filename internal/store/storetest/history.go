package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

var history = map[string]func(t *testing.T, s Store){
	"an event comes back as it was":            eventRoundTrip,
	"events are chosen by filter":              eventFilters,
	"the chain holds and has a head":           chainHolds,
	"forgetting keeps the chain":               forgetting,
	"forgetting takes direct conversations":    forgetDirects,
	"maker and checker stay two people":        makerAndChecker,
	"the forgotten do not come back as others": sameIDWithin,
	"nobody cannot be forgotten":               forgetNobody,
}

func eventRoundTrip(t *testing.T, s Store) {
	e := fact.Event{
		Topic: "rdma", Fact: id(7), Version: 3, Act: fact.ActConfidence, Flag: 2, Origin: fact.OriginSlack,
		Values: []fact.Value{{Name: "confidence", Old: "50", New: "80"}, {Name: "wording", Old: "a<&>\"\u2028", New: "乙\n"}},
		Actor:  "U1", Name: "reviewer", Note: "because\nof “this”",
	}
	var first, second fact.Event
	in(t, s, func(tx Tx) (err error) {
		first = get(tx.Append(t.Context(), e))(t)
		second, err = tx.Append(t.Context(), fact.Event{Act: fact.ActImport, Origin: fact.OriginProgram})
		return err
	})
	same(t, get(s.Events(t.Context(), fact.EventFilter{Oldest: true}))(t), []fact.Event{first, second})
	want(t, "link", second.Prev, first.Hash)
	want(t, "note", first.Note, e.Note)
	if len(first.Hash) != 64 || first.Seq != 1 || second.Seq != 2 {
		t.Errorf("events: %+v, %+v", first, second)
	}
}

func eventFilters(t *testing.T, s Store) {
	var at time.Time
	in(t, s, func(tx Tx) error {
		at = tx.Now()
		for _, e := range []fact.Event{
			{Topic: "rdma", Fact: id(1), Act: fact.ActFlag, Actor: "U1", Flag: 5},
			{Topic: "rdma", Fact: id(2), Act: fact.ActVerify, Actor: "U2"},
			{Topic: "rdma", Act: fact.ActImport},
			{Topic: "nvme", Fact: fact.ID{Prefix: "NVME", N: 1}, Act: fact.ActFlag, Actor: "U1"},
		} {
			_ = get(tx.Append(t.Context(), e))(t)
		}
		return nil
	})
	for _, c := range []struct {
		filter fact.EventFilter
		want   []int64
	}{
		{fact.EventFilter{}, []int64{4, 3, 2, 1}},
		{fact.EventFilter{Oldest: true, Limit: 2}, []int64{1, 2}},
		{fact.EventFilter{Offset: 1, Limit: 2}, []int64{3, 2}},
		{fact.EventFilter{Offset: 3}, []int64{1}},
		{fact.EventFilter{Topic: "rdma"}, []int64{3, 2, 1}},
		{fact.EventFilter{Fact: id(1)}, []int64{1}},
		{fact.EventFilter{Flag: 5}, []int64{1}},
		{fact.EventFilter{Actor: "U1"}, []int64{4, 1}},
		{fact.EventFilter{Actor: "U1", Topic: "nvme"}, []int64{4}},
		{fact.EventFilter{Acts: []fact.Act{fact.ActVerify, fact.ActImport}}, []int64{3, 2}},
		{fact.EventFilter{After: 2}, []int64{4, 3}},
		{fact.EventFilter{Since: at.Add(time.Microsecond)}, nil},
		{fact.EventFilter{Until: at.Add(-time.Microsecond)}, nil},
		{fact.EventFilter{Since: at, Until: at}, []int64{4, 3, 2, 1}},
	} {
		var got []int64
		for _, e := range get(s.Events(t.Context(), c.filter))(t) {
			got = append(got, e.Seq)
		}
		same(t, got, c.want)
	}
}

func chainHolds(t *testing.T, s Store) {
	empty := get(s.VerifyChain(t.Context(), ""))(t)
	same(t, empty, fact.ChainReport{})
	var early fact.Event
	for n := range 5 {
		in(t, s, func(tx Tx) error {
			e, err := tx.Append(t.Context(), fact.Event{Act: fact.ActFlag, Actor: "U1", Note: "n"})
			if n == 1 {
				early = e
			}
			return err
		})
	}
	for _, head := range []string{"", early.Hash} {
		r := get(s.VerifyChain(t.Context(), head))(t)
		if r.Events != 5 || r.Broken != 0 || len(r.Head) != 64 {
			t.Errorf("report: %+v", r)
		}
	}
	other := "00" + early.Hash[2:]
	if r := get(s.VerifyChain(t.Context(), other))(t); r.Broken != 6 || r.Reason == "" {
		t.Errorf("with a head that is not in the history: %+v", r)
	}
	_, err := s.VerifyChain(t.Context(), "head")
	wantCode(t, err, fact.CodeInvalid)
}

func forgetting(t *testing.T, s Store) {
	seed(t, s, 1)
	var flagged fact.Event
	in(t, s, func(tx Tx) error {
		flagged = get(tx.Append(t.Context(), fact.Event{Topic: "rdma", Fact: id(1), Act: fact.ActFlag, Actor: "U1", Name: "reader", Note: "private"}))(t)
		_ = get(tx.Append(t.Context(), fact.Event{Act: fact.ActVerify, Actor: "U12", Name: "other", Note: "stays"}))(t)
		_ = get(tx.SaveFlag(t.Context(), fact.Flag{Fact: id(1), By: "U1", Name: "reader", Note: "private", Evidence: "https://example.org/me", Open: true}))(t)
		_ = get(tx.SaveProposal(t.Context(), fact.Proposal{Topic: "rdma", Statement: "s", By: "U1", Name: "reader"}))(t)
		_ = get(tx.SaveGap(t.Context(), fact.Gap{Topic: "rdma", Text: "q", By: "U1", Name: "reader", Open: true}))(t)
		must(t, tx.SetOwner(t.Context(), fact.Owner{Fact: id(1), User: "U1"}))
		must(t, tx.SetValue(t.Context(), "subscribers", "U12,U1,U2"))
		_ = get(tx.Enqueue(t.Context(), fact.Notice{Key: "daily:U1:1", Kind: fact.NoticeDaily, User: "U1", Text: "private"}))(t)
		return nil
	})
	must(t, s.AddReadings(t.Context(), []fact.Reading{{User: "U1", Fact: id(1), Version: 1}}))
	before := get(s.VerifyChain(t.Context(), ""))(t)
	in(t, s, func(tx Tx) error {
		if n := get(tx.Forget(t.Context(), "U1"))(t); n < 7 {
			t.Errorf("forgot %d rows", n)
		}
		return nil
	})
	same(t, get(s.VerifyChain(t.Context(), before.Head))(t), before)
	e := get(s.Events(t.Context(), fact.EventFilter{Fact: id(1)}))(t)[0]
	if !e.Erased || e.Actor != "" || e.Name != "" || e.Note != "" || e.Hash != flagged.Hash {
		t.Errorf("event: %+v", e)
	}
	want(t, "another's note", get(s.Events(t.Context(), fact.EventFilter{Actor: "U12"}))(t)[0].Note, "stays")
	f := get(s.Flags(t.Context(), fact.FlagFilter{}))(t)[0]
	p := get(s.Proposals(t.Context(), fact.ProposalFilter{}))(t)[0]
	g := get(s.Gaps(t.Context(), "", false))(t)[0]
	for _, by := range []fact.UserID{f.By, p.By, g.By} {
		if by == "U1" || by == "" || by != f.By {
			t.Errorf("stands for the person: %q", by)
		}
	}
	want(t, "what is left of the person", f.Name+f.Note+f.Evidence+p.Name+g.Name, "")
	want(t, "doubt", get(s.Fact(t.Context(), id(1)))(t).Doubts.Count, 1)
	want(t, "owner", get(s.Owner(t.Context(), id(1)))(t).User, "")
	want(t, "values", get(s.Value(t.Context(), "subscribers"))(t), "U12,"+string(f.By)+",U2")
	n := get(s.Notices(t.Context(), fact.NoticeFilter{}))(t)[0]
	if n.State != fact.NoticeDropped || n.User == "U1" || n.Text != "" || n.Key == "daily:U1:1" {
		t.Errorf("notice: %+v", n)
	}
	want(t, "readings", get(s.ShownSince(t.Context(), []fact.ID{id(1)}, time.Time{}))(t)[id(1)].Readings, 0)
}

// forgetDirects: a direct conversation names a person as well as their id does.
func forgetDirects(t *testing.T, s Store) {
	seed(t, s, 1)
	const direct, key = "D0READER9", "ask:T1:D0READER9:1.1:U1"
	place := fact.Place{Kind: fact.PlaceDirect, Channel: direct, Message: "1.1"}
	q := fact.Question{Key: key, Text: "latency?", Actor: fact.Actor{User: "U1"}, Place: place}
	if !get(s.Receive(t.Context(), q))(t) {
		t.Fatal("the question was there before")
	}
	at := place
	at.Message = ""
	must(t, s.Answer(t.Context(), q, fact.Notice{Key: "answer/" + key, Kind: fact.NoticeAnswer, User: "U1", Place: at}, nil))
	must(t, s.Sent(t.Context(), claim(t, s, "answer/"+key), fact.Place{Kind: fact.PlaceDirect, Channel: direct, Message: "1.2"}, nil))
	enqueue(t, s, fact.Notice{Key: "outcome/1/" + direct, Kind: fact.NoticeOutcome, User: "U1", Place: at},
		fact.Notice{Key: "other", Kind: fact.NoticeOutcome, User: "U12", Place: fact.Place{Kind: fact.PlaceDirect, Channel: "D0READER90"}})
	// Of one person nothing is left but keys.
	if !get(s.Receive(t.Context(), fact.Question{Key: "ask:T1:D0GONE777:1.1:U3", Actor: fact.Actor{User: "U3"}}))(t) {
		t.Fatal("the question was there before")
	}
	in(t, s, func(tx Tx) error {
		_ = get(tx.SaveFlag(t.Context(), fact.Flag{Fact: id(1), By: "U1", Place: place, Open: true}))(t)
		_ = get(tx.Forget(t.Context(), "U1"))(t)
		_, err := tx.Forget(t.Context(), "U3")
		return err
	})
	for _, n := range get(s.Notices(t.Context(), fact.NoticeFilter{}))(t) {
		if all := fmt.Sprintf("%+v", n); n.Key != "other" && (strings.Contains(all, direct) || n.State == fact.NoticeWaiting) {
			t.Errorf("left: %s", all)
		}
	}
	want(t, "another's", notice(t, s, "other").Place.Channel, "D0READER90")
	for _, known := range []string{key, "ask:T1:D0GONE777:1.1:U3"} {
		in(t, s, func(tx Tx) error {
			if get(tx.Seen(t.Context(), known))(t) {
				t.Errorf("the key %s is left", known)
			}
			return nil
		})
	}
	in(t, s, func(tx Tx) error {
		alias := get(s.Flags(t.Context(), fact.FlagFilter{}))(t)[0].By
		if !get(tx.Seen(t.Context(), "ask:T1:"+string(alias)+":1.1:"+string(alias)))(t) {
			t.Error("what is left of the key names somebody else")
		}
		return nil
	})
}

// made stores a wording of U1's for fact 1.
func made(t *testing.T, s Store) {
	seed(t, s, 1)
	in(t, s, func(tx Tx) error {
		f := *get(tx.Fact(t.Context(), id(1)))(t)
		f.Version, f.Statement, f.Makers = 2, "Mine.", &fact.Makers{Wording: "U1"}
		return tx.SaveFact(t.Context(), &f)
	})
	in(t, s, func(tx Tx) error {
		_, err := tx.Forget(t.Context(), "U1")
		return err
	})
}

func verifyBy(t *testing.T, s Store, by fact.UserID) error {
	return s.InTx(t.Context(), func(tx Tx) error {
		f := *get(tx.Fact(t.Context(), id(1)))(t)
		f.Version++
		f.Status, f.Verified = fact.Verified, &fact.Verification{By: by, At: tx.Now()}
		return tx.SaveFact(t.Context(), &f)
	})
}

func makerAndChecker(t *testing.T, s Store) {
	made(t, s)
	for _, f := range []*fact.Fact{get(s.Fact(t.Context(), id(1)))(t), get(s.FactAt(t.Context(), id(1), 2))(t)} {
		if f.Makers == nil || f.Makers.Wording == "" || f.Makers.Wording == "U1" {
			t.Errorf("makers: %+v", f.Makers)
		}
	}
	wantCode(t, verifyBy(t, s, "U1"), fact.CodeForbidden)
	must(t, verifyBy(t, s, "U2"))
}

func sameIDWithin(t *testing.T, s Store) {
	made(t, s)
	maker := get(s.Fact(t.Context(), id(1)))(t).Makers.Wording
	in(t, s, func(tx Tx) error {
		_ = get(tx.SaveFlag(t.Context(), fact.Flag{Fact: id(1), By: "U1", Open: true}))(t)
		_, err := tx.Forget(t.Context(), "U1")
		return err
	})
	want(t, "stands for the same person", get(s.Flags(t.Context(), fact.FlagFilter{}))(t)[0].By, maker)
}

func forgetNobody(t *testing.T, s Store) {
	wantCode(t, s.InTx(t.Context(), func(tx Tx) error {
		_, err := tx.Forget(t.Context(), "")
		return err
	}), fact.CodeInvalid)
}
