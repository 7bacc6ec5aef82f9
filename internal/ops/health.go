package ops

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// Check reports whether a part is ready; the error says why not, without secrets.
type Check func(ctx context.Context) error

// Health is the readiness of the parts, in the order they were added.
type Health struct {
	mu     sync.RWMutex
	names  []string
	checks map[string]Check
}

// Add registers a part. A part added twice is replaced.
func (h *Health) Add(name string, c Check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.checks == nil {
		h.checks = make(map[string]Check)
	}
	if _, ok := h.checks[name]; !ok {
		h.names = append(h.names, name)
	}
	h.checks[name] = c
}

// Part is one part's state.
type Part struct {
	Name   string `json:"name"`
	Ready  bool   `json:"ready"`
	Detail string `json:"detail,omitempty"`
}

// patience bounds one check, so that a stuck part cannot hang the probe.
const patience = 2 * time.Second

// Parts asks every part.
func (h *Health) Parts(ctx context.Context) []Part {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h.mu.RLock()
	names := append([]string(nil), h.names...)
	checks := make([]Check, len(names))
	for i, name := range names {
		checks[i] = h.checks[name]
	}
	h.mu.RUnlock()
	parts := make([]Part, len(names))
	for i, check := range checks {
		parts[i] = Part{Name: names[i], Ready: true}
		if err := check(ctx); err != nil {
			parts[i].Ready, parts[i].Detail = false, Redact(err.Error())
		}
	}
	return parts
}

// Handler serves /healthz, /readyz and, with a Metrics, /metrics.
func Handler(h *Health, m *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("GET /readyz", h.serveReady)
	if m != nil {
		mux.Handle("GET /metrics", m.handler())
	}
	return mux
}

// serveReady answers 200 when every part is ready and 503 with the reasons else.
func (h *Health) serveReady(w http.ResponseWriter, r *http.Request) {
	parts := h.Parts(r.Context())
	status := http.StatusOK
	for _, p := range parts {
		if !p.Ready {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": status == http.StatusOK, "parts": parts})
}
