package bot

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// form is how a verb is written: the words that name it, and how its arguments
// are read; read reports whether they fit.
type form struct {
	verb Verb
	read func(*parser) bool
}

// formOf is the form of the verb that a folded word names.
func formOf(word string) (form, bool) {
	v, ok := verbOf(word)
	if !ok {
		return form{}, false
	}
	return form{verb: v, read: readers(v)}, true
}

// verbOf is the verb that a folded word names. (A switch costs no look-up on
// the way of every query.)
func verbOf(word string) (Verb, bool) {
	switch v := Verb(word); v {
	case VerbHelp, VerbFacts, VerbFact, VerbTimeline, VerbCheck, VerbHistory, VerbTopics, VerbWhy, VerbShare, VerbLookup,
		VerbCard, VerbFlag, VerbMeToo, VerbWithdraw, VerbEvidence, VerbAdd, VerbSend, VerbSubscribe, VerbUnsubscribe,
		VerbQueue, VerbReview, VerbVerify, VerbCorrect, VerbConfidence, VerbRetract, VerbRestore, VerbDismiss, VerbRelate,
		VerbUndo, VerbHandOn, VerbPick, VerbGaps, VerbCloseGap, VerbProposals, VerbAccept, VerbReject, VerbOptOut, VerbOptIn:
		return v, true
	}
	return aliasOf(word)
}

// readers gives the reader of a verb's arguments.
func readers(v Verb) func(*parser) bool {
	switch v {
	case VerbFacts:
		return readFacts
	case VerbTimeline:
		return readTimeline
	case VerbHelp:
		return readHelp
	case VerbCheck, VerbAdd:
		return readClaim
	case VerbSend:
		return readQuestion
	case VerbShare:
		return readShare
	case VerbFact, VerbHistory:
		return readIDOnly
	case VerbWhy:
		return readWhy
	case VerbFlag, VerbEvidence, VerbMeToo, VerbWithdraw, VerbUndo:
		return readIDThenContent
	case VerbVerify, VerbCorrect, VerbConfidence, VerbRetract, VerbRestore, VerbDismiss, VerbRelate:
		return readDecision
	case VerbHandOn:
		return readHandOn
	case VerbAccept, VerbReject, VerbCloseGap:
		return readItem
	case VerbReview:
		return readReview
	case VerbPick:
		return readIDs
	default:
		return readNothing
	}
}

func readFacts(p *parser) bool {
	typed := !onlySpace(p.text[p.at:])
	p.query()
	p.cmd.Usage = typed && p.cmd.Query == "" && !p.cmd.TooLong && !p.cmd.Options.Given
	return true
}

func onlySpace(s string) bool { return strings.TrimSpace(s) == "" }

func readTimeline(p *parser) bool {
	p.days()
	p.query()
	return true
}

// readHelp fits alone, or before a verb.
func readHelp(p *parser) bool {
	if p.atEnd() {
		return true
	}
	t, _ := p.next()
	v, ok := verbOf(t.word)
	if !ok || !p.atEnd() {
		return false
	}
	p.cmd.Query = string(v)
	return true
}

func readClaim(p *parser) bool {
	p.content()
	if p.cmd.Content == "" {
		return true
	}
	if !searchable(p.cmd.Content) {
		p.cmd.Content, p.cmd.Usage = "", true
	}
	if utf8.RuneCountInString(p.cmd.Content) > fact.MaxStatement {
		p.cmd.Content, p.cmd.TooLong = "", true
	}
	return true
}

func readQuestion(p *parser) bool {
	p.query()
	return p.cmd.Query != "" || p.cmd.TooLong
}

// readShare fits before another reading command.
func readShare(p *parser) bool {
	t, ok := p.peek()
	if !ok {
		return false
	}
	v, _ := verbOf(t.word)
	switch v {
	case VerbFacts, VerbFact, VerbTimeline, VerbCheck, VerbCard:
	default:
		return false
	}
	inner := Parse(p.text[p.at:], p.scope)
	p.cmd.Share, p.cmd.Topic, p.cmd.Shared = &inner, inner.Topic, p.rest()
	return inner.Verb == v
}

func readIDOnly(p *parser) bool { return p.takeID() && p.atEnd() }

func readWhy(p *parser) bool {
	if !p.takeID() {
		return false
	}
	p.query()
	return true
}

func readIDThenContent(p *parser) bool {
	if !p.takeID() {
		return false
	}
	p.content()
	return true
}

func readHandOn(p *parser) bool {
	if !p.takeID() {
		return false
	}
	if t, ok := p.next(); ok {
		p.cmd.Decision.User = fact.UserID(personReference(t.raw))
		if p.cmd.Decision.User == "" {
			p.cmd.Decision.Bad = t.raw
		}
	}
	return true
}

// readItem reads the number of a proposal (P3) or a gap (G3).
func readItem(p *parser) bool {
	letter := byte('p')
	if p.cmd.Verb == VerbCloseGap {
		letter = 'g'
	}
	t, ok := p.next()
	if !ok || len(t.word) < 2 || t.word[0] != letter {
		return false
	}
	n, err := strconv.ParseInt(t.word[1:], 10, 48)
	if err != nil || n < 1 {
		return false
	}
	p.cmd.Item = n
	switch p.cmd.Verb {
	case VerbCloseGap:
		p.takeID()
	case VerbAccept:
		p.takeVersion()
	}
	if t, ok := p.peek(); ok && (t.raw == confirmedWord || t.raw == "已确认") {
		p.cmd.Confirmed, p.at = true, t.end
	}
	p.content()
	return true
}

// confirmedWord stands after the number of a proposal or gap where the act was
// asked about and is meant.
const confirmedWord = "confirmed"

// maxPicked bounds the facts to choose from: what a message shows at most.
const maxPicked = 25

func readIDs(p *parser) bool {
	for len(p.cmd.IDs) < maxPicked && p.takeID() && !p.cmd.ID.IsZero() {
		p.cmd.IDs = append(p.cmd.IDs, p.cmd.ID)
	}
	p.cmd.ID = fact.ID{}
	return len(p.cmd.IDs) > 0 && p.atEnd()
}

// readReview fits alone, or with the fact that the next one comes after.
func readReview(p *parser) bool {
	p.skipWord("after", "之后")
	return p.atEnd() || p.takeID() && p.atEnd()
}

// readNothing fits alone, with a topic's name, or with the place in a list.
func readNothing(p *parser) bool {
	for {
		t, ok := p.next()
		if !ok {
			return true
		}
		if p.option(t) || t.word == "" {
			continue
		}
		topic := p.scope.byName(t.word)
		if topic == nil || p.scope.Topic != "" && p.scope.Topic != topic.Slug {
			return false
		}
		p.cmd.Topic = topic.Slug
	}
}
