package slacksim

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/slack-go/slack"
)

func TestPostUpdateDelete(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	api := s.client()
	ctx := t.Context()
	section := slack.NewSectionBlock(slack.NewTextBlockObject("mrkdwn", "one", false, true), nil,
		slack.NewAccessory(slack.NewButtonBlockElement("", "fact 7", slack.NewTextBlockObject("plain_text", "Open", false, false))))
	channel, ts, err := api.PostMessageContext(ctx, ChannelRDMA, slack.MsgOptionText("one", false), slack.MsgOptionBlocks(section),
		slack.MsgOptionMetadata(slack.SlackMetadata{EventType: "notice", EventPayload: map[string]any{"key": "n-1"}}))
	if err != nil {
		t.Fatal(err)
	}
	m, _ := s.Message(channel, ts)
	element := elementsOf(decodeList(m.Blocks))
	if len(element) != 1 || element[0].actionID == "" || element[0].blockID == "" {
		t.Errorf("ids were not filled in: %s", m.Blocks)
	}
	if _, _, _, err := api.UpdateMessageContext(ctx, channel, ts, slack.MsgOptionText("two", false)); err != nil {
		t.Fatal(err)
	}
	after, _ := s.Message(channel, ts)
	if after.Text != "two" || !after.Edited || string(after.Blocks) != string(m.Blocks) || after.Seq <= m.Seq {
		t.Errorf("after the update: %+v", after)
	}
	history, err := api.GetConversationHistoryContext(ctx, &slack.GetConversationHistoryParameters{ChannelID: channel, IncludeAllMetadata: true})
	if err != nil || len(history.Messages) != 1 || history.Messages[0].Metadata.EventPayload["key"] != "n-1" {
		t.Errorf("history %+v, %v", history, err)
	}
	plain := s.call(t, "conversations.history", map[string]string{"channel": channel})
	if _, shown := trees(plain["messages"])[0]["metadata"]; shown {
		t.Error("metadata came unasked")
	}
	if _, _, err := api.DeleteMessageContext(ctx, channel, ts); err != nil {
		t.Fatal(err)
	}
	if got := s.Messages(channel, ""); len(got) != 0 {
		t.Errorf("left: %+v", got)
	}
	if gone, ok := s.Message(channel, ts); !ok || !gone.Deleted {
		t.Errorf("a deleted message is kept for readers: %+v", gone)
	}
}

func TestRefusedMessages(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	said := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "mine")).Message
	long := strings.Repeat("語", maxMessageText+1)
	for _, test := range []struct {
		name, method string
		fields       map[string]string
		want         string
	}{
		{"nothing", "chat.postMessage", map[string]string{"channel": ChannelRDMA}, "no_text"},
		{"blank", "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": " \n"}, "no_text"},
		{"blocks that are no JSON", "chat.postMessage", map[string]string{"channel": ChannelRDMA, "blocks": "{"}, "invalid_blocks_format"},
		{"bad block", "chat.postMessage", map[string]string{"channel": ChannelRDMA, "blocks": `[{"type":"sectoin"}]`}, "invalid_blocks"},
		{"metadata that is no JSON", "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "metadata": "{"}, "invalid_metadata_format"},
		{"unknown thread", "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "thread_ts": "1.000001"}, "thread_not_found"},
		{"ephemeral to someone elsewhere", "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "text": "x", "user": Outsider}, "user_not_in_channel"},
		{"ephemeral too long", "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "text": long, "user": Reader}, "msg_too_long"},
		{"update of nothing", "chat.update", map[string]string{"channel": ChannelRDMA, "text": "x", "ts": "1.000001"}, "message_not_found"},
		{"update of another's", "chat.update", map[string]string{"channel": ChannelRDMA, "text": "x", "ts": said.TS}, "cant_update_message"},
		{"delete of another's", "chat.delete", map[string]string{"channel": ChannelRDMA, "ts": said.TS}, "cant_delete_message"},
		{"permalink of nothing", "chat.getPermalink", map[string]string{"channel": ChannelRDMA, "message_ts": "1.0"}, "message_not_found"},
		{"reaction on nothing", "reactions.add", map[string]string{"channel": ChannelRDMA, "timestamp": "1.0", "name": "x"}, "message_not_found"},
		{"reaction that is not there", "reactions.remove", map[string]string{"channel": ChannelRDMA, "timestamp": said.TS, "name": "x"}, "no_reaction"},
		{"unknown user", "users.info", map[string]string{"user": "U0NONE"}, "user_not_found"},
		{"unknown group", "usergroups.users.list", map[string]string{"usergroup": "S0NONE"}, "no_such_subteam"},
		{"replies to nothing", "conversations.replies", map[string]string{"channel": ChannelRDMA, "ts": "1.0"}, "thread_not_found"},
		{"history without membership", "conversations.history", map[string]string{"channel": ChannelGeneral}, "not_in_channel"},
		{"hidden channel", "conversations.info", map[string]string{"channel": ChannelPrivate}, "channel_not_found"},
		{"unknown types", "conversations.list", map[string]string{"types": "public"}, "invalid_types"},
		{"join a private channel", "conversations.join", map[string]string{"channel": ChannelPrivate}, "channel_not_found"},
		{"open with nobody", "conversations.open", nil, "users_list_not_supplied"},
		{"bad cursor", "conversations.list", map[string]string{"cursor": "x"}, "invalid_cursor"},
		{"bad limit", "conversations.list", map[string]string{"limit": "1001"}, "invalid_limit"},
	} {
		if ans := s.call(t, test.method, test.fields); str(ans, "error") != test.want {
			t.Errorf("%s: %v, want %s", test.name, ans, test.want)
		}
	}
	ans := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "blocks": `[{"type":"header","text":{"type":"plain_text","text":""}}]`})
	messages, _ := sub(ans, "response_metadata")["messages"].([]any)
	if len(messages) == 0 || !strings.HasPrefix(messages[0].(string), "[ERROR] ") || !strings.Contains(messages[0].(string), "[json-pointer:/blocks/0/text") {
		t.Errorf("messages %v", messages)
	}
}

func TestMessageTextLimit(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	fits, over := strings.Repeat("語", maxMessageText), strings.Repeat("語", maxMessageText)+"x"
	for name, text := range map[string]string{"fits": fits, "is cut": over} {
		ans := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": text})
		if got := str(sub(ans, "message"), "text"); got != fits {
			t.Errorf("%s: %v, %d characters", name, ans["error"], utf8.RuneCountInString(got))
		}
	}
	ans := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x"})
	ts := str(ans, "ts")
	if ans := s.call(t, "chat.update", map[string]string{"channel": ChannelRDMA, "ts": ts, "text": fits}); ans["ok"] != true {
		t.Errorf("update that fits: %v", ans["error"])
	}
	if ans := s.call(t, "chat.update", map[string]string{"channel": ChannelRDMA, "ts": ts, "text": over}); ans["error"] != "msg_too_long" {
		t.Errorf("update that is too long: %v", ans["error"])
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	parent := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "question")).Message
	reply := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "answer", "thread_ts": parent.TS})
	loud := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "for all", "thread_ts": parent.TS, "reply_broadcast": "true"})
	below := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "dropped", "thread_ts": str(reply, "ts")})
	if str(sub(below, "message"), "thread_ts") != "" {
		t.Errorf("a reply's ts was taken for a thread: %v", below)
	}
	texts := func(thread string) (out []string) {
		for _, m := range s.Messages("rdma", thread) {
			out = append(out, m.Text)
		}
		return out
	}
	if got := texts(""); !slices.Equal(got, []string{"question", "for all", "dropped"}) {
		t.Errorf("channel: %q", got)
	}
	if got := texts(parent.TS); !slices.Equal(got, []string{"question", "answer", "for all"}) {
		t.Errorf("thread: %q", got)
	}
	if m, _ := s.Message("rdma", parent.TS); m.Replies != 2 {
		t.Errorf("%d replies", m.Replies)
	}
	ans := s.call(t, "conversations.replies", map[string]string{"channel": ChannelRDMA, "ts": str(loud, "ts")})
	if list := trees(ans["messages"]); len(list) != 3 || list[0]["text"] != "question" {
		t.Errorf("replies: %v", ans)
	}
	link := s.call(t, "chat.getPermalink", map[string]string{"channel": ChannelRDMA, "message_ts": str(reply, "ts")})
	if want := "/archives/C0RDMA/p" + strings.ReplaceAll(str(reply, "ts"), ".", "") + "?cid=C0RDMA&thread_ts=" + parent.TS; !strings.HasSuffix(str(link, "permalink"), want) {
		t.Errorf("permalink %v, want …%s", link["permalink"], want)
	}
}

func TestHistoryPagesAndEdges(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	var all []string
	for range 5 {
		all = append(all, must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "x")).Message.TS)
	}
	var seen []string
	cursor := ""
	for {
		ans := s.call(t, "conversations.history", map[string]string{"channel": ChannelRDMA, "limit": "2", "cursor": cursor})
		for _, m := range trees(ans["messages"]) {
			seen = append(seen, str(m, "ts"))
		}
		cursor = str(sub(ans, "response_metadata"), "next_cursor")
		if (ans["has_more"] == true) != (cursor != "") {
			t.Errorf("has_more %v, cursor %q", ans["has_more"], cursor)
		}
		if cursor == "" {
			break
		}
	}
	slices.Reverse(seen)
	if !slices.Equal(seen, all) {
		t.Errorf("paged through %v, want %v", seen, all)
	}
	for _, test := range []struct {
		inclusive string
		want      int
	}{{"true", 3}, {"false", 1}} {
		ans := s.call(t, "conversations.history", map[string]string{"channel": ChannelRDMA, "oldest": all[1], "latest": all[3], "inclusive": test.inclusive})
		if n := len(trees(ans["messages"])); n != test.want {
			t.Errorf("inclusive %s: %d messages, want %d", test.inclusive, n, test.want)
		}
	}
}
