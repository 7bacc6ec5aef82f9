package review

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"factbot/internal/fact"
)

// Daily keeps the rota and, on a working day, writes to the owners. Items of
// reviewers who left go back to the rota, their verifications are marked, and
// each owner gets one direct message with at most DailyItems items. The second
// run of a day changes nothing.
func (s *Service) Daily(ctx context.Context) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		slugs, err := s.topics(ctx, tx)
		if err != nil {
			return err
		}
		for _, slug := range slugs {
			if err := s.keepRota(ctx, tx, slug); err != nil {
				return fmt.Errorf("rota of %q: %w", slug, err)
			}
			if err := s.markLeft(ctx, tx, slug); err != nil {
				return fmt.Errorf("verifications in %q: %w", slug, err)
			}
		}
		if w := tx.Now().In(s.settings.Location).Weekday(); w == time.Saturday || w == time.Sunday {
			return nil
		}
		return s.tellOwners(ctx, tx)
	})
}

// keepRota gives every item that waits an active owner and takes owners off
// facts that wait no longer. While nobody is known to review the topic, as before
// Slack has answered for the first time, everything stays as it is.
func (s *Service) keepRota(ctx context.Context, tx Tx, topic string) error {
	active := s.roster.Reviewers(topic)
	if len(active) == 0 {
		return nil
	}
	items, err := s.queue(ctx, tx, tx.Now(), topic)
	if err != nil {
		return err
	}
	waits := map[fact.ID]bool{}
	for _, item := range items {
		waits[item.Fact.ID] = true
		if slices.Contains(active, item.Owner) {
			continue
		}
		if err := s.reassign(ctx, tx, item); err != nil {
			return err
		}
	}
	owners, err := tx.Owners(ctx, topic)
	if err != nil {
		return err
	}
	for _, o := range owners {
		if waits[o.Fact] {
			continue
		}
		if err := tx.SetOwner(ctx, fact.Owner{Fact: o.Fact}); err != nil {
			return err
		}
	}
	return nil
}

// reassign asks the rota for an owner and brings the fact's message up to date.
func (s *Service) reassign(ctx context.Context, tx Tx, item QueueItem) error {
	var flaggers []fact.UserID
	for _, f := range item.Flags {
		flaggers = append(flaggers, f.By)
	}
	user := s.onDuty(item.Fact.Topic, tx.Now(), flaggers...)
	if err := tx.SetOwner(ctx, fact.Owner{Fact: item.Fact.ID, User: user, Since: tx.Now()}); err != nil {
		return err
	}
	if item.Expired {
		return nil
	}
	mark := "rota-" + tx.Now().In(s.settings.Location).Format(time.DateOnly)
	return s.tellQueueAs(ctx, tx, item.Fact, mark, 0, false, user)
}

// markLeft marks the verifications of people who no longer review the topic, and
// unmarks those of people who do again. The verifications stand.
func (s *Service) markLeft(ctx context.Context, tx Tx, topic string) error {
	active := s.roster.Reviewers(topic)
	if len(active) == 0 {
		return nil
	}
	facts, err := s.facts(ctx, tx, topic)
	if err != nil {
		return err
	}
	differs := func(f *fact.Fact) bool {
		return f.Verified != nil && f.Verified.By != "" && f.Verified.Left == slices.Contains(active, f.Verified.By)
	}
	for _, f := range facts {
		if !differs(f) {
			continue
		}
		now, err := load(ctx, tx, f.ID)
		if err != nil {
			return err
		}
		if !differs(now) {
			continue
		}
		next, v := *now, *now.Verified
		v.Left = !v.Left
		next.Verified = &v
		if err := tx.SaveFact(ctx, &next); err != nil {
			return err
		}
	}
	return nil
}

// tellOwners enqueues each owner's message of the day.
func (s *Service) tellOwners(ctx context.Context, tx Tx) error {
	items, err := s.queue(ctx, tx, tx.Now(), "")
	if err != nil {
		return err
	}
	byOwner := map[fact.UserID][]fact.Ref{}
	var owners []fact.UserID
	for _, item := range items {
		if item.Owner == "" || len(byOwner[item.Owner]) >= s.settings.DailyItems {
			continue
		}
		if byOwner[item.Owner] == nil {
			owners = append(owners, item.Owner)
		}
		byOwner[item.Owner] = append(byOwner[item.Owner], item.Fact.Ref())
	}
	date := tx.Now().In(s.settings.Location).Format(time.DateOnly)
	for _, user := range owners {
		_, err := tx.Enqueue(ctx, fact.Notice{
			Key: fmt.Sprintf("daily/%s/%s", user, date), Kind: fact.NoticeDaily,
			Facts: byOwner[user], User: user, NotBefore: tx.Now(), CreatedAt: tx.Now(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// subscribersKey names the value that lists who wants the weekly message of
// what changed since they saw it.
const subscribersKey = "changed/subscribers"

// Subscribe opts a person in to, or out of, the weekly message of what changed
// since they were shown it.
func (s *Service) Subscribe(ctx context.Context, by fact.Actor, on bool) error {
	return s.act(ctx, by, intent{act: "subscribe"}, func(tx Tx) error {
		return subscribe(ctx, tx, by.User, on)
	})
}

func subscribe(ctx context.Context, tx Tx, user fact.UserID, on bool) error {
	text, err := tx.Value(ctx, subscribersKey)
	if err != nil {
		return err
	}
	users := strings.Fields(text)
	i, found := slices.BinarySearch(users, string(user))
	switch {
	case on && !found:
		users = slices.Insert(users, i, string(user))
	case !on && found:
		users = slices.Delete(users, i, i+1)
	default:
		return nil
	}
	return tx.SetValue(ctx, subscribersKey, strings.Join(users, " "))
}

// isSubscribed says whether a person gets the weekly message of changes.
func isSubscribed(ctx context.Context, tx RecordReads, user fact.UserID) (bool, error) {
	text, err := tx.Value(ctx, subscribersKey)
	return slices.Contains(strings.Fields(text), string(user)), err
}
