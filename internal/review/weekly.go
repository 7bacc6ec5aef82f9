package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// Weekly enqueues each topic's summary of the last full week (Monday to Monday)
// and, for those who opted in, the message of what changed since they saw it. The
// second run of a week changes nothing.
func (s *Service) Weekly(ctx context.Context) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		from, to := s.lastWeek(tx.Now())
		year, week := from.ISOWeek()
		name := fmt.Sprintf("%d-W%02d", year, week)
		slugs, err := s.topics(ctx, tx)
		if err != nil {
			return err
		}
		n := fact.Notice{Kind: fact.NoticeDigest, Text: Period(from, to), NotBefore: tx.Now(), CreatedAt: tx.Now()}
		n.Place.Channel = cmp.Or(s.settings.DigestTo, s.settings.Channel)
		for _, slug := range slugs {
			if n.Place.Channel == "" {
				break
			}
			n.Topic, n.Key = slug, fmt.Sprintf("digest/%s/%s", slug, name)
			if _, err := tx.Enqueue(ctx, n); err != nil {
				return err
			}
		}
		users, err := tx.Value(ctx, subscribersKey)
		if err != nil {
			return err
		}
		n = fact.Notice{Kind: fact.NoticeChanged, Text: n.Text, NotBefore: tx.Now(), CreatedAt: tx.Now()}
		for user := range strings.FieldsSeq(users) {
			n.User, n.Key = fact.UserID(user), fmt.Sprintf("changed/%s/%s", user, name)
			if _, err := tx.Enqueue(ctx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// lastWeek is the last full week before a time, from Monday to Monday.
func (s *Service) lastWeek(now time.Time) (from, to time.Time) {
	y, m, d := now.In(s.settings.Location).Date()
	back := (int(now.In(s.settings.Location).Weekday()) + 6) % 7
	to = time.Date(y, m, d-back, 0, 0, 0, 0, s.settings.Location)
	return to.AddDate(0, 0, -7), to
}

// Digest gathers what a topic's summary of [from, to) says, as of now.
func (s *Service) Digest(ctx context.Context, topic string, from, to time.Time) (Digest, error) {
	d := Digest{From: from, To: to, Reviewers: len(s.roster.Reviewers(topic))}
	err := s.read(ctx, func(r Reads, now time.Time) error {
		var err error
		if d.Topic, err = topicOf(ctx, r, topic); err != nil {
			return err
		}
		events, err := r.Events(ctx, fact.EventFilter{Topic: topic, Since: from, Oldest: true, Acts: changing})
		if err != nil {
			return err
		}
		d.Changed = standing(events, to)
		if d.Gaps, err = r.Gaps(ctx, topic, true); err != nil {
			return err
		}
		if d.Proposals, err = r.Proposals(ctx, fact.ProposalFilter{Topic: topic, Open: true}); err != nil {
			return err
		}
		if d.Waiting, err = s.queue(ctx, r, now, topic); err != nil {
			return err
		}
		d.Suppressed, err = s.suppressed(ctx, r, topic, from)
		return err
	})
	slices.SortStableFunc(d.Waiting, func(a, b QueueItem) int { return a.Since.Compare(b.Since) })
	for i := range d.Waiting {
		d.Waiting[i].Flags = withoutPeople(d.Waiting[i].Flags)
	}
	return d, err
}

// standing leaves out the acts that were undone, their undoing, the second
// records of relations, and what came at the end of the period or later.
func standing(events []fact.Event, to time.Time) []fact.Event {
	undone := map[string]bool{}
	for _, e := range events {
		if e.Act == fact.ActUndo {
			undone[valueOf(e, valueUndoes)] = true
		}
	}
	return slices.DeleteFunc(events, func(e fact.Event) bool {
		return e.Act == fact.ActUndo || secondRecord(e) || undone[strconv.FormatInt(e.Seq, 10)] || !e.At.Before(to)
	})
}

// Outage enqueues one line for the reviewers about a time without Slack: from
// when to when, and how many notices were sent late.
func (s *Service) Outage(ctx context.Context, from, to time.Time, late int) error {
	if s.settings.Channel == "" {
		return nil
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		_, err := tx.Enqueue(ctx, fact.Notice{
			Key: "outage/" + strconv.FormatInt(from.UnixMicro(), 10), Kind: fact.NoticeOutage,
			Place: fact.Place{Channel: s.settings.Channel}, Text: Period(from, to) + "/" + strconv.Itoa(late),
			NotBefore: tx.Now(), CreatedAt: tx.Now(),
		})
		return err
	})
}

// Value is a small remembered value, "" if unset; with SetValue it lets the
// schedules remember their last runs.
func (s *Service) Value(ctx context.Context, key string) (value string, err error) {
	err = s.read(ctx, func(r Reads, _ time.Time) error {
		value, err = r.Value(ctx, key)
		return err
	})
	return value, err
}

// SetValue remembers a small value; "" removes it.
func (s *Service) SetValue(ctx context.Context, key, value string) error {
	return s.store.InTx(ctx, func(tx Tx) error { return tx.SetValue(ctx, key, value) })
}

// Forget erases a person's id, name and notes everywhere and returns how many
// rows were changed. It is for admins; the event does not say who was forgotten.
// Of a person nothing is recorded of, it says so and records nothing.
func (s *Service) Forget(ctx context.Context, by fact.Actor, user fact.UserID) (int, error) {
	if user == "" {
		return 0, fact.Invalid("forget.user", "Name the person to forget.")
	}
	var rows int
	erase := func(tx Tx) error {
		if err := s.admin("", by); err != nil {
			return err
		}
		subscribed, err := isSubscribed(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := subscribe(ctx, tx, user, false); err != nil {
			return err
		}
		if rows, err = tx.Forget(ctx, user); err != nil {
			return err
		}
		if subscribed {
			rows++
		}
		if rows == 0 {
			return fact.NotFound("forget.unknown", "Nothing is recorded of "+string(user)+".").With("user", string(user))
		}
		e := s.event(by, fact.ActForget)
		e.Values = []fact.Value{{Name: "rows", New: strconv.Itoa(rows)}}
		_, err = tx.Append(ctx, e)
		return err
	}
	if by.Origin == fact.OriginTerminal { // the operator, whom Slack does not name
		err := s.store.InTx(ctx, erase)
		return rows, err
	}
	err := s.act(ctx, by, intent{act: fact.ActForget}, erase)
	return rows, err
}
