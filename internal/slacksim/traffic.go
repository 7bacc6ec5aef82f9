package slacksim

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Traffic is one exchange on the wire. Tokens and the signing secret never appear in it.
type Traffic struct {
	Seq int64     `json:"seq"`
	At  time.Time `json:"at"`
	// Kind is what crossed the wire: api (a Web API call), response_url, envelope (Socket Mode), delivery (signed HTTP),
	// ack (the app's acknowledgement of either) or socket (connections coming and going).
	Kind string `json:"kind"`
	// Direction is "in" for what the app sent and "out" for what Slack sent.
	Direction string `json:"direction"`
	// Name is the Web API method, or the type of the envelope, event or interaction.
	Name string `json:"name"`
	// Request and Response are JSON. A form is shown as an object of strings.
	Request  json.RawMessage `json:"request,omitempty"`
	Response json.RawMessage `json:"response,omitempty"`
	Status   int             `json:"status,omitempty"`
	Error    string          `json:"error,omitempty"`
	// Connection numbers Socket Mode connections from 1; EnvelopeID and Attempt (0 for the first) belong to envelopes and deliveries.
	Connection int    `json:"connection,omitempty"`
	EnvelopeID string `json:"envelope_id,omitempty"`
	EventID    string `json:"event_id,omitempty"`
	Attempt    int    `json:"attempt,omitempty"`
}

// Traffic returns the last exchanges, oldest first; up to 5,000 are kept.
func (s *Server) Traffic() []Traffic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.traffic)
}

// record keeps an exchange. It must be called without the lock.
func (s *Server) record(t Traffic) {
	t.Request, t.Response = s.mask(t.Request), s.mask(t.Response)
	t.Error = string(s.mask([]byte(t.Error)))
	s.mu.Lock()
	defer s.mu.Unlock()
	t.At = s.clock()
	t.Seq = s.changedLocked(Change{Kind: "traffic"})
	if len(s.traffic) >= maxTraffic {
		s.traffic = slices.Delete(s.traffic, 0, maxTraffic/10)
	}
	s.traffic = append(s.traffic, t)
}

// mask replaces every secret of this run in JSON or text.
func (s *Server) mask(raw []byte) []byte {
	for _, secret := range []string{s.botToken, s.appToken, s.signingSecret} {
		shown := "***"
		if kind, _, ok := strings.Cut(secret, "-"); ok {
			shown = kind + "-***"
		}
		raw = bytes.ReplaceAll(raw, []byte(secret), []byte(shown))
	}
	return raw
}
