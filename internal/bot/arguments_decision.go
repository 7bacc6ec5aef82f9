package bot

import (
	"slices"
	"strconv"

	"factbot/internal/fact"
)

func readDecision(p *parser) bool {
	if !p.takeID() {
		return false
	}
	p.takeVersion()
	switch d := &p.cmd.Decision; p.cmd.Verb {
	case VerbConfidence:
		if t, ok := p.peek(); ok {
			n, is := percent(t.word)
			d.Confidence, d.HasConfidence, p.at = fact.Confidence(n), is, t.end
			if !is {
				d.Bad = t.raw
			}
		}
	case VerbVerify:
		p.until()
	case VerbRelate:
		p.relation()
	case VerbDismiss:
		if t, ok := p.peek(); ok && len(t.word) > 1 && t.word[0] == 'f' {
			if n, err := strconv.ParseInt(t.word[1:], 10, 48); err == nil {
				d.Flag, p.at = n, t.end
			}
		}
	}
	p.content()
	return true
}

// until reads how long a verification lasts: until 2027-03-01, or for 90d.
func (p *parser) until() {
	t, ok := p.peek()
	if !ok || !isWord(t.word, "until", "至", "有效至", "直到") && !isWord(t.word, "for", "有效期") {
		return
	}
	at := p.at
	p.at = t.end
	if isWord(t.word, "for", "有效期") {
		if p.days() {
			p.cmd.Decision.Days, p.cmd.Options.Days = p.cmd.Options.Days, 0
			return
		}
		p.at = at
		return
	}
	v, ok := p.peek()
	if !ok || len(v.word) != len("2006-01-02") || v.word[4] != '-' || v.word[7] != '-' {
		p.at = at
		return
	}
	p.cmd.Decision.Until, p.at = v.word, v.end
}

// relation reads a kind of relation and the other fact.
func (p *parser) relation() {
	d := &p.cmd.Decision
	t, ok := p.next()
	if !ok {
		return
	}
	switch t.word {
	case "contradicts", "conflicts", "矛盾", "冲突":
		d.Relation = fact.Contradicts
		p.skipWord("with", "于")
	case "duplicates", "duplicate", "重复":
		d.Relation = fact.DuplicateOf
		p.skipWord("of", "于")
	case "refines", "细化":
		d.Relation = fact.Refines
	case "translates", "译文", "翻译":
		d.Relation = fact.Translates
	default:
		d.Bad = t.raw
		return
	}
	own := p.cmd.ID
	if p.takeID() {
		d.Other, p.cmd.ID = p.cmd.ID, own
	}
}

// skipWord passes one of the words, if it stands here.
func (p *parser) skipWord(words ...string) {
	if t, ok := p.peek(); ok && isWord(t.word, words...) {
		p.at = t.end
	}
}

func isWord(word string, of ...string) bool { return slices.Contains(of, word) }
