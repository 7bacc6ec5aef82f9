package slacksim

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"
)

// socketManifest declares everything that the tests use; httpManifest is the same without Socket Mode.
const socketManifest = `{
  "display_information": {"name": "peer"},
  "features": {
    "app_home": {"home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false},
    "bot_user": {"display_name": "peer"},
    "slash_commands": [
      {"command": "/rdma", "description": "facts", "usage_hint": "facts latency", "should_escape": false},
      {"command": "/escaped", "description": "facts", "should_escape": true}
    ],
    "shortcuts": [
      {"name": "Look up", "type": "global", "callback_id": "lookup", "description": "look a fact up"},
      {"name": "Check", "type": "message", "callback_id": "check", "description": "check a message"}
    ]
  },
  "oauth_config": {"scopes": {"bot": ["commands", "chat:write", "app_mentions:read", "im:history", "im:write", "channels:history",
    "groups:history", "channels:read", "groups:read", "im:read", "users:read", "usergroups:read", "reactions:read", "reactions:write", "channels:join", "team:read"]}},
  "settings": {
    "event_subscriptions": {"bot_events": ["app_mention", "message.im", "message.channels", "message.groups", "app_home_opened", "reaction_added", "reaction_removed", "member_joined_channel"]},
    "interactivity": {"is_enabled": true},
    "socket_mode_enabled": true
  }
}`

// manifestWith changes one value of socketManifest, given its path.
func manifestWith(t *testing.T, value any, path ...string) []byte {
	t.Helper()
	v, err := decodeJSON([]byte(socketManifest))
	if err != nil {
		t.Fatal(err)
	}
	at := v.(tree)
	for _, key := range path[:len(path)-1] {
		at = at[key].(tree)
	}
	at[path[len(path)-1]] = value
	return encodeJSON(v)
}

// fakeClock is a clock that a test moves by hand.
type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func newFakeClock() *fakeClock { return &fakeClock{now: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)} }

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// start opens a server for a test.
func start(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Manifest == nil {
		o.Manifest = []byte(socketManifest)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func (s *Server) client(opts ...slack.Option) *slack.Client {
	return slack.New(s.BotToken(), append([]slack.Option{slack.OptionAPIURL(s.APIURL()), slack.OptionAppLevelToken(s.AppToken())}, opts...)...)
}

// patience bounds waits that are expected to end.
func patience(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// peer is an app written with slack-go: what it hears goes to a handler, whose answer is the acknowledgement.
type peer struct {
	api    *slack.Client
	events chan slackevents.EventsAPIEvent
}

// handler answers a command or an interaction; a nil answer acknowledges empty.
type handler func(api *slack.Client, event socketmode.Event) any

// connect runs a slack-go Socket Mode app until the test ends and returns once it is connected.
func connect(t *testing.T, s *Server, handle handler) *peer {
	t.Helper()
	p := &peer{api: s.client(), events: make(chan slackevents.EventsAPIEvent, 100)}
	c := socketmode.New(p.api)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { _ = c.RunContext(ctx) })
	wg.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case e := <-c.Events:
				p.serve(ctx, c, e, handle)
			}
		}
	})
	t.Cleanup(func() { cancel(); wg.Wait() })
	if err := s.WaitConnections(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *peer) serve(ctx context.Context, c *socketmode.Client, e socketmode.Event, handle handler) {
	switch e.Type {
	case socketmode.EventTypeEventsAPI:
		_ = c.AckCtx(ctx, e.Request.EnvelopeID, nil)
		p.events <- e.Data.(slackevents.EventsAPIEvent)
	case socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive:
		var answer any
		if handle != nil {
			answer = handle(p.api, e)
		}
		if answer == noAck {
			return
		}
		_ = c.AckCtx(ctx, e.Request.EnvelopeID, answer)
	}
}

type silence struct{}

// noAck as a handler's answer leaves the envelope unacknowledged.
var noAck any = silence{}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestSlashInSocketMode(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		cmd := e.Data.(slack.SlashCommand)
		return map[string]any{"response_type": "ephemeral", "text": "asked " + cmd.Text + " by " + cmd.UserName}
	})
	r := must[Result](t)(s.As("reader").Slash(t.Context(), "#rdma", "/rdma  facts latency "))
	if r.Error != "" || r.Message == nil || r.Message.Text != "asked facts latency by reader" || r.Message.EphemeralTo != Reader {
		t.Fatalf("result %+v", r)
	}
}
