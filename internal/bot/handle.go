package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"factbot/internal/fact"
)

// call is one request on its way to a reply.
type call struct {
	ctx    context.Context
	bot    *Bot
	req    Request
	cmd    Command
	words  *words
	now    time.Time
	topics []*fact.Topic
	public bool
	review Reviewing
	did    did  // by the review service, on the way
	replay bool // the reply is worded again: no act may run
	shared bool // somebody shares the reply: the question is not there to be read
	one    [1]string
	views  []FactView
	desk   *desk
	room   *room // on the desk
	acting acting
}

// newCall starts a request.
func (b *Bot) newCall(ctx context.Context, r Request) *call {
	d := takeDesk()
	c := &d.call
	*c = call{ctx: ctx, bot: b, req: r, now: b.Clock(), topics: b.Catalog.Topics(), desk: d, room: &d.room}
	c.acting = acting{Reviewing: b.Review, did: &c.did}
	c.review = &c.acting
	c.public = r.Via == ViaMention && r.Place.Kind != fact.PlaceDirect
	c.words = wordsOf(LocaleOf(r.Actor.Locale, r.Text, c.public))
	return c
}

// Handle answers a request in place. It never fails: a fault becomes a reply.
func (b *Bot) Handle(ctx context.Context, r Request) Reply {
	c := b.newCall(ctx, r)
	reply := c.answer()
	reply.desk = c.desk
	return reply
}

// answer runs the request; an error or panic becomes a reply.
func (c *call) answer() (reply Reply) {
	defer c.recovered(&reply)
	reply, err := c.run()
	if err != nil {
		reply = c.failed(err)
	}
	return c.finish(reply)
}

// recovered turns a panic into a broken reply.
func (c *call) recovered(reply *Reply) {
	if fault := recover(); fault != nil {
		*reply = c.finish(c.failed(fmt.Errorf("panic: %v\n%s", fault, debug.Stack())))
	}
}

// run parses the request and runs its command.
func (c *call) run() (Reply, error) {
	if t := c.req.Topic; t != "" && c.topic(t) == nil {
		return Reply{}, fact.NotFound("topic.unknown", "That topic is not served here.").With("topic", t)
	}
	c.cmd = Parse(c.req.Text, c.scope())
	if c.req.Via == ViaShortcut && c.req.Quoted != nil {
		return c.shortcut()
	}
	return c.perform()
}

// perform runs the command that was parsed.
func (c *call) perform() (Reply, error) {
	switch {
	case c.cmd.TooLong:
		return Reply{}, tooLong(c.cmd.Verb)
	case c.cmd.Usage:
		return c.usage(c.cmd.Verb), nil
	case c.cmd.Options.Unknown != "":
		return Reply{}, unknownOption(&c.cmd.Options)
	case c.cmd.Options.Bad != "":
		return Reply{}, fact.Invalid("option.bad", "That option's value cannot be used.").With("option", c.cmd.Options.Bad)
	case c.cmd.Bare > 0:
		return Reply{}, c.ambiguous()
	}
	cmd := c.bot.commands[c.cmd.Verb]
	if cmd == nil {
		return c.usage(VerbHelp), nil
	}
	if cmd.Who > fact.Reader && c.public && cmd.Private {
		return Reply{}, fact.Forbidden("place.public", "Reviewers' lists are not shown in public.").With("verb", string(cmd.Verb))
	}
	return cmd.run(c)
}

func tooLong(v Verb) error {
	limit := "500"
	if v == VerbCheck || v == VerbAdd {
		limit = "4,000"
	}
	return (&fact.Error{
		Code: fact.CodeTooLong, Key: "query.long",
		Message: "That is longer than a query can be: shorten it.",
	}).With("limit", limit)
}

// ambiguous asks which topic a bare number belongs to.
func (c *call) ambiguous() error {
	var ids []string
	for _, t := range c.topics {
		ids = append(ids, fact.ID{Prefix: t.Prefix, N: c.cmd.Bare}.String())
	}
	return fact.Invalid("id.ambiguous", "Several topics are served here, so the number alone does not say which fact is meant.").
		With("ids", c.words.list(ids))
}

// scope is what the parser may know.
func (c *call) scope() Scope {
	return Scope{
		names: c.bot.names.of(c.topics), Topics: c.topics, Topic: c.req.Topic, Name: c.bot.Name,
		Typed: c.req.Via == ViaTerminal || c.req.Via == ViaButton || c.req.Via == ViaForm,
		Exists: func(id fact.ID) bool {
			_, ok := c.bot.Index.Get(id)
			return ok
		},
	}
}

// topic is the topic with a slug, or nil.
func (c *call) topic(slug string) *fact.Topic {
	for _, t := range c.topics {
		if t.Slug == slug {
			return t
		}
	}
	return nil
}

// only is the topic that the request can only mean, or nil.
func (c *call) only() *fact.Topic {
	if c.cmd.Topic != "" {
		return c.topic(c.cmd.Topic)
	}
	if len(c.topics) == 1 {
		return c.topics[0]
	}
	return nil
}

// slugs is the restriction of a search to the command's topic.
func (c *call) slugs() []string {
	if c.cmd.Topic == "" {
		return nil
	}
	c.one[0] = c.cmd.Topic
	return c.one[:]
}

// fact is the fact the command names.
func (c *call) fact() (*fact.Fact, error) {
	f, ok := c.bot.Index.Get(c.cmd.ID)
	if !ok {
		return nil, unknownFact(c.cmd.ID)
	}
	return f, nil
}

// beyond says which ids a topic has, to one who named another; false where that
// is not known.
func (c *call) beyond(id string) (string, bool) {
	at, ok := fact.ParseID(id, "")
	if !ok {
		return "", false
	}
	scope := Scope{Topics: c.topics}
	t := scope.byPrefix(at.Prefix)
	if t == nil {
		return "", false
	}
	first, last := fact.ID{}, fact.ID{}
	for _, f := range c.bot.Index.Facts(t.Slug) {
		if first.IsZero() || f.ID.N < first.N {
			first = f.ID
		}
		if f.ID.N > last.N {
			last = f.ID
		}
	}
	if first.IsZero() {
		return "", false
	}
	return c.words.say("error.fact.beyond", "id", id, "topic", t.Title, "first", first.String(), "last", last.String()), true
}

func unknownFact(id fact.ID) error {
	return fact.NotFound("fact.unknown", "There is no such fact.").With("id", id.String())
}

// finish sets what every reply has, and remembers what a person was shown.
func (c *call) finish(r Reply) Reply {
	r.Locale = c.words.locale
	r.Public = c.public
	if c.req.Via == ViaForm {
		r.Title = c.resultTitle(&r)
	}
	if len(c.req.Actor.User) > 0 && !c.public && !c.replay && c.bot.Audience != nil {
		if refs := r.Shown(); len(refs) > 0 {
			c.bot.Audience.Shown(c.req.Actor.User, refs, c.now)
		}
	}
	return r
}

// failed words an error. What the person can help is a refusal that says why;
// all else is a fault of ours with the correlation id, and goes to the log.
func (c *call) failed(err error) Reply {
	var coded *fact.Error
	if !errors.As(err, &coded) {
		coded = &fact.Error{Code: fact.CodeInternal}
	}
	switch coded.Code {
	case fact.CodeBusy, fact.CodeUnavailable, fact.CodeInternal, "":
		c.bot.Logger.ErrorContext(c.ctx, "request broken", "id", c.req.ID, "verb", string(c.cmd.Verb), "err", err)
		key := "broken." + string(coded.Code)
		if !c.words.has(key) {
			key = "broken.internal"
		}
		return Reply{Kind: KindBroken, Code: coded.Code, Lead: Plain(c.words.say(key, "id", c.req.ID))}
	}
	if coded.Key == "act.repeated" {
		return Reply{Kind: KindDone, Code: coded.Code, Silent: c.req.Via != ViaTerminal, Lead: Plain(c.sentence(coded))}
	}
	if reply, ok := c.fieldError(coded); ok {
		return reply
	}
	r := Reply{Kind: KindRefused, Code: coded.Code, Lead: Plain(c.sentence(coded))}
	c.sayWhoWon(&r, err)
	c.instead(&r, coded)
	return r
}

// sentence is an error's sentence in the reply's language.
func (c *call) sentence(e *fact.Error) string {
	if e.Key == "fact.unknown" {
		if text, ok := c.beyond(e.Params["id"]); ok {
			return text
		}
	}
	key := "error." + e.Key
	if !c.words.has(key) {
		return e.Message
	}
	args := make([]string, 0, 2*len(e.Params))
	for name, value := range e.Params {
		args = append(args, name, value)
	}
	return c.words.say(key, args...)
}
