// Package config reads factbot's settings: the commented defaults embedded
// from factbot.yaml, then a file, then the environment, then flags, each
// overriding the one before. It gives one typed, validated Config.
//
// It is the only package that reads the environment and the only one that
// imports viper. Secrets come from the environment or from files named there,
// never from the settings file, and every way of printing one gives
// "[redacted]". Problems are reported all at once, each naming its key; an
// unknown key names the nearest known one. Loading changes nothing, so a crash
// leaves nothing behind.
package config

import (
	_ "embed"
	"time"
)

// Defaults is the commented settings file that holds when no other does.
//
//go:embed factbot.yaml
var Defaults []byte

// Config is every setting, validated.
type Config struct {
	File      string // the file read; "" if none
	Topics    []string
	Database  Database
	Slack     Slack
	HTTP      HTTP
	Ops       Ops
	Review    Review
	Retention Retention
	Log       Log
	Warnings  []string // about the environment, for the operator
}

// Database says where everything is kept.
type Database struct {
	Path string
}

// Mode is how Slack reaches factbot.
type Mode string

// The modes.
const (
	Socket Mode = "socket"
	HTTPS  Mode = "http"
)

// Slack is how factbot meets its workspace.
type Slack struct {
	Mode          Mode
	APIURL        string `mapstructure:"api_url"`
	Team          string
	App           string
	Guests        string   // allow or refuse
	RatePerMinute int      `mapstructure:"rate_per_minute"`
	ThreadBudget  int      `mapstructure:"thread_budget"`
	ChannelTopics []string `mapstructure:"channel_topics"`

	BotToken      Secret `mapstructure:"-"`
	AppToken      Secret `mapstructure:"-"`
	SigningSecret Secret `mapstructure:"-"`
}

// HTTP is where Slack's deliveries are received.
type HTTP struct {
	Addr string
}

// Ops is where health and metrics are served.
type Ops struct {
	Addr string
}

// Review is who decides and how decisions travel.
type Review struct {
	Channel        string
	Reviewers      []string
	Admins         []string
	TopicReviewers []string      `mapstructure:"topic_reviewers"`
	DigestChannel  string        `mapstructure:"digest_channel"`
	VerifiedFor    time.Duration `mapstructure:"verified_for"`
	VerifiedLow    time.Duration `mapstructure:"verified_low"`
	LowBelow       int           `mapstructure:"low_below"`
	UndoWindow     time.Duration `mapstructure:"undo_window"`
	FollowFor      time.Duration `mapstructure:"follow_for"`
	ReplyFor       time.Duration `mapstructure:"reply_for"`
	RepliesADay    int           `mapstructure:"replies_a_day"`
	DailyItems     int           `mapstructure:"daily_items"`
	TimeZone       string        `mapstructure:"time_zone"`
	MakerMayCheck  bool          `mapstructure:"maker_may_check"`
	OptedOut       []string      `mapstructure:"opted_out"`
}

// Retention is how long traces are kept.
type Retention struct {
	Quotes     time.Duration
	Readings   time.Duration
	Deliveries time.Duration
	Gaps       time.Duration
	Notices    time.Duration
}

// Log is what is logged and how.
type Log struct {
	Level  string
	Format string
}
