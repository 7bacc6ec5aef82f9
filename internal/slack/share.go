package slack

import (
	"errors"
	"strings"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// afterArrival gives the reply to the one who shared when the message that it speaks of has arrived, or says why it
// cannot. One that takes long is said to be on its way. hook says whether there is a response_url to post by.
func (a *App) afterArrival(reply bot.Reply, hook bool, tell func(bot.Reply)) {
	zh := reply.Locale == bot.LocaleZH
	a.shares.await(reply.After, func(o outcome) {
		a.later(func() {
			switch {
			case o.late:
				tell(say(zh, bot.KindDone, "", wordsFor(zh).onItsWay))
			case o.code == "":
				tell(reply)
			default:
				tell(a.notShared(&o, zh, hook))
			}
		})
	})
}

// shared notes what became of a share, as far as that is certain.
func (a *App) shared(n *fact.Notice, err error) {
	o := outcome{topic: n.Topic, command: n.Text}
	if err != nil {
		failed, ok := errors.AsType[*SendError](err)
		if !ok || !failed.Permanent() {
			return // it is tried again
		}
		o.code = failed.Code()
	}
	a.shares.arrived(n.Key, o)
}

// notShared says why a message was not posted in a channel and, where the app is not in it and there is a hook to post
// by, how it can be shared all the same.
func (a *App) notShared(o *outcome, zh, hook bool) bot.Reply {
	w := wordsFor(zh)
	text := w.notShared + o.code
	absent := o.code == "not_in_channel" || o.code == "channel_not_found"
	switch {
	case absent:
		text = strings.ReplaceAll(w.notMember, "#", a.Name)
	case o.code == string(fact.CodeNotFound):
		text = w.nothingLeft
	case o.code == "is_archived":
		text = w.archived
	}
	if absent && hook {
		text += w.orInline
	}
	r := say(zh, bot.KindRefused, fact.CodeForbidden, text)
	if absent && hook {
		r.Sections = append(r.Sections, bot.Section{
			Kind:    bot.SectionButtons,
			Buttons: []bot.Button{{Label: w.shareInline, Command: inlinePrefix + o.command, Topic: o.topic}},
		})
	}
	return r
}

// doubleClick is how soon after a click the same one is that click once more.
const doubleClick = 10 * time.Second

// inlinePrefix marks the command of a button that shares by response_url.
const inlinePrefix = "inline "

// shareInline posts an answer for everybody through the click's response_url: it needs no membership, and cannot be
// edited afterwards, which it says.
func (a *App) shareInline(in *interaction, r *bot.Request, zh bool) {
	if !a.inline.take(in.User.ID + "/" + in.Container.Channel + "/" + in.Container.Message) {
		return // the first of the two clicks is answered
	}
	reply := a.handle(a.life, *r)
	if len(reply.Shown()) == 0 {
		a.tell(in, reply)
		return
	}
	done := say(zh, bot.KindDone, "", wordsFor(zh).shared)
	if !a.post(in.ResponseURL, inlineBody(&reply, first(in.Container.Thread, in.Message.Thread))) {
		done = say(zh, bot.KindRefused, fact.CodeUnavailable, wordsFor(zh).hookSpent)
	}
	done.Replace = true
	a.respond(in, &done)
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
			v.Menu, v.More = nil, nil
			v.Extra = append(append([]bot.Line(nil), v.Extra...), sourceLines(v.Citations())...)
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
