package slacksim

import (
	"context"
	"slices"
)

// Change tells that something is different now. It says where to look, not what it is.
type Change struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"` // message, view, home, channel, traffic, connection, notice, resync
	// Channel, Thread and User narrow it down where they apply.
	Channel string `json:"channel,omitempty"`
	Thread  string `json:"thread,omitempty"`
	User    string `json:"user,omitempty"`
}

// subscriberBuffer is how many changes may wait for a slow reader before it is told to read everything again.
const subscriberBuffer = 256

type subscriber struct {
	c      chan Change
	missed bool
}

// Subscribe returns a channel of changes that is closed when ctx ends or the server closes. A reader that falls behind
// misses changes and then receives one of kind "resync".
func (s *Server) Subscribe(ctx context.Context) <-chan Change {
	sub := &subscriber{c: make(chan Change, subscriberBuffer)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(sub.c)
		return sub.c
	}
	s.subscribers = append(s.subscribers, sub)
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := slices.Index(s.subscribers, sub); i >= 0 {
			s.subscribers = slices.Delete(s.subscribers, i, i+1)
			close(sub.c)
		}
	})
	return sub.c
}

// changedLocked numbers a change, wakes every waiter and tells every subscriber. It returns the number.
func (s *Server) changedLocked(c Change) int64 {
	s.seq++
	c.Seq = s.seq
	close(s.changed)
	s.changed = make(chan struct{})
	for _, sub := range s.subscribers {
		sub.offer(c)
	}
	return c.Seq
}

func (u *subscriber) offer(c Change) {
	if u.missed {
		c = Change{Seq: c.Seq, Kind: "resync"}
	}
	select {
	case u.c <- c:
		u.missed = false
	default:
		u.missed = true
	}
}

// Seq is the number of the latest change. Messages, views and traffic carry the number of their own last change, so
// a test that notes Seq before an act can tell what came after it.
func (s *Server) Seq() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seq
}
