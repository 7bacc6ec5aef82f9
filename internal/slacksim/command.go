package slacksim

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// Slash types a slash command, such as "/rdma facts latency", and returns once the app has acknowledged it or failed to.
func (a Actor) Slash(ctx context.Context, channel, line string, opts ...SayOption) (Result, error) {
	u, c, err := a.locate(channel)
	if err != nil {
		return Result{}, err
	}
	var o sayOptions
	for _, opt := range opts {
		opt(&o)
	}
	name, text := splitCommand(line)
	cmd, ok := a.s.manifest.command(strings.ToLower(name))
	switch {
	case !ok || !a.s.manifest.has("commands"):
		return Result{Error: InvalidCommand, Notice: fmt.Sprintf("%s is not a valid command.", name)}, nil
	case o.thread != "":
		return Result{Error: NotInThread, Notice: fmt.Sprintf("%s is not supported in threads. Sorry!", name)}, nil
	}
	a.s.mu.Lock()
	target := responseTarget{channel: c.ID, user: u.ID}
	fields := a.s.commandFieldsLocked(u, c, cmd, target)
	a.s.mu.Unlock()
	fields["text"] = a.s.commandText(text, cmd.ShouldEscape)
	target.issued = a.s.clock()
	return a.s.answerCommand(cmd.Command, target, a.s.ask(ctx, commandDelivery(cmd.Command, fields))), nil
}

func splitCommand(line string) (name, text string) {
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t\n"); i >= 0 {
		return line[:i], line[i+1:]
	}
	return line, ""
}

// commandFieldsLocked are the fields of a slash command but for its text.
func (s *Server) commandFieldsLocked(u User, c Channel, cmd command, target responseTarget) map[string]string {
	channelName := c.Name
	switch {
	case c.Direct():
		channelName = "directmessage"
	case c.Private:
		channelName = "privategroup"
	}
	return map[string]string{
		"token": "unused", "team_id": u.TeamID, "team_domain": s.domainOf(u.TeamID), "channel_id": c.ID, "channel_name": channelName,
		"user_id": u.ID, "user_name": u.Name, "command": cmd.Command, "api_app_id": s.world.Bot.AppID, "is_enterprise_install": "false",
		"response_url": s.newResponseURLLocked(target), "trigger_id": s.newTriggerLocked(u.ID, ""),
	}
}

func (s *Server) domainOf(teamID string) string {
	if teamID == s.world.Team.ID {
		return s.world.Team.Domain
	}
	return "elsewhere"
}

func commandDelivery(name string, fields map[string]string) delivery {
	form := url.Values{}
	object := tree{}
	for k, v := range fields {
		form.Set(k, v)
		object[k] = v
	}
	return delivery{kind: kindCommand, name: name, payload: encodeJSON(object), form: form}
}

// answerCommand shows what the acknowledgement carries, or Slackbot's line about a failure.
func (s *Server) answerCommand(name string, target responseTarget, out outcome) Result {
	if out.failure != "" {
		return Result{Error: out.failure, Notice: fmt.Sprintf("%s failed with the error %q", name, out.failure)}
	}
	r := Result{Ack: out.payload, View: s.top(target.user)}
	a, err := ackArgs(out.payload)
	if err != nil {
		r.Error, r.Notice = "invalid_payload", fmt.Sprintf("%s failed with the error %q", name, "invalid_payload")
		return r
	}
	if len(a) == 0 {
		return r
	}
	m, refusal := s.respond(target, a, true)
	if refusal != nil && refusal.name != "no_text" {
		s.record(Traffic{Kind: "ack", Direction: "in", Name: name, Request: out.payload, Response: encodeJSON(refusal.extra), Error: refusal.name})
		r.Error, r.Notice = refusal.name, fmt.Sprintf("%s failed with the error %q", name, refusal.name)
		return r
	}
	r.Message = m
	return r
}

// ackArgs reads the payload of an acknowledgement: an object, or a string that is the text.
func ackArgs(payload json.RawMessage) (args, error) {
	if len(payload) == 0 {
		return nil, nil
	}
	var text string
	if json.Unmarshal(payload, &text) == nil {
		if strings.TrimSpace(text) == "" {
			return nil, nil
		}
		return args{"text": text}, nil
	}
	return jsonArgs(payload)
}

// top is the user's top modal, or nil.
func (s *Server) top(userID string) *View {
	stack := s.Views(userID)
	if len(stack) == 0 {
		return nil
	}
	return &stack[len(stack)-1]
}
