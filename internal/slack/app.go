package slack

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// Door is what the transports call. [bot.Bot] satisfies it.
type Door interface {
	// Handle answers a request in place. It never fails: a fault becomes a reply.
	Handle(ctx context.Context, r bot.Request) bot.Reply
	// Receive commits a question asked in public or directly; false: a repeat.
	Receive(ctx context.Context, q fact.Question) (bool, error)
	// Work answers a received question into the outbox.
	Work(ctx context.Context, q fact.Question) error
	// Home is the person's App Home.
	Home(ctx context.Context, who fact.Actor) bot.Reply
	// Notice words a notice as it is sent.
	Notice(ctx context.Context, n fact.Notice) (bot.Reply, error)
}

// Mode is a transport.
type Mode string

// The transports.
const (
	ModeSocket Mode = "socket"
	ModeHTTP   Mode = "http"
)

// Config holds what an App needs.
type Config struct {
	Door          Door              // required
	Mode          Mode              // how Slack delivers; socket by default
	BotToken      string            // xoxb-…; required
	AppToken      string            // xapp-…; required in Socket Mode
	SigningSecret string            // required over HTTP
	APIURL        string            // Slack's own by default; ends in "/"
	Team          fact.TeamID       // "": learnt from auth.test, else from the first validly signed delivery
	AppID         string            // likewise, from the first delivery
	Commands      map[string]string // slash command without "/" → slug of its topic; others search every topic
	Channels      map[string]string // channel id → slug of its default topic
	RefuseGuests  bool              // guests are refused, and people of unknown kind while it is unknown
	Groups        []string          // user groups to keep the members of
	Name          string            // how the app is called; factbot by default
	Clock         func() time.Time
	Logger        *slog.Logger // never sees message text, tokens or response URLs
	Limits        Limits
	Observer      Observer
}

// App is Slack's side of the door. Its methods are safe for concurrent use.
type App struct {
	Config

	api       *slack.Client
	http      *http.Client // Web API and response_url
	hooks     string       // host that response_urls may have besides Slack's
	signer    *signer
	replays   *replays
	who       *identity
	directory *Directory
	rate      *buckets
	threads   *buckets
	pool      *pool
	inHand    atomic.Int64 // HTTP deliveries being answered
	ids       *idSource
	sockets   *sockets
	lastSeen  atomic.Int64 // unix nanoseconds of the last delivery
	shares    *arrivals
	inline    *buckets // one share by response_url for each offer
	homes     *homesSeen
	life      context.Context // ends when Run gives up what is in hand
	endLife   context.CancelFunc
}

// New checks the configuration and makes an App. Nothing is called before Run.
func New(c Config) (*App, error) {
	if c.Mode == "" {
		c.Mode = ModeSocket
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.APIURL == "" {
		c.APIURL = slack.APIURL
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Name == "" {
		c.Name = "factbot"
	}
	c.Limits = c.Limits.withDefaults()
	a := &App{Config: c}
	a.http = &http.Client{Timeout: c.Limits.Call}
	a.api = slack.New(c.BotToken, slack.OptionAppLevelToken(c.AppToken), slack.OptionAPIURL(c.APIURL), slack.OptionHTTPClient(a.http))
	if u, err := url.Parse(c.APIURL); err == nil {
		a.hooks = u.Host
	}
	a.signer = newSigner(c.SigningSecret, c.Clock)
	a.replays = newReplays(c.Clock)
	a.who = newIdentity(c.Team, c.AppID)
	a.directory = newDirectory(a)
	a.rate = newBuckets(c.Limits.PerMinute, time.Minute, c.Clock)
	a.threads = newBuckets(c.Limits.PerThread, time.Hour, c.Clock)
	a.shares = newArrivals(c.Clock, c.Limits.Arrival)
	a.inline = newBuckets(1, doubleClick, c.Clock)
	a.homes = &homesSeen{clock: c.Clock, at: map[fact.UserID]time.Time{}}
	a.ids = newIDSource()
	a.sockets = newSockets(a)
	a.life, a.endLife = context.WithCancel(context.Background())
	a.pool = newPool(c.Limits.Workers, c.Limits.Queue, a.recovered)
	context.AfterFunc(a.life, a.pool.stop)
	context.AfterFunc(a.life, a.sockets.work.stop)
	return a, nil
}

func (c *Config) check() error {
	switch {
	case c.Door == nil:
		return errors.New("slack: no door to knock at")
	case c.BotToken == "":
		return errors.New("slack: the bot token is missing (SLACK_BOT_TOKEN)")
	case c.Mode == ModeSocket && c.AppToken == "":
		return errors.New("slack: Socket Mode needs the app-level token (SLACK_APP_TOKEN)")
	case c.Mode == ModeHTTP && c.SigningSecret == "":
		return errors.New("slack: deliveries over HTTP need the signing secret (SLACK_SIGNING_SECRET)")
	case c.Mode != ModeSocket && c.Mode != ModeHTTP:
		return errors.New("slack: the mode must be socket or http")
	case c.APIURL != "" && !strings.HasSuffix(c.APIURL, "/"):
		return errors.New("slack: the API URL must end in a slash (SLACK_API_URL)")
	}
	return nil
}

// Directory is what is known of people and groups.
func (a *App) Directory() *Directory { return a.directory }

// LastDelivery is when Slack last delivered anything; zero: not yet.
func (a *App) LastDelivery() time.Time {
	if n := a.lastSeen.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

// Ready reports why deliveries cannot arrive, or nil. Over HTTP they always can; a Socket Mode app needs an open socket
// that Slack was heard on lately.
func (a *App) Ready() error {
	if a.Mode == ModeHTTP {
		return nil
	}
	return a.sockets.ready()
}

// recovered is called for a panic in work that nobody waits for.
func (a *App) recovered(what any, stack []byte) {
	a.Observer.refused("panic")
	a.Logger.Error("slack: a delivery broke the program's rules", "panic", what, "stack", string(stack))
}
