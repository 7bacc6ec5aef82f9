package review

import (
	"context"
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// addAtOnce bounds how many facts an import holds beside its file.
const addAtOnce = 1000

// add stores the file's new facts in its order, each with its event, and notes
// which fact each line became.
func (im *importer) add(progress func(int)) func(context.Context) error {
	return func(ctx context.Context) error {
		ids := make([]fact.ID, 0, len(im.plan.Add))
		for part := range slices.Chunk(im.plan.Add, addAtOnce) {
			added, err := im.addPart(ctx, part, func(done int) { progress(len(ids) + done) })
			if err != nil {
				return err
			}
			ids = append(ids, added...)
		}
		return im.number(ids)
	}
}

func (im *importer) addPart(ctx context.Context, part []fact.SourceFact, progress func(int)) ([]fact.ID, error) {
	facts := make([]*fact.Fact, len(part))
	for i := range part {
		facts[i] = im.fromSource(part[i])
	}
	ids, err := im.tx.AddFacts(ctx, im.topic.Slug, facts, progress)
	if err != nil {
		return nil, err
	}
	for i, f := range facts {
		f.ID = ids[i]
		e := im.eventOn(f, im.by, fact.ActAdd)
		e.Values = []fact.Value{
			{Name: "wording", New: f.Statement},
			{Name: "confidence", New: strconv.Itoa(int(f.Confidence))},
			{Name: "status", New: f.Status.String()},
		}
		if _, err := im.tx.Append(ctx, e); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// number finds the id of each of the file's facts: matched ones by the plan, the
// others are the added ones, in order.
func (im *importer) number(added []fact.ID) error {
	im.ids = make([]fact.ID, len(im.plan.Source.Facts))
	for i := range im.ids {
		if id, ok := im.plan.Matched[i]; ok {
			im.ids[i] = id
			continue
		}
		if len(added) == 0 {
			return fact.Invalid("import.plan", "The plan does not fit its file: a fact is neither matched nor added.")
		}
		im.ids[i], added = added[0], added[1:]
	}
	if len(added) > 0 {
		return fact.Invalid("import.plan", "The plan does not fit its file: it adds facts that the file does not have.")
	}
	return nil
}

func (im *importer) fromSource(s fact.SourceFact) *fact.Fact {
	f := &fact.Fact{Topic: im.topic.Slug, Version: 1}
	if s.N > 0 {
		f.ID = fact.ID{Prefix: im.topic.Prefix, N: s.N} // a number that the file gives is kept
	}
	im.fill(f, s)
	return f
}

// fill gives a fact what a file says of it.
func (im *importer) fill(f *fact.Fact, s fact.SourceFact) {
	f.Statement, f.Lang, f.Confidence, f.Status = s.Statement, s.Lang, s.Confidence, s.Status
	if f.Lang == fact.LangUnknown {
		f.Lang = fact.DetectLang(s.Statement)
	}
	f.Line, f.Sources, f.Import = s.Line, s.Sources, &im.rec
	f.Marks = setMark(f.Marks, fact.Core, s.Core)
	f.Marks = setMark(f.Marks, fact.StatusMissing, s.NoStatus)
	f.Marks = setMark(f.Marks, fact.VerifiedInFile, s.Status == fact.Verified)
	f.Marks &^= fact.SourceDiffers
	f.Marks |= s.Marks & fact.MissingInFile // an export tells what its own file lacked
}

func setMark(marks, m fact.Mark, on bool) fact.Mark {
	if on {
		return marks | m
	}
	return marks &^ m
}
