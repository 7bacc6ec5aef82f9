package review_test

import (
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// reload imports a file as the app does: compared with what the file said last.
func (h *house) reload(src *fact.Source) fact.Import {
	h.t.Helper()
	stored, err := h.db.Facts(h.ctx, "rdma")
	if err != nil {
		h.t.Fatal(err)
	}
	made, err := h.db.Proposals(h.ctx, fact.ProposalFilter{Topic: "rdma"})
	if err != nil {
		h.t.Fatal(err)
	}
	imp, err := h.Import(h.ctx, program, topicfile.Diff(src, stored, topicfile.FiledFrom(made)), false, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return imp
}

// numbered gives the facts of a file their numbers.
func numbered(src *fact.Source) *fact.Source {
	for i := range src.Facts {
		src.Facts[i].N = i + 1
	}
	return src
}

// TestImportFollowsQuotes: what a file takes over from under a quote is told to
// those who were shown it, at once, since an import cannot be undone.
func TestImportFollowsQuotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*fact.SourceFact)
		want   string
	}{
		{"reworded", func(f *fact.SourceFact) { f.Statement = "Something else altogether." }, "edit C1 1.000100 v1, reply C1 1.000100"},
		{"retracted", func(f *fact.SourceFact) { f.Status = fact.Retracted }, "edit C1 1.000100 v1, reply C1 1.000100"},
		{"half the confidence", func(f *fact.SourceFact) { f.Confidence = 25 }, "edit C1 1.000100 v1, reply C1 1.000100"},
		{"a little less confidence", func(f *fact.SourceFact) { f.Confidence = 40 }, ""},
		{"more confidence", func(f *fact.SourceFact) { f.Confidence = 90 }, ""},
		{"verified", func(f *fact.SourceFact) { f.Status = fact.Verified }, ""},
	} {
		h := furnish(t, 2, nil)
		h.quote(1, public("C1", ""))
		h.quote(2, public("C2", ""))
		src := numbered(h.file("cd", "Fact 1.", "Fact 2."))
		c.change(&src.Facts[0])
		h.reload(src)
		h.clock.pass(-h.UndoWindow()) // followed waits that long; nothing here has to
		want(t, c.name, h.followed(), c.want)
	}
}

// TestImportEditsAMessageOnce: a message that shows several facts gets one
// banner for all that an import changed.
func TestImportEditsAMessageOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, 3, nil)
	h.quoteAll(public("C1", ""), 3, 1)
	h.reload(numbered(h.file("cd", "One thing is new here.", "Fact 2.", "Three is another matter.")))
	edits := 0
	for _, n := range h.deliver() {
		if n.Kind == fact.NoticeBanner {
			edits++
		}
	}
	if edits != 1 {
		t.Errorf("%d edits of one message", edits)
	}
}

// adapter is long enough for an edit.
const adapter = "The network adapter on this board claims a latency of 1.5 microseconds while the measured one is 20 microseconds."

// waiting imports a numbered fact and then an edit of it, which waits.
func waiting(t *testing.T) (h *house, first, second *fact.Source) {
	t.Helper()
	h = furnish(t, 1, nil)
	first = numbered(h.file("aa", "Fact 1.", adapter))
	h.reload(first)
	second = numbered(h.file("bb", "Fact 1.", strings.Replace(adapter, "20", "30", 1)))
	second.Facts[1].Status, second.Facts[1].Line = fact.Verified, 7
	h.clock.pass(time.Hour)
	h.reload(second)
	return h, first, second
}

func TestWaitingEditIsMarked(t *testing.T) {
	t.Parallel()
	h, first, second := waiting(t)
	f := h.fact(2)
	if f.Statement != adapter || !f.Has(fact.SourceDiffers) || f.Status != fact.Unverified || f.Line != 2 || f.Import.Hash != first.Hash {
		t.Errorf("waiting %+v from line %d of %s", f, f.Line, f.Import.Hash)
	}
	want(t, "history", h.acts(2), "add@1 edit@1")
	before := h.count()
	h.reload(second)
	if h.count() != before || len(h.proposals()) != 1 {
		t.Errorf("the same file again: %d events more, %d proposals", h.count()-before, len(h.proposals()))
	}
	// The file returns: nothing waits any more, and a later change is asked anew.
	back := *first
	back.Hash = strings.Repeat("cc", 32)
	h.reload(&back)
	if f := h.fact(2); f.Has(fact.SourceDiffers) || len(h.proposals()) != 0 {
		t.Errorf("the file returned: %+v, %d proposals", f, len(h.proposals()))
	}
	want(t, "history", h.acts(2), "add@1 edit@1 recall@1")
	again := *second
	again.Hash = strings.Repeat("dd", 32)
	h.reload(&again)
	if f := h.fact(2); !f.Has(fact.SourceDiffers) || len(h.proposals()) != 1 {
		t.Errorf("the file changed again: %+v, %d proposals", f, len(h.proposals()))
	}
	h.chainHolds()
}

func TestRejectedEditIsSettled(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	if err := h.Reject(h.ctx, h.by(reviewer), h.proposals()[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	second.Hash = strings.Repeat("cc", 32)
	h.reload(second)
	if f := h.fact(2); f.Has(fact.SourceDiffers) || f.Statement != adapter || f.Status != fact.Unverified || len(h.proposals()) != 0 {
		t.Errorf("rejected %+v, %d proposals", f, len(h.proposals()))
	}
}

// TestAcceptedEditIsTheFiles: wording, status and place are what the file says.
func TestAcceptedEditIsTheFiles(t *testing.T) {
	t.Parallel()
	h, _, second := waiting(t)
	before := h.fact(2)
	out, err := h.Accept(h.ctx, h.by(reviewer), h.proposals()[0].ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	f := out.After
	if f.Statement != second.Facts[1].Statement || f.Marks != fact.VerifiedInFile || f.Status != fact.Verified || f.Verified != nil {
		t.Errorf("accepted %+v", f)
	}
	if f.Line != 7 || f.Import == nil || f.Import.Hash != second.Hash {
		t.Errorf("from line %d of %+v", f.Line, f.Import)
	}
	h.undo(reviewer, 2)
	if !same(before, h.fact(2)) {
		t.Errorf("undone %+v", h.fact(2))
	}
	if _, err := h.Accept(h.ctx, h.by(reviewer), h.proposals()[0].ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	events := h.count()
	second.Hash = strings.Repeat("cc", 32)
	h.reload(second)
	if h.count() != events {
		t.Errorf("the accepted file again: %d events more", h.count()-events)
	}
}

// TestOwnWordingIsNotTheFiles: what was reworded or rated here is marked until
// the file says the same.
func TestOwnWordingIsNotTheFiles(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	h.decide(reviewer, h.on(fact.ActCorrect, 1))
	h.decide(reviewer, h.on(fact.ActConfidence, 2)) // 80 %
	if one, two := h.fact(1), h.fact(2); !one.Has(fact.Reworded) || one.Has(fact.Rerated) || two.Has(fact.Reworded) || !two.Has(fact.Rerated) {
		t.Errorf("marks %v, %v", one.Marks, two.Marks)
	}
	// Somebody else stands for the figure: it still is not the file's.
	h.decide(reviewer2, h.on(fact.ActVerify, 2))
	if !h.fact(2).Has(fact.Rerated) {
		t.Error("verifying made the figure the file's")
	}
	moved := h.file("cd", "A preface.", "Fact 1.", "Fact 2.")
	moved.Facts[1].N, moved.Facts[2].N = 1, 2
	h.reload(moved)
	if f := h.fact(1); !f.Has(fact.Reworded) || f.Line != 2 || f.Import.Hash != moved.Hash {
		t.Errorf("the file's wording moved: line %d of %s, %v", f.Line, f.Import.Hash, f.Marks)
	}
	adopted := numbered(h.file("ef", "Fact 1, in other words.", "Fact 2.", "A preface."))
	adopted.Facts[1].Confidence = 80
	h.reload(adopted)
	if one, two := h.fact(1), h.fact(2); one.Has(fact.Reworded) || one.Line != 1 || two.Has(fact.Rerated) || one.Has(fact.SourceDiffers) || len(h.proposals()) != 0 {
		t.Errorf("adopted by the file: %+v, %+v, %d proposals", one, two, len(h.proposals()))
	}
}
