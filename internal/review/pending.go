package review

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Flag records a doubt about a fact.
func (s *Service) Flag(ctx context.Context, by fact.Actor, in FlagInput) (Flagged, error) {
	return Flagged{}, nil
}

// Withdraw takes the person's open flag on a fact back.
func (s *Service) Withdraw(ctx context.Context, by fact.Actor, id fact.ID) (Flagged, error) {
	return Flagged{}, nil
}

// MyFlags lists the person's flags, oldest first.
func (s *Service) MyFlags(ctx context.Context, by fact.Actor) ([]fact.Flag, error) { return nil, nil }

// Propose hands in a fact for review.
func (s *Service) Propose(ctx context.Context, by fact.Actor, p fact.Proposal) (fact.Proposal, error) {
	return p, nil
}

// SendGap hands in a question that found nothing.
func (s *Service) SendGap(ctx context.Context, by fact.Actor, topic, question string) (fact.Gap, error) {
	return fact.Gap{}, nil
}

// Subscribe opts a person in to (or out of) the weekly "changed since you saw it".
func (s *Service) Subscribe(ctx context.Context, by fact.Actor, on bool) error { return nil }

// Queue lists what waits for a decision.
func (s *Service) Queue(ctx context.Context, by fact.Actor, topic string) ([]QueueItem, error) {
	return nil, nil
}

// Next is the unverified fact after another, by times shown.
func (s *Service) Next(ctx context.Context, by fact.Actor, topic string, after fact.ID) (QueueItem, bool, error) {
	return QueueItem{}, false, nil
}

// Decide records a reviewer's decision.
func (s *Service) Decide(ctx context.Context, by fact.Actor, d fact.Decision) (Outcome, error) {
	return Outcome{}, nil
}

// Undo takes the person's latest decision on a fact back.
func (s *Service) Undo(ctx context.Context, by fact.Actor, id fact.ID) (Outcome, error) {
	return Outcome{}, nil
}

// HandOn makes another reviewer the owner of a flagged fact.
func (s *Service) HandOn(ctx context.Context, by fact.Actor, id fact.ID, to fact.UserID) error {
	return nil
}

// Proposals lists the open proposals of a topic.
func (s *Service) Proposals(ctx context.Context, by fact.Actor, topic string) ([]fact.Proposal, error) {
	return nil, nil
}

// Accept accepts a proposal.
func (s *Service) Accept(ctx context.Context, by fact.Actor, proposal int64, reason string) (Outcome, error) {
	return Outcome{}, nil
}

// Reject rejects a proposal.
func (s *Service) Reject(ctx context.Context, by fact.Actor, proposal int64, reason string) error {
	return nil
}

// Gaps lists the open gaps of a topic.
func (s *Service) Gaps(ctx context.Context, by fact.Actor, topic string) ([]fact.Gap, error) {
	return nil, nil
}

// CloseGap closes a gap with the fact that answers it.
func (s *Service) CloseGap(ctx context.Context, by fact.Actor, gap int64, answer fact.ID) error {
	return nil
}

// OptOut takes a channel out of (or back into) correction replies.
func (s *Service) OptOut(ctx context.Context, by fact.Actor, channel fact.ChannelID, out bool) error {
	return nil
}

// Import applies what a topic file changes.
func (s *Service) Import(ctx context.Context, by fact.Actor, plan *fact.Plan, automatic bool, progress func(done int)) (fact.Import, error) {
	return fact.Import{}, nil
}

// Forget erases a person's id, name and notes.
func (s *Service) Forget(ctx context.Context, by fact.Actor, user fact.UserID) (int, error) {
	return 0, nil
}

// Daily keeps the rota and writes to the owners.
func (s *Service) Daily(ctx context.Context) error { return nil }

// Weekly enqueues the digests.
func (s *Service) Weekly(ctx context.Context) error { return nil }

// Outage enqueues the line about a time without Slack.
func (s *Service) Outage(ctx context.Context, from, to time.Time, late int) error { return nil }

// Digest gathers what a topic's weekly summary says about [from, to).
func (s *Service) Digest(ctx context.Context, topic string, from, to time.Time) (Digest, error) {
	return Digest{}, nil
}
