package slacksim

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Wait returns nil as soon as cond holds. It checks once at the start and once after every change, without holding any
// lock, so cond may call the server's readers. When ctx ends first, its error is returned.
func (s *Server) Wait(ctx context.Context, cond func() bool) error {
	for {
		s.mu.Lock()
		changed, closed := s.changed, s.closed
		s.mu.Unlock()
		if cond() {
			return nil
		}
		if closed {
			return errors.New("wait: the server is closed")
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait: %w", ctx.Err())
		}
	}
}

// WaitMessage returns the newest message of any channel that pred accepts, as soon as there is one. Ephemeral messages count, deleted ones do not.
func (s *Server) WaitMessage(ctx context.Context, pred func(Message) bool) (Message, error) {
	var found Message
	err := s.Wait(ctx, func() bool {
		for _, m := range slices.Backward(s.allMessages()) {
			if !m.Deleted && pred(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// WaitView returns the user's top modal, or else their home, as soon as pred accepts it.
func (s *Server) WaitView(ctx context.Context, user string, pred func(View) bool) (View, error) {
	var found View
	err := s.Wait(ctx, func() bool {
		stack, home := s.Views(user), s.home(user)
		if n := len(stack); n > 0 && pred(stack[n-1]) {
			found = stack[n-1]
			return true
		}
		if home != nil && pred(*home) {
			found = *home
			return true
		}
		return false
	})
	return found, err
}

// WaitTraffic returns the first recorded exchange that pred accepts, as soon as there is one.
func (s *Server) WaitTraffic(ctx context.Context, pred func(Traffic) bool) (Traffic, error) {
	var found Traffic
	err := s.Wait(ctx, func() bool {
		for _, t := range s.Traffic() {
			if pred(t) {
				found = t
				return true
			}
		}
		return false
	})
	return found, err
}

// WaitConnections returns when at least n Socket Mode connections have been greeted and are open.
func (s *Server) WaitConnections(ctx context.Context, n int) error {
	return s.Wait(ctx, func() bool { return s.Connections() >= n })
}
