package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim"
)

// TestReconnects holds that every way in which a socket ends is survived, and that nothing is lost or doubled meanwhile.
func TestReconnects(t *testing.T) {
	t.Parallel()
	for _, how := range []slacksim.Disconnection{slacksim.RefreshRequested, slacksim.Warning, slacksim.Drop} {
		t.Run(string(how), func(t *testing.T) {
			t.Parallel()
			r := install(t, ModeSocket)
			seq := r.sim.Seq()
			r.sim.Disconnect(how)
			hellos := func() (n int) {
				for _, tr := range r.sim.Traffic() {
					if tr.Seq > seq && tr.Name == "apps.connections.open" {
						n++
					}
				}
				return n
			}
			if err := r.sim.Wait(patience(t), func() bool { return hellos() >= 2 && r.sim.Connections() >= 2 }); err != nil {
				t.Fatal(err, r.log)
			}
			for i := range 4 {
				text := fmt.Sprint("question ", i)
				if _, err := r.sim.As("reader").Mention(patience(t), "rdma", text); err != nil {
					t.Fatal(err)
				}
				r.message(t, "answer to: "+text)
			}
			if n := len(r.door.answered()); n != 4 {
				t.Error(n)
			}
		})
	}
}

// TestHalfOpenSocket holds that a socket on which nothing comes any more is noticed, reported and renewed, though
// nobody closes it.
func TestHalfOpenSocket(t *testing.T) {
	t.Parallel()
	sim := newSim(t, ModeSocket, slacksim.Limits{PingInterval: 50 * time.Millisecond})
	opened, again := make(chan int, 100), make(chan int, 100)
	r := connect(t, sim, ModeSocket, func(c *Config) {
		c.Limits.Silence = 400 * time.Millisecond
		c.Observer.Socket = func(open int, reconnected bool) {
			opened <- open
			if reconnected {
				again <- open
			}
		}
	})
	for <-opened < 2 {
	}
	seq := sim.Seq()
	sim.Disconnect(slacksim.HalfOpen)
	asked := func(tr slacksim.Traffic) bool { return tr.Seq > seq && tr.Name == "apps.connections.open" }
	if _, err := sim.WaitTraffic(patience(t), asked); err != nil {
		t.Fatal(err)
	}
	<-again
	<-again
	if r.refused.count("silent_socket") == 0 || !strings.Contains(r.log.String(), "nothing was heard") {
		t.Error(r.refused.by, r.log)
	}
	if _, err := sim.As("reader").Mention(patience(t), "rdma", "still there?"); err != nil {
		t.Fatal(err)
	}
	r.message(t, "answer to: still there?")
	if err := r.Ready(); err != nil {
		t.Error(err)
	}
}

// TestStartsWithoutSlack holds that a program from which Slack cannot be reached starts, says that it is not ready, and
// connects once it can.
func TestStartsWithoutSlack(t *testing.T) {
	t.Parallel()
	sim := newSim(t, ModeSocket, slacksim.Limits{})
	sim.Down(true)
	tried := make(chan string, 100)
	opened := make(chan int, 100)
	a, err := New(Config{Door: newTestDoor(), BotToken: sim.BotToken(), AppToken: sim.AppToken(), APIURL: sim.APIURL(), Observer: Observer{
		Call: func(method string, _ time.Duration, failure string) { tried <- failure }, Socket: func(open int, _ bool) { opened <- open }}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	if code := <-tried; code != "unreachable" {
		t.Error(code)
	}
	if a.Ready() == nil {
		t.Error("ready without a socket")
	}
	sim.Down(false)
	<-opened
	if err := a.Ready(); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestFatalAnswersEndTheProgram holds that what no retry can help against ends Run with a sentence.
func TestFatalAnswersEndTheProgram(t *testing.T) {
	t.Parallel()
	for _, mode := range []Mode{ModeSocket, ModeHTTP} {
		for _, code := range []string{"invalid_auth", "account_inactive", "token_revoked", "missing_scope", "token_expired", "link_disabled", "team_access_not_granted"} {
			if mode == ModeHTTP && code == "link_disabled" {
				continue
			}
			t.Run(string(mode)+"/"+code, func(t *testing.T) {
				t.Parallel()
				sim := newSim(t, mode, slacksim.Limits{})
				method := "apps.connections.open"
				if mode == ModeHTTP {
					method = "auth.test"
				}
				sim.Fail(method, slacksim.Fault{Error: code}, -1)
				a, err := New(Config{Door: newTestDoor(), Mode: mode, BotToken: sim.BotToken(), AppToken: sim.AppToken(), SigningSecret: sim.SigningSecret(), APIURL: sim.APIURL()})
				if err != nil {
					t.Fatal(err)
				}
				err = a.Run(patience(t))
				if err == nil || !strings.Contains(err.Error(), ": ") || strings.Contains(err.Error(), sim.BotToken()) || len(err.Error()) < 40 {
					t.Errorf("Run ended with %v", err)
				}
			})
		}
	}
}

func TestTokenOfAnotherWorkspace(t *testing.T) {
	t.Parallel()
	sim := newSim(t, ModeHTTP, slacksim.Limits{})
	a, err := New(Config{Door: newTestDoor(), Mode: ModeHTTP, BotToken: sim.BotToken(), SigningSecret: "s", APIURL: sim.APIURL(), Team: "T0OLD"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(patience(t)); err == nil || !strings.Contains(err.Error(), "T0OLD") {
		t.Error(err)
	}
}

// TestDrain holds that what is in hand when the program ends is finished, acknowledged and answered.
func TestDrain(t *testing.T) {
	t.Parallel()
	r := install(t, ModeSocket)
	type outcome struct {
		res slacksim.Result
		err error
	}
	got := make(chan outcome, 1)
	ctx := patience(t)
	go func() {
		res, err := r.sim.As("reader").Slash(ctx, "rdma", "/rdma slow")
		got <- outcome{res, err}
	}()
	<-r.door.slow
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }()
	close(r.door.gate)
	if o := <-got; o.err != nil || o.res.Message == nil || !strings.Contains(o.res.Message.Text, "slow answer") {
		t.Errorf("%+v", o)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// TestEventIsNotAcknowledgedBeforeItIsCommitted holds that Slack repeats a question that could not be saved.
func TestEventIsNotAcknowledgedBeforeItIsCommitted(t *testing.T) {
	t.Parallel()
	for _, mode := range []Mode{ModeSocket, ModeHTTP} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			sim := newSim(t, mode, slacksim.Limits{AckTimeout: 200 * time.Millisecond, RetryAfter: []time.Duration{0, 0, 0}})
			r := connect(t, sim, mode)
			r.door.mu.Lock()
			r.door.failing = 2
			r.door.mu.Unlock()
			if _, err := sim.As("reader").Mention(patience(t), "rdma", "keep this"); err != nil {
				t.Fatal(err)
			}
			r.message(t, "answer to: keep this")
			if n := r.refused.count("commit"); n != 2 {
				t.Error(n)
			}
		})
	}
}

// TestBusy holds that work beyond the queue is turned away with a sentence.
func TestBusy(t *testing.T) {
	t.Parallel()
	r := install(t, ModeSocket, func(c *Config) { c.Limits.Workers, c.Limits.Queue, c.Limits.AckWithin = 1, 1, time.Minute })
	ctx := patience(t)
	for range 2 {
		go func() { _, _ = r.sim.As("reader").Slash(ctx, "rdma", "/rdma slow") }()
	}
	<-r.door.slow
	if err := r.sim.Wait(ctx, func() bool { return r.queued() == 1 }); err != nil {
		t.Fatal(err)
	}
	if res := r.slash(t, "reader2", "rdma", "/rdma facts"); res.Message == nil || !strings.Contains(res.Message.Text, "try again in a moment") {
		t.Errorf("%+v", res)
	}
}

func (r *rig) queued() int {
	r.sockets.work.mu.Lock()
	defer r.sockets.work.mu.Unlock()
	return len(r.sockets.work.queue)
}

// TestHTTPServesWithoutSlack holds that commands are answered while Slack's API cannot be reached.
func TestHTTPServesWithoutSlack(t *testing.T) {
	t.Parallel()
	sim := newSim(t, ModeHTTP, slacksim.Limits{})
	sim.Down(true)
	r := connect(t, sim, ModeHTTP)
	if res := r.slash(t, "reader", "rdma", "/rdma facts latency"); res.Message == nil {
		t.Errorf("%+v", res)
	}
}

// TestNothingSecretIsLogged holds that no token, no response_url and no text of anybody reaches the log.
func TestNothingSecretIsLogged(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		r.sim.Fail("response_url", slacksim.Fault{Status: 404}, 1)
		r.sim.Fail("views.open", slacksim.Fault{Error: "expired_trigger_id"}, 1)
		r.sim.Fail("chat.postMessage", slacksim.Fault{Error: "invalid_blocks"}, 1)
		r.slash(t, "reader", "rdma", "/rdma big secretword")
		r.slash(t, "reader", "rdma", "/rdma flag secretword")
		r.slash(t, "reader", "rdma", "/rdma panic secretword")
		if _, err := reader.Mention(ctx, "rdma", "secretword"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "answer to: secretword")
		r.door.mu.Lock()
		r.door.failing = 100
		r.door.mu.Unlock()
		if _, err := reader.DM(ctx, "secretword"); err != nil {
			t.Fatal(err)
		}
		if err := r.sim.Wait(ctx, func() bool { return r.refused.count("commit") > 0 }); err != nil {
			t.Fatal(err)
		}
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		log := r.log.String()
		for _, secret := range []string{"secretword", r.sim.BotToken(), r.sim.AppToken(), r.sim.SigningSecret(), "/response/", "hooks."} {
			if strings.Contains(log, secret) {
				t.Errorf("the log holds %q:\n%s", secret, log)
			}
		}
		if !strings.Contains(log, "not opened") || !strings.Contains(log, "broke the program's rules") {
			t.Error("the failures were not logged:", log)
		}
	})
}

// TestResponseURLHost holds that answers go to addresses of Slack's only.
func TestResponseURLHost(t *testing.T) {
	t.Parallel()
	hit := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hit <- struct{}{} }))
	defer server.Close()
	a, _, refused := testApp(t, nil)
	for _, u := range []string{server.URL, "http://hooks.slack.com/x", "https://hooks.slack.com.example.com/x", "https://user@hooks.slack.com/x", "file:///etc/passwd", "", "::"} {
		if a.post(u, []byte("{}")) || len(hit) > 0 {
			t.Errorf("%q was posted to", u)
		}
	}
	if refused.count("response_url") != 7 || !a.hookAllowed("https://hooks.slack.com/commands/T1/2/3") || !a.hookAllowed("http://127.0.0.1:1/hook/1") {
		t.Error(refused.by)
	}
}

// oddEnvelopes are of kinds and shapes that nobody can read.
var oddEnvelopes = []string{
	`{"envelope_id":"e1","type":"events_api","payload":{"type":"event_callback","event":{"type":"of_the_future"}}}`,
	`{"envelope_id":"e1","type":"events_api","payload":{"type":"event_callback","event":{"type":"message","channel_type":"im","blocks":[{"type":"input","element":{"type":"unheard_of"}}]}}}`,
	`{"envelope_id":"e1","type":"events_api","payload":5}`,
	`{"envelope_id":"e1","type":"of_the_future","payload":{}}`,
	`{"envelope_id":"e1","type":"slash_commands","payload":[]}`,
	`{"envelope_id":"e1","type":"interactive","payload":{"type":5}}`,
	`{"envelope_id":"e1","type":"interactive","payload":{"type":"block_actions","actions":[{}]}}`,
	`{"envelope_id":"e1","type":"interactive","payload":null}`,
	`{"envelope_id":"e1"}`,
}

// TestOddEnvelopesAreAcknowledged holds that what cannot be read is acknowledged, so that Slack does not repeat it.
func TestOddEnvelopesAreAcknowledged(t *testing.T) {
	t.Parallel()
	acks := make(chan string, 10)
	frames := make(chan string)
	server := handSocket(t, frames, acks)
	door := newTestDoor()
	a, err := New(Config{Door: door, BotToken: "xoxb-1", AppToken: "xapp-1", APIURL: server.URL + "/api/", Limits: Limits{Sockets: 1}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	frames <- `{"type":"hello","num_connections":1}`
	for i, odd := range oddEnvelopes {
		id := fmt.Sprint("envelope-", i)
		frames <- strings.Replace(odd, `"e1"`, `"`+id+`"`, 1)
		select {
		case got := <-acks:
			var ack struct {
				ID string `json:"envelope_id"`
			}
			if json.Unmarshal([]byte(got), &ack) != nil || ack.ID != id {
				t.Errorf("%s\nacknowledged with %s", odd, got)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s\nnot acknowledged", odd)
		}
	}
	// A block of this message is of a kind that nobody knows yet; what is needed is there, so it is answered.
	frames <- `{"envelope_id":"last","type":"events_api","payload":{"type":"event_callback","team_id":"T1","api_app_id":"A1","authorizations":[{"team_id":"T1","user_id":"U0BOT","is_bot":true}],"event":{"type":"app_mention","user":"U1","team":"T1","ts":"1.1","channel":"C1","text":"<@U0BOT> hi","blocks":[{"type":"input","element":{"type":"unheard_of"}}]}}}`
	<-acks
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if qs := door.answered(); len(qs) != 1 || qs[0].Text != "hi" {
		t.Errorf("%+v", qs)
	}
}
