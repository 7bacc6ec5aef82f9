package slacksim

import (
	"slices"
	"strconv"
	"strings"
)

// kind is the word that scopes and types use for a conversation.
func (c Channel) kind() string {
	switch {
	case c.Direct():
		return "im"
	case c.Private:
		return "groups"
	}
	return "channels"
}

// readableLocked resolves a conversation for reading, with the scope of its kind.
func (s *Server) readableLocked(ref, right string) (*Channel, *apiError) {
	c, ok := s.channelLocked(ref)
	if !ok || ref == "" || (c.kind() != "channels" && !c.IsMember(s.world.Bot.UserID)) {
		return nil, refuse("channel_not_found")
	}
	return c, s.checkScope(c.kind() + ":" + right)
}

func (s *Server) conversationsInfo(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, refusal := s.readableLocked(c.args["channel"], "read")
	if refusal != nil {
		return nil, refusal
	}
	return tree{"channel": s.channelJSON(*channel)}, nil
}

func (s *Server) conversationsList(c call) (tree, *apiError) {
	types := strings.Split(firstOf(c.args["types"], "public_channel"), ",")
	kinds := map[string]string{"public_channel": "channels", "private_channel": "groups", "im": "im", "mpim": "mpim"}
	var wanted []string
	for _, t := range types {
		kind, ok := kinds[strings.TrimSpace(t)]
		if !ok {
			return nil, refuse("invalid_types")
		}
		if refusal := s.checkScope(kind + ":read"); refusal != nil {
			return nil, refusal
		}
		wanted = append(wanted, kind)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []any
	for _, channel := range s.world.Channels {
		hidden := channel.kind() != "channels" && !channel.IsMember(s.world.Bot.UserID)
		if hidden || !slices.Contains(wanted, channel.kind()) || (channel.Archived && c.args.flag("exclude_archived")) {
			continue
		}
		list = append(list, s.channelJSON(channel))
	}
	page, next, refusal := pageOf(list, c.args, 100, 1000)
	if refusal != nil {
		return nil, refusal
	}
	return tree{"channels": page, "response_metadata": tree{"next_cursor": next}}, nil
}

func (s *Server) conversationsMembers(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, refusal := s.readableLocked(c.args["channel"], "read")
	if refusal != nil {
		return nil, refusal
	}
	list := make([]any, len(channel.Members))
	for i, id := range channel.Members {
		list[i] = id
	}
	page, next, refusal := pageOf(list, c.args, 100, 1000)
	if refusal != nil {
		return nil, refusal
	}
	return tree{"members": page, "response_metadata": tree{"next_cursor": next}}, nil
}

func (s *Server) conversationsOpen(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id := c.args["channel"]; id != "" {
		if channel, ok := s.channelLocked(id); ok && channel.Direct() {
			return tree{"channel": tree{"id": channel.ID}}, nil
		}
		return nil, refuse("channel_not_found")
	}
	u, ok := s.userLocked(c.args["users"])
	switch {
	case c.args["users"] == "":
		return nil, refuse("users_list_not_supplied")
	case !ok || u.ID != c.args["users"]:
		return nil, refuse("user_not_found")
	case u.Deleted:
		return nil, refuse("user_disabled")
	}
	return tree{"channel": tree{"id": s.openDirectLocked(u.ID).ID}}, nil
}

func (s *Server) conversationsJoin(c call) (tree, *apiError) {
	s.mu.Lock()
	channel, ok := s.channelLocked(c.args["channel"])
	switch {
	case !ok || channel.kind() != "channels":
		s.mu.Unlock()
		return nil, refuse("channel_not_found")
	case channel.Archived:
		s.mu.Unlock()
		return nil, refuse("is_archived")
	}
	joined := s.addMemberLocked(channel, s.world.Bot.UserID)
	shown := s.channelJSON(*channel)
	id := channel.ID
	s.mu.Unlock()
	if !joined {
		return tree{"channel": shown, "warning": "already_in_channel"}, nil
	}
	s.emitMembership("member_joined_channel", id, s.world.Bot.UserID, "")
	return tree{"channel": shown}, nil
}

func (s *Server) conversationsLeave(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, ok := s.channelLocked(c.args["channel"])
	if !ok || channel.Direct() {
		return nil, refuse("channel_not_found")
	}
	return tree{"not_in_channel": !s.removeMemberLocked(channel, s.world.Bot.UserID)}, nil
}

// history serves both readers of messages.
func (s *Server) history(c call, keep func(*Message) bool, newestFirst bool) (tree, *apiError) {
	var list []any
	oldest, latest := c.args["oldest"], c.args["latest"]
	for _, m := range s.messages {
		edge := m.TS == oldest || m.TS == latest
		outside := (oldest != "" && olderTS(m.TS, oldest)) || (latest != "" && olderTS(latest, m.TS))
		if m.Deleted || m.EphemeralTo != "" || !keep(m) || outside || (edge && !c.args.flag("inclusive")) {
			continue
		}
		list = append(list, m.json(s, c.args.flag("include_all_metadata")))
	}
	if newestFirst {
		slices.Reverse(list)
	}
	page, next, refusal := pageOf(list, c.args, 100, 1000)
	if refusal != nil {
		return nil, refusal
	}
	ans := tree{"messages": page, "has_more": next != ""}
	if next != "" {
		ans["response_metadata"] = tree{"next_cursor": next}
	}
	return ans, nil
}

func (s *Server) conversationsHistory(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, refusal := s.readableLocked(c.args["channel"], "history")
	if refusal != nil {
		return nil, refusal
	}
	if !channel.IsMember(s.world.Bot.UserID) {
		return nil, refuse("not_in_channel")
	}
	return s.history(c, func(m *Message) bool {
		return m.Channel == channel.ID && (m.ThreadTS == "" || m.Broadcast)
	}, true)
}

func (s *Server) conversationsReplies(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, refusal := s.readableLocked(c.args["channel"], "history")
	if refusal != nil {
		return nil, refusal
	}
	if !channel.IsMember(s.world.Bot.UserID) {
		return nil, refuse("not_in_channel")
	}
	parent := s.messageLocked(channel.ID, c.args["ts"])
	if parent == nil || parent.Deleted || parent.EphemeralTo != "" {
		return nil, refuse("thread_not_found")
	}
	root := firstOf(parent.ThreadTS, parent.TS)
	return s.history(c, func(m *Message) bool {
		return m.Channel == channel.ID && (m.TS == root || m.ThreadTS == root)
	}, false)
}

// olderTS compares two timestamps as numbers of microseconds.
func olderTS(a, b string) bool { return tsMicros(a) < tsMicros(b) }

func tsMicros(ts string) int64 {
	whole, fraction, _ := strings.Cut(ts, ".")
	fraction = (fraction + "000000")[:6]
	n, _ := strconv.ParseInt(whole+fraction, 10, 64)
	return n
}

// pageOf cuts one page out of a list; the cursor is the next index.
func pageOf(list []any, a args, usual, most int) (page []any, next string, refusal *apiError) {
	limit := usual
	if a["limit"] != "" {
		n, err := strconv.Atoi(a["limit"])
		if err != nil || n < 0 || n > most {
			return nil, "", refuse("invalid_limit")
		}
		if n > 0 {
			limit = n
		}
	}
	start := 0
	if a["cursor"] != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(a["cursor"], "next:"))
		if err != nil || n < 0 || n > len(list) {
			return nil, "", refuse("invalid_cursor")
		}
		start = n
	}
	end := min(start+limit, len(list))
	if end < len(list) {
		next = "next:" + strconv.Itoa(end)
	}
	return append([]any{}, list[start:end]...), next, nil
}

func (s *Server) channelJSON(c Channel) tree {
	t := tree{"id": c.ID, "created": 0, "is_archived": c.Archived, "is_im": c.Direct(), "is_mpim": false, "context_team_id": s.world.Team.ID}
	if c.Direct() {
		t["user"] = c.DirectWith
		return t
	}
	t["name"], t["name_normalized"] = c.Name, c.Name
	t["is_channel"], t["is_group"], t["is_private"] = !c.Private, false, c.Private
	t["is_member"], t["is_general"] = c.IsMember(s.world.Bot.UserID), c.Name == "general"
	t["is_shared"], t["is_ext_shared"], t["is_org_shared"] = c.Shared, c.Shared, false
	t["topic"] = tree{"value": c.Topic, "creator": "", "last_set": 0}
	t["purpose"] = tree{"value": "", "creator": "", "last_set": 0}
	t["num_members"] = len(c.Members)
	return t
}
