package slack

import (
	"strings"
	"sync"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// sharing handles what only the transport knows about sharing: that the app is no member of the channel. It returns true
// when it has answered.
func (a *App) sharing(in *interaction, r *bot.Request, how int, zh bool) bool {
	if how == shareInline {
		a.shareInline(in, r, zh)
		return true
	}
	if r.Place.Kind == fact.PlaceDirect {
		return false
	}
	if a.members.absent(r.Place.Channel) {
		offer := a.offer(r.Topic, r.Text, zh)
		a.respond(in, &offer)
		return true
	}
	a.shares.note(share{user: r.Actor.User, channel: r.Place.Channel, url: in.ResponseURL, topic: r.Topic, command: r.Text, zh: zh})
	return false
}

// offer says how an answer can be shared in a channel that the app is not in.
func (a *App) offer(topic, command string, zh bool) bot.Reply {
	w := wordsFor(zh)
	r := say(zh, bot.KindRefused, fact.CodeForbidden, strings.ReplaceAll(w.notMember, "#", a.Name))
	r.Sections = append(r.Sections, bot.Section{
		Kind:    bot.SectionButtons,
		Buttons: []bot.Button{{Label: w.shareInline, Command: inlinePrefix + command, Topic: topic}},
	})
	return r
}

// inlinePrefix marks the command of a button that shares by response_url.
const inlinePrefix = "inline "

// shareInline posts an answer for everybody through the click's response_url: it needs no membership, and cannot be
// edited afterwards, which it says.
func (a *App) shareInline(in *interaction, r *bot.Request, zh bool) {
	r.Text = strings.TrimPrefix(r.Text, "share ")
	reply := a.handle(a.life, *r)
	if reply.Form == nil && reply.Kind != bot.KindRefused && reply.Kind != bot.KindBroken {
		a.post(in.ResponseURL, inlineBody(&reply, first(in.Container.Thread, in.Message.Thread)))
		done := say(zh, bot.KindDone, "", wordsFor(zh).shared)
		done.Replace = true
		a.respond(in, &done)
		return
	}
	a.tell(in, reply)
}

// inlineBody renders an answer for everybody: without buttons, and with the note that corrections cannot reach it.
func inlineBody(reply *bot.Reply, thread string) []byte {
	public := *reply
	public.Buttons = nil
	public.Sections = append([]bot.Section(nil), reply.Sections...)
	for i := range public.Sections {
		s := &public.Sections[i]
		s.Buttons = nil
		if s.View != nil {
			v := *s.View
			v.Menu = nil
			v.Extra = append(append([]bot.Line(nil), v.Extra...), sourceLines(v.Cited)...)
			s.View = &v
		}
	}
	zh := reply.Locale == bot.LocaleZH
	public.Notes = append(append([]bot.Line(nil), reply.Notes...), bot.Plain(wordsFor(zh).inlineNote))
	c := newCanvas()
	defer c.free()
	return appendResponse(nil, c, &public, respond{url: true, inChannel: true, thread: thread})
}

// sourceLines gives the recorded sources of a fact where the message can have no thread for them.
func sourceLines(cited []bot.Citation) []bot.Line {
	var lines []bot.Line
	for _, c := range cited {
		if c.URL == "" && c.Title == "" {
			continue
		}
		lines = append(lines, bot.Line{{Text: first(c.Title, c.URL), URL: c.URL}})
	}
	return lines
}

// share is a share that was asked for and that the outbox has not posted yet.
type share struct {
	user    fact.UserID
	channel fact.ChannelID
	url     string
	topic   string
	command string
	zh      bool
	at      time.Time
}

// shareMemory remembers shares as long as their response_url lives, so that a failure can be told to the one who shared.
type shareMemory struct {
	clock func() time.Time
	mu    sync.Mutex
	all   []share
}

const (
	shareKept  = 25 * time.Minute
	sharesKept = 256
)

func newShareMemory(clock func() time.Time) *shareMemory { return &shareMemory{clock: clock} }

func (m *shareMemory) note(s share) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.at = m.clock()
	if len(m.all) >= sharesKept {
		m.all = m.all[1:]
	}
	m.all = append(m.all, s)
}

// take gives the oldest share of a person in a channel, and forgets it. Without a person, anyone's counts.
func (m *shareMemory) take(user fact.UserID, channel fact.ChannelID) (share, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.clock()
	for i, s := range m.all {
		if s.channel == channel && (user == "" || s.user == user) && now.Sub(s.at) < shareKept {
			m.all = append(m.all[:i:i], m.all[i+1:]...)
			return s, true
		}
	}
	return share{}, false
}

// shared settles a share that was posted, or tells the one who shared why it was not.
func (a *App) shared(n fact.Notice, code string) {
	s, ok := a.shares.take(n.User, n.Place.Channel)
	if !ok || code == "" {
		return
	}
	offer := a.offer(s.topic, s.command, s.zh)
	a.later(func() {
		c := newCanvas()
		body := appendResponse(nil, c, &offer, respond{url: true})
		c.free()
		a.post(s.url, body)
	})
}
