package bot

import (
	"strconv"

	"factbot/internal/fact"
)

func percentless(text string) (int, error) { return strconv.Atoi(text) }

// confirm asks for a decision's values, or for its confirmation, in a form that
// carries the fact's version.
func (c *call) confirm(f *fact.Fact) Reply {
	form := c.decisionForm(f)
	r := c.formReply(form)
	if r.Form != nil {
		return r
	}
	w := c.words
	r.Lead = Plain(w.say("confirm.lead", "act", w.say("act."+string(c.cmd.Verb)), "id", f.ID.String()))
	r.Notes = []Line{Plain(w.say("confirm.type", "command", c.typed(c.confirmCommand(f))))}
	return r
}

// confirmCommand is what to type to confirm, with the version; what was written
// as a reason is named, not repeated.
func (c *call) confirmCommand(f *fact.Fact) string {
	command := string(c.cmd.Verb) + " " + f.ID.String() + " v" + plainNumber(f.Version)
	d := &c.cmd.Decision
	switch c.cmd.Verb {
	case VerbConfidence:
		if d.HasConfidence {
			command += " " + plainNumber(int(d.Confidence))
		} else {
			command += " 80"
		}
	case VerbRelate:
		if d.Relation != "" && !d.Other.IsZero() {
			command += " " + string(d.Relation) + " " + d.Other.String()
		}
	case VerbVerify:
		if d.Until != "" {
			command += " until " + d.Until
		} else if d.Days > 0 {
			command += " for " + plainNumber(d.Days) + "d"
		}
	case VerbCorrect:
		return command + " " + c.words.say("confirm.wording")
	}
	return command + " " + c.words.say("confirm.reason")
}

// decisionForm is the form of a decision on the fact as it is now.
func (c *call) decisionForm(f *fact.Fact) *Form {
	w, v := c.words, c.cmd.Verb
	form := &Form{
		Command: string(v) + " " + f.ID.String() + " v" + plainNumber(f.Version), Topic: f.Topic,
		Title: w.say("act."+string(v)) + " " + f.ID.String(), Submit: w.say("act." + string(v)), Intro: c.factIntro(f),
	}
	if form.Title = shorten(form.Title, 24); c.cmd.Decision.Flag != 0 {
		form.Command += " f" + strconv.FormatInt(c.cmd.Decision.Flag, 10)
	}
	if line := c.doubtLines(f); line != nil {
		form.Intro = append(form.Intro, Section{Kind: SectionContext, Line: line[0]})
	}
	form.Intro = append(form.Intro, Section{Kind: SectionContext, Line: Plain(w.say("effect." + string(v)))})
	reason := c.cmd.Content
	switch v {
	case VerbVerify:
		form.Fields = []Field{c.untilField(), c.reasonField(f, false, reason)}
	case VerbCorrect:
		form.Fields = c.correctFields(f)
	case VerbConfidence:
		value := plainNumber(int(f.Confidence))
		if c.cmd.Decision.HasConfidence {
			value = plainNumber(int(c.cmd.Decision.Confidence))
		}
		form.Fields = []Field{
			{Name: "confidence", Kind: FieldNumber, Label: w.say("form.confidence"), Value: value, Required: true, Max: 3},
			c.reasonField(f, false, reason),
		}
	case VerbRelate:
		form.Fields = c.relateFields(f)
	default:
		form.Fields = []Field{c.reasonField(f, needsReason(v), reason)}
	}
	return form
}

func (c *call) untilField() Field {
	w := c.words
	field := Field{
		Name: "until", Kind: FieldChoice, Label: w.say("form.until"), Value: "default", Required: true,
		Choices: []Choice{{Value: "default", Label: w.say("form.until.default")}},
	}
	for _, days := range []int{30, 90, 180, 365} {
		field.Choices = append(field.Choices, Choice{
			Value: plainNumber(days),
			Label: w.say("form.until.date", "n", plainNumber(days), "date", w.date(c.now.AddDate(0, 0, days))),
		})
	}
	typed := c.cmd.Decision.Until
	if d := c.cmd.Decision.Days; d > 0 {
		typed = c.now.AddDate(0, 0, d).UTC().Format("2006-01-02")
	}
	if typed != "" {
		field.Value = typed
		field.Choices = append(field.Choices, Choice{Value: typed, Label: typed})
	}
	return field
}

func (c *call) correctFields(f *fact.Fact) []Field {
	w := c.words
	wording := c.cmd.Content
	if wording == "" {
		wording = f.Statement
	}
	return []Field{
		{Name: "statement", Kind: FieldText, Label: w.say("form.statement"), Value: wording, Required: true, Max: fact.MaxStatement},
		c.reasonField(f, true, ""),
		{Name: "source", Kind: FieldURL, Label: w.say("form.source")},
	}
}

func (c *call) relateFields(f *fact.Fact) []Field {
	w := c.words
	kinds := []fact.RelationKind{fact.Contradicts, fact.DuplicateOf, fact.Refines, fact.Translates}
	choices := make([]Choice, 0, len(kinds))
	for _, k := range kinds {
		choices = append(choices, Choice{Value: string(k), Label: w.say("kind." + string(k))})
	}
	return []Field{
		{Name: "relation", Kind: FieldChoice, Label: w.say("form.relation"), Choices: choices, Value: string(c.cmd.Decision.Relation), Required: true},
		{Name: "other", Kind: FieldLine, Label: w.say("form.other"), Value: c.cmd.Decision.Other.String(), Required: true, Max: 40},
		c.reasonField(f, false, c.cmd.Content),
	}
}
