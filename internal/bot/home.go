package bot

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Limits of the home, so that it stays under a hundred blocks.
const (
	homeTopics  = 5
	homeChanged = 5
	homeEvents  = 5
	homeFlags   = 5
	homeQueue   = 3
)

// Home is the person's App Home: for reviewers the queue on top, then for
// everyone the search, the topics, what changed since they saw it, the latest
// changes and what became of their flags.
func (b *Bot) Home(ctx context.Context, who fact.Actor) (reply Reply) {
	r := Request{Actor: who, Via: ViaButton, Place: fact.Place{Kind: fact.PlaceHome}}
	c := b.newCall(ctx, r)
	defer c.recovered(&reply)
	reply, err := c.home()
	if err != nil {
		reply = c.failed(err)
	}
	return c.finishHome(reply)
}

// finishHome sets what a home has. It is not a reading: it shows itself again
// whenever it is opened.
func (c *call) finishHome(r Reply) Reply {
	r.Locale = c.words.locale
	if r.Kind == "" {
		r.Kind = KindHome
	}
	return r
}

func (c *call) home() (Reply, error) {
	r := Reply{}
	for _, part := range []func(*Reply) error{c.homeQueue, c.homeSearch, c.homeChanged, c.homeLatest, c.homeFlags, c.homeFoot} {
		if err := part(&r); err != nil {
			return Reply{}, err
		}
	}
	return r, nil
}

func (c *call) heading(r *Reply, text string) {
	r.Sections = append(r.Sections, Section{Kind: SectionHeading, Text: text})
}

func (c *call) homeQueue(r *Reply) error {
	if !c.reviews() {
		return nil
	}
	w := c.words
	total := 0
	var shown []Section
	for _, t := range c.topics {
		if !c.review.May(t.Slug, c.req.Actor.User) {
			continue
		}
		items, err := c.review.Queue(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return err
		}
		total += len(items)
		for i := range items {
			if len(shown) < homeQueue*2 {
				shown = append(shown, Section{
					Kind: SectionContent, Text: items[i].Fact.Statement, Line: Plain(c.itemLine(&items[i])),
					Buttons: c.details(items[i].Fact.ID),
				})
			}
		}
	}
	c.heading(r, w.count("home.queue", total))
	r.Sections = append(r.Sections, shown[:min(len(shown), homeQueue)]...)
	r.Sections = append(r.Sections, Section{Kind: SectionButtons, Buttons: []Button{
		{Label: w.say("button.queue"), Command: "queue", Style: StylePrimary},
		{Label: w.say("button.review"), Command: "review"},
		{Label: w.say("button.proposals"), Command: "proposals"},
		{Label: w.say("button.gaps"), Command: "gaps"},
	}})
	return nil
}

func (c *call) homeSearch(r *Reply) error {
	w := c.words
	c.heading(r, w.say("home.search"))
	r.Sections = append(r.Sections, Section{Kind: SectionSearch, Text: "facts", Line: Plain(w.say("home.search.hint"))})
	for _, t := range c.topics[:min(len(c.topics), homeTopics)] {
		r.Sections = append(r.Sections, c.topicSections(t)...)
	}
	if rest := len(c.topics) - homeTopics; rest > 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.count("home.topics.more", rest))},
			Section{Kind: SectionButtons, Buttons: []Button{{Label: w.say("button.topics"), Command: "topics"}}})
	}
	return nil
}

func (c *call) homeChanged(r *Reply) error {
	w := c.words
	sections, total, err := c.changedSections(homeChanged)
	if err != nil {
		return err
	}
	c.heading(r, w.say("home.changed"))
	if total == 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("home.changed.none"))})
	}
	r.Sections = append(r.Sections, sections...)
	if total > homeChanged {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.count("home.more", total-homeChanged))})
	}
	return c.homeWeekly(r)
}

// homeWeekly says whether the person gets the weekly message, and offers the
// other.
func (c *call) homeWeekly(r *Reply) error {
	w := c.words
	on, err := c.review.Subscribed(c.ctx, c.req.Actor)
	if err != nil {
		return err
	}
	state, toggle := "home.weekly.off", Button{Label: w.say("button.subscribe"), Command: "subscribe"}
	if on {
		state, toggle = "home.weekly.on", Button{Label: w.say("button.unsubscribe"), Command: "unsubscribe"}
	}
	r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say(state))},
		Section{Kind: SectionButtons, Buttons: []Button{toggle}})
	return nil
}

// details opens a fact, from a row that names it.
func (c *call) details(id fact.ID) []Button {
	if id.IsZero() {
		return nil
	}
	return []Button{{Label: c.words.say("menu.details"), Command: "fact " + id.String(), Hint: c.words.say("menu.details.hint", "id", id.String())}}
}

// changedSections shows the facts that the person was shown and that were since
// retracted, reworded or lost confidence.
func (c *call) changedSections(limit int) ([]Section, int, error) {
	readings, err := c.bot.Records.Changed(c.ctx, c.req.Actor.User, c.now.AddDate(0, 0, -90))
	if err != nil {
		return nil, 0, err
	}
	w := c.words
	var sections []Section
	seen, total := map[fact.ID]bool{}, 0
	for _, reading := range readings {
		now, ok := c.bot.Index.Get(reading.Fact)
		if !ok || seen[reading.Fact] {
			continue
		}
		seen[reading.Fact] = true
		then, err := c.factAt(reading.Fact, reading.Version)
		if err != nil {
			return nil, 0, err
		}
		line := c.change(then, now)
		if line == "" {
			continue
		}
		if total++; total > limit {
			continue
		}
		sections = append(sections, Section{Kind: SectionFact, View: c.view(now)},
			Section{Kind: SectionContext, Line: Plain(line + separator + w.say("home.seen", "date", w.date(reading.At)))})
	}
	return sections, total, nil
}

// changedNotice is the opt-in weekly message of what changed since one saw it.
func (c *call) changedNotice(n *fact.Notice) (Reply, error) {
	sections, total, err := c.changedSections(pageEvents)
	if err != nil {
		return Reply{}, err
	}
	if total == 0 {
		return Reply{}, fact.NotFound("changed.none", "Nothing changed that this person was shown.")
	}
	return Reply{
		Lead: Plain(c.words.count("changed.lead", total)), Sections: sections,
		Buttons: []Button{{Label: c.words.say("button.unsubscribe"), Command: "unsubscribe"}},
	}, nil
}

func (c *call) homeLatest(r *Reply) error {
	w := c.words
	var since time.Time
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Acts: publicActs, Since: since, Limit: homeEvents})
	if err != nil {
		return err
	}
	c.heading(r, w.say("home.latest"))
	if len(events) == 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("home.latest.none"))})
	}
	for i := range events {
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(c.tell(&events[i], true).line), Buttons: c.details(events[i].Fact)})
	}
	return nil
}

func (c *call) homeFlags(r *Reply) error {
	if c.req.Actor.User == "" {
		return nil
	}
	w := c.words
	flags, err := c.review.MyFlags(c.ctx, c.req.Actor)
	if err != nil {
		return err
	}
	c.heading(r, w.say("home.flags"))
	if len(flags) == 0 {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("home.flags.none"))})
	}
	for i := len(flags) - 1; i >= max(0, len(flags)-homeFlags); i-- {
		flag := &flags[i]
		state := w.say("home.flag.open")
		if !flag.Open {
			key := "home.flag." + string(flag.Outcome)
			if !w.has(key) {
				key = "home.flag.closed"
			}
			state = w.say(key, "date", w.date(flag.Decided))
		}
		r.Sections = append(r.Sections, Section{
			Kind: SectionText, Line: Plain(flag.Fact.String() + separator +
				c.reason(flag.Reason) + separator + w.date(flag.At) + separator + state),
			Buttons: c.details(flag.Fact),
		})
	}
	return nil
}

func (c *call) homeFoot(r *Reply) error {
	w := c.words
	r.Notes = append(r.Notes, Plain(w.say("help.threads", "name", c.bot.Name)), Plain(w.say("help.invite", "name", c.bot.Name)))
	r.Buttons = append(r.Buttons, Button{Label: w.say("button.help"), Command: "help"}, Button{Label: w.say("button.add"), Command: "add"})
	return nil
}
