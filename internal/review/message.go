package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// tellQueue brings a flagged fact's message in the review channel up to date; a
// fact that just came into the queue gets a message of its own. Where no review
// channel is set, the owner gets it directly.
func (s *Service) tellQueue(ctx context.Context, tx Tx, f *fact.Fact, cause int64, opens bool, owner fact.UserID) error {
	return s.tellQueueAs(ctx, tx, f, strconv.FormatInt(cause, 10), cause, opens, owner)
}

// tellQueueAs is tellQueue for a change that may be no event: mark ends the key.
func (s *Service) tellQueueAs(ctx context.Context, tx Tx, f *fact.Fact, mark string, cause int64, opens bool, owner fact.UserID) error {
	n := fact.Notice{Kind: fact.NoticeQueue, Topic: f.Topic, Facts: []fact.Ref{f.Ref()}, Cause: cause}
	if !s.addressReviewers(&n, owner) {
		return nil
	}
	stem := fmt.Sprintf("queue/%s/%s", f.ID, mark)
	earlier, err := tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeQueue, Fact: f.ID})
	if err != nil {
		return err
	}
	return s.tellInPlace(ctx, tx, n, stem, mark, opens, earlier)
}

// addressReviewers sends a notice to the review channel or, without one, to a
// person; false where there is nobody to tell.
func (s *Service) addressReviewers(n *fact.Notice, person fact.UserID) bool {
	if s.settings.Channel != "" {
		n.Place = fact.Place{Channel: s.settings.Channel}
		return true
	}
	n.User = person
	return person != ""
}

// tellInPlace enqueues a notice that edits the message of the earlier ones, or
// posts a new message under the stem given where there is none to edit or it was
// for somebody else. It adds nothing where an earlier one is still to be sent
// and due, for that one will tell the state of that moment.
func (s *Service) tellInPlace(ctx context.Context, tx Tx, n fact.Notice, stem, mark string, fresh bool, earlier []fact.Notice) error {
	last, ok := lastTo(n, earlier)
	if ok && !fresh {
		stem = Stem(last.Key)
		if last.State == fact.NoticeWaiting {
			return nil
		}
		if last.State == fact.NoticeSent && last.Sent.Message != "" {
			n.Place = last.Sent
		}
	}
	n.Key = stem + "#" + mark
	n.NotBefore, n.CreatedAt = tx.Now(), tx.Now()
	_, err := tx.Enqueue(ctx, n)
	return err
}

// lastTo finds the latest notice to the same people that was not dropped, given
// up or held back for the end of the time to undo.
func lastTo(n fact.Notice, earlier []fact.Notice) (fact.Notice, bool) {
	for _, e := range slices.Backward(earlier) {

		held := strings.HasSuffix(e.Key, heldSuffix)
		if e.State == fact.NoticeDropped || e.State == fact.NoticeDead || held && e.State == fact.NoticeWaiting {
			continue
		}
		if n.User == e.User && (n.Place.Channel == "" || n.Place.Channel == e.Place.Channel) {
			return e, true
		}
		return fact.Notice{}, false
	}
	return fact.Notice{}, false
}

// heldSuffix marks the edit that takes the undo button away.
const heldSuffix = "+"

// Stem is the part of a notice's key that names the message: notices with the
// same stem post it once and then edit it. It is "" for keys without one.
func Stem(key string) string {
	stem, _, found := strings.Cut(key, "#")
	if !found {
		return ""
	}
	return stem
}

// closeUndo enqueues the edit that takes the undo button off a fact's message
// when the time to undo has passed. Undoing drops it.
func (s *Service) closeUndo(ctx context.Context, tx Tx, f *fact.Fact, e fact.Event) error {
	if s.settings.UndoWindow == 0 {
		return nil
	}
	own, err := tx.Notices(ctx, fact.NoticeFilter{Kind: fact.NoticeQueue, Fact: f.ID})
	if err != nil || len(own) == 0 {
		return err
	}
	last := own[len(own)-1]
	if last.State == fact.NoticeDropped || last.State == fact.NoticeDead {
		return nil
	}
	n := fact.Notice{
		Key: fmt.Sprintf("%s#%d%s", Stem(last.Key), e.Seq, heldSuffix), Kind: fact.NoticeQueue, Topic: f.Topic,
		Facts: []fact.Ref{f.Ref()}, Cause: e.Seq, User: last.User, Place: last.Place,
		NotBefore: tx.Now().Add(s.settings.UndoWindow), CreatedAt: tx.Now(),
	}
	if last.State == fact.NoticeSent && last.Sent.Message != "" {
		n.Place = last.Sent
	}
	_, err = tx.Enqueue(ctx, n)
	return err
}

// settled is when what a decision caused may be told to others.
func (s *Service) settled(tx Tx) time.Time { return tx.Now().Add(s.settings.UndoWindow) }
