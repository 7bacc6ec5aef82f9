package review

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// makerWait is how long a lone reviewer's own wording has to lie before the
// setting lets them check it.
const makerWait = day

// Decide records a reviewer's decision: the fact's new state, the event, the
// flags it answers and the notices it causes, in one transaction. It refuses a
// decision without a version (a typed one asks for confirmation first) and one
// made on an older version; the conflict then has a *Stale as its cause.
func (s *Service) Decide(ctx context.Context, by fact.Actor, d fact.Decision) (Outcome, error) {
	var out Outcome
	err := s.act(ctx, by, intent{act: d.Act, fact: d.Fact}, func(tx Tx) error {
		before, err := load(ctx, tx, d.Fact)
		if err != nil {
			return err
		}
		if err := s.reviewer(before.Topic, by); err != nil {
			return err
		}
		if err := checkDecision(d); err != nil {
			return err
		}
		if d.Version != before.Version {
			return s.stale(ctx, tx, before)
		}
		out, err = s.decide(ctx, tx, before, by, d)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

func checkDecision(d fact.Decision) error {
	if !d.Act.Decides() {
		return fact.Invalid("act.unknown", "That is not a decision factbot knows.")
	}
	if d.Version <= 0 {
		return fact.Invalid("act.version", "Confirm the decision on the fact as it is now.")
	}
	if err := checkNote(d.Reason); err != nil {
		return err
	}
	return checkSource(d.Source)
}

func (s *Service) decide(ctx context.Context, tx Tx, before *fact.Fact, by fact.Actor, d fact.Decision) (Outcome, error) {
	by.Name = s.nameOf(by)
	by, err := recognised(ctx, tx, by)
	if err != nil {
		return Outcome{}, err
	}
	d, err = s.prepare(ctx, tx, before, by, d)
	if err != nil {
		return Outcome{}, err
	}
	answered, open, err := s.answered(ctx, tx, before, d)
	if err != nil {
		return Outcome{}, err
	}
	after, values, err := fact.Apply(before, d, by, tx.Now())
	if err != nil {
		return Outcome{}, err
	}
	e := s.eventOn(after, by, d.Act)
	e.Values, e.Note, e.Flag = values, d.Reason, d.Flag
	out := Outcome{Before: before, After: after}
	return s.conclude(ctx, tx, out, e, answered, len(open) > 0)
}

// prepare completes a decision from the settings: until when a verification
// lasts, and whether a lone maker may check.
func (s *Service) prepare(ctx context.Context, tx Tx, f *fact.Fact, by fact.Actor, d fact.Decision) (fact.Decision, error) {
	switch d.Act {
	case fact.ActVerify:
		if d.Until.IsZero() {
			d.Until = tx.Now().Add(s.settings.validFor(f))
		}
		if !d.Until.After(tx.Now()) {
			return d, fact.Invalid("verify.until", "The date until which the fact is verified has to lie ahead.")
		}
		may, err := s.makerMayVerify(ctx, tx, tx.Now(), f, by)
		d.AllowMaker = may
		return d, err
	case fact.ActRelate:
		other, err := load(ctx, tx, d.Other)
		if err == nil && other.Topic != f.Topic {
			err = s.reviewer(other.Topic, by)
		}
		return d, err
	}
	return d, nil
}

// makerMayVerify says whether the setting lets the maker of a fact check it.
func (s *Service) makerMayVerify(ctx context.Context, r Reads, now time.Time, f *fact.Fact, by fact.Actor) (bool, error) {
	return s.makerMay(ctx, r, now, f.Topic, func(filter *fact.EventFilter) {
		filter.Fact, filter.Actor = f.ID, by.User
		filter.Acts = []fact.Act{fact.ActCorrect, fact.ActConfidence, fact.ActAccept}
	})
}

// makerMay applies the one-reviewer setting: where a topic has a single active
// reviewer, and what they made (the latest of the chosen events) is a day old.
func (s *Service) makerMay(ctx context.Context, r Reads, now time.Time, topic string, choose func(*fact.EventFilter)) (bool, error) {
	if !s.settings.MakerMay || len(s.roster.Reviewers(topic)) != 1 {
		return false, nil
	}
	filter := fact.EventFilter{Topic: topic, Limit: 1}
	choose(&filter)
	made, err := r.Events(ctx, filter)
	if err != nil || len(made) == 0 {
		return false, err
	}
	return !now.Before(made[0].At.Add(makerWait)), nil
}

// answered chooses, of a fact's open flags, those that a decision resolves.
func (s *Service) answered(ctx context.Context, tx Tx, f *fact.Fact, d fact.Decision) (answered, open []fact.Flag, err error) {
	open, err = tx.Flags(ctx, fact.FlagFilter{Fact: f.ID, Open: true})
	if err != nil {
		return nil, nil, err
	}
	switch d.Act {
	case fact.ActVerify, fact.ActCorrect, fact.ActRetract, fact.ActDismiss:
		answered = open
	default:
		return nil, open, nil
	}
	if d.Flag != 0 {
		answered = slices.DeleteFunc(slices.Clone(open), func(flag fact.Flag) bool { return flag.ID != d.Flag })
	}
	if len(answered) == 0 && (d.Flag != 0 || d.Act == fact.ActDismiss) {
		return nil, open, s.noFlag(ctx, tx, f, d)
	}
	return answered, open, nil
}

// conclude commits what every decision has in common: state, event, flags,
// messages.
func (s *Service) conclude(ctx context.Context, tx Tx, out Outcome, e fact.Event, answered []fact.Flag, queued bool) (Outcome, error) {
	if err := staysApart(ctx, tx, out); err != nil {
		return out, err
	}
	if err := tx.SaveFact(ctx, out.After); err != nil {
		return out, err
	}
	if len(answered) > 0 {
		e.Values = append(e.Values, fact.Value{Name: valueFlags, Old: flagIDs(answered)})
	}
	e, err := tx.Append(ctx, e)
	if err != nil {
		return out, err
	}
	out.Event, out.Resolved = e, len(answered)
	if err := s.mirror(ctx, tx, out.After, e); err != nil {
		return out, err
	}
	if err := s.resolve(ctx, tx, out.After, e, answered); err != nil {
		return out, err
	}
	if err := s.tellDecided(ctx, tx, out, queued); err != nil {
		return out, err
	}
	if out.UndoUntil, out.Tells, err = s.undoUntil(ctx, tx, tx.Now(), e); err != nil {
		return out, err
	}
	return s.reload(ctx, tx, out)
}

// reload takes the fact as the store gives it, its doubts counted anew.
func (s *Service) reload(ctx context.Context, tx Tx, out Outcome) (Outcome, error) {
	f, err := load(ctx, tx, out.After.ID)
	if err == nil {
		out.After = f
	}
	return out, err
}

// Names of values that events carry beside what changed on the fact.
const (
	valueFlags    = "flags"    // the flags an act resolved, as "3,5"
	valueUndoes   = "undoes"   // the sequence of the event undone
	valueRelated  = "related"  // a relation recorded on the other fact
	valueProposal = "proposal" // the proposal accepted or rejected
	valueGap      = "gap"      // the question sent in or answered
)

func flagIDs(flags []fact.Flag) string {
	ids := make([]string, len(flags))
	for i, f := range flags {
		ids[i] = strconv.FormatInt(f.ID, 10)
	}
	return strings.Join(ids, ",")
}

// mirror records a relation, or its undoing, in the history of the other fact.
func (s *Service) mirror(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event) error {
	kind, other, ok := relationOf(e)
	if !ok {
		return nil
	}
	of, err := load(ctx, tx, other)
	if err != nil {
		return err
	}
	m := e
	m.Seq, m.Topic, m.Fact, m.Version, m.Prev, m.Hash = 0, of.Topic, of.ID, of.Version, "", ""
	v := fact.Value{Name: valueRelated, New: f.ID.String() + " " + string(kind) + " " + other.String()}
	if e.Act == fact.ActUndo {
		v.Old, v.New = v.New, ""
	}
	m.Values = []fact.Value{v}
	_, err = tx.Append(ctx, m)
	return err
}

// relationOf reads the relation that an event recorded or took back.
func relationOf(e fact.Event) (fact.RelationKind, fact.ID, bool) {
	for _, v := range e.Values {
		if v.Name != "relation" {
			continue
		}
		text := v.New + v.Old
		at := strings.LastIndexByte(text, ' ')
		if at < 0 {
			return "", fact.ID{}, false
		}
		id, ok := fact.ParseID(text[at+1:], "")
		return fact.RelationKind(text[:at]), id, ok
	}
	return "", fact.ID{}, false
}

// resolve closes the flags that a decision answers and tells those who raised them.
func (s *Service) resolve(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event, answered []fact.Flag) error {
	for _, flag := range answered {
		flag.Open, flag.Outcome, flag.Decided = false, e.Act, e.At
		if _, err := tx.SaveFlag(ctx, flag); err != nil {
			return err
		}
		if err := s.tellFlagger(ctx, tx, f, e, flag); err != nil {
			return err
		}
	}
	return nil
}
