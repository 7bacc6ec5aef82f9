package slacksim

import (
	"context"
	"slices"
)

// addMemberLocked reports whether the user was not in the channel before.
func (s *Server) addMemberLocked(c *Channel, userID string) bool {
	if c.IsMember(userID) {
		return false
	}
	c.Members = append(c.Members, userID)
	s.changedLocked(Change{Kind: "channel", Channel: c.ID, User: userID})
	return true
}

// removeMemberLocked reports whether the user was in the channel.
func (s *Server) removeMemberLocked(c *Channel, userID string) bool {
	i := slices.Index(c.Members, userID)
	if i < 0 {
		return false
	}
	c.Members = slices.Delete(c.Members, i, i+1)
	s.changedLocked(Change{Kind: "channel", Channel: c.ID, User: userID})
	return true
}

// Invite brings the app into a channel.
func (a Actor) Invite(_ context.Context, channel string) (Result, error) {
	u, c, err := a.locate(channel)
	if err != nil {
		return Result{}, err
	}
	a.s.mu.Lock()
	live, _ := a.s.channelLocked(c.ID)
	added := a.s.addMemberLocked(live, a.s.world.Bot.UserID)
	a.s.mu.Unlock()
	if !added {
		return Result{Error: "already_in_channel"}, nil
	}
	return Result{Events: eventIDs(a.s.emitMembership("member_joined_channel", c.ID, a.s.world.Bot.UserID, u.ID))}, nil
}

// Kick takes the app out of a channel.
func (a Actor) Kick(_ context.Context, channel string) (Result, error) {
	_, c, err := a.locate(channel)
	if err != nil {
		return Result{}, err
	}
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	live, _ := a.s.channelLocked(c.ID)
	if !a.s.removeMemberLocked(live, a.s.world.Bot.UserID) {
		return Result{Error: NotInChannel}, nil
	}
	return Result{}, nil
}

// SetGroup replaces the members of a user group.
func (s *Server) SetGroup(ref string, users ...string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.world.Groups {
		if g := &s.world.Groups[i]; g.ID == ref || g.Handle == ref {
			g.Users = slices.Clone(users)
			return true
		}
	}
	return false
}

// SetUser replaces a user (by ID), for instance to deactivate them or to change their locale.
func (s *Server) SetUser(u User) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.world.Users {
		if s.world.Users[i].ID == u.ID {
			if u.TeamID == "" {
				u.TeamID = s.world.Team.ID
			}
			s.world.Users[i] = u
			return true
		}
	}
	return false
}

func eventIDs(ids ...string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}
