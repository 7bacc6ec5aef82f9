package bot

import (
	"strconv"

	"factbot/internal/fact"
)

// propose hands in a fact for review, or opens the form that asks for it. A
// typed statement goes through the form too, where a source can be given;
// where no form can be opened it is handed in as it is.
func (c *call) propose() (Reply, error) {
	topic := c.only()
	if c.req.Via == ViaForm {
		return c.proposeFilled(topic)
	}
	if c.cmd.Content == "" || c.opens() {
		return c.formReply(c.proposeForm(topic, c.cmd.Content)), nil
	}
	if topic == nil {
		return Reply{}, c.whichTopic()
	}
	return c.handIn(fact.Proposal{Topic: topic.Slug, Statement: c.cmd.Content})
}

func (c *call) proposeForm(topic *fact.Topic, statement string) *Form {
	w := c.words
	form := &Form{Command: "add", Title: w.say("form.add.title"), Submit: w.say("form.add.submit")}
	if topic != nil {
		form.Topic = topic.Slug
	} else {
		form.Fields = append(form.Fields, c.topicField())
	}
	form.Fields = append(form.Fields,
		Field{Name: "statement", Kind: FieldText, Label: w.say("form.add.statement"), Hint: w.say("form.add.hint"), Value: statement, Required: true, Max: fact.MaxStatement},
		Field{Name: "confidence", Kind: FieldNumber, Label: w.say("form.confidence"), Value: "50", Required: true, Max: 3},
		Field{Name: "source", Kind: FieldURL, Label: w.say("form.source")},
		Field{Name: "title", Kind: FieldLine, Label: w.say("form.source.title"), Max: 200},
		Field{Name: "quote", Kind: FieldText, Label: w.say("form.source.quote"), Max: fact.MaxNote})
	form.Intro = c.similarIntro(statement, form.Topic)
	return form
}

// similarIntro shows recorded facts that say the same as a proposed statement,
// then those that only bear on it.
func (c *call) similarIntro(statement, topic string) []Section {
	var same, related []Section
	for _, f := range c.similar(statement, topic) {
		one := Section{Kind: SectionFact, View: c.view(f)}
		if alike(statement, f.Statement) {
			same = append(same, one)
		} else {
			related = append(related, one)
		}
	}
	var intro []Section
	if len(same) > 0 {
		intro = append(append(intro, Section{Kind: SectionContext, Line: Plain(c.words.say("add.similar"))}), same...)
	}
	if len(related) > 0 {
		intro = append(append(intro, Section{Kind: SectionContext, Line: Plain(c.words.say("add.related"))}), related...)
	}
	return intro
}

// similar are recorded facts that say much the same as a proposed statement.
func (c *call) similar(statement, topic string) []*fact.Fact {
	if statement == "" {
		return nil
	}
	var facts []*fact.Fact
	for _, hit := range c.bot.Index.Similar(statement, topic, 2) {
		facts = append(facts, hit.Fact)
	}
	return facts
}

func (c *call) topicField() Field {
	field := Field{Name: "topic", Kind: FieldChoice, Label: c.words.say("form.topic"), Required: true}
	for _, t := range c.topics {
		field.Choices = append(field.Choices, Choice{Value: t.Slug, Label: shorten(t.Title, 70)})
	}
	return field
}

func (c *call) proposeFilled(topic *fact.Topic) (Reply, error) {
	p := fact.Proposal{Statement: c.field("statement")}
	if topic != nil {
		p.Topic = topic.Slug
	} else {
		p.Topic = c.field("topic")
	}
	if err := fact.CheckStatement(p.Statement); err != nil {
		return Reply{}, err
	}
	n, ok := percent(foldWord(c.field("confidence")))
	if !ok {
		return Reply{}, fact.Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
	}
	p.Confidence = fact.Confidence(n)
	source := fact.Citation{URL: c.field("source"), Title: c.field("title"), Quote: c.field("quote")}
	if source != (fact.Citation{}) {
		p.Source = &source
	}
	return c.handIn(p)
}

func (c *call) handIn(p fact.Proposal) (Reply, error) {
	p.Kind, p.Place, p.Name = fact.ProposeNew, c.req.Place, c.req.Actor.Name
	if p.Confidence == 0 && c.req.Via != ViaForm {
		p.Confidence = 50
	}
	p, err := c.review.Propose(c.ctx, c.req.Actor, p)
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	return Reply{
		Kind: KindDone, Lead: Plain(w.say("add.done", "item", "P"+strconv.FormatInt(p.ID, 10))),
		Sections: []Section{{Kind: SectionContent, Text: p.Statement}}, Notes: []Line{Plain(w.say("add.note"))},
	}, nil
}

// proposals lists what waits to be accepted.
func (c *call) proposals() (Reply, error) {
	var all []fact.Proposal
	for _, t := range c.meant() {
		part, err := c.review.Proposals(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return Reply{}, err
		}
		all = append(all, part...)
	}
	lead, err := c.listLead("proposals", len(all))
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindList, Lead: Plain(lead)}
	from := min(max(c.cmd.Options.From, 1), max(len(all), 1))
	limit := pageFacts
	if c.req.All {
		limit = len(all)
	}
	shown := all[from-1 : min(from-1+limit, len(all))]
	for i := range shown {
		r.Sections = append(r.Sections, c.proposalSections(&shown[i], c.decides(shown[i].Topic))...)
	}
	if len(all) > 0 {
		c.page(&r, "proposals", from, len(shown), len(all))
	}
	return r, nil
}

// proposalSections is one proposal as reviewers see it.
func (c *call) proposalSections(p *fact.Proposal, buttons bool) []Section {
	w := c.words
	item := "P" + strconv.FormatInt(p.ID, 10)
	name := p.Name
	if name == "" {
		name = c.person(p.By)
	}
	line := Line{{Text: item + separator + w.percent(p.Confidence) + separator}}
	switch {
	case p.Kind == fact.ProposeNew:
		line = append(line, Span{Text: w.say("proposal.by", "name", name, "date", w.date(p.At))})
	default:
		line = append(line, Span{Text: w.say("proposal."+string(p.Kind), "id", p.Fact.String(), "date", w.date(p.At))})
	}
	if p.Source != nil {
		text, link := sourceText(p.Source)
		line = append(line, Span{Text: separator}, Span{Text: text, URL: link})
	} else {
		line = append(line, Span{Text: separator + w.say("note.nosource")})
	}
	sections := []Section{{Kind: SectionContext, Line: line}}
	if f, ok := c.bot.Index.Get(p.Fact); ok {
		sections = append(sections, c.wordings(f.Statement, p.Statement)...)
	} else {
		sections = append(sections, Section{Kind: SectionContent, Text: p.Statement})
	}
	if p.Source != nil && p.Source.Quote != "" {
		sections = append(sections, Section{Kind: SectionContext, Line: Plain(w.say("proposal.quote", "quote", w.quoted(p.Source.Quote)))})
	}
	if buttons {
		sections = append(sections, Section{Kind: SectionButtons, Buttons: []Button{
			{Label: w.say("button.accept"), Command: c.acceptCommand(p), Style: StylePrimary, Hint: w.say("button.accept.hint", "item", item)},
			{Label: w.say("button.reject"), Command: "reject " + item, Hint: w.say("button.reject.hint", "item", item)},
		}})
	}
	return sections
}
