package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"factbot/config"
	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/ops"
	"factbot/internal/outbox"
	"factbot/internal/slack"
	"factbot/internal/store"
)

// App is a serving factbot: everything of core, and the transports, the outbox
// and the endpoints for operators.
type App struct {
	*core
	bot      *bot.Bot
	slack    *slack.App
	outbox   *outbox.Outbox
	audience *audience
	metrics  *ops.Metrics
	health   ops.Health

	sockets  atomic.Int64 // open Socket Mode connections
	failed   chan error   // what ends the program by itself
	stopping sync.Once
	stopped  error
	imports  sync.Mutex // one import of the configured files at a time
}

// New opens the database, imports what is new in the topic files and makes every
// part: the read models last, of what is then stored, so that an import and they
// are not held at once. Nothing is reachable and nothing is sent before Start.
func New(ctx context.Context, o Options) (_ *App, err error) {
	o = o.withDefaults()
	people := &slackPeople{}
	c, err := openStore(ctx, o, writing, people)
	if err != nil {
		return nil, err
	}
	a := &App{core: c, metrics: ops.NewMetrics(o.Version), failed: make(chan error, 4)}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.close(context.WithoutCancel(ctx), a.Logger))
		}
	}()
	if err := a.bind(ctx); err != nil {
		return nil, err
	}
	files, err := a.toServe(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.importAll(ctx, files); err != nil {
		return nil, err
	}
	if err := a.load(ctx); err != nil {
		return nil, err
	}
	if err := a.makeParts(ctx, people); err != nil {
		return nil, err
	}
	a.observe()
	return a, nil
}

// bind refuses a database of the other kind of workspace.
func (a *App) bind(ctx context.Context) error {
	kind := store.KindWorkspace
	if a.Playground {
		kind = store.KindPlayground
	}
	return a.db.Bind(ctx, fact.TeamID(a.Config.Slack.Team), a.Config.Slack.App, kind)
}

// toServe are the topic files to import: those that the settings name, else the
// seed, unless the database already holds topics of the person's own.
func (a *App) toServe(ctx context.Context) ([]topicFile, error) {
	if len(a.Config.Topics) > 0 || len(a.catalog.Topics()) == 0 {
		return a.files(), nil
	}
	last, err := a.db.Value(ctx, seedKey(a.Seed))
	if err != nil || last == "" {
		return nil, err
	}
	return a.files(), nil
}

// makeParts makes the bot with its public side, Slack's side and the outbox.
func (a *App) makeParts(ctx context.Context, people *slackPeople) error {
	a.audience = &audience{store: a.db, log: a.Logger, every: a.ReadingsEvery}
	a.bot = a.newBot(func(c *bot.Config) {
		c.Inbox, c.Sharing, c.Audience, c.People = a.db, a.db, a.audience, a.roster
	})
	bound, err := a.db.Binding(ctx)
	if err != nil {
		return err
	}
	a.slack, err = slack.New(a.slackConfig(bound))
	if err != nil {
		return err
	}
	people.directory = a.slack.Directory()
	a.outbox = outbox.New(outbox.Config{
		Store: delivered{a.db, a.review}, Sender: a.slack, Clock: a.Clock, Logger: a.Logger,
		Notices: a.db, Follow: follow, Outages: a.review, Values: a.review, Schedules: a.schedules(),
	})
	a.wake = a.outbox.Wake
	return nil
}

// slackConfig turns the settings into Slack's side of them.
func (a *App) slackConfig(bound store.Binding) slack.Config {
	s := a.Config.Slack
	commands := make(map[string]string)
	for _, t := range a.catalog.Topics() {
		commands[t.Command] = t.Slug
	}
	channels := make(map[string]string)
	for _, item := range s.ChannelTopics {
		channel, topic := cutPair(item)
		channels[channel] = topic
	}
	mode := slack.ModeSocket
	if s.Mode == config.HTTPS {
		mode = slack.ModeHTTP
	}
	return slack.Config{
		Door: a.bot, Mode: mode, BotToken: s.BotToken.Reveal(), AppToken: s.AppToken.Reveal(),
		SigningSecret: s.SigningSecret.Reveal(), APIURL: s.APIURL, Team: bound.Team, AppID: bound.App,
		Commands: commands, Channels: channels, RefuseGuests: s.Guests == "refuse", Groups: a.roster.groups(),
		Clock: a.Clock, Logger: a.Logger, Observer: a.observer(),
		Limits: slack.Limits{PerMinute: s.RatePerMinute, PerThread: s.ThreadBudget},
	}
}

// Start begins to answer. It returns once deliveries can be received; Slack
// itself may be reached later.
func (a *App) Start(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
		}
	}()
	if err := a.serveOps(ctx); err != nil {
		return err
	}
	for _, t := range a.catalog.Topics() {
		for _, user := range a.roster.Reviewers(t.Slug) {
			a.roster.Name(user) // asked for now, known by the first message
		}
	}
	a.background("audience", func(ctx context.Context) error { a.audience.run(ctx); return nil })
	a.background("outbox", a.outbox.Run)
	a.background("slack", a.slack.Run)
	a.background("unanswered questions", a.bot.Resume)
	a.background("identity", a.keepIdentity)
	a.background("stored analysis", a.catalog.storeAnalysis)
	if a.Config.Slack.Mode == config.HTTPS {
		return a.serveSlack(ctx)
	}
	return nil
}

// background runs a part until Stop. An error it returns before then ends the program.
func (a *App) background(name string, run func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := run(ctx)
		if err != nil && ctx.Err() == nil {
			a.fail(err)
		}
	}()
	a.add(name, func(bound context.Context) error {
		cancel()
		select {
		case <-done:
			return nil
		case <-bound.Done():
			return fmt.Errorf("%s: %w", name, bound.Err())
		}
	})
}

// fail reports what ends the program; only the first few matter.
func (a *App) fail(err error) {
	select {
	case a.failed <- err:
	default:
	}
}

// Failed gives the error that a part ended with by itself, if one does.
func (a *App) Failed() <-chan error { return a.failed }

// Stop takes no more deliveries, finishes what is in hand within a bound, and
// closes everything. It may be called more than once.
func (a *App) Stop(ctx context.Context) error {
	a.stopping.Do(func() { a.stopped = a.close(ctx, a.Logger) })
	return a.stopped
}

// Addr is where Slack's deliveries are received; "" in Socket Mode.
func (a *App) Addr() string {
	if a.Listener == nil {
		return ""
	}
	return a.Listener.Addr().String()
}

// HTTP bounds of the delivery and ops servers. A delivery is at most a megabyte
// and Slack waits three seconds for its answer.
const (
	headerBound = 5 * time.Second
	readBound   = 15 * time.Second
	writeBound  = 15 * time.Second
	idleBound   = 2 * time.Minute
	headerBytes = 16 << 10
)

// serveSlack receives Slack's deliveries.
func (a *App) serveSlack(ctx context.Context) error {
	mux := http.NewServeMux()
	for _, path := range []string{"/slack", "/slack/events", "/slack/commands", "/slack/interactions"} {
		mux.Handle(path, a.slack)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	if a.Listener == nil {
		listener, err := listen(ctx, "http.addr", a.Config.HTTP.Addr)
		if err != nil {
			return err
		}
		a.Listener = listener
	}
	a.serve("deliveries", gatherListener{a.Listener}, mux)
	a.Logger.Info("receiving deliveries", "addr", a.Listener.Addr().String())
	return nil
}

// serveOps serves health and metrics.
func (a *App) serveOps(ctx context.Context) error {
	if a.Ops == nil && a.Config.Ops.Addr == "" {
		return nil
	}
	if a.Ops == nil {
		listener, err := listen(ctx, "ops.addr", a.Config.Ops.Addr)
		if err != nil {
			return err
		}
		a.Ops = listener
	}
	a.serve("ops", a.Ops, ops.Handler(&a.health, a.metrics))
	return nil
}

func (a *App) serve(name string, listener net.Listener, handler http.Handler) {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerBound, ReadTimeout: readBound, WriteTimeout: writeBound,
		IdleTimeout: idleBound, MaxHeaderBytes: headerBytes, ErrorLog: nil,
	}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			a.fail(fmt.Errorf("%s: %w", name, err))
		}
	}()
	a.add(name, server.Shutdown)
}

// listen opens a TCP address; its error names the setting to change.
func listen(ctx context.Context, key, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, &fact.Error{
			Code: fact.CodeUnavailable, Key: "serve.address", Err: err,
			Message: fmt.Sprintf("The address %s of %s cannot be used: choose another one.", addr, key),
		}
	}
	return listener, nil
}
