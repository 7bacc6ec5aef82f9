package slacksim

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// manifest is the part of an app manifest that decides what works.
type manifest struct {
	Display struct {
		Name string `json:"name"`
	} `json:"display_information"`
	Features struct {
		AppHome struct {
			HomeTab          bool `json:"home_tab_enabled"`
			MessagesTab      bool `json:"messages_tab_enabled"`
			MessagesReadOnly bool `json:"messages_tab_read_only_enabled"`
		} `json:"app_home"`
		BotUser struct {
			DisplayName string `json:"display_name"`
		} `json:"bot_user"`
		Commands  []command  `json:"slash_commands"`
		Shortcuts []shortcut `json:"shortcuts"`
	} `json:"features"`
	OAuth struct {
		Scopes struct {
			Bot         []string `json:"bot"`
			BotOptional []string `json:"bot_optional"`
		} `json:"scopes"`
	} `json:"oauth_config"`
	Settings struct {
		Events struct {
			RequestURL string   `json:"request_url"`
			BotEvents  []string `json:"bot_events"`
		} `json:"event_subscriptions"`
		Interactivity struct {
			Enabled    bool   `json:"is_enabled"`
			RequestURL string `json:"request_url"`
		} `json:"interactivity"`
		SocketMode bool `json:"socket_mode_enabled"`
	} `json:"settings"`
}

type command struct {
	Command      string `json:"command"`
	URL          string `json:"url"`
	Description  string `json:"description"`
	UsageHint    string `json:"usage_hint"`
	ShouldEscape bool   `json:"should_escape"`
}

type shortcut struct {
	Name        string `json:"name"`
	Type        string `json:"type"` // "message" or "global"
	CallbackID  string `json:"callback_id"`
	Description string `json:"description"`
}

// Bounds of a manifest. Source: Slack's app manifest reference.
const (
	maxManifestCommands  = 50
	maxManifestShortcuts = 10
	maxManifestEvents    = 100
	maxAppName           = 35
)

func parseManifest(raw []byte) (manifest, error) {
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("parse manifest: %w", err)
	}
	var problems []error
	problem := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("manifest: "+format, args...))
	}
	if n := len([]rune(m.Display.Name)); n == 0 || n > maxAppName {
		problem("display_information.name has %d characters, want 1 to %d", n, maxAppName)
	}
	if n := len(m.Features.Commands); n > maxManifestCommands {
		problem("%d slash commands, at most %d", n, maxManifestCommands)
	}
	if n := len(m.Features.Shortcuts); n > maxManifestShortcuts {
		problem("%d shortcuts, at most %d", n, maxManifestShortcuts)
	}
	if n := len(m.Settings.Events.BotEvents); n > maxManifestEvents {
		problem("%d bot events, at most %d", n, maxManifestEvents)
	}
	for _, c := range m.Features.Commands {
		if !strings.HasPrefix(c.Command, "/") || strings.ContainsAny(c.Command, " \t") || c.Command != strings.ToLower(c.Command) {
			problem("slash command %q must start with a slash and be lower-case without spaces", c.Command)
		}
	}
	for _, e := range m.Settings.Events.BotEvents {
		if scope, known := eventScopes[e]; known && scope != "" && !m.has(scope) {
			problem("event %q needs the scope %q", e, scope)
		}
	}
	if len(m.Features.Commands) > 0 && !m.has("commands") {
		problem("slash commands need the scope %q", "commands")
	}
	if len(m.Features.Shortcuts) > 0 && (!m.has("commands") || !m.Settings.Interactivity.Enabled) {
		problem("shortcuts need the scope %q and interactivity", "commands")
	}
	return m, errors.Join(problems...)
}

// eventScopes is the scope that each event needs; "" for none. Source: Slack's event reference.
var eventScopes = map[string]string{
	"app_mention":           "app_mentions:read",
	"app_home_opened":       "",
	"app_uninstalled":       "",
	"tokens_revoked":        "",
	"message.channels":      "channels:history",
	"message.groups":        "groups:history",
	"message.im":            "im:history",
	"message.mpim":          "mpim:history",
	"reaction_added":        "reactions:read",
	"reaction_removed":      "reactions:read",
	"member_joined_channel": "channels:read",
	"member_left_channel":   "channels:read",
	"user_change":           "users:read",
	"team_join":             "users:read",
	"subteam_updated":       "usergroups:read",
}

// scopes are those that the installed app holds, sorted; optional ones count as granted.
func (m manifest) scopes() []string {
	all := slices.Concat(m.OAuth.Scopes.Bot, m.OAuth.Scopes.BotOptional)
	slices.Sort(all)
	return slices.Compact(all)
}

func (m manifest) has(scope string) bool {
	return slices.Contains(m.OAuth.Scopes.Bot, scope) || slices.Contains(m.OAuth.Scopes.BotOptional, scope)
}

func (m manifest) subscribes(event string) bool {
	return slices.Contains(m.Settings.Events.BotEvents, event) && (eventScopes[event] == "" || m.has(eventScopes[event]))
}

func (m manifest) command(name string) (command, bool) {
	for _, c := range m.Features.Commands {
		if c.Command == name {
			return c, true
		}
	}
	return command{}, false
}

func (m manifest) shortcut(callbackID, kind string) (shortcut, bool) {
	for _, c := range m.Features.Shortcuts {
		if c.CallbackID == callbackID && c.Type == kind {
			return c, true
		}
	}
	return shortcut{}, false
}

func (m manifest) botName() string {
	if m.Features.BotUser.DisplayName != "" {
		return m.Features.BotUser.DisplayName
	}
	return m.Display.Name
}

// Command is a slash command that the manifest declares.
type Command struct{ Command, Description, UsageHint string }

// AppShortcut is a shortcut that the manifest declares.
type AppShortcut struct {
	Name, CallbackID, Description string
	// OnMessage is true for a message shortcut, false for a global one.
	OnMessage bool
}

// Commands returns the declared slash commands.
func (s *Server) Commands() []Command {
	var out []Command
	for _, c := range s.manifest.Features.Commands {
		out = append(out, Command{c.Command, c.Description, c.UsageHint})
	}
	return out
}

// Shortcuts returns the declared shortcuts.
func (s *Server) Shortcuts() []AppShortcut {
	var out []AppShortcut
	for _, c := range s.manifest.Features.Shortcuts {
		out = append(out, AppShortcut{c.Name, c.CallbackID, c.Description, c.Type == "message"})
	}
	return out
}
