package slacksim

// writableLocked resolves where the app may post: a channel by id or name, or a user's direct message.
func (s *Server) writableLocked(ref string) (*Channel, *apiError) {
	if u, ok := s.userLocked(ref); ok && u.ID == ref {
		return s.openDirectLocked(u.ID), nil
	}
	c, ok := s.channelLocked(ref)
	bot := s.world.Bot.UserID
	switch {
	case ref == "" || !ok || (c.Private && !c.IsMember(bot)):
		return nil, refuse("channel_not_found")
	case c.Archived:
		return nil, refuse("is_archived")
	case !c.IsMember(bot) && !s.manifest.has("chat:write.public"):
		return nil, refuse("not_in_channel")
	}
	return c, nil
}

func (s *Server) chatPostMessage(c call) (tree, *apiError) {
	s.mu.Lock()
	channel, refusal := s.writableLocked(c.args["channel"])
	var id string
	if refusal == nil {
		id = channel.ID
	}
	s.mu.Unlock()
	if refusal != nil {
		return nil, refusal
	}
	body, refusal := readContent(c.args, cutOverlong)
	if refusal != nil {
		return nil, refusal
	}
	if body.empty() {
		return nil, refuse("no_text")
	}
	if refusal := s.takeChannelRate(id); refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	thread, refusal := s.threadLocked(id, c.args["thread_ts"])
	if refusal != nil {
		s.mu.Unlock()
		return nil, refusal
	}
	m := s.putLocked(post{channel: id, thread: thread, bot: true, broadcast: thread != "" && c.args.flag("reply_broadcast"), content: body}).clone()
	s.mu.Unlock()
	s.emitMessage(m)
	return tree{"channel": id, "ts": m.TS, "message": m.json(s, true)}, nil
}

func (s *Server) chatPostEphemeral(c call) (tree, *apiError) {
	body, refusal := readContent(c.args, refuseOverlong)
	if refusal != nil {
		return nil, refusal
	}
	if body.empty() {
		return nil, refuse("no_text")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, refusal := s.writableLocked(c.args["channel"])
	if refusal != nil {
		return nil, refusal
	}
	u, ok := s.userLocked(c.args["user"])
	if !ok || !channel.IsMember(u.ID) {
		return nil, refuse("user_not_in_channel")
	}
	thread, refusal := s.threadLocked(channel.ID, c.args["thread_ts"])
	if refusal != nil {
		return nil, refusal
	}
	m := s.putLocked(post{channel: channel.ID, thread: thread, bot: true, ephemeralTo: u.ID, content: body})
	return tree{"message_ts": m.TS}, nil
}

// ownMessageLocked finds a message that the app posted for everybody; ephemeral ones cannot be reached by ts.
func (s *Server) ownMessageLocked(channelRef, ts, notOwn string) (*Message, *apiError) {
	channel, ok := s.channelLocked(channelRef)
	if !ok || (channel.Private && !channel.IsMember(s.world.Bot.UserID)) {
		return nil, refuse("channel_not_found")
	}
	m := s.messageLocked(channel.ID, ts)
	switch {
	case m == nil || m.Deleted || m.EphemeralTo != "":
		return nil, refuse("message_not_found")
	case !m.FromBot():
		return nil, refuse(notOwn)
	case channel.Archived:
		return nil, refuse("is_archived")
	}
	return m, nil
}

func (s *Server) chatUpdate(c call) (tree, *apiError) {
	body, refusal := readContent(c.args, refuseOverlong)
	if refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	m, refusal := s.ownMessageLocked(c.args["channel"], c.args["ts"], "cant_update_message")
	if refusal != nil {
		s.mu.Unlock()
		return nil, refusal
	}
	if body.empty() {
		s.mu.Unlock()
		return nil, refuse("no_text")
	}
	before := m.clone()
	s.rewriteLocked(m, c.args.keepUnsent(body, before))
	after := m.clone()
	s.mu.Unlock()
	s.emitChanged(before, after)
	return tree{"channel": after.Channel, "ts": after.TS, "text": after.Text, "message": after.json(s, true)}, nil
}

// keepUnsent keeps what an update does not mention: blocks go only when an empty list is sent.
func (a args) keepUnsent(body content, before Message) content {
	if _, sent := a["blocks"]; !sent {
		body.blocks = before.Blocks
	}
	if _, sent := a["attachments"]; !sent {
		body.attachments = before.Attachments
	}
	if _, sent := a["text"]; !sent {
		body.text = before.Text
	}
	return body
}

func (s *Server) chatDelete(c call) (tree, *apiError) {
	s.mu.Lock()
	m, refusal := s.ownMessageLocked(c.args["channel"], c.args["ts"], "cant_delete_message")
	if refusal != nil {
		s.mu.Unlock()
		return nil, refusal
	}
	before := m.clone()
	s.removeLocked(m)
	s.mu.Unlock()
	s.emitDeleted(before)
	return tree{"channel": before.Channel, "ts": before.TS}, nil
}

func (s *Server) chatGetPermalink(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, ok := s.channelLocked(c.args["channel"])
	if !ok || (channel.Private && !channel.IsMember(s.world.Bot.UserID)) {
		return nil, refuse("channel_not_found")
	}
	m := s.messageLocked(channel.ID, c.args["message_ts"])
	if m == nil || m.Deleted || m.EphemeralTo != "" {
		return nil, refuse("message_not_found")
	}
	return tree{"channel": channel.ID, "permalink": s.permalink(m)}, nil
}
