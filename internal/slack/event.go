package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/fact"
)

// eventDelivery is the part of an Events API payload that matters here.
type eventDelivery struct {
	Type           string          `json:"type"`
	Challenge      string          `json:"challenge"`
	Team           string          `json:"team_id"`
	App            string          `json:"api_app_id"`
	EventID        string          `json:"event_id"`
	Shared         bool            `json:"is_ext_shared_channel"`
	Authorizations []authorization `json:"authorizations"`
	Event          innerEvent      `json:"event"`
}

type authorization struct {
	Team  string `json:"team_id"`
	User  string `json:"user_id"`
	IsBot bool   `json:"is_bot"`
}

type innerEvent struct {
	Type        string          `json:"type"`
	Subtype     string          `json:"subtype"`
	User        string          `json:"user"`
	Text        string          `json:"text"`
	TS          string          `json:"ts"`
	Thread      string          `json:"thread_ts"`
	Channel     string          `json:"channel"`
	ChannelType string          `json:"channel_type"`
	Team        string          `json:"team"`
	UserTeam    string          `json:"user_team"`
	SourceTeam  string          `json:"source_team"`
	BotID       string          `json:"bot_id"`
	Hidden      bool            `json:"hidden"`
	Edited      json.RawMessage `json:"edited"`
	Tab         string          `json:"tab"`
}

func parseEvent(raw []byte) (*eventDelivery, error) {
	ev := &eventDelivery{}
	if err := json.Unmarshal(raw, ev); err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if ev.Type == "" {
		return nil, fmt.Errorf("event: no type")
	}
	return ev, nil
}

// event takes one Events API delivery. It returns false, without having acknowledged, when a question could not be
// committed: Slack then sends it again.
func (a *App) event(ev *eventDelivery, k acker) bool {
	e := &ev.Event
	if ev.Type != "event_callback" {
		a.Observer.delivery(k.transport(), "event_other")
		_ = k.ack(nil)
		return true
	}
	a.Observer.delivery(k.transport(), "event")
	if !a.who.admit(installedIn(ev), ev.App) {
		a.Observer.refused("team")
		_ = k.ack(nil)
		return true
	}
	if e.ChannelType == "im" && e.BotID == "" || e.Type == "app_home_opened" {
		a.directory.sawDirect(fact.UserID(e.User), fact.ChannelID(e.Channel))
	}
	switch {
	case e.Type == "app_home_opened":
		_ = k.ack(nil)
		if e.Tab != "messages" {
			who := a.actor(fact.UserID(e.User), fact.TeamID(ev.Team), "")
			a.later(func() { a.publishHome(a.life, who) })
		}
		return true
	case e.Type == "app_mention" || e.Type == "message" && e.ChannelType == "im":
		return a.message(ev, k)
	}
	_ = k.ack(nil)
	return true
}

// installedIn is the workspace that the event was delivered for.
func installedIn(ev *eventDelivery) fact.TeamID {
	for _, z := range ev.Authorizations {
		if z.Team != "" {
			return fact.TeamID(z.Team)
		}
	}
	return fact.TeamID(ev.Team)
}

// ours reports messages that are nobody's question: our own, other bots', Slackbot's, edits, joins and the like. A real
// edit of a question is ignored too: people ask again, and an answer never changes under the readers of a thread.
func (a *App) ours(ev *eventDelivery) bool {
	e := &ev.Event
	_, _, self, botID := a.who.get()
	if self == "" {
		for _, z := range ev.Authorizations {
			if z.IsBot {
				self = fact.UserID(z.User)
			}
		}
	}
	return e.BotID != "" || botID != "" && e.BotID == botID || e.User == "" || e.User == "USLACKBOT" || fact.UserID(e.User) == self ||
		e.Subtype != "" || e.Hidden || len(e.Edited) > 0 && string(e.Edited) != "null" || e.TS == "" || e.Channel == ""
}

// message takes a mention or direct message: commit, acknowledge, then work on it.
func (a *App) message(ev *eventDelivery, k acker) bool {
	e := &ev.Event
	if a.ours(ev) {
		a.Observer.refused("ignored_message")
		_ = k.ack(nil)
		return true
	}
	q := a.question(ev)
	zh := chineseReader(q.Actor.Locale, q.Text)
	if q.Place.Kind != fact.PlaceDirect {
		zh = chineseReader("", q.Text)
	}
	reason, sentence := a.gate(&q.Actor, zh)
	if reason == "" && q.Place.Kind != fact.PlaceDirect && !a.threads.take(e.Channel+"/"+q.Place.Thread) {
		reason, sentence = "thread", wordsFor(zh).threadSpent
	}
	if reason == "" && longer(q.Text, maxTyped) {
		reason, sentence = "too_long", wordsFor(zh).tooLong
	}
	if reason != "" {
		a.Observer.refused(reason)
		_ = k.ack(nil)
		if a.replays.first(nameOf(q.Key)) {
			a.later(func() { a.whisper(q.Place, q.Actor.User, sentence) })
		}
		return true
	}
	ctx, cancel := context.WithTimeout(a.life, a.Limits.Commit)
	defer cancel()
	fresh, err := a.Door.Receive(ctx, q)
	if err != nil {
		a.Observer.refused("commit")
		a.Logger.Error("slack: a question could not be committed", "key", q.Key, "err", err)
		return false
	}
	_ = k.ack(nil)
	if fresh {
		a.later(func() { a.work(q, 0) })
	}
	return true
}

// question is what was asked, with the key that makes it answered once however often it is delivered, and whether it
// comes as a mention, as a message or as both.
func (a *App) question(ev *eventDelivery) fact.Question {
	e := &ev.Event
	key := "ask:" + ev.Team + ":" + e.Channel + ":" + e.TS + ":" + e.User
	who := a.actor(fact.UserID(e.User), fact.TeamID(ev.Team), key)
	if foreign(ev) {
		who.Kind = fact.KindOutsider
	}
	place := fact.Place{Kind: a.kindOf(e), Channel: fact.ChannelID(e.Channel), Thread: e.Thread, Message: e.TS}
	if place.Thread == "" && place.Kind != fact.PlaceDirect {
		place.Thread = e.TS
	}
	return fact.Question{Key: key, Text: decode(a.withoutMention(e.Text, ev)), Topic: a.Channels[e.Channel], Actor: who, Place: place, At: a.Clock()}
}

// foreign reports a person of another workspace, or one in a shared channel of whom Slack does not say where they
// belong.
func foreign(ev *eventDelivery) bool {
	e := &ev.Event
	home := installedIn(ev)
	for _, team := range []string{e.UserTeam, e.SourceTeam, e.Team} {
		if team != "" && fact.TeamID(team) != home {
			return true
		}
	}
	return ev.Shared && e.UserTeam == "" && e.SourceTeam == "" && e.Team == ""
}

func (a *App) kindOf(e *innerEvent) fact.PlaceKind {
	switch e.ChannelType {
	case "im":
		return fact.PlaceDirect
	case "group", "mpim":
		return fact.PlacePrivate
	case "channel":
		return fact.PlacePublic
	}
	if strings.HasPrefix(e.Channel, "D") {
		return fact.PlaceDirect
	}
	if k := a.directory.Channel(fact.ChannelID(e.Channel)); k != fact.PlaceUnknown {
		return k
	}
	return placeKind(e.Channel, "")
}

// withoutMention takes our own name out of a text.
func (a *App) withoutMention(text string, ev *eventDelivery) string {
	self := string(a.BotUser())
	for _, z := range ev.Authorizations {
		if self == "" && z.IsBot {
			self = z.User
		}
	}
	if self == "" {
		return text
	}
	for {
		at := strings.Index(text, "<@"+self)
		if at < 0 {
			break
		}
		end := strings.IndexByte(text[at:], '>')
		if rest := text[at+2+len(self):]; end < 0 || rest[0] != '>' && rest[0] != '|' {
			break
		}
		text = text[:at] + text[at+end+1:]
	}
	return strings.TrimLeft(text, " \t\n\u00a0:,，：")
}

// workWaits are the pauses before a question is tried again; it stays in the inbox meanwhile, also over a restart.
var workWaits = [...]time.Duration{time.Second, 5 * time.Second, 30 * time.Second}

// work answers a committed question. One that fails is tried again a few times; what then remains is in the inbox.
func (a *App) work(q fact.Question, try int) {
	err := a.Door.Work(a.life, q)
	if err == nil || a.life.Err() != nil {
		return
	}
	a.Observer.refused("work")
	a.Logger.Error("slack: a question could not be answered yet", "key", q.Key, "try", try+1, "err", err)
	if try < len(workWaits) {
		time.AfterFunc(workWaits[try], func() { a.later(func() { a.work(q, try+1) }) })
	}
}

// whisper tells one person something that only they see, beside their message.
func (a *App) whisper(at fact.Place, to fact.UserID, sentence string) {
	ctx, cancel := context.WithTimeout(a.life, a.Limits.Call)
	defer cancel()
	opts := []slack.MsgOption{slack.MsgOptionText(escape(sentence), false), slack.MsgOptionTS(at.Thread)}
	if at.Thread == "" || at.Thread == at.Message {
		opts = opts[:1]
	}
	from := time.Now()
	_, err := a.api.PostEphemeralContext(ctx, string(at.Channel), string(to), opts...)
	a.Observer.call("chat.postEphemeral", time.Since(from), failureCode(err))
}

// nameOf gives a key a number, for the set of things seen lately.
func nameOf(key string) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return h
}
