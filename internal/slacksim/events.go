package slacksim

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// sentEvent is an event that was sent, kept so that a test can repeat it.
type sentEvent struct {
	id, name string
	payload  tree
}

// emit sends an event if the manifest subscribes to it (by its manifest name, such as message.im); it returns the event id, or "".
func (s *Server) emit(name string, event tree, channelID string) string {
	if !s.manifest.subscribes(name) {
		return ""
	}
	s.mu.Lock()
	now := s.clock()
	shared := false
	if c, ok := s.channelLocked(channelID); ok {
		shared = c.Shared
	}
	s.mu.Unlock()
	payload := tree{
		"token": "unused", "team_id": s.world.Team.ID, "context_team_id": s.world.Team.ID, "context_enterprise_id": nil,
		"api_app_id": s.world.Bot.AppID, "type": "event_callback", "event": event, "event_id": randomID("Ev"), "event_time": now.Unix(),
		"authorizations": []any{tree{
			"enterprise_id": nil, "team_id": s.world.Team.ID, "user_id": s.world.Bot.UserID, "is_bot": true,
			"is_enterprise_install": false,
		}},
		"is_ext_shared_channel": shared,
	}
	return s.tellEvent(name, payload)
}

func (s *Server) tellEvent(name string, payload tree) string {
	id := str(payload, "event_id")
	s.mu.Lock()
	if len(s.events) >= maxEventsKept {
		s.events = slices.Delete(s.events, 0, maxEventsKept/10)
	}
	s.events = append(s.events, sentEvent{id: id, name: name, payload: payload})
	s.mu.Unlock()
	s.tell(delivery{kind: kindEvent, name: str(sub(payload, "event"), "type"), payload: encodeJSON(payload), eventID: id})
	return id
}

// ErrNoEvent says that no event with that id was sent.
var ErrNoEvent = errors.New("no such event")

// Redeliver sends an event again: the same one, as a retry would, or under a new event_id with the same content, as happens
// when Slack hands one occurrence over twice. It returns the event_id used.
func (s *Server) Redeliver(eventID string, newID bool) (string, error) {
	s.mu.Lock()
	i := slices.IndexFunc(s.events, func(e sentEvent) bool { return e.id == eventID })
	if i < 0 {
		s.mu.Unlock()
		return "", fmt.Errorf("%w: %q", ErrNoEvent, eventID)
	}
	e := s.events[i]
	payload, _ := cloneTree(e.payload).(tree)
	s.mu.Unlock()
	if newID {
		payload["event_id"] = randomID("Ev")
		return s.tellEvent(e.name, payload), nil
	}
	s.tell(delivery{kind: kindEvent, name: str(sub(payload, "event"), "type"), payload: encodeJSON(payload), eventID: eventID, attempt: 1, reason: "http_timeout"})
	return eventID, nil
}

// Deliver sends any event the test makes up, unknown types included, whether or not the manifest subscribes to it.
// The event is wrapped like any other; it returns the event_id.
func (s *Server) Deliver(event json.RawMessage) (string, error) {
	v, err := decodeJSON(event)
	inner, ok := v.(tree)
	if err != nil || !ok {
		return "", errors.New("deliver: the event must be a JSON object")
	}
	return s.tellEvent(str(inner, "type"), tree{
		"token": "unused", "team_id": s.world.Team.ID, "api_app_id": s.world.Bot.AppID, "type": "event_callback", "event": inner,
		"event_id": randomID("Ev"), "event_time": s.clock().Unix(), "authorizations": []any{}, "is_ext_shared_channel": false,
	}), nil
}

// messageEvent is the subscription under which a channel's messages are sent, and channel_type.
func (c Channel) messageEvent() (name, channelType string) {
	switch c.kind() {
	case "im":
		return "message.im", "im"
	case "groups":
		return "message.groups", "group"
	}
	return "message.channels", "channel"
}

// hears reports whether the app is told of messages in the channel, and returns the channel.
func (s *Server) hears(channelID string) (Channel, bool) {
	c, ok := s.Channel(channelID)
	return c, ok && c.IsMember(s.world.Bot.UserID)
}

// emitMessage tells the app of a new message, its own included, as message.* and app_mention.
func (s *Server) emitMessage(m Message) []string {
	c, hears := s.hears(m.Channel)
	if !hears || m.EphemeralTo != "" {
		return nil
	}
	name, channelType := c.messageEvent()
	event := m.json(s, true)
	event["channel"], event["channel_type"], event["event_ts"] = m.Channel, channelType, m.TS
	s.addTeams(event, m, c)
	ids := []string{s.emit(name, event, m.Channel)}
	if !m.FromBot() && !c.Direct() && s.mentionsBot(m.Text) {
		ids = append(ids, s.emit("app_mention", s.mentionEvent(m, c), m.Channel))
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

func (s *Server) mentionEvent(m Message, c Channel) tree {
	event := m.json(s, true)
	event["type"], event["channel"], event["event_ts"] = "app_mention", m.Channel, m.TS
	s.addTeams(event, m, c)
	return event
}

// addTeams adds where an author of a shared channel comes from.
func (s *Server) addTeams(event tree, m Message, c Channel) {
	if c.Shared {
		event["user_team"], event["source_team"] = m.UserTeam, m.UserTeam
	}
}

func (s *Server) mentionsBot(text string) bool {
	for _, hit := range mentionRE().FindAllString(text, -1) {
		if id := "<@" + s.world.Bot.UserID; hit == id+">" || (len(hit) > len(id) && hit[:len(id)+1] == id+"|") {
			return true
		}
	}
	return false
}

// emitChanged tells the app of an edit; a mention that the edit added is a mention.
func (s *Server) emitChanged(before, after Message) []string {
	c, hears := s.hears(after.Channel)
	if !hears || after.EphemeralTo != "" {
		return nil
	}
	name, channelType := c.messageEvent()
	event := tree{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": after.Channel, "channel_type": channelType,
		"ts": after.EditedTS, "event_ts": after.EditedTS, "message": after.json(s, true), "previous_message": before.json(s, true),
	}
	ids := []string{s.emit(name, event, after.Channel)}
	if !after.FromBot() && !c.Direct() && s.mentionsBot(after.Text) && !s.mentionsBot(before.Text) {
		ids = append(ids, s.emit("app_mention", s.mentionEvent(after, c), after.Channel))
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// emitDeleted tells the app that a message is gone.
func (s *Server) emitDeleted(before Message) []string {
	c, hears := s.hears(before.Channel)
	if !hears || before.EphemeralTo != "" {
		return nil
	}
	name, channelType := c.messageEvent()
	s.mu.Lock()
	ts := s.newTSLocked()
	s.mu.Unlock()
	id := s.emit(name, tree{
		"type": "message", "subtype": "message_deleted", "hidden": true, "channel": before.Channel, "channel_type": channelType,
		"ts": ts, "event_ts": ts, "deleted_ts": before.TS, "previous_message": before.json(s, true),
	}, before.Channel)
	return slices.DeleteFunc([]string{id}, func(id string) bool { return id == "" })
}

// emitMembership tells the app that somebody, perhaps the app itself, joined or left.
func (s *Server) emitMembership(event, channelID, userID, inviter string) string {
	s.mu.Lock()
	ts := s.newTSLocked()
	s.mu.Unlock()
	e := tree{"type": event, "user": userID, "channel": channelID, "channel_type": "C", "team": s.world.Team.ID, "event_ts": ts}
	if inviter != "" {
		e["inviter"] = inviter
	}
	return s.emit(event, e, channelID)
}
