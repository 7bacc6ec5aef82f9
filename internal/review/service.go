package review

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Config holds what a Service needs.
type Config struct {
	Store    Store  // required
	Roster   Roster // required
	Settings Settings
}

// Service is the review process. Its methods are safe for concurrent use; each
// is one transaction.
type Service struct {
	store    Store
	roster   Roster
	settings Settings
}

// New makes a Service.
func New(c Config) *Service {
	return &Service{store: c.Store, roster: c.Roster, settings: c.Settings}
}

// API of the service, in the order of a doubt's life. (Each is a method of *Service.)
type api interface {
	// anyone
	Flag(ctx context.Context, by fact.Actor, in FlagInput) (Flagged, error)
	Withdraw(ctx context.Context, by fact.Actor, id fact.ID) (Flagged, error)
	MyFlags(ctx context.Context, by fact.Actor) ([]fact.Flag, error)
	Propose(ctx context.Context, by fact.Actor, p fact.Proposal) (fact.Proposal, error)
	SendGap(ctx context.Context, by fact.Actor, topic, question string) (fact.Gap, error)
	Subscribe(ctx context.Context, by fact.Actor, on bool) error // weekly "changed since you saw it"

	// reviewers
	Queue(ctx context.Context, by fact.Actor, topic string) ([]QueueItem, error)
	Next(ctx context.Context, by fact.Actor, topic string, after fact.ID) (QueueItem, bool, error) // /rdma review: unverified by times shown
	Decide(ctx context.Context, by fact.Actor, d fact.Decision) (Outcome, error)
	Undo(ctx context.Context, by fact.Actor, id fact.ID) (Outcome, error)
	HandOn(ctx context.Context, by fact.Actor, id fact.ID, to fact.UserID) error
	Proposals(ctx context.Context, by fact.Actor, topic string) ([]fact.Proposal, error)
	Accept(ctx context.Context, by fact.Actor, proposal int64, reason string) (Outcome, error)
	Reject(ctx context.Context, by fact.Actor, proposal int64, reason string) error
	Gaps(ctx context.Context, by fact.Actor, topic string) ([]fact.Gap, error)
	CloseGap(ctx context.Context, by fact.Actor, gap int64, answer fact.ID) error
	OptOut(ctx context.Context, by fact.Actor, channel fact.ChannelID, out bool) error // of correction replies

	// imports and the operator
	Import(ctx context.Context, by fact.Actor, plan *fact.Plan, automatic bool, progress func(done int)) (fact.Import, error)
	Forget(ctx context.Context, by fact.Actor, user fact.UserID) (int, error)

	// schedules (run by the outbox's clock; each is idempotent for its period)
	Daily(ctx context.Context) error  // owners' items, rota, items of people who left
	Weekly(ctx context.Context) error // digest per topic, opt-in "changed since you saw it"
}

// May says whether the person may act as a reviewer of the topic.
func (s *Service) May(topic string, user fact.UserID) bool {
	return user != "" && s.roster.Role(topic, user) >= fact.Reviewer
}

// UndoWindow is how long a decision can be undone.
func (s *Service) UndoWindow() time.Duration { return s.settings.UndoWindow }
