package fact_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

var now = time.Date(2026, 12, 1, 10, 14, 0, 0, time.UTC)

const (
	wordsmith fact.UserID = "U-WORDING"    // made the wording
	rater     fact.UserID = "U-CONFIDENCE" // set the confidence
	other     fact.UserID = "U-OTHER"
)

// sample is a fact in a status, at version 3, made here by two people.
func sample(s fact.Status) *fact.Fact {
	f := &fact.Fact{
		ID: fact.ID{Prefix: "RDMA", N: 7}, Topic: "rdma", Statement: "RoCE needs a lossless network.",
		Lang: fact.English, Confidence: 60, Status: s, Version: 3, Marks: fact.Core,
		Makers:    &fact.Makers{Wording: wordsmith, Confidence: rater},
		Relations: []fact.Relation{{Kind: fact.Refines, Other: fact.ID{Prefix: "RDMA", N: 2}}},
		Sources:   []fact.Citation{{URL: "https://example.com/a"}},
	}
	switch s {
	case fact.Verified:
		f.Verified = &fact.Verification{By: other, Name: "reviewer", At: now.Add(-time.Hour)}
	case fact.Unverified:
		f.Marks |= fact.StatusMissing
	}
	return f
}

// decision is a decision of the act that is right in every other respect.
func decision(a fact.Act) fact.Decision {
	return fact.Decision{
		Act: a, Fact: fact.ID{Prefix: "RDMA", N: 7}, Statement: "RoCE may run lossy.", Confidence: 80,
		Until: now.AddDate(0, 3, 0), Reason: "outdated", Relation: fact.Contradicts, Other: fact.ID{Prefix: "RDMA", N: 4},
	}
}

// legal is the table of acts: where each may start and where it leads. An absent
// status refuses with the key under no.
var legal = map[fact.Act]struct {
	to     map[fact.Status]fact.Status
	no     string
	raises bool
}{
	fact.ActVerify:     {to: map[fact.Status]fact.Status{fact.Unverified: fact.Verified, fact.Verified: fact.Verified}, no: "act.retracted", raises: true},
	fact.ActCorrect:    {to: map[fact.Status]fact.Status{fact.Unverified: fact.Unverified, fact.Verified: fact.Unverified}, no: "act.retracted", raises: true},
	fact.ActConfidence: {to: map[fact.Status]fact.Status{fact.Unverified: fact.Unverified, fact.Verified: fact.Verified}, no: "act.retracted", raises: true},
	fact.ActRetract:    {to: map[fact.Status]fact.Status{fact.Unverified: fact.Retracted, fact.Verified: fact.Retracted}, no: "retract.already", raises: true},
	fact.ActRestore:    {to: map[fact.Status]fact.Status{fact.Retracted: fact.Unverified}, no: "restore.not_retracted", raises: true},
	fact.ActDismiss:    {to: map[fact.Status]fact.Status{fact.Unverified: fact.Unverified, fact.Verified: fact.Verified, fact.Retracted: fact.Retracted}},
	fact.ActRelate:     {to: map[fact.Status]fact.Status{fact.Unverified: fact.Unverified, fact.Verified: fact.Verified, fact.Retracted: fact.Retracted}},
	"praise":           {no: "act.unknown"},
	fact.ActUndo:       {no: "act.unknown"},
}

// TestApplyEveryCombination tries every status, act, actor and version.
func TestApplyEveryCombination(t *testing.T) {
	t.Parallel()
	actors := []fact.UserID{"", wordsmith, rater, other}
	versions := []int{0, 2, 3, 4}
	for _, status := range []fact.Status{fact.Unverified, fact.Verified, fact.Retracted} {
		for act, rule := range legal {
			for _, user := range actors {
				for _, version := range versions {
					t.Run(fmt.Sprintf("%s/%s/%s/v%d", status, act, user, version), func(t *testing.T) {
						t.Parallel()
						want := ""
						to, ok := rule.to[status]
						switch {
						case user == "":
							want = "act.nobody"
						case version != 0 && version != 3:
							want = "act.stale"
						case !ok:
							want = rule.no
						case act == fact.ActVerify && user != other:
							want = "verify.own"
						}
						checkApply(t, status, act, user, version, want, to, rule.raises)
					})
				}
			}
		}
	}
}

func checkApply(t *testing.T, status fact.Status, act fact.Act, user fact.UserID, version int, wantKey string, to fact.Status, raises bool) {
	t.Helper()
	before, kept := sample(status), sample(status)
	d := decision(act)
	d.Version = version
	after, values, err := fact.Apply(before, d, fact.Actor{User: user, Name: "somebody"}, now)
	if !reflect.DeepEqual(before, kept) {
		t.Fatal("the fact given was changed")
	}
	if key := keyOf(err); key != wantKey {
		t.Fatalf("error %q (%v), want %q", key, err, wantKey)
	}
	if wantKey != "" {
		if after != nil || values != nil {
			t.Error("a refused decision gave a fact")
		}
		return
	}
	if after.Status != to {
		t.Errorf("status %s, want %s", after.Status, to)
	}
	want := 3
	if raises {
		want = 4
	}
	if after.Version != want {
		t.Errorf("version %d, want %d", after.Version, want)
	}
	if act != fact.ActDismiss && len(values) == 0 {
		t.Error("no value is recorded as changed")
	}
	if after.Status != fact.Verified && after.Verified != nil {
		t.Error("a verification outlived its status")
	}
}

func keyOf(err error) string {
	if e, ok := errors.AsType[*fact.Error](err); ok {
		return e.Key
	}
	if err != nil {
		return "uncoded: " + err.Error()
	}
	return ""
}

func apply(t *testing.T, f *fact.Fact, d fact.Decision, by fact.UserID) (*fact.Fact, []fact.Value) {
	t.Helper()
	after, values, err := fact.Apply(f, d, fact.Actor{User: by, Name: "reviewer"}, now)
	if err != nil {
		t.Fatalf("%s: %v", d.Act, err)
	}
	return after, values
}

func TestVerifyRecordsWhoAndUntilWhen(t *testing.T) {
	t.Parallel()
	f := sample(fact.Unverified)
	f.Marks |= fact.SecondNeeded | fact.VerifiedInFile
	after, values := apply(t, f, decision(fact.ActVerify), other)
	want := fact.Verification{By: other, Name: "reviewer", At: now, Until: now.AddDate(0, 3, 0)}
	if after.Verified == nil || *after.Verified != want {
		t.Errorf("verification %+v, want %+v", after.Verified, want)
	}
	if after.Marks != fact.Core|fact.DecidedStatus {
		t.Errorf("marks %b, want the core mark and that the status was decided", after.Marks)
	}
	if got := fmt.Sprint(values); got != "[{status unverified verified} {until  2027-03-01T10:14:00Z}]" {
		t.Errorf("values %s", got)
	}
}

// What the table says of confidence: the setter cannot verify until someone else
// changed or confirmed it. A wording stays its maker's.
func TestWhoMayVerifyAgain(t *testing.T) {
	t.Parallel()
	f := sample(fact.Unverified)
	f, _ = apply(t, f, decision(fact.ActVerify), other)
	apply(t, f, decision(fact.ActVerify), rater) // confirmed by somebody else: the setter may now
	if _, _, err := fact.Apply(f, decision(fact.ActVerify), fact.Actor{User: wordsmith}, now); keyOf(err) != "verify.own" {
		t.Errorf("the wording's maker verifies it: %v", err)
	}
	changed, _ := apply(t, sample(fact.Unverified), decision(fact.ActConfidence), other)
	apply(t, changed, decision(fact.ActVerify), rater) // somebody else changed it
	if _, _, err := fact.Apply(changed, decision(fact.ActVerify), fact.Actor{User: other}, now); keyOf(err) != "verify.own" {
		t.Errorf("the new setter verifies it: %v", err)
	}
}

func TestLoneMakerIsMarked(t *testing.T) {
	t.Parallel()
	d := decision(fact.ActVerify)
	d.AllowMaker = true
	after, _ := apply(t, sample(fact.Unverified), d, wordsmith)
	if !after.Verified.SelfDone {
		t.Error("a maker's own check is not marked")
	}
	if after.Makers.Wording != wordsmith || after.Makers.Confidence != rater {
		t.Errorf("makers %+v changed by their own check", after.Makers)
	}
	after, _ = apply(t, sample(fact.Unverified), d, other)
	if after.Verified.SelfDone {
		t.Error("somebody else's check is marked as the maker's")
	}
}

func TestCorrectKeepsConfidenceAndAsksForASecond(t *testing.T) {
	t.Parallel()
	f := sample(fact.Verified)
	f.Marks |= fact.VerifiedInFile
	d := decision(fact.ActCorrect)
	d.Statement = "RoCE 可以在有损网络上运行。"
	d.Source = &fact.Citation{URL: "https://docs.example.com"}
	after, values := apply(t, f, d, other)
	switch {
	case after.Statement != d.Statement, after.Lang != fact.Chinese, after.Confidence != f.Confidence:
		t.Errorf("after %+v", after)
	case after.Makers.Wording != other || after.Makers.Confidence != rater:
		t.Errorf("makers %+v", after.Makers)
	case !after.Has(fact.SecondNeeded) || after.Has(fact.VerifiedInFile) || !after.Has(fact.Core):
		t.Errorf("marks %b", after.Marks)
	case len(after.Sources) != 2 || len(f.Sources) != 1:
		t.Errorf("sources %v, before %v", after.Sources, f.Sources)
	}
	if len(values) != 2 || values[0].Old != f.Statement || values[0].New != d.Statement || values[1].New != "unverified" {
		t.Errorf("values %v", values)
	}
}

func TestDecisionsThatSayNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		act    fact.Act
		change func(*fact.Decision)
		want   string
	}{
		{"same wording", fact.ActCorrect, func(d *fact.Decision) { d.Statement = sample(0).Statement }, "correct.same"},
		{"no wording", fact.ActCorrect, func(d *fact.Decision) { d.Statement = "" }, "statement.empty"},
		{"endless wording", fact.ActCorrect, func(d *fact.Decision) { d.Statement = strings.Repeat("字", 4001) }, "statement.long"},
		{"same confidence", fact.ActConfidence, func(d *fact.Decision) { d.Confidence = 60 }, "confidence.same"},
		{"more than all", fact.ActConfidence, func(d *fact.Decision) { d.Confidence = 101 }, "confidence.range"},
		{"retract without a reason", fact.ActRetract, func(d *fact.Decision) { d.Reason = "" }, "act.reason"},
		{"dismiss without a reason", fact.ActDismiss, func(d *fact.Decision) { d.Reason = "" }, "act.reason"},
		{"no such relation", fact.ActRelate, func(d *fact.Decision) { d.Relation = "likes" }, "relate.kind"},
		{"related to itself", fact.ActRelate, func(d *fact.Decision) { d.Other = d.Fact }, "relate.other"},
		{"related to nothing", fact.ActRelate, func(d *fact.Decision) { d.Other = fact.ID{} }, "relate.other"},
		{"related already", fact.ActRelate, func(d *fact.Decision) { d.Relation, d.Other.N = fact.Refines, 2 }, "relate.already"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := decision(c.act)
			c.change(&d)
			if _, _, err := fact.Apply(sample(fact.Unverified), d, fact.Actor{User: other}, now); keyOf(err) != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestRelateAddsWithoutSharing(t *testing.T) {
	t.Parallel()
	f := sample(fact.Unverified)
	f.Relations = append(make([]fact.Relation, 0, 8), f.Relations...) // room to grow in place
	a, _ := apply(t, f, decision(fact.ActRelate), other)
	d := decision(fact.ActRelate)
	d.Other.N = 9
	b, _ := apply(t, f, d, other)
	if a.Relations[1].Other.N != 4 || b.Relations[1].Other.N != 9 || len(f.Relations) != 1 {
		t.Errorf("relations %v and %v share memory", a.Relations, b.Relations)
	}
	if got := a.Disputed(); len(got) != 1 || got[0].N != 4 {
		t.Errorf("disputed %v", got)
	}
}

// TestDecisionsLeaveATrace: what people decided on stays marked, whatever else is
// decided later.
func TestDecisionsLeaveATrace(t *testing.T) {
	t.Parallel()
	f := sample(fact.Unverified)
	f.Makers = nil
	for _, step := range []struct {
		act  fact.Act
		want fact.Mark
	}{
		{fact.ActRelate, 0},
		{fact.ActDismiss, 0},
		{fact.ActConfidence, fact.DecidedConfidence},
		{fact.ActVerify, fact.DecidedConfidence | fact.DecidedStatus},
		{fact.ActRetract, fact.DecidedConfidence | fact.DecidedStatus},
		{fact.ActRestore, fact.DecidedConfidence | fact.DecidedStatus},
		{fact.ActCorrect, fact.Decided},
		{fact.ActRetract, fact.Decided},
		{fact.ActRestore, fact.Decided},
	} {
		by := rater
		if step.act == fact.ActVerify {
			by = other
		}
		d := decision(step.act)
		d.Version = f.Version
		next, _, err := fact.Apply(f, d, fact.Actor{User: by}, now)
		if err != nil {
			t.Fatalf("%s: %v", step.act, err)
		}
		if f = next; f.Marks&fact.Decided != step.want {
			t.Errorf("after %s: decided on %b, want %b", step.act, f.Marks&fact.Decided, step.want)
		}
	}
	retracted := sample(fact.Retracted)
	retracted.Marks = 0
	d := decision(fact.ActRestore)
	d.Version = retracted.Version
	if next, _, err := fact.Apply(retracted, d, fact.Actor{User: other}, now); err != nil || !next.Has(fact.DecidedStatus) {
		t.Errorf("what a file retracted, restored: %v, %v", next, err)
	}
}
