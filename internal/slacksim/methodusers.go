package slacksim

import "slices"

func (s *Server) usersInfo(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := c.args["user"]
	if id == s.world.Bot.UserID {
		return tree{"user": s.botUserJSON()}, nil
	}
	u, ok := s.userLocked(id)
	if !ok || u.ID != id {
		return nil, refuse("user_not_found")
	}
	return tree{"user": s.userJSON(u, c.args.flag("include_locale"))}, nil
}

func (s *Server) usersList(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{s.botUserJSON()}
	for _, u := range s.world.Users {
		list = append(list, s.userJSON(u, c.args.flag("include_locale")))
	}
	page, next, refusal := pageOf(list, c.args, len(list), 1000)
	if refusal != nil {
		return nil, refusal
	}
	return tree{"members": page, "response_metadata": tree{"next_cursor": next}}, nil
}

func (s *Server) userJSON(u User, withLocale bool) tree {
	t := tree{
		"id": u.ID, "team_id": u.TeamID, "name": u.Name, "real_name": u.RealName, "deleted": u.Deleted,
		"is_admin": u.Admin, "is_owner": false, "is_bot": false, "is_app_user": false,
		"is_restricted": u.Restricted, "is_ultra_restricted": false, "is_stranger": u.TeamID != s.world.Team.ID,
		"tz": u.TZ, "profile": tree{"real_name": u.RealName, "display_name": u.Name, "team": u.TeamID},
	}
	if withLocale {
		t["locale"] = u.Locale
	}
	return t
}

func (s *Server) botUserJSON() tree {
	b := s.world.Bot
	return tree{
		"id": b.UserID, "team_id": s.world.Team.ID, "name": b.Name, "real_name": b.Name, "deleted": false, "is_bot": true, "is_app_user": false,
		"is_admin": false, "is_restricted": false, "is_ultra_restricted": false,
		"profile": tree{"real_name": b.Name, "bot_id": b.BotID, "api_app_id": b.AppID, "team": s.world.Team.ID},
	}
}

func (s *Server) botsInfo(c call) (tree, *apiError) {
	if c.args["bot"] != s.world.Bot.BotID {
		return nil, refuse("bot_not_found")
	}
	return tree{"bot": s.botProfile()}, nil
}

func (s *Server) teamInfo(call) (tree, *apiError) {
	t := s.world.Team
	return tree{"team": tree{"id": t.ID, "name": t.Name, "domain": t.Domain, "url": s.teamURL(), "icon": tree{"image_default": true}}}, nil
}

func (s *Server) usergroupsList(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for _, g := range s.world.Groups {
		if g.Disabled && !c.args.flag("include_disabled") {
			continue
		}
		t := tree{"id": g.ID, "team_id": s.world.Team.ID, "is_usergroup": true, "handle": g.Handle, "name": g.Name, "date_delete": 0}
		if g.Disabled {
			t["date_delete"] = 1
		}
		if c.args.flag("include_users") {
			t["users"] = slices.Clone(g.Users)
		}
		if c.args.flag("include_count") {
			t["user_count"] = len(g.Users)
		}
		list = append(list, t)
	}
	return tree{"usergroups": list}, nil
}

func (s *Server) usergroupsUsersList(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.world.Groups {
		if g.ID == c.args["usergroup"] && (!g.Disabled || c.args.flag("include_disabled")) {
			return tree{"users": append([]string{}, g.Users...)}, nil
		}
	}
	return nil, refuse("no_such_subteam")
}

// reactableLocked finds the message that a reaction method names.
func (s *Server) reactableLocked(a args) (*Message, *apiError) {
	c, ok := s.channelLocked(a["channel"])
	if !ok || (c.kind() != "channels" && !c.IsMember(s.world.Bot.UserID)) {
		return nil, refuse("channel_not_found")
	}
	m := s.messageLocked(c.ID, a["timestamp"])
	if m == nil || m.Deleted || m.EphemeralTo != "" {
		return nil, refuse("message_not_found")
	}
	return m, nil
}

func (s *Server) reactionsAdd(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, refusal := s.reactableLocked(c.args)
	if refusal != nil {
		return nil, refusal
	}
	if c.args["name"] == "" {
		return nil, refuse("invalid_name")
	}
	if !m.react(c.args["name"], s.world.Bot.UserID) {
		return nil, refuse("already_reacted")
	}
	m.Seq = s.touchLocked(m)
	return nil, nil
}

func (s *Server) reactionsRemove(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, refusal := s.reactableLocked(c.args)
	if refusal != nil {
		return nil, refusal
	}
	if !m.unreact(c.args["name"], s.world.Bot.UserID) {
		return nil, refuse("no_reaction")
	}
	m.Seq = s.touchLocked(m)
	return nil, nil
}

func (s *Server) reactionsGet(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, refusal := s.reactableLocked(c.args)
	if refusal != nil {
		return nil, refusal
	}
	return tree{"type": "message", "channel": m.Channel, "message": m.json(s, false)}, nil
}

// react adds a user's emoji; false when it was there already.
func (m *Message) react(name, userID string) bool {
	for i := range m.Reactions {
		if r := &m.Reactions[i]; r.Name == name {
			if slices.Contains(r.Users, userID) {
				return false
			}
			r.Users = append(r.Users, userID)
			return true
		}
	}
	m.Reactions = append(m.Reactions, Reaction{Name: name, Users: []string{userID}})
	return true
}

// unreact takes a user's emoji away; false when it was not there.
func (m *Message) unreact(name, userID string) bool {
	for i := range m.Reactions {
		r := &m.Reactions[i]
		at := slices.Index(r.Users, userID)
		if r.Name != name || at < 0 {
			continue
		}
		if r.Users = slices.Delete(r.Users, at, at+1); len(r.Users) == 0 {
			m.Reactions = slices.Delete(m.Reactions, i, i+1)
		}
		return true
	}
	return false
}
