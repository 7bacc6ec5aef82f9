package topicfile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

// storedFrom is what a first import of a source leaves in the store.
func storedFrom(src *fact.Source) []*fact.Fact {
	prefix := Prefix(src)
	used, next := map[int]bool{}, 1
	for _, f := range src.Facts {
		used[f.N] = true
	}
	var stored []*fact.Fact
	for _, f := range src.Facts {
		n := f.N
		if n == 0 {
			for used[next] {
				next++
			}
			n = next
			used[n] = true
		}
		stored = append(stored, asStored(f, fact.ID{Prefix: prefix, N: n}))
	}
	return stored
}

func asStored(s fact.SourceFact, id fact.ID) *fact.Fact {
	f := &fact.Fact{
		ID: id, Topic: "t", Statement: s.Statement, Lang: s.Lang, Confidence: s.Confidence, Status: s.Status,
		Version: 1, Line: s.Line, Sources: s.Sources, Import: &fact.Import{Document: "t.txt"},
	}
	if s.NoStatus {
		f.Marks |= fact.StatusMissing
	}
	if s.Core {
		f.Marks |= fact.Core
	}
	if s.Status == fact.Verified {
		f.Marks |= fact.VerifiedInFile
	}
	return f
}

// page makes a source from statements, each 50 % unverified.
func page(t testing.TB, statements ...string) *fact.Source {
	t.Helper()
	text := "T\nAll Facts\n"
	for _, s := range statements {
		text += s + "\n50%Unverified"
	}
	return mustParse(t, File{Name: "t.txt", Data: []byte(text)}, nil)
}

// outline is a plan in a form that tests compare.
func outline(p *fact.Plan) string {
	var parts []string
	for _, f := range p.Add {
		parts = append(parts, "add:"+f.Statement)
	}
	for _, group := range []struct {
		name string
		list []fact.Revision
	}{{"revise", p.Revise}, {"edit", p.Edit}, {"differ", p.Differ}} {
		for _, r := range group.list {
			parts = append(parts, fmt.Sprintf("%s:%d", group.name, r.ID.N))
		}
	}
	for _, id := range p.Missing {
		parts = append(parts, fmt.Sprintf("missing:%d", id.N))
	}
	for _, id := range p.Returned {
		parts = append(parts, fmt.Sprintf("returned:%d", id.N))
	}
	return strings.Join(append(parts, fmt.Sprintf("same:%d", p.Unchanged)), " ")
}

var long = "RDMA allows the NIC to transfer data directly between the memory of two machines"

func TestDiff(t *testing.T) {
	t.Parallel()
	base := []string{long, "第二个事实：跨节点推理的可行性受网络延迟限制", "Third fact entirely of its own"}
	cases := []struct {
		name   string
		change func([]*fact.Fact)
		now    []string
		want   string
	}{
		{"the same file", nil, base, "same:3"},
		{"another order", nil, []string{base[2], base[0], base[1]}, "same:3"},
		{"one gone", nil, base[:2], "missing:3 same:2"},
		{"one more", nil, append([]string{"A new one"}, base...), "add:A new one same:3"},
		{"few characters", nil, []string{base[0] + "!", base[1], base[2]}, "edit:1 same:2"},
		{"few Chinese characters", nil, []string{base[0], "第二个事实：跨节点推理的可行性受内存延迟限制", base[2]}, "edit:2 same:2"},
		{"another fact in its place", nil, []string{"Nothing in common here", base[1], base[2]}, "add:Nothing in common here missing:1 same:2"},
		{"only case and width", nil, []string{strings.ToUpper(base[0]), base[1], "Third  ｆact entirely of its own"}, "revise:1 revise:3 same:1"},
		{"moved and edited", nil, []string{base[1], base[2], base[0] + "."}, "edit:1 same:2"},
		{"already missing", func(f []*fact.Fact) { f[2].Marks |= fact.MissingInFile }, base[:2], "same:2"},
		{"back again", func(f []*fact.Fact) { f[2].Marks |= fact.MissingInFile }, base, "returned:3 same:3"},
		{"added here", func(f []*fact.Fact) { f[2].Marks |= fact.AddedHere; f[2].Import = nil }, base[:2], "same:2"},
		{"verified here", func(f []*fact.Fact) {
			f[0].Status, f[0].Verified = fact.Verified, &fact.Verification{By: "U1", At: time.Unix(1, 0)}
			f[0].Marks |= fact.DecidedStatus
		}, base, "same:3"},
		{"verified here, then edited", func(f []*fact.Fact) {
			f[0].Status, f[0].Verified = fact.Verified, &fact.Verification{By: "U1", At: time.Unix(1, 0)}
			f[0].Marks |= fact.DecidedStatus
		}, []string{base[0] + "!", base[1], base[2]}, "differ:1 same:2"},
		{"retracted here", func(f []*fact.Fact) { f[0].Status = fact.Retracted; f[0].Marks |= fact.DecidedStatus }, base, "same:3"},
		{"confidence set here", func(f []*fact.Fact) { f[0].Confidence, f[0].Marks = 90, fact.DecidedConfidence }, base, "differ:1 same:2"},
		{"confidence set here, known to differ", func(f []*fact.Fact) {
			f[0].Confidence, f[0].Marks = 90, fact.DecidedConfidence|fact.SourceDiffers
		}, base, "same:3"},
		{"reworded a little here", func(f []*fact.Fact) { f[0].Statement, f[0].Marks = base[0]+"?", fact.DecidedWording }, base, "differ:1 same:2"},
		{"reworded wholly here", func(f []*fact.Fact) { f[1].Statement, f[1].Marks = "Something else", fact.DecidedWording }, base, "differ:2 same:2"},
		{"reworded wholly here, last", func(f []*fact.Fact) { f[2].Statement, f[2].Marks = "Something else", fact.DecidedWording }, base, "differ:3 same:2"},
		{"confidence changed in the file", func(f []*fact.Fact) { f[0].Confidence = 10 }, base, "revise:1 same:2"},
		{"status given in the file", func(f []*fact.Fact) { f[0].Marks |= fact.StatusMissing }, base, "revise:1 same:2"},
		{"rated here, then verified, retracted and restored", func(f []*fact.Fact) {
			f[0].Confidence, f[0].Marks = 10, fact.DecidedConfidence|fact.DecidedStatus
		}, base, "differ:1 same:2"},
		{"restored here, rated by an earlier file", func(f []*fact.Fact) { f[0].Confidence, f[0].Marks = 10, fact.DecidedStatus }, base, "differ:1 same:2"},
		{"retracted by an earlier file", func(f []*fact.Fact) { f[0].Status = fact.Retracted }, base, "revise:1 same:2"},
		{"core and line are quiet", func(f []*fact.Fact) { f[0].Marks |= fact.Core; f[0].Line = 90 }, base, "same:3"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stored := storedFrom(page(t, base...))
			if c.change != nil {
				c.change(stored)
			}
			plan := Diff(page(t, c.now...), stored, nil)
			if got := outline(plan); got != c.want {
				t.Errorf("got  %s\nwant %s\n%s", got, c.want, FormatPlan(plan))
			}
		})
	}
}

// TestDiffAgainstFiled tells a change of the file from a decision of people.
func TestDiffAgainstFiled(t *testing.T) {
	t.Parallel()
	src := page(t, long, "Another fact")
	cases := []struct {
		name          string
		change        func(f *fact.Fact, filed *fact.SourceFact)
		want          string
		wantStatement string
	}{
		{"restored here", func(f *fact.Fact, filed *fact.SourceFact) { f.Status, f.Marks = fact.Verified, 0 }, "same:2", ""},
		{"an edit still waits", func(f *fact.Fact, filed *fact.SourceFact) { f.Statement = long[:60] }, "same:2", ""},
		{"the file corrects itself", func(f *fact.Fact, filed *fact.SourceFact) { f.Statement += "!"; filed.Statement += "!" }, "edit:1 same:1", long},
		{"corrected beyond likeness here", func(f *fact.Fact, filed *fact.SourceFact) {
			f.Statement, f.Marks = "Reads otherwise", fact.DecidedWording
		}, "differ:1 same:1", long},
		{"that difference is marked", func(f *fact.Fact, filed *fact.SourceFact) {
			f.Statement, f.Marks = "Reads otherwise", fact.DecidedWording|fact.SourceDiffers
		}, "same:2", ""},
		{"and the file changed since", func(f *fact.Fact, filed *fact.SourceFact) {
			f.Statement, f.Marks = "Reads otherwise", fact.DecidedWording|fact.SourceDiffers
			filed.Confidence = 20
		}, "differ:1 same:1", long},
		{"the file retracted it, the file takes that back", func(f *fact.Fact, filed *fact.SourceFact) {
			f.Status, filed.Status = fact.Retracted, fact.Retracted
		}, "revise:1 same:1", long},
		{"the file drops a citation", func(f *fact.Fact, filed *fact.SourceFact) {
			filed.Sources = []fact.Citation{{Title: "gone"}}
			f.Sources = []fact.Citation{{Title: "gone"}, {Title: "added here"}}
		}, "revise:1 same:1", long},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stored, filed := storedFrom(src), map[fact.ID]Filed{}
			first := src.Facts[0]
			c.change(stored[0], &first)
			filed[stored[0].ID] = Filed{SourceFact: first, Whole: true}
			plan := Diff(src, stored, filed)
			if got := outline(plan); got != c.want {
				t.Errorf("got  %s\nwant %s\n%s", got, c.want, FormatPlan(plan))
			}
			for _, list := range [][]fact.Revision{plan.Revise, plan.Edit, plan.Differ} {
				for _, r := range list {
					if r.New.Statement != c.wantStatement || r.Version != 1 {
						t.Errorf("revision %+v", r)
					}
				}
			}
		})
	}
}

func TestDiffKeepsEqualFactsApart(t *testing.T) {
	t.Parallel()
	src := page(t, "Same words", "Same words", "SAME WORDS")
	stored := storedFrom(src)
	plan := Diff(src, stored, nil)
	if !plan.Empty() || plan.Matched[0].N != 1 || plan.Matched[1].N != 2 || plan.Matched[2].N != 3 {
		t.Errorf("matched %v: %s", plan.Matched, FormatPlan(plan))
	}
	plan = Diff(page(t, "same words"), stored, nil)
	if outline(plan) != "revise:1 missing:2 missing:3 same:0" || len(plan.Warnings) != 1 || plan.Loses < 0.6 || plan.Loses > 0.7 {
		t.Errorf("%s, loses %v, warnings %v", outline(plan), plan.Loses, plan.Warnings)
	}
}

// TestDiffLeavesRestoredFacts holds that a file does not verify again, or call
// unmarked again, what people took back.
func TestDiffLeavesRestoredFacts(t *testing.T) {
	t.Parallel()
	for marker, want := range map[string]string{"50%Verified": "differ:1 same:0", "50%": "same:1", "50%Unverified": "same:1"} {
		src := mustParse(t, File{Name: "t.txt", Data: []byte("T\nAll Facts\n" + long + "\n" + marker)}, nil)
		stored := storedFrom(src)
		stored[0].Status, stored[0].Marks, stored[0].Version = fact.Unverified, fact.DecidedStatus, 3
		if got := outline(Diff(src, stored, nil)); got != want {
			t.Errorf("%s: got %s, want %s", marker, got, want)
		}
		stored[0].Marks |= fact.SourceDiffers
		if got := outline(Diff(src, stored, nil)); got != "same:1" {
			t.Errorf("%s again: got %s", marker, got)
		}
	}
}

// TestFiledFrom holds that what a file proposed is not proposed again while it
// waits or after it was rejected, and is when the file changes anew.
func TestFiledFrom(t *testing.T) {
	t.Parallel()
	stored := storedFrom(page(t, long, "Second"))
	stored[1].Confidence, stored[1].Marks = 90, fact.DecidedConfidence
	src := page(t, long+"!", "Second")
	plan := Diff(src, stored, nil)
	if got := outline(plan); got != "edit:1 differ:2 same:0" {
		t.Fatal(got)
	}
	var proposals []fact.Proposal
	for n, r := range append(plan.Edit, plan.Differ...) {
		proposals = append(proposals, fact.Proposal{
			ID: int64(n + 1), Fact: r.ID, Kind: fact.ProposeEdit, State: "rejected",
			Statement: r.New.Statement, Confidence: r.New.Confidence,
		})
	}
	proposals[1].Kind, stored[1].Marks = fact.ProposeDiffer, stored[1].Marks|fact.SourceDiffers
	proposals = append(proposals, fact.Proposal{ID: 9, Kind: fact.ProposeNew, Fact: stored[0].ID, Statement: "unrelated"})
	if got := outline(Diff(src, stored, FiledFrom(proposals))); got != "same:2" {
		t.Errorf("again: %s", got)
	}
	stored[0].Status, stored[0].Marks = fact.Verified, fact.DecidedStatus
	if got := outline(Diff(src, stored, FiledFrom(proposals))); got != "differ:1 same:1" {
		t.Errorf("verified since: %s", got)
	}
	stored[0].Marks |= fact.SourceDiffers
	if got := outline(Diff(src, stored, FiledFrom(proposals))); got != "same:2" {
		t.Errorf("verified since, again: %s", got)
	}
	if got := outline(Diff(page(t, long+"!?", "Second"), stored, FiledFrom(proposals))); got != "differ:1 same:1" {
		t.Errorf("changed anew: %s", got)
	}
}

func TestDiffByNumber(t *testing.T) {
	t.Parallel()
	stored := storedFrom(page(t, "First fact here", "Second fact there"))
	read := func(text string) *fact.Source {
		return mustParse(t, File{Name: "t.csv", Data: []byte("id,statement,confidence,status\n" + text)}, nil)
	}
	for text, want := range map[string]string{
		"T-2,First fact here,50,unverified\nT-1,Second fact there,50,unverified": "revise:2 revise:1 same:0",
		"2,Quite another wording,50,unverified\n1,First fact here,50,unverified": "revise:2 same:1",
		"7,Second fact there,50,unverified\n1,First fact here,50,unverified":     "same:2",
		"X-1,Second fact there,50,unverified\nX-2,First fact here,50,unverified": "same:2",
	} {
		if got := outline(Diff(read(text), stored, nil)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestNumberedChanges: what becomes of a wording that the file gives under its
// number depends on how much of it changed.
func TestNumberedChanges(t *testing.T) {
	t.Parallel()
	stored := storedFrom(page(t, long, "浮点数的舍入误差会在长时间累加中放大"))
	for _, c := range []struct{ name, row, want, warning string }{
		{"few characters", "1," + strings.Replace(long, "two", "ten", 1) + ",50,unverified", "edit:1 missing:2 same:0", ""},
		{"case only", "1," + strings.ToUpper(long) + ",50,unverified", "revise:1 missing:2 same:0", ""},
		{"reworded", "1,RDMA moves data directly between the memory of two machines and leaves out the CPU,50,unverified", "revise:1 missing:2 same:0", ""},
		{"another fact", "1,The kitchen closes at eight in the evening,50,unverified", "revise:1 missing:2 same:0", "T-1 now says something else entirely: "},
		{"another fact, verified", "2,厨房晚上八点关门,50,verified", "revise:2 missing:1 same:0", "T-2 now says something else entirely, which the file calls verified: "},
	} {
		plan := Diff(mustParse(t, File{Name: "t.csv", Data: []byte("id,statement,confidence,status\n" + c.row)}, nil), stored, nil)
		if got := outline(plan); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		text := ""
		for _, w := range plan.Warnings {
			text += Format(w)
		}
		if c.warning == "" && text != "" || !strings.Contains(text, c.warning) {
			t.Errorf("%s: warned %q, want %q", c.name, text, c.warning)
		}
		if c.warning != "" && !strings.Contains(FormatPlan(plan), c.warning) {
			t.Errorf("%s: the plan's text does not warn", c.name)
		}
	}
}

// TestWaitingEditKeepsWhatGoesWithIt: status, figure and sources of a wording
// that waits are not the present wording's.
func TestWaitingEditKeepsWhatGoesWithIt(t *testing.T) {
	t.Parallel()
	stored := storedFrom(page(t, long))
	anew := strings.Replace(long, "two", "ten", 1)
	read := func(confidence, status string) *fact.Source {
		text := "T\nAll Facts\n" + anew + "\n" + confidence + "%" + status
		return mustParse(t, File{Name: "t.txt", Data: []byte(text)}, nil)
	}
	first := Diff(read("70", "Verified"), stored, nil)
	if got := outline(first); got != "edit:1 same:0" {
		t.Fatalf("first: %s", got)
	}
	for _, state := range []string{"open", "rejected"} {
		filed := FiledFrom([]fact.Proposal{{ID: 1, Kind: fact.ProposeEdit, Fact: stored[0].ID, Statement: anew, Confidence: 70, State: state}})
		if got := outline(Diff(read("70", "Verified"), stored, filed)); got != "same:1" {
			t.Errorf("%s, the same file again: %s", state, got)
		}
		if got := outline(Diff(page(t, long), stored, filed)); got != "same:1" {
			t.Errorf("%s, the file as before: %s", state, got)
		}
		again := Diff(read("80", "Verified"), stored, filed)
		if got := outline(again); got != "edit:1 same:0" || again.Edit[0].New.Confidence != 80 || again.Edit[0].New.Statement != anew {
			t.Errorf("%s, another figure: %s", state, got)
		}
	}
	withdrawn := FiledFrom([]fact.Proposal{{ID: 1, Kind: fact.ProposeEdit, Fact: stored[0].ID, Statement: anew, Confidence: 70, State: fact.ProposalWithdrawn}})
	if got := outline(Diff(read("70", "Verified"), stored, withdrawn)); got != "edit:1 same:0" {
		t.Errorf("withdrawn, then in the file again: %s", got)
	}
}

func TestPlanText(t *testing.T) {
	t.Parallel()
	stored := storedFrom(page(t, long, "Second", "Gone"))
	stored[1].Confidence, stored[1].Marks = 90, fact.DecidedConfidence
	src := page(t, long+"\u202e\x1b[2J", "Second", "New\ttext")
	src.Claimed = 5
	const want = `+ new (line 5): 50%, unverified
  New␉text
? edit, for the reviewers to accept: T-1
  - RDMA allows the NIC to transfer data directly between the memory of two machines
  + RDMA allows the NIC to transfer data directly between the memory of two machines<U+202E>␛[2J
! the file differs from what people decided on T-2
  90%, unverified → 50%, unverified
- T-3 is no longer in the file
t.txt: topic t: 1 new, 1 edited, 1 differing, 1 missing; the file says that it has 5 facts and lists 3
`
	plan := Diff(src, stored, nil)
	if got := FormatPlan(plan); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if !plan.CountFails {
		t.Error("the count does not fail")
	}
	if got := FormatPlan(Diff(page(t, "x"), storedFrom(page(t, "x")), nil)); got != "t.txt: topic t: 1 unchanged\n" {
		t.Errorf("unchanged plan: %q", got)
	}
}
