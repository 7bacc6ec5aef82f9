package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

func TestDecisionTellsFlaggersWhereTheyRaisedIt(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for user, place := range map[fact.UserID]fact.Place{
		reader:  public("C1", "11.1"),
		reader2: {Kind: fact.PlacePrivate, Channel: "G1", Thread: "22.2"},
		admin:   {Kind: fact.PlacePublic, Channel: "C2"}, // a slash command: nothing there to answer
	} {
		if _, err := h.Flag(h.ctx, h.by(user), review.FlagInput{Fact: id(1), Reason: fact.ReasonWrong, Place: place}); err != nil {
			t.Fatal(err)
		}
	}
	h.flag(reviewer, 1) // who decides need not be told
	h.deliver()
	out := h.decide(reviewer, h.on(fact.ActVerify, 1))
	if out.Resolved != 4 || !out.UndoUntil.Equal(h.clock.now().Add(10*time.Minute)) {
		t.Errorf("outcome %+v", out)
	}
	if sent := h.deliver(); len(sent) != 1 || sent[0].Kind != fact.NoticeQueue {
		t.Errorf("before the window closed: sent %s", keys(sent))
	}
	h.clock.pass(10 * time.Minute)
	got := map[fact.UserID]fact.Place{}
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeOutcome {
			got[n.User] = n.Place
		}
	}
	if len(got) != 3 || got[reader].Channel != "C1" || got[reader].Thread != "11.1" || got[reader2] != (fact.Place{}) || got[admin] != (fact.Place{}) {
		t.Errorf("outcomes went to %+v", got)
	}
	flags, err := h.db.Flags(h.ctx, fact.FlagFilter{Fact: id(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range flags {
		if f.Open || f.Outcome != fact.ActVerify || !f.Decided.Equal(out.Event.At) {
			t.Errorf("flag %+v", f)
		}
	}
}

func TestVerificationLastsAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, func(s *review.Settings) {
		s.VerifiedFor, s.VerifiedLow, s.LowBelow = 100*24*time.Hour, 10*24*time.Hour, 50
	})
	at := h.clock.now()
	if v := h.decide(reviewer, h.on(fact.ActVerify, 1)).After.Verified; !v.Until.Equal(at.AddDate(0, 0, 100)) || v.Name != "name of U1REVIEWER" {
		t.Errorf("at 50 %%: %+v", v)
	}
	low := h.on(fact.ActConfidence, 2)
	low.Confidence = 49
	h.decide(reviewer2, low)
	if v := h.decide(reviewer, h.on(fact.ActVerify, 2)).After.Verified; !v.Until.Equal(at.AddDate(0, 0, 10)) {
		t.Errorf("at 49 %%: %+v", v)
	}
	own := h.on(fact.ActVerify, 3)
	own.Until = at.AddDate(0, 0, 5)
	if v := h.decide(reviewer, own).After.Verified; !v.Until.Equal(own.Until) {
		t.Errorf("with a date: %+v", v)
	}
	past := h.on(fact.ActVerify, 3)
	past.Until = at
	_, err := h.Decide(h.ctx, h.by(reviewer), past)
	wantKey(t, err, "verify.until")
}

func TestCorrectionNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	_, err := h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, 1))
	wantKey(t, err, "verify.own")
	if sent := h.deliver(); len(sent) != 0 {
		t.Errorf("before the window closed: sent %s", keys(sent))
	}
	h.clock.pass(10 * time.Minute)
	if sent := h.deliver(); len(sent) != 1 || sent[0].Kind != fact.NoticeConfirm || sent[0].Place.Channel != reviewing {
		t.Errorf("sent %s", keys(sent))
	}
	f := h.decide(reviewer2, h.on(fact.ActVerify, 1)).After
	if f.Has(fact.SecondNeeded) || f.Status != fact.Verified || f.Verified.SelfDone {
		t.Errorf("confirmed %+v", f)
	}
}

func TestWithoutChannelTheSecondPersonIsAsked(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.Channel = "" })
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	h.clock.pass(10 * time.Minute)
	if sent := h.deliver(); len(sent) != 1 || sent[0].User == reviewer || sent[0].User == "" {
		t.Errorf("sent %+v", sent)
	}
	h.roster.set(reviewer)
	h.decide(reviewer, edited(h.on(fact.ActCorrect, 1), func(d *fact.Decision) { d.Statement = "Yet other words." }))
	h.clock.pass(10 * time.Minute)
	if sent := h.deliver(); len(sent) != 0 {
		t.Errorf("with nobody to ask: sent %+v", sent)
	}
}

func TestLoneReviewerMayCheckAfterADay(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.MakerMay = true })
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	h.clock.pass(25 * time.Hour)
	_, err := h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, 1))
	wantKey(t, err, "verify.own") // there are others
	h.roster.set(reviewer)
	h.decide(reviewer, h.on(fact.ActConfidence, 1))
	h.clock.pass(23 * time.Hour)
	_, err = h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, 1))
	wantKey(t, err, "verify.own") // the confidence is not a day old
	h.clock.pass(time.Hour)
	if f := h.decide(reviewer, h.on(fact.ActVerify, 1)).After; !f.Verified.SelfDone {
		t.Errorf("the lone maker's check is not marked: %+v", f.Verified)
	}
	h.decide(reviewer, edited(h.on(fact.ActCorrect, 1), func(d *fact.Decision) { d.Statement = "Yet other words." }))
	h.clock.pass(48 * time.Hour)
	h.reopen(review.Settings{Channel: reviewing})
	_, err = h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, 1))
	wantKey(t, err, "verify.own") // without the setting
	cheat := h.on(fact.ActVerify, 1)
	cheat.AllowMaker = true
	_, err = h.Decide(h.ctx, h.by(reviewer), cheat)
	wantKey(t, err, "verify.own") // a caller cannot allow it
}

func TestSecondReviewerLearnsWhoWasFirst(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	seen := h.on(fact.ActVerify, 1)
	h.decide(reviewer, seen)
	h.clock.pass(time.Minute)
	seen.Act = fact.ActRetract
	_, err := h.Decide(h.ctx, h.by(reviewer2), seen)
	wantKey(t, err, "act.stale")
	var stale *review.Stale
	if !errors.As(err, &stale) || stale.By != "name of U1REVIEWER" || stale.Act != fact.ActVerify ||
		!stale.At.Equal(h.clock.now().Add(-time.Minute)) || stale.Fact.Status != fact.Verified {
		t.Fatalf("stale %+v", stale)
	}
	if !strings.Contains(stale.Error(), "verify") || fact.CodeOf(err) != fact.CodeConflict {
		t.Errorf("error %v", err)
	}
	h.decide(reviewer3, h.on(fact.ActRelate, 1)) // raises no version, so it was not this
	_, err = h.Decide(h.ctx, h.by(reviewer2), seen)
	if !errors.As(err, &stale) || stale.By != "name of U1REVIEWER" {
		t.Errorf("after a relation: stale %+v", stale)
	}
	h.undo(reviewer3, 1)
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	h.undo(reviewer, 1)
	_, err = h.Decide(h.ctx, h.by(reviewer2), seen)
	if !errors.As(err, &stale) || stale.Act != fact.ActUndo || stale.Fact.Version != 4 {
		t.Errorf("after an undo: stale %+v", stale)
	}
}

func TestDismiss(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	first, second := h.flag(reader, 1).Flag, h.flag(reader2, 1).Flag
	d := h.on(fact.ActDismiss, 1)
	d.Flag, d.Reason = first.ID, ""
	_, err := h.Decide(h.ctx, h.by(reviewer), d)
	wantKey(t, err, "act.reason")
	d.Reason = "the note misreads it"
	if out := h.decide(reviewer, d); out.Resolved != 1 || out.After.Doubts.Count != 1 || out.After.Version != 1 || out.Event.Note != d.Reason {
		t.Errorf("one dismissed: %+v", out)
	}
	_, err = h.Decide(h.ctx, h.by(reviewer2), d) // a second click on the same flag
	wantKey(t, err, "dismiss.none")
	var stale *review.Stale
	if !errors.As(err, &stale) || stale.By != "name of U1REVIEWER" {
		t.Errorf("the second is told %+v", stale)
	}
	d.Flag = 0
	if out := h.decide(reviewer2, d); out.Resolved != 1 || out.After.Doubts != nil {
		t.Errorf("all dismissed: %+v", out)
	}
	_, err = h.Decide(h.ctx, h.by(reviewer), d)
	wantKey(t, err, "dismiss.none")
	h.clock.pass(10 * time.Minute)
	var told []string
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeOutcome {
			told = append(told, fmt.Sprintf("%s:%d", n.User, n.Flag))
		}
	}
	want(t, "told", strings.Join(told, " "), fmt.Sprintf("%s:%d %s:%d", reader, first.ID, reader2, second.ID))
}

func TestRelateIsSeenFromBoth(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	d := h.on(fact.ActRelate, 1)
	d.Other = id(3)
	h.decide(reviewer, d)
	if r := h.fact(3).Relations; len(r) != 1 || !r[0].Inverse || r[0].Other != id(1) || r[0].Kind != fact.Contradicts {
		t.Errorf("seen from the other: %+v", r)
	}
	want(t, "history", h.acts(1)+" / "+h.acts(3), "add@1 relate@1 / add@1 relate@1")
	_, err := h.Decide(h.ctx, h.by(reviewer2), d)
	wantKey(t, err, "relate.already")
	_, err = h.Undo(h.ctx, h.by(reviewer), id(3))
	wantKey(t, err, "undo.none") // it was recorded on the first
	d.Other = id(77)
	_, err = h.Decide(h.ctx, h.by(reviewer), d)
	wantKey(t, err, "fact.unknown")
	h.undo(reviewer, 1)
	if r := append(h.fact(1).Relations, h.fact(3).Relations...); len(r) != 0 {
		t.Errorf("after undoing: %+v", r)
	}
}

func TestDecisionWithASource(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	d := h.on(fact.ActCorrect, 1)
	for _, c := range []struct {
		source fact.Citation
		want   string
	}{
		{fact.Citation{}, "source.empty"},
		{fact.Citation{URL: "ftp://example.com"}, "evidence.url"},
		{fact.Citation{Title: strings.Repeat("a", 2001)}, "note.long"},
	} {
		d.Source = &c.source
		_, err := h.Decide(h.ctx, h.by(reviewer), d)
		wantKey(t, err, c.want)
	}
	d.Source = &fact.Citation{URL: "https://docs.example.com", Title: "A <title> & more"}
	if s := h.decide(reviewer, d).After.Sources; len(s) != 1 || s[0].Title != "A <title> & more" {
		t.Errorf("sources %+v", s)
	}
	if s := h.undo(reviewer, 1).After.Sources; len(s) != 0 {
		t.Errorf("sources after undoing %+v", s)
	}
}

// edited returns the decision with a change.
func edited(d fact.Decision, change func(*fact.Decision)) fact.Decision {
	change(&d)
	return d
}
