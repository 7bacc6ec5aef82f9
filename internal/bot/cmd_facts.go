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
	leadText  = 80   // bytes that a lead takes beside the query
	noteText  = 240  // bytes that the small print takes
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

// factsPage is room for what the usual page of found facts is made of.
type factsPage struct {
	views    [pageFacts]FactView
	sections [pageFacts + 1]Section
	buttons  [3]Button
	lead     [2]Span
	notes    [1]Line
	note     [1]Span
}

// found shows one page of a result.
func (c *call) found(result *search.Result, from int) Reply {
	shown := c.fit(len(result.Hits), func(i int) *fact.Fact { return result.Hits[i].Fact })
	on := c.desk.takePage()
	c.views = on.views[:0]
	r := Reply{Kind: KindFacts, Lead: on.lead[:0], Sections: on.sections[:0], Notes: on.notes[:0], Buttons: on.buttons[:0]}
	r.Lead = c.factsLead(r.Lead, result, from, shown)
	r.Lead = append(r.Lead, c.acrossLead(result.Hits[:shown])...)
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
	command := c.room.pen.join("facts ", c.cmd.Query)
	c.page(&r, command, from, shown, result.Total)
	r.Notes = append(r.Notes, append(on.note[:0], Span{Text: c.factsNote(result, from, shown)}))
	c.leftOut(&r, result)
	c.factButtons(&r, command, from)
	return r
}

// fit is how many of n facts go on the page that starts with the first.
func (c *call) fit(n int, at func(int) *fact.Fact) int {
	if c.req.All {
		return n
	}
	most, bytes := min(n, c.pageSize()), 0
	for i := range most {
		bytes += len(at(i).Statement) + lineChars
	}
	if bytes <= pageChars { // and so the characters are
		return most
	}
	chars, shown := 0, 0
	for shown < most {
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
func (c *call) factsLead(lead Line, result *search.Result, from, shown int) Line {
	w, p := c.words, &c.room.pen
	query := w.asked(c.cmd.Query)
	p.start(leadText + len(query))
	switch {
	case from > 1:
		p.say(w, "facts.page", "from", w.number(from), "to", w.number(from+shown-1), "of", w.total(result), "query", query)
		return append(lead, Span{Text: p.text()})
	case c.public && !c.shared:
		p.atLeast(w, "facts.bear", result.Total, result.More)
	default:
		p.atLeast(w, "facts.lead", result.Total, result.More, "query", query)
	}
	if result.Total <= len(result.Hits) {
		var n checks
		for i := range result.Hits {
			n.add(result.Hits[i].Fact, c)
		}
		p.put(separator)
		p.put(n.say(w))
	}
	return append(lead, Span{Text: p.text()})
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
func (c *call) factsNote(result *search.Result, from, shown int) string {
	w, p := c.words, &c.room.pen
	at := func(i int) *fact.Fact { return result.Hits[i].Fact }
	p.start(noteText)
	switch rest := result.Total - (from - 1) - shown; {
	case c.public:
		p.say(w, "facts.quoted")
		p.put(separator)
	case rest > 0:
		if shown < pageFacts {
			p.say(w, "facts.showing", "n", strconv.Itoa(shown), "of", w.total(result))
			p.put(separator)
		}
		p.atLeast(w, "facts.more", rest, result.More)
		if other := c.inOther(result.Hits[shown:]); other > 0 && len(result.Hits)-shown == rest {
			p.say(w, "facts.more.language", "n", w.number(other), "language", c.otherLanguage())
		}
		p.put(separator)
	}
	if c.cmd.Topic == "" && len(c.topics) > 1 {
		p.say(w, "facts.topics", "topics", w.list(c.titles(result.Hits[:shown])))
		p.put(separator)
	}
	c.writeSources(p, shown, at)
	if c.public {
		p.put(separator)
		p.say(w, "facts.followup", "name", c.bot.Name)
	}
	return p.text()
}

// inOther counts the facts that are not in the reply's language.
func (c *call) inOther(hits []search.Hit) int {
	n := 0
	for i := range hits {
		if (hits[i].Fact.Lang == fact.Chinese) != (c.words.locale == LocaleZH) {
			n++
		}
	}
	return n
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

// leftOut says how many matching facts are not shown, and why.
func (c *call) leftOut(r *Reply, result *search.Result) {
	if n := result.LeftOut.Retracted; n > 0 {
		r.Notes = append(r.Notes, Plain(c.words.count("facts.retracted", n)))
	}
	if n := result.LeftOut.Filtered; n > 0 {
		r.Notes = append(r.Notes, Plain(c.words.count("facts.filtered", n)))
	}
}
