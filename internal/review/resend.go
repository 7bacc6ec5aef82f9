package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"factbot/internal/fact"
)

// Held says why a message that was given up is not sent again.
type Held string

// The reasons; "" is none.
const (
	HeldNothingKept Held = "what it was to answer is not kept"
	HeldOver        Held = "its day is over"
	HeldOvertaken   Held = "a later message tells the same people the same"
	HeldTwice       Held = "it was sent again before, and given up again"
)

// GivenUp is a message that could not be sent.
type GivenUp struct {
	Notice fact.Notice
	Held   Held // why it is not sent again; "" it can be
}

// GivenUp lists the messages that were given up, oldest first.
func (s *Service) GivenUp(ctx context.Context) (list []GivenUp, err error) {
	err = s.read(ctx, func(r Reads, _ time.Time) error {
		list, err = givenUp(ctx, r)
		return err
	})
	return list, err
}

// Resend has messages that were given up sent once more, those of ids or, without
// any, all that can be. Each is sent again once at most, which the history keeps,
// and only where that doubles nothing.
func (s *Service) Resend(ctx context.Context, by fact.Actor, ids []int64) (again, held []GivenUp, err error) {
	resend := func(tx Tx) error {
		if err := s.admin("", by); err != nil {
			return err
		}
		all, err := givenUp(ctx, tx)
		if err != nil {
			return err
		}
		if again, held, err = chosen(all, ids); err != nil || len(again) == 0 {
			return err
		}
		e := s.event(by, fact.ActResend)
		for _, g := range again {
			if _, err := tx.Requeue(ctx, g.Notice.ID); err != nil {
				return err
			}
			e.Values = append(e.Values, fact.Value{Name: valueNotice, New: strconv.FormatInt(g.Notice.ID, 10)})
		}
		_, err = tx.Append(ctx, e)
		return err
	}
	if by.Origin == fact.OriginTerminal { // the operator, whom Slack does not name
		err = s.store.InTx(ctx, resend)
	} else {
		err = s.act(ctx, by, intent{act: fact.ActResend}, resend)
	}
	if err != nil {
		return nil, nil, err
	}
	return again, held, nil
}

// chosen parts what was given up into what is sent again and what is not. One that
// was asked for by its id and is not given up is an error.
func chosen(all []GivenUp, ids []int64) (again, held []GivenUp, err error) {
	for _, id := range ids {
		if !slices.ContainsFunc(all, func(g GivenUp) bool { return g.Notice.ID == id }) {
			return nil, nil, fact.NotFound("resend.unknown", fmt.Sprintf("No message %d was given up.", id))
		}
	}
	for _, g := range all {
		switch {
		case len(ids) > 0 && !slices.Contains(ids, g.Notice.ID):
		case g.Held == "":
			again = append(again, g)
		default:
			held = append(held, g)
		}
	}
	return again, held, nil
}

func givenUp(ctx context.Context, r RecordReads) ([]GivenUp, error) {
	dead, err := r.Notices(ctx, fact.NoticeFilter{State: fact.NoticeDead})
	if err != nil || len(dead) == 0 {
		return nil, err
	}
	before, err := resent(ctx, r)
	if err != nil {
		return nil, err
	}
	list := make([]GivenUp, len(dead))
	for i, n := range dead {
		list[i].Notice = n
		if !before[n.ID].Before(n.CreatedAt) { // else the number was another's
			list[i].Held = HeldTwice
		} else if list[i].Held, err = held(ctx, r, n); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// valueNotice names a message in an event, by its number: its key may name people,
// and what an event says is never erased.
const valueNotice = "notice"

// resent is when messages were sent again, by number.
func resent(ctx context.Context, r RecordReads) (map[int64]time.Time, error) {
	events, err := r.Events(ctx, fact.EventFilter{Acts: []fact.Act{fact.ActResend}, Oldest: true})
	if err != nil {
		return nil, err
	}
	at := map[int64]time.Time{}
	for _, e := range events {
		for _, v := range e.Values {
			if id, err := strconv.ParseInt(v.New, 10, 64); err == nil && v.Name == valueNotice {
				at[id] = e.At
			}
		}
	}
	return at, nil
}

// held says why a message that was given up for the first time is not sent again.
func held(ctx context.Context, r RecordReads, n fact.Notice) (Held, error) {
	filter := fact.NoticeFilter{Kind: n.Kind}
	switch n.Kind {
	case fact.NoticeAnswer, fact.NoticeShare, fact.NoticeSources, fact.NoticeGap:
		return HeldNothingKept, nil
	case fact.NoticeDaily:
		return HeldOver, nil
	case fact.NoticeQueue, fact.NoticeBanner, fact.NoticeCorrection:
		if len(n.Facts) > 0 {
			filter.Fact = n.Facts[0].ID
		}
	case fact.NoticeProposal:
		filter.Topic = n.Topic
	default:
		return "", nil // each tells of something else
	}
	same, err := r.Notices(ctx, filter)
	if err != nil {
		return "", err
	}
	for _, later := range same {
		if later.ID > n.ID && later.State != fact.NoticeDropped && sameStory(later, n) {
			return HeldOvertaken, nil
		}
	}
	return "", nil
}

// sameStory says whether two messages of a kind tell the same people of the same
// thing, as it stands when they are sent.
func sameStory(a, b fact.Notice) bool {
	if a.User != b.User || a.Item != b.Item || a.Place.Channel != b.Place.Channel {
		return false
	}
	switch a.Kind {
	case fact.NoticeBanner:
		return a.Place.Message == b.Place.Message
	case fact.NoticeCorrection:
		return a.Place.Thread == b.Place.Thread
	}
	return true
}
