package page

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim"
)

const maxForm = 256 << 10

// answer is what the script learns of an act.
type answer struct {
	OK   bool   `json:"ok"`
	Note string `json:"note,omitempty"` // a sentence for the person
	URL  string `json:"url"`            // where they are now
}

// do performs what a form of the page asks and answers the script with JSON,
// a browser without script with a redirect.
func (h *handler) do(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the form is too large or not a form", http.StatusBadRequest)
		return
	}
	back, _ := url.Parse(r.PostForm.Get("at"))
	if back == nil {
		back = &url.URL{}
	}
	at := h.locate(back.Query())
	res, at, err := h.act(r.Context(), at, r.PostForm)
	ans := answer{OK: err == nil && res.Error == "", Note: note(res, err), URL: at.URL()}
	if r.Header.Get("Accept") != "application/json" {
		http.Redirect(w, r, ans.URL, http.StatusSeeOther)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if err := json.NewEncoder(w).Encode(ans); err != nil {
		h.opts.Logger.Error("page: answer", "err", err)
	}
}

// note puts an outcome into a sentence; nothing is said of what shows by itself.
func note(res slacksim.Result, err error) string {
	switch {
	case err == nil && res.Error == slacksim.Incomplete:
		return ""
	case err == nil && res.Notice != "" && res.Error != slacksim.TroubleConnecting:
		return res.Notice
	case err == nil && res.Error != "" && res.Error != "no_text" && res.Error != slacksim.TroubleConnecting:
		return "Slack answered: " + res.Error
	case errors.Is(err, slacksim.ErrNoElement), errors.Is(err, slacksim.ErrNoView), errors.Is(err, slacksim.ErrNoMessage):
		return "That is not there any more."
	case errors.Is(err, slacksim.ErrOff):
		return "The app's manifest turns this off."
	case err != nil:
		return "That did not work: " + err.Error() + "."
	}
	return ""
}

// act performs the one act that the form names and returns where the person is then.
func (h *handler) act(ctx context.Context, at place, form url.Values) (slacksim.Result, place, error) {
	who := h.sim.As(at.As)
	if form.Has("tab") {
		return h.openTab(ctx, at, form.Get("tab"))
	}
	var res slacksim.Result
	var err error
	switch {
	case form.Has("view"):
		res, err = h.actOnView(ctx, who, form)
	case form.Has("ts"):
		res, err = h.actOnMessage(ctx, who, slacksim.Ref{Channel: at.Channel, TS: form.Get("ts")}, form)
	case form.Has("shortcut"):
		res, err = who.Shortcut(ctx, form.Get("shortcut"))
	case form.Has("say"):
		res, err = say(ctx, who, at.Channel, form)
	}
	return res, at, err
}

// openTab opens the app's home or messages, and with it the conversation.
func (h *handler) openTab(ctx context.Context, at place, tab string) (slacksim.Result, place, error) {
	c, ok := h.sim.DirectChannel(at.As)
	if !ok {
		return slacksim.Result{}, at, slacksim.ErrNoUser
	}
	next := at.in(c.ID)
	who := h.sim.As(at.As)
	if tab == "home" {
		next.Tab = "home"
		res, err := who.OpenHome(ctx)
		if errors.Is(err, slacksim.ErrOff) {
			next.Tab = ""
			res, err = who.OpenMessages(ctx)
		}
		return res, next, err
	}
	res, err := who.OpenMessages(ctx)
	return res, next, err
}

// say sends what stands in a composer: a command when it starts with a slash.
func say(ctx context.Context, who slacksim.Actor, channel string, form url.Values) (slacksim.Result, error) {
	text := strings.TrimSpace(strings.ReplaceAll(form.Get("say"), "\r\n", "\n"))
	var opts []slacksim.SayOption
	if ts := form.Get("thread"); ts != "" {
		opts = append(opts, slacksim.InThread(ts))
	}
	switch {
	case text == "":
		return slacksim.Result{Error: "no_text"}, nil
	case strings.HasPrefix(text, "/"):
		return who.Slash(ctx, channel, text, opts...)
	}
	return who.Say(ctx, channel, text, opts...)
}

func (h *handler) actOnMessage(ctx context.Context, who slacksim.Actor, on slacksim.Ref, form url.Values) (slacksim.Result, error) {
	switch {
	case form.Has("shortcut"):
		return who.MessageShortcut(ctx, form.Get("shortcut"), on)
	case form.Has("react"):
		return who.React(ctx, on, form.Get("react"))
	case form.Get("act") == "edit":
		return who.Edit(ctx, on, strings.ReplaceAll(form.Get("edit"), "\r\n", "\n"))
	case form.Get("act") == "delete":
		return who.Delete(ctx, on)
	}
	return h.press(ctx, who, on, form)
}

func (h *handler) actOnView(ctx context.Context, who slacksim.Actor, form url.Values) (slacksim.Result, error) {
	on := slacksim.Ref{View: form.Get("view")}
	switch {
	case form.Get("close") == "all":
		return who.CloseAll(ctx)
	case form.Has("close"):
		return who.CloseView(ctx, on)
	}
	values, err := h.filled(form)
	if err != nil {
		return slacksim.Result{}, err
	}
	if form.Has("submit") {
		return who.Submit(ctx, on, values)
	}
	if len(values) > 0 {
		if _, err := who.Fill(ctx, on, values); err != nil {
			return slacksim.Result{}, err
		}
	}
	return h.press(ctx, who, on, form)
}

// press clicks a button, picks an option of a menu, or tells of a changed field.
func (h *handler) press(ctx context.Context, who slacksim.Actor, on slacksim.Ref, form url.Values) (slacksim.Result, error) {
	switch {
	case form.Has("click"):
		return who.Click(ctx, on, form.Get("click"))
	case form.Has("pick"):
		key, value, err := readPick(form.Get("pick"))
		if err != nil {
			return slacksim.Result{}, err
		}
		return who.Choose(ctx, on, key, value)
	case form.Has("choose"):
		values, err := h.filled(form)
		if err != nil {
			return slacksim.Result{}, err
		}
		key := form.Get("choose")
		return who.Choose(ctx, on, key, asOptions(values[key])...)
	}
	return slacksim.Result{}, nil
}

// A pick is an element's key and one of its options, as one form value.

func pick(key, value string) string { return url.Values{"k": {key}, "v": {value}}.Encode() }

func readPick(s string) (key, value string, err error) {
	q, err := url.ParseQuery(s)
	return q.Get("k"), q.Get("v"), err
}

// filled reads the fields of a form. Each field announces itself: f for one
// value, fm for several, fd for a local date and time.
func (h *handler) filled(form url.Values) (map[string]any, error) {
	values := map[string]any{}
	for _, key := range form["f"] {
		if v := strings.ReplaceAll(form.Get("v:"+key), "\r\n", "\n"); v != "" {
			values[key] = v
		} else {
			values[key] = nil
		}
	}
	for _, key := range form["fm"] {
		values[key] = append([]string{}, form["v:"+key]...)
	}
	for _, key := range form["fd"] {
		values[key] = nil
		v := form.Get("v:" + key)
		if v == "" {
			continue
		}
		t, err := time.ParseInLocation(dateTimeLayout, v, h.opts.Zone)
		if err != nil {
			return nil, err
		}
		values[key] = strconv.FormatInt(t.Unix(), 10)
	}
	return values, nil
}

func asOptions(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	}
	return nil
}
