package bot

import (
	"factbot/internal/fact"
)

// allFacts lists a topic's facts, core ones first.
func (c *call) allFacts() (Reply, error) {
	topic := c.only()
	if topic == nil {
		return c.listTopics()
	}
	c.cmd.Topic = topic.Slug
	w, o := c.words, c.cmd.Options
	from := max(o.From, 1)
	limit := c.pageSize()
	if c.req.All {
		limit = 0
	}
	var n checks
	facts, total := c.bot.Index.Page(topic.Slug, func(f *fact.Fact) bool {
		if !o.passes(f) {
			return false
		}
		n.add(f, c)
		return true
	}, from-1, limit)
	if total == 0 {
		return c.emptyList(topic), nil
	}
	if len(facts) == 0 {
		return Reply{}, fact.Invalid("page.beyond", "There are not that many.").
			With("from", w.number(from)).With("of", w.number(total))
	}
	at := func(i int) *fact.Fact { return facts[i] }
	shown := c.fit(len(facts), at)
	r := Reply{Kind: KindFacts}
	r.Lead = Plain(w.count("list.lead", total, "topic", topic.Title) + separator + n.say(w))
	if from > 1 {
		r.Lead = Plain(w.say("list.page", "from", w.number(from), "to", w.number(from+shown-1), "of", w.number(total), "topic", topic.Title))
	}
	for _, f := range facts[:shown] {
		v := c.view(f)
		c.nameTranslation(v)
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: v})
	}
	c.page(&r, "facts", from, shown, total)
	note := c.sourceNote(shown, at)
	if rest := total - from + 1 - shown; rest > 0 {
		note = w.count("facts.more", rest) + separator + note
	}
	r.Notes = append(r.Notes, Plain(note))
	c.factButtons(&r, "facts", from)
	return r, nil
}

// emptyList says that a topic has no facts, or none that pass the options.
func (c *call) emptyList(topic *fact.Topic) Reply {
	key := "list.empty"
	if c.cmd.Options.Given {
		key = "list.filtered"
	}
	return Reply{Kind: KindNothing, Lead: Plain(c.words.say(key, "topic", topic.Title))}
}

// passes reports whether a listed fact is one that the options ask for.
func (o *Options) passes(f *fact.Fact) bool {
	switch {
	case o.Status != nil && f.Status != *o.Status,
		o.Status == nil && !o.All && !f.Active(),
		f.Confidence < o.Min,
		o.Lang != fact.LangUnknown && f.Lang != o.Lang:
		return false
	}
	return true
}

// listTopics lists the topics served.
func (c *call) listTopics() (Reply, error) {
	w := c.words
	r := Reply{Kind: KindList, Lead: Plain(w.count("topics.lead", len(c.topics)))}
	if len(c.topics) == 0 {
		r.Kind = KindNothing
		r.Lead = Plain(w.say("topics.none"))
		return r, nil
	}
	for _, t := range c.topics {
		r.Sections = append(r.Sections, c.topicSections(t)...)
	}
	r.Notes = append(r.Notes, Plain(w.say("topics.how", "command", c.typed("help"))))
	return r, nil
}

// definitionChars bounds the part of a definition that a list of topics shows.
const definitionChars = 300

// topicSections is a topic in a list of topics: its title, the first sentences of
// its definition, and what there is to open.
func (c *call) topicSections(t *fact.Topic) []Section {
	w := c.words
	definition := wholeSentences(t.Definition, definitionChars)
	note := w.count("topics.facts", t.Facts) + separator + "/" + t.Command
	if t.Import != nil {
		note += separator + w.say("note.import", "file", t.Import.Document, "date", w.date(t.Import.At), "hash", t.Import.ShortHash())
	}
	title := shorten(t.Title, 40)
	buttons := []Button{
		{Label: w.say("button.open.hint", "topic", title), Command: "card", Topic: t.Slug},
		{Label: w.say("button.timeline.hint", "topic", title), Command: "timeline", Topic: t.Slug},
	}
	if definition == "" {
		return []Section{{Kind: SectionContent, Text: t.Title, Line: Plain(note), Buttons: buttons}}
	}
	return []Section{{Kind: SectionHeading, Text: t.Title}, {Kind: SectionContent, Text: definition, Line: Plain(note), Buttons: buttons}}
}
