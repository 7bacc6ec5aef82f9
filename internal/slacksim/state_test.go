package slacksim

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSecretsStayOutOfTheRecord(t *testing.T) {
	t.Parallel()
	s := start(t, Options{BotToken: "xoxb-known", AppToken: "xapp-known"})
	s.dial(t)
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "my token is xoxb-known"})
	record := string(encodeJSON(s.Traffic()))
	for _, secret := range []string{"xoxb-known", "xapp-known", s.SigningSecret()} {
		if strings.Contains(record, secret) {
			t.Errorf("the record holds %q", secret)
		}
	}
	if !strings.Contains(record, "xoxb-***") {
		t.Error("nothing was masked")
	}
	other := start(t, Options{})
	if other.BotToken() == s.BotToken() || other.SigningSecret() == s.SigningSecret() || !strings.HasPrefix(other.AppToken(), "xapp-") {
		t.Error("tokens are not fresh")
	}
}

func TestTrafficIsBounded(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for range maxTraffic + 1 {
		s.record(Traffic{Kind: "api"})
	}
	all := s.Traffic()
	if len(all) > maxTraffic || all[len(all)-1].Seq != s.Seq() {
		t.Errorf("%d entries, last %d of %d", len(all), all[len(all)-1].Seq, s.Seq())
	}
}

func TestSubscription(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	changes := s.Subscribe(ctx)
	must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "hello"))
	if c := <-changes; c.Kind != "message" || c.Channel != ChannelRDMA || c.Seq == 0 {
		t.Errorf("change %+v", c)
	}
	for range subscriberBuffer + 10 {
		s.record(Traffic{})
	}
	for range subscriberBuffer {
		<-changes
	}
	s.record(Traffic{})
	if c := <-changes; c.Kind != "resync" || c.Seq != s.Seq() {
		t.Errorf("after falling behind: %+v", c)
	}
	cancel()
	for range changes {
	}
	after := s.Subscribe(t.Context())
	_ = s.Close()
	for range after {
	}
	if _, open := <-s.Subscribe(t.Context()); open {
		t.Error("a closed server hands out an open subscription")
	}
}

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.Wait(ctx, func() bool { return false }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wait: %v", err)
	}
	_ = s.Close()
	if err := s.Wait(t.Context(), func() bool { return false }); err == nil {
		t.Error("a wait outlived the server")
	}
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func TestTimestampsNeverRepeat(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Clock: newFakeClock().Now})
	seen := map[string]bool{}
	for range 100 {
		ts := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "x")).Message.TS
		if seen[ts] {
			t.Fatalf("%s twice", ts)
		}
		seen[ts] = true
	}
}

func TestCopiesAreIndependent(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	said := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "x")).Message
	must[Result](t)(s.As("reader").React(t.Context(), said, "eyes"))
	m, _ := s.Last("rdma")
	m.Reactions[0].Users[0] = "changed"
	c, _ := s.Channel("rdma")
	c.Members[0] = "changed"
	s.Groups()[0].Users[0] = "changed"
	again, _ := s.Last("rdma")
	channel, _ := s.Channel("rdma")
	if again.Reactions[0].Users[0] != Reader || channel.Members[0] != Reader || s.Groups()[0].Users[0] != Reviewer {
		t.Error("a reader changed the state")
	}
	if m := must[Message](t)(s.WaitMessage(patience(t), func(m Message) bool { return m.Seq >= again.Seq })); m.TS != said.TS {
		t.Errorf("waited for %+v", m)
	}
}

// Everything at once, for the race detector.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	p := connect(t, s, nil)
	var drain sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	drain.Go(func() {
		for {
			select {
			case <-p.events:
			case <-ctx.Done():
				return
			}
		}
	})
	drain.Go(func() {
		for range s.Subscribe(ctx) {
		}
	})
	var wg sync.WaitGroup
	for _, user := range []string{"reader", "reader2", "reviewer", "reviewer2"} {
		wg.Go(func() {
			for range 10 {
				r, err := s.As(user).Say(t.Context(), "rdma", "hello")
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = s.As(user).React(t.Context(), r.Message, "eyes")
				_, _ = s.As(user).Edit(t.Context(), r.Message, "bye")
				s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "thread_ts": r.Message.TS, "blocks": buttonBlocks})
				s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": `{"type":"home","blocks":[{"type":"divider"}]}`})
				if _, err := json.Marshal([]any{s.Messages("rdma", ""), s.Channels(), s.Traffic(), s.Views(user)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	cancel()
	drain.Wait()
	if n := len(s.Messages("rdma", "")); n != 40 {
		t.Errorf("%d messages", n)
	}
}
