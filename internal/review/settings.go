package review

import (
	"slices"
	"time"

	"factbot/internal/fact"
)

// day is a day of the calendar where nothing shifts the clock.
const day = 24 * time.Hour

// shownFor is how far back the times a fact was shown are counted.
const shownFor = 90 * day

// withDefaults fills in what an operator left out.
func (s Settings) withDefaults() Settings {
	orElse := func(d *time.Duration, standard time.Duration) {
		if *d == 0 {
			*d = standard
		}
	}
	orElse(&s.VerifiedFor, 90*day)
	orElse(&s.VerifiedLow, 30*day)
	orElse(&s.UndoWindow, 10*time.Minute)
	orElse(&s.FollowFor, 90*day)
	orElse(&s.ReplyFor, 14*day)
	s.UndoWindow = max(s.UndoWindow, 0)
	if s.LowBelow == 0 {
		s.LowBelow = 50
	}
	if s.RepliesADay == 0 {
		s.RepliesADay = 5
	}
	if s.DailyItems == 0 {
		s.DailyItems = 5
	}
	if s.LoseShare == 0 {
		s.LoseShare = 0.1
	}
	if s.Location == nil {
		s.Location = time.UTC
	}
	return s
}

// validFor is how long a verification of the fact lasts.
func (s *Settings) validFor(f *fact.Fact) time.Duration {
	if f.Confidence < s.LowBelow {
		return s.VerifiedLow
	}
	return s.VerifiedFor
}

// optedOut says whether the configuration keeps correction replies out of a channel.
func (s *Settings) optedOut(channel fact.ChannelID) bool {
	return slices.Contains(s.OptedOut, channel)
}
