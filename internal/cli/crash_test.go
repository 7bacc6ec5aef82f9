//go:build unix

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"factbot/internal/app"
	"factbot/internal/slacksim"
	"factbot/internal/store"
)

// longMode makes the crash and soak tests run at their full length.
const longMode = "FACTBOT_TEST_LONG"

// How often the program is killed, in all.
const (
	crashes     = 20
	crashesLong = 300
)

// TestCrash kills the serving program with SIGKILL at random moments under load,
// again and again, and compares what is on record and what was posted with what
// people were told: nothing acknowledged is missing, nothing is there twice, the
// history proves whole, and every message arrived once, or as an edit, or marked
// as possibly repeated.
func TestCrash(t *testing.T) {
	t.Parallel()
	rounds := crashes
	if os.Getenv(longMode) != "" {
		rounds = crashesLong
	}
	for _, reads := range []bool{true, false} {
		name := "it may not read the channels"
		if reads {
			name = "it may read the channels"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCrashHouse(t, reads)
			for range rounds / 2 {
				h.round(t)
			}
			h.finish(t)
			h.compare(t, reads)
		})
	}
}

// crashHouse is a pretend Slack that outlives the program, and what its people
// were told.
type crashHouse struct {
	sim  *slacksim.Server
	dir  string
	next atomic.Int64 // numbers notes and reasons

	mu       sync.Mutex
	flags    map[string]bool // note → the flag was confirmed to its author
	decided  map[string]bool // reason → the decision was confirmed
	shared   int             // shares that were confirmed
	mentions []slacksim.Ref  // every question asked in the channel
}

func newCrashHouse(t *testing.T, reads bool) *crashHouse {
	t.Helper()
	h := &crashHouse{dir: t.TempDir(), flags: map[string]bool{}, decided: map[string]bool{}}
	settings := testOptions(t, nil)
	manifest, err := app.Manifest(settings, app.ManifestRequest{Name: "factbot"})
	if err != nil {
		t.Fatal(err)
	}
	if reads {
		manifest = withScopes(t, manifest, "channels:history", "groups:history", "im:history")
	}
	soon := slices.Repeat([]time.Duration{200 * time.Millisecond}, 100)
	h.sim, err = slacksim.New(slacksim.Options{Manifest: manifest, Limits: slacksim.Limits{RetryAfter: soon}})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.sim.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.sim.Close() })
	if _, err := h.sim.As("reader2").Invite(t.Context(), "general"); err != nil {
		t.Fatal(err)
	}
	text := "slack: {rate_per_minute: 0, thread_budget: 0}\nops: {addr: \"\"}\n" +
		"review: {channel: " + slacksim.ChannelFactReview + ", reviewers: [" + slacksim.Reviewer + ", " + slacksim.Reviewer2 + "], undo_window: 100ms}\n"
	if err := os.WriteFile(filepath.Join(h.dir, "factbot.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return h
}

// withScopes adds optional scopes to a manifest.
func withScopes(t *testing.T, manifest []byte, scopes ...string) []byte {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(manifest, &m); err != nil {
		t.Fatal(err)
	}
	bot, _ := m["oauth_config"].(map[string]any)["scopes"].(map[string]any)["bot"].([]any)
	have := map[any]bool{}
	for _, scope := range bot {
		have[scope] = true
	}
	for _, scope := range scopes {
		if !have[scope] {
			bot = append(bot, scope)
		}
	}
	m["oauth_config"].(map[string]any)["scopes"].(map[string]any)["bot"] = bot
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// serving starts the program and returns once it hears Slack.
func (h *crashHouse) serving(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("factbot", "serve")
	cmd.Dir = h.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "SLACK_API_URL=" + h.sim.APIURL(),
		"SLACK_BOT_TOKEN=" + h.sim.BotToken(), "SLACK_APP_TOKEN=" + h.sim.AppToken(),
	}
	log, err := os.OpenFile(filepath.Join(h.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // where the test fails halfway
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := h.sim.WaitConnections(ctx, 1); err != nil {
		said, _ := os.ReadFile(log.Name())
		t.Fatalf("the program does not connect: %v\n%s", err, said)
	}
	return cmd
}

// round serves under load until the program is killed at some moment.
func (h *crashHouse) round(t *testing.T) {
	t.Helper()
	cmd := h.serving(t)
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for _, work := range []struct {
		do   func(context.Context)
		most int // a round, so that what Slack lets be posted a minute suffices
	}{{h.flag, 20}, {h.flag, 20}, {h.decide, 10}, {h.ask, 3}, {h.share, 2}} {
		load.Go(func() {
			for n := 0; n < work.most && ctx.Err() == nil; n++ {
				work.do(ctx)
			}
		})
	}
	moment := time.NewTimer(time.Duration(20+rand.IntN(400)) * time.Millisecond)
	defer moment.Stop()
	<-moment.C
	h.untilShared(ctx)
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
	stop()
	load.Wait()
	// The old connections must be gone before new ones are waited for.
	gone, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := h.sim.Wait(gone, func() bool { return h.sim.Connections() == 0 }); err != nil {
		t.Fatal("the killed program's connections stay open")
	}
}

// untilShared lets the first round last until a share has been confirmed, which
// takes longer than a round may: its message has to be there.
func (h *crashHouse) untilShared(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for ctx.Err() == nil && h.sharedSoFar() == 0 {
		<-look.C
	}
}

func (h *crashHouse) sharedSoFar() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shared
}

// noted gives a text that occurs once in the whole test.
func (h *crashHouse) noted(what string) string { return fmt.Sprintf("%s #%d.", what, h.next.Add(1)) }

// flagged, decided and quoted facts are different ones: what is decided on a fact
// that was quoted is told where it was quoted, as fast as Slack lets a message be
// edited, and few rounds would fill minutes.
func flaggedFact() string { return fmt.Sprintf("RDMA-%d", 1+rand.IntN(3)) }
func decidedFact() string { return fmt.Sprintf("RDMA-%d", 5+rand.IntN(10)) }
func quotedFact() string  { return fmt.Sprintf("RDMA-%d", 15+rand.IntN(4)) }

// flag doubts some fact and remembers whether that was confirmed.
func (h *crashHouse) flag(ctx context.Context) {
	who := []string{"reader", "reader2"}[rand.IntN(2)]
	note := h.noted("measured otherwise")
	r, err := h.sim.As(who).Slash(ctx, "rdma", "/rdma flag "+flaggedFact()+" "+note)
	h.remember(h.flags, note, err == nil && r.Error == "" && r.Message != nil && strings.Contains(r.Message.Text, note))
}

// decide sets some fact's confidence in the form and remembers whether that was confirmed.
func (h *crashHouse) decide(ctx context.Context) {
	who := []string{"reviewer", "reviewer2"}[rand.IntN(2)]
	me := h.sim.As(who)
	since := h.sim.Seq()
	reason := h.noted("read the paper")
	if r, err := me.Slash(ctx, "rdma", fmt.Sprintf("/rdma confidence %s %d", decidedFact(), rand.IntN(101))); err != nil || r.Error != "" {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	form, err := h.sim.WaitView(waiting, who, func(v slacksim.View) bool { return v.Seq > since && v.Submit != "" })
	if err != nil {
		return
	}
	fields := slacksim.Elements(form.Blocks)
	r, err := me.Submit(ctx, form, map[string]any{fields[len(fields)-1].Name: reason})
	told := err == nil && r.Error == "" && r.View != nil && strings.Contains(string(r.View.Blocks), "has its new confidence")
	h.remember(h.decided, reason, told)
	_, _ = me.CloseAll(ctx)
}

// ask mentions the bot; the question counts as soon as it stands in the channel.
func (h *crashHouse) ask(ctx context.Context) {
	r, err := h.sim.As("reader").Mention(ctx, "rdma", quotedFact())
	if err != nil || r.Message == nil {
		return
	}
	h.mu.Lock()
	h.mentions = append(h.mentions, r.Message.Ref())
	h.mu.Unlock()
	waiting, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	_ = h.sim.Wait(waiting, func() bool { return len(h.sim.Messages(r.Message.Channel, r.Message.TS)) > 1 })
}

// share shares an answer, each time to another command since the same one twice
// would be a double click, and where few other messages wait. It remembers whether
// that was confirmed, as it is once the message stands there.
func (h *crashHouse) share(ctx context.Context) {
	me, since := h.sim.As("reader2"), h.sim.Seq()
	r, err := me.Slash(ctx, "general", fmt.Sprintf("/rdma facts KV Cache --min %d", h.next.Add(1)%80))
	if err != nil || r.Message == nil {
		return
	}
	button := ""
	for _, e := range slacksim.Elements(r.Message.Blocks) {
		if e.Kind == "button" && (strings.HasPrefix(e.Label, "Share") || strings.HasPrefix(e.Label, "分享")) {
			button = e.Name
		}
	}
	if _, err := me.Click(ctx, *r.Message, button); err != nil {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err = h.sim.WaitMessage(waiting, func(m slacksim.Message) bool {
		return m.Seq > since && m.EphemeralTo == slacksim.Reader2 && m.ViaResponseURL &&
			(strings.Contains(m.Text, "Shared in the channel") || strings.Contains(m.Text, "已分享到频道"))
	})
	if err == nil {
		h.mu.Lock()
		h.shared++
		h.mu.Unlock()
	}
}

func (h *crashHouse) remember(what map[string]bool, text string, told bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	what[text] = told
}

// finish serves until all is done, and stops the program as an operator does.
func (h *crashHouse) finish(t *testing.T) {
	t.Helper()
	cmd := h.serving(t)
	bound := time.NewTimer(2 * time.Minute)
	defer bound.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for calm := 0; calm < 20; {
		select {
		case <-bound.C:
			t.Fatal("work is left after two minutes")
		case <-look.C:
		}
		if calm++; h.left(t) > 0 {
			calm = 0
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ends with %v", err)
	}
}

// left counts what waits to be answered or sent.
func (h *crashHouse) left(t *testing.T) int {
	t.Helper()
	n := 0
	h.read(t, func(ctx context.Context, db *store.DB) error {
		questions, err := db.Pending(ctx)
		if err != nil {
			return err
		}
		stats, err := db.NoticeStats(ctx)
		n = len(questions) + stats.Waiting + stats.Claimed
		return err
	})
	return n
}

func (h *crashHouse) read(t *testing.T, fn func(context.Context, *store.DB) error) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(h.dir, "factbot.db"), ReadOnly: true})
	if err == nil {
		err = fn(t.Context(), db)
		_ = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
