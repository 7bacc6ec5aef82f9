package storetest

import (
	"reflect"
	"testing"
	"time"

	"factbot/internal/fact"
)

var facts = map[string]func(t *testing.T, s Store){
	"a fact comes back as it was":              factRoundTrip,
	"a topic comes back as it was":             topicRoundTrip,
	"numbers follow each other":                numbers,
	"numbers end where nobody can type them":   numbersEnd,
	"every state stays":                        states,
	"a stale or skipped version is refused":    versions,
	"relations show on both facts":             relations,
	"all ways of loading agree":                loading,
	"what does not exist is said to":           missing,
	"a topic's prefix is fixed and its own":    prefixes,
	"the topic counts facts not retracted":     counts,
	"progress is told":                         progress,
	"a statement's bytes stay":                 verbatim,
	"something no statement can be is refused": statements,
}

func full() *fact.Fact {
	at := time.Date(2026, 3, 4, 5, 6, 7, 8000, time.UTC)
	return &fact.Fact{
		Topic: "rdma", Statement: "A statement, 陈述。", Lang: fact.English, Confidence: 75, Status: fact.Verified,
		Marks: fact.Core | fact.AddedHere, Version: 1, Line: 12,
		Sources:  []fact.Citation{{URL: "https://example.org/?a=1&b=<2>", Title: "T", Quote: "“q”\n", Date: at, Author: "A"}, {Title: "no date"}},
		Verified: &fact.Verification{By: "U1", Name: "reviewer", At: at, Until: at.Add(time.Hour), SelfDone: true, Left: true},
		Makers:   &fact.Makers{Wording: "U2", Confidence: "U3"},
	}
}

func factRoundTrip(t *testing.T, s Store) {
	seed(t, s, 1)
	f := full()
	in(t, s, func(tx Tx) (err error) {
		f.ID, err = tx.AddFact(t.Context(), f)
		return err
	})
	same(t, get(s.Fact(t.Context(), f.ID))(t), f)
	same(t, get(s.FactAt(t.Context(), f.ID, 1))(t), f)
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func topicRoundTrip(t *testing.T, s Store) {
	at := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	topic := &fact.Topic{
		Slug: "nvme", Title: "NVMe", Definition: "d", Prefix: "NVME", Command: "nvme", Aliases: []string{"ssd"},
		CapturedAt: at, Window: 90, Unlisted: 5,
		Timeline: []fact.TimelineEvent{{Text: "e", Fact: fact.ID{Prefix: "NVME", N: 6}, Line: 4}, {Text: "dated", Date: at}},
		Glossary: []fact.GlossaryGroup{{Name: "g", Forms: []string{"a", "甲"}, Near: []string{"h"}}, {Name: "h", Forms: []string{"b"}}},
	}
	in(t, s, func(tx Tx) error { return tx.SaveTopic(t.Context(), topic) })
	same(t, get(s.Topic(t.Context(), "nvme"))(t), topic)
	in(t, s, func(tx Tx) error {
		next := *topic
		next.Definition, next.Aliases, next.Timeline = "e", nil, nil
		must(t, tx.SaveTopic(t.Context(), &next))
		_, err := tx.AddImport(t.Context(), fact.Import{Topic: "nvme", Document: "nvme.txt", Hash: "cafe12", Added: 3})
		return err
	})
	got := get(s.Topic(t.Context(), "nvme"))(t)
	want(t, "definition", got.Definition, "e")
	want(t, "aliases", len(got.Aliases)+len(got.Timeline), 0)
	if got.Import == nil || got.Import.ShortHash() != "cafe12" || got.Import.Added != 3 {
		t.Errorf("import: %+v", got.Import)
	}
}

func numbersEnd(t *testing.T, s Store) {
	seed(t, s, 1)
	in(t, s, func(tx Tx) error {
		_, err := tx.AddFact(t.Context(), &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: fact.MaxNumber}, Topic: "rdma", Statement: "The last.", Version: 1})
		return err
	})
	wantCode(t, s.InTx(t.Context(), func(tx Tx) error {
		_, err := tx.AddFact(t.Context(), &fact.Fact{Topic: "rdma", Statement: "One more.", Version: 1})
		return err
	}), fact.CodeConflict)
	for _, f := range get(s.Facts(t.Context(), "rdma"))(t) {
		if id, ok := fact.ParseID(f.ID.String(), ""); !ok || id != f.ID {
			t.Errorf("%s cannot be named", f.ID)
		}
	}
}

func numbers(t *testing.T, s Store) {
	same(t, seed(t, s, 3), []fact.ID{id(1), id(2), id(3)})
	in(t, s, func(tx Tx) error {
		want(t, "next", get(tx.AddFact(t.Context(), &fact.Fact{Topic: "rdma", Statement: "x"}))(t), id(4))
		want(t, "its own", get(tx.AddFact(t.Context(), &fact.Fact{ID: id(9), Topic: "rdma", Statement: "x"}))(t), id(9))
		want(t, "after it", get(tx.AddFact(t.Context(), &fact.Fact{Topic: "rdma", Statement: "x"}))(t), id(10))
		return nil
	})
	err := s.InTx(t.Context(), func(tx Tx) error {
		_, err := tx.AddFact(t.Context(), &fact.Fact{ID: id(2), Topic: "rdma", Statement: "x"})
		return err
	})
	wantCode(t, err, fact.CodeConflict)
}

func states(t *testing.T, s Store) {
	seed(t, s, 1)
	first := get(s.Fact(t.Context(), id(1)))(t)
	change := func(fn func(f *fact.Fact)) {
		in(t, s, func(tx Tx) error {
			f := *get(tx.Fact(t.Context(), id(1)))(t)
			fn(&f)
			return tx.SaveFact(t.Context(), &f)
		})
	}
	change(func(f *fact.Fact) { f.Version, f.Statement, f.Confidence = 2, "Reworded.", 60 })
	change(func(f *fact.Fact) { f.Marks |= fact.SourceDiffers })
	change(func(f *fact.Fact) { f.Version, f.Status = 3, fact.Retracted })
	same(t, get(s.FactAt(t.Context(), id(1), 1))(t), first)
	second := get(s.FactAt(t.Context(), id(1), 2))(t)
	if second.Statement != "Reworded." || !second.Has(fact.SourceDiffers) || second.Status != fact.Unverified {
		t.Errorf("version 2: %+v", second)
	}
	want(t, "status", get(s.FactAt(t.Context(), id(1), 3))(t).Status, fact.Retracted)
	_, err := s.FactAt(t.Context(), id(1), 4)
	wantCode(t, err, fact.CodeNotFound)
}

func versions(t *testing.T, s Store) {
	seed(t, s, 1)
	for _, version := range []int{0, 3, -1} {
		err := s.InTx(t.Context(), func(tx Tx) error {
			f := *get(tx.Fact(t.Context(), id(1)))(t)
			f.Version = version
			return tx.SaveFact(t.Context(), &f)
		})
		wantCode(t, err, fact.CodeConflict)
	}
}

func relations(t *testing.T, s Store) {
	seed(t, s, 3)
	relate := func(list ...fact.Relation) {
		in(t, s, func(tx Tx) error {
			f := *get(tx.Fact(t.Context(), id(1)))(t)
			f.Relations = list
			return tx.SaveFact(t.Context(), &f)
		})
	}
	contradicts := fact.Relation{Kind: fact.Contradicts, Other: id(2)}
	refines := fact.Relation{Kind: fact.Refines, Other: id(3)}
	relate(contradicts)
	relate(contradicts, refines)
	same(t, get(s.Fact(t.Context(), id(1)))(t).Relations, []fact.Relation{contradicts, refines})
	same(t, get(s.Fact(t.Context(), id(2)))(t).Relations, []fact.Relation{{Kind: fact.Contradicts, Other: id(1), Inverse: true}})
	in(t, s, func(tx Tx) error { // saving the other fact keeps what it only sees
		f := *get(tx.Fact(t.Context(), id(2)))(t)
		f.Version++
		return tx.SaveFact(t.Context(), &f)
	})
	relate(refines)
	want(t, "relations left", len(get(s.Fact(t.Context(), id(2)))(t).Relations), 0)
	same(t, get(s.FactAt(t.Context(), id(1), 1))(t).Relations, []fact.Relation{refines})
	err := s.InTx(t.Context(), func(tx Tx) error {
		f := *get(tx.Fact(t.Context(), id(1)))(t)
		f.Relations = []fact.Relation{{Kind: fact.Refines, Other: id(77)}}
		return tx.SaveFact(t.Context(), &f)
	})
	wantCode(t, err, fact.CodeNotFound)
}

func loading(t *testing.T, s Store) {
	seed(t, s, 4)
	in(t, s, func(tx Tx) error {
		f := full()
		f.Relations = []fact.Relation{{Kind: fact.DuplicateOf, Other: id(1)}}
		_ = get(tx.AddFact(t.Context(), f))(t)
		for _, u := range []fact.UserID{"U1", "U2"} {
			_ = get(tx.SaveFlag(t.Context(), fact.Flag{Fact: id(5), Version: 1, By: u, Reason: fact.ReasonWrong, Open: true}))(t)
		}
		return nil
	})
	var streamed []*fact.Fact
	must(t, s.EachFact(t.Context(), func(f *fact.Fact) error {
		streamed = append(streamed, f)
		return nil
	}))
	same(t, get(s.Facts(t.Context(), "rdma"))(t), streamed)
	want(t, "facts", len(streamed), 5)
	ids := []fact.ID{id(5), id(1), id(99), {Prefix: "NONE", N: 1}}
	same(t, get(s.LoadFacts(t.Context(), ids))(t), []*fact.Fact{streamed[4], streamed[0]})
	for _, f := range streamed {
		same(t, get(s.Fact(t.Context(), f.ID))(t), f)
	}
	if d := streamed[4].Doubts; d == nil || d.Count != 2 || d.Reasons[fact.ReasonWrong] != 2 || d.Since.IsZero() {
		t.Errorf("doubts: %+v", d)
	}
	if streamed[0].Import == nil || streamed[0].Import != streamed[1].Import {
		t.Error("facts of one import do not share it")
	}
}

func missing(t *testing.T, s Store) {
	seed(t, s, 1)
	for _, unknown := range []fact.ID{id(2), {Prefix: "NONE", N: 1}, {}} {
		_, err := s.Fact(t.Context(), unknown)
		wantCode(t, err, fact.CodeNotFound)
	}
	_, err := s.Topic(t.Context(), "none")
	wantCode(t, err, fact.CodeNotFound)
	_, err = s.Facts(t.Context(), "none")
	wantCode(t, err, fact.CodeNotFound)
	err = s.InTx(t.Context(), func(tx Tx) error {
		_, err := tx.SaveFlag(t.Context(), fact.Flag{Fact: id(2), By: "U1", Open: true})
		return err
	})
	wantCode(t, err, fact.CodeNotFound)
	want(t, "flags", len(get(s.Flags(t.Context(), fact.FlagFilter{Fact: id(2)}))(t)), 0)
}

func prefixes(t *testing.T, s Store) {
	seed(t, s, 1)
	for _, topic := range []*fact.Topic{{Slug: "rdma", Prefix: "OTHER"}, {Slug: "other", Prefix: "RDMA"}} {
		wantCode(t, s.InTx(t.Context(), func(tx Tx) error { return tx.SaveTopic(t.Context(), topic) }), fact.CodeConflict)
	}
}

func counts(t *testing.T, s Store) {
	seed(t, s, 3)
	want(t, "facts", get(s.Topic(t.Context(), "rdma"))(t).Facts, 3)
	for version, status := range []fact.Status{fact.Retracted, fact.Retracted, fact.Unverified} {
		in(t, s, func(tx Tx) error {
			f := *get(tx.Fact(t.Context(), id(2)))(t)
			f.Version, f.Status = version+2, status
			return tx.SaveFact(t.Context(), &f)
		})
		want(t, "facts", get(s.Topic(t.Context(), "rdma"))(t).Facts, []int{2, 2, 3}[version])
	}
}

func progress(t *testing.T, s Store) {
	seed(t, s, 0)
	var told []int
	in(t, s, func(tx Tx) error {
		all := make([]*fact.Fact, 1200)
		for i := range all {
			all[i] = &fact.Fact{Topic: "rdma", Statement: "x"}
		}
		_, err := tx.AddFacts(t.Context(), "rdma", all, func(done int) { told = append(told, done) })
		return err
	})
	if len(told) < 2 || told[len(told)-1] != 1200 {
		t.Errorf("told %v", told)
	}
}

func verbatim(t *testing.T, s Store) {
	seed(t, s, 1)
	for _, text := range []string{" leading\tand trailing ", "a\x00b", "e\u0301 👩\u200d🔬 \u202e", "<!channel> &amp; %d =1+1", "行\n二"} {
		in(t, s, func(tx Tx) error {
			at := get(tx.AddFact(t.Context(), &fact.Fact{Topic: "rdma", Statement: text}))(t)
			want(t, "statement", get(tx.Fact(t.Context(), at))(t).Statement, text)
			return nil
		})
	}
	n := 0
	must(t, s.EachFact(t.Context(), func(f *fact.Fact) error { n += len(f.Statement); return nil }))
	want(t, "bytes", n, len("Statement 1.")+len(" leading\tand trailing ")+3+len("e\u0301 👩\u200d🔬 \u202e")+len("<!channel> &amp; %d =1+1")+len("行\n二"))
}

func statements(t *testing.T, s Store) {
	seed(t, s, 1)
	for _, f := range []*fact.Fact{{Statement: ""}, {Statement: "\xff"}, {Statement: "x", Confidence: 101}} {
		f.Topic = "rdma"
		err := s.InTx(t.Context(), func(tx Tx) error {
			_, err := tx.AddFact(t.Context(), f)
			return err
		})
		wantCode(t, err, fact.CodeInvalid)
	}
}
