package review_test

import (
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// shelf is what is served, as memory had it when the test looked.
type shelf struct{ facts []*fact.Fact }

func (s *shelf) Topics() []*fact.Topic     { return []*fact.Topic{{Slug: "rdma"}} }
func (s *shelf) Facts(string) []*fact.Fact { return s.facts }
func (s *shelf) look(t testing.TB, h *house) {
	t.Helper()
	var err error
	if s.facts, err = h.db.Facts(h.ctx, "rdma"); err != nil {
		t.Fatal(err)
	}
}

// Lists may come from memory that lags behind: what was decided since is not
// shown as waiting.
func TestListsFromMemoryThatLags(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	h.clock.pass(100 * 24 * time.Hour)
	h.read(3, 1)
	var s shelf
	s.look(t, h)
	h.Service = review.New(review.Config{Store: txs{h.db}, Roster: h.roster, Shelf: &s, Settings: review.Settings{Channel: reviewing}})
	want(t, "queue", ids(h.queue(reviewer)), "3 expired")
	h.decide(reviewer, h.on(fact.ActVerify, 1))
	h.decide(reviewer, h.on(fact.ActVerify, 3))
	want(t, "queue", ids(h.queue(reviewer)), "")
	item, ok, err := h.Next(h.ctx, h.by(reviewer), "rdma", fact.ID{})
	if err != nil || !ok || item.Fact.ID != id(2) {
		t.Errorf("next %+v, %v, %v; want RDMA-2", item, ok, err)
	}
	if err := h.Daily(h.ctx); err != nil {
		t.Fatal(err)
	}
	if err := h.Weekly(h.ctx); err != nil {
		t.Fatal(err)
	}
	_, err = h.Propose(h.ctx, h.by(reader), fact.Proposal{Topic: "rdma", Statement: "Fact 2."})
	wantKey(t, err, "propose.known")
}

func TestFailedImportIsToldOnceADay(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	problems := strings.Repeat("rdma.txt:3: no marker\n", 7)
	for range 2 {
		if err := h.ImportFailed(h.ctx, problems); err != nil {
			t.Fatal(err)
		}
	}
	sent := h.deliver()
	if len(sent) != 1 || strings.Count(sent[0].Text, "rdma.txt:3") != 5 || !strings.HasSuffix(sent[0].Text, "\n+2") {
		t.Errorf("sent %+v", sent)
	}
	h.clock.pass(24 * time.Hour)
	if err := h.ImportFailed(h.ctx, problems); err != nil {
		t.Fatal(err)
	}
	if sent := h.deliver(); len(sent) != 1 {
		t.Errorf("the next day: %s", keys(sent))
	}
	h.reopen(review.Settings{})
	if err := h.ImportFailed(h.ctx, "other"); err != nil {
		t.Fatal(err)
	}
	if sent := h.deliver(); len(sent) != 0 {
		t.Errorf("without a channel: %s", keys(sent))
	}
}

// A window of none lets notices leave at once and nothing be undone.
func TestWithoutUndo(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, func(s *review.Settings) { s.UndoWindow, s.RepliesADay = -1, -1 })
	h.quote(1, public("C1", ""))
	h.flag(reader, 1)
	out := h.decide(reviewer, h.on(fact.ActRetract, 1))
	if !out.UndoUntil.IsZero() {
		t.Errorf("undo until %v", out.UndoUntil)
	}
	kinds := map[fact.NoticeKind]int{}
	for _, n := range h.deliver() {
		kinds[n.Kind]++
	}
	if kinds[fact.NoticeOutcome] != 1 || kinds[fact.NoticeBanner] != 1 || kinds[fact.NoticeCorrection] != 0 {
		t.Errorf("sent %v", kinds)
	}
	_, err := h.Undo(h.ctx, h.by(reviewer), id(1))
	wantKey(t, err, "undo.late")
}
