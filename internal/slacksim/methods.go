package slacksim

import (
	"fmt"
	"net/url"
	"strings"

	"factbot/internal/slacksim/blockkit"
)

// method is one method of the Web API.
type method struct {
	scopes    []string // any one of them will do
	perMinute int      // rate limit; 0 for none
	appToken  bool     // takes the app-level token, not the bot's
	open      bool     // takes no token
	run       func(*Server, call) (tree, *apiError)
}

var (
	conversationsRead    = []string{"channels:read", "groups:read", "im:read", "mpim:read"}
	conversationsHistory = []string{"channels:history", "groups:history", "im:history", "mpim:history"}
)

// methods is every method served. Scopes and tiers are those of Slack's method reference.
var methods = map[string]method{
	"api.test":              {open: true, run: (*Server).apiTest},
	"auth.test":             {run: (*Server).authTest},
	"apps.connections.open": {appToken: true, perMinute: 0, run: (*Server).connectionsOpen},
	"blocks.validate":       {open: true, run: (*Server).blocksValidate},

	"chat.postMessage":   {scopes: []string{"chat:write"}, perMinute: specialTier, run: (*Server).chatPostMessage},
	"chat.postEphemeral": {scopes: []string{"chat:write"}, perMinute: tier4, run: (*Server).chatPostEphemeral},
	"chat.update":        {scopes: []string{"chat:write"}, perMinute: tier3, run: (*Server).chatUpdate},
	"chat.delete":        {scopes: []string{"chat:write"}, perMinute: tier3, run: (*Server).chatDelete},
	"chat.getPermalink":  {perMinute: specialTier, run: (*Server).chatGetPermalink},

	"views.open":    {perMinute: tier4, run: (*Server).viewsOpen},
	"views.push":    {perMinute: tier4, run: (*Server).viewsPush},
	"views.update":  {perMinute: tier4, run: (*Server).viewsUpdate},
	"views.publish": {perMinute: tier4, run: (*Server).viewsPublish},

	"conversations.info":    {scopes: conversationsRead, perMinute: tier3, run: (*Server).conversationsInfo},
	"conversations.list":    {scopes: conversationsRead, perMinute: tier2, run: (*Server).conversationsList},
	"conversations.members": {scopes: conversationsRead, perMinute: tier4, run: (*Server).conversationsMembers},
	"conversations.open":    {scopes: []string{"im:write", "mpim:write"}, perMinute: tier3, run: (*Server).conversationsOpen},
	"conversations.join":    {scopes: []string{"channels:join"}, perMinute: tier3, run: (*Server).conversationsJoin},
	"conversations.leave":   {scopes: []string{"channels:manage", "groups:write"}, perMinute: tier3, run: (*Server).conversationsLeave},
	"conversations.history": {scopes: conversationsHistory, perMinute: tier3, run: (*Server).conversationsHistory},
	"conversations.replies": {scopes: conversationsHistory, perMinute: tier3, run: (*Server).conversationsReplies},

	"users.info":            {scopes: []string{"users:read"}, perMinute: tier4, run: (*Server).usersInfo},
	"users.list":            {scopes: []string{"users:read"}, perMinute: tier2, run: (*Server).usersList},
	"bots.info":             {scopes: []string{"users:read"}, perMinute: tier3, run: (*Server).botsInfo},
	"team.info":             {scopes: []string{"team:read"}, perMinute: tier3, run: (*Server).teamInfo},
	"usergroups.list":       {scopes: []string{"usergroups:read"}, perMinute: tier2, run: (*Server).usergroupsList},
	"usergroups.users.list": {scopes: []string{"usergroups:read"}, perMinute: tier2, run: (*Server).usergroupsUsersList},

	"reactions.add":    {scopes: []string{"reactions:write"}, perMinute: tier3, run: (*Server).reactionsAdd},
	"reactions.remove": {scopes: []string{"reactions:write"}, perMinute: tier2, run: (*Server).reactionsRemove},
	"reactions.get":    {scopes: []string{"reactions:read"}, perMinute: tier3, run: (*Server).reactionsGet},
}

func (s *Server) apiTest(c call) (tree, *apiError) {
	if c.args["error"] != "" {
		return tree{"args": c.args}, refuse(c.args["error"])
	}
	return tree{"args": c.args}, nil
}

func (s *Server) authTest(call) (tree, *apiError) {
	return tree{
		"url": s.teamURL(), "team": s.world.Team.Name, "user": s.world.Bot.Name, "team_id": s.world.Team.ID,
		"user_id": s.world.Bot.UserID, "bot_id": s.world.Bot.BotID, "app_id": s.world.Bot.AppID, "is_enterprise_install": false,
	}, nil
}

func (s *Server) teamURL() string { return "https://" + s.world.Team.Domain + ".slack.com/" }

// connectionsOpen hands out a one-time ticket for a Socket Mode connection.
func (s *Server) connectionsOpen(call) (tree, *apiError) {
	if !s.manifest.Settings.SocketMode {
		return nil, refuse("socket_mode_not_enabled")
	}
	ticket := randomUUID()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.linkDisabled {
		return nil, refuse("link_disabled")
	}
	s.tickets[ticket] = s.clock()
	base := "ws" + strings.TrimPrefix(s.base, "http")
	return tree{"url": base + "/link/?" + url.Values{"ticket": {ticket}, "app_id": {s.world.Bot.AppID}}.Encode()}, nil
}

// blocksValidate judges exactly one of blocks, message and view.
func (s *Server) blocksValidate(c call) (tree, *apiError) {
	judges := map[string]struct {
		judge func([]byte) []blockkit.Problem
		name  string
	}{
		"blocks":  {blockkit.ValidateBlocks, "invalid_blocks"},
		"message": {blockkit.ValidateMessage, "invalid_message"},
		"view":    {blockkit.ValidateView, "invalid_view"},
	}
	given := ""
	for name := range judges {
		if _, ok := c.args[name]; !ok {
			continue
		}
		if given != "" {
			return nil, refuse("invalid_arguments")
		}
		given = name
	}
	if given == "" {
		return nil, refuse("invalid_arguments")
	}
	problems := judges[given].judge([]byte(c.args[given]))
	if len(problems) == 0 {
		return nil, nil
	}
	return nil, &apiError{name: judges[given].name, extra: tree{
		"errors": problems, "response_metadata": tree{"messages": blockkit.Messages(problems)},
	}}
}

// permalink is a message's address in the workspace.
func (s *Server) permalink(m *Message) string {
	link := fmt.Sprintf("%sarchives/%s/p%s", s.teamURL(), m.Channel, strings.ReplaceAll(m.TS, ".", ""))
	if m.ThreadTS != "" {
		link += "?" + url.Values{"thread_ts": {m.ThreadTS}, "cid": {m.Channel}}.Encode()
	}
	return link
}
