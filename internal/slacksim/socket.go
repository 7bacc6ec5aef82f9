package slacksim

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one Socket Mode connection.
type conn struct {
	s       *Server
	ws      *websocket.Conn
	number  int
	writing sync.Mutex // one writer at a time
	gone    chan struct{}
	once    sync.Once

	// guarded by s.mu
	draining bool // told to reconnect: gets no new envelopes
	silent   bool // half open: neither pings nor frames
	pending  map[string]chan json.RawMessage
}

const writeWait = 5 * time.Second

// Connections is how many Socket Mode connections are open, greeted, and neither told to reconnect nor half open.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.conns {
		if !c.draining && !c.silent {
			n++
		}
	}
	return n
}

// serveLink turns a ticket into a connection and serves it until it ends.
func (s *Server) serveLink(w http.ResponseWriter, r *http.Request) {
	if !s.takeTicket(r.URL.Query().Get("ticket")) {
		s.record(Traffic{Kind: "socket", Direction: "in", Name: "connect", Error: "invalid_ticket", Status: http.StatusForbidden})
		http.Error(w, "invalid_ticket", http.StatusForbidden)
		return
	}
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }} // the ticket is the proof
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{s: s, ws: ws, gone: make(chan struct{}), pending: map[string]chan json.RawMessage{}}
	if !s.admit(c) {
		c.write(tree{"type": "disconnect", "reason": "too_many_websockets", "debug_info": debugInfo()})
		c.drop()
		return
	}
	defer s.background.Done()
	s.background.Go(c.ping)
	c.read()
	s.forget(c)
}

// takeTicket spends a one-time ticket.
func (s *Server) takeTicket(ticket string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	issued, ok := s.tickets[ticket]
	delete(s.tickets, ticket)
	return ok && s.clock().Sub(issued) <= ticketLife
}

// admit counts a connection in and greets it, unless there are too many. Envelopes may be meant for it at once, but nothing
// is written before the greeting. Background is raised by one when it is admitted.
func (s *Server) admit(c *conn) bool {
	c.writing.Lock()
	defer c.writing.Unlock()
	s.mu.Lock()
	if s.closed || len(s.conns) >= s.limits.Connections {
		s.mu.Unlock()
		return false
	}
	s.background.Add(1)
	s.connCount++
	c.number = s.connCount
	s.conns = append(s.conns, c)
	count := len(s.conns)
	s.changedLocked(Change{Kind: "connection"})
	s.mu.Unlock()
	hello := tree{"type": "hello", "num_connections": count, "connection_info": tree{"app_id": s.world.Bot.AppID}, "debug_info": debugInfo()}
	s.record(Traffic{Kind: "socket", Direction: "out", Name: "hello", Request: encodeJSON(hello), Connection: c.number})
	c.writeHeld(hello)
	return true
}

func debugInfo() tree {
	return tree{"host": "slacksim", "build_number": 1, "approximate_connection_time": socketHelloExpiry}
}

func (s *Server) forget(c *conn) {
	c.drop()
	s.mu.Lock()
	if i := slices.Index(s.conns, c); i >= 0 {
		s.conns = slices.Delete(s.conns, i, i+1)
	}
	s.changedLocked(Change{Kind: "connection"})
	s.mu.Unlock()
	s.record(Traffic{Kind: "socket", Direction: "in", Name: "closed", Connection: c.number})
}

// drop ends a connection at once, without a closing handshake.
func (c *conn) drop() {
	c.once.Do(func() {
		close(c.gone)
		_ = c.ws.Close()
	})
}

// write sends one JSON frame; a connection that cannot take it is dropped.
func (c *conn) write(v any) bool {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.writeHeld(v)
}

// writeHeld is write for a caller that holds the writing lock.
func (c *conn) writeHeld(v any) bool {
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeWait))
	if err := c.ws.WriteMessage(websocket.TextMessage, encodeJSON(v)); err != nil {
		c.drop()
		return false
	}
	return true
}

// ping keeps the client's dead man's switch from firing.
func (c *conn) ping() {
	ticker := time.NewTicker(c.s.limits.PingInterval)
	defer ticker.Stop()
	for {
		select {
		case <-c.gone:
			return
		case <-ticker.C:
		}
		c.s.mu.Lock()
		silent := c.silent
		c.s.mu.Unlock()
		if !silent {
			_ = c.ws.WriteControl(websocket.PingMessage, []byte("ping"), time.Now().Add(writeWait))
		}
	}
}

// read takes acknowledgements until the connection ends.
func (c *conn) read() {
	c.ws.SetReadLimit(maxAPIBody)
	for {
		_, frame, err := c.ws.ReadMessage()
		if err != nil {
			return
		}
		c.acknowledge(frame)
	}
}

// acknowledge matches a frame with the envelope that it answers. A frame of 20 KB or more is dropped, as Slack drops it.
func (c *conn) acknowledge(frame []byte) {
	var ack struct {
		EnvelopeID string          `json:"envelope_id"`
		Payload    json.RawMessage `json:"payload"`
	}
	t := Traffic{Kind: "ack", Direction: "in", Name: "ack", Request: asJSON(frame), Connection: c.number}
	err := json.Unmarshal(frame, &ack)
	t.EnvelopeID = ack.EnvelopeID
	c.s.mu.Lock()
	waiting, ok := c.pending[ack.EnvelopeID]
	silent := c.silent
	switch {
	case err != nil:
		t.Error = "invalid_json"
	case len(frame) >= maxAckBytes:
		t.Error = "ack_too_large"
	case silent:
		t.Error = "half_open"
	case !ok:
		t.Error = "unknown_envelope"
	default:
		delete(c.pending, ack.EnvelopeID)
	}
	c.s.mu.Unlock()
	c.s.record(t)
	if t.Error == "" {
		waiting <- ack.Payload
	}
}

// pick chooses the next connection in turn, and registers an envelope on it.
func (s *Server) pick(envelopeID string) (*conn, chan json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range s.conns {
		s.nextConn++
		c := s.conns[s.nextConn%len(s.conns)]
		if !c.draining {
			waiting := make(chan json.RawMessage, 1)
			c.pending[envelopeID] = waiting
			return c, waiting
		}
	}
	return nil, nil
}

// attemptSocket sends an envelope to one connection and waits for its acknowledgement.
func (s *Server) attemptSocket(ctx context.Context, d delivery, sent func()) outcome {
	id := randomUUID()
	envelope := tree{"envelope_id": id, "type": d.kind, "payload": d.payload, "accepts_response_payload": d.kind != kindEvent}
	if d.kind == kindEvent {
		envelope["retry_attempt"], envelope["retry_reason"] = d.attempt, d.reason
	}
	t := Traffic{Kind: "envelope", Direction: "out", Name: d.name, Request: encodeJSON(envelope), EnvelopeID: id, EventID: d.eventID, Attempt: d.attempt}
	c, waiting := s.pick(id)
	if c == nil {
		t.Error = DispatchFailed
		s.record(t)
		return outcome{failure: DispatchFailed}
	}
	t.Connection = c.number
	s.record(t)
	s.mu.Lock()
	silent := c.silent
	s.mu.Unlock()
	if !silent {
		c.write(envelope)
	}
	sent()
	return s.awaitAck(ctx, c, d, id, waiting)
}

func (s *Server) awaitAck(ctx context.Context, c *conn, d delivery, id string, waiting chan json.RawMessage) outcome {
	timer := time.NewTimer(s.limits.AckTimeout)
	defer timer.Stop()
	select {
	case payload := <-waiting:
		if d.kind == kindEvent || string(payload) == "null" {
			payload = nil
		}
		return outcome{payload: payload}
	case <-timer.C:
	case <-c.gone:
	case <-ctx.Done():
	}
	s.mu.Lock()
	delete(c.pending, id)
	s.mu.Unlock()
	s.record(Traffic{
		Kind: "ack", Direction: "in", Name: d.name, EnvelopeID: id, EventID: d.eventID, Attempt: d.attempt,
		Connection: c.number, Error: OperationTimeout,
	})
	return outcome{failure: OperationTimeout}
}
