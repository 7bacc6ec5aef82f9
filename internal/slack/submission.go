package slack

import (
	"cmp"
	"sort"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// submission answers a submitted form: with sentences under its fields, with a next form, or with what came of it.
func (a *App) submission(in *interaction, k acker, busy bool) {
	meta, ok := readMeta(in.View.Meta)
	if !ok || in.View.Callback != callbackForm {
		a.Observer.refused("foreign_form")
		_ = k.ack([]byte(`{"response_action":"clear"}`))
		return
	}
	// A modal keeps its id from one form to the next; its hash tells them apart.
	who := a.person(in, deliveryKey("form:", in.View.ID)+":"+in.View.Hash)
	fields := filled(&in.View)
	zh := chineseReader(who.Locale, "")
	reason, sentence := a.gate(&who, zh)
	if busy {
		reason, sentence = "busy", wordsFor(zh).busy
	}
	if reason != "" {
		a.Observer.refused(reason)
		refusal := say(zh, bot.KindRefused, fact.CodeForbidden, sentence)
		_ = k.ack(a.viewAnswer(in, &refusal))
		return
	}
	working := say(zh, bot.KindList, "", wordsFor(zh).working)
	d := startDeadline(k, a.Limits.FormWithin, a.viewAnswer(in, &working))
	defer d.end()
	r := bot.Request{ID: a.ids.next(), Text: meta.Command, Topic: meta.Topic, Actor: who, Place: meta.place(), Via: bot.ViaForm, Fields: fields}
	if meta.QuotedAt != "" {
		r.Quoted = &bot.Quoted{By: fact.UserID(meta.QuotedBy), Place: meta.place()}
		r.Quoted.Place.Message = meta.QuotedAt
	}
	reply := a.handle(a.life, r)
	if !d.answer(a.viewAnswer(in, &reply)) && !reply.Silent {
		a.later(func() { a.updateView(in.View.ID, "", a.resultView(in, &reply)) })
	}
	if reply.Kind == bot.KindDone {
		a.replaceSource(&meta, &reply)
	}
	a.afterAct(&who, &reply)
}

// viewAnswer is the acknowledgement of a form.
func (a *App) viewAnswer(in *interaction, reply *bot.Reply) []byte {
	switch {
	case reply.Silent:
		return []byte(`{"response_action":"clear"}`)
	case len(reply.Errors) > 0:
		if body := fieldErrors(in, reply.Errors); body != nil {
			return body
		}
	}
	body := append([]byte(nil), `{"response_action":"update","view":`...)
	body = append(a.resultView(in, reply).append(body), '}')
	if len(body) < maxAck {
		return body
	}
	// Too large for an acknowledgement: the modal says so now and is filled in through the Web API.
	later := *reply
	a.later(func() { a.updateView(in.View.ID, "", a.resultView(in, &later)) })
	zh := reply.Locale == bot.LocaleZH
	wait := say(zh, bot.KindList, "", wordsFor(zh).working)
	return append(a.resultView(in, &wait).append(append([]byte(nil), `{"response_action":"update","view":`...)), '}')
}

// resultView is what the form's modal becomes.
func (a *App) resultView(in *interaction, reply *bot.Reply) *view {
	if reply.Form != nil {
		return formView(reply, metaOf(in, reply.Form.Command, reply.Form.Topic, nil))
	}
	shown := *reply
	if len(reply.Errors) > 0 && len(reply.Sections) == 0 {
		for _, name := range sortedNames(reply.Errors) {
			shown.Sections = append(shown.Sections, bot.Section{Kind: bot.SectionText, Text: reply.Errors[name]})
		}
	}
	return replyView(&shown, "modal", cmp.Or(shown.Title, a.Name), metaOf(in, "", "", nil).encode())
}

// fieldErrors puts each sentence under its input. Slack takes only the ids of inputs that the form has: a sentence for
// any other field goes under the first one. It returns nil for a form without inputs.
func fieldErrors(in *interaction, errors map[string]string) []byte {
	var inputs []string
	for block := range in.View.State.Values {
		inputs = append(inputs, block)
	}
	if len(inputs) == 0 {
		return nil
	}
	sort.Strings(inputs)
	byBlock := map[string]string{}
	for _, name := range sortedNames(errors) {
		block := fieldPrefix + name
		if _, ok := in.View.State.Values[block]; !ok {
			block = inputs[0]
		}
		if byBlock[block] != "" {
			byBlock[block] += " "
		}
		byBlock[block] += errors[name]
	}
	body := append([]byte(nil), `{"response_action":"errors","errors":{`...)
	for i, block := range sortedNames(byBlock) {
		if i > 0 {
			body = append(body, ',')
		}
		body = appendJSON(body, block)
		body = append(body, ':')
		body = appendJSON(body, cut(visible(byBlock[block]), errorText))
	}
	return append(body, `}}`...)
}

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// replaceSource lets what came of a form take the place of the message that it was opened from, where the reply asks
// for that and only the person sees the message.
func (a *App) replaceSource(meta *formMeta, reply *bot.Reply) {
	if !reply.Replace || meta.ResponseURL == "" || !meta.Ephemeral {
		return
	}
	c := newCanvas()
	body := appendResponse(nil, c, reply, respond{url: true, replace: true})
	c.free()
	url := meta.ResponseURL
	a.later(func() { a.post(url, body) })
}
