package slack

import (
	"io"
	"net/http"
	"strings"
	"sync"
)

var bodies = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// ServeHTTP takes every kind of delivery on every address: POST /slack, and /slack/events, /slack/commands and
// /slack/interactions for those who set them apart.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		a.deny(w, http.StatusMethodNotAllowed, "method")
		return
	}
	kind := contentKind(r.Header.Get("Content-Type"))
	if kind == "" {
		a.deny(w, http.StatusUnsupportedMediaType, "content_type")
		return
	}
	buf := bodies.Get().(*[]byte)
	defer recycle(buf)
	body, status := readBody((*buf)[:0], r)
	*buf = body
	if status != 0 {
		a.deny(w, status, "body")
		return
	}
	reason, name := a.signer.check(r.Header.Get(headerTime), r.Header.Get(headerSignature), body)
	if reason != "" {
		if kind == formKind && bareSSLCheck(body) {
			w.WriteHeader(http.StatusOK)
			return
		}
		a.deny(w, http.StatusUnauthorized, reason)
		return
	}
	a.seen()
	if kind == formKind {
		a.serveForm(w, body, name)
		return
	}
	a.serveEvent(w, body)
}

const (
	formKind = "form"
	jsonKind = "json"
)

func contentKind(header string) string {
	media, _, _ := strings.Cut(header, ";")
	switch strings.ToLower(strings.TrimSpace(media)) {
	case "application/x-www-form-urlencoded":
		return formKind
	case "application/json":
		return jsonKind
	}
	return ""
}

// readBody reads the whole body, or says with which status to refuse it.
func readBody(dst []byte, r *http.Request) ([]byte, int) {
	if r.ContentLength > maxBody {
		return dst, http.StatusRequestEntityTooLarge
	}
	if n := int(r.ContentLength); n >= 0 && n <= maxBody {
		if cap(dst) < n {
			dst = make([]byte, 0, n)
		}
		dst = dst[:n]
		if _, err := io.ReadFull(r.Body, dst); err != nil {
			return dst[:0], http.StatusBadRequest
		}
		return dst, 0
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	switch {
	case err != nil:
		return dst, http.StatusBadRequest
	case len(body) > maxBody:
		return dst, http.StatusRequestEntityTooLarge
	}
	return body, 0
}

// deny refuses a delivery that was not let in. Slack is asked not to repeat it.
func (a *App) deny(w http.ResponseWriter, status int, reason string) {
	a.Observer.refused(reason)
	w.Header().Set("X-Slack-No-Retry", "1")
	w.WriteHeader(status)
}

// malformed acknowledges a delivery that is signed and yet cannot be read: a repeat would be no better.
func (a *App) malformed(k acker, kind string) {
	a.Observer.refused("malformed_" + kind)
	_ = k.ack(nil)
}

func (a *App) serveForm(w http.ResponseWriter, body []byte, name uint64) {
	k := &httpAck{w: w}
	f, err := parseForm(body)
	if err != nil {
		a.malformed(k, "form")
		return
	}
	if f.sslCheck {
		_ = k.ack(nil)
		return
	}
	if !a.replays.first(name) {
		a.deny(w, http.StatusUnauthorized, "replay")
		return
	}
	defer a.inHand.Add(-1)
	busy := a.inHand.Add(1) > int64(a.Limits.Requests)
	switch {
	case f.command.Command != "":
		a.command(&f.command, k, busy)
	case f.payload != "":
		a.interaction([]byte(f.payload), k, busy)
	default:
		a.malformed(k, "form")
	}
}

func (a *App) serveEvent(w http.ResponseWriter, body []byte) {
	k := &httpAck{w: w}
	ev, err := parseEvent(body)
	if err != nil {
		a.malformed(k, "event")
		return
	}
	if ev.Type == "url_verification" {
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("X-Content-Type-Options", "nosniff")
		if len(ev.Challenge) <= maxChallenge {
			_, _ = io.WriteString(w, ev.Challenge)
		}
		return
	}
	if !a.event(ev, k) {
		// Not committed: Slack sends it again.
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// seen notes that Slack delivers.
func (a *App) seen() { a.lastSeen.Store(a.Clock().UnixNano()) }
