package slack

import (
	"strings"
	"sync"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

var answers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// command answers a slash command in its acknowledgement, or through its response_url when the answer is late or large.
// Only reading commands are meant to be that fast; an act waits for the disk, and is late where the disk is.
func (a *App) command(c *slashCommand, k acker, busy bool) {
	a.Observer.delivery(k.transport(), "command")
	who := a.actor(fact.UserID(c.User), fact.TeamID(c.Team), deliveryKey("command:", c.Trigger))
	zh := chineseReader(who.Locale, c.Text)
	if sentence := a.turnedAway(c, &who, zh, busy); sentence != "" {
		a.ackReply(k, say(zh, bot.KindRefused, fact.CodeForbidden, sentence))
		return
	}
	text := decode(c.Text) // before it is measured: escaped, it is longer than what was typed
	if longer(text, maxTyped) {
		a.Observer.refused("too_long")
		a.ackReply(k, say(zh, bot.KindRefused, fact.CodeTooLong, wordsFor(zh).tooLong))
		return
	}
	d := startDeadline(k, a.Limits.AckWithin, nil)
	defer d.end()
	reply := a.handle(a.life, bot.Request{
		ID: a.ids.next(), Text: text, Topic: a.Commands[strings.TrimPrefix(c.Command, "/")], Actor: who, Via: bot.ViaCommand,
		Place: fact.Place{Kind: placeKind(c.Channel, c.ChannelName), Channel: fact.ChannelID(c.Channel), Name: placeName(c.ChannelName)},
	})
	a.answerCommand(c, k, d, &who, &reply)
}

func (a *App) answerCommand(c *slashCommand, k acker, d *deadline, who *fact.Actor, reply *bot.Reply) {
	if reply.Silent {
		d.answer(nil)
		return
	}
	if reply.Form != nil {
		d.answer(nil)
		from := &interaction{TriggerID: c.Trigger, ResponseURL: c.ResponseURL}
		from.Channel.ID, from.Channel.Name = c.Channel, c.ChannelName
		form := *reply
		a.later(func() { a.open(from, &form, nil) })
		return
	}
	if reply.After != "" {
		d.answer(nil)
		a.afterArrival(*reply, c.ResponseURL != "", func(reply bot.Reply) {
			canvas := newCanvas()
			body := appendResponse(nil, canvas, &reply, respond{url: true})
			canvas.free()
			a.post(c.ResponseURL, body)
		})
		a.afterAct(who, reply)
		return
	}
	buf := answers.Get().(*[]byte)
	canvas := newCanvas()
	body := appendResponse((*buf)[:0], canvas, reply, respond{})
	canvas.free()
	if len(body) < maxAck && d.answer(body) {
		a.afterAct(who, reply)
		reply.Done()
		*buf = body[:0]
		answers.Put(buf)
		return
	}
	d.answer(nil)
	*buf = nil
	url, by, after := c.ResponseURL, *who, *reply // which have to be kept on the heap only here
	a.later(func() {
		a.post(url, body)
		a.afterAct(&by, &after)
	})
}

// turnedAway gives the sentence for a command that is not passed on to the bot, or "".
func (a *App) turnedAway(c *slashCommand, who *fact.Actor, zh, busy bool) string {
	switch {
	case !a.who.admit(fact.TeamID(c.Team), c.App):
		a.Observer.refused("team")
		return wordsFor(zh).otherTeam
	case busy:
		a.Observer.refused("busy")
		return wordsFor(zh).busy
	}
	reason, sentence := a.gate(who, zh)
	if reason != "" {
		a.Observer.refused(reason)
	}
	return sentence
}

// ackReply acknowledges with a small reply.
func (a *App) ackReply(k acker, r bot.Reply) {
	c := newCanvas()
	defer c.free()
	_ = k.ack(appendResponse(nil, c, &r, respond{}))
}

// later runs work after the acknowledgement, in turn; when too much waits already, here and now.
func (a *App) later(f func()) {
	if !a.pool.submit(f) {
		a.pool.safely(f)
	}
}

// deliveryKey names a delivery by what only it has; without that no key can tell a repeat.
func deliveryKey(kind, id string) string {
	if id == "" {
		return ""
	}
	return kind + id
}

// placeKind tells what kind of conversation a delivery names. Slack calls every private channel privategroup, and every
// direct message directmessage.
func placeKind(channel, name string) fact.PlaceKind {
	switch {
	case strings.HasPrefix(channel, "D") || name == "directmessage":
		return fact.PlaceDirect
	case name == "privategroup" || strings.HasPrefix(name, "mpdm-") || strings.HasPrefix(channel, "G"):
		return fact.PlacePrivate
	case name != "" && strings.HasPrefix(channel, "C"):
		return fact.PlacePublic
	}
	return fact.PlaceUnknown
}

func placeName(name string) string {
	if name == "directmessage" || name == "privategroup" || strings.HasPrefix(name, "mpdm-") {
		return ""
	}
	return name
}
