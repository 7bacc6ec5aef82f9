package review

import (
	"context"
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// change saves a fact's next version with the event of it. Where what was doubted
// is no longer so, the doubts are answered, as by a decision; where doubts are
// open the reviewers' message is brought up to date.
func (im *importer) change(ctx context.Context, id fact.ID, act fact.Act, edit func(*fact.Fact) []fact.Value) (Outcome, error) {
	f, err := load(ctx, im.tx, id)
	if err != nil {
		return Outcome{}, err
	}
	next := *f
	values := edit(&next)
	next.Version++
	if err := im.tx.SaveFact(ctx, &next); err != nil {
		return Outcome{}, err
	}
	out := Outcome{Before: f, After: &next}
	answered, err := im.answers(ctx, out)
	if err != nil {
		return out, err
	}
	e := im.eventOn(&next, im.by, act)
	if e.Values = values; len(answered) > 0 {
		e.Values = append(e.Values, fact.Value{Name: valueFlags, Old: flagIDs(answered)})
	}
	if out.Event, err = im.tx.Append(ctx, e); err != nil {
		return out, err
	}
	if err := im.resolve(ctx, im.tx, &next, out.Event, answered); err != nil {
		return out, err
	}
	out.Resolved = len(answered)
	return out, im.retell(ctx, f, out.Event)
}

// answers lists the doubts that a file answers: it says something else of the
// fact now, or that it no longer counts.
func (im *importer) answers(ctx context.Context, out Outcome) ([]fact.Flag, error) {
	if out.Before.Doubts == nil || !overtaken(out) || !out.Before.Active() {
		return nil, nil
	}
	return im.tx.Flags(ctx, fact.FlagFilter{Fact: out.Before.ID, Open: true})
}

// retell brings the reviewers' message of a fact up to date that was doubted
// before an event of the import.
func (im *importer) retell(ctx context.Context, before *fact.Fact, e fact.Event) error {
	if before.Doubts == nil && !before.Has(fact.SecondNeeded) {
		return nil
	}
	f, err := load(ctx, im.tx, before.ID)
	if err != nil {
		return err
	}
	return im.updateQueue(ctx, im.tx, f, e)
}

// revise takes over what the file says anew, and sends corrections after the
// messages that quoted what is overtaken.
func (im *importer) revise(ctx context.Context) error {
	bannered := map[string]bool{}
	for _, r := range im.plan.Revise {
		out, err := im.change(ctx, r.ID, fact.ActRevise, func(f *fact.Fact) []fact.Value {
			was := *f
			im.fill(f, r.New)
			if im.filed(r).Statement != f.Statement {
				f.Line, f.Import = was.Line, was.Import // the wording is still what that line said
			}
			return changes(fact.Value{Name: "wording", Old: was.Statement, New: f.Statement},
				fact.Value{Name: "confidence", Old: strconv.Itoa(int(was.Confidence)), New: strconv.Itoa(int(f.Confidence))},
				fact.Value{Name: "status", Old: was.Status.String(), New: f.Status.String()})
		})
		if err != nil {
			return err
		}
		if err := im.follow(ctx, im.tx, out, bannered); err != nil {
			return err
		}
	}
	return nil
}

// said is what the file says of each fact that it was found to have.
func (im *importer) said() map[fact.ID]*fact.SourceFact {
	said := make(map[fact.ID]*fact.SourceFact, len(im.plan.Matched))
	for i, id := range im.plan.Matched {
		said[id] = &im.plan.Source.Facts[i]
	}
	return said
}

func (im *importer) missing(ctx context.Context) error {
	for _, id := range im.plan.Missing {
		_, err := im.change(ctx, id, fact.ActMissing, func(f *fact.Fact) []fact.Value {
			f.Marks |= fact.MissingInFile
			return []fact.Value{{Name: "in the file", Old: "yes", New: "no"}}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (im *importer) returned(ctx context.Context) error {
	for _, id := range im.plan.Returned {
		_, err := im.change(ctx, id, fact.ActReturned, func(f *fact.Fact) []fact.Value {
			f.Marks &^= fact.MissingInFile
			return []fact.Value{{Name: "in the file", Old: "no", New: "yes"}}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// quiet takes over what is no difference: lines and core marks of matched facts,
// and that a file agrees again, whose proposals are then withdrawn. The version
// stays; the citation names the import that its line is from.
func (im *importer) quiet(ctx context.Context) error {
	if len(im.plan.Matched) == 0 {
		return nil
	}
	facts, err := im.tx.Facts(ctx, im.topic.Slug)
	if err != nil {
		return err
	}
	byID := make(map[fact.ID]*fact.Fact, len(facts))
	for _, f := range facts {
		byID[f.ID] = f
	}
	differs := map[fact.ID]bool{}
	for _, r := range im.plan.Differ {
		differs[r.ID] = true
	}
	for i, s := range im.plan.Source.Facts {
		id, matched := im.plan.Matched[i]
		if !matched {
			continue
		}
		f := byID[id]
		if f == nil {
			return noFact(id)
		}
		next := *f
		next.Marks = setMark(next.Marks, fact.Core, s.Core)
		if agrees(f, s) && !differs[id] && s.Marks&fact.SourceDiffers == 0 {
			next.Marks &^= fact.SourceDiffers
			if err := im.withdraw(ctx, &next); err != nil {
				return err
			}
		}
		im.locate(&next, s)
		if next.Marks == f.Marks && next.Line == f.Line {
			continue
		}
		if err := im.tx.SaveFact(ctx, &next); err != nil {
			return err
		}
	}
	return nil
}

// locate says where a matched fact stands in the file, unless its wording or
// figure is one that an earlier file had there: that file's line is still what
// it comes from. An adopted wording or figure is the file's from then on.
func (im *importer) locate(f *fact.Fact, s fact.SourceFact) {
	ours := func(m fact.Mark, adopted bool) bool {
		if adopted && s.Marks&m == 0 {
			f.Marks &^= m
		}
		return f.Marks&m != 0
	}
	worded := f.Statement == s.Statement
	rated := f.Confidence == s.Confidence
	if reworded := ours(fact.Reworded, worded); reworded == worded {
		return // an export of our own wording, or an earlier file's
	}
	if rerated := ours(fact.Rerated, rated); rerated == rated {
		return
	}
	if s.Line != f.Line {
		f.Line, f.Import = s.Line, &im.rec
	}
}

// agrees says whether a file says of a fact what is recorded.
func agrees(f *fact.Fact, s fact.SourceFact) bool {
	return f.Statement == s.Statement && f.Confidence == s.Confidence
}

// relate records the relations that a file states, once each.
func (im *importer) relate(ctx context.Context) error {
	for _, r := range im.plan.Source.Relations {
		from, okFrom := im.numbered(r.From)
		to, okTo := im.numbered(r.To)
		if !okFrom || !okTo || from == to {
			continue
		}
		f, err := load(ctx, im.tx, from)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(f.Relations, func(o fact.Relation) bool { return !o.Inverse && o.Kind == r.Kind && o.Other == to }) {
			continue
		}
		next := *f
		next.Relations = append(slices.Clone(f.Relations), fact.Relation{Kind: r.Kind, Other: to})
		if err := im.tx.SaveFact(ctx, &next); err != nil {
			return err
		}
		e := im.eventOn(&next, im.by, fact.ActRelate)
		e.Values = []fact.Value{{Name: "relation", New: string(r.Kind) + " " + to.String()}}
		if e, err = im.tx.Append(ctx, e); err != nil {
			return err
		}
		if err := im.mirror(ctx, im.tx, &next, e); err != nil {
			return err
		}
	}
	return nil
}

// numbered finds the fact that a file calls by a number: the one it gives, else
// its place in the file.
func (im *importer) numbered(n int) (fact.ID, bool) {
	for i, s := range im.plan.Source.Facts {
		if s.N == n || s.N == 0 && i+1 == n {
			return im.ids[i], true
		}
	}
	return fact.ID{}, false
}

// timeline names, for each event of the file, the fact with the same words.
func (im *importer) timeline() []fact.TimelineEvent {
	events := slices.Clone(im.plan.Source.Timeline)
	byWords := make(map[string]fact.ID, len(events))
	for _, e := range events {
		byWords[e.Text] = fact.ID{}
	}
	for i, s := range im.plan.Source.Facts {
		if id, listed := byWords[s.Statement]; listed && id.IsZero() {
			byWords[s.Statement] = im.ids[i]
		}
	}
	for i := range events {
		events[i].Fact = byWords[events[i].Text]
	}
	return events
}
