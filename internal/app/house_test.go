package app

import (
	"bytes"
	"context"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"factbot/config"
	"factbot/internal/slacksim"
	"factbot/seeds"
)

// enough bounds every wait of these tests; none is expected to take a tenth of it.
const enough = 20 * time.Second

// house is a factbot that serves a pretend Slack, both in this process.
type house struct {
	*App
	sim   *slacksim.Server
	o     Options
	log   *syncBuffer
	clock *laterClock
}

// houseOptions say how a house differs from the usual one.
type houseOptions struct {
	http   bool
	set    map[string]any // settings by key
	limits slacksim.Limits
}

// newHouse starts both sides. They end with the test.
func newHouse(t *testing.T, h houseOptions) *house {
	t.Helper()
	clock := &laterClock{}
	set := map[string]any{
		"database.path": filepath.Join(t.TempDir(), "factbot.db"), "ops.addr": "", "review.channel": slacksim.ChannelFactReview,
		"review.reviewers": []string{slacksim.Reviewer, slacksim.Reviewer2}, "review.undo_window": "1s", "log.level": "debug",
	}
	maps.Copy(set, h.set)
	c, err := config.Load(config.Options{Overrides: set, Environment: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Config: c, Seeds: seeds.FS, Seed: seeds.Default, Version: "test", Clock: clock.Now, ReadingsEvery: time.Hour}
	request, deliver := ManifestRequest{Name: "factbot"}, ""
	if h.http {
		c.Slack.Mode = config.HTTPS
		o.Listener = freePort(t)
		deliver = "http://" + o.Listener.Addr().String() + "/slack"
		request.URL = "https://factbot.invalid/slack"
	}
	manifest, err := Manifest(o, request)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := slacksim.New(slacksim.Options{Manifest: manifest, DeliverTo: deliver, Clock: clock.Now, Limits: h.limits})
	if err != nil {
		t.Fatal(err)
	}
	if err := sim.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	c.Slack.APIURL = sim.APIURL()
	c.Slack.BotToken, c.Slack.AppToken = config.NewSecret(sim.BotToken()), config.NewSecret(sim.AppToken())
	c.Slack.SigningSecret = config.NewSecret(sim.SigningSecret())
	house := &house{sim: sim, o: o, log: &syncBuffer{}, clock: clock}
	house.start(t)
	return house
}

// start starts the bot, also again after a stop.
func (h *house) start(t *testing.T) {
	t.Helper()
	o := h.o
	o.LogTo = h.log
	if o.Config.Slack.Mode == config.HTTPS && o.Listener == nil {
		o.Listener = freePort(t)
		h.sim.SetDeliverTo("http://" + o.Listener.Addr().String() + "/slack")
	}
	h.o.Listener = nil // a stopped server has closed it
	var err error
	if h.App, err = New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if err := h.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	running := h.App
	t.Cleanup(func() { _ = running.Stop(context.WithoutCancel(t.Context())) })
	if h.sim.SocketMode() {
		if err := h.sim.WaitConnections(h.soon(t), 1); err != nil {
			t.Fatal("the bot does not connect")
		}
	}
	h.settle(t)
}

func (h *house) stop(t *testing.T) {
	t.Helper()
	if err := h.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// soon is a context for one wait.
func (h *house) soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), enough)
	t.Cleanup(cancel)
	return ctx
}

func (h *house) settle(t *testing.T) {
	t.Helper()
	if err := h.Settle(h.soon(t)); err != nil {
		t.Fatal("the bot does not settle: ", err)
	}
}

// slash types a command and gives the text that answers it.
func (h *house) slash(t *testing.T, who, line string) string {
	t.Helper()
	since := h.sim.Seq()
	r, err := h.sim.As(who).Slash(h.soon(t), "rdma", line)
	if err != nil || r.Error != "" {
		t.Fatalf("%s: %v %s", line, err, r.Error)
	}
	if r.Message != nil {
		return r.Message.Text
	}
	m, err := h.sim.WaitMessage(h.soon(t), func(m slacksim.Message) bool { return m.Seq > since && m.FromBot() })
	if err != nil {
		t.Fatalf("%s: no answer", line)
	}
	return m.Text
}

// mention asks in the channel and gives the event's id and the question's place.
func (h *house) mention(t *testing.T, who, text string, opts ...slacksim.SayOption) (string, slacksim.Ref) {
	t.Helper()
	r, err := h.sim.As(who).Mention(t.Context(), "rdma", text, opts...)
	if err != nil || len(r.Events) == 0 {
		t.Fatalf("mention %q: %v", text, err)
	}
	return r.Events[0], r.Message.Ref()
}

// answers are the bot's messages in the thread of a question.
func (h *house) answers(question slacksim.Ref) []slacksim.Message {
	var list []slacksim.Message
	for _, m := range h.sim.Messages(question.Channel, question.TS) {
		if m.FromBot() {
			list = append(list, m)
		}
	}
	return list
}

// answered waits for the first answer to a question.
func (h *house) answered(t *testing.T, question slacksim.Ref) slacksim.Message {
	t.Helper()
	if err := h.sim.Wait(h.soon(t), func() bool { return len(h.answers(question)) > 0 }); err != nil {
		t.Fatal("the question is not answered")
	}
	return h.answers(question)[0]
}

// acks counts the acknowledgements of everything that was delivered.
func (h *house) acks() int {
	n := 0
	for _, x := range h.sim.Traffic() {
		if x.Kind == "ack" || x.Kind == "delivery" {
			n++
		}
	}
	return n
}

// until looks again and again whether something has come about that nothing announces.
func (h *house) until(t *testing.T, come func() bool) bool {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for ctx := h.soon(t); !come(); {
		select {
		case <-look.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// inReview waits for a message in the review channel that holds some words.
func (h *house) inReview(t *testing.T, words string) slacksim.Message {
	t.Helper()
	m, err := h.sim.WaitMessage(h.soon(t), func(m slacksim.Message) bool {
		return m.Channel == slacksim.ChannelFactReview && strings.Contains(m.Text, words)
	})
	if err != nil {
		t.Fatalf("the review channel is not told %q", words)
	}
	return m
}

func freePort(t *testing.T) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// laterClock is the real clock, put forward.
type laterClock struct {
	mu sync.Mutex
	by time.Duration
}

func (c *laterClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.by)
}

func (c *laterClock) pass(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by += by
}

// syncBuffer takes log lines from many goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
