package slack

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// rig is an App and the pretend Slack that it is installed in.
type rig struct {
	*App
	sim     *slacksim.Server
	door    *testDoor
	refused *refusals
	log     *logCapture
	stop    func() error // ends Run and gives what it returned
}

// over runs a test in both transports.
func over(t *testing.T, test func(t *testing.T, r *rig), change ...func(*Config)) {
	for _, mode := range []Mode{ModeSocket, ModeHTTP} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			r := install(t, mode, change...)
			test(t, r)
		})
	}
}

func newSim(t *testing.T, mode Mode, limits slacksim.Limits) *slacksim.Server {
	t.Helper()
	o := ManifestOptions{Commands: []ManifestCommand{{Command: "rdma", Topic: "RDMA"}}, Optional: true}
	if mode == ModeHTTP {
		o.HTTPURL = "http://127.0.0.1:1/slack"
	}
	manifest, err := Manifest(o)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := slacksim.New(slacksim.Options{Manifest: manifest, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	if err := sim.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	return sim
}

func install(t *testing.T, mode Mode, change ...func(*Config)) *rig {
	t.Helper()
	return connect(t, newSim(t, mode, slacksim.Limits{}), mode, change...)
}

// connect runs an App against a pretend Slack.
func connect(t *testing.T, sim *slacksim.Server, mode Mode, change ...func(*Config)) *rig {
	t.Helper()
	r := &rig{sim: sim, door: newTestDoor(), refused: &refusals{}, log: &logCapture{}}
	c := Config{Door: r.door, Mode: mode, BotToken: sim.BotToken(), AppToken: sim.AppToken(), SigningSecret: sim.SigningSecret(),
		APIURL: sim.APIURL(), Commands: map[string]string{"rdma": "rdma"}, Logger: r.log.logger(), Observer: Observer{Refused: r.refused.note}}
	for _, f := range change {
		f(&c)
	}
	a, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	r.App, r.door.send = a, a.Send
	if mode == ModeHTTP {
		mux := http.NewServeMux()
		mux.Handle("/slack", a)
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		sim.SetDeliverTo(server.URL + "/slack")
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	ended := false
	r.stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		select {
		case <-r.door.gate:
		default:
			close(r.door.gate)
		}
		_ = r.stop()
	})
	if mode == ModeSocket {
		if err := sim.WaitConnections(patience(t), max(1, a.Limits.Sockets)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// patience bounds waits that are expected to end.
func patience(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// blockText is every text in a message's or view's blocks.
func blockText(raw json.RawMessage) string {
	var v any
	_ = json.Unmarshal(raw, &v)
	var all []string
	texts(v, func(_, text string) { all = append(all, text) })
	return strings.Join(all, "\n")
}

func (r *rig) message(t *testing.T, text string) slacksim.Message {
	t.Helper()
	m, err := r.sim.WaitMessage(patience(t), func(m slacksim.Message) bool {
		return m.FromBot() && (strings.Contains(decode(m.Text), text) || strings.Contains(blockText(m.Blocks), text))
	})
	if err != nil {
		t.Fatalf("no message with %q: %v\n%s", text, err, r.log)
	}
	return m
}

func (r *rig) view(t *testing.T, user, text string) slacksim.View {
	t.Helper()
	v, err := r.sim.WaitView(patience(t), user, func(v slacksim.View) bool { return strings.Contains(v.Title+blockText(v.Blocks), text) })
	if err != nil {
		t.Fatalf("no view with %q: %v\n%s", text, err, r.log)
	}
	return v
}

func (r *rig) slash(t *testing.T, user, channel, line string) slacksim.Result {
	t.Helper()
	res, err := r.sim.As(user).Slash(patience(t), channel, line)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestSlashInBothTransports(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res := r.slash(t, "reader", "rdma", "/rdma facts latency")
		if res.Error != "" || res.Message == nil || !res.Message.FromAck || res.Message.EphemeralTo != slacksim.Reader {
			t.Fatalf("%+v", res)
		}
		if text := blockText(res.Message.Blocks); !strings.Contains(text, "RDMA-5 · 75 %") || !strings.Contains(text, "Next 4") {
			t.Error(text)
		}
		if !strings.Contains(res.Message.Text, "RDMA-1") {
			t.Error("the plain text lacks the facts:", res.Message.Text)
		}
		if res = r.slash(t, "reader", "rdma", "/rdma silent"); res.Error != "" || res.Message != nil {
			t.Errorf("%+v", res)
		}
	})
}

// TestLargeAnswer holds that what does not fit into an acknowledgement follows through the response_url.
func TestLargeAnswer(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res := r.slash(t, "reader", "rdma", "/rdma big")
		if res.Error != "" || res.Message != nil {
			t.Fatalf("%+v", res)
		}
		m := r.message(t, strings.Repeat("延", 900))
		if !m.ViaResponseURL || m.EphemeralTo != slacksim.Reader || strings.Count(blockText(m.Blocks), "延") != 4000 {
			t.Errorf("%d characters, %+v", strings.Count(blockText(m.Blocks), "延"), m.Ref())
		}
	})
}

// TestSlowAnswer holds that Slack is acknowledged in time whatever the bot is doing, and answered afterwards.
func TestSlowAnswer(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res := r.slash(t, "reader", "rdma", "/rdma slow")
		if res.Error != "" || res.Message != nil {
			t.Fatalf("%+v", res)
		}
		<-r.door.slow
		close(r.door.gate)
		if m := r.message(t, "slow answer"); !m.ViaResponseURL || m.EphemeralTo != slacksim.Reader {
			t.Errorf("%+v", m)
		}
	}, func(c *Config) { c.Limits.AckWithin = 50 * time.Millisecond })
}

func TestPanicIsContained(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		if res := r.slash(t, "reader", "rdma", "/rdma panic"); res.Message == nil || !strings.Contains(res.Message.Text, r.ids.prefix) {
			t.Errorf("%+v", res)
		}
		if res := r.slash(t, "reader", "rdma", "/rdma facts"); res.Message == nil {
			t.Errorf("%+v", res)
		}
		if r.refused.count("panic") != 1 {
			t.Error(r.refused.by)
		}
	})
}

// TestMention holds that a mention is answered in its thread, once, however often it is delivered.
func TestMention(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res, err := r.sim.As("reader").Mention(patience(t), "rdma", "does RoCE need <this>?")
		if err != nil {
			t.Fatal(err)
		}
		m := r.message(t, "answer to: does RoCE need <this>?")
		if m.ThreadTS != res.Message.TS || m.EphemeralTo != "" || m.Broadcast {
			t.Errorf("%+v", m)
		}
		if !strings.Contains(string(m.Metadata), "answer:ask:") {
			t.Errorf("metadata %s", m.Metadata)
		}
		for _, fresh := range []bool{false, false, true, true, true} {
			if _, err := r.sim.Redeliver(res.Events[len(res.Events)-1], fresh); err != nil {
				t.Fatal(err)
			}
		}
		reply, err := r.sim.As("reader2").Mention(patience(t), "rdma", "and in the thread", slacksim.InThread(res.Message.TS))
		if err != nil {
			t.Fatal(err)
		}
		if m := r.message(t, "answer to: and in the thread"); m.ThreadTS != res.Message.TS {
			t.Errorf("%+v", m)
		}
		if n := len(r.door.answered()); n != 2 {
			t.Errorf("%d answers", n)
		}
		if q := r.door.answered()[1]; q.Place.Thread != res.Message.TS || q.Place.Message != reply.Message.TS || q.Actor.User != slacksim.Reader2 {
			t.Errorf("%+v", q)
		}
		for _, tr := range r.sim.Traffic() {
			if tr.Name == "chat.postMessage" && (!strings.Contains(string(tr.Request), `"unfurl_links":"false"`) || !strings.Contains(string(tr.Request), `"unfurl_media":"false"`)) {
				t.Errorf("unfurling is not off: %s", tr.Request)
			}
		}
	})
}

func TestDirectMessage(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res, err := r.sim.As("reader").DM(patience(t), "latency?")
		if err != nil {
			t.Fatal(err)
		}
		m := r.message(t, "answer to: latency?")
		if m.Channel != res.Message.Channel || m.ThreadTS != "" {
			t.Errorf("%+v", m)
		}
		if q := r.door.answered()[0]; q.Place.Kind != fact.PlaceDirect {
			t.Errorf("%+v", q)
		}
	})
}

// TestNobodysQuestions holds that bots, Slackbot, edits, joins and foreign people are not answered.
func TestNobodysQuestions(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		<-r.who.known
		base := map[string]any{"type": "app_mention", "user": slacksim.Reader, "text": "<@" + slacksim.BotUserID + "> hi", "ts": "1.0001", "channel": slacksim.ChannelRDMA, "team": slacksim.TeamID}
		for _, change := range []map[string]any{
			{"bot_id": "B0OTHER"}, {"bot_id": "B0FACTBOT"}, {"user": slacksim.BotUserID}, {"user": "USLACKBOT"}, {"user": ""}, {"subtype": "bot_message"},
			{"subtype": "message_changed"}, {"subtype": "channel_join"}, {"edited": map[string]any{"user": slacksim.Reader, "ts": "1.2"}}, {"hidden": true},
			{"user_team": slacksim.OtherTeamID}, {"source_team": slacksim.OtherTeamID}, {"team": slacksim.OtherTeamID},
			{"type": "message", "channel_type": "im", "subtype": "message_deleted"}, {"type": "member_joined_channel"}, {"type": "of_the_future"},
		} {
			event := map[string]any{}
			for k, v := range base {
				event[k] = v
			}
			for k, v := range change {
				event[k] = v
			}
			raw, _ := json.Marshal(event)
			if _, err := r.sim.Deliver(raw); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.sim.As("reader").Mention(patience(t), "rdma", "the last one"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "answer to: the last one")
		if qs := r.door.answered(); len(qs) != 1 {
			t.Errorf("%d answers: %+v", len(qs), qs)
		}
		if r.refused.count("outsider") == 0 {
			t.Error(r.refused.by)
		}
	})
}

// TestOutsiderIsToldPolitely holds that a person of another workspace in a shared channel gets a sentence, and nothing
// else.
func TestOutsiderIsToldPolitely(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		if _, err := r.sim.As("outsider").Mention(patience(t), "shared-rdma", "facts"); err != nil {
			t.Fatal(err)
		}
		if m := r.message(t, "own workspace only"); m.EphemeralTo != slacksim.Outsider {
			t.Errorf("%+v", m)
		}
		if len(r.door.answered()) != 0 {
			t.Error("answered")
		}
	})
}

// TestThreadBudget holds that a thread is a fuse: past its budget the asker is told, and nobody else.
func TestThreadBudget(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		root, err := r.sim.As("reader").Say(patience(t), "rdma", "a thread")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := r.sim.As("reader").Mention(patience(t), "rdma", "again", slacksim.InThread(root.Message.TS)); err != nil {
				t.Fatal(err)
			}
		}
		if m := r.message(t, "as often in this thread"); m.EphemeralTo != slacksim.Reader {
			t.Errorf("%+v", m)
		}
		if n := len(r.door.answered()); n != 2 {
			t.Error(n)
		}
	}, func(c *Config) { c.Limits.PerThread = 2 })
}

func TestForm(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		if res := r.slash(t, "reader", "rdma", "/rdma flag 7"); res.Error != "" {
			t.Fatalf("%+v", res)
		}
		v := r.view(t, "reader", "Flag RDMA-7")
		res, err := reader.Submit(ctx, v, map[string]any{"f:reason/v": "wrong"})
		if err != nil || res.Errors["f:note"] != "Say what is wrong." {
			t.Fatalf("%v %+v", err, res)
		}
		note := "C++ verbs, 100% + 5% <!channel> &amp;"
		res, err = reader.Submit(ctx, v, map[string]any{"f:reason/v": "outdated", "f:note/v": note, "f:note#2/v": " and more"})
		if err != nil || res.Error != "" {
			t.Fatalf("%v %+v", err, res)
		}
		r.view(t, "reader", "Recorded: outdated, "+note+" and more")
		last := r.door.asked()[len(r.door.asked())-1]
		if last.Via != bot.ViaForm || last.Text != "flag RDMA-7" || last.Topic != "rdma" || last.Place.Channel != slacksim.ChannelRDMA ||
			last.Actor.Delivery != "form:"+v.ID || last.Fields["source"] != "" {
			t.Errorf("%+v", last)
		}
	})
}

func TestClicks(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		m := *r.slash(t, "reader", "rdma", "/rdma facts latency").Message
		if _, err := reader.Click(ctx, m, "Next 4"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "RDMA-1")
		if _, err := reader.Choose(ctx, m, "menu:0", "History"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "asked: history RDMA-1")
		if _, err := reader.Choose(ctx, m, "menu:1", "Flag"); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "Flag RDMA-7")
		got := r.door.asked()
		if len(got) != 4 || got[1].Via != bot.ViaButton || got[1].Text != "facts latency --from 6" || got[1].Actor.Delivery == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestHome(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		if _, err := reader.OpenHome(ctx); err != nil {
			t.Fatal(err)
		}
		home := r.view(t, "reader", "Home of "+slacksim.Reader)
		if _, err := reader.Click(ctx, home, "Topics"); err != nil {
			t.Fatal(err)
		}
		modal := r.view(t, "reader", "asked: topics")
		if modal.Type != "modal" {
			t.Errorf("%+v", modal)
		}
		if _, err := reader.CloseAll(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Fill(ctx, home, map[string]any{"find:facts": "latency"}); err != nil {
			t.Fatal(err)
		}
	})
}

func TestShortcuts(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		said, err := r.sim.As("reader2").Say(ctx, "rdma", "RDMA & Homa are <the same>")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reader.MessageShortcut(ctx, "check_message", *said.Message); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "asked: check")
		got := r.door.asked()[0]
		if got.Via != bot.ViaShortcut || got.Quoted == nil || got.Quoted.By != slacksim.Reader2 || got.Quoted.Place.Message != said.Message.TS ||
			!strings.Contains(got.Quoted.Text, "RDMA & Homa are <the same>") {
			t.Errorf("%+v %+v", got, got.Quoted)
		}
		if _, err := reader.CloseAll(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Shortcut(ctx, "lookup_fact"); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "asked: lookup")
	})
}
