package config

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// load reads settings with no environment but what is given.
func load(t *testing.T, yaml string, env ...string) (*Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	if env == nil {
		env = []string{}
	}
	return Load(Options{File: file, Environment: env})
}

func TestDefaultsAreValid(t *testing.T) {
	t.Parallel()
	c, err := load(t, "")
	if err != nil {
		t.Fatal(err)
	}
	if c.Database.Path != "factbot.db" || c.Slack.Mode != Socket || c.Review.UndoWindow != 10*time.Minute {
		t.Errorf("defaults are %+v", c)
	}
	if len(c.Warnings) != 0 {
		t.Errorf("warnings without cause: %v", c.Warnings)
	}
}

// TestOrder holds that a flag beats the environment, which beats the file.
func TestOrder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(file, []byte("database: {path: file.db}\nlog: {level: debug}\nhttp: {addr: ':1'}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Options{
		File:        file,
		Environment: []string{"FACTBOT_DATABASE_PATH=env.db", "FACTBOT_HTTP_ADDR=:2"},
		Overrides:   map[string]any{"database.path": "flag.db"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if c.Database.Path != "flag.db" || c.HTTP.Addr != ":2" || c.Log.Level != "debug" {
		t.Errorf("path %q addr %q level %q", c.Database.Path, c.HTTP.Addr, c.Log.Level)
	}
}

func TestProblemsNameTheirKey(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, yaml string
		env        []string
		want       string
	}{
		{"unknown key", "databse: {path: x}", nil, `unknown key "databse.path"; did you mean "database.path"?`},
		{"secret in the file", "slack: {bot_token: xoxb-1}", nil, "set it in the environment"},
		{"reviewer by name", "review: {reviewers: ['@alice']}", nil, `"@alice" is neither a user id`},
		{"reviewer group by name", "review: {reviewers: ['#rdma-review']}", nil, `"#rdma-review" is neither`},
		{"channel by name", "review: {channel: fact-review}", nil, "review.channel"},
		{"mode", "slack: {mode: rtm}", nil, `slack.mode: "rtm" is not one of socket, http`},
		{"api base", "slack: {api_url: 'https://slack.com/api'}", nil, "must end in '/'"},
		{"clear text tokens", "slack: {api_url: 'http://example.com/'}", nil, "unencrypted"},
		{"address", "http: {addr: nonsense}", nil, "http.addr"},
		{"zone", "review: {time_zone: Mars/Base}", nil, "Mars/Base"},
		{"replay window", "retention: {deliveries: 1h}", nil, "Slack may redeliver"},
		{"negative", "review: {undo_window: -1s}", nil, "review.undo_window"},
		{"too many", "review: {low_below: 101}", nil, "review.low_below"},
		{"type", "slack: {rate_per_minute: many}", nil, "rate_per_minute"},
		{"duration", "review: {verified_for: soon}", nil, "verified_for"},
		{"not YAML", "a: [", nil, "is not YAML"},
		{"two ways", "", []string{"SLACK_BOT_TOKEN=x", "SLACK_BOT_TOKEN_FILE=y"}, "are both set"},
		{"secret file missing", "", []string{"SLACK_APP_TOKEN_FILE=/nowhere/token"}, "cannot be read"},
		{"topic reviewers", "review: {topic_reviewers: [rdma]}", nil, "topic=U0123ABCD"},
		{"channel topics", "slack: {channel_topics: ['rdma=C1']}", nil, "C0123ABCD=topic"},
		{"from the environment", "", []string{"FACTBOT_SLACK_MODE=rtm"}, "slack.mode"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, tt.yaml, tt.env...)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	_, err := load(t, "slack: {mode: rtm, guests: maybe}\nhttp: {addr: x}\nnonsense: 1\n")
	if err == nil {
		t.Fatal("nothing refused")
	}
	if n := len(strings.Split(err.Error(), "\n")); n != 4 {
		t.Errorf("%d lines, want 4:\n%v", n, err)
	}
}

func TestListsFromTheEnvironment(t *testing.T) {
	t.Parallel()
	c, err := load(t, "", "FACTBOT_REVIEW_REVIEWERS=U1AAAA,S2BBBB U3CCCC",
		"FACTBOT_REVIEW_TOPIC_REVIEWERS=rdma=U1AAAA,U2BBBB net=U3CCCC", "FACTBOT_TOPICS=a.txt,b.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.Review.Reviewers, c.Review.TopicReviewers, c.Topics)
	if want := "[U1AAAA S2BBBB U3CCCC] [rdma=U1AAAA,U2BBBB net=U3CCCC] [a.txt b.yaml]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEmptyVariableIsUnset(t *testing.T) {
	t.Parallel()
	c, err := load(t, "log: {level: debug}", "FACTBOT_SLACK_MODE=", "FACTBOT_LOG_LEVEL=", "FACTBOT_OPS_ADDR=")
	if err != nil {
		t.Fatal(err)
	}
	if c.Slack.Mode != Socket || c.Log.Level != "debug" || c.Ops.Addr != "" {
		t.Errorf("mode %q level %q ops %q", c.Slack.Mode, c.Log.Level, c.Ops.Addr)
	}
}

// TestForeignVariable holds that a name a platform adds warns and does not stop.
func TestForeignVariable(t *testing.T) {
	t.Parallel()
	c, err := load(t, "", "FACTBOT_PORT=tcp://10.0.0.1:80", "FACTBOT_DATABASE_PAHT=x")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Warnings) != 2 || !strings.Contains(c.Warnings[0], "FACTBOT_DATABASE_PATH") {
		t.Errorf("warnings are %q", c.Warnings)
	}
}

func TestSecretsAreNeverShown(t *testing.T) {
	t.Parallel()
	const value = "xoxb-very-secret"
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(value+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := load(t, "", "SLACK_BOT_TOKEN_FILE="+file, "SLACK_APP_TOKEN=xapp-"+value, "SLACK_SIGNING_SECRET="+value)
	if err != nil {
		t.Fatal(err)
	}
	if c.Slack.BotToken.Reveal() != value {
		t.Errorf("the file's token was read as %q", c.Slack.BotToken.Reveal())
	}
	encoded, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("settings", "slack", c.Slack, "token", c.Slack.BotToken)
	for _, shown := range []string{
		fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%q %x %d", c.Slack.BotToken, c.Slack.BotToken, c.Slack.BotToken),
		string(encoded), logged.String(),
	} {
		if strings.Contains(shown, "very-secret") || strings.Contains(shown, fmt.Sprintf("%x", value)) {
			t.Errorf("the secret shows in %s", shown)
		}
	}
}

func TestCheckServe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		env  []string
		want []string
	}{
		{"nothing", nil, []string{"SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"}},
		{"socket", []string{"SLACK_BOT_TOKEN=xoxb-1", "SLACK_APP_TOKEN=xapp-1"}, nil},
		{"swapped", []string{"SLACK_BOT_TOKEN=xapp-1", "SLACK_APP_TOKEN=xoxb-1"}, []string{"does not start with xoxb-", "does not start with xapp-"}},
		{"http without secret", []string{"SLACK_BOT_TOKEN=xoxb-1", "FACTBOT_SLACK_MODE=http"}, []string{"SLACK_SIGNING_SECRET"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := load(t, "", tt.env...)
			if err != nil {
				t.Fatal(err)
			}
			got := c.CheckServe()
			if len(got) != len(tt.want) {
				t.Fatalf("lines %q, want %d", got, len(tt.want))
			}
			for i, want := range tt.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("line %q lacks %q", got[i], want)
				}
			}
		})
	}
}
