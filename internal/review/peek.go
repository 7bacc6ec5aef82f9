package review

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Verifiable refuses what Decide would refuse of a verification because of who
// asks for it: so that nobody fills in a form in vain. Decide checks again.
func (s *Service) Verifiable(ctx context.Context, by fact.Actor, f *fact.Fact) error {
	return s.read(ctx, func(r Reads, now time.Time) error {
		by, err := recognised(ctx, r, by)
		if err != nil {
			return err
		}
		may, err := s.makerMayVerify(ctx, r, now, f, by)
		if err != nil {
			return err
		}
		d := fact.Decision{Act: fact.ActVerify, Fact: f.ID, Version: f.Version, Until: now.Add(s.settings.validFor(f)), AllowMaker: may}
		_, _, err = fact.Apply(f, d, by, now)
		return err
	})
}

// Subscribed says whether the person gets the weekly message of what changed.
func (s *Service) Subscribed(ctx context.Context, by fact.Actor) (on bool, err error) {
	err = s.read(ctx, func(r Reads, _ time.Time) (err error) {
		on, err = isSubscribed(ctx, r, by.User)
		return err
	})
	return on, err
}
