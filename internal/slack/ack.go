package slack

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// acker acknowledges one delivery, once. A nil body is an empty acknowledgement.
type acker interface {
	ack(body []byte) error
	transport() string
}

// httpAck acknowledges in the HTTP response.
type httpAck struct {
	w    http.ResponseWriter
	late bool // the handler goes on after this: the answer must leave now
}

var (
	jsonType  = []string{"application/json; charset=utf-8"}
	closeConn = []string{"close"}
	zero      = []string{"0"}
)

func (h *httpAck) transport() string { return "http" }

func (h *httpAck) ack(body []byte) error {
	header := h.w.Header()
	if len(body) == 0 {
		header["Content-Length"] = zero
		if h.late {
			header["Connection"] = closeConn
		}
		h.w.WriteHeader(http.StatusOK)
		if h.late {
			return http.NewResponseController(h.w).Flush()
		}
		return nil
	}
	header["Content-Type"] = jsonType
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	_, err := h.w.Write(body)
	return err
}

// socketAck acknowledges an envelope on the connection that it came by.
type socketAck struct {
	app     *App
	session *session
	id      string
	payload bool // the envelope takes one
}

func (s *socketAck) transport() string { return "socket" }

func (s *socketAck) ack(body []byte) error {
	if s.id == "" {
		return nil
	}
	if !s.payload {
		body = nil
	}
	err := s.session.acknowledge(s.id, body)
	if err != nil {
		s.app.Observer.refused("ack")
		s.app.Logger.Warn("slack: could not acknowledge", "envelope", s.id, "bytes", len(body))
	}
	return err
}

// deadline acknowledges empty when work takes too long. One of it serves one delivery at a time.
type deadline struct {
	mu      sync.Mutex
	k       acker
	acked   bool
	empty   []byte // what a late delivery is acknowledged with
	timer   *time.Timer
	stopped bool // the timer did not fire, and will not
}

var deadlines = sync.Pool{New: func() any { return &deadline{} }}

// startDeadline starts a deadline; end it when the delivery is done with.
func startDeadline(k acker, within time.Duration, empty []byte) *deadline {
	d := deadlines.Get().(*deadline)
	d.k, d.empty = k, empty
	if d.timer == nil {
		d.timer = time.AfterFunc(within, d.expire)
	} else {
		d.timer.Reset(within)
	}
	return d
}

// stop keeps the timer from firing, if it did not yet.
func (d *deadline) stop() { d.stopped = d.timer.Stop() || d.stopped }

// end stops the deadline. It serves again unless its timer fired, which may still be at work.
func (d *deadline) end() {
	d.stop()
	if !d.stopped {
		return
	}
	d.k, d.empty, d.acked, d.stopped = nil, nil, false, false
	deadlines.Put(d)
}

func (d *deadline) expire() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.acked {
		return
	}
	d.acked = true
	if h, ok := d.k.(*httpAck); ok {
		h.late = true
	}
	_ = d.k.ack(d.empty)
}

// answer acknowledges with the body, unless that has happened already: then the answer is late and false is returned.
func (d *deadline) answer(body []byte) bool {
	d.stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.acked {
		return false
	}
	d.acked = true
	return d.k.ack(body) == nil
}
