package bot

import (
	"strings"

	"factbot/internal/fact"
)

// help shows the usage with examples.
func (c *call) help() (Reply, error) {
	if c.cmd.Talk != "" {
		return c.welcome(), nil
	}
	return c.usage(Verb(c.cmd.Query)), nil
}

// usage shows how to use one verb, or all of them. It lists no facts.
func (c *call) usage(v Verb) Reply {
	w := c.words
	r := Reply{Kind: KindHelp}
	cmd := c.bot.commands[v]
	if cmd != nil && (v != VerbHelp || c.cmd.Query == string(VerbHelp)) {
		r.Lead = Plain(w.say("help.verb", "usage", c.typed(c.usageOf(cmd.Verb))))
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(w.say("help." + string(v)))})
		for _, example := range cmd.Examples {
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.typed(example))})
		}
		return r
	}
	r.Lead = Plain(w.say("help.lead"))
	if prefix := c.prefix(); prefix != "" {
		r.Lead = Plain(w.say("help.lead.after", "command", strings.TrimSpace(prefix)))
	}
	reviewer := c.reviews()
	for _, list := range [2]fact.Role{fact.Reader, fact.Reviewer} {
		if list == fact.Reviewer && !reviewer {
			break
		}
		r.Sections = append(r.Sections, c.usageList(list))
	}
	r.Notes = append(r.Notes, Plain(w.say("help.options")))
	if c.req.Via != ViaTerminal {
		r.Notes = append(r.Notes, Plain(w.say("help.threads", "name", c.bot.Name)), Plain(w.say("help.invite", "name", c.bot.Name)))
	}
	return r
}

// usageOf is how a command is typed, in the reply's language.
func (c *call) usageOf(v Verb) string { return c.words.say("usage." + string(v)) }

// welcome answers small talk with a few things to ask.
func (c *call) welcome() Reply {
	w := c.words
	r := Reply{Kind: KindHelp, Lead: Plain(w.say("talk." + c.cmd.Talk))}
	text := w.say("talk.try")
	add := func(command, what string) {
		text += "\n" + w.say("help.line", "usage", c.typed(command), "what", w.say(what))
	}
	if t := c.only(); t != nil {
		add(w.say("talk.ask.what", "topic", t.Title), "talk.ask.definition")
	}
	for _, one := range [...]struct {
		verb Verb
		what string
	}{{VerbFacts, "talk.ask.facts"}, {VerbFact, "talk.ask.one"}, {VerbTimeline, "talk.ask.timeline"}, {VerbHelp, "talk.ask.help"}} {
		usage, _, _ := strings.Cut(c.usageOf(one.verb), " [")
		add(usage, one.what)
	}
	r.Sections = []Section{{Kind: SectionText, Text: text}}
	return r
}

// usageList is the commands for a role, each on a line with what it does.
func (c *call) usageList(role fact.Role) Section {
	w := c.words
	text := w.say("help.readers")
	if role == fact.Reviewer {
		text = w.say("help.reviewers")
	}
	for _, cmd := range commandList() {
		if !cmd.Hidden && cmd.Who == role {
			text += "\n" + w.say("help.line", "usage", c.typed(c.usageOf(cmd.Verb)), "what", w.say("help."+string(cmd.Verb)))
		}
	}
	return Section{Kind: SectionText, Text: text}
}

// typed is a command as it is typed at this door.
func (c *call) typed(command string) string { return c.prefix() + command }

// prefix is what is typed before a command at this door.
func (c *call) prefix() string {
	switch c.req.Via {
	case ViaCommand, ViaButton, ViaForm, ViaShortcut:
		if t := c.only(); t != nil && t.Command != "" {
			return "/" + t.Command + " "
		}
	case ViaMention:
		if c.bot.Name == "" {
			return ""
		}
		return "@" + c.bot.Name + " "
	}
	return ""
}

// reviews reports whether the person is a reviewer of a topic meant here.
func (c *call) reviews() bool {
	for _, t := range c.topics {
		if (c.cmd.Topic == "" || c.cmd.Topic == t.Slug) && c.review.May(t.Slug, c.req.Actor.User) {
			return true
		}
	}
	return false
}

// lookup opens a form with a search field.
func (c *call) lookup() (Reply, error) {
	w := c.words
	return c.formReply(&Form{
		Command: "facts", Topic: c.cmd.Topic, Title: w.say("form.lookup.title"), Submit: w.say("form.lookup.submit"),
		Fields: []Field{{
			Name: "query", Kind: FieldLine, Label: w.say("form.lookup.query"), Hint: w.say("form.lookup.hint"),
			Required: true, Max: fact.MaxQuery,
		}},
	}), nil
}
