package slacksim

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

func newDeliverClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Sign returns the signature of a body at a time (Unix seconds), as Slack documents it.
func Sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, "v0:"+timestamp+":")
	_, _ = mac.Write(body)
	return "v0=" + hex.EncodeToString(mac.Sum(nil))
}

// target is the URL to which a delivery goes.
func (s *Server) target(d delivery) string {
	s.mu.Lock()
	to := s.deliverTo
	s.mu.Unlock()
	if to != "" {
		return to
	}
	switch d.kind {
	case kindEvent:
		return s.manifest.Settings.Events.RequestURL
	case kindInteractive:
		return s.manifest.Settings.Interactivity.RequestURL
	}
	c, _ := s.manifest.command(d.name)
	return c.URL
}

// request builds the signed request of a delivery.
func (s *Server) request(ctx context.Context, d delivery) (*http.Request, error) {
	body, contentType := []byte(d.payload), "application/json"
	switch d.kind {
	case kindCommand:
		body, contentType = []byte(d.form.Encode()), "application/x-www-form-urlencoded"
	case kindInteractive:
		body, contentType = []byte(url.Values{"payload": {string(d.payload)}}.Encode()), "application/x-www-form-urlencoded"
	}
	return s.signed(ctx, s.target(d), contentType, body)
}

func (s *Server) signed(ctx context.Context, to, contentType string, body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(string(body)))
	if err != nil {
		return nil, fmt.Errorf("delivery to %q: %w", to, err)
	}
	stamp := strconv.FormatInt(s.clock().Unix(), 10)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("User-Agent", "Slackbot 1.0 (+https://api.slack.com/robots)")
	r.Header.Set("X-Slack-Request-Timestamp", stamp)
	r.Header.Set("X-Slack-Signature", Sign(s.signingSecret, stamp, body))
	return r, nil
}

// attemptHTTP posts a delivery once.
func (s *Server) attemptHTTP(ctx context.Context, d delivery, sent func()) outcome {
	t := Traffic{Kind: "delivery", Direction: "out", Name: d.name, Request: d.payload, EventID: d.eventID, Attempt: d.attempt}
	ctx, cancel := context.WithTimeout(ctx, s.limits.AckTimeout)
	defer cancel()
	r, err := s.request(ctx, d)
	if err != nil {
		t.Error = DispatchFailed
		s.record(t)
		return outcome{failure: DispatchFailed}
	}
	if d.attempt > 0 {
		r.Header.Set("X-Slack-Retry-Num", strconv.Itoa(d.attempt))
		r.Header.Set("X-Slack-Retry-Reason", d.reason)
	}
	sent()
	out, body := s.exchange(r)
	t.Status, t.Error, t.Response = out.status, out.failure, asJSON(body)
	s.record(t)
	return out
}

// exchange sends a request and judges the answer by its status; the body is the acknowledgement's payload.
func (s *Server) exchange(r *http.Request) (outcome, []byte) {
	resp, err := s.deliverClient.Do(r)
	if errors.Is(err, context.DeadlineExceeded) {
		return outcome{failure: OperationTimeout}, nil
	}
	if err != nil {
		return outcome{failure: DispatchFailed}, nil
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	out := outcome{status: resp.StatusCode, noRetry: resp.Header.Get("X-Slack-No-Retry") == "1"}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		out.failure = OperationTimeout
	case err != nil:
		out.failure = DispatchFailed
	case resp.StatusCode >= 500:
		out.failure = HTTPServiceError
	case resp.StatusCode >= 300:
		out.failure = HTTPClientError
	case strings.TrimSpace(string(body)) == "":
	case strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json"):
		out.payload = body
	default:
		out.payload = encodeJSON(string(body)) // plain text
	}
	return out, body
}
