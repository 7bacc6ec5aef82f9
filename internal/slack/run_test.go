package slack

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim"
)

// TestStartsWithoutSlack holds that a program from which Slack cannot be reached starts, says that it is not ready, and
// connects once it can.
func TestStartsWithoutSlack(t *testing.T) {
	t.Parallel()
	sim := newSim(t, ModeSocket, slacksim.Limits{})
	sim.Down(true)
	tried := make(chan string, 100)
	opened := make(chan int, 100)
	a, err := New(Config{Door: newTestDoor(), BotToken: sim.BotToken(), AppToken: sim.AppToken(), APIURL: sim.APIURL(), Observer: Observer{
		Call: func(method string, _ time.Duration, failure string) { tried <- failure }, Socket: func(open int, _ bool) { opened <- open },
	}})
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
