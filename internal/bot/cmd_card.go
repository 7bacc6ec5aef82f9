package bot

import (
	"factbot/internal/fact"
)

// Limits of a topic's card.
const (
	cardCore   = 3
	cardLatest = 3
)

// card shows a topic: its definition, core facts, the latest of its timeline,
// counts and what to do next. With several topics it lists them.
func (c *call) card() (Reply, error) {
	topic := c.only()
	if topic == nil {
		return c.listTopics()
	}
	c.cmd.Topic = topic.Slug
	w := c.words
	r := Reply{Kind: KindCard}
	r.Sections = append(r.Sections, Section{Kind: SectionHeading, Text: topic.Title})
	if topic.Definition != "" {
		r.Sections = append(r.Sections, Section{Kind: SectionContent, Text: topic.Definition})
	}
	var n checks
	zh, active := 0, 0
	core, cores := c.bot.Index.Page(topic.Slug, func(f *fact.Fact) bool {
		if !f.Active() {
			return false
		}
		n.add(f, c)
		active++
		if f.Lang == fact.Chinese {
			zh++
		}
		return f.Has(fact.Core)
	}, 0, cardCore)
	counts := w.count("topics.facts", active) + separator + n.say(w)
	if zh > 0 && zh < active {
		counts += separator + w.count("card.chinese", zh)
	}
	r.Lead = Plain(counts)
	if len(core) > 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.count("card.core", cores))})
	}
	for _, f := range core {
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	}
	if err := c.latest(&r, topic); err != nil {
		return Reply{}, err
	}
	c.cardNotes(&r, topic)
	r.Buttons = append(r.Buttons,
		Button{Label: w.say("button.allfacts"), Command: "facts", Topic: topic.Slug, Style: StylePrimary},
		Button{Label: w.say("button.timeline"), Command: "timeline", Topic: topic.Slug},
		Button{Label: w.say("button.help"), Command: "help", Topic: topic.Slug})
	return r, nil
}

// latest adds the latest dated acts and the file's first undated events.
func (c *call) latest(r *Reply, topic *fact.Topic) error {
	w := c.words
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{
		Topic: topic.Slug, Acts: publicActs,
		Since: c.now.AddDate(0, 0, -timelineDays), Limit: cardLatest,
	})
	if err != nil {
		return err
	}
	if len(events) > 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("card.latest"))})
	}
	for i := range events {
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(c.tell(&events[i], true).line)})
	}
	if room := cardLatest - len(events); room > 0 && len(topic.Timeline) > 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.capturedNote(topic))})
		for _, e := range topic.Timeline[:min(room, len(topic.Timeline))] {
			s := Section{Kind: SectionContent, Text: e.Text}
			if !e.Fact.IsZero() {
				s.Line = Plain(e.Fact.String())
			}
			r.Sections = append(r.Sections, s)
		}
	}
	return nil
}

func (c *call) cardNotes(r *Reply, topic *fact.Topic) {
	w := c.words
	if t := topic.Import; t != nil {
		r.Notes = append(r.Notes, Plain(w.say("note.import", "file", t.Document, "date", w.date(t.At), "hash", t.ShortHash())))
	}
	how := "card.how"
	if c.req.Via == ViaTerminal {
		how = "card.how.terminal"
	}
	r.Notes = append(r.Notes, Plain(w.say(how, "command", topic.Command, "name", c.bot.Name)))
}
