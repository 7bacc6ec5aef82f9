package bot

import (
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// told is an event in words.
type told struct {
	line    string      // date, fact and what happened, with name and reason
	wording *fact.Value // was and now, where the wording changed
}

// tell words an event. Who raised a flag, and what they wrote, is told to
// reviewers and to themselves only.
func (c *call) tell(e *fact.Event, withFact bool) told {
	w := c.words
	key := "event." + string(e.Act)
	if !w.has(key) {
		key = "event.other"
	}
	name := e.Name
	private := flagAct(e.Act) && !c.mayReadFlag(e)
	switch {
	case e.Erased:
		name = w.say("person.erased")
	case private:
		name = w.say("person.someone")
	case name == "" && e.Actor != "":
		name = c.person(e.Actor)
	case name == "":
		name = w.say("person.program")
	}
	var t told
	was, now := c.mentioned(e, &t)
	id := ""
	if withFact && !e.Fact.IsZero() {
		id = e.Fact.String() + " "
	}
	t.line = w.date(e.At) + "  " + id + w.say(key, "name", name, "old", was, "new", now, "act", string(e.Act), "file", now)
	if e.Act == fact.ActImport {
		t.line += c.importCounts(e)
	}
	if until := c.untilOf(e); e.Act == fact.ActVerify && until != "" {
		t.line += w.say("event.until", "until", until)
	}
	if e.Note != "" && !private {
		label := "event.reason"
		if flagAct(e.Act) {
			label = "event.note"
		}
		t.line += separator + w.say(label, "note", w.quoted(shorten(e.Note, 300)))
	}
	return t
}

// telling names the value of an event that its sentence mentions, by act.
var telling = map[fact.Act]string{
	fact.ActConfidence: "confidence", fact.ActFlag: "reason", fact.ActReflag: "reason",
	fact.ActRelate: "relation", fact.ActUndo: "act", fact.ActImport: "document",
}

// mentioned gives the values that the sentence of an event mentions, and notes a
// changed wording.
func (c *call) mentioned(e *fact.Event, t *told) (was, now string) {
	for i := range e.Values {
		v := &e.Values[i]
		switch {
		case v.Name == "wording" && v.Old != "" && v.New != "":
			t.wording = v
		case v.Name == telling[e.Act], v.Name == "related" && e.Act == fact.ActRelate:
			was, now = c.value(v.Name, v.Old), c.value(v.Name, v.New)
		}
	}
	return was, now
}

// importCounts says what an import did, as far as it did anything.
func (c *call) importCounts(e *fact.Event) string {
	var text strings.Builder
	for _, v := range e.Values {
		if n, err := strconv.Atoi(v.New); err == nil && n > 0 && c.words.has("import."+v.Name) {
			text.WriteString(separator + c.words.count("import."+v.Name, n))
		}
	}
	return text.String()
}

// flagAct reports whether the act is a person's doubt, told to few.
func flagAct(a fact.Act) bool {
	return a == fact.ActFlag || a == fact.ActReflag || a == fact.ActWithdraw || a == fact.ActGap || a == fact.ActPropose
}

// mayReadFlag reports whether the one who asks may read who doubted and why.
func (c *call) mayReadFlag(e *fact.Event) bool {
	user := c.req.Actor.User
	return !c.public && user != "" && (e.Actor == user || c.review.May(e.Topic, user))
}

// value is a value of an event in words.
func (c *call) value(name, v string) string {
	if v == "" {
		return ""
	}
	switch name {
	case "confidence":
		if n, err := strconv.Atoi(v); err == nil {
			return c.words.percent(fact.Confidence(min(max(n, 0), 100)))
		}
	case "reason", "act":
		if key := name + "." + v; c.words.has(key) {
			return c.words.say(key)
		}
	case "related":
		return c.mirrored(v)
	case "relation":
		if at := strings.LastIndexByte(v, ' '); at > 0 && c.words.has("relation."+v[:at]) {
			return c.words.say("relation."+v[:at], "id", v[at+1:])
		}
	}
	return v
}

// mirrored is a relation as the other fact's history tells it: "RDMA-18
// contradicts RDMA-4" is recorded on RDMA-4, which is contradicted by RDMA-18.
func (c *call) mirrored(v string) string {
	from, rest, _ := strings.Cut(v, " ")
	if at := strings.LastIndexByte(rest, ' '); at > 0 && c.words.has("relation."+rest[:at]+".inverse") {
		return c.words.say("relation."+rest[:at]+".inverse", "id", from)
	}
	return v
}

// untilOf is the date until which an event verified a fact, in words.
func (c *call) untilOf(e *fact.Event) string {
	for _, v := range e.Values {
		if v.Name == "until" {
			return c.dateValue(v.New)
		}
	}
	return ""
}

// person is a person's plain name.
func (c *call) person(u fact.UserID) string {
	if u == "" {
		return c.words.say("person.nobody")
	}
	if c.bot.People == nil {
		return string(u)
	}
	return c.bot.People.Name(u)
}

// section is the event as a part of a list, the wordings whole.
func (c *call) eventSections(e *fact.Event, withFact bool) []Section {
	t := c.tell(e, withFact)
	sections := []Section{{Kind: SectionText, Line: Plain(t.line)}}
	if t.wording != nil {
		sections = append(sections, c.wordings(t.wording.Old, t.wording.New)...)
	}
	return sections
}

// wordings shows an old and a new wording, whole and literal.
func (c *call) wordings(was, now string) []Section {
	var s []Section
	if was != "" {
		s = append(s, Section{Kind: SectionContext, Line: Plain(c.words.say("wording.was"))}, Section{Kind: SectionContent, Text: was})
	}
	if now != "" {
		s = append(s, Section{Kind: SectionContext, Line: Plain(c.words.say("wording.now"))}, Section{Kind: SectionContent, Text: now})
	}
	return s
}
