package review_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

func TestFlagIsRecordedOwnedAndPosted(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	place := fact.Place{Kind: fact.PlacePrivate, Channel: "G1", Name: "secret-plans", Thread: "1.2"}
	out, err := h.Flag(h.ctx, h.by(reader), review.FlagInput{
		Fact: id(2), Reason: fact.ReasonOutdated, Note: "he said “no”\n100% + 5%",
		Evidence: "https://docs.example.com/a?b=c#d", Place: place,
	})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case out.Flag.ID == 0 || !out.Flag.Open || out.Edited || out.Flag.Note != "he said “no”\n100% + 5%":
		t.Errorf("flag %+v", out.Flag)
	case out.Flag.Place.Name != "":
		t.Error("a private channel's name was kept")
	case out.Owner == "" || out.Owner == reader:
		t.Errorf("owner %q", out.Owner)
	case out.Fact.Version != 1 || out.Fact.Doubts == nil || out.Fact.Doubts.Count != 1:
		t.Errorf("fact %+v", out.Fact)
	}
	want(t, "history", h.acts(2), "add@1 flag@1")
	e := h.events(fact.EventFilter{Fact: id(2), Acts: []fact.Act{fact.ActFlag}})[0]
	want(t, "event", fmt.Sprintf("%s|%s|%v|%d", e.Name, e.Note, e.Values, e.Flag),
		fmt.Sprintf("name of U0READER|he said “no”\n100%% + 5%%|[{reason  outdated} {evidence  given}]|%d", out.Flag.ID))
	sent := h.deliver()
	want(t, "sent", keys(sent), fmt.Sprintf("queue/RDMA-2/%d#%d", e.Seq, e.Seq))
	if sent[0].Place.Channel != reviewing || sent[0].User != "" {
		t.Errorf("sent to %+v", sent[0])
	}
}

func TestFlagIsRefused(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	good := review.FlagInput{Fact: id(1), Reason: fact.ReasonOther}
	for _, c := range []struct {
		name   string
		change func(*review.FlagInput, *fact.Actor)
		want   string
	}{
		{"no reason", func(in *review.FlagInput, _ *fact.Actor) { in.Reason = "" }, "flag.reason"},
		{"an invented reason", func(in *review.FlagInput, _ *fact.Actor) { in.Reason = "ugly" }, "flag.reason"},
		{"an endless note", func(in *review.FlagInput, _ *fact.Actor) { in.Note = strings.Repeat("字", 2001) }, "note.long"},
		{"a broken note", func(in *review.FlagInput, _ *fact.Actor) { in.Note = "a\xff" }, "note.encoding"},
		{"a script for evidence", func(in *review.FlagInput, _ *fact.Actor) { in.Evidence = "javascript:alert(1)" }, "evidence.url"},
		{"a file for evidence", func(in *review.FlagInput, _ *fact.Actor) { in.Evidence = "file:///etc/passwd" }, "evidence.url"},
		{"no host", func(in *review.FlagInput, _ *fact.Actor) { in.Evidence = "https:///a" }, "evidence.url"},
		{"a mention in a link", func(in *review.FlagInput, _ *fact.Actor) { in.Evidence = "https://a.example/<!channel>" }, "evidence.url"},
		{"a hidden turn in a link", func(in *review.FlagInput, _ *fact.Actor) { in.Evidence = "https://a.example/\u202e" }, "evidence.url"},
		{"an endless link", func(in *review.FlagInput, _ *fact.Actor) {
			in.Evidence = "https://a.example/" + strings.Repeat("a", 2000)
		}, "evidence.long"},
		{"no such fact", func(in *review.FlagInput, _ *fact.Actor) { in.Fact = id(99) }, "fact.unknown"},
		{"another topic's fact", func(in *review.FlagInput, _ *fact.Actor) { in.Fact.Prefix = "NVME" }, "fact.unknown"},
		{"a retracted fact", func(in *review.FlagInput, _ *fact.Actor) { in.Fact = id(2) }, "flag.retracted"},
		{"nobody", func(_ *review.FlagInput, by *fact.Actor) { by.User = "" }, "act.nobody"},
		{"an outsider", func(_ *review.FlagInput, by *fact.Actor) { by.Kind = fact.KindOutsider }, "act.outsider"},
	} {
		in, by := good, h.by(reader)
		c.change(&in, &by)
		_, err := h.Flag(h.ctx, by, in)
		if keyOf(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	flags, err := h.db.Flags(h.ctx, fact.FlagFilter{})
	if err != nil || len(flags) != 0 {
		t.Errorf("flags %v, %v: a refused one left something behind", flags, err)
	}
	want(t, "refusals", strings.Join(h.refusals(), "; "), "U0READER flag act.outsider;  flag act.nobody; U0READER flag flag.retracted")
}

func TestOneOpenFlagAPersonAndFact(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	first := h.flag(reader, 1)
	second, err := h.Flag(h.ctx, h.by(reader), review.FlagInput{Fact: id(1), Reason: fact.ReasonOutdated, Note: "new note"})
	if err != nil {
		t.Fatal(err)
	}
	if !second.Edited || second.Flag.ID != first.Flag.ID || second.Flag.Note != "new note" || second.Fact.Doubts.Count != 1 {
		t.Errorf("second %+v", second)
	}
	// "Me too" by somebody who has flagged already must not wipe their note.
	third, err := h.Flag(h.ctx, h.by(reader), review.FlagInput{Fact: id(1), Reason: fact.ReasonOutdated})
	if err != nil || !third.Edited || third.Flag.Note != "new note" {
		t.Errorf("third %+v, %v", third, err)
	}
	// … by somebody else is a flag.
	if other := h.flag(reader2, 1); other.Edited || other.Fact.Doubts.Count != 2 {
		t.Errorf("other %+v", other)
	}
	want(t, "history", h.acts(1), "add@1 flag@1 flag edited@1 flag@1")
	mine, err := h.MyFlags(h.ctx, h.by(reader))
	if err != nil || len(mine) != 1 || mine[0].Reason != fact.ReasonOutdated {
		t.Errorf("my flags %v, %v", mine, err)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	out, err := h.Withdraw(h.ctx, h.by(reader), id(1))
	if err != nil || out.Flag.Open || out.Flag.Outcome != fact.ActWithdraw || out.Fact.Doubts != nil {
		t.Fatalf("withdrawn %+v, %v", out, err)
	}
	_, err = h.Withdraw(h.ctx, h.by(reader), id(1))
	wantKey(t, err, "withdraw.none")
	_, err = h.Withdraw(h.ctx, h.by(reader2), id(1))
	wantKey(t, err, "withdraw.none")
	want(t, "history", h.acts(1), "add@1 flag@1 flag withdrawn@1")
	if again := h.flag(reader, 1); again.Edited || again.Flag.ID == out.Flag.ID {
		t.Errorf("a flag after a withdrawn one %+v", again)
	}
}

func TestRepeatedDeliveryActsOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	by := h.by(reader)
	if _, err := h.Flag(h.ctx, by, review.FlagInput{Fact: id(1), Reason: fact.ReasonWrong, Note: "one"}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		_, err := h.Flag(h.ctx, by, review.FlagInput{Fact: id(1), Reason: fact.ReasonWrong, Note: "two"})
		wantKey(t, err, "act.repeated")
	}
	want(t, "history", h.acts(1), "add@1 flag@1")
	if n := len(h.refusals()); n != 0 {
		t.Errorf("%d refusals: a repeat is none", n)
	}
}

// The fact's message in the review channel is posted once for each time that the
// fact comes into the queue, and edited after that.
func TestQueueMessageIsUpdatedInPlace(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	h.flag(reader2, 1) // before the first was sent: that one will tell both
	posts := h.deliver()
	if len(posts) != 1 || posts[0].Place.Message != "" {
		t.Fatalf("sent %v", keys(posts))
	}
	stem := review.Stem(posts[0].Key)
	h.flag(admin, 1)
	h.decide(reviewer, h.on(fact.ActRetract, 1)) // the update is still waiting: it will tell this too
	edits := h.deliver()
	if len(edits) != 1 || edits[0].Place.Message != posts[0].Sent.Message || review.Stem(edits[0].Key) != stem {
		t.Errorf("sent %v to %+v", keys(edits), edits)
	}
	h.clock.pass(h.UndoWindow())
	late := h.deliver()
	i := 0
	for _, n := range late {
		if n.Kind == fact.NoticeQueue {
			i++
			if n.Place.Message != posts[0].Sent.Message {
				t.Errorf("the undo button is taken off %+v", n.Place)
			}
		}
	}
	if i != 1 {
		t.Errorf("sent %v, want one edit of the queue's message", keys(late))
	}
	h.decide(reviewer, h.on(fact.ActRestore, 1))
	h.flag(reader, 1)
	anew := h.deliver()
	if len(anew) != 1 || anew[0].Place.Message != "" || review.Stem(anew[0].Key) == stem {
		t.Errorf("sent %v: want a new message for the new doubt", keys(anew))
	}
}

// The edit that takes the undo button off waits; news of the fact does not wait
// with it.
func TestNewsDoNotWaitForTheUndoWindow(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.flag(reader, 1)
	h.deliver()
	h.decide(reviewer, h.on(fact.ActConfidence, 1))
	h.deliver()
	h.flag(reader2, 1)
	if sent := h.deliver(); len(sent) != 1 || sent[0].Place.Message == "" {
		t.Errorf("sent %s, want an edit", keys(sent))
	}
}

func TestWithoutChannelTheOwnerIsTold(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.Channel = "" })
	owner := h.flag(reader, 1).Owner
	first := h.deliver()
	if len(first) != 1 || first[0].User != owner {
		t.Fatalf("sent %+v", first)
	}
	h.flag(reader2, 1)
	again := h.deliver()
	if len(again) != 1 || again[0].Place != first[0].Sent {
		t.Errorf("the owner's message is not edited: %+v, sent %+v", again, first[0].Sent)
	}
	to := reviewer
	if owner == reviewer {
		to = reviewer2
	}
	if err := h.HandOn(h.ctx, h.by(owner), id(1), to); err != nil {
		t.Fatal(err)
	}
	handed := h.deliver()
	if len(handed) != 1 || handed[0].User != to || handed[0].Place.Message != "" {
		t.Errorf("the new owner gets %+v", handed)
	}
}

// TestWaveringIsOneMessage: who flags and withdraws in turn does not fill the
// review channel; another person's doubt, or a later one, is news.
func TestWaveringIsOneMessage(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	messages := func() int {
		h.deliver()
		return len(h.posts)
	}
	for range 4 {
		h.flag(reader, 1)
		h.deliver()
		if _, err := h.Withdraw(h.ctx, h.by(reader), id(1)); err != nil {
			t.Fatal(err)
		}
		h.deliver()
		h.clock.pass(time.Minute)
	}
	if n := messages(); n != 1 {
		t.Errorf("%d messages of one person who wavers", n)
	}
	h.flag(reader2, 1)
	if n := messages(); n != 2 {
		t.Errorf("%d messages after another person's doubt", n)
	}
	if _, err := h.Withdraw(h.ctx, h.by(reader2), id(1)); err != nil {
		t.Fatal(err)
	}
	h.clock.pass(time.Hour)
	h.flag(reader2, 1)
	if n := messages(); n != 3 {
		t.Errorf("%d messages after an hour", n)
	}
}
