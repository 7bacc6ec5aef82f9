package slacksim

import (
	"fmt"
	"slices"
	"strings"
)

// Bot returns the app's identity in the workspace.
func (s *Server) Bot() Bot { return s.world.Bot }

// Team returns the workspace.
func (s *Server) Team() Team { return s.world.Team }

// Users returns every person.
func (s *Server) Users() []User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.world.Users)
}

// User returns the person with this id or name.
func (s *Server) User(ref string) (User, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.userLocked(ref)
}

// Groups returns every user group.
func (s *Server) Groups() []UserGroup {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.clone().Groups
}

// Channels returns every conversation, direct messages with the app included.
func (s *Server) Channels() []Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.clone().Channels
}

// Channel returns the conversation with this id, name or "#name".
func (s *Server) Channel(ref string) (Channel, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channelLocked(ref)
	if !ok {
		return Channel{}, false
	}
	return c.clone(), true
}

// DirectChannel returns the app's direct message with a user, which it opens when there is none yet.
func (s *Server) DirectChannel(user string) (Channel, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.userLocked(user)
	if !ok {
		return Channel{}, false
	}
	return s.openDirectLocked(u.ID).clone(), true
}

// Messages returns what stands in a channel (thread empty) or below one of its messages (thread is the parent's ts), oldest first,
// ephemeral messages included and deleted ones not. A thread's answer starts with its parent.
func (s *Server) Messages(channel, thread string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channelLocked(channel)
	if !ok {
		return nil
	}
	var out []Message
	for _, m := range s.messages {
		if m.Channel != c.ID || m.Deleted {
			continue
		}
		inChannel := thread == "" && (m.ThreadTS == "" || m.Broadcast)
		inThread := thread != "" && (m.TS == thread || m.ThreadTS == thread)
		if inChannel || inThread {
			out = append(out, m.clone())
		}
	}
	return out
}

// Message returns the message with this ts, even when it was deleted.
func (s *Server) Message(channel, ts string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channelLocked(channel)
	if !ok {
		return Message{}, false
	}
	m := s.messageLocked(c.ID, ts)
	if m == nil {
		return Message{}, false
	}
	return m.clone(), true
}

// Last returns the newest message of a channel, in a thread or not, ephemeral or not.
func (s *Server) Last(channel string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channelLocked(channel)
	if !ok {
		return Message{}, false
	}
	for _, m := range slices.Backward(s.messages) {
		if m.Channel == c.ID && !m.Deleted {
			return m.clone(), true
		}
	}
	return Message{}, false
}

// Views returns the user's open modals, bottom first.
func (s *Server) Views(user string) []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, _ := s.userLocked(user)
	var out []View
	for _, v := range s.stacks[u.ID] {
		out = append(out, v.clone())
	}
	return out
}

// Home returns the home that the app last published for the user.
func (s *Server) Home(user string) (View, bool) {
	if v := s.home(user); v != nil {
		return *v, true
	}
	return View{}, false
}

func (s *Server) home(user string) *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, _ := s.userLocked(user)
	v, ok := s.homes[u.ID]
	if !ok {
		return nil
	}
	c := v.clone()
	return &c
}

func (s *Server) allMessages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Message, 0, len(s.messages))
	for _, m := range s.messages {
		out = append(out, m.clone())
	}
	return out
}

func (s *Server) userLocked(ref string) (User, bool) {
	ref = strings.TrimPrefix(ref, "@")
	for _, u := range s.world.Users {
		if u.ID == ref || u.Name == ref {
			return u, true
		}
	}
	return User{}, false
}

func (s *Server) channelLocked(ref string) (*Channel, bool) {
	ref = strings.TrimPrefix(ref, "#")
	for i := range s.world.Channels {
		c := &s.world.Channels[i]
		if c.ID == ref || (c.Name == ref && ref != "") {
			return c, true
		}
	}
	return nil, false
}

func (s *Server) openDirectLocked(userID string) *Channel {
	id := directID(userID)
	if c, ok := s.channelLocked(id); ok {
		return c
	}
	s.world.Channels = append(s.world.Channels, Channel{ID: id, DirectWith: userID, Members: []string{userID, s.world.Bot.UserID}})
	s.changedLocked(Change{Kind: "channel", Channel: id, User: userID})
	return &s.world.Channels[len(s.world.Channels)-1]
}

func (s *Server) messageLocked(channelID, ts string) *Message {
	for _, m := range slices.Backward(s.messages) {
		if m.Channel == channelID && m.TS == ts {
			return m
		}
	}
	return nil
}

// newTSLocked is the clock as a Slack timestamp, moved on when needed so that no two are equal.
func (s *Server) newTSLocked() string {
	us := s.clock().UnixMicro()
	if us <= s.lastTS {
		us = s.lastTS + 1
	}
	s.lastTS = us
	return fmt.Sprintf("%d.%06d", us/1e6, us%1e6)
}
