package bot

import (
	"factbot/internal/fact"
	"factbot/internal/search"
)

// defines is the topic whose meaning the query asks for and that has a recorded
// definition, or nil.
func (c *call) defines() *fact.Topic {
	name := askedTopic(c.cmd.Query)
	if name == "" {
		return nil
	}
	t := c.named(name)
	if t == nil || t.Definition == "" || c.cmd.Topic != "" && c.cmd.Topic != t.Slug {
		return nil
	}
	return t
}

// named is the topic that a folded name means: its own, or another form of it
// by its glossary.
func (c *call) named(name string) *fact.Topic {
	names := c.bot.names.of(c.topics)
	if t := names.called[name]; t != nil {
		return t
	}
	return names.glossed[name]
}

// define puts the recorded definition of a topic before the facts, where the
// query asks for it: verbatim, and said to be the topic's.
func (c *call) define(r *Reply) {
	t := c.defines()
	if t == nil {
		return
	}
	label := c.words.say("definition.here", "topic", t.Title)
	if t.Import != nil {
		label = c.words.say("definition.file", "topic", t.Title, "file", t.Import.Document)
	}
	r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(label)},
		Section{Kind: SectionContent, Text: t.Definition})
}

// acrossLead names, in the lead, the shown facts that were found only across
// the language.
func (c *call) acrossLead(hits []search.Hit) Line {
	var ids []string
	var lang fact.Lang
	for i := range hits {
		if hits[i].AcrossLanguage {
			ids, lang = append(ids, hits[i].Fact.ID.String()), hits[i].Fact.Lang
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return Plain(separator + c.words.say("facts.across", "language", c.words.across(lang), "ids", c.words.list(ids)))
}
