package slacksim

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

const troubleNotice = "We had some trouble connecting. Try again?"

// Fill enters values into a modal without sending it. Keys name elements as documented at Actor, or input blocks by block_id;
// a value is a string, a list of strings for a multiple choice, or nil to empty the field.
func (a Actor) Fill(_ context.Context, on Surface, given map[string]any) (Result, error) {
	u, v, err := a.openView(on.Ref().View)
	if err != nil {
		return Result{}, err
	}
	if err := a.s.fill(v, given); err != nil {
		return Result{}, err
	}
	return Result{View: a.s.top(u.ID)}, nil
}

func (s *Server) fill(v View, given map[string]any) error {
	list := elementsOf(trees(v.raw["blocks"]))
	type entry struct {
		e     element
		value tree
	}
	var entries []entry
	for _, name := range slices.Sorted(maps.Keys(given)) {
		e, ok := findField(list, name)
		if !ok {
			return fmt.Errorf("%w: %q", ErrNoElement, name)
		}
		value, err := e.filled(given[name])
		if err != nil {
			return err
		}
		entries = append(entries, entry{e, value})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	live := s.findViewLocked(v.ID, "")
	if live == nil {
		return fmt.Errorf("%w: %q", ErrNoView, v.ID)
	}
	for _, en := range entries {
		live.state.set(en.e, en.value)
	}
	s.touchViewLocked(live)
	return nil
}

func findField(list []element, name string) (element, bool) {
	for _, e := range list {
		if e.blockID == name && stateful[e.kind] {
			return e, true
		}
	}
	e, ok := findElement(list, name)
	return e, ok && stateful[e.kind]
}

// Submit fills in values and presses the modal's submit button. Inputs that the client itself would object to are shown in
// Result.Errors with the Error Incomplete, and nothing is sent.
func (a Actor) Submit(ctx context.Context, on Surface, given map[string]any) (Result, error) {
	u, v, err := a.openView(on.Ref().View)
	if err != nil {
		return Result{}, err
	}
	if v.Type != "modal" || v.Submit == "" {
		return Result{}, fmt.Errorf("%w: the view has no submit button", ErrNoElement)
	}
	if err := a.s.fill(v, given); err != nil {
		return Result{}, err
	}
	if complaints := a.s.complaints(v.ID); len(complaints) > 0 {
		a.s.mark(v.ID, complaints, "")
		return Result{Error: Incomplete, Errors: complaints, View: a.s.top(u.ID)}, nil
	}
	payload, ok := a.s.viewPayload("view_submission", u, v.ID)
	if !ok {
		return Result{}, fmt.Errorf("%w: %q", ErrNoView, v.ID)
	}
	payload["response_urls"] = []any{}
	out := a.s.ask(ctx, delivery{kind: kindInteractive, name: "view_submission", payload: encodeJSON(payload)})
	return a.s.answerSubmission(u.ID, v.ID, out), nil
}

func (s *Server) viewPayload(kind string, u User, viewID string) (tree, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	live := s.findViewLocked(viewID, "")
	if live == nil {
		return nil, false
	}
	payload := s.interactionLocked(kind, u, modalID(live))
	payload["view"] = live.json(s)
	return payload, true
}

// complaints are the client's own objections to what is filled in, by block_id.
func (s *Server) complaints(viewID string) map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.findViewLocked(viewID, "")
	if v == nil {
		return nil
	}
	out := map[string]string{}
	for _, e := range elementsOf(trees(v.raw["blocks"])) {
		if e.input == nil {
			continue
		}
		value, _ := v.state.get(e)
		if complaint := e.complaint(value); complaint != "" {
			out[e.blockID] = complaint
		}
	}
	return out
}

// mark shows errors or a notice on a view.
func (s *Server) mark(viewID string, errs map[string]string, notice string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.findViewLocked(viewID, ""); v != nil {
		v.Errors, v.Notice = maps.Clone(errs), notice
		s.touchViewLocked(v)
	}
}

// answerSubmission does what the acknowledgement of a submission asks.
func (s *Server) answerSubmission(userID, viewID string, out outcome) Result {
	r := Result{Ack: out.payload}
	var answer struct {
		Action string            `json:"response_action"`
		Errors map[string]string `json:"errors"`
		View   json.RawMessage   `json:"view"`
	}
	trouble := out.failure
	if trouble == "" && len(out.payload) > 0 && json.Unmarshal(out.payload, &answer) != nil {
		trouble = "invalid_payload"
	}
	if trouble == "" {
		trouble = s.followSubmission(userID, viewID, answer.Action, answer.Errors, answer.View)
	}
	if trouble != "" {
		s.record(Traffic{Kind: "ack", Direction: "in", Name: "view_submission", Request: out.payload, Error: trouble})
		s.mark(viewID, nil, troubleNotice)
		r.Error, r.Notice = TroubleConnecting, troubleNotice
	}
	if answer.Action == "errors" && trouble == "" {
		r.Errors = answer.Errors
	}
	r.View = s.top(userID)
	return r
}

// followSubmission carries out a response_action; it returns what is wrong with it.
func (s *Server) followSubmission(userID, viewID, action string, errs map[string]string, view json.RawMessage) string {
	switch action {
	case "":
		s.closeView(userID, viewID)
		return ""
	case "clear":
		s.clearViews(userID)
		return ""
	case "errors":
		return s.showErrors(viewID, errs)
	case "update", "push":
	default:
		return "invalid_response_action"
	}
	raw, refusal := readView(string(view), "modal")
	if refusal != nil {
		return refusal.name
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.findViewLocked(viewID, "")
	if v == nil {
		return "not_found"
	}
	if refusal := s.checkExternalIDLocked(raw, v); refusal != nil {
		return refusal.name
	}
	if action == "update" {
		s.fillViewLocked(v, raw)
		return ""
	}
	if _, refusal := s.pushLocked(userID, raw); refusal != nil {
		return refusal.name
	}
	return ""
}

// showErrors puts field errors under input blocks; any other key is trouble, as on Slack.
func (s *Server) showErrors(viewID string, errs map[string]string) string {
	s.mu.Lock()
	v := s.findViewLocked(viewID, "")
	if v == nil {
		s.mu.Unlock()
		return "not_found"
	}
	inputs := map[string]bool{}
	for _, b := range trees(v.raw["blocks"]) {
		inputs[str(b, "block_id")] = str(b, "type") == "input"
	}
	s.mu.Unlock()
	for blockID := range errs {
		if !inputs[blockID] {
			return "invalid_error_block_id"
		}
	}
	if len(errs) == 0 {
		return "no_errors"
	}
	s.mark(viewID, errs, "")
	return ""
}

// closeView takes a view off the user's stack, with everything above it.
func (s *Server) closeView(userID, viewID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stack := s.stacks[userID]
	i := slices.IndexFunc(stack, func(v *View) bool { return v.ID == viewID })
	if i < 0 {
		return
	}
	s.stacks[userID] = slices.Clone(stack[:i])
	s.changedLocked(Change{Kind: "view", User: userID})
}

func (s *Server) clearViews(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stacks, userID)
	s.changedLocked(Change{Kind: "view", User: userID})
}

// CloseView presses the modal's close button; the one below it shows again, unless clear_on_close says otherwise.
func (a Actor) CloseView(ctx context.Context, on Surface) (Result, error) {
	u, v, err := a.openView(on.Ref().View)
	if err != nil {
		return Result{}, err
	}
	if v.Type != "modal" {
		return Result{}, fmt.Errorf("%w: a home cannot be closed", ErrNoView)
	}
	if v.ClearOnClose {
		return a.closeAll(ctx, u)
	}
	payload, _ := a.s.viewPayload("view_closed", u, v.ID)
	a.s.closeView(u.ID, v.ID)
	r := Result{}
	if v.NotifyOnClose {
		r.Error = a.s.tellClosed(ctx, payload, false)
	}
	r.View = a.s.top(u.ID)
	return r, nil
}

// CloseAll closes the whole stack, as the cross in the corner does.
func (a Actor) CloseAll(ctx context.Context) (Result, error) {
	u, err := a.user()
	if err != nil {
		return Result{}, err
	}
	return a.closeAll(ctx, u)
}

func (a Actor) closeAll(ctx context.Context, u User) (Result, error) {
	stack := a.s.Views(u.ID)
	payloads := make([]tree, 0, len(stack))
	for _, v := range slices.Backward(stack) {
		if v.NotifyOnClose {
			if p, ok := a.s.viewPayload("view_closed", u, v.ID); ok {
				payloads = append(payloads, p)
			}
		}
	}
	a.s.clearViews(u.ID)
	var r Result
	for _, p := range payloads {
		r.Error = firstOf(r.Error, a.s.tellClosed(ctx, p, true))
	}
	return r, nil
}

func (s *Server) tellClosed(ctx context.Context, payload tree, cleared bool) string {
	payload["is_cleared"] = cleared
	return s.ask(ctx, delivery{kind: kindInteractive, name: "view_closed", payload: encodeJSON(payload)}).failure
}
