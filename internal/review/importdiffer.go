package review

import (
	"context"
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// fresh takes out of the plan what was proposed before, whatever became of it,
// so that reviewers are asked once about each difference and the same file twice
// changes nothing. What waits and was overtaken by a decision is asked anew.
func (im *importer) fresh(ctx context.Context) error {
	if len(im.plan.Differ)+len(im.plan.Edit) == 0 {
		return nil
	}
	made, err := im.tx.Proposals(ctx, fact.ProposalFilter{Topic: im.topic.Slug})
	if err != nil {
		return err
	}
	latest := map[fact.ID]fact.Proposal{} // what the file asked last
	for _, p := range made {
		if p.Kind == fact.ProposeEdit || p.Kind == fact.ProposeDiffer {
			latest[p.Fact] = p
		}
	}
	asked := func(kind fact.ProposalKind, r fact.Revision) bool {
		p := latest[r.ID]
		if p.State == proposalOpen && p.Version != 0 && p.Version < r.Version {
			return false // overtaken by a decision: it could no longer be accepted
		}
		return p.Kind == kind && p.State != fact.ProposalWithdrawn && p.Statement == r.New.Statement && p.Confidence == r.New.Confidence
	}
	plan := *im.plan
	plan.Edit = slices.DeleteFunc(slices.Clone(plan.Edit), func(r fact.Revision) bool { return asked(fact.ProposeEdit, r) })
	plan.Differ = nil
	for _, r := range im.plan.Differ {
		f, err := load(ctx, im.tx, r.ID)
		if err != nil {
			return err
		}
		known := asked(fact.ProposeDiffer, r) || agrees(f, r.New)
		if !known || !f.Has(fact.SourceDiffers) {
			plan.Differ = append(plan.Differ, r)
		}
	}
	plan.Unchanged += len(im.plan.Edit) - len(plan.Edit) + len(im.plan.Differ) - len(plan.Differ)
	im.plan = &plan
	return nil
}

// propose turns differences into proposals. Their facts are marked as differing
// from their source.
func (im *importer) propose(ctx context.Context) error {
	for _, r := range im.plan.Edit {
		if err := im.edit(ctx, r); err != nil {
			return err
		}
	}
	for _, r := range im.plan.Differ {
		if err := im.differ(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// edit proposes a few changed characters. Nothing of the fact itself changes, so
// its version stays.
func (im *importer) edit(ctx context.Context, r fact.Revision) error {
	f, err := load(ctx, im.tx, r.ID)
	if err != nil {
		return err
	}
	if !f.Has(fact.SourceDiffers) {
		next := *f
		next.Marks |= fact.SourceDiffers
		if err := im.tx.SaveFact(ctx, &next); err != nil {
			return err
		}
		f = &next
	}
	return im.proposal(ctx, fact.ProposeEdit, f, r)
}

func (im *importer) differ(ctx context.Context, r fact.Revision) error {
	f, err := load(ctx, im.tx, r.ID)
	if err != nil {
		return err
	}
	if !f.Has(fact.SourceDiffers) {
		next := *f
		next.Marks |= fact.SourceDiffers
		next.Version++
		if err := im.tx.SaveFact(ctx, &next); err != nil {
			return err
		}
		f = &next
	}
	return im.proposal(ctx, fact.ProposeDiffer, f, r)
}

// proposal records what the file says as an event and, unless it is only the
// status that differs, as a proposal that a reviewer can accept.
func (im *importer) proposal(ctx context.Context, kind fact.ProposalKind, f *fact.Fact, r fact.Revision) error {
	if err := im.withdraw(ctx, f); err != nil {
		return err
	}
	act := fact.ActDiffer
	if kind == fact.ProposeEdit {
		act = fact.ActEdit
	}
	e := im.eventOn(f, im.by, act)
	e.Values = changes(fact.Value{Name: "wording", Old: f.Statement, New: r.New.Statement},
		fact.Value{Name: "confidence", Old: strconv.Itoa(int(f.Confidence)), New: strconv.Itoa(int(r.New.Confidence))},
		fact.Value{Name: "status", Old: f.Status.String(), New: r.New.Status.String()})
	if !agrees(f, r.New) && f.Active() {
		id, err := im.tx.SaveProposal(ctx, fact.Proposal{
			Topic: f.Topic, Statement: r.New.Statement, Confidence: r.New.Confidence,
			At: im.tx.Now(), Kind: kind, Fact: f.ID, Version: f.Version, Import: im.rec.ID, State: proposalOpen,
			Line: r.New.Line, Filed: filedStatus(im.filed(r)),
		})
		if err != nil {
			return err
		}
		e.Values = append(e.Values, fact.Value{Name: valueProposal, New: strconv.FormatInt(id, 10)})
	}
	e, err := im.tx.Append(ctx, e)
	if err != nil {
		return err
	}
	return im.retell(ctx, f, e)
}

// filed is what the file says of a fact that it differs from.
func (im *importer) filed(r fact.Revision) fact.SourceFact {
	if im.byID == nil {
		im.byID = im.said()
	}
	if s, ok := im.byID[r.ID]; ok {
		return *s
	}
	return r.New
}

// filedStatus is a file's status as a proposal keeps it.
func filedStatus(s fact.SourceFact) string {
	if s.NoStatus {
		return ""
	}
	return s.Status.String()
}

// withdraw closes what the file proposed of a fact and no longer says. Each
// leaves an event.
func (im *importer) withdraw(ctx context.Context, f *fact.Fact) error {
	if im.open == nil {
		open, err := im.tx.Proposals(ctx, fact.ProposalFilter{Topic: im.topic.Slug, Open: true})
		if err != nil {
			return err
		}
		im.open = map[fact.ID][]fact.Proposal{}
		for _, p := range open {
			if p.Kind == fact.ProposeEdit || p.Kind == fact.ProposeDiffer {
				im.open[p.Fact] = append(im.open[p.Fact], p)
			}
		}
	}
	for _, p := range im.open[f.ID] {
		p.State = fact.ProposalWithdrawn
		if _, err := im.tx.SaveProposal(ctx, p); err != nil {
			return err
		}
		e := im.eventOn(f, im.by, fact.ActRecall)
		e.Values = []fact.Value{{Name: valueProposal, Old: strconv.FormatInt(p.ID, 10)}}
		if _, err := im.tx.Append(ctx, e); err != nil {
			return err
		}
	}
	delete(im.open, f.ID)
	return nil
}
