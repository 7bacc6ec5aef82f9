package slacksim

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
)

// What Slack documents, written out once more: a slip in the constants would otherwise move the tests along with it.
func TestDocumentedBounds(t *testing.T) {
	t.Parallel()
	l := Limits{}.withDefaults()
	for name, pair := range map[string][2]any{
		"time to acknowledge":      {l.AckTimeout, 3 * time.Second},
		"retries of an event":      {len(l.RetryAfter), 3},
		"last retry":               {l.RetryAfter[2], 5 * time.Minute},
		"connections":              {l.Connections, 10},
		"ping":                     {l.PingInterval, 10 * time.Second},
		"acknowledgement":          {maxAckBytes, 20480},
		"life of a trigger":        {triggerLife, 3 * time.Second},
		"life of a response URL":   {responseURLLife, 30 * time.Minute},
		"uses of a response URL":   {responseURLUses, 5},
		"modals on top of another": {viewStackDepth, 3},
		"message text":             {maxMessageText, 40000},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %v, documented %v", name, pair[0], pair[1])
		}
	}
}

// The names of the events that each utterance sends.
func TestWhatTheAppHears(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{RetryAfter: nothing}})
	ctx := t.Context()
	reader := s.As("reader")
	for _, test := range []struct {
		name string
		act  func()
		want string
	}{
		{"a channel", func() { must[Result](t)(reader.Say(ctx, "rdma", "x")) }, "message.channels"},
		{"a mention", func() { must[Result](t)(reader.Mention(ctx, "rdma", "x")) }, "message.channels app_mention"},
		{"a private channel", func() { must[Result](t)(s.As("reviewer").Mention(ctx, "fact-review", "x")) }, "message.groups app_mention"},
		{"a direct message that mentions", func() { must[Result](t)(reader.DM(ctx, "@peer x")) }, "message.im"},
		{"where the app is not", func() { must[Result](t)(reader.Say(ctx, "backroom", "x")) }, ""},
		{"its own message", func() {
			s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "<@U0FACTBOT> x"})
		}, "message.channels"},
		{"its own direct message", func() { s.call(t, "chat.postMessage", map[string]string{"channel": Reader, "text": "x"}) }, "message.im"},
		{"an ephemeral message", func() {
			s.call(t, "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "user": Reader, "text": "x"})
			_, _ = s.respond(responseTarget{channel: ChannelRDMA, user: Reader}, args{"text": "x"}, false)
		}, ""},
		{"a public answer", func() {
			_, _ = s.respond(responseTarget{channel: ChannelRDMA, user: Reader}, args{"text": "x", "response_type": "in_channel"}, true)
		}, "message.channels"},
	} {
		before := len(s.events)
		test.act()
		var names []string
		for _, e := range s.events[before:] {
			names = append(names, e.name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: heard %q, want %q", test.name, got, test.want)
		}
	}
	own := s.events[slices.IndexFunc(s.events, func(e sentEvent) bool { return sub(e.payload, "event")["bot_id"] != nil })]
	if event := sub(own.payload, "event"); event["bot_id"] != s.Bot().BotID || event["app_id"] != s.Bot().AppID {
		t.Errorf("its own message: %v", event)
	}
}

func TestClearOnClose(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	clearing := strings.Replace(plainView("2"), `"type":"modal"`, `"type":"modal","clear_on_close":true`, 1)
	modalApp(t, s, plainView("1"), func(cb slack.InteractionCallback) any {
		s.call(t, "views.push", map[string]string{"trigger_id": cb.TriggerID, "view": clearing})
		return nil
	})
	must[Result](t)(s.As("reader").Click(t.Context(), Ref{}, "go"))
	if n := len(s.Views("reader")); n != 2 {
		t.Fatalf("%d views", n)
	}
	must[Result](t)(s.As("reader").CloseView(t.Context(), Ref{}))
	if n := len(s.Views("reader")); n != 0 {
		t.Errorf("%d views are left", n)
	}
}

func TestInputsSpeakUpOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := make(chan slack.InteractionCallback, 2)
	view := strings.Replace(formView, `"block_id":"kind"`, `"block_id":"kind","dispatch_action":true`, 1)
	modalApp(t, s, view, func(cb slack.InteractionCallback) any { got <- cb; return nil })
	must[Result](t)(s.As("reader").Choose(t.Context(), Ref{}, "boxes", "a"))
	must[Result](t)(s.As("reader").Choose(t.Context(), Ref{}, "pick", "old"))
	cb := <-got
	if cb.ActionCallback.BlockActions[0].ActionID != "pick" || len(got) != 0 {
		t.Errorf("callback %+v", cb)
	}
	if boxes := cb.View.State.Values["marks"]["boxes"].SelectedOptions; len(boxes) != 1 {
		t.Errorf("what was chosen before is missing: %+v", cb.View.State)
	}
}

func TestBurstsDoNotAddUp(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	s := start(t, Options{Clock: clock.Now, Limits: Limits{RateLimits: true}})
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x"})
	clock.Advance(time.Hour)
	for i := range channelBurst + 1 {
		ans := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x"})
		if refused := ans["error"] == "ratelimited"; refused != (i == channelBurst) {
			t.Errorf("message %d after an idle hour: %v", i+1, ans["error"])
		}
	}
}

func TestEditsAndDeletionsTellWhatWasThere(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{RetryAfter: nothing}})
	said := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "before")).Message
	must[Result](t)(s.As("reader").Edit(t.Context(), said, "after"))
	must[Result](t)(s.As("reader").Delete(t.Context(), said))
	var events []tree
	for _, e := range s.events[1:] {
		events = append(events, sub(e.payload, "event"))
	}
	if len(events) != 2 || events[0]["subtype"] != "message_changed" || events[1]["subtype"] != "message_deleted" {
		t.Fatalf("events %v", events)
	}
	if str(sub(events[0], "message"), "text") != "after" || str(sub(events[0], "previous_message"), "text") != "before" || sub(events[0], "message")["edited"] == nil {
		t.Errorf("edit %v", events[0])
	}
	if events[1]["deleted_ts"] != said.TS || str(sub(events[1], "previous_message"), "text") != "after" || events[1]["ts"] == said.TS {
		t.Errorf("deletion %v", events[1])
	}
	quick, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if m, err := s.WaitMessage(quick, func(m Message) bool { return m.TS == said.TS }); err == nil {
		t.Errorf("waited for a deleted message: %+v", m)
	}
}

func TestScriptsSeeWhatTheUserSees(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	s.call(t, "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "user": Reader, "text": "for one"})
	for user, want := range map[string]bool{"reader": true, "guest": false} {
		_, ans := act(t, s, `{"do":"messages","channel":"rdma","user":"`+user+`"}`, nil)
		if got := len(trees(ans["messages"])) == 1; got != want {
			t.Errorf("%s: %v", user, ans)
		}
		u, _ := s.User(user)
		quick, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		if got := len(s.answersAfter(quick, ActRequest{User: u.ID, WaitMS: 1000}, 0)) == 1; got != want {
			t.Errorf("%s waited for: %v", user, got)
		}
		cancel()
	}
}
