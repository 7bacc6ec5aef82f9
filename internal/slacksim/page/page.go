// Package page is the web page of the playground: a Slack client in a browser.
//
// It shows one person's view of the pretend workspace of package slacksim:
// channels, messages, threads, forms, the app's home and the traffic on the
// wire. Everything that can be pressed is pressed through the same acts that
// tests use ([slacksim.Actor]), so the page holds no state of its own: where
// one is, and as whom, stands in the address ([place]).
//
// Pages are rendered here, whole, from components of package html (the view
// methods, one for each part); one script (web/page.js)
// fetches the page again whenever the server tells of a change, and exchanges
// the parts that differ. Each part has an id; a data-keyed element is
// exchanged child by child, so that focus, open menus and half-typed text
// survive. Forms also work without the script, one reload a time.
//
// Text is hostile: it is rendered by package markup or escaped by the
// components, the content security policy admits only this server's own script
// and style, and images are placeholders: nothing is loaded from outside.
package page

import (
	"embed"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"factbot/internal/slacksim"
)

//go:embed web/page.js web/page.css
var web embed.FS

// Options configure the page. The zero value is ready to use.
type Options struct {
	// Start is the user as whom the page opens; the first user when empty.
	Start string
	// Channel is where the page opens; the user's first channel when empty.
	Channel string
	// Tries are a few things worth typing, shown in an empty channel.
	Tries []string
	// Zone is the zone of shown times. Nil means the machine's.
	Zone *time.Location
	// Clock tells the time. Nil means time.Now.
	Clock func() time.Time
	// Logger receives errors of answering, without text. Nil discards.
	Logger *slog.Logger
}

type handler struct {
	sim  *slacksim.Server
	opts Options
	mux  *http.ServeMux
}

// New returns the page of a server. It answers /, /ui/do, /ui/events,
// /ui/suggest, /ui/traffic/… and /ui/static/…, and refuses requests whose Host
// or Origin is not a loopback address.
func New(sim *slacksim.Server, opts Options) http.Handler {
	if opts.Zone == nil {
		opts.Zone = time.Local
	}
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	h := &handler{sim: sim, opts: opts, mux: http.NewServeMux()}
	h.mux.HandleFunc("GET /{$}", h.showPage)
	h.mux.HandleFunc("POST /ui/do", h.do)
	h.mux.HandleFunc("GET /ui/events", h.events)
	h.mux.HandleFunc("GET /ui/suggest", h.suggest)
	h.mux.HandleFunc("GET /ui/traffic/{seq}", h.trafficBody)
	h.mux.HandleFunc("GET /ui/static/{file}", h.static)
	return headers(sim.Guard(h.mux))
}

// policy lets the page use its own script, style and server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func (h *handler) showPage(w http.ResponseWriter, r *http.Request) {
	at := h.locate(r.URL.Query())
	var b strings.Builder
	h.screen(at).view().Render(&b)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, b.String())
}

func (h *handler) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if name != "page.js" && name != "page.css" {
		http.NotFound(w, r)
		return
	}
	files, err := fs.Sub(web, "web")
	if err != nil {
		http.Error(w, "no such file", http.StatusInternalServerError)
		return
	}
	http.ServeFileFS(w, r, files, name)
}
