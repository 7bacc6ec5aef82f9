package slack

import (
	"context"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// deliver shows the reply to a click or shortcut where it belongs: a form opens, a modal changes, the home opens a
// modal, and a message answers below itself, or itself changes.
func (a *App) deliver(in *interaction, r *bot.Request, reply *bot.Reply) {
	switch {
	case reply.Silent:
	case reply.Form != nil:
		a.open(in, reply, r.Quoted)
	default:
		a.tell(in, *reply)
	}
}

// tell shows a reply that is no form.
func (a *App) tell(in *interaction, reply bot.Reply) {
	switch {
	case in.View.Type == "modal" && in.View.ID != "":
		a.updateView(in.View.ID, "", replyView(&reply, "modal", a.Name, in.View.Meta))
	case in.View.Type == "home" || in.Type == "message_action" || in.Type == "shortcut":
		a.openView(in, replyView(&reply, "modal", a.Name, metaOf(in, "", "", nil).encode()), &reply)
	default:
		a.respond(in, &reply)
	}
}

// respond answers through the interaction's response_url. A reply takes the place of a message that only the person
// sees; one that everybody sees gives way only to a reply that everybody may see.
func (a *App) respond(in *interaction, reply *bot.Reply) {
	direct := placeKind(first(in.Container.Channel, in.Channel.ID), in.Channel.Name) == fact.PlaceDirect
	private := in.Container.Ephemeral || direct
	how := respond{url: true, replace: reply.Replace && (private || reply.Public), thread: first(in.Container.Thread, in.Message.Thread)}
	how.inChannel = !in.Container.Ephemeral && (how.replace || direct)
	c := newCanvas()
	body := appendResponse(nil, c, reply, how)
	c.free()
	a.post(in.ResponseURL, body)
}

// open shows a form: over the modal that asked for it, else as a new one.
func (a *App) open(in *interaction, reply *bot.Reply, quoted *bot.Quoted) {
	v := formView(reply, metaOf(in, reply.Form.Command, reply.Form.Topic, quoted))
	a.openView(in, v, reply)
}

// openView opens a modal with the delivery's trigger; when Slack does not, the reply goes the way of a message.
func (a *App) openView(in *interaction, v *view, reply *bot.Reply) {
	ctx, cancel := context.WithTimeout(a.life, a.Limits.Call)
	defer cancel()
	from := time.Now()
	var err error
	method := "views.open"
	if in.View.Type == "modal" && in.View.ID != "" {
		method = "views.push"
		if in.View.Previous != "" && in.View.Previous != in.View.Root {
			// Slack stacks three at most.
			a.updateView(in.View.ID, in.View.Hash, v)
			return
		}
		_, err = a.api.PushViewContext(ctx, in.TriggerID, v.modal())
	} else {
		_, err = a.api.OpenViewContext(ctx, in.TriggerID, v.modal())
	}
	a.Observer.call(method, time.Since(from), failureCode(err))
	if err == nil {
		return
	}
	a.Logger.Warn("slack: a modal was not opened", "code", failureCode(err))
	if in.ResponseURL == "" {
		return
	}
	fallback := *reply
	if reply.Form != nil {
		zh := reply.Locale == bot.LocaleZH
		fallback = say(zh, bot.KindRefused, fact.CodeUnavailable, wordsFor(zh).noForm)
		fallback.Buttons = reply.Buttons
		fallback.Notes = reply.Notes
	}
	a.respond(in, &fallback)
}

func (a *App) updateView(id, hash string, v *view) {
	ctx, cancel := context.WithTimeout(a.life, a.Limits.Call)
	defer cancel()
	from := time.Now()
	_, err := a.api.UpdateViewContext(ctx, v.modal(), "", hash, id)
	code := failureCode(err)
	a.Observer.call("views.update", time.Since(from), code)
	if err != nil {
		a.Logger.Warn("slack: a modal was not updated", "code", code)
	}
}

// publishHome shows a person their home.
func (a *App) publishHome(ctx context.Context, who fact.Actor) {
	if who.User == "" {
		return
	}
	var home bot.Reply
	zh := chineseReader(who.Locale, "")
	switch reason, sentence := a.gateHome(&who, zh); {
	case reason != "":
		home = say(zh, bot.KindHome, fact.CodeForbidden, sentence)
	default:
		a.homes.note(who.User)
		home = a.Door.Home(ctx, who)
	}
	v := replyView(&home, "home", a.Name, "")
	ctx, cancel := context.WithTimeout(ctx, a.Limits.Call)
	defer cancel()
	from := time.Now()
	_, err := a.api.PublishViewContext(ctx, slack.PublishViewContextRequest{UserID: string(who.User), View: v.home()})
	a.Observer.call("views.publish", time.Since(from), failureCode(err))
	if err != nil {
		a.Logger.Warn("slack: a home was not published", "code", failureCode(err))
	}
}

// gateHome is gate without the rate: opening the home is no question.
func (a *App) gateHome(who *fact.Actor, zh bool) (reason, sentence string) {
	w := wordsFor(zh)
	switch {
	case who.Kind == fact.KindOutsider:
		return "outsider", w.outsider
	case a.RefuseGuests && who.Kind == fact.KindGuest:
		return "guest", w.guest
	case a.RefuseGuests && who.Kind == fact.KindUnknown:
		return "guest_unknown", w.guestUnknown
	}
	return "", ""
}

// afterAct renews the home of somebody who has just done something and had it open lately.
func (a *App) afterAct(who *fact.Actor, reply *bot.Reply) {
	if reply.Kind != bot.KindDone || !a.homes.lately(who.User) {
		return
	}
	home := *who
	home.Delivery = ""
	a.later(func() { a.publishHome(a.life, home) })
}
