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
		return c.formReply(&Form{Command: "send-gap " + c.cmd.Query, Title: w.say("form.gap.title"), Submit: w.say("form.gap.submit"),
			Fields: []Field{c.topicField()}}), nil
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
	return Reply{Kind: KindDone, Lead: Plain(w.say(key, "query", w.asked(c.cmd.Query), "n", w.number(gap.Asked))),
		Notes: append([]Line{Plain(w.say("gap.note"))}, c.whoReads(slug)...)}, nil
}

// whoReads names who will read a question that was sent in.
func (c *call) whoReads(topic string) []Line {
	if names := c.reviewerNames(topic); len(names) > 0 {
		return []Line{Plain(c.words.say("gap.readers", "names", c.words.list(names)))}
	}
	return nil
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
	r := Reply{Kind: KindList, Lead: Plain(w.count("gaps.lead", len(all)))}
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
	s := Section{Kind: SectionContent, Text: g.Text,
		Line: Plain(item + separator + w.say("gap.by", "name", name, "date", w.date(g.At)) + separator + w.count("gap.asked", max(g.Asked, 1)))}
	if c.decides(g.Topic) {
		s.Buttons = []Button{{Label: w.say("button.closegap"), Command: "close-gap " + item, Hint: w.say("button.closegap.hint", "item", item)}}
	}
	return s
}

// closeGap closes a sent-in question, with the fact that answers it if there is
// one by now.
func (c *call) closeGap() (Reply, error) {
	w := c.words
	item := "G" + strconv.FormatInt(c.cmd.Item, 10)
	answer := c.cmd.ID
	if c.req.Via == ViaForm {
		if typed := c.field("other"); typed != "" {
			prefix := ""
			if t := c.only(); t != nil {
				prefix = t.Prefix
			}
			id, ok := fact.ParseID(foldWord(typed), prefix)
			if !ok {
				return Reply{}, fact.NotFound("fact.none", "There is no such fact.").With("id", typed)
			}
			answer = id
		}
	} else if answer.IsZero() && c.opens() {
		return c.formReply(&Form{Command: "close-gap " + item, Topic: c.cmd.Topic, Title: w.say("form.closegap.title", "item", item),
			Submit: w.say("form.closegap.submit"),
			Fields: []Field{{Name: "other", Kind: FieldLine, Label: w.say("form.closegap.fact"), Hint: w.say("form.closegap.hint"), Max: 40}}}), nil
	}
	if err := c.review.CloseGap(c.ctx, c.req.Actor, c.cmd.Item, answer); err != nil {
		return Reply{}, err
	}
	return Reply{Kind: KindDone, Lead: Plain(w.say("closegap.done", "item", item))}, nil
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
