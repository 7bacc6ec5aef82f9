package slacksim

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"
)

func TestHelloAndOneTimeTicket(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	link := s.link(t)
	ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), link, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	defer func() { _ = ws.Close() }()
	hello := (&rawSocket{t: t, ws: ws}).next()
	if hello["type"] != "hello" || num(hello["num_connections"]) != 1 || str(sub(hello, "connection_info"), "app_id") != s.Bot().AppID {
		t.Errorf("hello %v", hello)
	}
	_, resp, err = websocket.DefaultDialer.DialContext(t.Context(), link, nil)
	if err == nil {
		t.Fatal("a ticket worked twice")
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d for a spent ticket", resp.StatusCode)
	}
}

func TestTicketExpires(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	s := start(t, Options{Clock: clock.Now})
	fresh, stale := s.link(t), s.link(t)
	clock.Advance(ticketLife)
	if _, resp, err := websocket.DefaultDialer.DialContext(t.Context(), fresh, nil); err != nil {
		t.Errorf("ticket of age %v: %v", ticketLife, err)
	} else {
		_ = resp.Body.Close()
	}
	clock.Advance(time.Microsecond)
	_, resp, err := websocket.DefaultDialer.DialContext(t.Context(), stale, nil)
	if err == nil {
		t.Fatalf("ticket older than %v worked", ticketLife)
	}
	_ = resp.Body.Close()
}

func TestServerPings(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{PingInterval: 5 * time.Millisecond}})
	c, _ := s.dial(t)
	pings := 0
	c.ws.SetPingHandler(func(string) error {
		if pings++; pings == 3 {
			s.Disconnect(Warning) // a frame that ends the read below
		}
		return nil
	})
	if frame := c.next(); frame["type"] != "disconnect" || pings < 3 {
		t.Errorf("frame %v after %d pings", frame, pings)
	}
}

func TestConnectionsAreCounted(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for i := range maxConnections {
		_, hello := s.dial(t)
		if hello["type"] != "hello" || num(hello["num_connections"]) != float64(i+1) {
			t.Fatalf("connection %d: %v", i+1, hello)
		}
	}
	_, frame := s.dial(t)
	if frame["type"] != "disconnect" || frame["reason"] != "too_many_websockets" {
		t.Errorf("connection %d: %v", maxConnections+1, frame)
	}
	if n := s.Connections(); n != maxConnections {
		t.Errorf("%d connections", n)
	}
}

func TestOneEnvelopeToOneConnection(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	a, _ := s.dial(t)
	b, _ := s.dial(t)
	if err := s.WaitConnections(patience(t), 2); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		must[Result](t)(s.As("reader").DM(t.Context(), "hello"))
	}
	first, second := a.next(), b.next()
	a.ack(first, nil)
	b.ack(second, nil)
	if first["envelope_id"] == second["envelope_id"] || first["type"] != "events_api" || first["accepts_response_payload"] != false {
		t.Errorf("envelopes %v and %v", first, second)
	}
	if num(first["retry_attempt"]) != 0 || first["retry_reason"] != "" {
		t.Errorf("first attempt says %v %v", first["retry_attempt"], first["retry_reason"])
	}
}

func TestAckSize(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		size    int
		timeout time.Duration
		want    string
	}{
		{"largest accepted", maxAckBytes - 1, 20 * time.Second, ""},
		{"smallest dropped", maxAckBytes, 50 * time.Millisecond, OperationTimeout},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, Options{Limits: Limits{AckTimeout: test.timeout}})
			c, _ := s.dial(t)
			if err := s.WaitConnections(patience(t), 1); err != nil {
				t.Fatal(err)
			}
			result := async(t, func() (Result, error) { return s.As("reader").Slash(t.Context(), "rdma", "/rdma x") })
			envelope := c.next()
			if envelope["type"] != "slash_commands" || envelope["accepts_response_payload"] != true {
				t.Errorf("envelope %v", envelope)
			}
			frame := encodeJSON(tree{"envelope_id": envelope["envelope_id"], "payload": tree{"text": ""}})
			filler := strings.Repeat("x", test.size-len(frame))
			c.send(encodeJSON(tree{"envelope_id": envelope["envelope_id"], "payload": tree{"text": filler}}))
			r := result()
			if r.Error != test.want {
				t.Fatalf("ack of %d bytes: error %q, want %q", test.size, r.Error, test.want)
			}
			if test.want == "" && r.Message.Text != filler {
				t.Errorf("the answer lost text")
			}
		})
	}
}

func TestSlashWithoutAckOrApp(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{AckTimeout: 50 * time.Millisecond}})
	r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
	if r.Error != DispatchFailed || !strings.Contains(r.Notice, "dispatch_failed") {
		t.Errorf("no app: %+v", r)
	}
	connect(t, s, func(*slack.Client, socketmode.Event) any { return noAck })
	r = must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
	if r.Error != OperationTimeout || r.Notice != `/rdma failed with the error "operation_timeout"` {
		t.Errorf("no ack: %+v", r)
	}
}

func TestEventsAreRetriedWithTheSameID(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{AckTimeout: 20 * time.Millisecond, RetryAfter: []time.Duration{0, 0, 0}}})
	c, _ := s.dial(t)
	if err := s.WaitConnections(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	r := must[Result](t)(s.As("reader").DM(t.Context(), "hello"))
	for attempt := range 4 {
		frame := c.next()
		if num(frame["retry_attempt"]) != float64(attempt) || str(sub(frame, "payload"), "event_id") != r.Events[0] {
			t.Fatalf("attempt %d: %v", attempt, frame)
		}
		if reason := str(frame, "retry_reason"); (attempt > 0) != (reason == "http_timeout") {
			t.Errorf("attempt %d: reason %q", attempt, reason)
		}
	}
	must[Result](t)(s.As("reader").DM(t.Context(), "and then"))
	frame := c.next()
	c.ack(frame, nil)
	if got := str(sub(sub(frame, "payload"), "event"), "text"); got != "and then" {
		t.Errorf("after three retries came %q", got)
	}
}

func TestEventsStayInOrder(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	p := connect(t, s, nil)
	for _, text := range []string{"1", "2", "3", "4", "5"} {
		must[Result](t)(s.As("reader").DM(t.Context(), text))
	}
	for _, want := range []string{"1", "2", "3", "4", "5"} {
		e := <-p.events
		if got := e.InnerEvent.Data.(*slackevents.MessageEvent).Text; got != want {
			t.Fatalf("heard %q, want %q", got, want)
		}
	}
}

func TestReconnects(t *testing.T) {
	t.Parallel()
	for _, how := range []Disconnection{RefreshRequested, Warning, Drop} {
		t.Run(string(how), func(t *testing.T) {
			t.Parallel()
			s := start(t, Options{})
			p := connect(t, s, nil)
			if n := s.Disconnect(how); n != 1 {
				t.Fatalf("%d connections", n)
			}
			second := func(tr Traffic) bool { return tr.Name == "hello" && tr.Connection == 2 }
			if _, err := s.WaitTraffic(patience(t), second); err != nil {
				t.Fatal(err)
			}
			if err := s.WaitConnections(patience(t), 1); err != nil {
				t.Fatal(err)
			}
			must[Result](t)(s.As("reader").DM(t.Context(), "still there?"))
			select {
			case <-p.events:
			case <-patience(t).Done():
				t.Fatal("no event after the reconnection")
			}
		})
	}
}

func TestHalfOpen(t *testing.T) {
	t.Parallel()
	s := start(t, Options{Limits: Limits{AckTimeout: 200 * time.Millisecond, PingInterval: 5 * time.Millisecond}})
	c, _ := s.dial(t)
	var pings, frames atomic.Int64
	first := make(chan struct{})
	c.ws.SetPingHandler(func(string) error {
		if pings.Add(1) == 1 {
			close(first)
		}
		return nil
	})
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			if _, _, err := c.ws.ReadMessage(); err != nil {
				return
			}
			frames.Add(1)
		}
	})
	<-first
	s.Disconnect(HalfOpen)
	if n := s.Connections(); n != 0 {
		t.Errorf("%d healthy connections", n)
	}
	unanswered := func() {
		t.Helper()
		if r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x")); r.Error != OperationTimeout {
			t.Errorf("result %+v", r)
		}
	}
	unanswered() // what was under way has arrived meanwhile
	before := pings.Load()
	unanswered()
	if pings.Load() != before || frames.Load() != 0 {
		t.Errorf("a half open connection pinged %d times and sent %d frames", pings.Load()-before, frames.Load())
	}
	_ = c.ws.Close()
	reading.Wait()
}

func TestLinkDisabled(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	c, _ := s.dial(t)
	if err := s.WaitConnections(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	s.Disconnect(LinkDisabled)
	if frame := c.next(); frame["reason"] != "link_disabled" {
		t.Errorf("frame %v", frame)
	}
	if ans := s.call(t, "apps.connections.open", nil); ans["error"] != "link_disabled" {
		t.Errorf("answer %v", ans)
	}
	s.EnableLink()
	s.dial(t)
}

func TestAckNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	c, _ := s.dial(t)
	c.send([]byte(`{"envelope_id":"nobody"}`))
	c.send([]byte(`not json`))
	for _, want := range []string{"unknown_envelope", "invalid_json"} {
		if _, err := s.WaitTraffic(patience(t), func(tr Traffic) bool { return tr.Kind == "ack" && tr.Error == want }); err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}
