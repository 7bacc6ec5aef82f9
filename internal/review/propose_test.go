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

func (h *house) propose(user fact.UserID, text string) fact.Proposal {
	h.t.Helper()
	p, err := h.Propose(h.ctx, h.by(user), fact.Proposal{
		Topic: "rdma", Statement: text, Confidence: 70,
		Source: &fact.Citation{URL: "https://docs.example.com"}, Place: public("C1", "5.5"),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func TestProposedFactIsAddedOnlyWhenAccepted(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	p := h.propose(reader, "iWARP runs over TCP.")
	if p.By != reader || p.State != "open" || p.Kind != fact.ProposeNew || p.ID == 0 {
		t.Errorf("proposal %+v", p)
	}
	post := h.deliver()
	if len(post) != 1 || post[0].Kind != fact.NoticeProposal || post[0].Item != p.ID || post[0].Place.Channel != reviewing {
		t.Fatalf("sent %+v", post)
	}
	if _, err := h.db.Fact(h.ctx, id(3)); fact.CodeOf(err) != fact.CodeNotFound {
		t.Fatal("the fact is there before it was accepted")
	}
	_, err := h.Accept(h.ctx, h.by(reader2), p.ID, 0, "")
	wantKey(t, err, "act.reviewers")
	out, err := h.Accept(h.ctx, h.by(reviewer), p.ID, 0, "from the RFC")
	if err != nil {
		t.Fatal(err)
	}
	f := out.After
	switch {
	case f.ID != id(3), f.Statement != "iWARP runs over TCP.", f.Confidence != 70, f.Status != fact.Unverified, f.Version != 1:
		t.Errorf("fact %+v", f)
	case !f.Has(fact.AddedHere), f.Makers == nil || f.Makers.Wording != reader, len(f.Sources) != 1, f.Import != nil, f.Lang != fact.English:
		t.Errorf("fact %+v, makers %+v", f, f.Makers)
	}
	want(t, "history", h.acts(3), "accept@1")
	_, err = h.Undo(h.ctx, h.by(reviewer), id(3))
	wantKey(t, err, "undo.none")
	sent := h.deliver()
	if len(sent) != 2 || sent[0].Place.Message != post[0].Sent.Message || sent[1].User != reader || sent[1].Place.Thread != "5.5" {
		t.Errorf("sent %+v", sent)
	}
	_, err = h.Accept(h.ctx, h.by(reviewer2), p.ID, 0, "")
	wantKey(t, err, "proposal.decided")
	var stale *review.Stale
	if !errors.As(err, &stale) || stale.By != "name of U1REVIEWER" || stale.Act != fact.ActAccept {
		t.Errorf("the second is told %+v", stale)
	}
}

func TestNobodyAcceptsTheirOwn(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.MakerMay = true })
	p := h.propose(reviewer, "Mine.")
	h.clock.pass(25 * time.Hour)
	_, err := h.Accept(h.ctx, h.by(reviewer), p.ID, 0, "")
	wantKey(t, err, "accept.own")
	h.roster.set(reviewer)
	fresh := h.propose(reviewer, "Mine too.")
	_, err = h.Accept(h.ctx, h.by(reviewer), fresh.ID, 0, "")
	wantKey(t, err, "accept.own") // not a day old
	out, err := h.Accept(h.ctx, h.by(reviewer), p.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActVerify, out.After.ID.N))
	wantKey(t, err, "verify.own") // nor is the acceptance
}

func TestReject(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	p := h.propose(reader, "Nonsense.")
	wantKey(t, h.Reject(h.ctx, h.by(reader2), p.ID, "no"), "act.reviewers")
	wantKey(t, h.Reject(h.ctx, h.by(reviewer), p.ID, ""), "act.reason")
	wantKey(t, h.Reject(h.ctx, h.by(reviewer), 99, "no"), "proposal.unknown")
	wantKey(t, h.Reject(h.ctx, h.by(reviewer), p.ID, "no source says so"), "")
	wantKey(t, h.Reject(h.ctx, h.by(reviewer), p.ID, "again"), "proposal.decided")
	open, err := h.Proposals(h.ctx, h.by(reviewer), "rdma")
	if err != nil || len(open) != 0 {
		t.Errorf("open %v, %v", open, err)
	}
}

func TestProposalsAreSeenByReviewersAndTheirProposer(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.propose(reader, "One.")
	h.propose(reader2, "Two.")
	for user, n := range map[fact.UserID]int{reviewer: 2, reader: 1, admin: 0} {
		open, err := h.Proposals(h.ctx, h.by(user), "rdma")
		if err != nil || len(open) != n {
			t.Errorf("%s sees %d proposals (%v), want %d", user, len(open), err, n)
		}
	}
}

func TestProposalIsRefused(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for _, c := range []struct {
		p    fact.Proposal
		want string
	}{
		{fact.Proposal{Topic: "rdma", Statement: " "}, "statement.empty"},
		{fact.Proposal{Topic: "rdma", Statement: strings.Repeat("x", 4001)}, "statement.long"},
		{fact.Proposal{Topic: "rdma", Statement: "x", Confidence: 101}, "confidence.range"},
		{fact.Proposal{Topic: "rdma", Statement: "x", Source: &fact.Citation{URL: "x"}}, "evidence.url"},
		{fact.Proposal{Topic: "nvme", Statement: "x"}, "topic.unknown"},
		{fact.Proposal{Topic: "rdma", Statement: "Fact 1."}, "propose.known"},
	} {
		_, err := h.Propose(h.ctx, h.by(reader), c.p)
		wantKey(t, err, c.want)
	}
}

func TestGapsMergeCountAndTell(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	send := func(user fact.UserID, text string) fact.Gap {
		t.Helper()
		g, err := h.SendGap(h.ctx, h.by(user), "rdma", text)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := send(reader, "What does ＲＤＭＡ cost？")
	send(reader, "what does RDMA cost") // the same person again
	second := send(reader2, " what  does rdma cost?! ")
	send(reviewer2, "What does RoCE cost?")
	if second.ID != first.ID || second.Asked != 2 || second.Text != "What does ＲＤＭＡ cost？" {
		t.Errorf("merged %+v", second)
	}
	for user, n := range map[fact.UserID]int{reviewer: 2, reader2: 1, admin: 0} {
		gaps, err := h.Gaps(h.ctx, h.by(user), "rdma")
		if err != nil || len(gaps) != n {
			t.Errorf("%s sees %d questions (%v), want %d", user, len(gaps), err, n)
		}
	}
	wantKey(t, h.CloseGap(h.ctx, h.by(reader), first.ID, id(1)), "act.reviewers")
	wantKey(t, h.CloseGap(h.ctx, h.by(reviewer), first.ID, id(9)), "fact.unknown")
	wantKey(t, h.CloseGap(h.ctx, h.by(reviewer), 99, id(1)), "gap.unknown")
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	wantKey(t, h.CloseGap(h.ctx, h.by(reviewer), first.ID, id(2)), "gap.retracted")
	wantKey(t, h.CloseGap(h.ctx, h.by(reviewer), first.ID, id(1)), "")
	wantKey(t, h.CloseGap(h.ctx, h.by(reviewer2), first.ID, id(1)), "gap.closed")
	want(t, "told", keys(h.deliver()), fmt.Sprintf("gap/%d/%s gap/%d/%s", first.ID, reader, first.ID, reader2))
	if again := send(reader, "What does RDMA cost?"); again.ID == first.ID || again.Asked != 1 {
		t.Errorf("asked after it was closed: %+v", again)
	}
}

func TestGapIsRefused(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for text, want := range map[string]string{"": "gap.empty", "？！": "gap.empty", strings.Repeat("字", 501): "gap.long", "a\xff": "gap.encoding"} {
		_, err := h.SendGap(h.ctx, h.by(reader), "rdma", text)
		wantKey(t, err, want)
	}
	_, err := h.SendGap(h.ctx, h.by(reader), "nvme", "why?")
	wantKey(t, err, "topic.unknown")
}

// TestNoTwoFactsSayTheSame: by no way do two active facts of a topic come to
// have the same words.
func TestNoTwoFactsSayTheSame(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	refused := func(what string, err error, known int) {
		t.Helper()
		wantKey(t, err, "propose.known")
		if e := (*fact.Error)(nil); !errors.As(err, &e) || e.Params["id"] != id(known).String() {
			t.Errorf("%s: %v does not name %s", what, err, id(known))
		}
	}
	_, err := h.Propose(h.ctx, h.by(reader), fact.Proposal{Topic: "rdma", Statement: "Fact 2.", Confidence: 50})
	refused("proposed", err, 2)
	one, two := h.propose(reader, "The same."), h.propose(reader2, "The same.")
	if _, err := h.Accept(h.ctx, h.by(reviewer), one.ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	_, err = h.Accept(h.ctx, h.by(reviewer), two.ID, 0, "")
	refused("accepted twice", err, 4)
	if err := h.Reject(h.ctx, h.by(reviewer), two.ID, "It is recorded."); err != nil {
		t.Fatal(err)
	}
	correct := h.on(fact.ActCorrect, 1)
	correct.Statement = "Fact 2."
	_, err = h.Decide(h.ctx, h.by(reviewer), correct)
	refused("corrected", err, 2)
	correct.Statement = "fact 2."
	h.decide(reviewer, correct)
	h.undo(reviewer, 1)
	// Out of the way, its words are free, and it comes back only when they are again.
	h.decide(reviewer, h.on(fact.ActRetract, 2))
	correct = h.on(fact.ActCorrect, 1)
	correct.Statement = "Fact 2."
	h.decide(reviewer2, correct)
	_, err = h.Undo(h.ctx, h.by(reviewer), id(2))
	refused("its retraction undone", err, 1)
	_, err = h.Decide(h.ctx, h.by(reviewer), h.on(fact.ActRestore, 2))
	refused("restored", err, 1)
	h.undo(reviewer2, 1)
	h.decide(reviewer, h.on(fact.ActRestore, 2))
	// What retains its words is not held up, even where a file has them twice.
	twice := numbered(h.file("cd", "Fact 1.", "Fact 2.", "Fact 3.", "Fact 3."))
	twice.Facts[3].N = 9
	h.reload(twice)
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	h.decide(reviewer, h.on(fact.ActConfidence, 9))
	h.decide(reviewer, h.on(fact.ActRetract, 9))
}

// TestFileWordsOfAnotherFact: a file's edit is not accepted where another fact
// says that already.
func TestFileWordsOfAnotherFact(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	p := h.propose(reader, second.Facts[1].Statement)
	out, err := h.Accept(h.ctx, h.by(reviewer), p.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Accept(h.ctx, h.by(reviewer), h.proposals()[0].ID, 0, "")
	wantKey(t, err, "propose.known")
	d := fact.Decision{Act: fact.ActRetract, Fact: out.After.ID, Version: out.After.Version, Reason: "It is in the file."}
	h.decide(reviewer, d)
	if _, err = h.Accept(h.ctx, h.by(reviewer), h.proposals()[0].ID, 0, ""); err != nil {
		t.Error(err)
	}
}
