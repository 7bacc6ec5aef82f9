package slacksim

// post is a message on its way into the log.
type post struct {
	channel, thread, user, ephemeralTo string
	bot, broadcast, viaURL, fromAck    bool
	clientMsgID                        string
	content
}

// putLocked appends a message to the log.
func (s *Server) putLocked(p post) *Message {
	m := &Message{
		Channel: p.channel, TS: s.newTSLocked(), ThreadTS: p.thread, User: p.user, UserTeam: s.world.Team.ID,
		Text: p.text, Blocks: p.blocks, Attachments: p.attachments, Metadata: p.metadata,
		EphemeralTo: p.ephemeralTo, Broadcast: p.broadcast, ViaResponseURL: p.viaURL, FromAck: p.fromAck, clientMsgID: p.clientMsgID,
	}
	if p.bot {
		m.User, m.BotID = s.world.Bot.UserID, s.world.Bot.BotID
	} else if u, ok := s.userLocked(p.user); ok {
		m.UserTeam = u.TeamID
	}
	m.state = stateOf(decodeList(m.Blocks), nil)
	if parent := s.messageLocked(p.channel, p.thread); parent != nil && m.EphemeralTo == "" {
		parent.Replies++
		parent.Seq = s.seq + 1
	}
	s.messages = append(s.messages, m)
	m.Seq = s.touchLocked(m)
	return m
}

// rewriteLocked gives a message new content.
func (s *Server) rewriteLocked(m *Message, c content) {
	m.Text, m.Blocks, m.Attachments = c.text, c.blocks, c.attachments
	if c.metadata != nil {
		m.Metadata = c.metadata
	}
	m.state = stateOf(decodeList(m.Blocks), m.state)
	m.Edited, m.EditedTS = true, s.newTSLocked()
	m.Seq = s.touchLocked(m)
}

func (s *Server) removeLocked(m *Message) {
	m.Deleted = true
	if parent := s.messageLocked(m.Channel, m.ThreadTS); parent != nil && m.ThreadTS != "" && parent.Replies > 0 && m.EphemeralTo == "" {
		parent.Replies--
	}
	m.Seq = s.touchLocked(m)
}

func (s *Server) touchLocked(m *Message) int64 {
	return s.changedLocked(Change{Kind: "message", Channel: m.Channel, Thread: m.ThreadTS, User: m.EphemeralTo})
}

// threadLocked resolves a thread_ts: the parent's ts. A reply's ts is dropped, as Slack drops it; an unknown one is refused.
func (s *Server) threadLocked(channelID, ts string) (string, *apiError) {
	if ts == "" {
		return "", nil
	}
	m := s.messageLocked(channelID, ts)
	switch {
	case m == nil || m.Deleted || m.EphemeralTo != "":
		return "", refuse("thread_not_found")
	case m.ThreadTS != "":
		return "", nil
	}
	return ts, nil
}

// json is the message as the Web API and events show it.
func (m *Message) json(s *Server, withMetadata bool) tree {
	t := tree{"type": "message", "user": m.User, "text": m.Text, "ts": m.TS, "team": m.UserTeam}
	if m.BotID != "" {
		t["bot_id"], t["app_id"] = m.BotID, s.world.Bot.AppID
		t["bot_profile"] = s.botProfile()
	}
	if m.clientMsgID != "" {
		t["client_msg_id"] = m.clientMsgID
	}
	if len(m.Blocks) > 0 {
		t["blocks"] = m.Blocks
	}
	if len(m.Attachments) > 0 {
		t["attachments"] = m.Attachments
	}
	if withMetadata && len(m.Metadata) > 0 {
		t["metadata"] = m.Metadata
	}
	if m.Edited {
		t["edited"] = tree{"user": m.User, "ts": m.EditedTS}
	}
	switch {
	case m.ThreadTS != "":
		t["thread_ts"] = m.ThreadTS
	case m.Replies > 0:
		t["thread_ts"], t["reply_count"] = m.TS, m.Replies
	}
	if m.Broadcast {
		t["subtype"] = "thread_broadcast"
	}
	if len(m.Reactions) > 0 {
		t["reactions"] = reactionsJSON(m.Reactions)
	}
	return t
}

func reactionsJSON(list []Reaction) []any {
	out := make([]any, len(list))
	for i, r := range list {
		users := append([]string(nil), r.Users...)
		out[i] = tree{"name": r.Name, "users": users, "count": len(users)}
	}
	return out
}

func (s *Server) botProfile() tree {
	b := s.world.Bot
	return tree{
		"id": b.BotID, "app_id": b.AppID, "user_id": b.UserID, "name": b.Name, "team_id": s.world.Team.ID, "deleted": false,
		"icons": tree{}, "updated": 0,
	}
}
