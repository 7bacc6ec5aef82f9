package bot

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// Limits of a page.
const (
	pageFacts = 5    // facts on an ordinary page
	longPage  = 20   // … with --all
	pageChars = 8000 // rendered characters, statements and lines together
	lineChars = 120  // what a fact's line and menu count for
	window    = 20   // hits looked at for the counts in the lead
)

// facts answers a query, or lists the facts where none is given.
func (c *call) facts() (Reply, error) {
	if q := c.req.Fields["query"]; c.req.Via == ViaForm && q != "" && c.cmd.Query == "" {
		topic := c.cmd.Topic
		c.cmd = Parse("facts "+q, c.scope())
		if c.cmd.Topic == "" {
			c.cmd.Topic = topic
		}
		if c.cmd.Usage {
			return Reply{}, fact.Invalid("query.empty", "Write what to look for.")
		}
		return c.perform()
	}
	if c.cmd.Query == "" {
		return c.allFacts()
	}
	o := c.cmd.Options
	from := max(o.From, 1)
	q := search.Query{
		Text: c.cmd.Query, Topics: c.slugs(), Status: o.Status, Min: o.Min, Lang: o.Lang,
		Offset: from - 1, Limit: window, Explain: o.Explain, Now: c.now,
		Retracted: o.All || o.Status != nil && *o.Status == fact.Retracted,
	}
	if c.req.All {
		q.Limit = 0
	}
	result := c.bot.Index.Search(q)
	switch {
	case result.Empty:
		return c.usage(VerbHelp), nil
	case result.Total == 0:
		if t := c.defines(); t != nil {
			c.cmd.Topic = t.Slug
			return c.card()
		}
		return c.nothing(&result), nil
	case len(result.Hits) == 0:
		return Reply{}, fact.Invalid("page.beyond", "There are not that many.").
			With("from", c.words.number(from)).With("of", c.words.number(result.Total))
	}
	return c.found(&result, from), nil
}

// found shows one page of a result.
func (c *call) found(result *search.Result, from int) Reply {
	shown := c.fit(len(result.Hits), func(i int) *fact.Fact { return result.Hits[i].Fact })
	r := Reply{Kind: KindFacts, Sections: make([]Section, 0, shown+2), Notes: make([]Line, 0, 2), Buttons: make([]Button, 0, 3)}
	c.views = make([]FactView, 0, shown)
	r.Lead = append(c.factsLead(result, from, shown), c.acrossLead(result.Hits[:shown])...)
	c.readings(&r, result)
	if from == 1 {
		c.define(&r)
	}
	for i := range result.Hits[:shown] {
		hit := &result.Hits[i]
		v := c.hitView(hit, c.cmd.Query)
		if c.cmd.Options.Explain {
			v.Extra = append(v.Extra, c.reasons(hit)...)
		}
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: v})
	}
	c.page(&r, "facts "+c.cmd.Query, from, shown, result.Total)
	r.Notes = append(r.Notes, c.factsNote(result, from, shown))
	c.leftOut(&r, result)
	c.factButtons(&r, "facts "+c.cmd.Query, from)
	return r
}

// fit is how many of n facts go on the page that starts with the first.
func (c *call) fit(n int, at func(int) *fact.Fact) int {
	if c.req.All {
		return n
	}
	chars, shown := 0, 0
	for shown < min(n, c.pageSize()) {
		chars += utf8.RuneCountInString(at(shown).Statement) + lineChars
		if chars > pageChars && shown > 0 {
			break
		}
		shown++
	}
	return shown
}

// pageSize is how many items a page of the command's list shows at most.
func (c *call) pageSize() int {
	switch c.cmd.Verb {
	case VerbHistory, VerbGaps:
		return pageEvents
	case VerbTimeline:
		if c.cmd.Options.Changes {
			return pageEvents
		}
	case VerbFacts:
		if c.cmd.Options.All {
			return longPage
		}
	}
	return pageFacts
}

// factsLead says how many facts there are and how many were ever checked.
func (c *call) factsLead(result *search.Result, from, shown int) Line {
	w := c.words
	query := w.asked(c.cmd.Query)
	if from > 1 {
		return Plain(w.say("facts.page", "from", w.number(from), "to", w.number(from+shown-1),
			"of", w.total(result), "query", query))
	}
	lead := w.atLeast("facts.lead", result.Total, result.More, "query", query)
	if c.public && !c.shared {
		lead = w.atLeast("facts.bear", result.Total, result.More)
	}
	if result.Total > len(result.Hits) {
		return Plain(lead)
	}
	var n checks
	for i := range result.Hits {
		n.add(result.Hits[i].Fact, c)
	}
	return Plain(lead + separator + n.say(w))
}

// total is how many facts match, with a plus where that many were counted at least.
func (w *words) total(result *search.Result) string {
	if result.More {
		return w.number(result.Total) + "+"
	}
	return w.number(result.Total)
}

// checks counts the facts that somebody verified, here or in the file.
type checks struct{ here, file int }

func (n *checks) add(f *fact.Fact, c *call) {
	switch {
	case f.Status != fact.Verified || f.Expired(c.now):
	case f.Verified != nil:
		n.here++
	default:
		n.file++
	}
}

func (n checks) say(w *words) string {
	switch {
	case n.here > 0 && n.file > 0:
		return w.say("checked.both", "here", w.number(n.here), "file", w.number(n.file))
	case n.here > 0:
		return w.say("checked.here", "here", w.number(n.here))
	case n.file > 0:
		return w.say("checked.file", "file", w.number(n.file))
	}
	return w.say("checked.none")
}

// readings says what was searched for instead of what was typed.
func (c *call) readings(r *Reply, result *search.Result) {
	for _, x := range result.Corrections {
		r.Sections = append(r.Sections, Section{
			Kind: SectionContext,
			Line: Plain(c.words.say("facts.corrected", "to", c.words.quoted(x.To), "from", c.words.quoted(x.From))),
		})
	}
	for _, x := range result.Expansions {
		r.Sections = append(r.Sections, Section{
			Kind: SectionContext,
			Line: Plain(c.words.say("facts.expanded", "to", c.words.quoted(x.To), "from", c.words.quoted(x.From))),
		})
	}
}

// factsNote is the small print below found facts: what more there is, and what
// the import gives and does not give.
func (c *call) factsNote(result *search.Result, from, shown int) Line {
	w := c.words
	note := ""
	if rest := result.Total - (from - 1) - shown; rest > 0 {
		note = w.atLeast("facts.more", rest, result.More)
		other := 0
		for i := shown; i < len(result.Hits); i++ {
			if (result.Hits[i].Fact.Lang == fact.Chinese) != (w.locale == LocaleZH) {
				other++
			}
		}
		if other > 0 && len(result.Hits)-shown == rest {
			note += w.say("facts.more.language", "n", w.number(other), "language", c.otherLanguage())
		}
		if shown < pageFacts {
			note = w.say("facts.showing", "n", strconv.Itoa(shown), "of", w.total(result)) + separator + note
		}
		note += separator
	}
	if c.public {
		note = w.say("facts.quoted") + separator
	}
	if c.cmd.Topic == "" && len(c.topics) > 1 {
		note += w.say("facts.topics", "topics", w.list(c.titles(result.Hits[:shown]))) + separator
	}
	note += c.sourceNote(shown, func(i int) *fact.Fact { return result.Hits[i].Fact })
	if c.public {
		note += separator + w.say("facts.followup", "name", c.bot.Name)
	}
	return Plain(note)
}

// titles are the titles of the topics that facts belong to, in their order.
func (c *call) titles(hits []search.Hit) []string {
	var titles []string
	for i := range hits {
		title := hits[i].Fact.Topic
		if t := c.topic(title); t != nil {
			title = t.Title
		}
		if !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return titles
}

// otherLanguage names the language that the reply is not in.
func (c *call) otherLanguage() string {
	if c.words.locale == LocaleZH {
		return c.words.language(fact.English)
	}
	return c.words.language(fact.Chinese)
}

// sourceNote says when the shown facts were imported, whether any external
// source is recorded, and whose figure the percentage is.
func (c *call) sourceNote(n int, at func(int) *fact.Fact) string {
	w := c.words
	var imp *fact.Import
	same, sources, own := true, 0, 0
	for i := range n {
		f := at(i)
		if f.Import != nil {
			if imp != nil && imp.ID != f.Import.ID {
				same = false
			}
			imp = f.Import
		}
		if len(f.Sources) > 0 {
			sources++
		}
		if f.Import == nil || f.Has(fact.Rerated) {
			own++
		}
	}
	note := ""
	if imp != nil && same {
		note = w.say("note.import", "file", imp.Document, "date", w.date(imp.At), "hash", imp.ShortHash()) + separator
	}
	switch {
	case sources == 0:
		note += w.say("note.nosource")
	case sources < n:
		note += w.count("note.somesource", n-sources)
	default:
		note += w.say("note.sources")
	}
	if own == 0 && n > 0 {
		note += separator + w.say("note.percent")
	}
	return note
}

// leftOut says how many matching facts are not shown, and why.
func (c *call) leftOut(r *Reply, result *search.Result) {
	if n := result.LeftOut.Retracted; n > 0 {
		r.Notes = append(r.Notes, Plain(c.words.count("facts.retracted", n)))
	}
	if n := result.LeftOut.Filtered; n > 0 {
		r.Notes = append(r.Notes, Plain(c.words.count("facts.filtered", n)))
	}
}
