package review

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// Accept takes a proposal over: a proposed fact is added, unverified, with its
// proposer as maker; a file's difference becomes the fact's wording and
// confidence, made by nobody here, so that any reviewer can verify it, with the
// status that the file gives that wording. Nobody
// accepts their own proposal, but for the one-reviewer setting. A file's loses to
// whoever decided on its fact since the version that the reviewer saw, 0 being the
// one that it was made on: the conflict has a *Stale.
func (s *Service) Accept(ctx context.Context, by fact.Actor, proposal int64, version int, reason string) (Outcome, error) {
	if err := checkNote(reason); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	err := s.act(ctx, by, intent{act: fact.ActAccept}, func(tx Tx) error {
		p, err := s.openProposal(ctx, tx, by, proposal)
		if err != nil {
			return err
		}
		if err := s.notOwn(ctx, tx, p, by); err != nil {
			return err
		}
		p.State = proposalAccepted
		if p.Kind == fact.ProposeNew {
			out, err = s.acceptNew(ctx, tx, p, by, reason)
		} else {
			out, err = s.acceptFile(ctx, tx, p, by, cmp.Or(version, p.Version), reason)
		}
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

func (s *Service) notOwn(ctx context.Context, tx Tx, p fact.Proposal, by fact.Actor) error {
	by, err := recognised(ctx, tx, by)
	if err != nil || !by.Is(p.By) {
		return err
	}
	may, err := s.makerMay(ctx, tx, tx.Now(), p.Topic, func(f *fact.EventFilter) {
		f.Actor, f.Acts = by.User, []fact.Act{fact.ActPropose}
		f.Until = p.At
	})
	if err != nil || may {
		return err
	}
	return fact.Forbidden("accept.own", "You proposed this yourself, so another reviewer has to accept it.")
}

func (s *Service) acceptNew(ctx context.Context, tx Tx, p fact.Proposal, by fact.Actor, reason string) (Outcome, error) {
	if err := fact.CheckStatement(p.Statement); err != nil {
		return Outcome{}, err
	}
	if err := newWords(ctx, tx, p.Topic, p.Statement, fact.ID{}); err != nil {
		return Outcome{}, err
	}
	f := &fact.Fact{
		Topic: p.Topic, Statement: p.Statement, Lang: fact.DetectLang(p.Statement), Confidence: p.Confidence,
		Status: fact.Unverified, Marks: fact.AddedHere | fact.Reworded | fact.Rerated | fact.DecidedWording | fact.DecidedConfidence, Version: 1,
	}
	if p.By != "" {
		f.Makers = &fact.Makers{Wording: p.By, Confidence: p.By}
	}
	if p.Source != nil {
		f.Sources = []fact.Citation{*p.Source}
	}
	id, err := tx.AddFact(ctx, f)
	if err != nil {
		return Outcome{}, err
	}
	if f, err = load(ctx, tx, id); err != nil {
		return Outcome{}, err
	}
	p.Fact = id
	if _, err := tx.SaveProposal(ctx, p); err != nil {
		return Outcome{}, err
	}
	e := s.eventOn(f, by, fact.ActAccept)
	e.Note = reason
	e.Values = []fact.Value{
		{Name: valueProposal, New: strconv.FormatInt(p.ID, 10)},
		{Name: "wording", New: f.Statement},
		{Name: "confidence", New: strconv.Itoa(int(f.Confidence))},
	}
	if e, err = tx.Append(ctx, e); err != nil {
		return Outcome{}, err
	}
	return Outcome{Event: e, After: f}, s.tellProposed(ctx, tx, p, e, f)
}

// acceptFile lets the file's wording and confidence replace the present ones.
func (s *Service) acceptFile(ctx context.Context, tx Tx, p fact.Proposal, by fact.Actor, version int, reason string) (Outcome, error) {
	before, err := load(ctx, tx, p.Fact)
	if err != nil {
		return Outcome{}, err
	}
	if before.Status == fact.Retracted {
		return Outcome{}, fact.Conflict("act.retracted", before.ID.String()+" is retracted; restore it first.").
			With("id", before.ID.String())
	}
	if version > before.Version { // nobody can have seen it
		return Outcome{}, s.stale(ctx, tx, before)
	}
	if err := s.decidedSince(ctx, tx, before, version); err != nil {
		return Outcome{}, err
	}
	after, act, values := fromFile(before, p)
	if len(values) == 0 {
		return Outcome{}, fact.Conflict("accept.same", before.ID.String()+" says that already, so there is nothing to accept.").
			With("id", before.ID.String())
	}
	open, err := tx.Flags(ctx, fact.FlagFilter{Fact: before.ID, Open: true})
	if err != nil {
		return Outcome{}, err
	}
	var answered []fact.Flag
	if act == fact.ActCorrect {
		answered = open
	}
	if _, err := tx.SaveProposal(ctx, p); err != nil {
		return Outcome{}, err
	}
	e := s.eventOn(after, by, act)
	e.Note = reason
	e.Values = append(slices.Clip(values), fact.Value{Name: valueProposal, New: strconv.FormatInt(p.ID, 10)})
	return s.conclude(ctx, tx, Outcome{Before: before, After: after}, e, answered, len(open) > 0)
}

// fromFile is the fact with a file's wording and confidence. New wording has the
// status that the file gives it and comes from there; nobody here is its maker,
// and what the file says of it later counts again.
func fromFile(f *fact.Fact, p fact.Proposal) (*fact.Fact, fact.Act, []fact.Value) {
	next := *f
	next.Version++
	next.Marks &^= fact.SourceDiffers
	makers := fact.Makers{}
	if f.Makers != nil {
		makers = *f.Makers
	}
	act := fact.ActConfidence
	var values []fact.Value
	if p.Statement != f.Statement {
		act = fact.ActCorrect
		values = append(values, fact.Value{Name: "wording", Old: f.Statement, New: p.Statement})
		next.Statement, next.Lang = p.Statement, fact.DetectLang(p.Statement)
		next.Status, _ = fact.ParseStatus(p.Filed) // unverified where the file gives none
		next.Verified, makers.Wording = nil, ""
		next.Marks &^= fact.SecondNeeded | fact.Reworded | fact.DecidedWording | fact.DecidedStatus
		next.Marks = setMark(next.Marks, fact.VerifiedInFile, next.Status == fact.Verified)
		next.Marks = setMark(next.Marks, fact.StatusMissing, p.Filed == "")
		if next.Status != f.Status {
			values = append(values, fact.Value{Name: "status", Old: f.Status.String(), New: next.Status.String()})
		}
	}
	if p.Confidence != f.Confidence {
		values = append(values, fact.Value{Name: "confidence", Old: strconv.Itoa(int(f.Confidence)), New: strconv.Itoa(int(p.Confidence))})
		next.Confidence, makers.Confidence = p.Confidence, ""
		next.Marks &^= fact.DecidedConfidence
	}
	next.Marks &^= fact.Rerated
	if p.Import != 0 && p.Line > 0 {
		next.Line, next.Import = p.Line, &fact.Import{ID: p.Import}
	}
	next.Makers = &makers
	if makers == (fact.Makers{}) {
		next.Makers = nil
	}
	return &next, act, values
}

// reopenProposal opens the proposal again whose acceptance was undone: the fact
// is as it was proposed on.
func (s *Service) reopenProposal(ctx context.Context, tx Tx, last fact.Event, f *fact.Fact) error {
	id, err := strconv.ParseInt(valueOf(last, valueProposal), 10, 64)
	if err != nil {
		return nil // not the acceptance of a proposal
	}
	found, err := tx.Proposals(ctx, fact.ProposalFilter{ID: id})
	if err != nil || len(found) == 0 {
		return err
	}
	found[0].State, found[0].Version = proposalOpen, f.Version
	_, err = tx.SaveProposal(ctx, found[0])
	return err
}
