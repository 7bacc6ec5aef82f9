package slacksim

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
)

// ErrNotReplayable says that a traffic entry is not something the app was told.
var ErrNotReplayable = errors.New("not a delivery")

// Replay sends once more what a traffic entry of kind envelope or delivery told the app: the same payload with the same trigger id,
// response URL and event id, under a new envelope or a fresh signature. The answer is not shown to anybody; the Result holds
// the acknowledgement's payload or the failure.
func (s *Server) Replay(ctx context.Context, t Traffic) (Result, error) {
	payload := t.Request
	if t.Kind == "envelope" {
		var envelope struct{ Payload json.RawMessage }
		if err := json.Unmarshal(t.Request, &envelope); err != nil {
			return Result{}, ErrNotReplayable
		}
		payload = envelope.Payload
	}
	v, err := decodeJSON(payload)
	object, ok := v.(tree)
	if (t.Kind != "envelope" && t.Kind != "delivery") || err != nil || !ok {
		return Result{}, ErrNotReplayable
	}
	d := delivery{kind: kindInteractive, name: t.Name, payload: payload, eventID: str(object, "event_id")}
	switch {
	case str(object, "type") == "event_callback":
		d.kind = kindEvent
	case str(object, "command") != "":
		d.kind, d.form = kindCommand, url.Values{}
		for k := range object {
			d.form.Set(k, str(object, k))
		}
	}
	out := s.ask(ctx, d)
	return Result{Error: out.failure, Ack: out.payload}, nil
}
