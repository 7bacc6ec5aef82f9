package bot

import (
	"strconv"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// proposalNotice is a proposal's one message to the reviewers: with buttons
// while it is open, afterwards with what was decided.
func (c *call) proposalNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	item := "P" + strconv.FormatInt(n.Item, 10)
	open, err := c.bot.Review.Proposals(c.ctx, fact.Actor{User: c.reviewerFor(n), Origin: fact.OriginProgram}, n.Topic)
	if err != nil {
		return Reply{}, err
	}
	for i := range open {
		if open[i].ID == n.Item {
			sections := c.proposalSections(&open[i], true)
			return Reply{Lead: Plain(w.say("proposal.lead", "item", item)), Sections: sections}, nil
		}
	}
	decided, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Topic: n.Topic, Acts: []fact.Act{fact.ActAccept, fact.ActReject}})
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Lead: Plain(w.say("proposal.done", "item", item))}
	for i := range decided {
		if decidesOn(&decided[i], n.Item) {
			c.happened(&r, &decided[i], item)
			if f, ok := c.bot.Index.Get(decided[i].Fact); ok {
				r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
			}
			break
		}
	}
	return r, nil
}

// decidesOn reports whether an event accepted or rejected a proposal.
func decidesOn(e *fact.Event, proposal int64) bool {
	item := strconv.FormatInt(proposal, 10)
	for _, v := range e.Values {
		if v.Name == "proposal" && (v.Old == item || v.New == item) {
			return true
		}
	}
	return false
}

// importNotice tells the reviewers what an import did, or that it waits.
func (c *call) importNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	if n.Topic == "" {
		return Reply{
			Lead:     Plain(w.say("import.failed")),
			Sections: []Section{{Kind: SectionContent, Text: n.Text}},
			Notes:    []Line{Plain(w.say("import.failed.note"))},
		}, nil
	}
	title := n.Topic
	if t := c.topic(n.Topic); t != nil {
		title = t.Title
	}
	if n.Item == 0 {
		return Reply{
			Lead:  Plain(w.say("import.waits", "file", n.Text, "topic", title)),
			Notes: []Line{Plain(w.say("import.waits.note"))},
		}, nil
	}
	e, err := c.event(n.Cause)
	if err != nil {
		return Reply{}, err
	}
	text, differing, file := "", 0, ""
	for _, v := range e.Values {
		count, err := strconv.Atoi(v.New)
		switch {
		case v.Name == "document":
			file = v.New
		case err != nil || count == 0 || !w.has("import."+v.Name):
		default:
			text += separator + w.count("import."+v.Name, count)
			if v.Name == "differing" {
				differing = count
			}
		}
	}
	r := Reply{Lead: Plain(w.say("import.lead", "file", file, "topic", title) + text)}
	if differing > 0 {
		r.Buttons = []Button{{Label: w.count("button.differences", differing), Command: "proposals", Topic: n.Topic}}
	}
	return r, nil
}

// digestNotice is the weekly summary of a topic.
func (c *call) digestNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	from, to, _, err := review.ParsePeriod(n.Text)
	if err != nil {
		return Reply{}, err
	}
	d, err := c.bot.Review.Digest(c.ctx, n.Topic, from, to)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Lead: Plain(w.say("digest.lead", "topic", d.Topic.Title, "from", w.date(from), "to", w.date(to.Add(-1))))}
	context := func(text string) {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(text)})
	}
	line := func(text string) {
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(text)})
	}
	context(w.count("digest.changed", len(d.Changed)))
	added, told := 0, 0
	for i := range d.Changed {
		switch {
		case d.Changed[i].Act == fact.ActAdd:
			added++
		case told < pageEvents:
			told++
			line(c.tell(&d.Changed[i], true).line)
		}
	}
	if added > 0 {
		line(w.count("import.added", added))
	}
	context(w.count("digest.gaps", len(d.Gaps)))
	for i := range d.Gaps[:min(len(d.Gaps), 5)] {
		r.Sections = append(r.Sections, Section{Kind: SectionContent, Text: d.Gaps[i].Text, Line: Plain(w.count("gap.asked", max(d.Gaps[i].Asked, 1)))})
	}
	context(w.count("digest.waiting", len(d.Waiting)))
	for i := range d.Waiting[:min(len(d.Waiting), 5)] {
		line(c.itemLine(&d.Waiting[i]))
	}
	if len(d.Proposals) > 0 {
		context(w.count("digest.proposals", len(d.Proposals)))
	}
	if d.Suppressed > 0 {
		r.Notes = append(r.Notes, Plain(w.count("digest.suppressed", d.Suppressed)))
	}
	if d.Reviewers < 2 {
		r.Notes = append(r.Notes, Plain(w.count("digest.reviewers", d.Reviewers)))
	}
	r.Buttons = []Button{{Label: w.say("button.timeline"), Command: "timeline --changes", Topic: n.Topic}}
	return r, nil
}

// outageNotice says from when to when Slack was away.
func (c *call) outageNotice(n *fact.Notice) (Reply, error) {
	from, to, late, err := review.ParsePeriod(n.Text)
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	return Reply{Lead: Plain(w.count("outage.lead", late, "from", w.moment(from), "to", w.moment(to)))}, nil
}
