package bot

import (
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// pageEvents is how many events or list items a page shows.
const pageEvents = 10

func plainNumber(n int) string { return strconv.Itoa(n) }

// history lists every event of a fact, the latest first, and where it was shown.
func (c *call) history() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	w := c.words
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Fact: f.ID})
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindList}
	r.Lead = Plain(w.count("history.lead", len(events), "id", f.ID.String()))
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	limit := pageEvents
	if c.req.All || c.cmd.Options.All {
		limit = len(events)
	}
	from := max(c.cmd.Options.From, 1)
	if from > max(len(events), 1) {
		return Reply{}, fact.Invalid("page.beyond", "There are not that many.").
			With("from", w.number(from)).With("of", w.number(len(events)))
	}
	shown := events[from-1 : min(from-1+limit, len(events))]
	for i := range shown {
		r.Sections = append(r.Sections, c.eventSections(&shown[i], false)...)
	}
	c.page(&r, "history "+f.ID.String(), from, len(shown), len(events))
	note, err := c.shownWhere(f.ID)
	if err != nil {
		return Reply{}, err
	}
	r.Notes = append(r.Notes, Plain(note))
	return r, nil
}

// shownWhere names the public channels that a fact was quoted in; other places
// are a count.
func (c *call) shownWhere(id fact.ID) (string, error) {
	quotes, err := c.bot.Records.Quotes(c.ctx, fact.QuoteFilter{Fact: id, Since: c.now.AddDate(0, 0, -90)})
	if err != nil {
		return "", err
	}
	w := c.words
	var names []string
	others := map[fact.ChannelID]bool{}
	for _, q := range quotes {
		if q.Place.Kind != fact.PlacePublic || q.Place.Name == "" {
			others[q.Place.Channel] = true
		} else if name := "#" + q.Place.Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	switch {
	case len(quotes) == 0:
		return w.say("shown.never"), nil
	case len(others) == 0:
		return w.say("shown.in", "channels", w.list(names)), nil
	case len(names) == 0:
		return w.count("shown.others", len(others)), nil
	}
	return w.count("shown.in_and", len(others), "channels", w.list(names)), nil
}
