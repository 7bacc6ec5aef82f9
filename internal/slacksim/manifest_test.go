package slacksim

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestManifestsThatCannotBeInstalled(t *testing.T) {
	t.Parallel()
	commands := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"command":"/c%d"}`, i))
		}
		return `{"display_information":{"name":"x"},"features":{"slash_commands":[` + strings.Join(list, ",") + `]},"oauth_config":{"scopes":{"bot":["commands"]}}}`
	}
	for _, test := range []struct{ name, manifest, want string }{
		{"not JSON", `{`, "parse manifest"},
		{"no name", `{}`, "display_information.name"},
		{"longest name", `{"display_information":{"name":"` + strings.Repeat("n", 35) + `"}}`, ""},
		{"name too long", `{"display_information":{"name":"` + strings.Repeat("n", 36) + `"}}`, "display_information.name"},
		{"most commands", commands(50), ""},
		{"too many commands", commands(51), "slash commands"},
		{"capital command", `{"display_information":{"name":"x"},"features":{"slash_commands":[{"command":"/RDMA"}]},"oauth_config":{"scopes":{"bot":["commands"]}}}`, "lower-case"},
		{"command without scope", `{"display_information":{"name":"x"},"features":{"slash_commands":[{"command":"/x"}]}}`, `"commands"`},
		{"event without scope", `{"display_information":{"name":"x"},"settings":{"event_subscriptions":{"bot_events":["app_mention"]}}}`, `"app_mentions:read"`},
		{"shortcut without interactivity", `{"display_information":{"name":"x"},"features":{"shortcuts":[{"type":"global","callback_id":"a"}]},"oauth_config":{"scopes":{"bot":["commands"]}}}`, "interactivity"},
	} {
		_, err := New(Options{Manifest: []byte(test.manifest)})
		if (err == nil) != (test.want == "") || (err != nil && !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestUndeclaredFails(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Manifest: []byte(`{"display_information":{"name":"bare"},"oauth_config":{"scopes":{"bot":["chat:write"]}}}`)})
	reader := s.As("reader")
	ctx := t.Context()
	if r := must[Result](t)(reader.Slash(ctx, "rdma", "/rdma x")); r.Error != InvalidCommand || r.Notice != "/rdma is not a valid command." {
		t.Errorf("command: %+v", r)
	}
	for name, act := range map[string]func(context.Context) (Result, error){
		"shortcut": func(ctx context.Context) (Result, error) { return reader.Shortcut(ctx, "lookup") },
		"message shortcut": func(ctx context.Context) (Result, error) {
			return reader.MessageShortcut(ctx, "check", Ref{Channel: "rdma", TS: "1"})
		},
		"home":           reader.OpenHome,
		"messages tab":   reader.OpenMessages,
		"direct message": func(ctx context.Context) (Result, error) { return reader.DM(ctx, "hello") },
	} {
		if _, err := act(ctx); !errors.Is(err, ErrOff) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r := must[Result](t)(reader.Mention(ctx, "rdma", "hello")); len(r.Events) != 0 {
		t.Errorf("events %v", r.Events)
	}
	view := `{"type":"home","blocks":[{"type":"divider"}]}`
	if ans := s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": view}); ans["error"] != "not_enabled" {
		t.Errorf("home: %v", ans)
	}
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "blocks": buttonBlocks})
	m, _ := s.Last("rdma")
	if r := must[Result](t)(reader.Click(ctx, m, "Flag")); r.Error != NotInteractive {
		t.Errorf("button: %+v", r)
	}
	if ans := s.call(t, "apps.connections.open", nil); ans["error"] != "socket_mode_not_enabled" {
		t.Errorf("socket mode: %v", ans)
	}
}
