package ops

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"token xoxb-1-2-abc refused", "token [redacted] refused"},
		{"xapp-1-A1-2-fe and xoxe.xoxp-1-Mi0", "[redacted] and [redacted]"},
		{`Post "https://hooks.slack.com/commands/T1/2/abc": EOF`, `Post "[redacted]": EOF`},
		{"http://127.0.0.1:3200/response/1a2b", "[redacted]"},
		{"wss://host/link/?ticket=abc&app_id=A1", "[redacted]&app_id=A1"},
		{"https://docs.example.com/rdma is fine", "https://docs.example.com/rdma is fine"},
	}
	for _, tt := range tests {
		if got := Redact(tt.in); got != tt.want {
			t.Errorf("Redact(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestLoggerRedacts(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		var out strings.Builder
		log := NewLogger(&out, "info", format)
		log.Debug("not at this level")
		log.Error("call to xoxb-secret failed", "err", errors.New("with xoxb-secret"), "url", "https://hooks.slack.com/actions/secret")
		if got := out.String(); strings.Contains(got, "secret") || strings.Contains(got, "not at this") || !strings.Contains(got, hidden) {
			t.Errorf("%s: %s", format, got)
		}
	}
}

func TestEndpoints(t *testing.T) {
	t.Parallel()
	var h Health
	ready := errors.New("the socket is closed, token xoxb-secret")
	var mu sync.Mutex
	h.Add("database", func(context.Context) error { return nil })
	h.Add("slack", func(context.Context) error { mu.Lock(); defer mu.Unlock(); return ready })
	m := NewMetrics("1.2.3")
	m.Question("command", "facts", 3*time.Millisecond)
	m.Question("command", "facts", time.Millisecond)
	m.Refused("signature")
	m.Envelope("event", "http")
	m.Sent("answer", "sent")
	m.Import("applied")
	m.Reconnect()
	m.Gauge(`factbot_flags{age="day"}`, func() float64 { return 7 })
	server := httptest.NewServer(Handler(&h, m))
	t.Cleanup(server.Close)

	get := func(path string) (int, string) {
		resp, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		var b strings.Builder
		buf := make([]byte, 1<<16)
		for {
			n, err := resp.Body.Read(buf)
			b.Write(buf[:n])
			if err != nil {
				break
			}
		}
		return resp.StatusCode, b.String()
	}
	if code, body := get("/healthz"); code != http.StatusOK || body != "ok\n" {
		t.Errorf("healthz: %d %q", code, body)
	}
	code, body := get("/readyz")
	if code != http.StatusServiceUnavailable || !strings.Contains(body, "the socket is closed") || strings.Contains(body, "xoxb-secret") {
		t.Errorf("readyz while a part is down: %d %s", code, body)
	}
	mu.Lock()
	ready = nil
	mu.Unlock()
	if code, body := get("/readyz"); code != http.StatusOK || !strings.Contains(body, `"ready":true`) {
		t.Errorf("readyz: %d %s", code, body)
	}
	code, body = get("/metrics")
	for _, want := range []string{
		`factbot_questions_total{via="command",kind="facts"} 2`,
		`factbot_answer_seconds_count{via="command"} 2`,
		`factbot_answer_seconds_bucket{via="command",le="0.0025"} 1`,
		`factbot_refusals_total{reason="signature"} 1`,
		`factbot_envelopes_total{type="event",transport="http"} 1`,
		`factbot_notices_total{kind="answer",outcome="sent"} 1`,
		`factbot_imports_total{outcome="applied"} 1`,
		"factbot_reconnects_total 1",
		`factbot_flags{age="day"} 7`,
		`factbot_build_info{version="1.2.3"} 1`,
		"go_goroutines", "process_resident_memory_bytes",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("metrics (%d) lack %q", code, want)
		}
	}
	if code, _ := get("/nothing"); code != http.StatusNotFound {
		t.Errorf("unknown path: %d", code)
	}
}

func TestStuckCheckIsBounded(t *testing.T) {
	t.Parallel()
	var h Health
	h.Add("stuck", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	parts := h.Parts(ctx)
	if len(parts) != 1 || parts[0].Ready {
		t.Errorf("parts are %+v", parts)
	}
}

func BenchmarkQuestion(b *testing.B) {
	m := NewMetrics("x")
	b.ReportAllocs()
	for b.Loop() {
		m.Question("command", "facts", time.Millisecond)
	}
}
