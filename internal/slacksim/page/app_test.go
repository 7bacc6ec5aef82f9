package page_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page"
)

const manifest = `{
  "display_information": {"name": "factbot"},
  "features": {
    "app_home": {"home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false},
    "bot_user": {"display_name": "factbot"},
    "slash_commands": [{"command": "/rdma", "description": "facts on RDMA", "usage_hint": "facts latency", "should_escape": true}],
    "shortcuts": [
      {"name": "Look up a fact", "type": "global", "callback_id": "lookup", "description": "look a fact up"},
      {"name": "Find related facts", "type": "message", "callback_id": "related", "description": "find facts"}
    ]
  },
  "oauth_config": {"scopes": {"bot": ["commands", "chat:write", "app_mentions:read", "im:history", "reactions:read"]}},
  "settings": {
    "event_subscriptions": {"bot_events": ["app_mention", "message.im", "app_home_opened"]},
    "interactivity": {"is_enabled": true},
    "socket_mode_enabled": false
  }
}`

type object = map[string]any

// app is a small scripted app on the far side of the wire: it answers a slash
// command with pages of facts, has a form that can fail, answers mentions in
// their thread and publishes a home.
type app struct {
	t   *testing.T
	sim *slacksim.Server
}

// start opens a pretend Slack with its page and the scripted app.
func start(t *testing.T) *slacksim.Server {
	t.Helper()
	sim, err := slacksim.New(slacksim.Options{Manifest: []byte(manifest)})
	if err != nil {
		t.Fatal(err)
	}
	sim.Handle("/", page.New(sim, page.Options{
		Channel: slacksim.ChannelRDMA, Zone: time.UTC,
		Tries: []string{"/rdma facts latency", "@factbot does RoCE need a lossless network?", "/rdma fact 15"},
	}))
	a := &app{t: t, sim: sim}
	srv := httptest.NewServer(http.HandlerFunc(a.serve))
	t.Cleanup(srv.Close)
	if err := sim.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	sim.SetDeliverTo(srv.URL)
	return sim
}

func (a *app) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		a.t.Errorf("read delivery: %v", err)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var answer any
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var envelope struct{ Event object }
		a.decode(body, &envelope)
		a.event(envelope.Event)
	} else if err := r.ParseForm(); err != nil {
		a.t.Errorf("parse delivery: %v", err)
	} else if raw := r.PostForm.Get("payload"); raw != "" {
		var payload interaction
		a.decode([]byte(raw), &payload)
		answer = a.interact(payload)
	} else {
		answer = a.command(r.PostForm.Get("text"))
	}
	if answer == nil {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	a.encode(w, answer)
}

func (a *app) decode(raw []byte, into any) {
	if err := json.Unmarshal(raw, into); err != nil {
		a.t.Errorf("decode delivery: %v", err)
	}
}

func (a *app) encode(w io.Writer, v any) {
	if err := json.NewEncoder(w).Encode(v); err != nil {
		a.t.Errorf("encode answer: %v", err)
	}
}

// post sends JSON to a method or response URL and wants it taken.
func (a *app) post(url string, payload object) {
	raw, err := json.Marshal(payload)
	if err != nil {
		a.t.Errorf("encode call: %v", err)
		return
	}
	if !strings.HasPrefix(url, "http") {
		url = a.sim.APIURL() + url
	}
	req, err := http.NewRequestWithContext(a.t.Context(), http.MethodPost, url, bytes.NewReader(raw))
	if err != nil {
		a.t.Errorf("call: %v", err)
		return
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+a.sim.BotToken())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		a.t.Errorf("call: %v", err)
		return
	}
	defer func() { _ = res.Body.Close() }()
	if body, _ := io.ReadAll(res.Body); bytes.Contains(body, []byte(`"ok":false`)) {
		a.t.Errorf("%s: %s", url, body)
	}
}

type interaction struct {
	Type        string
	TriggerID   string `json:"trigger_id"`
	ResponseURL string `json:"response_url"`
	CallbackID  string `json:"callback_id"`
	Value       string // what was typed into an external menu
	User        struct{ ID string }
	Channel     struct{ ID string }
	Actions     []struct {
		ActionID string `json:"action_id"`
		Value    string
		Selected struct{ Value string } `json:"selected_option"`
	}
	View struct {
		ID         string
		CallbackID string `json:"callback_id"`
		State      struct {
			Values map[string]map[string]struct {
				Value    string
				Selected struct{ Value string } `json:"selected_option"`
			}
		}
	}
}

func (a *app) command(text string) any {
	switch {
	case strings.HasPrefix(text, "everything"):
		return object{"response_type": "in_channel", "text": "everything", "blocks": everything()}
	case strings.HasPrefix(text, "too much"):
		return object{"text": "too much", "blocks": []object{{"type": "header", "text": plain(strings.Repeat("x", 151))}}}
	case strings.HasPrefix(text, "fact 15"):
		return object{"response_type": "in_channel", "text": "RDMA-15", "blocks": flagged()}
	}
	return factPage(0)
}

func (a *app) event(e object) {
	user, _ := e["user"].(string)
	channel, _ := e["channel"].(string)
	switch e["type"] {
	case "app_mention":
		thread, _ := e["thread_ts"].(string)
		if thread == "" {
			thread, _ = e["ts"].(string)
		}
		go a.post("chat.postMessage", object{"channel": channel, "thread_ts": thread, "text": "3 recorded facts bear on this", "blocks": answerBlocks()})
	case "app_home_opened":
		if e["tab"] == "home" {
			go a.post("views.publish", object{"user_id": user, "view": object{"type": "home", "blocks": homeBlocks()}})
		}
	}
}

func (a *app) interact(p interaction) any {
	switch p.Type {
	case "view_submission":
		return a.submitted(p)
	case "block_suggestion":
		return object{"options": []object{option("RDMA, remote direct memory access", "rdma"), option("RoCE: "+p.Value, "roce")}}
	case "message_action", "shortcut":
		a.post("views.open", object{"trigger_id": p.TriggerID, "view": flagForm("Look up")})
		return nil
	}
	if len(p.Actions) == 0 {
		return nil
	}
	switch act := p.Actions[0]; act.ActionID {
	case "next":
		page := factPage(1)
		page["replace_original"] = true
		a.post(p.ResponseURL, page)
	case "flag", "more":
		a.post("views.open", object{"trigger_id": p.TriggerID, "view": flagForm("Flag a fact")})
	case "push":
		a.post("views.push", object{"trigger_id": p.TriggerID, "view": object{"type": "modal", "title": plain("Evidence"), "blocks": []object{section("Facts near it: RDMA-14, RDMA-16.")}}})
	case "share":
		a.post(p.ResponseURL, object{"response_type": "in_channel", "text": "shared", "blocks": answerBlocks()})
	}
	return nil
}

func (a *app) submitted(p interaction) any {
	note := p.View.State.Values["note"]["note"].Value
	if !strings.Contains(note, "because") {
		return object{"response_action": "errors", "errors": object{"note": "Say why: a sentence with “because”."}}
	}
	go a.post("chat.postEphemeral", object{"channel": slacksim.ChannelRDMA, "user": p.User.ID, "text": "Flagged RDMA-15: " + note})
	return nil
}
