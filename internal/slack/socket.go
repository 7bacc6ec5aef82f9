package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// sockets are the Socket Mode connections: several on one token, so that one can be renewed without a gap.
//
// They are opened with slack-go and read here, with the websocket package that slack-go uses too. Its own client parses
// every envelope three times and every answer once more, which costs as much as all else together, and hears of a silent
// connection only through the absence of pings.
type sockets struct {
	app  *App
	work *pool

	mu       sync.Mutex
	sessions []*session
	opened   int
}

func newSockets(a *App) *sockets {
	return &sockets{app: a, work: newPool(a.Limits.Workers, a.Limits.Queue, a.recovered)}
}

// run keeps the connections open until ctx ends, then finishes what is in hand before it closes them. A fatal answer of
// Slack's is returned.
func (s *sockets) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wg sync.WaitGroup
	for range s.app.Limits.Sockets {
		wg.Go(func() {
			if err := s.keep(ctx, &wg); err != nil {
				stop(err)
			}
		})
	}
	<-ctx.Done()
	drain, cancel := context.WithTimeout(context.Background(), s.app.Limits.Drain)
	defer cancel()
	s.work.drain(drain)
	for _, n := range s.all() {
		n.end()
	}
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// Pauses between attempts to open a connection.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 30 * time.Second
)

// keep opens one connection after the other. A connection that Slack is about to end is followed by the next at once,
// and read until it ends.
func (s *sockets) keep(ctx context.Context, wg *sync.WaitGroup) error {
	a := s.app
	pause := firstPause
	for ctx.Err() == nil {
		n, err := s.dial(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			if f := fatal(err); f != nil {
				return f
			}
			next := retryAfter(err, pause/2+rand.N(pause))
			a.Logger.Warn("slack: a socket could not be opened", "code", failureCode(err), "next", next)
			if !wait(ctx, next) {
				return nil
			}
			pause = min(2*pause, lastPause)
			continue
		}
		pause = firstPause
		leaving := make(chan struct{})
		wg.Go(func() { s.listen(ctx, n, sync.OnceFunc(func() { close(leaving) })) })
		select {
		case <-leaving:
		case <-ctx.Done():
		}
	}
	return nil
}

// listen reads one connection to its end. It calls leave as soon as another should be opened.
func (s *sockets) listen(ctx context.Context, n *session, leave func()) {
	a := s.app
	s.add(n)
	defer leave()
	defer s.remove(n)
	if ctx.Err() != nil {
		return // run may have ended the others already
	}
	for {
		raw, err := n.read()
		if err != nil {
			if ctx.Err() != nil || n.over.Load() {
				return
			}
			if errors.Is(err, errSilent) {
				a.Observer.refused("silent_socket")
				a.Logger.Warn("slack: nothing was heard on a socket; opening another", "silence", n.silence)
			} else {
				a.Logger.Info("slack: a socket ended; opening another")
			}
			return
		}
		if ctx.Err() == nil {
			s.take(n, raw, leave)
		}
	}
}

func (s *sockets) add(n *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions = append(s.sessions, n)
}

func (s *sockets) remove(n *session) {
	n.end()
	s.mu.Lock()
	s.sessions = slices.DeleteFunc(s.sessions, func(o *session) bool { return o == n })
	s.mu.Unlock()
	s.app.Observer.socket(s.open(), false)
}

func (s *sockets) all() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sessions)
}

// envelope is a frame as a socket brings it: a delivery, a greeting or a farewell.
type envelope struct {
	ID      string          `json:"envelope_id"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
	Accepts bool            `json:"accepts_response_payload"`
	Reason  string          `json:"reason"`
}

// commandEnvelope is the envelope of a slash command, read in one go.
type commandEnvelope struct {
	ID      string       `json:"envelope_id"`
	Type    string       `json:"type"`
	Payload slashCommand `json:"payload"`
	Accepts bool         `json:"accepts_response_payload"`
}

var (
	commandMark  = []byte(`"slash_commands"`)
	eventMark    = []byte(`"events_api"`)
	envelopeMark = []byte(`"envelope_id"`)
)

// take handles one frame. Deliveries go to a worker; when none is free and the queue is full, a person is told so, and an
// event is left for Slack to send again.
func (s *sockets) take(n *session, raw *[]byte, leave func()) {
	if !bytes.Contains(*raw, envelopeMark) {
		s.control(n, *raw, leave)
		bodies.Put(raw)
		return
	}
	s.app.seen()
	n.hand.Add(1)
	if s.work.submit(func() { s.deliver(n, raw, false) }) {
		return
	}
	if bytes.Contains(*raw, eventMark) {
		n.put()
		s.app.Observer.refused("busy")
		return
	}
	s.work.safely(func() { s.deliver(n, raw, true) })
}

// control handles a frame that is no delivery.
func (s *sockets) control(n *session, raw []byte, leave func()) {
	a := s.app
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		a.Observer.refused("malformed_frame")
		return
	}
	switch e.Type {
	case "hello":
		n.greeted.Store(true)
		s.mu.Lock()
		s.opened++
		again := s.opened > a.Limits.Sockets
		s.mu.Unlock()
		open := s.open()
		a.Observer.socket(open, again)
		a.Logger.Info("slack: a socket is open", "open", open, "again", again)
	case "disconnect":
		a.Logger.Info("slack: Slack will end a socket; opening another", "reason", e.Reason)
		leave()
		if e.Reason != "warning" {
			n.retire()
		}
	default:
		a.Observer.refused("unknown_frame")
	}
}

// deliver reads an envelope and hands it on. What cannot be read is acknowledged and counted: a repeat would be no
// better.
func (s *sockets) deliver(n *session, raw *[]byte, busy bool) {
	a := s.app
	defer n.put()
	if e, ok := readCommand(*raw); ok {
		recycle(raw)
		a.command(&e.Payload, &socketAck{app: a, session: n, id: e.ID, payload: e.Accepts}, busy)
		return
	}
	var e envelope
	err := json.Unmarshal(*raw, &e)
	recycle(raw)
	k := &socketAck{app: a, session: n, id: e.ID, payload: e.Accepts}
	switch {
	case err != nil:
		a.malformed(k, "envelope")
	case e.Type == "interactive":
		a.interaction(e.Payload, k, busy)
	case e.Type == "events_api":
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

// readCommand reads the envelope of a slash command; false for any other.
func readCommand(raw []byte) (*commandEnvelope, bool) {
	if !bytes.Contains(raw, commandMark) {
		return nil, false
	}
	e := &commandEnvelope{}
	if !flatCommand(raw, e) {
		*e = commandEnvelope{}
		if json.Unmarshal(raw, e) != nil {
			return nil, false
		}
	}
	return e, e.Type == "slash_commands" && e.Payload.Command != ""
}

// recycle gives a buffer back to the pool.
func recycle(buf *[]byte) {
	if cap(*buf) <= 64<<10 {
		*buf = (*buf)[:0]
		bodies.Put(buf)
	}
}

// open is how many sockets Slack has greeted and was heard on lately.
func (s *sockets) open() int {
	now, open := time.Now(), 0
	for _, n := range s.all() {
		if n.alive(now) {
			open++
		}
	}
	return open
}

var errNoSocket = errors.New("no Socket Mode connection is open")

func (s *sockets) ready() error {
	if s.open() == 0 {
		return errNoSocket
	}
	return nil
}
