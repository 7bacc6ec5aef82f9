package review_test

import (
	"fmt"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// deliver sends what is due, as the outbox would, and says what went out.
func (h *house) deliver() []fact.Notice {
	h.t.Helper()
	var out []fact.Notice
	for {
		due, err := h.db.Due(h.ctx, h.clock.now(), 100)
		if err != nil {
			h.t.Fatal(err)
		}
		if len(due) == 0 {
			return out
		}
		for _, n := range due {
			if ok, err := h.db.Claim(h.ctx, n.ID); err != nil || !ok {
				h.t.Fatalf("claim %s: %v, %v", n.Key, ok, err)
			}
			n.Place = h.inPlace(n)
			at := n.Place
			if at.Channel == "" {
				at.Channel = fact.ChannelID("D-" + n.User)
			}
			if at.Message == "" {
				h.posted++
				at.Message = fmt.Sprintf("%d.000100", h.posted)
			}
			if err := h.db.Sent(h.ctx, n.ID, at, nil); err != nil {
				h.t.Fatal(err)
			}
			n.Sent = at
			if n.Place.Message == "" {
				h.posts[n.Key] = true
			}
			out = append(out, n)
		}
	}
}

// inPlace is where a notice goes: the message of its stem, if there is one.
func (h *house) inPlace(n fact.Notice) fact.Place {
	h.t.Helper()
	stem := review.Stem(n.Key)
	if stem == "" || n.Place.Message != "" {
		return n.Place
	}
	filter := fact.NoticeFilter{Kind: n.Kind, State: fact.NoticeSent}
	if len(n.Facts) > 0 {
		filter.Fact = n.Facts[0].ID
	}
	sent, err := h.db.Notices(h.ctx, filter)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range sent {
		if review.Stem(s.Key) == stem {
			return s.Sent
		}
	}
	return n.Place
}

// quote posts an answer that shows a fact, and returns where.
func (h *house) quote(n int, at fact.Place) fact.Place {
	h.t.Helper()
	return h.quoteAll(at, n)
}

// quoteAll posts one answer that shows several facts.
func (h *house) quoteAll(at fact.Place, facts ...int) fact.Place {
	h.t.Helper()
	h.calls++
	notice := fact.Notice{Key: fmt.Sprintf("answer-%d", h.calls), Kind: fact.NoticeAnswer, Topic: "rdma", Place: at}
	var quotes []fact.Quote
	for _, n := range facts {
		f := h.fact(n)
		notice.Facts = append(notice.Facts, f.Ref())
		quotes = append(quotes, fact.Quote{Fact: f.ID, Version: f.Version, Place: at})
	}
	if _, err := h.db.Share(h.ctx, notice.Key, notice, quotes); err != nil {
		h.t.Fatal(err)
	}
	for _, sent := range h.deliver() {
		if sent.Key == notice.Key {
			return sent.Sent
		}
	}
	h.t.Fatal("the answer was not delivered")
	return fact.Place{}
}

func public(channel, thread string) fact.Place {
	return fact.Place{Kind: fact.PlacePublic, Channel: fact.ChannelID(channel), Name: "general", Thread: thread}
}

// keys names notices by key, for comparison in one line.
func keys(notices []fact.Notice) string {
	var list []string
	for _, n := range notices {
		list = append(list, n.Key)
	}
	return strings.Join(list, " ")
}
