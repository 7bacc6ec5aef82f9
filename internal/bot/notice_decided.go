package bot

import (
	"factbot/internal/fact"
)

// decidedNotice shows what was decided on a fact, and what may still be done.
func (c *call) decidedNotice(f *fact.Fact) (Reply, error) {
	w := c.words
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{
		Fact: f.ID, Limit: 1,
		Acts: []fact.Act{fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActDismiss, fact.ActUndo, fact.ActWithdraw, fact.ActRevise},
	})
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Lead: Plain(w.say("queue.done", "id", f.ID.String())), Sections: []Section{{Kind: SectionFact, View: c.view(f)}}}
	if len(events) == 0 {
		return r, nil
	}
	e := &events[0]
	c.happened(&r, e, f.ID.String())
	if f.Has(fact.SecondNeeded) {
		r.Notes = append(r.Notes, Plain(w.say("decided.second")))
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.confirm"), Command: "verify " + f.ID.String() + " v" + plainNumber(f.Version), Style: StylePrimary})
	}
	until, _, err := c.bot.Review.UndoUntil(c.ctx, *e)
	if err != nil {
		return Reply{}, err
	}
	if !until.IsZero() {
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.undo", "time", c.deadline(until)), Command: "undo " + f.ID.String()})
	}
	return r, nil
}

// happened leads a reply with what was decided on a fact or proposal, by whom and
// why.
func (c *call) happened(r *Reply, e *fact.Event, id string) {
	w, name := c.words, e.Name
	switch {
	case e.Erased:
		name = w.say("person.erased")
	case name == "":
		name = c.person(e.Actor)
	}
	key := "happened." + string(e.Act)
	if !w.has(key) {
		return
	}
	r.Lead = Plain(w.say(key, "id", id, "name", name, "date", w.moment(e.At)))
	if e.Note != "" && !flagAct(e.Act) {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("outcome.reason", "note", w.quoted(e.Note)))})
	}
}
