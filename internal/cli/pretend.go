package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"factbot/config"
	"factbot/internal/app"
	"factbot/internal/slacksim"
)

// pretendUndo is how long a decision can be undone in a pretend workspace:
// short, so that what follows a decision can be seen.
const pretendUndo = 20 * time.Second

// pretend is a pretend Slack with the bot of serve in it, in one process.
type pretend struct {
	sim *slacksim.Server
	app *app.App
	dir string // temporary; "" with a database of the person's own
}

// pretendOptions says what a pretend workspace is made of.
type pretendOptions struct {
	http  bool             // signed HTTP instead of Socket Mode
	addr  string           // where the pretend Slack listens
	ownDB bool             // keep the database that the settings name
	clock func() time.Time // nil: the real one
	log   io.Writer        // nil: nothing is logged
	level string           // of what is logged; "": as the settings say
	turns bool             // somebody waits for the bot to settle after each turn
}

// startPretend starts both sides. Close ends what it started.
func startPretend(ctx context.Context, o app.Options, p pretendOptions) (_ *pretend, err error) {
	for name, token := range map[string]config.Secret{
		"SLACK_BOT_TOKEN": o.Config.Slack.BotToken, "SLACK_APP_TOKEN": o.Config.Slack.AppToken,
		"SLACK_SIGNING_SECRET": o.Config.Slack.SigningSecret,
	} {
		if token.IsSet() {
			return nil, fmt.Errorf("%s is set: a pretend Slack does not run beside real tokens; unset it first", name)
		}
	}
	run := &pretend{}
	defer func() {
		if err != nil {
			err = errors.Join(err, run.Close())
		}
	}()
	settings := *o.Config
	o.Config, o.Playground, o.Clock = &settings, true, p.clock
	if !p.ownDB {
		if run.dir, err = os.MkdirTemp("", "factbot-playground-"); err != nil {
			return nil, fmt.Errorf("no room for a temporary database: %w", err)
		}
		settings.Database.Path = filepath.Join(run.dir, "factbot.db")
	}
	if err := run.open(ctx, &o, p); err != nil {
		return nil, err
	}
	if p.log != nil {
		o.LogTo = p.log
	}
	if p.turns {
		o.ReadingsEvery = time.Hour // settling writes them down, at one moment and not at any
	}
	if p.level != "" {
		settings.Log.Level = p.level
	}
	if run.app, err = app.New(ctx, o); err != nil {
		return nil, err
	}
	return run, run.app.Start(ctx)
}

// open starts the pretend Slack and points the settings at it.
func (r *pretend) open(ctx context.Context, o *app.Options, p pretendOptions) error {
	request := app.ManifestRequest{Name: "factbot"}
	deliver := ""
	if p.http {
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("no local port for deliveries: %w", err)
		}
		o.Listener = listener
		deliver = "http://" + listener.Addr().String() + "/slack"
		request.URL = "https://factbot.invalid/slack" // the pretend Slack delivers to the local address
	}
	manifest, err := app.Manifest(*o, request)
	if err != nil {
		return err
	}
	r.sim, err = slacksim.New(slacksim.Options{Manifest: manifest, DeliverTo: deliver, Clock: p.clock})
	if err != nil {
		return fmt.Errorf("the pretend Slack does not start: %w", err)
	}
	if err := r.sim.Start(ctx, p.addr); err != nil {
		return fmt.Errorf("the pretend Slack cannot listen at %s: %w; choose another --port", p.addr, err)
	}
	pointAt(o.Config, r.sim, p.http)
	return nil
}

// pointAt makes settings those of the pretend workspace.
func pointAt(c *config.Config, sim *slacksim.Server, http bool) {
	c.Slack.Mode = config.Socket
	if http {
		c.Slack.Mode = config.HTTPS
	}
	c.Slack.APIURL = sim.APIURL()
	c.Slack.Team, c.Slack.App, c.Slack.ChannelTopics = "", "", nil
	c.Slack.BotToken = config.NewSecret(sim.BotToken())
	c.Slack.AppToken = config.NewSecret(sim.AppToken())
	c.Slack.SigningSecret = config.NewSecret(sim.SigningSecret())
	c.Ops.Addr = ""
	c.Review.Channel, c.Review.DigestChannel = slacksim.ChannelFactReview, ""
	c.Review.Reviewers = []string{slacksim.GroupReviewers}
	c.Review.Admins = []string{slacksim.Reviewer2}
	c.Review.TopicReviewers, c.Review.OptedOut = nil, nil
	c.Review.UndoWindow = min(c.Review.UndoWindow, pretendUndo)
}

// ready returns once the bot can hear and has read who may decide.
func (r *pretend) ready(ctx context.Context) error {
	if r.sim.SocketMode() {
		if err := r.sim.WaitConnections(ctx, 1); err != nil {
			return fmt.Errorf("the bot does not connect to the pretend Slack: %w", err)
		}
	}
	return r.app.Settle(ctx)
}

// Close stops the bot, then the pretend Slack, and removes the temporary
// database. It may be called on a half-started one.
func (r *pretend) Close() error {
	var errs []error
	if r.app != nil {
		errs = append(errs, r.app.Stop(context.Background()))
	}
	if r.sim != nil {
		errs = append(errs, r.sim.Close())
	}
	if r.dir != "" {
		errs = append(errs, os.RemoveAll(r.dir))
	}
	return errors.Join(errs...)
}
