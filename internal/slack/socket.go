package slack

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

// sockets are the Socket Mode connections: several on one token, so that one can be renewed without a gap.
type sockets struct {
	app  *App
	work *pool
	all  []*connection
}

func newSockets(a *App) *sockets {
	s := &sockets{app: a, work: newPool(a.Limits.Workers, a.Limits.Queue, a.recovered)}
	if a.Mode == ModeSocket {
		for range a.Limits.Sockets {
			s.all = append(s.all, newConnection(a))
		}
	}
	return s
}

// run serves every connection until ctx ends, then finishes what is in hand before it closes them. A fatal answer of
// Slack's is returned.
func (s *sockets) run(ctx context.Context) error {
	life, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	var wg sync.WaitGroup
	for _, c := range s.all {
		gone := make(chan struct{})
		wg.Go(func() {
			defer close(gone)
			if err := c.client.RunContext(life); err != nil && life.Err() == nil {
				end(fatalOr(err))
			}
		})
		wg.Go(func() { s.listen(ctx, c, gone, end) })
	}
	wg.Go(func() { s.watch(life) })
	select {
	case <-ctx.Done():
		s.drain()
	case <-life.Done():
	}
	err := context.Cause(life)
	end(nil)
	wg.Wait()
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func fatalOr(err error) error {
	if f := fatal(err); f != nil {
		return f
	}
	return err
}

// listen takes the events of one connection until its client is gone. After ctx has ended they are left alone: Slack
// sends again what was not acknowledged. The client's channel is never closed, since the client may still write to it.
func (s *sockets) listen(ctx context.Context, c *connection, gone <-chan struct{}, fail context.CancelCauseFunc) {
	for {
		select {
		case <-gone:
			return
		case ev := <-c.client.Events:
			if ctx.Err() != nil {
				continue
			}
			if err := s.take(c, &ev); err != nil {
				fail(err)
			}
		}
	}
}

// take handles one event of a client; an error is fatal.
func (s *sockets) take(c *connection, ev *socketmode.Event) error {
	a := s.app
	switch ev.Type {
	case socketmode.EventTypeHello:
		again := c.sessions.Add(1) > 1
		c.greeted.Store(true)
		a.Observer.socket(s.open(), again)
		a.Logger.Info("slack: a socket is open", "open", s.open(), "again", again)
	case socketmode.EventTypeConnecting, socketmode.EventTypeConnected:
	case socketmode.EventTypeConnectionError:
		if e, ok := ev.Data.(*slack.ConnectionErrorEvent); ok {
			a.Logger.Warn("slack: a socket could not be opened", "code", failureCode(e.ErrorObj), "attempt", e.Attempt, "next", e.Backoff)
			return fatal(e.ErrorObj)
		}
	case socketmode.EventTypeInvalidAuth:
		return fatal(slack.SlackErrorResponse{Err: "invalid_auth"})
	case socketmode.EventTypeErrorBadMessage:
		if bad, ok := ev.Data.(*socketmode.ErrorBadMessage); ok {
			s.odd(c, bad.Message)
		}
	case socketmode.EventTypeIncomingError, socketmode.EventTypeErrorWriteFailed:
		a.Observer.refused("socket_" + string(ev.Type))
	default:
		if ev.Request != nil {
			s.dispatch(c, &envelope{ID: ev.Request.EnvelopeID, Type: ev.Request.Type, Payload: ev.Request.Payload, Accepts: ev.Request.AcceptsResponsePayload})
		}
	}
	return nil
}

// envelope is a delivery as a socket brings it.
type envelope struct {
	ID      string          `json:"envelope_id"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
	Accepts bool            `json:"accepts_response_payload"`
}

// odd takes an envelope that slack-go could not read. Our own reading wants less of it, so it may still be usable;
// else it is acknowledged and counted, since a repeat would be no better.
func (s *sockets) odd(c *connection, raw []byte) {
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == "" {
		s.app.Observer.refused("malformed_envelope")
		return
	}
	s.dispatch(c, &e)
}

func (s *sockets) dispatch(c *connection, e *envelope) {
	a := s.app
	a.seen()
	k := &socketAck{app: a, conn: c, id: e.ID, payload: e.Accepts}
	ok := s.work.submit(func() { s.serve(k, e, false) })
	if ok || e.Type == "events_api" {
		// An event that is not acknowledged comes again.
		return
	}
	s.work.safely(func() { s.serve(k, e, true) })
}

func (s *sockets) serve(k *socketAck, e *envelope, busy bool) {
	a := s.app
	switch e.Type {
	case "slash_commands":
		var cmd slashCommand
		if err := json.Unmarshal(e.Payload, &cmd); err != nil || cmd.Command == "" {
			a.malformed(k, "command")
			return
		}
		a.command(&cmd, k, busy)
	case "interactive":
		a.interaction(e.Payload, k, busy)
	case "events_api":
		ev, err := parseEvent(e.Payload)
		if err != nil {
			a.malformed(k, "event")
			return
		}
		a.event(ev, k)
	default:
		a.malformed(k, "envelope")
	}
}

// open is how many sockets Slack has greeted and was heard on lately.
func (s *sockets) open() int {
	n := 0
	for _, c := range s.all {
		if c.alive(time.Now(), s.app.Limits.Silence) {
			n++
		}
	}
	return n
}

var errNoSocket = errors.New("no Socket Mode connection is open")

func (s *sockets) ready() error {
	if s.open() == 0 {
		return errNoSocket
	}
	return nil
}

// watch closes sockets on which Slack has fallen silent, so that their clients open new ones. A half-open connection
// looks well to everybody else.
func (s *sockets) watch(ctx context.Context) {
	tick := time.NewTicker(s.app.Limits.Watch)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			for _, c := range s.all {
				if c.dropSilent(now, s.app.Limits.Silence) {
					s.app.Observer.refused("silent_socket")
					s.app.Logger.Warn("slack: nothing was heard on a socket; opening another", "silence", s.app.Limits.Silence)
				}
			}
		}
	}
}

// flushWithin bounds the wait for the last acknowledgements to leave.
const flushWithin = 250 * time.Millisecond

// drain waits for the envelopes in hand and for their acknowledgements to leave.
func (s *sockets) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), s.app.Limits.Drain)
	defer cancel()
	s.work.drain(ctx)
	flush, stop := context.WithTimeout(ctx, flushWithin)
	defer stop()
	for _, c := range s.all {
		c.flush(flush)
	}
}
