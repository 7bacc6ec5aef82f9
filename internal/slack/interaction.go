package slack

import (
	"encoding/json"
	"strings"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// interaction is the part of an interactivity payload that matters here.
type interaction struct {
	Type        string `json:"type"`
	App         string `json:"api_app_id"`
	TriggerID   string `json:"trigger_id"`
	ResponseURL string `json:"response_url"`
	CallbackID  string `json:"callback_id"`
	MessageTS   string `json:"message_ts"`
	Team        struct {
		ID string `json:"id"`
	} `json:"team"`
	User struct {
		ID   string `json:"id"`
		Team string `json:"team_id"`
	} `json:"user"`
	Channel struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"channel"`
	Container struct {
		Type      string `json:"type"`
		Message   string `json:"message_ts"`
		Thread    string `json:"thread_ts"`
		Channel   string `json:"channel_id"`
		Ephemeral bool   `json:"is_ephemeral"`
		View      string `json:"view_id"`
	} `json:"container"`
	Message struct {
		TS     string `json:"ts"`
		Thread string `json:"thread_ts"`
		Text   string `json:"text"`
		User   string `json:"user"`
	} `json:"message"`
	View    viewState `json:"view"`
	Actions []action  `json:"actions"`
}

type viewState struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Hash     string `json:"hash"`
	Callback string `json:"callback_id"`
	Meta     string `json:"private_metadata"`
	Root     string `json:"root_view_id"`
	Previous string `json:"previous_view_id"`
	State    struct {
		Values map[string]map[string]inputValue `json:"values"`
	} `json:"state"`
}

type action struct {
	Type     string `json:"type"`
	ActionID string `json:"action_id"`
	Value    string `json:"value"`
	Selected struct {
		Value string `json:"value"`
	} `json:"selected_option"`
}

// inputValue is what was filled into an input.
type inputValue struct {
	Type     string `json:"type"`
	Value    string `json:"value"`
	Selected struct {
		Value string `json:"value"`
	} `json:"selected_option"`
	User         string `json:"selected_user"`
	Channel      string `json:"selected_channel"`
	Conversation string `json:"selected_conversation"`
}

// interaction takes one interactivity delivery.
func (a *App) interaction(raw []byte, k acker, busy bool) {
	in := &interaction{}
	if err := json.Unmarshal(raw, in); err != nil || in.Type == "" {
		a.malformed(k, "interaction")
		return
	}
	a.Observer.delivery(k.transport(), in.Type)
	if !a.who.admit(fact.TeamID(in.Team.ID), in.App) {
		a.Observer.refused("team")
		_ = k.ack(nil)
		return
	}
	switch in.Type {
	case "view_submission":
		a.submission(in, k, busy)
	case "block_actions", "message_action", "shortcut":
		if !busy && a.pool.submit(func() { a.act(in) }) {
			_ = k.ack(nil)
			return
		}
		a.Observer.refused("busy")
		_ = k.ack(nil)
		a.later(func() { a.tell(in, say(false, bot.KindRefused, fact.CodeBusy, english.busy)) })
	case "block_suggestion":
		_ = k.ack([]byte(`{"options":[]}`))
	default:
		_ = k.ack(nil)
	}
}

// person is who acted. A click has no key that a repeat would share but its trigger; a form has its view.
func (a *App) person(in *interaction, delivery string) fact.Actor {
	team := in.User.Team
	if team == "" {
		team = in.Team.ID
	}
	return a.actor(fact.UserID(in.User.ID), fact.TeamID(team), delivery)
}

// act answers a click or shortcut, after its acknowledgement.
func (a *App) act(in *interaction) {
	r, aim, ok := a.asked(in)
	if !ok {
		return
	}
	zh := chineseReader(r.Actor.Locale, r.Text)
	if reason, sentence := a.gate(&r.Actor, zh); reason != "" {
		a.Observer.refused(reason)
		a.tell(in, say(zh, bot.KindRefused, fact.CodeForbidden, sentence))
		return
	}
	if aim == shareInline {
		a.shareInline(in, &r, zh)
		return
	}
	reply := a.handle(a.life, r)
	reply.Replace = reply.Replace || aim == nextPage
	if reply.After != "" {
		a.afterArrival(reply, in.ResponseURL != "", func(reply bot.Reply) { a.tell(in, reply) })
	} else {
		a.deliver(in, &r, &reply)
	}
	a.afterAct(&r.Actor, &reply)
}

// What a click is for, where that is more than its command.
const (
	justAsk     = iota
	nextPage    // turns a page
	shareInline // shares by response_url
)

// asked makes the request of a click or shortcut; false where there is nothing to ask.
func (a *App) asked(in *interaction) (r bot.Request, aim int, ok bool) {
	r = bot.Request{ID: a.ids.next(), Via: bot.ViaButton, Place: place(in)}
	if in.Type != "block_actions" {
		r.Via = bot.ViaShortcut
		r.Text, ok = shortcutVerbs[in.CallbackID]
		if in.Type == "message_action" {
			r.Quoted = &bot.Quoted{Text: decode(in.Message.Text), By: fact.UserID(in.Message.User), Place: r.Place}
			r.Quoted.Place.Message = first(in.MessageTS, in.Message.TS)
		}
		r.Actor = a.person(in, deliveryKey("shortcut:", in.TriggerID))
		return r, justAsk, ok
	}
	r.Actor = a.person(in, deliveryKey("click:", in.TriggerID))
	for i := range in.Actions {
		act := &in.Actions[i]
		kind, rest, _ := strings.Cut(act.ActionID, ":")
		switch kind {
		case actCommand, actPage:
			r.Topic, r.Text = parseValue(act.Value)
		case actMenu:
			r.Topic, r.Text = parseValue(act.Selected.Value)
		case actFind:
			r.Text = strings.TrimSpace(rest + " " + act.Value)
		default:
			continue
		}
		if rest, ok := strings.CutPrefix(r.Text, inlinePrefix); ok {
			r.Text, aim = rest, shareInline
		} else if kind == actPage {
			aim = nextPage
		}
		return r, aim, true
	}
	return r, justAsk, false
}

// shortcutVerbs are the verbs that the manifest's shortcuts stand for.
var shortcutVerbs = map[string]string{
	"check_message": "check", "flag_message": "flag", "save_message": "add", "lookup_fact": "lookup",
}

// place is where a click or shortcut happened.
func place(in *interaction) fact.Place {
	if in.View.Type == "home" {
		return fact.Place{Kind: fact.PlaceHome}
	}
	if m, ok := readMeta(in.View.Meta); ok {
		return m.place()
	}
	channel := first(in.Container.Channel, in.Channel.ID)
	return fact.Place{
		Kind: placeKind(channel, in.Channel.Name), Channel: fact.ChannelID(channel), Name: placeName(in.Channel.Name),
		Thread: first(in.Container.Thread, in.Message.Thread), Message: first(in.Container.Message, in.Message.TS),
	}
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
