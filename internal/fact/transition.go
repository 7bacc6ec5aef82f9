package fact

import (
	"fmt"
	"strconv"
	"time"
)

// Decision is what a reviewer wants done to one fact.
type Decision struct {
	Act        Act
	Fact       ID
	Version    int // the version decided on; 0 only where the caller has checked it
	Statement  string
	Confidence Confidence
	Until      time.Time // of a verification; zero: it does not expire
	Reason     string
	Relation   RelationKind
	Other      ID
	Flag       int64 // the flag dismissed; 0: every open flag of the fact
	Source     *Citation
	AllowMaker bool // the one-reviewer setting: the maker may check, marked so
}

// Value is one value that an act changed, as its event records it.
type Value struct {
	Name string // status, confidence, wording, until, relation …
	Old  string
	New  string
}

// Apply gives the fact as it is after the decision, and the values changed. It
// refuses what the table of acts does not allow: a stale version, an illegal
// transition, a missing reason, and a person checking what they made
// themselves. The fact given is not modified.
func Apply(f *Fact, d Decision, by Actor, now time.Time) (*Fact, []Value, error) {
	if by.User == "" {
		return nil, nil, Forbidden("act.nobody", "Slack did not say who you are, so nothing was done.")
	}
	if d.Version != 0 && d.Version != f.Version {
		return nil, nil, Conflict("act.stale",
			fmt.Sprintf("%s has changed since you saw it; look at it again and decide anew.", f.ID)).
			With("id", f.ID.String())
	}
	next := *f
	var values []Value
	var err error
	switch d.Act {
	case ActVerify:
		values, err = verify(&next, d, by, now)
	case ActCorrect:
		values, err = correct(&next, d, by)
	case ActConfidence:
		values, err = rate(&next, d, by)
	case ActRetract:
		values, err = retract(&next, d)
	case ActRestore:
		values, err = restore(&next)
	case ActDismiss:
		return &next, nil, needReason(d)
	case ActRelate:
		values, err = relate(&next, d)
		if err != nil {
			return nil, nil, err
		}
		return &next, values, nil
	default:
		return nil, nil, Invalid("act.unknown", "That is not a decision factbot knows.")
	}
	if err != nil {
		return nil, nil, err
	}
	next.Version++
	return &next, values, nil
}

func verify(f *Fact, d Decision, by Actor, now time.Time) ([]Value, error) {
	if f.Status == Retracted {
		return nil, retractedFirst(f)
	}
	own := f.Makers != nil && (by.Is(f.Makers.Wording) || by.Is(f.Makers.Confidence))
	if own && !d.AllowMaker {
		return nil, Forbidden("verify.own",
			fmt.Sprintf("You set the wording or the confidence of %s yourself, so another reviewer has to verify it.", f.ID)).
			With("id", f.ID.String())
	}
	old := f.Status
	f.Status = Verified
	f.Verified = &Verification{By: by.User, Name: by.Name, At: now, Until: d.Until, SelfDone: own}
	f.Marks = f.Marks&^(StatusMissing|SecondNeeded|VerifiedInFile) | DecidedStatus
	if !own && f.Makers != nil {
		// Somebody else stands for the confidence now; the wording stays its maker's.
		f.Makers = f.Makers.set(func(m *Makers) { m.Confidence = "" })
	}
	values := []Value{{"status", old.String(), f.Status.String()}}
	if !d.Until.IsZero() {
		values = append(values, Value{"until", "", d.Until.UTC().Format(time.RFC3339)})
	}
	return values, nil
}

func correct(f *Fact, d Decision, by Actor) ([]Value, error) {
	if f.Status == Retracted {
		return nil, retractedFirst(f)
	}
	if err := CheckStatement(d.Statement); err != nil {
		return nil, err
	}
	if d.Statement == f.Statement {
		return nil, Invalid("correct.same", "The new wording is the same as the present one, so nothing was changed.")
	}
	old := f.Status
	values := []Value{{"wording", f.Statement, d.Statement}}
	f.Statement, f.Lang, f.Status, f.Verified = d.Statement, DetectLang(d.Statement), Unverified, nil
	f.Marks = f.Marks&^(StatusMissing|VerifiedInFile) | SecondNeeded | Reworded | DecidedWording
	f.Makers = f.Makers.set(func(m *Makers) { m.Wording = by.User })
	if d.Source != nil {
		f.Sources = append(append([]Citation(nil), f.Sources...), *d.Source)
	}
	if old != Unverified {
		values = append(values, Value{"status", old.String(), f.Status.String()})
	}
	return values, nil
}

func rate(f *Fact, d Decision, by Actor) ([]Value, error) {
	if f.Status == Retracted {
		return nil, retractedFirst(f)
	}
	if !d.Confidence.Valid() {
		return nil, Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
	}
	if d.Confidence == f.Confidence {
		return nil, Invalid("confidence.same", "That is already its confidence, so nothing was changed.")
	}
	old := f.Confidence
	f.Confidence = d.Confidence
	f.Marks |= Rerated | DecidedConfidence
	f.Makers = f.Makers.set(func(m *Makers) { m.Confidence = by.User })
	return []Value{{"confidence", strconv.Itoa(int(old)), strconv.Itoa(int(f.Confidence))}}, nil
}

func retract(f *Fact, d Decision) ([]Value, error) {
	if f.Status == Retracted {
		return nil, Conflict("retract.already", fmt.Sprintf("%s is already retracted.", f.ID)).With("id", f.ID.String())
	}
	if err := needReason(d); err != nil {
		return nil, err
	}
	old := f.Status
	f.Status, f.Verified = Retracted, nil
	f.Marks = f.Marks&^(StatusMissing|VerifiedInFile|SecondNeeded) | DecidedStatus
	return []Value{{"status", old.String(), f.Status.String()}}, nil
}

func restore(f *Fact) ([]Value, error) {
	if f.Status != Retracted {
		return nil, Conflict("restore.not_retracted",
			fmt.Sprintf("%s is not retracted, so there is nothing to restore.", f.ID)).With("id", f.ID.String())
	}
	f.Status = Unverified
	f.Marks |= DecidedStatus
	return []Value{{"status", Retracted.String(), f.Status.String()}}, nil
}

func relate(f *Fact, d Decision) ([]Value, error) {
	switch d.Relation {
	case DuplicateOf, Contradicts, Refines, Translates:
	default:
		return nil, Invalid("relate.kind", "A relation is one of: duplicate of, contradicts, refines, translates.")
	}
	if d.Other.IsZero() || d.Other == f.ID {
		return nil, Invalid("relate.other", "Name another fact to relate this one to.")
	}
	for _, r := range f.Relations {
		if r.Kind == d.Relation && r.Other == d.Other {
			return nil, Conflict("relate.already", "That relation is already recorded.")
		}
	}
	f.Relations = append(append([]Relation(nil), f.Relations...), Relation{Kind: d.Relation, Other: d.Other})
	return []Value{{"relation", "", string(d.Relation) + " " + d.Other.String()}}, nil
}

func needReason(d Decision) error {
	if d.Reason == "" {
		return Invalid("act.reason", "Give a reason: people who relied on the fact will read it.")
	}
	return nil
}

func retractedFirst(f *Fact) error {
	return Conflict("act.retracted", fmt.Sprintf("%s is retracted; restore it first.", f.ID)).With("id", f.ID.String())
}

// set returns a copy of the makers with a change; the receiver may be nil.
func (m *Makers) set(change func(*Makers)) *Makers {
	next := Makers{}
	if m != nil {
		next = *m
	}
	change(&next)
	return &next
}
