package slacksim

import (
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		fault   Fault
		check   func(error) bool
		applied int
	}{
		{"error", Fault{Error: "fatal_error"}, func(err error) bool {
			var e slack.SlackErrorResponse
			return errors.As(err, &e) && e.Err == "fatal_error"
		}, 0},
		{"status", Fault{Status: 503}, func(err error) bool { var e slack.StatusCodeError; return errors.As(err, &e) && e.Code == 503 }, 0},
		{"rate", Fault{RetryAfter: 7 * time.Second}, func(err error) bool {
			var e *slack.RateLimitedError
			return errors.As(err, &e) && e.RetryAfter == 7*time.Second
		}, 0},
		{"drop", Fault{Drop: true}, func(err error) bool { return err != nil }, 0},
		{"drop after it took effect", Fault{Drop: true, Applied: true}, func(err error) bool { return err != nil }, 1},
		{"status after it took effect", Fault{Status: 500, Applied: true}, func(err error) bool { return err != nil }, 1},
		{"delay", Fault{Delay: time.Millisecond}, func(err error) bool { return err == nil }, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, Options{})
			s.Fail("chat.postMessage", test.fault, 1)
			post := func() error {
				_, _, err := s.client().PostMessageContext(t.Context(), ChannelRDMA, slack.MsgOptionText("x", false))
				return err
			}
			if err := post(); !test.check(err) {
				t.Errorf("first call: %v", err)
			}
			if n := len(s.Messages("rdma", "")); n != test.applied {
				t.Errorf("%d messages, want %d", n, test.applied)
			}
			if err := post(); err != nil {
				t.Errorf("second call: %v", err)
			}
		})
	}
}

func TestFaultsOfEveryMethodUntilCleared(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	s.Fail("*", Fault{Error: "internal_error"}, -1)
	s.Fail("*", Fault{Error: "never"}, 0)
	for range 3 {
		if ans := s.call(t, "auth.test", nil); ans["error"] != "internal_error" {
			t.Errorf("answer %v", ans)
		}
	}
	s.ClearFaults()
	if ans := s.call(t, "auth.test", nil); ans["ok"] != true {
		t.Errorf("after clearing: %v", ans)
	}
}

func TestDown(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	s.Down(true)
	if _, err := s.client().AuthTestContext(t.Context()); err == nil {
		t.Error("the API answered while it was down")
	}
	s.Down(false)
	if _, err := s.client().AuthTestContext(t.Context()); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	release := s.Hold("chat.postMessage")
	done := make(chan tree)
	go func() { done <- s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x"}) }()
	if err := s.Wait(patience(t), func() bool { return s.Held("chat.postMessage") == 1 }); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Messages("rdma", "")); n != 0 {
		t.Error("a held call took effect")
	}
	release()
	release() // harmless
	if ans := <-done; ans["ok"] != true || s.Held("chat.postMessage") != 0 {
		t.Errorf("released: %v", ans)
	}
}

func TestHeldDelivery(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	connect(t, s, func(*slack.Client, socketmode.Event) any { return map[string]any{"text": "late"} })
	release := s.Hold("deliver/slash_commands")
	result := async(t, func() (Result, error) { return s.As("reader").Slash(t.Context(), "rdma", "/rdma x") })
	if err := s.Wait(patience(t), func() bool { return s.Held("deliver/slash_commands") == 1 }); err != nil {
		t.Fatal(err)
	}
	release()
	if r := result(); r.Message == nil || r.Message.Text != "late" {
		t.Errorf("result %+v", r)
	}
}

func TestFaultyDeliveries(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	connect(t, s, nil)
	for _, test := range []struct {
		fault Fault
		want  string
	}{{Fault{Drop: true}, DispatchFailed}, {Fault{Error: OperationTimeout}, OperationTimeout}, {Fault{Status: 500, Applied: true}, OperationTimeout}, {Fault{Delay: time.Millisecond}, ""}} {
		s.Fail("deliver/slash_commands", test.fault, 1)
		if r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x")); r.Error != test.want {
			t.Errorf("%+v: %+v", test.fault, r)
		}
	}
}

func TestFaultyResponseURL(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	to := s.responseURL(t, responseTarget{channel: ChannelRDMA, user: Reader})
	s.Fail("response_url", Fault{Status: 502, Applied: true}, 1)
	if status, _ := respondTo(t, to, `{"text":"x"}`); status != http.StatusBadGateway || len(s.Messages("rdma", "")) != 1 {
		t.Errorf("status %d, %d messages", status, len(s.Messages("rdma", "")))
	}
}

func TestRateLimits(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	s := start(t, Options{Clock: clock.Now, Limits: Limits{RateLimits: true}})
	post := func(channel string) (string, string) {
		resp, ans := postForm(t, s.APIURL()+"chat.postMessage", url.Values{"token": {s.BotToken()}, "channel": {channel}, "text": {"x"}})
		return str(ans, "error"), resp.Header.Get("Retry-After")
	}
	for i := range channelBurst {
		if err, _ := post(ChannelRDMA); err != "" {
			t.Fatalf("message %d of the burst: %s", i+1, err)
		}
	}
	if err, after := post(ChannelRDMA); err != "ratelimited" || after != "1" {
		t.Errorf("message %d: %q, retry after %q", channelBurst+1, err, after)
	}
	if err, _ := post(ChannelShared); err != "" {
		t.Errorf("another channel: %s", err)
	}
	clock.Advance(time.Second)
	if err, _ := post(ChannelRDMA); err != "" {
		t.Errorf("a second later: %s", err)
	}
	for i := range tier2 {
		if ans := s.call(t, "users.list", nil); ans["ok"] != true {
			t.Fatalf("call %d of tier 2: %v", i+1, ans)
		}
	}
	if ans := s.call(t, "users.list", nil); ans["error"] != "ratelimited" {
		t.Errorf("call %d: %v", tier2+1, ans["error"])
	}
	clock.Advance(3 * time.Second)
	if ans := s.call(t, "users.list", nil); ans["ok"] != true {
		t.Errorf("after three seconds: %v", ans)
	}
}
