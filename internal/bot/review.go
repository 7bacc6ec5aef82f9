package bot

import (
	"context"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// Reviewing is the review process as the bot uses it. *review.Service has it.
type Reviewing interface {
	Doubting
	Deciding
	Proposing
	Asking
	Preferring
	// May says whether the person may act as a reviewer of the topic.
	May(topic string, user fact.UserID) bool
	UndoWindow() time.Duration
	// Digest gathers what a topic's summary of [from, to) says.
	Digest(ctx context.Context, topic string, from, to time.Time) (review.Digest, error)
}

// Doubting is what anyone may do about a fact.
type Doubting interface {
	Flag(ctx context.Context, by fact.Actor, in review.FlagInput) (review.Flagged, error)
	Withdraw(ctx context.Context, by fact.Actor, id fact.ID) (review.Flagged, error)
	MyFlags(ctx context.Context, by fact.Actor) ([]fact.Flag, error)
}

// Deciding is what reviewers do about doubts.
type Deciding interface {
	Queue(ctx context.Context, by fact.Actor, topic string) ([]review.QueueItem, error)
	Next(ctx context.Context, by fact.Actor, topic string, after fact.ID) (review.QueueItem, bool, error)
	Decide(ctx context.Context, by fact.Actor, d fact.Decision) (review.Outcome, error)
	Undo(ctx context.Context, by fact.Actor, id fact.ID) (review.Outcome, error)
	// UndoUntil is until when what an event did can be undone, and whether others are told then.
	UndoUntil(ctx context.Context, e fact.Event) (until time.Time, tells bool, err error)
	HandOn(ctx context.Context, by fact.Actor, id fact.ID, to fact.UserID) error
	// Verifiable refuses what Decide would refuse of a verification because of who asks.
	Verifiable(ctx context.Context, by fact.Actor, f *fact.Fact) error
}

// Proposing is how a new fact comes in.
type Proposing interface {
	Propose(ctx context.Context, by fact.Actor, p fact.Proposal) (fact.Proposal, error)
	Proposals(ctx context.Context, by fact.Actor, topic string) ([]fact.Proposal, error)
	Accept(ctx context.Context, by fact.Actor, proposal int64, version int, reason string) (review.Outcome, error)
	Reject(ctx context.Context, by fact.Actor, proposal int64, reason string) error
}

// Asking is what becomes of questions that found nothing.
type Asking interface {
	SendGap(ctx context.Context, by fact.Actor, topic, question string) (fact.Gap, error)
	Gaps(ctx context.Context, by fact.Actor, topic string) ([]fact.Gap, error)
	CloseGap(ctx context.Context, by fact.Actor, gap int64, answer fact.ID) error
}

// Preferring is what people and channels want to be told.
type Preferring interface {
	Subscribe(ctx context.Context, by fact.Actor, on bool) error
	Subscribed(ctx context.Context, by fact.Actor) (bool, error)
	OptOut(ctx context.Context, by fact.Actor, channel fact.ChannelID, out bool) error
}

// People knows people by their Slack ids.
type People interface {
	Name(user fact.UserID) string         // plain display name; the id if unknown
	Reviewers(topic string) []fact.UserID // active ones, in a stable order
}
