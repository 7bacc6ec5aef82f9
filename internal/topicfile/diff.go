package topicfile

import (
	"slices"

	"factbot/internal/fact"
)

// Diff compares a source with the stored facts of its topic and plans the
// import. Neither is modified.
//
// A fact is matched by its number where the file gives one, then by identical
// bytes, then by its fold, then as an edit where only a few characters differ.
// What is left in the file is added; what is left in the store goes missing.
//
// What the file last said of each fact may be given as filed, at the least
// FiledFrom the proposals of past imports. With it a difference is one between
// this file and the last one, so a proposal that waits or was rejected is not
// made again, but where people decided since it was made; without it the stored values stand in, and a fact whose
// difference is already marked is left alone.
//
// On facts that people decided on, a difference goes to Differ and the file's
// status counts only if the file itself changed it. On all others it goes to
// Revise, or to Edit where only a few characters of the wording changed, however
// it was matched. A fact whose number the file gives to a text that has nothing
// in common with the stored one gets a warning. In a Revision,
// New is what the fact would become: the stored values with the file's changes.
//
// Lines, core marks and what the topic itself says are no difference: the
// importer takes them over quietly through Matched.
func Diff(src *fact.Source, stored []*fact.Fact, filed map[fact.ID]Filed) *fact.Plan {
	plan := &fact.Plan{Source: src, Matched: make(map[int]fact.ID, min(len(src.Facts), len(stored)))}
	plan.CountFails = src.Claimed >= 0 && src.Claimed != len(src.Facts)
	if len(stored) == 0 {
		plan.Add = slices.Clip(src.Facts) // the same: there may be very many
		return plan
	}
	m := newMatcher(plan, stored, filed)
	m.run()
	for i := range src.Facts {
		if m.to[i] < 0 {
			plan.Add = append(plan.Add, src.Facts[i])
			continue
		}
		m.compare(i, stored[m.to[i]])
	}
	m.missing()
	return plan
}

// missing lists the stored facts that the file no longer has. Facts that were
// never in a file cannot go missing.
func (m *matcher) missing() {
	had := 0
	for j, f := range m.stored {
		gone := f.Has(fact.MissingInFile)
		if gone || f.Has(fact.AddedHere) {
			continue
		}
		had++
		if m.from[j] < 0 {
			m.plan.Missing = append(m.plan.Missing, f.ID)
		}
	}
	slices.SortFunc(m.plan.Missing, fact.ID.Compare)
	if had > 0 {
		m.plan.Loses = float64(len(m.plan.Missing)) / float64(had)
	}
}

// compare sorts a matched pair into the plan.
func (m *matcher) compare(i int, f *fact.Fact) {
	plan := m.plan
	plan.Matched[i] = f.ID
	now, file := current(f), m.src.Facts[i]
	switch gone := file.Marks&fact.MissingInFile != 0; {
	case f.Has(fact.MissingInFile) && !gone:
		plan.Returned = append(plan.Returned, f.ID)
	case gone && !f.Has(fact.MissingInFile):
		plan.Missing = append(plan.Missing, f.ID)
	}
	base := account{}
	base.Filed, base.known = m.filed[f.ID]
	ours := decided(f)
	next := base.merge(now, file, ours)
	if !base.Whole && restored(f) && file.Status != fact.Unverified {
		next.Status = file.Status // a difference for people, once
	}
	if same(now, next) || ours && f.Has(fact.SourceDiffers) && base.says(file) && !base.overtaken(f) {
		plan.Unchanged++
		return
	}
	if m.how[i] == byNumber && unlike(now.Statement, next.Statement) {
		m.warn(file.Line, "%s now says something else entirely%s: give another fact another id, or none", f.ID, calls(next))
	}
	r := fact.Revision{ID: f.ID, Version: f.Version, Old: now, New: next}
	switch {
	case ours:
		plan.Differ = append(plan.Differ, r)
	case next.Statement != now.Statement && (m.how[i] == byNearness || edited(now.Statement, next.Statement)):
		plan.Edit = append(plan.Edit, r)
	default:
		plan.Revise = append(plan.Revise, r)
	}
}

// calls says which status the file gives a text, where it is more than none.
func calls(f fact.SourceFact) string {
	if f.NoStatus || f.Status == fact.Unverified {
		return ""
	}
	return ", which the file calls " + f.Status.String()
}

// current is a stored fact as a file would tell it.
func current(f *fact.Fact) fact.SourceFact {
	return fact.SourceFact{
		N: f.ID.N, Statement: f.Statement, Lang: f.Lang, Confidence: f.Confidence,
		Status: f.Status, NoStatus: f.Has(fact.StatusMissing), Core: f.Has(fact.Core), Line: f.Line, Sources: f.Sources,
	}
}

// decided reports whether people decided on the fact, so that no file may
// change it by itself.
func decided(f *fact.Fact) bool { return f.Has(fact.Decided | fact.AddedHere) }

// restored reports whether people took the fact back from retracted: the file
// may still call it something else than unverified.
func restored(f *fact.Fact) bool {
	return f.Status == fact.Unverified && f.Has(fact.DecidedStatus) && !f.Has(fact.SecondNeeded)
}

// mergeSources takes from the stored citations those that the file dropped,
// and adds those that it has and they lack.
func mergeSources(now, file, base []fact.Citation) []fact.Citation {
	var next []fact.Citation
	for _, c := range now {
		if !cites(base, c) || cites(file, c) {
			next = append(next, c)
		}
	}
	for _, c := range file {
		if !cites(next, c) && (!cites(base, c) || cites(now, c)) {
			next = append(next, c)
		}
	}
	return next
}

func cites(list []fact.Citation, c fact.Citation) bool {
	return slices.ContainsFunc(list, func(other fact.Citation) bool { return sameCitation(c, other) })
}

// same reports whether a reader would see no difference.
func same(a, b fact.SourceFact) bool {
	return a.Statement == b.Statement && a.Lang == b.Lang && a.Confidence == b.Confidence &&
		a.Status == b.Status && a.NoStatus == b.NoStatus && sameSources(a.Sources, b.Sources)
}

func sameSources(a, b []fact.Citation) bool { return slices.EqualFunc(a, b, sameCitation) }

func sameCitation(a, b fact.Citation) bool {
	return a.URL == b.URL && a.Title == b.Title && a.Quote == b.Quote && a.Author == b.Author && a.Date.Equal(b.Date)
}
