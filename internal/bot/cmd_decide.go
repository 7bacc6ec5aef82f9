package bot

import (
	"errors"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// decide is a reviewer's act on a fact. A button opens its form. A typed act
// that names no version asks for confirmation, by a form that carries it.
func (c *call) decide() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	if !c.review.May(f.Topic, c.req.Actor.User) && c.req.Actor.Origin != fact.OriginTerminal {
		return Reply{}, fact.Forbidden("act.reviewers", "Only reviewers of this topic can do that.").With("topic", f.Topic)
	}
	if c.cmd.Decision.Bad != "" {
		return Reply{}, c.badDetail()
	}
	switch {
	case c.req.Via == ViaForm:
	case c.cmd.Version > 0 && c.cmd.Version != f.Version && c.opens():
		return Reply{}, c.staleNow(f)
	case c.req.Via == ViaButton || c.cmd.Version == 0 || c.incomplete():
		if err := c.undecidable(f); err != nil {
			return Reply{}, err
		}
		return c.confirm(f), nil
	}
	d, err := c.decision(f)
	if err != nil {
		return Reply{}, err
	}
	out, err := c.review.Decide(c.ctx, c.req.Actor, d)
	if err != nil {
		return Reply{}, err
	}
	return c.decided(&out), nil
}

// badDetail names the value that the decision cannot be made with.
func (c *call) badDetail() error {
	switch c.cmd.Verb {
	case VerbConfidence:
		return fact.Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
	case VerbRelate:
		return fact.Invalid("relate.kind", "A relation is one of: duplicate of, contradicts, refines, translates.")
	}
	return fact.Invalid("act.value", "That value cannot be used.").With("value", c.cmd.Decision.Bad)
}

// incomplete reports whether a typed decision lacks what it needs, so that the
// form has to ask.
func (c *call) incomplete() bool {
	d := &c.cmd.Decision
	switch c.cmd.Verb {
	case VerbCorrect, VerbRetract, VerbDismiss:
		return c.cmd.Content == ""
	case VerbConfidence:
		return !d.HasConfidence
	case VerbRelate:
		return d.Relation == "" || d.Other.IsZero()
	}
	return false
}

// decision gathers what the command and the form say.
func (c *call) decision(f *fact.Fact) (fact.Decision, error) {
	d := fact.Decision{
		Act: fact.Act(c.cmd.Verb), Fact: f.ID, Version: c.cmd.Version, Reason: c.cmd.Content,
		Confidence: c.cmd.Decision.Confidence, Relation: c.cmd.Decision.Relation, Other: c.cmd.Decision.Other, Flag: c.cmd.Decision.Flag,
	}
	if c.req.Via == ViaForm {
		d.Reason = c.field("reason")
	}
	var err error
	switch c.cmd.Verb {
	case VerbVerify:
		d.Until, err = c.until()
	case VerbCorrect:
		err = c.correction(&d)
	case VerbConfidence:
		if text, ok := c.req.Fields["confidence"]; ok {
			n, is := percent(foldWord(text))
			d.Confidence = fact.Confidence(n)
			if !is {
				err = fact.Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
			}
		}
	case VerbRelate:
		if kind, ok := c.req.Fields["relation"]; ok {
			d.Relation = fact.RelationKind(kind)
			d.Other, err = c.otherFact()
		}
	}
	if err == nil && d.Reason == "" && c.req.Via == ViaForm && needsReason(c.cmd.Verb) {
		err = fact.Invalid("act.reason", "Give a reason.")
	}
	return d, err
}

func needsReason(v Verb) bool { return v == VerbRetract || v == VerbDismiss || v == VerbCorrect }

// otherFact is the fact that a form relates this one to.
func (c *call) otherFact() (fact.ID, error) {
	id, ok := fact.ParseID(foldWord(c.field("other")), c.cmd.ID.Prefix)
	if !ok {
		return fact.ID{}, fact.Invalid("relate.other", "Name another fact to relate this one to.")
	}
	if _, known := c.bot.Index.Get(id); !known {
		return fact.ID{}, unknownFact(id)
	}
	return id, nil
}

// until is the date until which a verification lasts; zero leaves it to the
// settings.
func (c *call) until() (time.Time, error) {
	days, date := c.cmd.Decision.Days, c.cmd.Decision.Until
	if text, ok := c.req.Fields["until"]; ok {
		switch text {
		case "", "default":
			return time.Time{}, nil
		case "30", "90", "180", "365":
			days, _ = percentless(text)
		default:
			date = foldWord(text)
		}
	}
	if days > 0 {
		return c.now.AddDate(0, 0, days), nil
	}
	if date == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return t, fact.Invalid("verify.until", "The date until which the fact is verified has to lie ahead.")
	}
	return t.Add(24*time.Hour - time.Second), nil
}

// correction takes the new wording and its source from the form, or the wording
// from the typed text.
func (c *call) correction(d *fact.Decision) error {
	if c.req.Via != ViaForm {
		d.Statement, d.Reason = c.cmd.Content, ""
		return fact.CheckStatement(d.Statement)
	}
	d.Statement = c.field("statement")
	if link := c.field("source"); link != "" {
		d.Source = &fact.Citation{URL: link}
	}
	return fact.CheckStatement(d.Statement)
}

// decided confirms a decision, with the wordings and the way back.
func (c *call) decided(out *review.Outcome) Reply {
	w := c.words
	f := out.After
	act := string(out.Event.Act)
	r := Reply{Kind: KindDone, Replace: c.req.Via == ViaButton, Lead: Plain(w.say("decided."+act, "id", f.ID.String()))}
	if out.Before != nil && out.Before.Statement != f.Statement {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.was"))},
			Section{Kind: SectionContent, Text: out.Before.Statement}, Section{Kind: SectionContext, Line: Plain(w.say("wording.now"))})
	}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	if out.Resolved > 0 {
		r.Notes = append(r.Notes, Plain(w.count("decided.flags", out.Resolved)))
	}
	if f.Has(fact.SecondNeeded) {
		r.Notes = append(r.Notes, Plain(w.say("decided.second")))
	}
	if !out.UndoUntil.IsZero() {
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.undo", "time", c.deadline(out.UndoUntil)), Command: "undo " + f.ID.String()})
		if out.Tells {
			r.Notes = append(r.Notes, Plain(w.say("decided.notices", "time", c.deadline(out.UndoUntil))))
		}
	}
	if !c.public {
		r.Buttons = append(r.Buttons, Button{Label: w.say("button.review"), Command: "review after " + f.ID.String(), Topic: f.Topic})
	}
	return r
}

// shortWindow is the undo window below which its end is told to the second.
const shortWindow = 2 * time.Minute

// deadline is the time of day at which the undo window closes.
func (c *call) deadline(t time.Time) string {
	if c.review.UndoWindow() < shortWindow {
		return t.UTC().Format("15:04:05 UTC")
	}
	return c.words.clock(t)
}

// undo takes the person's latest decision back.
func (c *call) undo() (Reply, error) {
	out, err := c.review.Undo(c.ctx, c.req.Actor, c.cmd.ID)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindDone, Replace: c.req.Via == ViaButton, Lead: Plain(c.words.say("decided.undo", "id", c.cmd.ID.String()))}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(out.After)})
	return r, nil
}

// sayWhoWon adds to a conflict who was first and how the fact stands now.
func (c *call) sayWhoWon(r *Reply, err error) {
	stale := staleOf(err)
	if stale == nil {
		return
	}
	w := c.words
	key := "won." + string(stale.Act)
	if !w.has(key) {
		key = "won.other"
	}
	name := stale.By
	if name == "" {
		name = w.say("person.program")
	}
	r.Lead = append(r.Lead, Span{Text: " " + w.say(key, "name", name, "at", w.moment(stale.At))})
	if stale.Fact != nil {
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(stale.Fact)})
		if stale.Fact.Active() && c.review.May(stale.Fact.Topic, c.req.Actor.User) && !c.public {
			r.Buttons = append(r.Buttons, c.decisionButtons(stale.Fact)...)
		}
	}
}

// staleOf is what a conflict tells of who was first: from its cause, or from
// its values where it was kept without one.
func staleOf(err error) *review.Stale {
	if stale, ok := errors.AsType[*review.Stale](err); ok {
		return stale
	}
	var e *fact.Error
	if !errors.As(err, &e) || e.Params["act"] == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, e.Params["at"])
	if err != nil {
		return nil
	}
	return &review.Stale{By: e.Params["by"], Act: fact.Act(e.Params["act"]), At: at}
}

// dateValue words a date that an event keeps in RFC 3339.
func (c *call) dateValue(text string) string {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return c.words.date(t)
}
