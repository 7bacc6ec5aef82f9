package slack

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"factbot/internal/fact"
)

// hookAllowed reports whether an address is one that Slack gives out for answers: on its own hosts, or on the host of the
// configured API. A kept address that somebody changed must not make us post elsewhere.
func (a *App) hookAllowed(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	switch host := strings.ToLower(u.Host); {
	case host == "hooks.slack.com" || host == "hooks.slack-gov.com":
		return u.Scheme == "https"
	case host == strings.ToLower(a.hooks):
		return u.Scheme == "https" || u.Scheme == "http"
	}
	return false
}

// postTries is how often a late answer is posted before it is given up.
const postTries = 3

// post sends an answer to a response_url. Its failures are counted and logged without the address, which is a secret.
// It returns whether Slack took the answer.
func (a *App) post(to string, body []byte) bool {
	if to == "" || !a.hookAllowed(to) {
		a.Observer.refused("response_url")
		a.Logger.Warn("slack: an answer had no address that Slack gives out")
		return false
	}
	ctx, cancel := context.WithTimeout(a.life, 2*a.Limits.Call)
	defer cancel()
	pause := time.Second
	for try := 1; ; try++ {
		from := time.Now()
		code, after := a.postOnce(ctx, to, body)
		a.Observer.call("response_url", time.Since(from), code)
		if code == "" {
			return true
		}
		retry := code == "ratelimited" || code == "unreachable" || strings.HasPrefix(code, "http_5")
		if !retry || try == postTries || !wait(ctx, max(after, pause)) {
			a.Logger.Warn("slack: an answer could not be posted to its response_url", "code", code, "tries", try)
			return false
		}
		pause *= 2
	}
}

func (a *App) postOnce(ctx context.Context, to string, body []byte) (code string, after time.Duration) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return "address", 0
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	resp, err := a.http.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return "timeout", 0
		}
		return "unreachable", 0
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10))
	switch {
	case resp.StatusCode == http.StatusOK:
		return "", 0
	case resp.StatusCode == http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return "ratelimited", time.Duration(seconds) * time.Second
	}
	return "http_" + strconv.Itoa(resp.StatusCode), 0
}

// homesSeen remembers who opened their home lately, so that it can be renewed.
type homesSeen struct {
	clock func() time.Time
	mu    sync.Mutex
	at    map[fact.UserID]time.Time
}

const homeKept = 30 * time.Minute

func (h *homesSeen) note(u fact.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.at) >= bucketsKept {
		clear(h.at)
	}
	h.at[u] = h.clock()
}

func (h *homesSeen) lately(u fact.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	at, ok := h.at[u]
	return ok && h.clock().Sub(at) < homeKept
}
