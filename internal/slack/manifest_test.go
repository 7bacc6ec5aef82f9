package slack

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"factbot/internal/slacksim"
)

func TestManifest(t *testing.T) {
	t.Parallel()
	commands := []ManifestCommand{{"rdma", "RDMA"}, {"数据库", "数据库"}}
	for _, o := range []ManifestOptions{
		{Commands: commands}, {Commands: commands, HTTPURL: "https://factbot.example.com/slack", Name: "facts"}, {Commands: commands, Optional: true},
	} {
		raw, err := Manifest(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := slacksim.New(slacksim.Options{Manifest: raw}); err != nil {
			t.Errorf("the pretend Slack refuses it: %v", err)
		}
		var m struct {
			Display struct {
				Name        string
				Description string
				Long        string `json:"long_description"`
			} `json:"display_information"`
			Features struct {
				Home      map[string]bool    `json:"app_home"`
				Commands  []manifestCommand  `json:"slash_commands"`
				Shortcuts []manifestShortcut `json:"shortcuts"`
			}
			OAuth struct {
				Redirects []string `json:"redirect_urls"`
				Scopes    map[string][]string
			} `json:"oauth_config"`
			Settings struct {
				Events struct {
					URL string   `json:"request_url"`
					Bot []string `json:"bot_events"`
				} `json:"event_subscriptions"`
				SocketMode bool `json:"socket_mode_enabled"`
			}
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		if readOnly, said := m.Features.Home["messages_tab_read_only_enabled"]; readOnly || !said {
			t.Error("the messages tab must be open, said outright")
		}
		if n := len([]rune(m.Display.Long)); n < 175 || n > 4000 || longer(m.Display.Description, maxShortDesc) {
			t.Errorf("descriptions: %d characters", n)
		}
		if m.Settings.SocketMode != (o.HTTPURL == "") || m.Settings.Events.URL != o.HTTPURL || len(m.OAuth.Redirects) != 0 {
			t.Errorf("%+v", m.Settings)
		}
		if !slices.Equal(m.Settings.Events.Bot, []string{"app_home_opened", "app_mention", "message.im"}) {
			t.Error(m.Settings.Events.Bot)
		}
		if got := m.OAuth.Scopes["bot"]; slices.Contains(got, "channels:history") != o.Optional || !slices.Contains(got, "usergroups:read") {
			t.Error(got)
		}
		for _, c := range m.Features.Commands {
			if longer(c.Command, maxCommandName) || longer(c.Description, maxCommandText) || longer(c.UsageHint, maxUsageHint) || c.URL != o.HTTPURL || !c.Escape {
				t.Errorf("%+v", c)
			}
		}
		for _, s := range m.Features.Shortcuts {
			if longer(s.Name, maxShortcutName) || longer(s.Description, 150) || shortcutVerbs[s.CallbackID] == "" {
				t.Errorf("%+v", s)
			}
		}
	}
}

func TestManifestRefuses(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]ManifestOptions{
		"slash commands": {}, "cannot be a slash command": {Commands: []ManifestCommand{{"RDMA", ""}}}, "want /a": {Commands: []ManifestCommand{{"a", ""}, {"a", ""}}},
		"https": {Commands: []ManifestCommand{{"a", ""}}, HTTPURL: "http://factbot.example.com/slack"}, "longer than": {Name: strings.Repeat("n", 36), Commands: []ManifestCommand{{"a", ""}}},
	} {
		if _, err := Manifest(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one about %q", err, want)
		}
	}
}

// TestEveryScopeHasItsReason holds that an administrator is told why, and what is off without.
func TestEveryScopeHasItsReason(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range Why() {
		if seen[s.Scope] || s.Why == "" || s.Without == "" {
			t.Errorf("%+v", s)
		}
		seen[s.Scope] = true
	}
}
