package review

import (
	"context"
	"slices"
	"time"

	"factbot/internal/fact"
)

// Flag records a person's doubt about a fact. A person has at most one open flag
// on a fact: a second edits the first, and one that says nothing new ("me too"
// by somebody who has flagged already) changes nothing. Flags do not raise the
// fact's version.
func (s *Service) Flag(ctx context.Context, by fact.Actor, in FlagInput) (Flagged, error) {
	if err := in.check(); err != nil {
		return Flagged{}, err
	}
	var out Flagged
	err := s.act(ctx, by, intent{act: fact.ActFlag, fact: in.Fact}, func(tx Tx) error {
		f, err := load(ctx, tx, in.Fact)
		if err != nil {
			return err
		}
		if f.Status == fact.Retracted {
			return fact.Conflict("flag.retracted", f.ID.String()+" is retracted already, so there is nothing to doubt.").
				With("id", f.ID.String())
		}
		open, err := tx.Flags(ctx, fact.FlagFilter{Fact: f.ID, Open: true})
		if err != nil {
			return err
		}
		who, err := recognised(ctx, tx, by)
		if err != nil {
			return err
		}
		if i := indexBy(open, who); i >= 0 {
			out, err = s.reflag(ctx, tx, f, open[i], by, in)
		} else {
			out, err = s.newFlag(ctx, tx, f, open, by, in)
		}
		return err
	})
	return out, err
}

func (in *FlagInput) check() error {
	if !slices.Contains(fact.Reasons[:], in.Reason) {
		return fact.Invalid("flag.reason", "Choose a reason for the doubt.")
	}
	if err := checkNote(in.Note); err != nil {
		return err
	}
	return checkURL(in.Evidence)
}

// where is the place of a flag as it may be kept: a private one without name.
func (in *FlagInput) where() fact.Place {
	p := in.Place
	if p.Kind != fact.PlacePublic {
		p.Name = ""
	}
	return p
}

func indexBy(flags []fact.Flag, by fact.Actor) int {
	return slices.IndexFunc(flags, func(f fact.Flag) bool { return by.Is(f.By) })
}

func (s *Service) newFlag(ctx context.Context, tx Tx, f *fact.Fact, open []fact.Flag, by fact.Actor, in FlagInput) (Flagged, error) {
	opens, err := s.opens(ctx, tx, f.ID, open, by)
	if err != nil {
		return Flagged{}, err
	}
	flag := fact.Flag{
		Fact: f.ID, Version: f.Version, By: by.User, Name: s.nameOf(by), Reason: in.Reason,
		Note: in.Note, Evidence: in.Evidence, Place: in.where(), At: tx.Now(), Open: true,
	}
	id, err := tx.SaveFlag(ctx, flag)
	if err != nil {
		return Flagged{}, err
	}
	flag.ID = id
	e := s.eventOn(f, by, fact.ActFlag)
	e.Flag, e.Note = flag.ID, in.Note
	e.Values = changes(fact.Value{Name: "reason", New: string(in.Reason)}, fact.Value{Name: "evidence", New: given(in.Evidence)})
	if e, err = tx.Append(ctx, e); err != nil {
		return Flagged{}, err
	}
	owner, err := s.keepOwner(ctx, tx, f, open, flag)
	if err != nil {
		return Flagged{}, err
	}
	if err := s.tellQueue(ctx, tx, f, e.Seq, opens, owner); err != nil {
		return Flagged{}, err
	}
	return s.flagged(ctx, tx, flag, false, owner)
}

// wavering is how soon a person who has withdrawn a flag counts as the same doubt
// when they raise it again.
const wavering = time.Hour

// opens says whether a doubt brings a fact into the queue, with a message of its
// own there. Whoever flags and withdraws in turn has the one message edited.
func (s *Service) opens(ctx context.Context, tx Tx, id fact.ID, open []fact.Flag, by fact.Actor) (bool, error) {
	if len(open) > 0 {
		return false, nil
	}
	latest, err := tx.Events(ctx, fact.EventFilter{Fact: id, Limit: 1})
	if err != nil || len(latest) == 0 {
		return true, err
	}
	e := latest[0]
	return e.Act != fact.ActWithdraw || !by.Is(e.Actor) || tx.Now().Sub(e.At) >= wavering, nil
}

func (s *Service) reflag(ctx context.Context, tx Tx, f *fact.Fact, flag fact.Flag, by fact.Actor, in FlagInput) (Flagged, error) {
	owner, err := tx.Owner(ctx, f.ID)
	if err != nil {
		return Flagged{}, err
	}
	if flag.By == by.User && flag.Reason == in.Reason && (in.Note == "" || in.Note == flag.Note) && (in.Evidence == "" || in.Evidence == flag.Evidence) {
		out, err := s.flagged(ctx, tx, flag, true, owner.User)
		out.Same = true
		return out, err
	}
	e := s.eventOn(f, by, fact.ActReflag)
	e.Flag, e.Note = flag.ID, in.Note
	e.Values = changes(fact.Value{Name: "reason", Old: string(flag.Reason), New: string(in.Reason)},
		fact.Value{Name: "evidence", Old: given(flag.Evidence), New: given(in.Evidence)})
	flag.Reason, flag.Note, flag.Evidence = in.Reason, in.Note, in.Evidence
	flag.Version, flag.Place = f.Version, in.where()
	flag.By, flag.Name = by.User, s.nameOf(by) // also of who was forgotten and is back
	if _, err := tx.SaveFlag(ctx, flag); err != nil {
		return Flagged{}, err
	}
	if e, err = tx.Append(ctx, e); err != nil {
		return Flagged{}, err
	}
	if err := s.tellQueue(ctx, tx, f, e.Seq, false, owner.User); err != nil {
		return Flagged{}, err
	}
	return s.flagged(ctx, tx, flag, true, owner.User)
}

// Withdraw takes the person's open flag on a fact back.
func (s *Service) Withdraw(ctx context.Context, by fact.Actor, id fact.ID) (Flagged, error) {
	var out Flagged
	err := s.act(ctx, by, intent{act: fact.ActWithdraw, fact: id}, func(tx Tx) error {
		f, err := load(ctx, tx, id)
		if err != nil {
			return err
		}
		who, err := recognised(ctx, tx, by)
		if err != nil {
			return err
		}
		open, err := tx.Flags(ctx, fact.FlagFilter{Fact: id, Open: true})
		if err != nil {
			return err
		}
		i := indexBy(open, who)
		if i < 0 {
			return fact.NotFound("withdraw.none", "You have no open flag on "+id.String()+".").With("id", id.String())
		}
		flag := open[i]
		flag.Open, flag.Outcome, flag.Decided = false, fact.ActWithdraw, tx.Now()
		if _, err := tx.SaveFlag(ctx, flag); err != nil {
			return err
		}
		e := s.eventOn(f, by, fact.ActWithdraw)
		e.Flag = flag.ID
		if e, err = tx.Append(ctx, e); err != nil {
			return err
		}
		owner, err := tx.Owner(ctx, id)
		if err != nil {
			return err
		}
		if err := s.tellQueue(ctx, tx, f, e.Seq, false, owner.User); err != nil {
			return err
		}
		out, err = s.flagged(ctx, tx, flag, false, owner.User)
		return err
	})
	return out, err
}

// flagged is the result, with the fact's doubts as they are now.
func (s *Service) flagged(ctx context.Context, tx Tx, flag fact.Flag, edited bool, owner fact.UserID) (Flagged, error) {
	f, err := load(ctx, tx, flag.Fact)
	return Flagged{Flag: flag, Fact: f, Edited: edited, Owner: owner}, err
}

// MyFlags lists the person's flags, open and resolved, oldest first.
func (s *Service) MyFlags(ctx context.Context, by fact.Actor) ([]fact.Flag, error) {
	if err := s.known(by); err != nil {
		return nil, err
	}
	var flags []fact.Flag
	err := s.read(ctx, func(r Reads, _ time.Time) (err error) {
		flags, err = r.Flags(ctx, fact.FlagFilter{By: by.User})
		return err
	})
	return flags, err
}

// given says of a link only whether there is one: the history is kept for ever,
// and a link may name its giver.
func given(link string) string {
	if link == "" {
		return ""
	}
	return "given"
}

// changes leaves out the values that did not change.
func changes(values ...fact.Value) []fact.Value {
	return slices.DeleteFunc(values, func(v fact.Value) bool { return v.Old == v.New })
}
