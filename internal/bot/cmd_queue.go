package bot

import (
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// queuePage is how many items of the queue a page shows.
const queuePage = 5

// queue lists what waits for a decision, by flags and times shown.
func (c *call) queue() (Reply, error) {
	var items []review.QueueItem
	for _, t := range c.meant() {
		part, err := c.review.Queue(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return Reply{}, err
		}
		items = append(items, part...)
	}
	w := c.words
	r := Reply{Kind: KindList, Lead: Plain(w.count("queue.lead", len(items)))}
	from := min(max(c.cmd.Options.From, 1), max(len(items), 1))
	limit := queuePage
	if c.req.All {
		limit = len(items)
	}
	shown := items[from-1 : min(from-1+limit, len(items))]
	for i := range shown {
		if i > 0 {
			r.Sections = append(r.Sections, Section{Kind: SectionDivider})
		}
		r.Sections = append(r.Sections, c.itemSections(&shown[i], c.decides(shown[i].Fact.Topic))...)
	}
	if len(items) > 0 {
		c.page(&r, "queue", from, len(shown), len(items))
	} else if c.reviews() {
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.review"), Command: "review", Topic: c.cmd.Topic})
	}
	r.Notes = append(r.Notes, c.whoReviews()...)
	return r, nil
}

// meant are the topics that the command is about.
func (c *call) meant() []*fact.Topic {
	if t := c.only(); t != nil {
		return []*fact.Topic{t}
	}
	return c.topics
}

// decides reports whether the person is offered a topic's decisions here.
func (c *call) decides(topic string) bool {
	return !c.public && (c.req.Actor.Origin == fact.OriginTerminal || c.review.May(topic, c.req.Actor.User))
}

// whoReviews names the reviewers of each topic meant.
func (c *call) whoReviews() []Line {
	if c.bot.People == nil {
		return nil
	}
	w := c.words
	var lines []Line
	for _, t := range c.meant() {
		names := c.reviewerNames(t.Slug)
		if len(names) == 0 {
			lines = append(lines, Plain(w.say("reviewers.none", "topic", t.Title)))
			continue
		}
		lines = append(lines, Plain(w.say("reviewers", "topic", t.Title, "names", w.list(names))))
	}
	return lines
}

// reviewerNames are the plain names of a topic's active reviewers.
func (c *call) reviewerNames(topic string) []string {
	if c.bot.People == nil {
		return nil
	}
	var names []string
	for _, u := range c.bot.People.Reviewers(topic) {
		names = append(names, c.bot.People.Name(u))
	}
	return names
}

// reviewedTopics are the topics meant here that the person reviews; a refusal
// where there is none.
func (c *call) reviewedTopics() ([]*fact.Topic, error) {
	var mine []*fact.Topic
	for _, t := range c.topics {
		if (c.cmd.Topic == "" || c.cmd.Topic == t.Slug) &&
			(c.req.Actor.Origin == fact.OriginTerminal || c.review.May(t.Slug, c.req.Actor.User)) {
			mine = append(mine, t)
		}
	}
	if len(mine) == 0 {
		return nil, fact.Forbidden("act.reviewers", "Only reviewers can do that.").With("topic", c.cmd.Topic)
	}
	return mine, nil
}

// itemSections is one flagged fact as the queue shows it. The review service
// leaves people and notes out for whoever is no reviewer.
func (c *call) itemSections(item *review.QueueItem, buttons bool) []Section {
	w, f := c.words, item.Fact
	line := c.itemLine(item)
	v := c.view(f)
	if !buttons {
		return append([]Section{{Kind: SectionContext, Line: Plain(line)}, {Kind: SectionFact, View: v}}, c.reasonSections(item)...)
	}
	v.Menu = append(v.Menu[:0:0],
		Button{Label: w.say("menu.history"), Command: "history " + f.ID.String()},
		Button{Label: w.say("menu.confidence"), Command: "confidence " + f.ID.String() + " v" + plainNumber(f.Version)},
		Button{Label: w.say("menu.relate"), Command: "relate " + f.ID.String() + " v" + plainNumber(f.Version)},
		Button{Label: w.say("menu.handon"), Command: "handon " + f.ID.String()})
	sections := []Section{{Kind: SectionContext, Line: Plain(line)}, {Kind: SectionFact, View: v}}
	for i := range item.Flags {
		sections = append(sections, c.flagSections(&item.Flags[i])...)
	}
	if near := c.near(f); len(near) > 0 {
		sections = append(sections, Section{Kind: SectionContext, Line: Plain(w.say("fact.near", "ids", w.list(near)))})
	}
	return append(sections, Section{Kind: SectionButtons, Buttons: c.decisionButtons(f)})
}

// reasonSections lists why a fact is doubted, without people and notes.
func (c *call) reasonSections(item *review.QueueItem) []Section {
	if item.Fact.Doubts == nil || item.Fact.Doubts.Count == 0 {
		return nil
	}
	return []Section{{Kind: SectionContext, Line: Plain(c.reasonCounts(item.Fact))}}
}

// itemLine is the head of a queue item: doubts, age, how often shown, owner.
func (c *call) itemLine(item *review.QueueItem) string {
	w := c.words
	line := "⚑ " + item.Fact.ID.String() + separator
	if item.Expired {
		line += w.say("queue.expired")
	} else {
		line += w.count("queue.doubts", len(item.Flags))
	}
	if !item.Since.IsZero() {
		line += separator + c.age(item.Since)
	}
	if shown := item.Shown.Quotes + item.Shown.Readings; shown > 0 {
		line += separator + w.count("queue.shown", shown)
	}
	if item.Owner != "" {
		line += separator + w.say("queue.owner", "name", c.person(item.Owner))
	}
	return line
}

// age is how long something has waited, in whole days.
func (c *call) age(since time.Time) string {
	if days := int(c.now.Sub(since) / (24 * time.Hour)); days > 0 {
		return c.words.count("queue.days", days)
	}
	return c.words.say("queue.today")
}

// flagSections is one doubt as reviewers read it: its reason, who raised it and
// its link on a line, its note below, whole.
func (c *call) flagSections(flag *fact.Flag) []Section {
	line := Line{{Text: c.reason(flag.Reason) + separator + c.words.date(flag.At)}}
	if name := c.flagger(flag); name != "" {
		line = append(line, Span{Text: separator + c.words.say("queue.by", "name", name)})
	}
	if flag.Evidence != "" {
		text, link := sourceText(&fact.Citation{URL: flag.Evidence})
		line = append(line, Span{Text: separator}, Span{Text: text, URL: link})
	}
	sections := []Section{{Kind: SectionContext, Line: line}}
	if flag.Note != "" {
		sections = append(sections, Section{Kind: SectionContext, Line: Plain(c.words.say("event.note", "note", c.words.quoted(flag.Note)))})
	}
	return sections
}

// flagger is the plain name of who raised a doubt; "" where that was left out.
func (c *call) flagger(flag *fact.Flag) string {
	switch {
	case flag.By.Forgotten():
		return c.words.say("person.erased")
	case flag.Name != "" && flag.Name != string(flag.By): // a name that was not known yet may be by now
		return flag.Name
	case flag.By != "":
		return c.person(flag.By)
	}
	return ""
}

// reviewNext shows one unverified fact after another, by times shown.
func (c *call) reviewNext() (Reply, error) {
	topics, err := c.reviewedTopics()
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	after := c.cmd.ID
	for _, t := range topics {
		if !after.IsZero() && t.Prefix != after.Prefix && len(topics) > 1 {
			continue
		}
		item, ok, err := c.review.Next(c.ctx, c.req.Actor, t.Slug, after)
		if err != nil {
			return Reply{}, err
		}
		if !ok {
			continue
		}
		r := Reply{Kind: KindFact, Lead: Plain(w.say("review.lead"))}
		r.Sections = c.itemSections(&item, true)
		r.Sections[0].Line = Plain(w.count("queue.shown", item.Shown.Quotes+item.Shown.Readings))
		r.Buttons = []Button{{Label: w.say("button.skip"), Command: "review after " + item.Fact.ID.String(), Topic: t.Slug}}
		return r, nil
	}
	return Reply{Kind: KindNothing, Lead: Plain(w.say("review.none"))}, nil
}

// handOn gives a flagged fact to another reviewer.
func (c *call) handOn() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	to := c.cmd.Decision.User
	if c.req.Via == ViaForm {
		to = fact.UserID(c.field("person"))
	}
	if c.cmd.Decision.Bad != "" {
		return Reply{}, fact.Invalid("hand.person", "Name the person with @.")
	}
	if to == "" {
		if !c.review.May(f.Topic, c.req.Actor.User) && c.req.Actor.Origin != fact.OriginTerminal {
			return Reply{}, fact.Forbidden("act.reviewers", "Only reviewers of this topic can do that.").With("topic", f.Topic)
		}
		if (f.Doubts == nil || f.Doubts.Count == 0) && !f.Expired(c.now) {
			return Reply{}, fact.Conflict("hand.none", "It is not waiting for anybody.").With("id", f.ID.String())
		}
		return c.formReply(&Form{
			Command: "handon " + f.ID.String(), Topic: f.Topic, Title: w.say("form.handon.title", "id", f.ID.String()),
			Submit: w.say("form.handon.submit"), Intro: c.factIntro(f),
			Fields: []Field{{Name: "person", Kind: FieldUser, Label: w.say("form.handon.person"), Required: true}},
		}), nil
	}
	if err := c.review.HandOn(c.ctx, c.req.Actor, f.ID, to); err != nil {
		return Reply{}, err
	}
	return Reply{Kind: KindDone, Lead: Plain(w.say("handon.done", "id", f.ID.String(), "name", c.person(to)))}, nil
}
