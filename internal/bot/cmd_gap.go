package bot

import (
	"strconv"

	"factbot/internal/fact"
)

// sendGap sends a question that found nothing to the reviewers.
func (c *call) sendGap() (Reply, error) {
	topic := c.only()
	slug := ""
	switch {
	case topic != nil:
		slug = topic.Slug
	case len(c.topics) > 0 && c.req.Via == ViaForm:
		slug = c.field("topic")
	case len(c.topics) > 1:
		w := c.words
		return c.formReply(&Form{
			Command: "send-gap " + c.cmd.Query, Title: w.say("form.gap.title"), Submit: w.say("form.gap.submit"),
			Fields: []Field{c.topicField()},
		}), nil
	}
	gap, err := c.review.SendGap(c.ctx, c.req.Actor, slug, c.cmd.Query)
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	key := "gap.sent"
	if gap.Asked > 1 {
		key = "gap.sent.again"
	}
	return Reply{
		Kind: KindDone, Lead: Plain(w.say(key, "query", w.asked(c.cmd.Query), "n", w.number(gap.Asked))),
		Notes: append([]Line{Plain(w.say("gap.note"))}, c.whoReads(slug)...),
	}, nil
}

// whoReads names who will read a question that was sent in.
func (c *call) whoReads(topic string) []Line {
	if names := c.reviewerNames(topic); len(names) > 0 {
		return []Line{Plain(c.words.say("gap.readers", "names", c.words.list(names)))}
	}
	return nil
}

// listLead counts what a list of proposals or gaps shows: all that wait, to
// those who review every topic meant; to others their own, and how many wait
// with the reviewers.
func (c *call) listLead(list string, n int) (string, error) {
	w, all, own := c.words, 0, false
	for _, t := range c.meant() {
		if c.review.May(t.Slug, c.req.Actor.User) || c.req.Actor.User == "" {
			continue
		}
		own = true
		as := fact.Actor{User: c.reviewerFor(&fact.Notice{Topic: t.Slug}), Origin: fact.OriginProgram}
		count := 0
		if list == "gaps" {
			open, err := c.review.Gaps(c.ctx, as, t.Slug)
			if err != nil {
				return "", err
			}
			count = len(open)
		} else {
			open, err := c.review.Proposals(c.ctx, as, t.Slug)
			if err != nil {
				return "", err
			}
			count = len(open)
		}
		all += count
	}
	if !own {
		return w.count(list+".lead", n), nil
	}
	lead := w.count(list+".own", n)
	if all > n {
		lead += separator + w.count(list+".others", all)
	}
	return lead, nil
}

// gaps lists what people asked in vain and sent in.
func (c *call) gaps() (Reply, error) {
	w := c.words
	var all []fact.Gap
	for _, t := range c.meant() {
		part, err := c.review.Gaps(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return Reply{}, err
		}
		all = append(all, part...)
	}
	lead, err := c.listLead("gaps", len(all))
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindList, Lead: Plain(lead)}
	from := min(max(c.cmd.Options.From, 1), max(len(all), 1))
	limit := pageEvents
	if c.req.All {
		limit = len(all)
	}
	shown := all[from-1 : min(from-1+limit, len(all))]
	for i := range shown {
		r.Sections = append(r.Sections, c.gapSection(&shown[i]))
	}
	if len(all) > 0 {
		c.page(&r, "gaps", from, len(shown), len(all))
	}
	r.Notes = append(r.Notes, Plain(w.say("gaps.note")))
	return r, nil
}

func (c *call) gapSection(g *fact.Gap) Section {
	w := c.words
	item := "G" + strconv.FormatInt(g.ID, 10)
	name := g.Name
	if name == "" {
		name = c.person(g.By)
	}
	s := Section{
		Kind: SectionContent, Text: g.Text,
		Line: Plain(item + separator + w.say("gap.by", "name", name, "date", w.date(g.At)) + separator + w.count("gap.asked", max(g.Asked, 1))),
	}
	if c.decides(g.Topic) {
		s.Buttons = []Button{{Label: w.say("button.closegap"), Command: "close-gap " + item, Hint: w.say("button.closegap.hint", "item", item)}}
	}
	return s
}

// closeGap closes a sent-in question, with the fact that answers it if there is
// one by now. What is typed is confirmed.
func (c *call) closeGap() (Reply, error) {
	answer := c.cmd.ID
	switch {
	case c.req.Via == ViaForm:
		var err error
		if answer, err = c.answerField(); err != nil {
			return Reply{}, err
		}
	case !c.cmd.Confirmed:
		return c.askAboutGap()
	}
	if err := c.review.CloseGap(c.ctx, c.req.Actor, c.cmd.Item, answer); err != nil {
		return Reply{}, err
	}
	return Reply{Kind: KindDone, Lead: Plain(c.words.say("closegap.done", "item", c.item()))}, nil
}

// answerField is the fact that a form names as the answer; none if it is left
// empty.
func (c *call) answerField() (fact.ID, error) {
	typed := c.field("other")
	if typed == "" {
		return fact.ID{}, nil
	}
	prefix := ""
	if t := c.only(); t != nil {
		prefix = t.Prefix
	}
	id, ok := fact.ParseID(foldWord(typed), prefix)
	if !ok {
		return fact.ID{}, fact.NotFound("fact.none", "There is no such fact.").With("id", typed)
	}
	return id, nil
}

// askAboutGap shows the question that a typed command would close, and the fact
// that is to answer it.
func (c *call) askAboutGap() (Reply, error) {
	g, err := c.waitingGap()
	if err != nil {
		return Reply{}, err
	}
	w, command, answer := c.words, "close-gap "+c.item(), ""
	form := &Form{
		Topic: g.Topic, Title: w.say("form.closegap.title", "item", c.item()), Submit: w.say("form.closegap.submit"),
		Intro: []Section{{Kind: SectionContext, Line: Plain(w.quoted(g.Text))}},
	}
	if !c.cmd.ID.IsZero() {
		f, err := c.fact()
		if err != nil {
			return Reply{}, err
		}
		if !f.Active() {
			return Reply{}, fact.Conflict("gap.retracted", "It is retracted, so it answers nothing.").With("id", f.ID.String())
		}
		answer = f.ID.String()
		command += " " + answer
		form.Intro = append(form.Intro, c.factIntro(f)...)
	}
	form.Command = command
	form.Fields = []Field{{Name: "other", Kind: FieldLine, Label: w.say("form.closegap.fact"), Hint: w.say("form.closegap.hint"), Value: answer, Max: 40}}
	return c.askItem(form, command+" "+confirmedWord), nil
}

// waitingGap is the question that the command names, as its reviewers see it.
func (c *call) waitingGap() (*fact.Gap, error) {
	topics, err := c.reviewedTopics()
	if err != nil {
		return nil, err
	}
	for _, t := range topics {
		open, err := c.review.Gaps(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return nil, err
		}
		for i := range open {
			if open[i].ID == c.cmd.Item {
				return &open[i], nil
			}
		}
	}
	return nil, fact.NotFound("gap.none", "No such question waits.").With("item", c.item())
}

// subscribe turns the weekly message of what changed on or off.
func (c *call) subscribe() (Reply, error) {
	on := c.cmd.Verb == VerbSubscribe
	if err := c.review.Subscribe(c.ctx, c.req.Actor, on); err != nil {
		return Reply{}, err
	}
	key := "subscribe.off"
	if on {
		key = "subscribe.on"
	}
	return Reply{Kind: KindDone, Lead: Plain(c.words.say(key))}, nil
}

// optOut keeps correction replies out of this channel, or lets them in again.
func (c *call) optOut() (Reply, error) {
	out := c.cmd.Verb == VerbOptOut
	if err := c.review.OptOut(c.ctx, c.req.Actor, c.req.Place.Channel, out); err != nil {
		return Reply{}, err
	}
	key := "optin.done"
	if out {
		key = "optout.done"
	}
	return Reply{Kind: KindDone, Lead: Plain(c.words.say(key))}, nil
}
