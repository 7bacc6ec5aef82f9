package review

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"factbot/internal/fact"
)

// follow sends corrections after the quotes of a fact that was retracted,
// reworded or lost half its confidence: each message of ours that showed it gets
// a banner, its thread a reply where the quote is recent. A restored fact's
// messages get a banner, so that none goes on calling it retracted, and a thread
// that was told not to rely on it gets a second reply: an edit of the first would
// reach nobody who has read it. After a decision they leave when it can no longer
// be undone; an import cannot be undone, so they leave at once. Messages in
// bannered get no second banner, as one tells all that changed in them; nil where
// one fact alone changed.
func (s *Service) follow(ctx context.Context, tx Tx, out Outcome, bannered map[string]bool) error {
	if !follows(out) {
		return nil
	}
	quotes, err := tx.Quotes(ctx, fact.QuoteFilter{Fact: out.After.ID, Since: tx.Now().Add(-s.settings.FollowFor)})
	if err != nil {
		return err
	}
	when, err := s.stands(ctx, tx, out.Event)
	if err != nil {
		return err
	}
	f := s.follower(tx, out, when, bannered)
	for _, quote := range slices.Backward(quotes) { // whichever way they are ordered, one per message
		if err := f.quote(ctx, quote); err != nil {
			return err
		}
	}
	return f.suppress(ctx)
}

// versioned lists the acts that change what a fact says, or whether it counts.
var versioned = []fact.Act{
	fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore,
	fact.ActRevise, fact.ActUndo,
}

// follows says whether corrections follow a change, at least of some quotes.
func follows(out Outcome) bool {
	if out.Event.Act == fact.ActVerify || !slices.Contains(versioned, out.Event.Act) {
		return false
	}
	return overtaken(out) || out.After.Confidence < out.Before.Confidence
}

// follower is the state of following the quotes of one change.
type follower struct {
	*Service
	tx       Tx
	out      Outcome
	when     time.Time // from when on it may be told
	messages map[string]bool
	bannered map[string]bool
	threads  map[string]bool
	shown    map[int]fact.Confidence // by version
	replies  map[fact.ChannelID]int  // corrections of the day; filled once
	counted  bool
	heard    map[string]bool // the threads that were told of a retraction; filled once
	held     int
}

func (s *Service) follower(tx Tx, out Outcome, when time.Time, bannered map[string]bool) *follower {
	if bannered == nil {
		bannered = map[string]bool{}
	}
	return &follower{
		Service: s, tx: tx, out: out, when: when, bannered: bannered, messages: map[string]bool{},
		threads: map[string]bool{}, shown: map[int]fact.Confidence{}, replies: map[fact.ChannelID]int{},
	}
}

// messageOf names the message that a quote is in, threadOf the thread that
// replies to it go to.
func messageOf(q fact.Quote) string { return string(q.Place.Channel) + "/" + q.Place.Message }

func threadOf(q fact.Quote) string {
	if q.Place.Thread == "" {
		return messageOf(q)
	}
	return string(q.Place.Channel) + "/" + q.Place.Thread
}

func (f *follower) quote(ctx context.Context, q fact.Quote) error {
	message := messageOf(q)
	if q.Place.Message == "" || q.Place.Channel == "" || f.messages[message] {
		return nil
	}
	if concerns, err := f.concerns(ctx, q); err != nil || !concerns {
		return err
	}
	f.messages[message] = true
	if err := f.banner(ctx, q); err != nil {
		return err
	}
	if restores(f.out) {
		if heard, err := f.heardOf(ctx, q); err != nil || !heard {
			return err
		}
	}
	return f.reply(ctx, q)
}

// heardOf says whether the thread of a quote was told that the fact, which is
// restored, was retracted.
func (f *follower) heardOf(ctx context.Context, q fact.Quote) (bool, error) {
	if f.heard == nil {
		f.heard = map[string]bool{}
		retractions, err := f.tx.Events(ctx, fact.EventFilter{Fact: q.Fact, Acts: []fact.Act{fact.ActRetract}, Limit: 1})
		if err != nil {
			return false, fmt.Errorf("retraction of %s: %w", q.Fact, err)
		}
		if len(retractions) > 0 {
			if f.heard, err = f.repliedSince(ctx, f.tx, retractions[0]); err != nil {
				return false, err
			}
		}
	}
	return f.heard[threadOf(q)], nil
}

func (f *follower) banner(ctx context.Context, q fact.Quote) error {
	message := messageOf(q)
	if f.bannered[message] {
		return nil
	}
	f.bannered[message] = true
	return f.enqueue(ctx, fact.NoticeBanner, message, q, q.Place)
}

// restores says whether a fact counts again that did not.
func restores(out Outcome) bool { return out.After.Active() && !out.Before.Active() }

// overtaken says whether whatever was shown of a fact before is no longer so:
// its wording, or that it counts at all.
func overtaken(out Outcome) bool {
	return out.Before.Statement != out.After.Statement || out.Before.Active() != out.After.Active()
}

// concerns says whether what the quote showed is overtaken. Of a lowered
// confidence that is so when it falls to half of what was shown, once.
func (f *follower) concerns(ctx context.Context, q fact.Quote) (bool, error) {
	if overtaken(f.out) {
		return true, nil
	}
	shown, ok := f.shown[q.Version]
	if !ok {
		then, err := f.tx.FactAt(ctx, q.Fact, q.Version)
		if err != nil {
			return false, fmt.Errorf("fact as quoted at version %d: %w", q.Version, err)
		}
		shown = then.Confidence
		f.shown[q.Version] = shown
	}
	return halved(shown, f.out.After.Confidence) && !halved(shown, f.out.Before.Confidence), nil
}

// halved says whether a confidence has lost half or more of what it was.
func halved(was, is fact.Confidence) bool { return is < was && 2*int(is) <= int(was) }

func (f *follower) reply(ctx context.Context, q fact.Quote) error {
	if !restores(f.out) && q.At.Before(f.tx.Now().Add(-f.settings.ReplyFor)) {
		return nil // whoever was told that it is retracted is told however late that it is not
	}
	id := threadOf(q)
	thread := strings.TrimPrefix(id, string(q.Place.Channel)+"/")
	if f.threads[id] {
		return nil
	}
	f.threads[id] = true
	if out, err := f.isOut(ctx, f.tx, q.Place.Channel); err != nil || out {
		return err
	}
	if err := f.count(ctx); err != nil {
		return err
	}
	if f.replies[q.Place.Channel] >= f.settings.RepliesADay {
		f.held++
		return nil
	}
	f.replies[q.Place.Channel]++
	at := fact.Place{Kind: q.Place.Kind, Channel: q.Place.Channel, Name: q.Place.Name, Thread: thread}
	return f.enqueue(ctx, fact.NoticeCorrection, id, q, at)
}

func (f *follower) enqueue(ctx context.Context, kind fact.NoticeKind, where string, q fact.Quote, at fact.Place) error {
	_, err := f.tx.Enqueue(ctx, fact.Notice{
		Key:  fmt.Sprintf("%s/%d/%s", kind, f.out.Event.Seq, where),
		Kind: kind, Topic: f.out.After.Topic, Place: at, Cause: f.out.Event.Seq,
		Facts:     []fact.Ref{{ID: q.Fact, Version: q.Version}},
		NotBefore: f.when, CreatedAt: f.tx.Now(),
	})
	return err
}

// count finds how many corrections each channel gets on the day that these
// would be sent.
func (f *follower) count(ctx context.Context) error {
	if f.counted {
		return nil
	}
	f.counted = true
	when := f.when
	sent, err := f.tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeCorrection, Since: when.Add(-2 * day)})
	if err != nil {
		return err
	}
	for _, n := range sent {
		if n.State != fact.NoticeDropped && n.State != fact.NoticeDead && f.sameDay(n.NotBefore, when) {
			f.replies[n.Place.Channel]++
		}
	}
	return nil
}

func (s *Service) sameDay(a, b time.Time) bool {
	return a.In(s.settings.Location).Format(time.DateOnly) == b.In(s.settings.Location).Format(time.DateOnly)
}

// OptOut takes a channel out of correction replies, or back in. Its messages
// still get their banners.
func (s *Service) OptOut(ctx context.Context, by fact.Actor, channel fact.ChannelID, out bool) error {
	if channel == "" {
		return fact.Invalid("optout.channel", "Name the channel.")
	}
	return s.act(ctx, by, intent{act: fact.ActOptOut}, func(tx Tx) error {
		if err := s.reviewer("", by); err != nil {
			return err
		}
		value := ""
		if out {
			value = "out"
		}
		old, err := tx.Value(ctx, optOutKey(channel))
		if err != nil || old == value {
			return err
		}
		if err := tx.SetValue(ctx, optOutKey(channel), value); err != nil {
			return err
		}
		e := s.event(by, fact.ActOptOut)
		e.Values = []fact.Value{{Name: "channel", Old: old, New: value}, {Name: "id", New: string(channel)}}
		_, err = tx.Append(ctx, e)
		return err
	})
}

func optOutKey(channel fact.ChannelID) string { return "optout/" + string(channel) }

func (s *Service) isOut(ctx context.Context, tx Tx, channel fact.ChannelID) (bool, error) {
	if s.settings.optedOut(channel) {
		return true, nil
	}
	v, err := tx.Value(ctx, optOutKey(channel))
	return v != "", err
}
