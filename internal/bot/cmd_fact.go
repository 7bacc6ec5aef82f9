package bot

import (
	"strings"

	"factbot/internal/fact"
)

// historyInFull is how many of the latest events a fact in full shows.
const historyInFull = 3

// factInFull shows one fact with its citations, doubts, relations, latest
// events and what can be done about it.
func (c *call) factInFull() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindFact}
	v := c.view(f)
	v.Extra = append(c.doubtLines(f), c.sourceLines(f)...)
	c.nameTranslation(v)
	v.Extra = append(v.Extra, c.relationLines(f)...)
	if line := c.importLine(f); line != "" {
		v.Extra = append(v.Extra, Plain(line))
	}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: v})
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Fact: f.ID, Limit: historyInFull + 1})
	if err != nil {
		return Reply{}, err
	}
	for i := range events[:min(len(events), historyInFull)] {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.tell(&events[i], false).line)})
	}
	if err := c.actButtons(&r, f); err != nil {
		return Reply{}, err
	}
	return r, nil
}

// doubtLines sums up the open flags: reasons and counts, never who.
func (c *call) doubtLines(f *fact.Fact) []Line {
	if f.Doubts == nil || f.Doubts.Count == 0 {
		return nil
	}
	return []Line{Plain(c.reasonCounts(f) + c.words.say("fact.with_reviewer", "date", c.words.date(f.Doubts.Since)))}
}

// reasonCounts lists why a fact is doubted and how often: "Outdated (2)".
func (c *call) reasonCounts(f *fact.Fact) string {
	var parts []string
	for _, reason := range fact.Reasons {
		if n := f.Doubts.Reasons[reason]; n > 0 {
			parts = append(parts, c.reason(reason)+" ("+c.words.number(n)+")")
		}
	}
	return c.words.list(parts)
}

// reason is a flag's reason in words.
func (c *call) reason(r fact.Reason) string { return c.words.say("reason." + string(r)) }

// sourceLines gives each recorded source with its passage and date.
func (c *call) sourceLines(f *fact.Fact) []Line {
	w := c.words
	if len(f.Sources) == 0 {
		return []Line{Plain(w.say("note.nosource"))}
	}
	lines := make([]Line, 0, len(f.Sources))
	for i := range f.Sources {
		s := &f.Sources[i]
		text, link := sourceText(s)
		l := Line{{Text: w.say("fact.source") + " "}, {Text: text, URL: link}}
		if s.Author != "" {
			l = append(l, Span{Text: separator + s.Author})
		}
		l = append(l, Span{Text: separator + w.date(s.Date)})
		if s.Quote != "" {
			l = append(l, Span{Text: separator + w.quoted(s.Quote)})
		}
		lines = append(lines, l)
	}
	return lines
}

// relationLines says how other facts bear on this one.
func (c *call) relationLines(f *fact.Fact) []Line {
	w := c.words
	var parts []string
	for _, r := range f.Relations {
		key := "relation." + string(r.Kind)
		if r.Inverse {
			key += ".inverse"
		}
		parts = append(parts, w.say(key, "id", r.Other.String()))
	}
	if near := c.near(f); len(near) > 0 {
		parts = append(parts, w.say("fact.near", "ids", w.list(near)))
	}
	if len(parts) == 0 {
		return nil
	}
	return []Line{Plain(strings.Join(parts, separator))}
}

// near lists the active facts that say much the same, by id, without those
// already related.
func (c *call) near(f *fact.Fact) []string {
	related := map[fact.ID]bool{f.ID: true}
	for _, r := range f.Relations {
		related[r.Other] = true
	}
	var ids []string
	for _, hit := range c.bot.Index.Similar(f.Statement, f.Topic, 4) {
		if !related[hit.Fact.ID] && hit.Fact.Active() && len(ids) < 2 {
			ids = append(ids, hit.Fact.ID.String())
		}
	}
	return ids
}

// importLine says when the fact's wording came in.
func (c *call) importLine(f *fact.Fact) string {
	if f.Import == nil {
		return ""
	}
	return c.words.say("note.import", "file", f.Import.Document, "date", c.words.date(f.Import.At), "hash", f.Import.ShortHash())
}

// actButtons offers what the person may do about the fact.
func (c *call) actButtons(r *Reply, f *fact.Fact) error {
	w, id, user := c.words, f.ID.String(), c.req.Actor.User
	add := func(key, command string, style ButtonStyle) {
		r.Buttons = append(r.Buttons, Button{Label: w.say(key), Command: command + " " + id, Style: style})
	}
	own := false
	if user != "" && !c.public {
		flags, err := c.bot.Records.Flags(c.ctx, fact.FlagFilter{Fact: f.ID, By: user, Open: true, Limit: 1})
		if err != nil {
			return err
		}
		own = len(flags) > 0
	}
	switch {
	case !f.Active():
	case own:
		add("button.withdraw", "withdraw", StyleDefault)
		add("button.evidence", "evidence", StyleDefault)
	case f.Doubts != nil && f.Doubts.Count > 0:
		add("button.metoo", "metoo", StyleDefault)
		add("button.evidence", "evidence", StyleDefault)
	default:
		add("button.flag.this", "flag", StyleDefault)
	}
	add("button.history", "history", StyleDefault)
	if !c.public && c.review.May(f.Topic, user) {
		r.Buttons = append(r.Buttons, c.decisionButtons(f)...)
	}
	if c.mayShare() {
		add("button.share", "share fact", StyleDefault)
	}
	return nil
}

// decisionButtons are a reviewer's acts on a fact; each opens a form and names
// the version it was offered for.
func (c *call) decisionButtons(f *fact.Fact) []Button {
	w := c.words
	ref := f.ID.String() + " v" + plainNumber(f.Version)
	if !f.Active() {
		return []Button{{Label: w.say("button.restore"), Command: "restore " + ref}}
	}
	buttons := []Button{
		{Label: w.say("button.correct"), Command: "correct " + ref},
		{Label: w.say("button.verify"), Command: "verify " + ref, Style: StylePrimary},
		{Label: w.say("button.retract"), Command: "retract " + ref, Style: StyleDanger},
	}
	if f.Doubts != nil && f.Doubts.Count > 0 {
		buttons[1].Style = StyleDefault // nothing speaks for it more than against it
		buttons = append(buttons, Button{Label: w.say("button.dismiss"), Command: "dismiss " + ref})
	}
	return buttons
}
