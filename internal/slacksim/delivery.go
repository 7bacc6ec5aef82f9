package slacksim

import (
	"context"
	"encoding/json"
	"net/url"
	"sync"
	"time"
)

// Kinds of delivery, as Socket Mode names them.
const (
	kindEvent       = "events_api"
	kindCommand     = "slash_commands"
	kindInteractive = "interactive"
)

// delivery is one thing that the app must be told.
type delivery struct {
	kind    string
	name    string // the event's, command's or interaction's own name, for the record
	payload json.RawMessage
	form    url.Values // what a command looks like over HTTP
	eventID string
	attempt int
	reason  string // why the attempt before failed
}

// outcome is what came of one attempt: an acknowledgement with or without a payload, or the name of a failure.
type outcome struct {
	payload json.RawMessage
	failure string
	status  int
	noRetry bool
}

// attempt sends a delivery once and waits for the acknowledgement; sent is called when it is on its way.
func (s *Server) attempt(ctx context.Context, d delivery, sent func()) outcome {
	defer sent()
	hold := "deliver/" + d.kind
	s.passHold(ctx, hold)
	fault, faulty := s.takeFault(ctx, hold)
	if faulty && !fault.Applied && (fault.Drop || fault.Error != "" || fault.Status != 0) {
		return outcome{failure: faultName(fault)}
	}
	var out outcome
	if s.SocketMode() {
		out = s.attemptSocket(ctx, d, sent)
	} else {
		out = s.attemptHTTP(ctx, d, sent)
	}
	if faulty && fault.Applied {
		return outcome{failure: faultName(fault)}
	}
	return out
}

func faultName(f Fault) string {
	switch {
	case f.Error != "":
		return f.Error
	case f.Drop:
		return DispatchFailed
	}
	return OperationTimeout
}

// ask delivers a command or an interaction, which is never retried.
func (s *Server) ask(ctx context.Context, d delivery) outcome {
	return s.attempt(ctx, d, func() {})
}

// tell delivers an event in the background: after the events before it are on their way, and again while it fails.
func (s *Server) tell(d delivery) {
	mine := make(chan struct{})
	s.mu.Lock()
	before := s.lastEvent
	s.lastEvent = mine
	closed := s.closed
	if !closed {
		s.background.Add(1)
	}
	s.mu.Unlock()
	if closed {
		close(mine)
		return
	}
	go func() {
		defer s.background.Done()
		if before != nil {
			<-before
		}
		s.tellUntilAcked(s.life, d, sync.OnceFunc(func() { close(mine) }))
	}()
}

func (s *Server) tellUntilAcked(ctx context.Context, d delivery, sent func()) {
	for {
		out := s.attempt(ctx, d, sent)
		if out.failure == "" || out.noRetry || d.attempt >= len(s.limits.RetryAfter) {
			return
		}
		timer := time.NewTimer(s.limits.RetryAfter[d.attempt])
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
		d.attempt++
		d.reason = retryReason(out)
	}
}

// retryReason is the word that Slack gives for a failed attempt.
func retryReason(out outcome) string {
	switch {
	case out.failure == OperationTimeout:
		return "http_timeout"
	case out.status != 0:
		return "http_error"
	}
	return "connection_failed"
}
