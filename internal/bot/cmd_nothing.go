package bot

import (
	"factbot/internal/fact"
	"factbot/internal/search"
)

// nothing says that no recorded fact answers the query, and offers the nearest
// ones under that heading and the reviewers.
func (c *call) nothing(result *search.Result) Reply {
	w := c.words
	r := Reply{Kind: KindNothing}
	query := w.asked(c.cmd.Query)
	key := "nothing.lead"
	if o := c.cmd.Options; o.Status != nil || o.Min > 0 || o.Lang != 0 {
		key = "nothing.options"
	}
	if key == "nothing.lead" && len(result.Nearest) > 0 {
		key = "nothing.certain"
	}
	r.Lead = Plain(w.say(key, "query", query))
	c.readings(&r, result)
	if len(result.Nearest) > 0 {
		nearest := result.Nearest[:min(len(result.Nearest), 3)]
		nearest = nearest[:c.fit(len(nearest), func(i int) *fact.Fact { return nearest[i].Fact })]
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.count("nothing.nearest", len(nearest)))})
		for i := range nearest {
			r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.hitView(&nearest[i], c.cmd.Query)})
		}
		r.Notes = append(r.Notes, Plain(c.sourceNote(len(nearest), func(i int) *fact.Fact { return nearest[i].Fact })))
	}
	c.leftOut(&r, result)
	if cmd := c.bot.commands[c.cmd.Unfit]; cmd != nil {
		r.Notes = append(r.Notes, Plain(w.say("nothing.unfit", "verb", string(cmd.Verb), "usage", c.typed(c.usageOf(cmd.Verb)))))
	}
	if c.req.Actor.User != "" && c.req.Via != ViaTerminal {
		r.Notes = append(r.Notes, Plain(w.say("nothing.send")))
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.gap"), Command: "send-gap " + c.cmd.Query, Topic: c.cmd.Topic})
	}
	return r
}

// reasons says in words why a fact was found where it was.
func (c *call) reasons(hit *search.Hit) []Line {
	w := c.words
	var lines []Line
	for i := range hit.Why {
		m := &hit.Why[i]
		key := "why." + string(m.How)
		if as := key + ".as"; m.Term != "" && m.Found != "" && m.Found != m.Term && w.has(as) {
			key = as
		}
		if !w.has(key) {
			continue
		}
		lines = append(lines, Plain(w.say(key, "term", w.quoted(m.Term), "found", w.quoted(m.Found))))
	}
	return lines
}

// why explains one fact's place in a result.
func (c *call) why() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	if c.cmd.Query == "" {
		return c.usage(VerbWhy), nil
	}
	result := c.bot.Index.Search(search.Query{Text: c.cmd.Query, Topics: []string{f.Topic}, Explain: true, Now: c.now, Retracted: true})
	query := w.asked(c.cmd.Query)
	id := f.ID.String()
	for i := range result.Hits {
		hit := &result.Hits[i]
		if hit.Fact.ID != f.ID {
			continue
		}
		r := Reply{Kind: KindFact, Lead: Plain(w.say("why.lead", "id", id, "query", query,
			"rank", w.number(i+1), "of", w.number(result.Total)))}
		v := c.hitView(hit, "")
		v.Extra = append(v.Extra, c.reasons(hit)...)
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: v})
		return r, nil
	}
	r := Reply{Kind: KindFact, Lead: Plain(w.say("why.not", "id", id, "query", query))}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	return r, nil
}
