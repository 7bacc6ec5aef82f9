package slacksim

import (
	"log/slog"
	"time"
)

// Options configure a Server. Only Manifest is required.
type Options struct {
	// Manifest is the app's manifest as JSON, exactly as it would be pasted into Slack's app settings. Required.
	Manifest []byte
	// World is who and what exists at the start. The zero World means DefaultWorld.
	World World
	// Clock tells the time for timestamps and ages; it must not call the server. Nil means time.Now.
	Clock func() time.Time
	// BotToken, AppToken and SigningSecret are what the app must present or check; each is random when empty.
	BotToken, AppToken, SigningSecret string
	// DeliverTo is the URL that receives every signed HTTP delivery of a manifest without Socket Mode.
	// Empty means the manifest's own request URLs.
	DeliverTo string
	// Logger receives warnings about the simulator itself; never text, tokens or URLs with secrets. Nil discards.
	Logger *slog.Logger
	// Limits are the bounds that tests may change.
	Limits Limits
}

// Limits are bounds of Slack that a test may tighten; zero values mean Slack's own.
type Limits struct {
	// RateLimits turns on 429 answers: per method tier, and one message a second for each channel.
	RateLimits bool
	// AckTimeout is how long an app may take to acknowledge; 3 s by default.
	AckTimeout time.Duration
	// PingInterval is the time between two pings on a Socket Mode connection; 10 s by default.
	PingInterval time.Duration
	// RetryAfter holds the delays before the second, third and fourth attempt of an event.
	// By default at once, after one minute and after five. An empty, non-nil slice means no retry.
	RetryAfter []time.Duration
	// Connections is how many Socket Mode connections may be open at once; 10 by default.
	Connections int
}

// Slack's own bounds. Sources: Slack's reference for Socket Mode, interactivity, views and chat methods.
const (
	ackTimeout        = 3 * time.Second
	pingInterval      = 10 * time.Second
	maxConnections    = 10
	maxAckBytes       = 20 << 10 // a Socket Mode acknowledgement of this size or more is dropped
	triggerLife       = 3 * time.Second
	responseURLLife   = 30 * time.Minute
	responseURLUses   = 5
	viewStackDepth    = 3
	maxMessageText    = 40_000 // characters; longer text is cut by chat.postMessage and refused elsewhere
	maxAPIBody        = 4 << 20
	maxActBody        = 256 << 10
	maxActWait        = 30 * time.Second
	shownTraffic      = 200 // entries that /ui/act shows
	maxTraffic        = 5_000
	maxEventsKept     = 1_000
	ticketLife        = 30 * time.Second
	socketHelloExpiry = 18_060 // seconds, the approximate_connection_time that Slack reports
)

func (l Limits) withDefaults() Limits {
	if l.AckTimeout <= 0 {
		l.AckTimeout = ackTimeout
	}
	if l.PingInterval <= 0 {
		l.PingInterval = pingInterval
	}
	if l.RetryAfter == nil {
		l.RetryAfter = []time.Duration{0, time.Minute, 5 * time.Minute}
	}
	if l.Connections <= 0 {
		l.Connections = maxConnections
	}
	return l
}
