package bot

import (
	"strings"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// bannerNotice is an old message of ours with a banner above: below it stands
// what was said then, in its order and under its own lead, and each fact that
// has changed since says so on its line and can be opened.
func (c *call) bannerNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	quotes, err := c.bot.Records.Quotes(c.ctx, fact.QuoteFilter{Channel: n.Place.Channel, Message: n.Place.Message})
	if err != nil {
		return Reply{}, err
	}
	if len(quotes) == 0 {
		return Reply{}, fact.NotFound("quote.gone", "That message is not kept any more.")
	}
	r := Reply{Lead: Plain(w.say("banner.current")), Notes: []Line{Plain(w.say("banner.note", "date", w.date(quotes[0].At)))}}
	var changes []string
	var said []*fact.Fact
	shown := map[fact.ID]bool{}
	for _, q := range quotes {
		if shown[q.Fact] {
			continue
		}
		shown[q.Fact] = true
		then, err := c.factAt(q.Fact, q.Version)
		if err != nil {
			return Reply{}, err
		}
		now, ok := c.bot.Index.Get(q.Fact)
		if !ok {
			now = then
		}
		said = append(said, then)
		v := c.view(then)
		v.Menu = c.menu(c.room, now, then.ID.String())
		if line := c.change(then, now); line != "" {
			changes = append(changes, line)
			c.markChanged(v, then, now)
			r.Buttons = append(r.Buttons, Button{Label: w.say("button.open.fact", "id", now.ID.String()), Command: "fact " + now.ID.String()})
		}
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: v})
	}
	if len(changes) > 0 {
		r.Lead = Plain(w.say("banner.changed", "changes", strings.Join(changes, "; ")))
	} else if len(n.Facts) > 0 {
		id := n.Facts[0].ID.String()
		r.Buttons = []Button{{Label: w.say("button.open.fact", "id", id), Command: "fact " + id}}
	}
	if lead := c.leadThen(&quotes[0], said); lead != "" {
		r.Sections = append([]Section{{Kind: SectionContext, Line: Plain(lead)}}, r.Sections...)
	}
	return r, nil
}

// markChanged says on the line of a fact that was quoted, after its id, what
// became of it since.
func (c *call) markChanged(v *FactView, then, now *fact.Fact) {
	change, date := c.changed(then, now)
	mark := c.words.say("banner.mark."+change, "date", date, "new", c.words.percent(now.Confidence))
	line := make(Line, 0, len(v.Line)+1)
	line = append(append(line, v.Line[0], Span{Text: separator + mark}), v.Line[1:]...)
	v.Line = line
}

// leadThen is the line that stood above a message of ours: who shared it, how
// many facts it counted, how many of them were checked at that time.
func (c *call) leadThen(q *fact.Quote, said []*fact.Fact) string {
	w := c.words
	asked, err := c.bot.Records.Notices(c.ctx, fact.NoticeFilter{Key: q.Notice, Limit: 1})
	if err != nil || len(asked) == 0 {
		return ""
	}
	n := &asked[0]
	mark, question := unmarked(n.Text)
	scope := c.scope()
	scope.Topic = n.Topic
	cmd := Parse(question, scope)
	lead := ""
	if mark == "" {
		lead = c.countThen(&cmd, n, said)
	}
	if lead != "" {
		var checked checks
		for _, f := range said {
			checked.add(f, c)
		}
		if cmd.Options.From <= 1 {
			lead += separator + checked.say(w)
		}
	}
	if n.Kind == fact.NoticeShare {
		by := w.say("share.by", "name", c.person(n.User))
		if lead != "" {
			by += separator
		}
		lead = by + lead
	}
	return lead
}

// countThen counts the facts of a command that was answered, retracted ones too:
// what has changed since was among them.
func (c *call) countThen(cmd *Command, n *fact.Notice, said []*fact.Fact) string {
	w := c.words
	total := len(said)
	switch {
	case cmd.Verb == VerbFacts && cmd.Query != "":
		var topics []string
		if cmd.Topic != "" {
			topics = []string{cmd.Topic}
		}
		o := &cmd.Options
		total = max(total, c.bot.Index.Search(search.Query{
			Text: cmd.Query, Topics: topics, Status: o.Status, Min: o.Min, Lang: o.Lang,
			Limit: 1, Now: c.now, Retracted: true,
		}).Total)
		switch {
		case o.From > 1:
			return w.say("facts.page", "from", w.number(o.From), "to", w.number(o.From+len(said)-1), "of", w.number(max(total, o.From+len(said)-1)),
				"query", w.asked(cmd.Query))
		case n.Kind == fact.NoticeShare:
			return w.count("facts.lead", total, "query", w.asked(cmd.Query))
		}
		return w.count("facts.bear", total)
	case cmd.Verb == VerbCheck:
		return w.count("facts.bear", total)
	}
	return ""
}
