package slacksim

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/slack-go/slack"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for _, test := range []struct{ name, method, token, want string }{
		{"none", "auth.test", "", "not_authed"},
		{"foreign", "auth.test", "xoxb-other", "invalid_auth"},
		{"app token for a bot method", "auth.test", s.AppToken(), "not_allowed_token_type"},
		{"bot token for an app method", "apps.connections.open", s.BotToken(), "not_allowed_token_type"},
		{"unknown method", "chat.sing", s.BotToken(), "unknown_method"},
		{"good", "auth.test", s.BotToken(), ""},
	} {
		_, form := postForm(t, s.APIURL()+test.method, url.Values{"token": {test.token}})
		_, bearer := post2(t, s.APIURL()+test.method, "application/json", "", map[string]string{"Authorization": "Bearer " + test.token})
		for kind, ans := range map[string]tree{"form": form, "bearer": bearer} {
			if str(ans, "error") != test.want || (ans["ok"] == true) != (test.want == "") {
				t.Errorf("%s, %s: %v", test.name, kind, ans)
			}
		}
	}
	_, ans := post2(t, s.APIURL()+"auth.test?token="+s.BotToken(), "application/json", "{}", nil)
	if ans["error"] != "not_authed" {
		t.Errorf("token in the query: %v", ans)
	}
	if _, ans = postForm(t, s.APIURL()+"auth.test?token="+s.BotToken(), url.Values{}); ans["error"] != "not_authed" {
		t.Errorf("token in the query of a form: %v", ans)
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	bare := start(t, Options{Manifest: []byte(`{"display_information":{"name":"bare"},"oauth_config":{"scopes":{"bot":["emoji:read","files:read"]}}}`)})
	for name, m := range methods {
		ans := bare.call(t, name, map[string]string{"channel": ChannelRDMA, "user": Reader, "text": "x"})
		refused := ans["error"] == "missing_scope"
		if refused != (len(m.scopes) > 0) {
			t.Errorf("%s: %v", name, ans)
		}
		if refused && (ans["provided"] != "emoji:read,files:read" || ans["needed"] != strings.Join(m.scopes, ",")) {
			t.Errorf("%s: needed %v, provided %v", name, ans["needed"], ans["provided"])
		}
	}
}

func TestScopeFollowsTheKindOfConversation(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Manifest: []byte(`{"display_information":{"name":"some"},"oauth_config":{"scopes":{"bot":["channels:read","groups:history"]}}}`)})
	for _, test := range []struct{ method, channel, want, needed string }{
		{"conversations.info", ChannelRDMA, "", ""},
		{"conversations.info", ChannelFactReview, "missing_scope", "groups:read"},
		{"conversations.history", ChannelFactReview, "", ""},
		{"conversations.history", ChannelRDMA, "missing_scope", "channels:history"},
	} {
		ans := s.call(t, test.method, map[string]string{"channel": test.channel})
		if str(ans, "error") != test.want || str(ans, "needed") != test.needed {
			t.Errorf("%s %s: %v", test.method, test.channel, ans)
		}
	}
}

func TestWhereTheAppMayPost(t *testing.T) {
	t.Parallel()
	world := DefaultWorld()
	world.Channels = append(world.Channels, Channel{ID: "C0OLD", Name: "old", Archived: true, Members: []string{Reader, BotUserID}})
	closed := start(t, Options{World: world})
	v := manifestWith(t, []string{"chat:write", "chat:write.public", "commands"}, "oauth_config", "scopes", "bot")
	open := start(t, Options{Manifest: []byte(strings.Replace(string(v), `"bot_events":[`, `"unused":[`, 1)), World: world})
	for _, test := range []struct {
		s             *Server
		channel, want string
	}{
		{closed, ChannelRDMA, ""},
		{closed, "#rdma", ""},
		{closed, Reader, ""},
		{closed, ChannelGeneral, "not_in_channel"},
		{open, ChannelGeneral, ""},
		{closed, ChannelPrivate, "channel_not_found"},
		{open, ChannelPrivate, "channel_not_found"},
		{closed, ChannelFactReview, ""},
		{closed, "C0OLD", "is_archived"},
		{closed, "C0NONE", "channel_not_found"},
		{closed, "", "channel_not_found"},
	} {
		ans := test.s.call(t, "chat.postMessage", map[string]string{"channel": test.channel, "text": "hello"})
		if str(ans, "error") != test.want {
			t.Errorf("%q: %v", test.channel, ans)
		}
	}
	c, ok := closed.Channel(directID(Reader))
	if last, _ := closed.Last(c.ID); !ok || last.Text != "hello" || !last.FromBot() {
		t.Errorf("the direct message holds %+v", last)
	}
}

func TestPeopleAndGroups(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	api := s.client()
	for _, test := range []struct {
		id               string
		guest, elsewhere bool
		locale           string
	}{{Reader, false, false, "en-US"}, {Reader2, false, false, "zh-CN"}, {Guest, true, false, "en-US"}, {Outsider, false, true, "en-US"}} {
		u, err := api.GetUserInfoContext(t.Context(), test.id)
		if err != nil || u.IsRestricted != test.guest || (u.TeamID != TeamID) != test.elsewhere || u.Locale != test.locale {
			t.Errorf("%s: %+v, %v", test.id, u, err)
		}
	}
	if ans := s.call(t, "users.info", map[string]string{"user": Reader}); sub(ans, "user")["locale"] != nil {
		t.Errorf("the locale came unasked: %v", ans)
	}
	if u, err := api.GetUserInfoContext(t.Context(), BotUserID); err != nil || !u.IsBot {
		t.Errorf("the bot: %+v, %v", u, err)
	}
	users, err := api.GetUserGroupMembersContext(t.Context(), GroupReviewers)
	if err != nil || !slices.Equal(users, []string{Reviewer, Reviewer2}) {
		t.Errorf("reviewers %v, %v", users, err)
	}
	s.SetGroup("reviewers", Reader)
	if users, _ = api.GetUserGroupMembersContext(t.Context(), GroupReviewers); !slices.Equal(users, []string{Reader}) {
		t.Errorf("reviewers after the change: %v", users)
	}
	list, err := api.GetUsersContext(t.Context())
	if err != nil || len(list) != 7 {
		t.Errorf("%d users, %v", len(list), err)
	}
	groups, err := api.GetUserGroupsContext(t.Context(), slack.GetUserGroupsOptionIncludeUsers(true))
	if err != nil || len(groups) != 1 || groups[0].Handle != "reviewers" {
		t.Errorf("groups %+v, %v", groups, err)
	}
	channels, _, err := api.GetConversationsContext(t.Context(), &slack.GetConversationsParameters{Types: []string{"public_channel", "private_channel"}})
	if err != nil || len(channels) != 4 {
		t.Errorf("%d channels visible to the bot, %v", len(channels), err)
	}
	auth, err := api.AuthTestContext(t.Context())
	if err != nil || auth.UserID != BotUserID || auth.TeamID != TeamID {
		t.Errorf("auth.test %+v, %v", auth, err)
	}
}

func TestBlocksValidate(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	good := `[{"type":"divider"}]`
	bad := `[{"type":"section"}]`
	for _, test := range []struct {
		name   string
		fields map[string]string
		want   string
	}{
		{"nothing", nil, "invalid_arguments"},
		{"two at once", map[string]string{"blocks": good, "message": `{"text":"x"}`}, "invalid_arguments"},
		{"good blocks", map[string]string{"blocks": good}, ""},
		{"bad blocks", map[string]string{"blocks": bad}, "invalid_blocks"},
		{"bad message", map[string]string{"message": `{"blocks":` + bad + `}`}, "invalid_message"},
		{"bad view", map[string]string{"view": `{"type":"modal","blocks":` + bad + `}`}, "invalid_view"},
	} {
		form := url.Values{}
		for k, v := range test.fields {
			form.Set(k, v)
		}
		_, ans := postForm(t, s.APIURL()+"blocks.validate", form)
		if str(ans, "error") != test.want {
			t.Errorf("%s: %v", test.name, ans)
		}
		if strings.HasPrefix(test.name, "bad") {
			problem := trees(ans["errors"])[0]
			if str(problem, "pointer") == "" || str(problem, "message") == "" || str(problem, "code") == "" {
				t.Errorf("%s: problem %v", test.name, problem)
			}
		}
	}
}

func TestBodiesOfEveryKind(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	auth := map[string]string{"Authorization": "Bearer " + s.BotToken()}
	_, ans := post2(t, s.APIURL()+"chat.postMessage", "application/json; charset=utf-8",
		`{"channel":"C0RDMA","text":"a & b","blocks":[{"type":"divider"}],"thread_ts":null}`, auth)
	if ans["ok"] != true || str(sub(ans, "message"), "text") != "a & b" {
		t.Errorf("JSON: %v", ans)
	}
	_, ans = post2(t, s.APIURL()+"chat.postMessage", "application/json", `{"channel":`, auth)
	if ans["error"] != "invalid_json" {
		t.Errorf("broken JSON: %v", ans)
	}
	multipart := "--x\r\nContent-Disposition: form-data; name=\"channel\"\r\n\r\nC0RDMA\r\n--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhi\r\n--x--\r\n"
	_, ans = post2(t, s.APIURL()+"chat.postMessage", "multipart/form-data; boundary=x", multipart, auth)
	if ans["ok"] != true {
		t.Errorf("multipart: %v", ans)
	}
	resp, _ := post2(t, s.APIURL()+"api.test", "application/json", strings.Repeat(" ", maxAPIBody+1), nil)
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %d", resp.StatusCode)
	}
	resp, _ = post2(t, s.APIURL()+"api.test", "application/json", strings.Repeat(" ", maxAPIBody), nil)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("X-OAuth-Scopes") == "" {
		t.Errorf("largest: %d %v", resp.StatusCode, resp.Header)
	}
}
