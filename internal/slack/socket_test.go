package slack

import (
	"context"
	"encoding/json"
	"fmt"
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
