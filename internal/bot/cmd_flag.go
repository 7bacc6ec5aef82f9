package bot

import (
	"strings"

	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/search"
)

// flag records a doubt, or opens the form that asks for its reason.
func (c *call) flag() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	if c.req.Via == ViaForm {
		return c.flagFilled(f.ID)
	}
	if c.cmd.Content == "" {
		if !f.Active() {
			return Reply{}, fact.Conflict("flag.retracted", "It is retracted already.").With("id", f.ID.String())
		}
		return c.formReply(c.flagForm(f)), nil
	}
	reason, note := flagReason(c.cmd.Content)
	note, link := links(note)
	return c.raise(review.FlagInput{Fact: f.ID, Reason: reason, Note: note, Evidence: link})
}

// flagFilled records the doubt that a form was filled in with.
func (c *call) flagFilled(id fact.ID) (Reply, error) {
	reason := fact.Reason(c.req.Fields["reason"])
	if reason == "" {
		return Reply{}, fact.Invalid("flag.reason", "Choose a reason for the doubt.")
	}
	note, link := links(c.field("note"))
	return c.raise(review.FlagInput{Fact: id, Reason: reason, Note: note, Evidence: link})
}

// flagForm asks for a reason and, if one likes, a note or link.
func (c *call) flagForm(f *fact.Fact) *Form {
	w := c.words
	return &Form{
		Command: "flag " + f.ID.String(), Topic: f.Topic, Title: w.say("form.flag.title", "id", f.ID.String()),
		Submit: w.say("form.flag.submit"), Intro: c.factIntro(f), Fields: c.flagFields(),
	}
}

func (c *call) flagFields() []Field {
	w := c.words
	choices := make([]Choice, 0, len(fact.Reasons))
	for _, r := range fact.Reasons {
		choices = append(choices, Choice{Value: string(r), Label: c.reason(r)})
	}
	return []Field{
		{Name: "reason", Kind: FieldChoice, Label: w.say("form.flag.reason"), Choices: choices, Required: true},
		{Name: "note", Kind: FieldText, Label: w.say("form.flag.note"), Hint: w.say("form.flag.note.hint"), Max: fact.MaxNote},
	}
}

// typedReasons are the words that a typed reason may start with.
var typedReasons = []struct {
	word   string
	reason fact.Reason
}{
	{"needs a source", fact.ReasonSource},
	{"contradicts another fact", fact.ReasonContradicts},
	{"wrong", fact.ReasonWrong},
	{"outdated", fact.ReasonOutdated},
	{"unclear", fact.ReasonUnclear},
	{"duplicate", fact.ReasonDuplicate},
	{"contradicts", fact.ReasonContradicts},
	{"other", fact.ReasonOther},
	{"no source", fact.ReasonSource},
	{"错误", fact.ReasonWrong},
	{"不对", fact.ReasonWrong},
	{"过时", fact.ReasonOutdated},
	{"需要来源", fact.ReasonSource},
	{"不清楚", fact.ReasonUnclear},
	{"重复", fact.ReasonDuplicate},
	{"矛盾", fact.ReasonContradicts},
}

// flagReason finds the category that a typed reason starts with. What was typed
// is the note, whole, unless it is the category's name and nothing more.
func flagReason(typed string) (fact.Reason, string) {
	folded := search.Fold(typed)
	for _, t := range typedReasons {
		rest, ok := strings.CutPrefix(folded, t.word)
		if !ok || rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
			continue
		}
		if strings.TrimFunc(rest, closes) == "" {
			return t.reason, ""
		}
		return t.reason, typed
	}
	return fact.ReasonOther, typed
}

// raise records a doubt and confirms it with the statement.
func (c *call) raise(in review.FlagInput) (Reply, error) {
	in.Place = c.req.Place
	out, err := c.review.Flag(c.ctx, c.req.Actor, in)
	if err != nil {
		return Reply{}, err
	}
	return c.flagDone(&out), nil
}

// flagDone confirms a doubt, with the way back.
func (c *call) flagDone(out *review.Flagged) Reply {
	w := c.words
	f := out.Fact
	key := "flag.done"
	switch {
	case out.Same:
		key = "flag.same"
	case out.Edited:
		key = "flag.edited"
	}
	r := Reply{Kind: KindDone, Lead: Plain(w.say(key, "id", f.ID.String(), "reason", c.reason(out.Flag.Reason)))}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	if out.Flag.Note != "" && !c.public {
		r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("flag.note", "note", w.quoted(out.Flag.Note)))})
	}
	if out.Owner != "" {
		r.Notes = append(r.Notes, Plain(w.say("flag.owner", "name", c.person(out.Owner))))
	} else {
		r.Notes = append(r.Notes, Plain(w.say("flag.next")))
	}
	r.Buttons = []Button{
		{Label: w.say("button.withdraw"), Command: "withdraw " + f.ID.String()},
		{Label: w.say("button.history"), Command: "history " + f.ID.String()},
	}
	return r
}

// meToo doubts a fact for the reason that most others gave.
func (c *call) meToo() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	if f.Doubts == nil || f.Doubts.Count == 0 {
		return c.formReply(c.flagForm(f)), nil
	}
	return c.raise(review.FlagInput{Fact: f.ID, Reason: commonReason(f)})
}

// commonReason is the reason most often given, the first listed among equals.
func commonReason(f *fact.Fact) fact.Reason {
	best, most := fact.ReasonOther, 0
	if f.Doubts == nil {
		return best
	}
	for _, reason := range fact.Reasons {
		if n := f.Doubts.Reasons[reason]; n > most {
			best, most = reason, n
		}
	}
	return best
}

// withdraw takes the person's flag back.
func (c *call) withdraw() (Reply, error) {
	out, err := c.review.Withdraw(c.ctx, c.req.Actor, c.cmd.ID)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindDone, Lead: Plain(c.words.say("withdraw.done", "id", c.cmd.ID.String()))}
	r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(out.Fact)})
	r.Buttons = []Button{{Label: c.words.say("button.flag.this"), Command: "flag " + c.cmd.ID.String()}}
	return r, nil
}

// evidence adds a link or note to the person's flag, raising one for the common
// reason where they have none.
func (c *call) evidence() (Reply, error) {
	f, err := c.fact()
	if err != nil {
		return Reply{}, err
	}
	given := c.cmd.Content
	if c.req.Via == ViaForm {
		given = c.field("note")
		if given == "" {
			return Reply{
				Kind: KindRefused, Code: fact.CodeInvalid,
				Errors: map[string]string{"note": c.words.say("error.evidence.empty")},
			}, nil
		}
	}
	w := c.words
	if given == "" {
		return c.formReply(&Form{
			Command: "evidence " + f.ID.String(), Topic: f.Topic, Title: w.say("form.evidence.title", "id", f.ID.String()),
			Submit: w.say("form.evidence.submit"), Intro: c.factIntro(f),
			Fields: []Field{{Name: "note", Kind: FieldText, Label: w.say("form.evidence.note"), Required: true, Max: fact.MaxNote}},
		}), nil
	}
	in := review.FlagInput{Fact: f.ID, Reason: commonReason(f)}
	in.Note, in.Evidence = links(given)
	own, err := c.bot.Records.Flags(c.ctx, fact.FlagFilter{Fact: f.ID, By: c.req.Actor.User, Open: true, Limit: 1})
	if err != nil {
		return Reply{}, err
	}
	if len(own) > 0 {
		in.Reason = own[0].Reason
		if in.Note == "" {
			in.Note = own[0].Note
		}
		if in.Evidence == "" {
			in.Evidence = own[0].Evidence
		}
	}
	return c.raise(in)
}

// pick asks which of several facts is doubted, and why.
func (c *call) pick() (Reply, error) {
	w := c.words
	if c.req.Via == ViaForm {
		id, ok := fact.ParseID(c.field("fact"), "")
		if !ok {
			return Reply{}, fact.Invalid("fact.choose", "Choose the fact.")
		}
		return c.flagFilled(id)
	}
	var choices []Choice
	var command strings.Builder
	command.WriteString(string(VerbPick))
	for _, id := range c.cmd.IDs {
		f, ok := c.bot.Index.Get(id)
		if !ok || !f.Active() {
			continue
		}
		command.WriteString(" " + id.String())
		choices = append(choices, Choice{Value: id.String(), Label: shorten(id.String()+" "+Visible(oneLine(f.Statement)), 70)})
	}
	if len(choices) == 0 {
		return Reply{}, unknownFact(c.cmd.IDs[0])
	}
	form := &Form{Command: command.String(), Topic: c.cmd.Topic, Title: w.say("form.pick.title"), Submit: w.say("form.flag.submit")}
	form.Fields = append([]Field{{Name: "fact", Kind: FieldChoice, Label: w.say("form.pick.fact"), Choices: choices, Required: true}},
		c.flagFields()...)
	return c.formReply(form), nil
}

// oneLine puts spaces for line feeds, where a text only names something.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }
