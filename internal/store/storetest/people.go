package storetest

import (
	"testing"
	"time"

	"factbot/internal/fact"
)

var people = map[string]func(t *testing.T, s Store){
	"one open flag a person and fact":      oneFlag,
	"a flag comes back as it was":          flagRoundTrip,
	"flags are chosen by filter":           flagFilters,
	"an owner is set, changed and cleared": owners,
	"a proposal comes back as it was":      proposals,
	"a gap is closed":                      gaps,
}

func oneFlag(t *testing.T, s Store) {
	seed(t, s, 2)
	flag := func(n int, by fact.UserID) error {
		return s.InTx(t.Context(), func(tx Tx) error {
			_, err := tx.SaveFlag(t.Context(), fact.Flag{Fact: id(n), Version: 1, By: by, Reason: fact.ReasonWrong, Open: true})
			return err
		})
	}
	must(t, flag(1, "U1"))
	must(t, flag(1, "U2"))
	must(t, flag(2, "U1"))
	wantCode(t, flag(1, "U1"), fact.CodeConflict)
	want(t, "doubts", get(s.Fact(t.Context(), id(1)))(t).Doubts.Count, 2)
	in(t, s, func(tx Tx) error {
		f := get(tx.Flags(t.Context(), fact.FlagFilter{Fact: id(1), By: "U1"}))(t)[0]
		f.Open, f.Outcome, f.Decided = false, fact.ActVerify, tx.Now()
		_, err := tx.SaveFlag(t.Context(), f)
		return err
	})
	want(t, "doubts", get(s.Fact(t.Context(), id(1)))(t).Doubts.Count, 1)
	must(t, flag(1, "U1"))
	want(t, "flags", len(get(s.Flags(t.Context(), fact.FlagFilter{Fact: id(1), By: "U1"}))(t)), 2)
}

func flagRoundTrip(t *testing.T, s Store) {
	seed(t, s, 1)
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	f := fact.Flag{
		Fact: id(1), Version: 1, By: "U1", Name: "reader", Reason: fact.ReasonOutdated, Note: "line 1\nline “2”", Evidence: "https://example.org",
		Place: fact.Place{Kind: fact.PlacePublic, Channel: "C1", Name: "general", Thread: "1.2", Message: "1.3"}, At: at, Open: true,
	}
	in(t, s, func(tx Tx) (err error) {
		f.ID, err = tx.SaveFlag(t.Context(), f)
		return err
	})
	same(t, get(s.Flags(t.Context(), fact.FlagFilter{ID: f.ID}))(t), []fact.Flag{f})
	f.Open, f.Outcome, f.Decided, f.Note = false, fact.ActRetract, at.Add(time.Minute), "other"
	in(t, s, func(tx Tx) error {
		_, err := tx.SaveFlag(t.Context(), f)
		return err
	})
	same(t, get(s.Flags(t.Context(), fact.FlagFilter{ID: f.ID}))(t), []fact.Flag{f})
	wantCode(t, s.InTx(t.Context(), func(tx Tx) error {
		f.ID = 99
		_, err := tx.SaveFlag(t.Context(), f)
		return err
	}), fact.CodeNotFound)
}

func flagFilters(t *testing.T, s Store) {
	seed(t, s, 3)
	in(t, s, func(tx Tx) error {
		for n, by := range []fact.UserID{"U1", "U2", "U1"} {
			_ = get(tx.SaveFlag(t.Context(), fact.Flag{Fact: id(n + 1), By: by, Open: n != 1}))(t)
		}
		return nil
	})
	for _, c := range []struct {
		filter fact.FlagFilter
		n      int
	}{
		{fact.FlagFilter{}, 3},
		{fact.FlagFilter{Topic: "rdma"}, 3},
		{fact.FlagFilter{Topic: "none"}, 0},
		{fact.FlagFilter{Open: true}, 2},
		{fact.FlagFilter{By: "U1"}, 2},
		{fact.FlagFilter{By: "U2", Open: true}, 0},
		{fact.FlagFilter{Fact: id(3), By: "U1"}, 1},
		{fact.FlagFilter{Limit: 2}, 2},
	} {
		if got := get(s.Flags(t.Context(), c.filter))(t); len(got) != c.n {
			t.Errorf("%+v: got %d, want %d", c.filter, len(got), c.n)
		}
	}
}

func owners(t *testing.T, s Store) {
	seed(t, s, 2)
	same(t, get(s.Owner(t.Context(), id(1)))(t), fact.Owner{})
	set := func(n int, u fact.UserID) {
		in(t, s, func(tx Tx) error { return tx.SetOwner(t.Context(), fact.Owner{Fact: id(n), User: u}) })
	}
	set(2, "U1")
	set(1, "U1")
	set(1, "U2")
	o := get(s.Owner(t.Context(), id(1)))(t)
	if o.User != "U2" || o.Since.IsZero() || o.Fact != id(1) {
		t.Errorf("owner: %+v", o)
	}
	if all := get(s.Owners(t.Context(), "rdma"))(t); len(all) != 2 || all[0].Fact != id(1) || all[1].User != "U1" {
		t.Errorf("owners: %+v", all)
	}
	set(1, "")
	want(t, "owners", len(get(s.Owners(t.Context(), "rdma"))(t)), 1)
}

func proposals(t *testing.T, s Store) {
	seed(t, s, 1)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := fact.Proposal{
		Topic: "rdma", Statement: "New.", Version: 4, Confidence: 40, Source: &fact.Citation{URL: "https://example.org", Date: at}, By: "U1", Name: "reader",
		Place: fact.Place{Kind: fact.PlaceDirect, Channel: "D1"}, At: at, Kind: fact.ProposeEdit, Fact: id(1), Import: 3, State: "open",
	}
	in(t, s, func(tx Tx) (err error) {
		p.ID, err = tx.SaveProposal(t.Context(), p)
		_ = get(tx.SaveProposal(t.Context(), fact.Proposal{Topic: "rdma", Statement: "y", Kind: fact.ProposeNew}))(t)
		return err
	})
	same(t, get(s.Proposals(t.Context(), fact.ProposalFilter{ID: p.ID}))(t), []fact.Proposal{p})
	p.State = "accepted"
	in(t, s, func(tx Tx) error {
		_, err := tx.SaveProposal(t.Context(), p)
		return err
	})
	open := get(s.Proposals(t.Context(), fact.ProposalFilter{Topic: "rdma", Open: true}))(t)
	if len(open) != 1 || open[0].Statement != "y" || open[0].State != "open" || !open[0].Fact.IsZero() || open[0].At.IsZero() {
		t.Errorf("open: %+v", open)
	}
	for _, f := range []fact.ProposalFilter{{Kind: fact.ProposeEdit}, {Fact: id(1)}, {By: "U1"}} {
		want(t, "chosen", len(get(s.Proposals(t.Context(), f))(t)), 1)
	}
}

func gaps(t *testing.T, s Store) {
	g := fact.Gap{Topic: "rdma", Text: "why?", By: "U1", Name: "reader", Open: true, Asked: 1}
	in(t, s, func(tx Tx) (err error) {
		g.ID, err = tx.SaveGap(t.Context(), g)
		return err
	})
	got := get(s.Gaps(t.Context(), "rdma", true))(t)
	if len(got) != 1 || got[0].Text != "why?" || got[0].At.IsZero() {
		t.Fatalf("gaps: %+v", got)
	}
	in(t, s, func(tx Tx) error {
		got[0].Open, got[0].Asked = false, 2
		_, err := tx.SaveGap(t.Context(), got[0])
		return err
	})
	want(t, "open", len(get(s.Gaps(t.Context(), "rdma", true))(t)), 0)
	want(t, "all", len(get(s.Gaps(t.Context(), "", false))(t)), 1)
}
