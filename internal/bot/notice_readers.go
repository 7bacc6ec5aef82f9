package bot

import (
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// outcomeNotice tells a flagger what became of the flag, or a proposer of the
// proposal.
func (c *call) outcomeNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	e, err := c.event(n.Cause)
	if err != nil {
		return Reply{}, err
	}
	name := e.Name
	if name == "" {
		name = w.say("person.erased")
	}
	if n.Item != 0 {
		return c.proposalOutcome(n, e, name)
	}
	f, err := c.noticeFact(n)
	if err != nil {
		return Reply{}, err
	}
	key := "outcome." + string(e.Act)
	if !w.has(key) {
		key = "outcome.other"
	}
	r := Reply{}
	if n.Place.Channel != "" && n.User != "" {
		r.Lead = Line{{Mention: n.User, Text: c.person(n.User)}, {Text: " "}}
	}
	r.Lead = append(r.Lead, Span{Text: w.say(key, "id", f.ID.String(), "name", name)})
	if e.Note != "" {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("outcome.reason", "note", w.quoted(e.Note)))})
	}
	for i := range e.Values {
		if v := &e.Values[i]; v.Name == "wording" {
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.was"))}, Section{Kind: SectionContent, Text: v.Old},
				Section{Kind: SectionContext, Line: Plain(w.say("wording.now"))})
		}
	}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	r.Buttons = []Button{{Label: w.say("button.open.fact", "id", f.ID.String()), Command: "fact " + f.ID.String()}}
	return r, nil
}

func (c *call) proposalOutcome(n *fact.Notice, e *fact.Event, name string) (Reply, error) {
	w := c.words
	item := "P" + strconv.FormatInt(n.Item, 10)
	key := "outcome.reject"
	if e.Act == fact.ActAccept {
		key = "outcome.accept"
	}
	r := Reply{Lead: Plain(w.say(key, "item", item, "name", name))}
	if e.Note != "" {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("outcome.reason", "note", w.quoted(e.Note)))})
	}
	if f, err := c.noticeFact(n); err == nil {
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	}
	return r, nil
}

// change says how a fact that was quoted differs from the fact as it is now; ""
// if it does not.
func (c *call) change(then, now *fact.Fact) string {
	kind, date := c.changed(then, now)
	if kind == "" {
		return ""
	}
	w := c.words
	return w.say("change."+kind, "id", now.ID.String(), "date", date, "old", w.percent(then.Confidence), "new", w.percent(now.Confidence))
}

// changed is what became of a fact that was quoted, and when.
func (c *call) changed(then, now *fact.Fact) (kind, date string) {
	switch {
	case !now.Active() && then.Active():
		kind = "retracted"
	case now.Active() && !then.Active():
		kind = "restored"
	case now.Statement != then.Statement:
		kind = "corrected"
	case now.Confidence < then.Confidence:
		kind = "confidence"
	default:
		return "", ""
	}
	if e := c.latestDecision(now.ID, then.Version); e != nil {
		date = c.words.date(e.At)
	}
	return kind, date
}

// latestDecision is the latest act that changed a fact after a version.
func (c *call) latestDecision(id fact.ID, after int) *fact.Event {
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{
		Fact: id, Limit: 1,
		Acts: []fact.Act{fact.ActCorrect, fact.ActRetract, fact.ActConfidence, fact.ActRestore, fact.ActRevise, fact.ActAccept},
	})
	if err != nil || len(events) == 0 || events[0].Version <= after {
		return nil
	}
	return &events[0]
}

// correctionNotice is the reply after a quote: was, now, by whom and why.
func (c *call) correctionNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	now, err := c.noticeFact(n)
	if err != nil {
		return Reply{}, err
	}
	then, err := c.factAt(n.Facts[0].ID, n.Facts[0].Version)
	if err != nil {
		return Reply{}, err
	}
	e, err := c.event(n.Cause)
	if err != nil {
		e = nil
	}
	if again := c.standsAgain(e, then, now); again != "" {
		return c.againNotice(n, again, e, now), nil
	}
	if now.Active() && !then.Active() || c.change(then, now) == "" {
		return Reply{}, fact.NotFound("correction.none", "It stands again as it was quoted.")
	}
	id := now.ID.String()
	r := Reply{Lead: Plain(w.say("correction.lead", "id", id, "date", w.date(c.quotedAt(n))))}
	r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.was"))}, Section{Kind: SectionContent, Text: then.Statement})
	switch {
	case !now.Active():
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(w.say("correction.retracted"))})
	case now.Statement == then.Statement:
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(w.say("correction.confidence",
			"old", w.percent(then.Confidence), "new", w.percent(now.Confidence)))})
	default:
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.now"))}, Section{Kind: SectionFact, View: c.view(now)})
	}
	if e != nil {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(c.tell(e, false).line)})
	}
	r.Buttons = []Button{{Label: w.say("button.open.fact", "id", id), Command: "fact " + id}}
	return r, nil
}

// standsAgain is the sentence for a thread that was told of something which an
// act took back since; "" where the act took back nothing that was told there,
// or something came after it.
func (c *call) standsAgain(e *fact.Event, then, now *fact.Fact) string {
	switch {
	case e == nil || !now.Active():
		return ""
	case e.Act == fact.ActRestore:
		return "correction.restored"
	case e.Act == fact.ActUndo && c.change(then, now) == "":
		return "correction.again"
	}
	return ""
}

// againNotice is the reply in such a thread: that it no longer holds, by whom and
// why, and the fact as it is.
func (c *call) againNotice(n *fact.Notice, sentence string, e *fact.Event, now *fact.Fact) Reply {
	w, id := c.words, now.ID.String()
	return Reply{
		Lead: Plain(w.say(sentence, "id", id, "date", w.date(c.quotedAt(n)))),
		Sections: []Section{
			{Kind: SectionFact, View: c.view(now)},
			{Kind: SectionContext, Line: Plain(c.tell(e, false).line)},
		},
		Buttons: []Button{{Label: w.say("button.open.fact", "id", id), Command: "fact " + id}},
	}
}

// quotedAt is when the thread that a correction goes to was shown the fact.
func (c *call) quotedAt(n *fact.Notice) time.Time {
	quotes, err := c.bot.Records.Quotes(c.ctx, fact.QuoteFilter{Fact: n.Facts[0].ID, Channel: n.Place.Channel})
	if err != nil {
		return time.Time{}
	}
	for _, q := range quotes {
		if q.Version == n.Facts[0].Version && (q.Place.Thread == n.Place.Thread || q.Place.Message == n.Place.Thread) {
			return q.At
		}
	}
	return time.Time{}
}

// gapNotice tells whoever sent a question in that it is answered now.
func (c *call) gapNotice(n *fact.Notice) (Reply, error) {
	f, err := c.noticeFact(n)
	if err != nil {
		return Reply{}, err
	}
	if !f.Active() {
		return Reply{}, fact.NotFound("gap.retracted", "The answer was retracted.")
	}
	w := c.words
	_, question := unmarked(n.Text)
	return Reply{
		Lead:     Plain(w.say("gap.answered", "query", w.quoted(shorten(strings.TrimSpace(question), 80)))),
		Sections: []Section{{Kind: SectionFact, View: c.view(f)}},
		Buttons:  []Button{{Label: w.say("button.open.fact", "id", f.ID.String()), Command: "fact " + f.ID.String()}},
	}, nil
}
