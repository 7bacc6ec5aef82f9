package bot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// Limits of a check.
const (
	checkedSentences = 8
	factsASentence   = 3
)

// check shows which recorded facts bear on each sentence of a claim. It draws
// no conclusion.
func (c *call) check() (Reply, error) {
	claim := c.cmd.Content
	if claim == "" {
		claim = trimSeparators(c.req.Fields["claim"])
	}
	if claim == "" {
		if c.req.Via == ViaForm {
			return Reply{}, fact.Invalid("claim.empty", "Write the claim to check.")
		}
		return c.formReply(c.checkForm()), nil
	}
	if utf8.RuneCountInString(claim) > fact.MaxStatement {
		return Reply{}, tooLong(VerbCheck)
	}
	return c.checked(claim), nil
}

func (c *call) checkForm() *Form {
	w := c.words
	return &Form{
		Command: "check", Topic: c.cmd.Topic, Title: w.say("form.check.title"), Submit: w.say("form.check.submit"),
		Fields: []Field{{
			Name: "claim", Kind: FieldText, Label: w.say("form.check.claim"), Hint: w.say("form.check.hint"),
			Required: true, Max: fact.MaxStatement,
		}},
	}
}

// checked compares a claim with the record, sentence by sentence.
func (c *call) checked(claim string) Reply {
	if quoted := c.ownFacts(claim); len(quoted) > 0 {
		return c.checkedQuotes(quoted)
	}
	w := c.words
	all := sentences(claim)
	r := Reply{Kind: KindFacts}
	seen := map[fact.ID]bool{}
	chars, bearing := 0, 0
	var facts []*fact.Fact
	var found []search.Hit
	for _, s := range all[:min(len(all), checkedSentences)] {
		hits := c.bearing(s, len(all))
		if len(all) > 1 {
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.quoted(shorten(s, 200)))})
		}
		var again []string
		shown := 0
		for i := range hits {
			f := hits[i].Fact
			if seen[f.ID] {
				again = append(again, f.ID.String())
				continue
			}
			chars += utf8.RuneCountInString(f.Statement) + lineChars
			if chars > pageChars && len(facts) > 0 {
				again = append(again, f.ID.String())
				continue
			}
			seen[f.ID] = true
			shown++
			facts, found = append(facts, f), append(found, hits[i])
			r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.hitView(&hits[i], s)})
		}
		switch {
		case len(hits) > 0:
			bearing++
		case len(all) > 1:
			r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(w.say("check.none"))})
		}
		if len(again) > 0 {
			r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(w.say("check.also", "ids", w.list(again)))})
		}
	}
	r = c.checkLead(r, facts, len(all), bearing)
	r.Lead = append(r.Lead, c.acrossLead(found)...)
	return r
}

// bearing is what the record has on one sentence.
func (c *call) bearing(sentence string, of int) []search.Hit {
	limit := factsASentence
	if of == 1 {
		limit = pageFacts
	}
	result := c.bot.Index.Search(search.Query{Text: firstRunes(sentence, fact.MaxQuery), Topics: c.slugs(), Limit: limit, Now: c.now})
	var named []search.Hit
	for _, id := range c.namedIDs(sentence) {
		if f, ok := c.bot.Index.Get(id); ok && len(named) < limit {
			named = append(named, search.Hit{Fact: f})
		}
	}
	if len(named) == 0 {
		return result.Hits
	}
	for _, hit := range result.Hits {
		if len(named) < limit && !slices.ContainsFunc(named, func(h search.Hit) bool { return h.Fact == hit.Fact }) {
			named = append(named, hit)
		}
	}
	return named
}

// ownFacts are the facts of a text that is a message of ours: each stands on a
// line of its own, its id first and what is known of it in brackets. The lines
// around them are our words, and no claim.
func (c *call) ownFacts(text string) []*fact.Fact {
	var facts []*fact.Fact
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		id, ok := fact.ParseID(word, "")
		if !ok || !strings.Contains(word, "-") || !strings.HasPrefix(rest, "(") || !strings.Contains(rest, "): ") {
			continue
		}
		if f, known := c.bot.Index.Get(id); known && !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	return facts
}

// checkedQuotes shows the facts that a message of ours quotes, as they stand now.
func (c *call) checkedQuotes(facts []*fact.Fact) Reply {
	r := Reply{Kind: KindFacts}
	shown := c.fit(len(facts), func(i int) *fact.Fact { return facts[i] })
	for _, f := range facts[:shown] {
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
	}
	r.Lead = Plain(c.words.count("check.quotes", len(facts)))
	if shown < len(facts) {
		r.Lead = append(r.Lead, Span{Text: separator + c.words.say("facts.showing", "n", c.words.number(shown), "of", c.words.number(len(facts)))})
	}
	r.Notes = append(r.Notes, Plain(c.sourceNote(shown, func(i int) *fact.Fact { return facts[i] })))
	c.flagButton(&r)
	return r
}

func (c *call) checkLead(r Reply, facts []*fact.Fact, of, bearing int) Reply {
	w := c.words
	var n checks
	for _, f := range facts {
		n.add(f, c)
	}
	switch {
	case len(facts) == 0:
		r.Kind = KindNothing
		r.Lead = Plain(w.say("check.nothing"))
		r.Sections = nil
		return r
	case of > 1:
		r.Lead = Plain(w.count("check.lead.sentences", len(facts), "bearing", w.number(bearing), "of", w.number(of)) + separator + n.say(w))
	default:
		r.Lead = Plain(w.count("facts.bear", len(facts)) + separator + n.say(w))
	}
	if of > checkedSentences {
		r.Notes = append(r.Notes, Plain(w.say("check.first", "n", w.number(checkedSentences), "of", w.number(of))))
	}
	r.Notes = append(r.Notes, Plain(w.say("facts.quoted")+separator+
		c.sourceNote(len(facts), func(i int) *fact.Fact { return facts[i] })))
	c.flagButton(&r)
	return r
}

// firstRunes is a text's beginning, at most n characters: what is searched
// for, never what is shown.
func firstRunes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	count := 0
	for i := range text {
		if count == n {
			return strings.TrimSpace(text[:i])
		}
		count++
	}
	return text
}
