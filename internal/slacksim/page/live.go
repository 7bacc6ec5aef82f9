package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"factbot/internal/slacksim"
)

// heartbeat keeps an idle stream from looking dead.
const heartbeat = 20 * time.Second

// events streams a line for every change that may show at a place.
func (h *handler) events(w http.ResponseWriter, r *http.Request) {
	flush := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	changes := h.sim.Subscribe(r.Context())
	_, _ = fmt.Fprint(w, "retry: 1000\n\n")
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	traffic := r.URL.Query().Get("traffic") == "1"
	for {
		if err := flush.Flush(); err != nil {
			return
		}
		select {
		case c, open := <-changes:
			if !open {
				return
			}
			if c.Kind == "traffic" && !traffic {
				continue
			}
			_, _ = fmt.Fprintf(w, "data: %s\n\n", c.Kind)
		case <-beat.C:
			_, _ = fmt.Fprint(w, ": still here\n\n")
		}
	}
}

// traffic is the panel of what crossed the wire.
type traffic struct {
	Summary, CloseURL string
	Rows              []exchange
}

type exchange struct {
	Seq                                       int64
	Time, Arrow, Direction, Kind, Name, Error string
	Attempt                                   int
}

func (h *handler) traffic(at place) *traffic {
	all := h.sim.Traffic()
	t := &traffic{CloseURL: at.withTraffic(false).URL()}
	refused := 0
	for _, one := range all {
		if one.Error != "" {
			refused++
		}
	}
	t.Summary = fmt.Sprintf("%s, %d refused", counted(len(all), "exchange"), refused)
	if len(all) > maxShown {
		all = all[len(all)-maxShown:]
	}
	for _, one := range all {
		e := exchange{
			Seq: one.Seq, Time: one.At.In(h.opts.Zone).Format("15:04:05.000"), Arrow: "→", Direction: "from the app: ",
			Kind: one.Kind, Name: one.Name, Error: one.Error, Attempt: one.Attempt,
		}
		if one.Direction == "out" {
			e.Arrow, e.Direction = "←", "to the app: "
		}
		t.Rows = append(t.Rows, e)
	}
	return t
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// trafficBody is one exchange in full, as text.
func (h *handler) trafficBody(w http.ResponseWriter, r *http.Request) {
	seq, err := strconv.ParseInt(r.PathValue("seq"), 10, 64)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	for _, one := range h.sim.Traffic() {
		if one.Seq != seq {
			continue
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(one); err != nil {
			h.opts.Logger.Error("page: traffic", "err", err)
		}
		return
	}
	http.NotFound(w, r)
}

// suggest asks the app for the options of an external menu.
func (h *handler) suggest(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	on := slacksim.Ref{View: q.Get("view")}
	if on.View == "" {
		on = slacksim.Ref{Channel: q.Get("c"), TS: q.Get("ts")}
	}
	options, err := h.sim.As(q.Get("as")).Suggest(r.Context(), on, q.Get("element"), q.Get("q"))
	if err != nil {
		http.Error(w, "no suggestions", http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if err := json.NewEncoder(w).Encode(options); err != nil {
		h.opts.Logger.Error("page: suggest", "err", err)
	}
}
