package bot

import (
	"net/url"
	"strings"

	"factbot/internal/fact"
)

// formReply opens a form. Where none can be opened (a mention, a terminal),
// the reply says the same as text.
func (c *call) formReply(f *Form) Reply {
	r := Reply{Kind: KindForm, Form: f}
	if c.opens() {
		return r
	}
	r.Form = nil
	r.Lead = Plain(f.Title)
	r.Sections = append(r.Sections, f.Intro...)
	if c.req.Via != ViaTerminal {
		r.Buttons = append(r.Buttons, Button{Label: f.Title, Command: f.Command, Topic: f.Topic, Style: StylePrimary})
	}
	if cmd := c.bot.commands[c.cmd.Verb]; cmd != nil {
		key := "form.or_type"
		if len(r.Buttons) == 0 {
			key = "form.type"
		}
		r.Notes = append(r.Notes, Plain(c.words.say(key, "usage", c.typed(c.usageHere(cmd)))))
	}
	return r
}

// resultTitle names what came of a form.
func (c *call) resultTitle(r *Reply) string {
	switch r.Kind {
	case KindRefused, KindBroken:
		return c.words.say("title.refused")
	case KindDone:
		if key := "title." + string(c.cmd.Verb); c.words.has(key) {
			return c.words.say(key)
		}
		return c.words.say("title.done")
	case KindForm:
		return ""
	}
	return c.words.say("title.found")
}

// usageHere is a command's usage with the fact at hand in place of the example.
func (c *call) usageHere(cmd *command) string {
	if c.cmd.ID.IsZero() {
		return c.usageOf(cmd.Verb)
	}
	return strings.Replace(c.usageOf(cmd.Verb), " 7", " "+c.cmd.ID.String(), 1)
}

// opens reports whether the door can open a form: it came with something that
// a person pressed or typed just now.
func (c *call) opens() bool {
	switch c.req.Via {
	case ViaCommand, ViaButton, ViaForm, ViaShortcut:
		return true
	}
	return false
}

// field is what was filled into a form's field, byte for byte without the
// spaces around it.
func (c *call) field(name string) string { return trimSeparators(c.req.Fields[name]) }

// errorFields says which field of a form an error's key is about.
var errorFields = map[string]string{
	"act.reason": "reason", "note.encoding": "note", "note.long": "note", "flag.reason": "reason",
	"evidence.long": "source", "evidence.url": "source", "source.empty": "source",
	"statement.encoding": "statement", "statement.empty": "statement", "statement.long": "statement",
	"correct.same": "statement", "confidence.range": "confidence", "confidence.same": "confidence",
	"relate.kind": "relation", "relate.other": "other", "relate.already": "other", "fact.unknown": "other",
	"fact.none": "other", "verify.until": "until", "claim.empty": "claim", "propose.known": "statement",
	"gap.encoding": "query", "gap.empty": "query", "gap.long": "query", "query.long": "query", "query.empty": "query", "hand.reviewer": "person",
	"hand.same": "person", "fact.choose": "fact",
}

// fieldAliases are other names under which a form may ask for the same.
var fieldAliases = map[string][]string{"note": {"note", "reason"}, "source": {"source", "note"}, "query": {"query", "claim"}}

// fieldError keeps a form open and names the field that is wrong, if the
// request is a form's and has that field.
func (c *call) fieldError(e *fact.Error) (Reply, bool) {
	if c.req.Via != ViaForm {
		return Reply{}, false
	}
	field, ok := errorFields[e.Key]
	if !ok {
		return Reply{}, false
	}
	names := fieldAliases[field]
	if names == nil {
		names = []string{field}
	}
	for _, name := range names {
		if _, asked := c.req.Fields[name]; asked {
			return Reply{Kind: KindRefused, Code: e.Code, Errors: map[string]string{name: c.sentence(e)}}, true
		}
	}
	return Reply{}, false
}

// links takes the first http or https address out of a note, which stays as it
// is; a note that is nothing else becomes "".
func links(note string) (text, link string) {
	for _, word := range strings.FieldsFunc(note, separates) {
		word = strings.TrimRight(strings.TrimLeft(word, "<(（"), ">)）.,;，。；")
		if !strings.HasPrefix(word, "https://") && !strings.HasPrefix(word, "http://") {
			continue
		}
		if u, err := url.Parse(word); err == nil && u.Host != "" {
			if trimSeparators(note) == word {
				return "", word
			}
			return note, word
		}
	}
	return note, ""
}

// reasonField asks why, and says who will read it. f is the fact decided on, if
// there is one.
func (c *call) reasonField(f *fact.Fact, required bool, value string) Field {
	w := c.words
	return Field{
		Name: "reason", Kind: FieldText, Label: w.say("form.reason"), Hint: w.say("form.reason." + c.reasonReaders(f)),
		Value: value, Required: required, Max: fact.MaxNote,
	}
}

// reasonReaders names those whom a decision's reason reaches.
func (c *call) reasonReaders(f *fact.Fact) string {
	flagged := f != nil && f.Doubts != nil && f.Doubts.Count > 0
	switch v := c.cmd.Verb; {
	case v == VerbCorrect, v == VerbRetract:
		return "readers"
	case v == VerbAccept, v == VerbReject:
		return "proposer"
	case v == VerbDismiss, v == VerbVerify && flagged:
		return "flagger"
	}
	return "history"
}

// factIntro shows the fact that a form is about.
func (c *call) factIntro(f *fact.Fact) []Section {
	v := c.view(f)
	v.Menu = nil
	return []Section{{Kind: SectionFact, View: v}}
}
