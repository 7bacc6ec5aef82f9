package bot

import (
	"slices"
	"strings"

	"factbot/internal/fact"
)

// shortcut runs a shortcut that was used on somebody's message. The message is
// read for this answer only: of a private conversation nothing is stored.
func (c *call) shortcut() (Reply, error) {
	text := trimSeparators(asTyped(c.req.Quoted.Text))
	switch c.cmd.Verb {
	case VerbCheck:
		if !searchable(text) {
			return Reply{}, fact.Invalid("claim.empty", "That message has no text to check.")
		}
		return c.checked(text), nil
	case VerbAdd:
		if k := c.req.Quoted.Place.Kind; k == fact.PlacePublic {
			return c.formReply(c.proposeForm(c.only(), firstRunes(text, fact.MaxStatement))), nil
		}
		form := c.proposeForm(c.only(), "")
		form.Intro = append(form.Intro, Section{Kind: SectionContext, Line: Plain(c.words.say("add.private"))})
		return c.formReply(form), nil
	case VerbFlag, VerbFacts, VerbPick:
		return c.flagQuoted(text)
	}
	return c.perform()
}

// flagQuoted asks which of the facts that a message quotes is doubted: those it
// names by id or cites word for word, else those that bear on it.
func (c *call) flagQuoted(text string) (Reply, error) {
	ids := c.quotedIDs(text)
	if len(ids) == 0 {
		for _, s := range sentences(text)[:min(len(sentences(text)), checkedSentences)] {
			for _, hit := range c.bearing(s, 2) {
				ids = addID(ids, hit.Fact.ID)
			}
		}
	}
	if len(ids) == 0 {
		return Reply{Kind: KindNothing, Lead: Plain(c.words.say("flag.quoted.none"))}, nil
	}
	if len(ids) == 1 {
		c.cmd = Command{Verb: VerbFlag, Topic: c.cmd.Topic, ID: ids[0]}
		return c.flag()
	}
	c.cmd = Command{Verb: VerbPick, Topic: c.cmd.Topic, IDs: ids[:min(len(ids), 10)]}
	return c.pick()
}

// quotedIDs finds the ids that a text names, and the facts that it holds word
// for word.
func (c *call) quotedIDs(text string) []fact.ID {
	ids := c.namedIDs(text)
	for _, t := range c.meant() {
		for _, f := range c.bot.Index.Facts(t.Slug) {
			if f.Active() && strings.Contains(text, f.Statement) {
				ids = addID(ids, f.ID)
			}
		}
	}
	return ids
}

// namedIDs are the ids of recorded facts that a text names.
func (c *call) namedIDs(text string) []fact.ID {
	var ids []fact.ID
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return separates(r) || closes(r) && r != '_' || r == '·' || r == '>' }) {
		folded := foldWord(word)
		if !strings.Contains(folded, "-") {
			continue
		}
		if id, ok := fact.ParseID(folded, ""); ok {
			if _, known := c.bot.Index.Get(id); known {
				ids = addID(ids, id)
			}
		}
	}
	return ids
}

func addID(ids []fact.ID, id fact.ID) []fact.ID {
	if slices.Contains(ids, id) {
		return ids
	}
	return append(ids, id)
}
