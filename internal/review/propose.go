package review

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"factbot/internal/fact"
)

// The states of a proposal.
const (
	proposalOpen     = fact.ProposalOpen
	proposalAccepted = "accepted"
	proposalRejected = "rejected"
)

// Propose hands in a fact for review. Nothing is answered with it before a
// reviewer accepts. Only Topic, Statement, Confidence, Source and Place of the
// proposal given are read.
func (s *Service) Propose(ctx context.Context, by fact.Actor, p fact.Proposal) (fact.Proposal, error) {
	if err := checkProposal(p); err != nil {
		return fact.Proposal{}, err
	}
	err := s.act(ctx, by, intent{act: fact.ActPropose, topic: p.Topic}, func(tx Tx) error {
		if err := newWords(ctx, tx, p.Topic, p.Statement, fact.ID{}); err != nil {
			return err
		}
		p = fact.Proposal{
			Topic: p.Topic, Statement: p.Statement, Confidence: p.Confidence, Source: p.Source,
			Place: p.Place, By: by.User, Name: s.nameOf(by), At: tx.Now(), Kind: fact.ProposeNew, State: proposalOpen,
		}
		if p.Place.Kind != fact.PlacePublic {
			p.Place.Name = ""
		}
		var err error
		if p.ID, err = tx.SaveProposal(ctx, p); err != nil {
			return err
		}
		e := s.event(by, fact.ActPropose)
		e.Topic, e.Note = p.Topic, p.Statement
		e.Values = []fact.Value{
			{Name: valueProposal, New: strconv.FormatInt(p.ID, 10)},
			{Name: "confidence", New: strconv.Itoa(int(p.Confidence))},
		}
		if e, err = tx.Append(ctx, e); err != nil {
			return err
		}
		return s.tellProposal(ctx, tx, p, e.Seq)
	})
	if err != nil {
		return fact.Proposal{}, err
	}
	return p, nil
}

func checkProposal(p fact.Proposal) error {
	if err := fact.CheckStatement(p.Statement); err != nil {
		return err
	}
	if !p.Confidence.Valid() {
		return fact.Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
	}
	return checkSource(p.Source)
}

// newWords refuses a statement that another active fact has, letter for letter.
func newWords(ctx context.Context, tx Tx, topic, statement string, of fact.ID) error {
	if _, err := topicOf(ctx, tx, topic); err != nil {
		return err
	}
	known, err := tx.Worded(ctx, topic, statement, of)
	if err != nil || known.IsZero() {
		return err
	}
	return fact.Conflict("propose.known", "That is recorded already, word for word, as "+known.String()+".").
		With("id", known.String())
}

// staysApart refuses what would make a fact say what another active one says: a
// new wording, or that it counts again.
func staysApart(ctx context.Context, tx Tx, out Outcome) error {
	if !out.After.Active() || !overtaken(out) {
		return nil
	}
	return newWords(ctx, tx, out.After.Topic, out.After.Statement, out.After.ID)
}

func topicOf(ctx context.Context, tx FactReads, slug string) (*fact.Topic, error) {
	t, err := tx.Topic(ctx, slug)
	if err == nil && t == nil || fact.CodeOf(err) == fact.CodeNotFound {
		return nil, fact.NotFound("topic.unknown", fmt.Sprintf("There is no topic %q here.", slug)).With("topic", slug).Because(err)
	}
	return t, err
}

// tellProposal posts a proposal's message to the reviewers, or brings it up to date.
func (s *Service) tellProposal(ctx context.Context, tx Tx, p fact.Proposal, cause int64) error {
	n := fact.Notice{Kind: fact.NoticeProposal, Topic: p.Topic, Item: p.ID, Cause: cause}
	if !p.Fact.IsZero() {
		n.Facts = []fact.Ref{{ID: p.Fact}}
	}
	if !s.addressReviewers(&n, s.onDuty(p.Topic, tx.Now(), p.By)) {
		return nil
	}
	all, err := tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeProposal, Topic: p.Topic, Since: p.At})
	if err != nil {
		return err
	}
	var earlier []fact.Notice
	for _, e := range all {
		if e.Item == p.ID {
			earlier = append(earlier, e)
		}
	}
	return s.tellInPlace(ctx, tx, n, fmt.Sprintf("proposal/%d", p.ID), strconv.FormatInt(cause, 10), false, earlier)
}

// Proposals lists a topic's open proposals, oldest first: all of them for its
// reviewers, their own for others.
func (s *Service) Proposals(ctx context.Context, by fact.Actor, topic string) ([]fact.Proposal, error) {
	if err := s.known(by); err != nil {
		return nil, err
	}
	filter := fact.ProposalFilter{Topic: topic, Open: true}
	if !s.May(topic, by.User) {
		filter.By = by.User
	}
	var open []fact.Proposal
	err := s.read(ctx, func(r Reads, _ time.Time) (err error) {
		open, err = r.Proposals(ctx, filter)
		return err
	})
	return open, err
}

// openProposal loads a proposal that a reviewer may decide on.
func (s *Service) openProposal(ctx context.Context, tx Tx, by fact.Actor, id int64) (fact.Proposal, error) {
	found, err := tx.Proposals(ctx, fact.ProposalFilter{ID: id})
	if err != nil {
		return fact.Proposal{}, err
	}
	if len(found) == 0 {
		return fact.Proposal{}, fact.NotFound("proposal.unknown", "There is no such proposal.")
	}
	p := found[0]
	if err := s.reviewer(p.Topic, by); err != nil {
		return p, err
	}
	if p.State != proposalOpen {
		return p, s.proposalDecided(ctx, tx, p)
	}
	return p, nil
}

// proposalDecided is the conflict of deciding on a proposal that somebody decided on.
func (s *Service) proposalDecided(ctx context.Context, tx Tx, p fact.Proposal) error {
	if p.State == fact.ProposalWithdrawn {
		return fact.Conflict("proposal.withdrawn", "The file no longer says what that proposed.")
	}
	done := fact.Conflict("proposal.decided", "That proposal was "+p.State+" already.").With("state", p.State)
	events, err := tx.Events(ctx, fact.EventFilter{
		Topic: p.Topic, Since: p.At,
		Acts: []fact.Act{fact.ActAccept, fact.ActReject, fact.ActCorrect, fact.ActConfidence},
	})
	if err != nil {
		return err
	}
	for _, e := range events {
		if valueOf(e, valueProposal) == strconv.FormatInt(p.ID, 10) {
			return done.Because(s.staleOf(e, nil))
		}
	}
	return done
}

// Reject turns a proposal down; for a difference of a file, what people decided
// is kept. A proposed fact needs a reason, which its proposer will read.
func (s *Service) Reject(ctx context.Context, by fact.Actor, proposal int64, reason string) error {
	if err := checkNote(reason); err != nil {
		return err
	}
	return s.act(ctx, by, intent{act: fact.ActReject}, func(tx Tx) error {
		p, err := s.openProposal(ctx, tx, by, proposal)
		if err != nil {
			return err
		}
		if p.Kind == fact.ProposeNew && reason == "" {
			return fact.Invalid("act.reason", "Give a reason: whoever proposed the fact will read it.")
		}
		p.State = proposalRejected
		if _, err := tx.SaveProposal(ctx, p); err != nil {
			return err
		}
		e := s.event(by, fact.ActReject)
		e.Topic, e.Note = p.Topic, reason
		e.Values = []fact.Value{{Name: valueProposal, Old: strconv.FormatInt(p.ID, 10)}}
		if !p.Fact.IsZero() {
			f, err := load(ctx, tx, p.Fact)
			if err != nil {
				return err
			}
			e.Fact, e.Version = f.ID, f.Version
			if err := settleEdit(ctx, tx, p, f); err != nil {
				return err
			}
		}
		if e, err = tx.Append(ctx, e); err != nil {
			return err
		}
		return s.tellProposed(ctx, tx, p, e, nil)
	})
}

// settleEdit takes the mark off a fact whose wording was kept against the file's
// few changed characters: the question is answered.
func settleEdit(ctx context.Context, tx Tx, p fact.Proposal, f *fact.Fact) error {
	if p.Kind != fact.ProposeEdit || !f.Has(fact.SourceDiffers) {
		return nil
	}
	next := *f
	next.Marks &^= fact.SourceDiffers
	return tx.SaveFact(ctx, &next)
}

// tellProposed brings the proposal's message up to date and tells the proposer.
func (s *Service) tellProposed(ctx context.Context, tx Tx, p fact.Proposal, e fact.Event, added *fact.Fact) error {
	if p.Kind == fact.ProposeNew || p.Import == 0 {
		if err := s.tellProposal(ctx, tx, p, e.Seq); err != nil {
			return err
		}
	}
	if p.By == "" || p.By.Forgotten() || p.By == e.Actor {
		return nil
	}
	n := fact.Notice{
		Key: fmt.Sprintf("proposed/%d/%d", p.ID, e.Seq), Kind: fact.NoticeOutcome, Topic: p.Topic,
		User: p.By, Place: answerPlace(p.Place), Cause: e.Seq, Item: p.ID, NotBefore: tx.Now(), CreatedAt: tx.Now(),
	}
	if added != nil {
		n.Facts = []fact.Ref{added.Ref()}
	}
	_, err := tx.Enqueue(ctx, n)
	return err
}
