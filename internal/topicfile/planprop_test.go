package topicfile

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// vocabulary makes statements that are often equal, near or equal when folded.
var vocabulary = []string{"latency", "Latency", "内存", "network", "RDMA", "20%-50%", "bypass", "ＲＤＭＡ"}

func anyWords(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 6).Draw(t, "words")
	text := words[0]
	for _, w := range words[1:] {
		text += " " + w
	}
	return text
}

func anySource(t *rapid.T, from []fact.SourceFact) *fact.Source {
	src := &fact.Source{Document: "t.txt", Title: "T", Claimed: -1}
	for _, f := range from {
		switch rapid.IntRange(0, 4).Draw(t, "fate") {
		case 0: // gone
			continue
		case 1:
			f.Statement += rapid.SampledFrom([]string{"!", " ", "x", " another ending"}).Draw(t, "ending")
		case 2:
			f.Confidence = fact.Confidence(rapid.IntRange(0, 100).Draw(t, "confidence"))
		}
		src.Facts = append(src.Facts, f)
	}
	for range rapid.IntRange(0, 4).Draw(t, "new") {
		text := anyWords(t)
		src.Facts = append(src.Facts, fact.SourceFact{Statement: text, Lang: fact.DetectLang(text), Confidence: 50})
	}
	src.Facts = rapid.Permutation(src.Facts).Draw(t, "order")
	for i := range src.Facts {
		src.Facts[i].Line = i + 3
	}
	return src
}

// applied is what an importer makes of a plan: everything done, edits and
// differences accepted where accept says so, else left as proposals.
func applied(stored []*fact.Fact, plan *fact.Plan, accept bool) ([]*fact.Fact, []fact.Proposal) {
	byID := map[fact.ID]*fact.Fact{}
	next := 1
	for _, f := range stored {
		c := *f
		byID[f.ID] = &c
		next = max(next, f.ID.N+1)
	}
	change := func(r fact.Revision) {
		f := byID[r.ID]
		f.Statement, f.Lang, f.Confidence, f.Status = r.New.Statement, r.New.Lang, r.New.Confidence, r.New.Status
		f.Version++
	}
	var proposals []fact.Proposal
	for _, r := range plan.Revise {
		change(r)
	}
	for _, r := range append(slices.Clone(plan.Edit), plan.Differ...) {
		if accept {
			change(r)
		} else {
			// The proposal holds the wording and confidence; nothing else may wait.
			proposals = append(proposals, fact.Proposal{ID: int64(len(proposals) + 1), Kind: fact.ProposeEdit, Fact: r.ID, Statement: r.New.Statement, Confidence: r.New.Confidence})
		}
	}
	for _, r := range plan.Differ {
		byID[r.ID].Marks |= fact.SourceDiffers
	}
	for _, id := range plan.Missing {
		byID[id].Marks |= fact.MissingInFile
	}
	for _, id := range plan.Returned {
		byID[id].Marks &^= fact.MissingInFile
	}
	var after []*fact.Fact
	for _, f := range stored {
		after = append(after, byID[f.ID])
	}
	for _, f := range plan.Add {
		after = append(after, asStored(f, fact.ID{Prefix: "T", N: next}))
		next++
	}
	for i, id := range plan.Matched {
		byID[id].Line = plan.Source.Facts[i].Line
	}
	return after, proposals
}

// TestPlansAddUp holds what every plan must be: nothing is in two places,
// nothing is lost, and once it is done the same file changes nothing.
func TestPlansAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		first := anySource(t, nil)
		stored := storedFrom(first)
		for _, f := range stored {
			switch rapid.IntRange(0, 5).Draw(t, "decided") {
			case 0:
				f.Marks, f.Confidence = f.Marks|fact.DecidedConfidence, 99
			case 1:
				f.Marks |= fact.MissingInFile
			case 2:
				f.Marks, f.Statement = f.Marks|fact.DecidedWording, "Reworded by a reviewer "+f.ID.String()
			}
		}
		src := anySource(t, first.Facts)
		before := fmt.Sprintf("%+v", src.Facts)
		plan := Diff(src, stored, nil)
		wantSound(t, plan, stored)
		if fmt.Sprintf("%+v", src.Facts) != before {
			t.Fatal("the source was modified")
		}
		if again := Diff(src, stored, nil); !reflect.DeepEqual(again, plan) {
			t.Fatalf("two plans of the same differ:\n%s\n%s", FormatPlan(plan), FormatPlan(again))
		}
		after, proposals := applied(stored, plan, rapid.Bool().Draw(t, "accept"))
		if again := Diff(src, after, FiledFrom(proposals)); !again.Empty() {
			t.Fatalf("first:\n%ssecond:\n%s", FormatPlan(plan), FormatPlan(again))
		}
	})
}

func wantSound(t *rapid.T, plan *fact.Plan, stored []*fact.Fact) {
	if len(plan.Matched)+len(plan.Add) != len(plan.Source.Facts) {
		t.Fatalf("%d matched and %d added of %d", len(plan.Matched), len(plan.Add), len(plan.Source.Facts))
	}
	if changed := len(plan.Revise) + len(plan.Edit) + len(plan.Differ); changed+plan.Unchanged != len(plan.Matched) {
		t.Fatalf("%d changed and %d unchanged of %d", changed, plan.Unchanged, len(plan.Matched))
	}
	where := map[fact.ID]int{}
	for _, id := range plan.Matched {
		where[id]++
	}
	for _, id := range plan.Missing {
		where[id]++
	}
	for _, f := range stored {
		if n := where[f.ID]; n > 1 || n == 0 && !f.Has(fact.MissingInFile) {
			t.Fatalf("%s is in %d places", f.ID, n)
		}
	}
	for _, r := range slices.Concat(plan.Revise, plan.Edit) {
		for _, f := range stored {
			if f.ID == r.ID && f.Has(fact.Decided) {
				t.Fatalf("the file would undo a decision on %s", r.ID)
			}
		}
	}
}
