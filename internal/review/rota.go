package review

import (
	"context"
	"slices"
	"time"

	"factbot/internal/fact"
)

// week numbers the ISO weeks (Monday to Sunday) one after another, in the
// location of the settings, across the turn of the year.
func (s *Service) week(at time.Time) int {
	y, m, d := at.In(s.settings.Location).Date()
	days := int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	return (days + 3) / 7 // 1 January 1970 was a Thursday
}

// onDuty is the reviewer whose week it is, passing over those who may not own
// the matter where there is anybody else; "" where the topic has no reviewers.
func (s *Service) onDuty(topic string, at time.Time, not ...fact.UserID) fact.UserID {
	all := s.roster.Reviewers(topic)
	n := len(all)
	if n == 0 {
		return ""
	}
	first := s.week(at) % n
	for i := range n {
		if r := all[(first+i)%n]; !slices.Contains(not, r) {
			return r
		}
	}
	return all[first]
}

// keepOwner gives a flagged fact its owner. One who has it keeps it while flags
// are open; a fact that comes into the queue anew asks the rota.
func (s *Service) keepOwner(ctx context.Context, tx Tx, f *fact.Fact, before []fact.Flag, added ...fact.Flag) (fact.UserID, error) {
	if len(before) > 0 {
		o, err := tx.Owner(ctx, f.ID)
		if err != nil || o.User != "" {
			return o.User, err
		}
	}
	var flaggers []fact.UserID
	for _, flag := range append(slices.Clone(before), added...) {
		flaggers = append(flaggers, flag.By)
	}
	user := s.onDuty(f.Topic, tx.Now(), flaggers...)
	if user == "" {
		return "", nil
	}
	return user, tx.SetOwner(ctx, fact.Owner{Fact: f.ID, User: user, Since: tx.Now()})
}

// HandOn makes another reviewer the owner of a flagged fact.
func (s *Service) HandOn(ctx context.Context, by fact.Actor, id fact.ID, to fact.UserID) error {
	return s.act(ctx, by, intent{act: fact.ActHandOn, fact: id}, func(tx Tx) error {
		f, err := load(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.reviewer(f.Topic, by); err != nil {
			return err
		}
		if !slices.Contains(s.roster.Reviewers(f.Topic), to) {
			return fact.Invalid("hand.reviewer", "Only a reviewer of this topic can take it over.")
		}
		open, err := tx.Flags(ctx, fact.FlagFilter{Fact: id, Open: true})
		if err != nil {
			return err
		}
		if len(open) == 0 && !f.Expired(tx.Now()) {
			return fact.Conflict("hand.none", id.String()+" is not waiting for anybody.").With("id", id.String())
		}
		owner, err := tx.Owner(ctx, id)
		if err != nil {
			return err
		}
		if owner.User == to {
			return fact.Conflict("hand.same", s.roster.Name(to)+" has it already.").With("name", s.roster.Name(to))
		}
		if err := tx.SetOwner(ctx, fact.Owner{Fact: id, User: to, Since: tx.Now()}); err != nil {
			return err
		}
		e, err := tx.Append(ctx, s.eventOn(f, by, fact.ActHandOn))
		if err != nil || len(open) == 0 {
			return err
		}
		return s.tellQueue(ctx, tx, f, e.Seq, false, to)
	})
}
