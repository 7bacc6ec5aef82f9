package slack

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// ManifestOptions say what the manifest is made for.
type ManifestOptions struct {
	Name     string            // at most 35 characters; factbot by default
	Commands []ManifestCommand // one for each topic
	HTTPURL  string            // where Slack delivers over HTTP, as https://factbot.example.com/slack; "" for Socket Mode
	Optional bool              // also asks for the scopes that lift the limits named by [Why]
}

// ManifestCommand is a topic's slash command.
type ManifestCommand struct {
	Command string // without "/"
	Topic   string // the topic's title
}

// Bounds of a manifest. Source: Slack's app manifest reference.
const (
	maxAppName      = 35
	maxCommands     = 50
	maxCommandName  = 32 // with its slash
	maxCommandText  = 2000
	maxUsageHint    = 1000
	maxShortDesc    = 140
	maxShortcutName = 24
)

// ScopeReason is what an administrator is told about one scope.
type ScopeReason struct {
	Scope    string
	Optional bool
	Why      string // what it is needed for
	Without  string // what is off without it
}

// Why lists every scope with its reason, needed ones first. It is what the manifest asks for.
func Why() []ScopeReason {
	return []ScopeReason{
		{Scope: "commands", Why: "offers the slash commands and shortcuts", Without: "no command works"},
		{Scope: "chat:write", Why: "posts answers in threads, shares, corrections and review notices", Without: "only private replies to commands"},
		{Scope: "app_mentions:read", Why: "hears questions that mention the app; no other message of a channel is delivered", Without: "mentions are not answered"},
		{Scope: "im:history", Why: "hears direct messages to the app", Without: "direct messages are not answered"},
		{Scope: "users:read", Why: "shows plain names in the record, keeps guests out where that is set, and picks a person's language; kept in memory only", Without: "ids in place of names, guests unknown"},
		{Scope: "usergroups:read", Why: "takes reviewers from user groups", Without: "reviewers must be listed one by one"},
		{Scope: "channels:history", Optional: true, Why: "after an unclear failure, looks whether a notice is already in a public channel", Without: "it is posted again, marked as possibly repeated"},
		{Scope: "groups:history", Optional: true, Why: "the same in private channels that the app is in", Without: "it is posted again, marked as possibly repeated"},
		{Scope: "channels:read", Optional: true, Why: "tells public channels from private ones", Without: "a channel of unknown kind is treated as private"},
		{Scope: "groups:read", Optional: true, Why: "the same for private channels that the app is in", Without: "a channel of unknown kind is treated as private"},
	}
}

// botEvents are what the app subscribes to.
var botEvents = []string{"app_home_opened", "app_mention", "message.im"}

type manifestCommand struct {
	Command     string `json:"command"`
	URL         string `json:"url,omitempty"`
	Description string `json:"description"`
	UsageHint   string `json:"usage_hint"`
	Escape      bool   `json:"should_escape"`
}

type manifestShortcut struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	CallbackID  string `json:"callback_id"`
	Description string `json:"description"`
}

type object = map[string]any

// Manifest gives the app's manifest as JSON, to be pasted into Slack's app settings. It is written here and not with
// slack-go's types, which cannot say that the messages tab is not read-only.
func Manifest(o ManifestOptions) ([]byte, error) {
	if o.Name == "" {
		o.Name = "factbot"
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	scopes, optional := []string{}, []string{}
	for _, s := range Why() {
		if s.Optional {
			optional = append(optional, s.Scope)
		} else {
			scopes = append(scopes, s.Scope)
		}
	}
	bot := object{"bot": scopes}
	if o.Optional {
		bot["bot"] = append(scopes, optional...)
		bot["bot_optional"] = optional
	}
	events := object{"bot_events": botEvents}
	interactivity := object{"is_enabled": true}
	if o.HTTPURL != "" {
		events["request_url"], interactivity["request_url"] = o.HTTPURL, o.HTTPURL
	}
	m := object{
		"_metadata": object{"major_version": 2, "minor_version": 1},
		"display_information": object{
			"name": o.Name, "background_color": "#1f3a5f",
			"description":      "Answers with recorded facts: verbatim, with confidence, status and source",
			"long_description": longDescription,
		},
		"features": object{
			"app_home":       object{"home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false},
			"bot_user":       object{"display_name": o.Name, "always_online": true},
			"slash_commands": o.slashCommands(), "shortcuts": shortcuts(),
		},
		"oauth_config": object{"scopes": bot},
		"settings": object{
			"event_subscriptions": events, "interactivity": interactivity,
			"org_deploy_enabled": false, "socket_mode_enabled": o.HTTPURL == "", "token_rotation_enabled": false,
		},
	}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	return append(raw, '\n'), nil
}

const longDescription = "factbot keeps a team's facts on a topic and answers with them: word for word, each with its confidence, its " +
	"verification status, where it comes from and what has happened to it lately. Anyone may flag a doubtful fact; reviewers decide, and " +
	"everyone who was shown the fact learns the outcome. It writes no prose of its own about a topic: what it says is a recorded fact or " +
	"that nothing is recorded."

func (o *ManifestOptions) slashCommands() []manifestCommand {
	all := []manifestCommand{}
	for _, c := range o.Commands {
		all = append(all, manifestCommand{
			Command: "/" + c.Command, URL: o.HTTPURL, Escape: true,
			Description: cut("Recorded facts on "+c.Topic, maxShortDesc),
			UsageHint:   "facts latency | fact 7 | timeline | check … | flag 7 | help",
		})
	}
	return all
}

func shortcuts() []manifestShortcut {
	return []manifestShortcut{
		{"Check against facts", "message", "check_message", "Which recorded facts bear on this message, shown to you only"},
		{"Flag a fact it quotes", "message", "flag_message", "Doubt a recorded fact that this message quotes"},
		{"Save as a fact", "message", "save_message", "Propose this message as a fact for review"},
		{"Look up a fact", "global", "lookup_fact", "Search the recorded facts from anywhere"},
	}
}

var commandName = regexp.MustCompile(`^[\p{Ll}\p{Lo}0-9_-]+$`)

func (o *ManifestOptions) check() error {
	if longer(o.Name, maxAppName) {
		return fmt.Errorf("manifest: the name %q is longer than %d characters", o.Name, maxAppName)
	}
	if len(o.Commands) == 0 || len(o.Commands) > maxCommands {
		return fmt.Errorf("manifest: %d slash commands: Slack takes 1 to %d", len(o.Commands), maxCommands)
	}
	seen := map[string]bool{}
	for _, c := range o.Commands {
		switch {
		case !commandName.MatchString(c.Command) || longer("/"+c.Command, maxCommandName):
			return fmt.Errorf("manifest: /%s cannot be a slash command: lower-case letters, digits, - and _, at most %d characters", c.Command, maxCommandName-1)
		case seen[c.Command]:
			return fmt.Errorf("manifest: two topics want /%s", c.Command)
		}
		seen[c.Command] = true
	}
	if o.HTTPURL != "" && !strings.HasPrefix(o.HTTPURL, "https://") && !strings.HasPrefix(o.HTTPURL, "http://127.0.0.1") &&
		!strings.HasPrefix(o.HTTPURL, "http://localhost") {
		return fmt.Errorf("manifest: Slack delivers to https addresses only, not to %q", o.HTTPURL)
	}
	return nil
}
