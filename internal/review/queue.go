package review

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"factbot/internal/fact"
)

// Queue lists what waits for a decision in a topic ("" for every topic): flagged
// facts by flags × times shown, then facts whose verification has expired and
// that were shown in the last 90 days. Readers see neither who raised a flag nor
// what they wrote.
func (s *Service) Queue(ctx context.Context, by fact.Actor, topic string) ([]QueueItem, error) {
	if err := s.known(by); err != nil {
		return nil, err
	}
	var items []QueueItem
	err := s.read(ctx, func(r Reads, now time.Time) (err error) {
		items, err = s.queue(ctx, r, now, topic)
		return err
	})
	for i := range items {
		if !s.May(items[i].Fact.Topic, by.User) {
			items[i].Flags = withoutPeople(items[i].Flags)
		}
	}
	return items, err
}

// withoutPeople leaves of flags what everybody may see: reason and time.
func withoutPeople(flags []fact.Flag) []fact.Flag {
	bare := make([]fact.Flag, len(flags))
	for i, f := range flags {
		bare[i] = fact.Flag{ID: f.ID, Fact: f.Fact, Version: f.Version, Reason: f.Reason, At: f.At, Open: f.Open}
	}
	return bare
}

func (s *Service) queue(ctx context.Context, r Reads, now time.Time, topic string) ([]QueueItem, error) {
	open, err := r.Flags(ctx, fact.FlagFilter{Topic: topic, Open: true})
	if err != nil {
		return nil, err
	}
	byFact := map[fact.ID][]fact.Flag{}
	var ids []fact.ID
	for _, f := range open {
		if byFact[f.Fact] == nil {
			ids = append(ids, f.Fact)
		}
		byFact[f.Fact] = append(byFact[f.Fact], f)
	}
	expired, err := s.expired(ctx, r, now, topic)
	if err != nil {
		return nil, err
	}
	for _, id := range expired {
		if byFact[id] == nil {
			ids = append(ids, id)
		}
	}
	shown, err := shownCounts(ctx, r, now, ids)
	if err != nil {
		return nil, err
	}
	var items []QueueItem
	for _, id := range ids {
		item, waits, err := s.item(ctx, r, now, id, byFact[id], shown[id])
		if err != nil {
			return nil, err
		}
		if waits {
			items = append(items, item)
		}
	}
	slices.SortFunc(items, urgency)
	return items, nil
}

func shownCounts(ctx context.Context, r DoubtReads, now time.Time, ids []fact.ID) (map[fact.ID]fact.Shown, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.ShownSince(ctx, ids, now.Add(-shownFor))
}

// item is a fact as it stands in the queue; false if it does not wait.
func (s *Service) item(ctx context.Context, r Reads, now time.Time, id fact.ID, flags []fact.Flag, shown fact.Shown) (QueueItem, bool, error) {
	f, err := load(ctx, r, id)
	if err != nil {
		return QueueItem{}, false, err
	}
	owner, err := r.Owner(ctx, id)
	if err != nil {
		return QueueItem{}, false, err
	}
	item := QueueItem{Fact: f, Flags: flags, Shown: shown, Owner: owner.User}
	switch {
	case len(flags) > 0:
		item.Since = flags[0].At
	case f.Expired(now) && times(shown) > 0:
		item.Expired, item.Since = true, f.Verified.Until
	default:
		return item, false, nil
	}
	return item, true, nil
}

// expired lists the facts whose verification has run out; "" asks for every topic.
func (s *Service) expired(ctx context.Context, r Reads, now time.Time, topic string) ([]fact.ID, error) {
	slugs := []string{topic}
	if topic == "" {
		var err error
		if slugs, err = s.topics(ctx, r); err != nil {
			return nil, err
		}
	}
	var ids []fact.ID
	for _, slug := range slugs {
		facts, err := s.facts(ctx, r, slug)
		if err != nil {
			return nil, err
		}
		for _, f := range facts {
			if f.Expired(now) {
				ids = append(ids, f.ID)
			}
		}
	}
	return ids, nil
}

// topics lists the topics served, from memory where that is wired.
func (s *Service) topics(ctx context.Context, r Reads) ([]string, error) {
	var all []*fact.Topic
	if s.shelf != nil {
		all = s.shelf.Topics()
	} else {
		var err error
		if all, err = r.Topics(ctx); err != nil {
			return nil, err
		}
	}
	slugs := make([]string, len(all))
	for i, t := range all {
		slugs[i] = t.Slug
	}
	return slugs, nil
}

// facts lists a topic's facts, from memory where that is wired.
func (s *Service) facts(ctx context.Context, r Reads, topic string) ([]*fact.Fact, error) {
	if s.shelf != nil {
		return s.shelf.Facts(topic), nil
	}
	if _, err := topicOf(ctx, r, topic); err != nil {
		return nil, err
	}
	return r.Facts(ctx, topic)
}

func times(s fact.Shown) int { return s.Quotes + s.Readings }

// urgency is the order of the queue: flags before expired verifications; flags ×
// times shown; more flags; longer waiting; id.
func urgency(a, b QueueItem) int {
	if a.Expired != b.Expired {
		if a.Expired {
			return 1
		}
		return -1
	}
	weight := func(i QueueItem) int { return max(len(i.Flags), 1) * times(i.Shown) }
	return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(len(b.Flags), len(a.Flags)),
		a.Since.Compare(b.Since), a.Fact.ID.Compare(b.Fact.ID))
}

// Next is the unverified fact that follows another in the order of review: by
// times shown, most first, then by id. A zero after gives the first. It is for
// reviewers.
func (s *Service) Next(ctx context.Context, by fact.Actor, topic string, after fact.ID) (QueueItem, bool, error) {
	i := intent{act: "review", topic: topic}
	if err := cmp.Or(s.known(by), s.reviewer(topic, by)); err != nil {
		return QueueItem{}, false, errors.Join(err, s.logRefusal(ctx, by, i, err))
	}
	var item QueueItem
	var found bool
	err := s.read(ctx, func(r Reads, now time.Time) error {
		ids, shown, err := s.following(ctx, r, now, topic, after)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if item, found, err = s.waiting(ctx, r, now, id, shown[id]); err != nil || found {
				return err
			}
		}
		return nil
	})
	return item, found, err
}

// following lists the unverified facts that come after one in the order of review.
func (s *Service) following(ctx context.Context, r Reads, now time.Time, topic string, after fact.ID) ([]fact.ID, map[fact.ID]fact.Shown, error) {
	ids, err := s.unverified(ctx, r, topic)
	if err != nil {
		return nil, nil, err
	}
	all := ids
	if !after.IsZero() {
		all = append(slices.Clone(ids), after)
	}
	shown, err := shownCounts(ctx, r, now, all)
	if err != nil {
		return nil, nil, err
	}
	order := func(a, b fact.ID) int {
		return cmp.Or(cmp.Compare(times(shown[b]), times(shown[a])), a.Compare(b))
	}
	slices.SortFunc(ids, order)
	if !after.IsZero() {
		ids = slices.DeleteFunc(ids, func(id fact.ID) bool { return order(id, after) <= 0 })
	}
	return ids, shown, nil
}

// waiting loads an unverified fact with its flags; false if it has been decided
// on since memory listed it.
func (s *Service) waiting(ctx context.Context, r Reads, now time.Time, id fact.ID, shown fact.Shown) (QueueItem, bool, error) {
	flags, err := r.Flags(ctx, fact.FlagFilter{Fact: id, Open: true})
	if err != nil {
		return QueueItem{}, false, err
	}
	item, _, err := s.item(ctx, r, now, id, flags, shown)
	return item, err == nil && item.Fact.Status == fact.Unverified, err
}

// unverified lists a topic's unverified facts.
func (s *Service) unverified(ctx context.Context, r Reads, topic string) ([]fact.ID, error) {
	facts, err := s.facts(ctx, r, topic)
	if err != nil {
		return nil, err
	}
	var ids []fact.ID
	for _, f := range facts {
		if f.Status == fact.Unverified {
			ids = append(ids, f.ID)
		}
	}
	return ids, nil
}
