package slack

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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
	c := Config{
		Door: r.door, Mode: mode, BotToken: sim.BotToken(), AppToken: sim.AppToken(), SigningSecret: sim.SigningSecret(),
		APIURL: sim.APIURL(), Commands: map[string]string{"rdma": "rdma"}, Logger: r.log.logger(), Observer: Observer{Refused: r.refused.note},
	}
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
