package slacksim

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"
)

func TestConversationsOfTheApp(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Manifest: []byte(strings.Replace(socketManifest, `"channels:join"`, `"channels:join","channels:manage"`, 1))})
	p := connect(t, s, nil)
	api := s.client()
	ctx := t.Context()
	channel, _, already, err := api.OpenConversationContext(ctx, &slack.OpenConversationParameters{Users: []string{Reader}})
	if err != nil || already || channel.ID != "D0READER" {
		t.Errorf("open: %+v, %v", channel, err)
	}
	if again := s.call(t, "conversations.open", map[string]string{"channel": "D0READER"}); again["ok"] != true {
		t.Errorf("open by id: %v", again)
	}
	if got := s.call(t, "conversations.open", map[string]string{"users": "U0NONE"})["error"]; got != "user_not_found" {
		t.Errorf("open with nobody known: %v", got)
	}
	u, _ := s.User("guest")
	u.Deleted = true
	if !s.SetUser(u) || s.SetUser(User{ID: "U0NONE"}) {
		t.Error("SetUser knows users by id only")
	}
	if got := s.call(t, "conversations.open", map[string]string{"users": Guest})["error"]; got != "user_disabled" {
		t.Errorf("open with somebody gone: %v", got)
	}
	if _, err := s.As("guest").Say(ctx, "rdma", "x"); !errors.Is(err, ErrNoUser) {
		t.Errorf("a deactivated account speaks: %v", err)
	}
	if _, _, _, err := api.JoinConversationContext(ctx, ChannelGeneral); err != nil {
		t.Error(err)
	}
	if e := <-p.events; e.InnerEvent.Data.(*slackevents.MemberJoinedChannelEvent).User != BotUserID {
		t.Errorf("event %+v", e.InnerEvent)
	}
	if got := s.call(t, "conversations.join", map[string]string{"channel": ChannelGeneral})["warning"]; got != "already_in_channel" {
		t.Errorf("join twice: %v", got)
	}
	members, _, err := api.GetUsersInConversationContext(ctx, &slack.GetUsersInConversationParameters{ChannelID: ChannelGeneral})
	if err != nil || !slices.Contains(members, BotUserID) {
		t.Errorf("members %v, %v", members, err)
	}
	if gone, err := api.LeaveConversationContext(ctx, ChannelGeneral); gone || err != nil {
		t.Errorf("leave: %v, %v", gone, err)
	}
	if gone, err := api.LeaveConversationContext(ctx, ChannelGeneral); !gone || err != nil {
		t.Errorf("leave twice: %v, %v", gone, err)
	}
}

func TestReactionsOfTheApp(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	said := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "x")).Message
	fields := map[string]string{"channel": ChannelRDMA, "timestamp": said.TS, "name": "eyes"}
	for _, test := range []struct{ method, want string }{
		{"reactions.add", ""}, {"reactions.add", "already_reacted"}, {"reactions.get", ""}, {"reactions.remove", ""}, {"reactions.remove", "no_reaction"},
	} {
		ans := s.call(t, test.method, fields)
		if str(ans, "error") != test.want {
			t.Errorf("%s: %v", test.method, ans)
		}
		if list := trees(sub(ans, "message")["reactions"]); test.method == "reactions.get" && (len(list) != 1 || num(list[0]["count"]) != 1) {
			t.Errorf("reactions.get: %v", ans)
		}
	}
	if got := s.call(t, "reactions.add", map[string]string{"channel": ChannelRDMA, "timestamp": said.TS})["error"]; got != "invalid_name" {
		t.Errorf("no name: %v", got)
	}
	if got := s.call(t, "reactions.add", map[string]string{"channel": ChannelPrivate, "timestamp": "1.0", "name": "x"})["error"]; got != "channel_not_found" {
		t.Errorf("hidden channel: %v", got)
	}
}

func TestSmallMethods(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	if ans := s.call(t, "team.info", nil); str(sub(ans, "team"), "id") != TeamID {
		t.Errorf("team.info: %v", ans)
	}
	if ans := s.call(t, "bots.info", map[string]string{"bot": s.Bot().BotID}); str(sub(ans, "bot"), "user_id") != BotUserID {
		t.Errorf("bots.info: %v", ans)
	}
	if ans := s.call(t, "bots.info", map[string]string{"bot": "B0NONE"}); ans["error"] != "bot_not_found" {
		t.Errorf("bots.info: %v", ans)
	}
	if ans := s.call(t, "api.test", map[string]string{"error": "my_error", "x": "1"}); ans["error"] != "my_error" {
		t.Errorf("api.test: %v", ans)
	}
	if cmds := s.Commands(); len(cmds) != 2 || cmds[0].Command != "/rdma" || cmds[0].UsageHint != "facts latency" {
		t.Errorf("commands %+v", cmds)
	}
	if list := s.Shortcuts(); len(list) != 2 || list[0].OnMessage || !list[1].OnMessage {
		t.Errorf("shortcuts %+v", list)
	}
}

func TestUnusableAcknowledgements(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer any
		want   string
	}{
		"a list":          {[]string{"x"}, "invalid_payload"},
		"refused blocks":  {map[string]any{"text": "x", "blocks": []any{map[string]any{"type": "nonsense"}}}, "invalid_blocks"},
		"nothing to show": {map[string]any{"response_type": "ephemeral"}, ""},
		"an empty string": {"", ""},
	} {
		s := start(t, Options{})
		connect(t, s, func(*slack.Client, socketmode.Event) any { return test.answer })
		r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
		if r.Error != test.want || r.Message != nil || (r.Notice != "") != (test.want != "") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	got := make(chan string, 4)
	s, rec := receive(t, Options{}, func(_ http.ResponseWriter, _ *http.Request, body string) { got <- body })
	must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
	must[Result](t)(s.As("reader").Shortcut(t.Context(), "lookup"))
	for _, first := range []string{<-got, <-got} {
		i := slices.IndexFunc(s.Traffic(), func(tr Traffic) bool { return tr.Kind == "delivery" })
		for strings.Contains(first, "payload=") != (s.Traffic()[i].Name == "shortcut") {
			i++
		}
		if r, err := s.Replay(t.Context(), s.Traffic()[i]); err != nil || r.Error != "" {
			t.Errorf("replay: %+v, %v", r, err)
		}
		if again := <-got; again != first {
			t.Errorf("replayed %q, first %q", again, first)
		}
	}
	if rec.badSigns != 0 {
		t.Errorf("%d bad signatures", rec.badSigns)
	}
	if _, err := s.Replay(t.Context(), Traffic{Kind: "api"}); !errors.Is(err, ErrNotReplayable) {
		t.Errorf("replay of an API call: %v", err)
	}
}

func TestReplayInSocketMode(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	triggers := make(chan string, 2)
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		triggers <- e.Data.(slack.SlashCommand).TriggerID
		return nil
	})
	must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
	tr, err := s.WaitTraffic(patience(t), func(tr Traffic) bool { return tr.Kind == "envelope" })
	if err != nil {
		t.Fatal(err)
	}
	must[Result](t)(s.Replay(t.Context(), tr))
	if a, b := <-triggers, <-triggers; a != b || a == "" {
		t.Errorf("triggers %q and %q", a, b)
	}
}

func TestScriptsWaitForAnswers(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	p := connect(t, s, nil)
	go func() {
		e := <-p.events
		m := e.InnerEvent.Data.(*slackevents.MessageEvent)
		_, _, _ = p.api.PostMessageContext(t.Context(), m.Channel, slack.MsgOptionText("echo "+m.Text, false))
	}()
	began := time.Now()
	_, ans := act(t, s, `{"do":"dm","user":"reader","text":"hi","wait_ms":20000}`, nil)
	list := trees(ans["messages"])
	if len(list) != 1 || list[0]["text"] != "echo hi" || time.Since(began) > 10*time.Second {
		t.Errorf("answer %v", ans)
	}
	if _, ans = act(t, s, `{"do":"say","user":"reader","channel":"general","text":"hi","wait_ms":10}`, nil); ans["ok"] != true || ans["messages"] != nil {
		t.Errorf("nobody answers: %v", ans)
	}
	if _, ans = act(t, s, `{"do":"traffic"}`, nil); len(trees(ans["traffic"])) == 0 {
		t.Errorf("traffic: %v", ans)
	}
}
