package bot

import (
	"strconv"
	"strings"
	"sync"

	"factbot/internal/fact"
)

// Parse makes a command of a text. It never fails: what is no command is a
// query, and what holds nothing to look for asks for the usage. Entities
// (&amp; &lt; &gt;) are not decoded here: the transport that received the text
// decodes them, exactly once.
func Parse(text string, scope Scope) Command {
	p := parsers.Get().(*parser)
	defer p.done()
	p.text, p.scope = text, scope
	p.cmd.Topic = scope.Topic
	p.dropName()
	if strings.TrimSpace(p.text[p.at:]) == "" {
		return p.bare()
	}
	return p.command()
}

// parsers are those that nothing is read with: a parser is half a kilobyte.
var parsers = sync.Pool{New: func() any { return &parser{} }}

// done forgets what was read.
func (p *parser) done() {
	*p = parser{}
	parsers.Put(p)
}

// parser reads one text.
type parser struct {
	lexer
	scope Scope
	cmd   Command
}

// dropName passes a leading @factbot that the transport did not take away.
func (p *parser) dropName() {
	if p.scope.Name == "" {
		return
	}
	t, ok := p.peek()
	if ok && len(t.word) == len(p.scope.Name)+1 && t.word[0] == '@' && t.word[1:] == p.scope.Name {
		p.at = t.end
	}
}

// bare is the command for nothing typed.
func (p *parser) bare() Command {
	p.cmd.Verb = VerbCard
	return p.cmd
}

// command reads a verb with arguments that fit it, an id, or else a query.
func (p *parser) command() Command {
	start := p.at
	first, ok := p.next()
	if !ok {
		p.cmd.Verb, p.cmd.Usage = VerbHelp, true
		return p.cmd
	}
	if form, is := formOf(first.word); is && p.fits(form) {
		return p.cmd
	}
	unfit, _ := formOf(first.word)
	p.reset()
	p.at = first.end
	if p.glued(first) {
		return p.cmd
	}
	if _, more := p.peekFrom(first.end); !more {
		if id, is := p.id(first.word, true); is {
			p.cmd.Verb, p.cmd.ID = VerbFact, id
			return p.cmd
		}
		if n := p.bareNumber(first.word); n > 0 && first.word[0] == '#' {
			p.cmd.Verb, p.cmd.Bare = VerbFact, n
			return p.cmd
		}
	}
	if p.talk(start) || p.politeID(start) {
		return p.cmd
	}
	if p.scope.Topic == "" {
		if cmd, is := p.topicFirst(first, start); is {
			return cmd
		}
	}
	p.at = start
	p.cmd.Verb, p.cmd.Unfit = VerbFacts, unfit.verb
	p.query()
	if p.cmd.Query == "" && !p.cmd.TooLong {
		p.cmd.Verb, p.cmd.Usage = VerbHelp, true
	}
	return p.cmd
}

// reset forgets what an attempt at a verb's arguments set.
func (p *parser) reset() { p.cmd = Command{Topic: p.scope.Topic} }

func (p *parser) peekFrom(at int) (token, bool) {
	l := lexer{text: p.text, at: at}
	return l.next()
}

// topicFirst reads a text that starts with a topic's name. Where it is the only
// topic, the name says nothing about where to look, so a query keeps it.
func (p *parser) topicFirst(first token, start int) (Command, bool) {
	topic, end := p.named(first)
	if topic == nil {
		return Command{}, false
	}
	first.end = end
	scope := p.scope
	scope.Topic, scope.Name = topic.Slug, ""
	cmd := Parse(p.text[first.end:], scope)
	if len(p.scope.Topics) == 1 && cmd.Verb == VerbFacts && cmd.Unfit == "" && cmd.Query != "" && !p.saysFacts(first.end) {
		p.cmd.Topic = topic.Slug
		p.at = start
		p.cmd.Verb = VerbFacts
		p.query()
		return p.cmd, true
	}
	return cmd, true
}

// named is the topic whose name the text starts with, in one word or several,
// and where the name ends.
func (p *parser) named(first token) (*fact.Topic, int) {
	word, end := first.word, first.end
	for range maxNameWords {
		if topic := p.scope.byName(word); topic != nil {
			return topic, end
		}
		t, ok := p.peekFrom(end)
		if !ok {
			break
		}
		word, end = word+" "+t.word, t.end
	}
	return nil, 0
}

// maxNameWords bounds the words of a topic's name that are looked at.
const maxNameWords = 4

// saysFacts reports whether the verb facts stands at a place.
func (p *parser) saysFacts(at int) bool {
	t, ok := p.peekFrom(at)
	return ok && t.word == string(VerbFacts)
}

// fits tries to read the arguments of a verb.
func (p *parser) fits(f form) bool {
	p.cmd.Verb = f.verb
	return f.read(p)
}

// id reads a folded word as a fact's id. A bare number counts where it has one
// topic to belong to; alone, only if that fact exists. A prefix counts only if
// a topic here has it: RFC-5040 is a query.
func (p *parser) id(word string, alone bool) (fact.ID, bool) {
	prefix := ""
	only := p.scope.only()
	if only != nil {
		prefix = only.Prefix
	}
	id, ok := fact.ParseID(word, prefix)
	if !ok || p.scope.byPrefix(id.Prefix) == nil {
		return fact.ID{}, false
	}
	if alone && id.Prefix == prefix && strings.IndexByte(word, '-') < 0 && p.scope.Exists != nil && !p.scope.Exists(id) {
		return fact.ID{}, false
	}
	return id, true
}

// takeID passes an id, or a bare number where several topics could have it.
func (p *parser) takeID() bool {
	t, ok := p.peek()
	if !ok {
		return false
	}
	if id, is := p.id(t.word, false); is {
		p.cmd.ID, p.at = id, t.end
		return true
	}
	if n := p.bareNumber(t.word); n > 0 {
		p.cmd.Bare, p.at = n, t.end
		return true
	}
	return false
}

// bareNumber is a number that several topics could have; 0 where it is none, or
// only one topic is meant.
func (p *parser) bareNumber(word string) int {
	if len(word) > 8 || p.scope.only() != nil || len(p.scope.Topics) < 2 {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// takeVersion passes a version, as v3.
func (p *parser) takeVersion() {
	t, ok := p.peek()
	if !ok || len(t.word) < 2 || len(t.word) > 8 || t.word[0] != 'v' {
		return
	}
	if n, err := strconv.Atoi(t.word[1:]); err == nil && n > 0 {
		p.cmd.Version, p.at = n, t.end
	}
}

// atEnd reports whether nothing but separators and punctuation is left.
func (p *parser) atEnd() bool {
	for at := p.at; ; {
		t, ok := p.peekFrom(at)
		if !ok {
			return true
		}
		if t.word != "" {
			return false
		}
		at = t.end
	}
}

// content takes the rest as content.
func (p *parser) content() {
	rest := p.rest()
	if !p.scope.Typed {
		rest = asTyped(rest)
	}
	p.cmd.Content = rest
	p.at = len(p.text)
}
