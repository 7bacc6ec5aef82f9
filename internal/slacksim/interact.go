package slacksim

import (
	"context"
	"fmt"
	"maps"
)

// interaction starts the payload of an interaction with what all of them have.
func (s *Server) interactionLocked(kind string, u User, fromView string) tree {
	t := tree{
		"type": kind, "api_app_id": s.world.Bot.AppID, "token": "unused", "team": tree{"id": s.world.Team.ID, "domain": s.world.Team.Domain},
		"enterprise": nil, "is_enterprise_install": false,
		"user": tree{"id": u.ID, "username": u.Name, "name": u.Name, "team_id": u.TeamID},
	}
	if kind != "view_closed" {
		t["trigger_id"] = s.newTriggerLocked(u.ID, fromView)
	}
	return t
}

// Click presses a button of a message or view; see Actor for how elements are named. Confirm dialogs are confirmed.
func (a Actor) Click(ctx context.Context, on Surface, name string) (Result, error) {
	return a.act(ctx, on, name, func(e element) (tree, error) {
		action := tree{}
		if v, ok := e.raw["value"]; ok {
			action["value"] = v
		}
		if t, ok := e.raw["text"]; ok {
			action["text"] = cloneTree(t)
		}
		if stateful[e.kind] || e.kind == "overflow" {
			return nil, fmt.Errorf("%w: %q is a %s, choose from it", ErrNoElement, name, e.kind)
		}
		return action, nil
	})
}

// Choose picks from a select, overflow, radio, checkbox, date or time element: options by value or text, users and
// channels by id, dates and times as Slack writes them. Without options a multiple choice is emptied.
func (a Actor) Choose(ctx context.Context, on Surface, name string, options ...string) (Result, error) {
	return a.act(ctx, on, name, func(e element) (tree, error) {
		if !stateful[e.kind] && e.kind != "overflow" {
			return nil, fmt.Errorf("%w: %q is a %s, click it", ErrNoElement, name, e.kind)
		}
		return e.filled(options)
	})
}

// act performs one action on a surface: in a message or home it is sent to the app, and so it is in a modal
// unless the element belongs to an input block that does not ask for it.
func (a Actor) act(ctx context.Context, on Surface, name string, value func(element) (tree, error)) (Result, error) {
	ref := on.Ref()
	if ref.TS == "" {
		return a.actOnView(ctx, ref.View, name, value)
	}
	u, c, m, err := a.seen(ref)
	if err != nil {
		return Result{}, err
	}
	e, action, err := perform(m.allBlocks(), name, value)
	if err != nil {
		return Result{}, err
	}
	if !a.s.manifest.Settings.Interactivity.Enabled {
		return notInteractive(), nil
	}
	a.s.mu.Lock()
	live := a.s.messageLocked(c.ID, m.TS)
	if stateful[e.kind] {
		live.state.set(e, cloneTree(action).(tree))
	}
	m = live.clone()
	payload := a.s.interactionLocked("block_actions", u, "")
	payload["actions"] = []any{a.s.actionLocked(e, action)}
	payload["container"] = m.container()
	payload["channel"] = tree{"id": c.ID, "name": channelName(c)}
	payload["state"] = tree{"values": m.state.json()}
	payload["response_url"] = a.s.newResponseURLLocked(responseTarget{channel: c.ID, user: u.ID, original: m.TS})
	a.s.mu.Unlock()
	if m.EphemeralTo == "" {
		payload["message"] = m.json(a.s, true)
	}
	out := a.s.ask(ctx, delivery{kind: kindInteractive, name: "block_actions", payload: encodeJSON(payload)})
	r := Result{Error: out.failure, Ack: out.payload, View: a.s.top(u.ID)}
	if out.failure != "" {
		r.Notice = "This app did not respond (" + out.failure + ")."
	}
	return r, nil
}

func notInteractive() Result {
	return Result{Error: NotInteractive, Notice: "This app is not configured to handle interactive responses."}
}

// allBlocks are the message's own blocks and those of its attachments.
func (m Message) allBlocks() []tree {
	blocks := decodeList(m.Blocks)
	for _, attachment := range decodeList(m.Attachments) {
		blocks = append(blocks, trees(attachment["blocks"])...)
	}
	return blocks
}

func (m Message) container() tree {
	t := tree{"type": "message", "message_ts": m.TS, "channel_id": m.Channel, "is_ephemeral": m.EphemeralTo != ""}
	if m.ThreadTS != "" {
		t["thread_ts"] = m.ThreadTS
	}
	return t
}

func channelName(c Channel) string {
	if c.Direct() {
		return "directmessage"
	}
	return c.Name
}

func perform(blocks []tree, name string, value func(element) (tree, error)) (element, tree, error) {
	list := elementsOf(blocks)
	e, ok := findElement(list, name)
	if !ok {
		return e, nil, fmt.Errorf("%w: %q", ErrNoElement, name)
	}
	action, err := value(e)
	return e, action, err
}

// actionLocked is the entry of actions[] for what was done to an element.
func (s *Server) actionLocked(e element, value tree) tree {
	t := tree{"type": e.kind, "block_id": e.blockID, "action_id": e.actionID, "action_ts": s.newTSLocked()}
	maps.Copy(t, value)
	if c, ok := e.raw["confirm"]; ok {
		t["confirm"] = cloneTree(c)
	}
	if p, ok := e.raw["placeholder"]; ok {
		t["placeholder"] = cloneTree(p)
	}
	return t
}

// actOnView performs one action in a modal or home.
func (a Actor) actOnView(ctx context.Context, viewID, name string, value func(element) (tree, error)) (Result, error) {
	u, v, err := a.openView(viewID)
	if err != nil {
		return Result{}, err
	}
	e, action, err := perform(trees(v.raw["blocks"]), name, value)
	if err != nil {
		return Result{}, err
	}
	silent := e.input != nil && !flag(e.input, "dispatch_action")
	if !silent && !a.s.manifest.Settings.Interactivity.Enabled {
		return notInteractive(), nil
	}
	a.s.mu.Lock()
	live := a.s.findViewLocked(v.ID, "")
	if live == nil {
		a.s.mu.Unlock()
		return Result{}, fmt.Errorf("%w: %q", ErrNoView, viewID)
	}
	if stateful[e.kind] {
		live.state.set(e, cloneTree(action).(tree))
		a.s.touchViewLocked(live)
	}
	if silent {
		a.s.mu.Unlock()
		return Result{View: a.s.top(u.ID)}, nil
	}
	payload := a.s.interactionLocked("block_actions", u, modalID(live))
	payload["actions"] = []any{a.s.actionLocked(e, action)}
	payload["container"] = tree{"type": "view", "view_id": live.ID}
	payload["view"] = live.json(a.s)
	a.s.mu.Unlock()
	out := a.s.ask(ctx, delivery{kind: kindInteractive, name: "block_actions", payload: encodeJSON(payload)})
	return a.s.afterViewAction(u.ID, v, out), nil
}

// modalID is the id of a view that can be pushed onto; a home cannot.
func modalID(v *View) string {
	if v.Type == "modal" {
		return v.ID
	}
	return ""
}

func (s *Server) afterViewAction(userID string, v View, out outcome) Result {
	r := Result{Error: out.failure, Ack: out.payload}
	if out.failure != "" {
		r.Error, r.Notice = TroubleConnecting, troubleNotice
		s.mark(v.ID, nil, troubleNotice)
	}
	r.View = s.top(userID)
	if r.View == nil && v.Type == "home" {
		r.View = s.home(userID)
	}
	return r
}

// openView resolves a view that the user has before them: their home, or one of their modals ("" means the top one).
func (a Actor) openView(id string) (User, View, error) {
	u, err := a.user()
	if err != nil {
		return u, View{}, err
	}
	stack := a.s.Views(u.ID)
	if id == "" && len(stack) > 0 {
		return u, stack[len(stack)-1], nil
	}
	if home := a.s.home(u.ID); home != nil && (id == home.ID || id == "home") {
		return u, *home, nil
	}
	for _, v := range stack {
		if v.ID == id {
			return u, v, nil
		}
	}
	return u, View{}, fmt.Errorf("%w: %q", ErrNoView, id)
}

// Shortcut starts a global shortcut.
func (a Actor) Shortcut(ctx context.Context, callbackID string) (Result, error) {
	u, err := a.user()
	if err != nil {
		return Result{}, err
	}
	if _, ok := a.s.manifest.shortcut(callbackID, "global"); !ok {
		return Result{}, fmt.Errorf("global shortcut %q: %w", callbackID, ErrOff)
	}
	a.s.mu.Lock()
	payload := a.s.interactionLocked("shortcut", u, "")
	payload["callback_id"], payload["action_ts"] = callbackID, a.s.newTSLocked()
	a.s.mu.Unlock()
	return a.s.runShortcut(ctx, u.ID, payload), nil
}

// MessageShortcut starts a message shortcut on a message that the user sees.
func (a Actor) MessageShortcut(ctx context.Context, callbackID string, on Surface) (Result, error) {
	if _, ok := a.s.manifest.shortcut(callbackID, "message"); !ok {
		return Result{}, fmt.Errorf("message shortcut %q: %w", callbackID, ErrOff)
	}
	u, c, m, err := a.seen(on)
	if err != nil {
		return Result{}, err
	}
	if m.EphemeralTo != "" {
		return Result{}, fmt.Errorf("%w: shortcuts do not work on ephemeral messages", ErrNoMessage)
	}
	a.s.mu.Lock()
	payload := a.s.interactionLocked("message_action", u, "")
	payload["callback_id"], payload["action_ts"], payload["message_ts"] = callbackID, a.s.newTSLocked(), m.TS
	payload["message"] = m.json(a.s, true)
	payload["channel"] = tree{"id": c.ID, "name": channelName(c)}
	payload["response_url"] = a.s.newResponseURLLocked(responseTarget{channel: c.ID, user: u.ID})
	a.s.mu.Unlock()
	return a.s.runShortcut(ctx, u.ID, payload), nil
}

func (s *Server) runShortcut(ctx context.Context, userID string, payload tree) Result {
	out := s.ask(ctx, delivery{kind: kindInteractive, name: str(payload, "type"), payload: encodeJSON(payload)})
	r := Result{Error: out.failure, Ack: out.payload, View: s.top(userID)}
	if out.failure != "" {
		r.Notice = troubleNotice
	}
	return r
}
