package cli

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"factbot/config"
	"factbot/internal/app"
	"factbot/seeds"
)

// TestTranscripts holds the conversations in testdata/conversations, each typed
// into “factbot chat” in a workspace of its own: the program's own code on both
// sides of real sockets. A line that starts with "> " is typed; what follows is
// what the person sees. Lines that start with "#" say how the conversation is set up:
//
//	# topic: testdata/topics/hostile.yaml
//	# set: slack.guests = refuse
//
// The same text has to come over Socket Mode and over signed HTTP.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatal("too few conversations", len(files), err)
	}
	for _, file := range files {
		for _, transport := range []string{"socket", "http"} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+transport, func(t *testing.T) {
				t.Parallel()
				if *update && transport == "http" {
					t.Skip("the socket's transcript is the one that is written")
				}
				replayConversation(t, file, transport == "http")
			})
		}
	}
}

func replayConversation(t *testing.T, file string, http bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var typed []string
	head, set := &strings.Builder{}, map[string]any{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "> "):
			typed = append(typed, line[2:])
		case line == ">":
			typed = append(typed, "")
		case strings.HasPrefix(line, "#"):
			head.WriteString(line + "\n")
			setting(t, line, set)
		}
	}
	got := head.String() + seconds.ReplaceAllString(converse(t, typed, set, http), "$1:SS UTC")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(text) {
		t.Errorf("%s is not what is said now:\n%s", file, difference(string(text), got))
	}
}

// seconds matches a time of day to the second: how long the machine took to come
// there.
var seconds = regexp.MustCompile(`(\d\d:\d\d):\d\d UTC`)

// setting takes in what a "#" line of a conversation sets; other such lines are remarks.
func setting(t *testing.T, line string, set map[string]any) {
	t.Helper()
	line = strings.TrimSpace(strings.TrimLeft(line, "# "))
	if file, ok := strings.CutPrefix(line, "topic:"); ok {
		list, _ := set["topics"].([]string)
		set["topics"] = append(list, strings.TrimSpace(file))
		return
	}
	pair, ok := strings.CutPrefix(line, "set:")
	if !ok {
		return
	}
	key, value, ok := strings.Cut(pair, "=")
	if !ok {
		t.Fatalf("%q sets nothing", line)
	}
	set[strings.TrimSpace(key)] = strings.TrimSpace(value)
}

// began is when every conversation starts: a Monday morning.
var began = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

// testOptions are the program's own defaults and seed, with some settings changed
// and the environment left out of it.
func testOptions(t *testing.T, set map[string]any) app.Options {
	t.Helper()
	c, err := config.Load(config.Options{Overrides: set, Environment: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	return app.Options{Config: c, Seeds: seeds.FS, Seed: seeds.Default, Version: "test"}
}

// converse types lines into a conversation of its own and returns all that is seen.
func converse(t *testing.T, typed []string, set map[string]any, http bool) string {
	t.Helper()
	from := time.Now()
	clock := &passing{now: func() time.Time { return began.Add(time.Since(from)) }}
	run, err := startPretend(t.Context(), testOptions(t, set), pretendOptions{http: http, addr: "127.0.0.1:0", clock: clock.Now, turns: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := run.ready(ctx); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c := newConversation(run, clock, &out, "reader", "rdma")
	if err := c.converse(ctx, &typist{lines: typed, out: &out}); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Error("the conversation took too long")
	}
	pingsNobody(t, c)
	return out.String()
}

// pingsNobody looks at everything that the bot sent, as it went over the wire: no
// text of it may ping a channel, a group or somebody for whom it is not.
func pingsNobody(t *testing.T, c *conversation) {
	t.Helper()
	for _, channel := range c.sim.Channels() {
		for _, m := range c.everything(channel.ID) {
			allowed := "<@" + cmp.Or(m.EphemeralTo, channel.DirectWith) + ">"
			if text := strings.ReplaceAll(m.Text, allowed, ""); m.FromBot() && live.MatchString(text) {
				t.Errorf("a live mention in %s: %s", channel.Name, text)
			}
		}
	}
}

// live matches what Slack turns into a mention of somebody or of everybody.
var live = regexp.MustCompile(`<(!|@|#)`)

// typist types one line at a time, which is seen before what comes of it.
type typist struct {
	lines []string
	out   io.Writer
	rest  []byte
}

func (y *typist) Read(p []byte) (int, error) {
	if len(y.rest) == 0 {
		if len(y.lines) == 0 {
			return 0, io.EOF
		}
		line := y.lines[0]
		y.lines = y.lines[1:]
		_, _ = io.WriteString(y.out, strings.TrimRight("> "+line, " ")+"\n")
		y.rest = []byte(line + "\n")
	}
	n := copy(p, y.rest)
	y.rest = y.rest[n:]
	return n, nil
}

// difference shows the first lines that are not as expected, with those before them.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	show := func(lines []string) string {
		return strings.Join(lines[max(0, min(i-3, len(lines))):min(i+12, len(lines))], "\n")
	}
	return "--- want\n" + show(w) + "\n--- got\n" + show(g)
}
