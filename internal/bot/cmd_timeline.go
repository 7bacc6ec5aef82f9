package bot

import (
	"slices"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// timelineDays is how far back a timeline reaches where nothing else is said.
const timelineDays = 90

// publicActs are the acts that a topic's timeline tells.
var publicActs = []fact.Act{
	fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActUndo,
	fact.ActFlag, fact.ActAccept, fact.ActImport, fact.ActRevise, fact.ActMissing, fact.ActReturned, fact.ActDiffer, fact.ActEdit,
}

// timeline shows what happened to a topic: dated acts first, then the file's
// undated events, then how many are not in the file.
func (c *call) timeline() (Reply, error) {
	topic := c.only()
	if topic == nil {
		return Reply{}, c.whichTopic()
	}
	c.cmd.Topic = topic.Slug
	days := c.cmd.Options.Days
	if days == 0 {
		days = timelineDays
	}
	since := c.now.AddDate(0, 0, -days)
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Topic: topic.Slug, Acts: publicActs, Since: since})
	if err != nil {
		return Reply{}, err
	}
	match := c.matcher(topic)
	events = slices.DeleteFunc(slices.Clone(events), func(e fact.Event) bool { return !match(e.Fact, e.Note) })
	dated, undated := c.fileEvents(topic, since, match)
	r := Reply{Kind: KindList, Lead: Plain(c.timelineLead(topic, days, len(events)+len(dated), len(undated)))}
	c.datedEvents(&r, events, dated)
	if !c.cmd.Options.Changes {
		c.undatedEvents(&r, topic, undated)
	}
	if len(r.Sections) == 0 {
		r.Kind = KindNothing
		if c.cmd.Query != "" {
			r.Lead = Plain(c.words.say("timeline.none", "topic", topic.Title, "query", c.words.asked(c.cmd.Query)))
			r.Notes = append(r.Notes, Plain(c.words.count("timeline.none.note", days)))
		}
	}
	return r, nil
}

func (c *call) whichTopic() error {
	var names []string
	for _, t := range c.topics {
		names = append(names, t.Title)
	}
	return fact.Invalid("topic.which", "Say which topic: start with its name.").With("topics", c.words.list(names))
}

// matcher decides whether a fact or a text bears on the timeline's query; with
// no query everything does.
func (c *call) matcher(topic *fact.Topic) func(fact.ID, string) bool {
	if c.cmd.Query == "" {
		return func(fact.ID, string) bool { return true }
	}
	result := c.bot.Index.Search(search.Query{Text: c.cmd.Query, Topics: []string{topic.Slug}, Now: c.now, Retracted: true})
	found := make(map[fact.ID]bool, len(result.Hits))
	for i := range result.Hits {
		found[result.Hits[i].Fact.ID] = true
	}
	folded := search.Fold(c.cmd.Query)
	return func(id fact.ID, text string) bool {
		return found[id] || text != "" && strings.Contains(search.Fold(text), folded)
	}
}

// fileEvents splits the file's events into those dated within the period and
// the undated ones.
func (c *call) fileEvents(topic *fact.Topic, since time.Time, match func(fact.ID, string) bool) (dated, undated []fact.TimelineEvent) {
	for _, e := range topic.Timeline {
		switch {
		case !match(e.Fact, e.Text):
		case e.Date.IsZero():
			undated = append(undated, e)
		case !e.Date.Before(since) && !e.Date.After(c.now):
			dated = append(dated, e)
		}
	}
	return dated, undated
}

func (c *call) timelineLead(topic *fact.Topic, days, dated, undated int) string {
	w := c.words
	lead := w.count("timeline.lead", days) + separator + w.count("timeline.dated", dated)
	if c.cmd.Query != "" {
		return w.asked(c.cmd.Query) + separator + lead + separator + w.count("timeline.undated", undated)
	}
	if topic.Unlisted > 0 {
		return lead + separator + w.count("timeline.undated.of", undated, "of", w.number(len(topic.Timeline)+topic.Unlisted))
	}
	return lead + separator + w.count("timeline.undated", undated)
}

// moment is something dated: an act, or an event of the file.
type moment struct {
	at    time.Time
	event *fact.Event
	file  *fact.TimelineEvent
}

// datedEvents shows acts and the file's dated events together, latest first.
func (c *call) datedEvents(r *Reply, events []fact.Event, dated []fact.TimelineEvent) {
	moments := make([]moment, 0, len(events)+len(dated))
	for i := range events {
		moments = append(moments, moment{at: events[i].At, event: &events[i]})
	}
	for i := range dated {
		moments = append(moments, moment{at: dated[i].Date, file: &dated[i]})
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return b.at.Compare(a.at) })
	if c.cmd.Options.From > 1 && !c.cmd.Options.Changes {
		return // a later page of the undated ones
	}
	from, limit := 1, pageEvents
	if c.cmd.Options.Changes {
		from = max(c.cmd.Options.From, 1)
	}
	if c.req.All || c.cmd.Options.All {
		limit = len(moments)
	}
	page := moments[min(from-1, len(moments)):min(from-1+limit, len(moments))]
	for _, m := range page {
		if m.event != nil {
			r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(c.tell(m.event, true).line)})
		} else {
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.words.date(m.at))},
				Section{Kind: SectionContent, Text: m.file.Text})
		}
	}
	if rest := len(moments) - (from - 1) - len(page); rest > 0 {
		r.Notes = append(r.Notes, Plain(c.words.count("timeline.more_acts", rest)))
	}
	if c.cmd.Options.Changes {
		c.page(r, "timeline"+c.timelineArgs(), from, len(page), len(moments))
	}
}

// timelineArgs writes the period and query so that they parse to the same.
func (c *call) timelineArgs() string {
	s := ""
	if c.cmd.Options.Days > 0 {
		s = " " + plainNumber(c.cmd.Options.Days) + "d"
	}
	if c.cmd.Query != "" {
		s += " " + c.cmd.Query
	}
	return s
}

// undatedEvents shows the file's events in its order, and how many the page
// counts but does not list.
func (c *call) undatedEvents(r *Reply, topic *fact.Topic, events []fact.TimelineEvent) {
	w := c.words
	if len(events) == 0 {
		if topic.Unlisted > 0 && c.cmd.Query == "" {
			r.Notes = append(r.Notes, Plain(w.count("timeline.unlisted", topic.Unlisted)))
		}
		return
	}
	from := min(max(c.cmd.Options.From, 1), len(events))
	rest := events[from-1:]
	shown := c.fit(len(rest), func(i int) *fact.Fact { return c.eventFact(&rest[i]) })
	r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.capturedNote(topic))})
	for i := range rest[:shown] {
		f := c.eventFact(&rest[i])
		if f.ID.IsZero() {
			r.Sections = append(r.Sections, Section{Kind: SectionContent, Text: f.Statement})
			continue
		}
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	}
	if topic.Unlisted > 0 && c.cmd.Query == "" {
		r.Notes = append(r.Notes, Plain(w.count("timeline.unlisted", topic.Unlisted)))
	}
	c.page(r, "timeline"+c.timelineArgs(), from, shown, len(events))
	if from == 1 {
		o := c.cmd.Options
		o.Changes, o.From = true, 0
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.changes"), Command: c.room.pen.command(&o, "timeline", c.timelineArgs()), Topic: topic.Slug})
	}
}

// eventFact is the fact with the event's words, or those words alone.
func (c *call) eventFact(e *fact.TimelineEvent) *fact.Fact {
	if f, ok := c.bot.Index.Get(e.Fact); ok && f.Statement == e.Text {
		return f
	}
	return &fact.Fact{Statement: e.Text}
}

// capturedNote says what is known of the time of undated events.
func (c *call) capturedNote(topic *fact.Topic) string {
	w := c.words
	switch {
	case topic.CapturedAt.IsZero():
		return w.say("timeline.undated.note")
	case topic.Window > 0:
		return w.count("timeline.captured.window", topic.Window, "date", w.date(topic.CapturedAt))
	}
	return w.say("timeline.captured", "date", w.date(topic.CapturedAt))
}
