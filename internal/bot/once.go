package bot

import (
	"context"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// spent stands for the review service while an answer is worded again: it
// reads, and every act is refused as already done.
type spent struct{ Reviewing }

func repeated() error { return fact.Conflict("act.repeated", "That was already done.") }

// Flag implements Doubting.
func (spent) Flag(context.Context, fact.Actor, review.FlagInput) (review.Flagged, error) {
	return review.Flagged{}, repeated()
}

// Withdraw implements Doubting.
func (spent) Withdraw(context.Context, fact.Actor, fact.ID) (review.Flagged, error) {
	return review.Flagged{}, repeated()
}

// Decide implements Deciding.
func (spent) Decide(context.Context, fact.Actor, fact.Decision) (review.Outcome, error) {
	return review.Outcome{}, repeated()
}

// Undo implements Deciding.
func (spent) Undo(context.Context, fact.Actor, fact.ID) (review.Outcome, error) {
	return review.Outcome{}, repeated()
}

// HandOn implements Deciding.
func (spent) HandOn(context.Context, fact.Actor, fact.ID, fact.UserID) error { return repeated() }

// Propose implements Proposing.
func (spent) Propose(context.Context, fact.Actor, fact.Proposal) (fact.Proposal, error) {
	return fact.Proposal{}, repeated()
}

// Accept implements Proposing.
func (spent) Accept(context.Context, fact.Actor, int64, int, string) (review.Outcome, error) {
	return review.Outcome{}, repeated()
}

// Reject implements Proposing.
func (spent) Reject(context.Context, fact.Actor, int64, string) error { return repeated() }

// SendGap implements Asking.
func (spent) SendGap(context.Context, fact.Actor, string, string) (fact.Gap, error) {
	return fact.Gap{}, repeated()
}

// CloseGap implements Asking.
func (spent) CloseGap(context.Context, fact.Actor, int64, fact.ID) error { return repeated() }

// Subscribe implements Preferring.
func (spent) Subscribe(context.Context, fact.Actor, bool) error { return repeated() }

// OptOut implements Preferring.
func (spent) OptOut(context.Context, fact.Actor, fact.ChannelID, bool) error { return repeated() }

// acting notes whether an act ran for the call, what it left, and how it failed.
type acting struct {
	Reviewing
	did *did
}

func (a acting) note(err error) error {
	a.did.done, a.did.err = true, err
	return err
}

// Flag implements Doubting.
func (a acting) Flag(ctx context.Context, by fact.Actor, in review.FlagInput) (review.Flagged, error) {
	out, err := a.Reviewing.Flag(ctx, by, in)
	a.did.flag, a.did.same = out.Flag.ID, out.Same
	return out, a.note(err)
}

// Withdraw implements Doubting.
func (a acting) Withdraw(ctx context.Context, by fact.Actor, id fact.ID) (review.Flagged, error) {
	out, err := a.Reviewing.Withdraw(ctx, by, id)
	a.did.flag = out.Flag.ID
	return out, a.note(err)
}

// Decide implements Deciding.
func (a acting) Decide(ctx context.Context, by fact.Actor, d fact.Decision) (review.Outcome, error) {
	out, err := a.Reviewing.Decide(ctx, by, d)
	a.did.cause = out.Event.Seq
	return out, a.note(err)
}

// Undo implements Deciding.
func (a acting) Undo(ctx context.Context, by fact.Actor, id fact.ID) (review.Outcome, error) {
	out, err := a.Reviewing.Undo(ctx, by, id)
	a.did.cause = out.Event.Seq
	return out, a.note(err)
}

// HandOn implements Deciding.
func (a acting) HandOn(ctx context.Context, by fact.Actor, id fact.ID, to fact.UserID) error {
	return a.note(a.Reviewing.HandOn(ctx, by, id, to))
}

// Propose implements Proposing.
func (a acting) Propose(ctx context.Context, by fact.Actor, p fact.Proposal) (fact.Proposal, error) {
	out, err := a.Reviewing.Propose(ctx, by, p)
	return out, a.note(err)
}

// Accept implements Proposing.
func (a acting) Accept(ctx context.Context, by fact.Actor, proposal int64, version int, reason string) (review.Outcome, error) {
	out, err := a.Reviewing.Accept(ctx, by, proposal, version, reason)
	a.did.cause = out.Event.Seq
	return out, a.note(err)
}

// Reject implements Proposing.
func (a acting) Reject(ctx context.Context, by fact.Actor, proposal int64, reason string) error {
	return a.note(a.Reviewing.Reject(ctx, by, proposal, reason))
}

// SendGap implements Asking.
func (a acting) SendGap(ctx context.Context, by fact.Actor, topic, question string) (fact.Gap, error) {
	out, err := a.Reviewing.SendGap(ctx, by, topic, question)
	return out, a.note(err)
}

// CloseGap implements Asking.
func (a acting) CloseGap(ctx context.Context, by fact.Actor, gap int64, answer fact.ID) error {
	return a.note(a.Reviewing.CloseGap(ctx, by, gap, answer))
}

// Subscribe implements Preferring.
func (a acting) Subscribe(ctx context.Context, by fact.Actor, on bool) error {
	return a.note(a.Reviewing.Subscribe(ctx, by, on))
}

// OptOut implements Preferring.
func (a acting) OptOut(ctx context.Context, by fact.Actor, channel fact.ChannelID, out bool) error {
	return a.note(a.Reviewing.OptOut(ctx, by, channel, out))
}
