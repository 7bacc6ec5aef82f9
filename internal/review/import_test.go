package review_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
	"factbot/internal/topicfile"
)

// file is a topic file of the house's facts, to be changed and imported.
func (h *house) file(hash string, texts ...string) *fact.Source {
	src := &fact.Source{Document: "rdma.txt", Hash: strings.Repeat(hash, 32), Title: "RDMA", Command: "rdma", Claimed: -1}
	for i, text := range texts {
		src.Facts = append(src.Facts, fact.SourceFact{Statement: text, Lang: fact.DetectLang(text), Confidence: 50, Line: i + 1})
	}
	return src
}

// plan compares a file with what is stored, as the app does.
func (h *house) plan(src *fact.Source) *fact.Plan {
	h.t.Helper()
	stored, err := h.db.Facts(h.ctx, "rdma")
	if err != nil {
		h.t.Fatal(err)
	}
	return topicfile.Diff(src, stored, nil)
}

func (h *house) load(src *fact.Source, automatic bool) (fact.Import, error) {
	h.t.Helper()
	return h.Import(h.ctx, program, h.plan(src), automatic, nil)
}

func (h *house) count() int {
	h.t.Helper()
	return len(h.events(fact.EventFilter{}))
}

func TestFirstImport(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	src := &fact.Source{
		Document: "nvme.txt", Hash: strings.Repeat("0f", 32), Title: "NVMe over Fabrics", Definition: "A protocol.",
		Command: "nvme", Aliases: []string{"nvmeof"}, CapturedAt: at, Window: 90, Unlisted: 2, Claimed: 3, Reading: "closes",
		Facts: []fact.SourceFact{
			{Statement: "One.", Confidence: 75, Status: fact.Verified, Core: true, Line: 9},
			{Statement: "二。", Confidence: 50, NoStatus: true, Line: 10, Sources: []fact.Citation{{Title: "A page"}}},
			{Statement: "Three.", Confidence: 0, Line: 11},
		},
		Timeline:  []fact.TimelineEvent{{Text: "二。", Line: 5}, {Text: "Something else.", Line: 6, Date: at}},
		Glossary:  []fact.GlossaryGroup{{Name: "latency", Forms: []string{"latency", "延迟"}}},
		Relations: []fact.SourceRelation{{From: 1, To: 3, Kind: fact.Contradicts}},
	}
	var told []int
	imp, err := h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts}, true, func(done int) { told = append(told, done) })
	if err != nil {
		t.Fatal(err)
	}
	if imp.ID == 0 || imp.Added != 3 || imp.Topic != "nvme" || imp.Hash != src.Hash || len(told) == 0 || told[len(told)-1] != 3 {
		t.Errorf("import %+v, told %v", imp, told)
	}
	facts, err := h.db.Facts(h.ctx, "nvme")
	if err != nil || len(facts) != 3 {
		t.Fatalf("%d facts, %v", len(facts), err)
	}
	one, two := facts[0], facts[1]
	switch {
	case one.ID.String() != "NVME-1" || one.Marks != fact.Core|fact.VerifiedInFile || one.Status != fact.Verified || one.Verified != nil:
		t.Errorf("first %+v", one)
	case two.Marks != fact.StatusMissing || two.Lang != fact.Chinese || len(two.Sources) != 1 || two.Line != 10 || two.Makers != nil:
		t.Errorf("second %+v", two)
	case two.Import == nil || two.Import.ID != imp.ID || two.Import.Document != "nvme.txt":
		t.Errorf("second's import %+v", two.Import)
	case len(one.Relations) != 1 || one.Relations[0].Other.N != 3:
		t.Errorf("relations %+v", one.Relations)
	}
	topic, err := h.db.Topic(h.ctx, "nvme")
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case topic.Title != "NVMe over Fabrics" || topic.Prefix != "NVME" || topic.Definition != "A protocol." || topic.Unlisted != 2:
		t.Errorf("topic %+v", topic)
	case len(topic.Timeline) != 2 || topic.Timeline[0].Fact != two.ID || !topic.Timeline[1].Fact.IsZero() || !topic.Timeline[1].Date.Equal(at):
		t.Errorf("timeline %+v", topic.Timeline)
	case topic.Import == nil || topic.Import.ID != imp.ID || len(topic.Glossary) != 1:
		t.Errorf("topic %+v", topic)
	}
	var acts []string
	for _, e := range h.events(fact.EventFilter{Topic: "nvme"}) {
		acts = append(acts, string(e.Act))
	}
	want(t, "events", strings.Join(acts, " "), "add add add relate relate import")
}

func TestImportTakesOver(t *testing.T) {
	t.Parallel()
	h := furnish(t, 4, nil)
	src := h.file("cd", "A preface.", "Fact 1.", "Fact 2 rewritten so that nothing of it remains.", "Fact 3.", "Fact 4.")
	src.Facts[1].Core = true
	src.Facts[3].Confidence = 90
	src.Facts[4].Status = fact.Verified
	imp, err := h.load(src, false)
	if err != nil {
		t.Fatal(err)
	}
	if imp.Added != 2 || imp.Missing != 1 || imp.Revised != 2 || imp.Unchanged != 1 {
		t.Errorf("import %+v", imp)
	}
	one := h.fact(1)
	if one.Version != 1 || one.Line != 2 || !one.Has(fact.Core) || one.Import.ID != imp.ID {
		t.Errorf("taken over quietly: %+v, import %+v", one, one.Import)
	}
	if f := h.fact(2); !f.Has(fact.MissingInFile) || f.Version != 2 || f.Statement != "Fact 2." {
		t.Errorf("missing %+v", f)
	}
	if f := h.fact(3); f.Confidence != 90 || f.Version != 2 || f.Makers != nil {
		t.Errorf("revised %+v", f)
	}
	if f := h.fact(4); f.Status != fact.Verified || !f.Has(fact.VerifiedInFile) || f.Verified != nil {
		t.Errorf("verified in the file %+v", f)
	}
	if f := h.fact(5); f.Statement != "A preface." {
		t.Errorf("new facts get new numbers: %+v", f)
	}
	want(t, "histories", h.acts(1)+" / "+h.acts(2)+" / "+h.acts(3), "add@1 / add@1 missing@2 / add@1 revise@2")
	before := h.count()
	again, err := h.load(src, true)
	if err != nil || again.ID != imp.ID || h.count() != before {
		t.Errorf("the same file again: %+v, %v, %d events more", again, err, h.count()-before)
	}
	back := h.file("ef", "Fact 1.", "Fact 2.", "Fact 3.", "Fact 4.", "A preface.")
	back.Facts[2].Confidence, back.Facts[3].Status, back.Facts[0].Core = 90, fact.Verified, true
	if _, err := h.load(back, false); err != nil {
		t.Fatal(err)
	}
	if f := h.fact(2); f.Has(fact.MissingInFile) || f.Version != 3 {
		t.Errorf("returned %+v", f)
	}
	want(t, "history", h.acts(2), "add@1 missing@2 returned@3")
}

func TestStalePlanIsRefused(t *testing.T) {
	t.Parallel()
	h := furnish(t, 2, nil)
	src := h.file("cd", "Fact 1.", "Fact 2.", "Fact 3.")
	src.Facts[0].Confidence = 90
	plan := h.plan(src)
	h.decide(reviewer, h.on(fact.ActRetract, 1))
	_, err := h.Import(h.ctx, program, plan, false, nil)
	wantKey(t, err, "import.stale")
	if n := len(h.events(fact.EventFilter{Acts: []fact.Act{fact.ActAdd}})); n != 2 {
		t.Error("a refused import left facts behind")
	}
	plan = h.plan(src)
	if _, err := h.Import(h.ctx, program, plan, false, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.Import(h.ctx, program, plan, false, nil) // the same plan twice adds nothing twice
	wantKey(t, err, "import.stale")
	_, err = h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts[2:], Matched: plan.Matched}, false, nil)
	wantKey(t, err, "import.stale")
}

// Only a re-import waits: the first of a topic has nothing to lose.
func TestFirstImportDoesNotWait(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	src := h.file("cd", "x")
	src.Command, src.Claimed = "nvme", 7
	if _, err := h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts, CountFails: true}, true, nil); err != nil {
		t.Error(err)
	}
}

// An import touches what it changes, and nothing else.
func TestImportLeavesTheRestAlone(t *testing.T) {
	t.Parallel()
	h := furnish(t, 5, nil)
	var touched []fact.ID
	h.db.OnCommit(func(c store.Changes) { touched = append(touched, c.Facts...) })
	src := h.file("cd", "Fact 1.", "Fact 2.", "Fact 3.", "Fact 4.", "Fact 5.")
	src.Facts[2].Confidence, src.Facts[3].Core = 90, true
	if _, err := h.load(src, true); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(touched); got != "[RDMA-3 RDMA-4]" {
		t.Errorf("touched %s", got)
	}
}

func TestPrefixIsFixedAndUnique(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	src := h.file("cd", "Fact 1.")
	src.Prefix = "OTHER"
	_, err := h.Import(h.ctx, program, h.plan(src), false, nil)
	wantKey(t, err, "import.prefix")
	src.Command, src.Prefix = "rdma2", "RDMA"
	_, err = h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts}, false, nil)
	if fact.CodeOf(err) != fact.CodeConflict {
		t.Errorf("a second topic with the same prefix: %v", err)
	}
}

func TestWhoMayImport(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	h.roster.admins = []fact.UserID{admin}
	src := h.file("cd", "Fact 1.", "Fact 2.")
	for _, c := range []struct {
		by   fact.Actor
		want string
	}{
		{h.by(reader), "act.admins"},
		{h.by(reviewer), "act.admins"},
		{fact.Actor{Origin: fact.OriginSlack}, "act.nobody"},
		{h.by(admin), ""},
		{fact.Actor{User: "U9", Origin: fact.OriginTerminal}, "import.stale"},
	} {
		_, err := h.Import(h.ctx, c.by, &fact.Plan{Source: src, Add: src.Facts[1:], Matched: map[int]fact.ID{0: id(1)}}, false, nil)
		wantKey(t, err, c.want)
	}
}

func TestSlugOfATopicWithoutCommand(t *testing.T) {
	t.Parallel()
	h := furnish(t, 1, nil)
	for _, c := range []struct{ title, document, slug, prefix string }{
		{"GPU Networking & Storage", "x.txt", "gpu-networking-storage", "GPU-NETWORKING-STORAGE"},
		{"远程直接内存访问", "rdma-cn.txt", "rdma-cn", "RDMA-CN"},
		{"", "notes.csv", "notes", "NOTES"},
		{"。", "。.txt", "topic", "TOPIC"},
	} {
		src := &fact.Source{Title: c.title, Document: c.document, Hash: c.slug, Claimed: -1, Facts: []fact.SourceFact{{Statement: "x", Line: 1}}}
		if want := topicfile.Command(src); want != c.slug {
			t.Errorf("topicfile says %q, want %q", want, c.slug)
		}
		if _, err := h.Import(h.ctx, program, &fact.Plan{Source: src, Add: src.Facts}, false, nil); err != nil {
			t.Fatal(err)
		}
		topic, err := h.db.Topic(h.ctx, c.slug)
		if err != nil || topic.Prefix != c.prefix || topic.Title == "" {
			t.Errorf("topic %+v, %v", topic, err)
		}
	}
}
