package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// did is what an act left behind: what words its answer again later.
type did struct {
	flag  int64
	cause int64 // sequence of the event
	done  bool  // an act ran
	same  bool  // … and found that nothing was to be done
	err   error // … and failed
}

// Receive commits a question asked in public or directly, so that it is
// answered whatever happens; false: a repeat. The delivery may be acknowledged
// once it returns nil.
func (b *Bot) Receive(ctx context.Context, q fact.Question) (bool, error) {
	if b.Inbox == nil {
		return false, errors.New("receive a question: there is no inbox")
	}
	fresh, err := b.Inbox.Receive(ctx, q)
	if err != nil {
		return false, fmt.Errorf("receive a question: %w", err)
	}
	return fresh, nil
}

// Work answers a received question into the outbox, with the places where its
// facts will be quoted.
func (b *Bot) Work(ctx context.Context, q fact.Question) error {
	r := questionRequest(q)
	c := b.newCall(ctx, r)
	reply := c.answer()
	if reply.Silent {
		c.recall(&q)
	}
	n := fact.Notice{
		Key: "answer/" + q.Key, Kind: fact.NoticeAnswer, Topic: q.Topic, Facts: reply.Shown(), Place: answerPlace(q.Place),
		User: q.Actor.User, Locale: q.Actor.Locale, Text: marked(q.Text, &c.did), Flag: c.did.flag, Cause: c.did.cause,
		NotBefore: c.now, CreatedAt: c.now,
	}
	var quotes []fact.Quote
	if q.Place.Kind != fact.PlaceDirect {
		quotes = quotesOf(n, n.Facts, c)
	}
	if err := b.Inbox.Answer(ctx, q, n, quotes); err != nil {
		return fmt.Errorf("answer question %q: %w", q.Key, err)
	}
	return nil
}

// recall finds what an act left that ran for this question before: the program
// stopped between the act and its answer.
func (c *call) recall(q *fact.Question) {
	c.did.done, c.did.err = true, nil
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Actor: q.Actor.User, Fact: c.cmd.ID, Since: q.At, Limit: 1})
	if err != nil || len(events) == 0 || c.cmd.ID.IsZero() {
		return
	}
	if e := events[0]; e.Flag != 0 && flagAct(e.Act) {
		c.did.flag = e.Flag
	} else {
		c.did.cause = e.Seq
	}
}

// Resume answers the questions that a stop left behind. One that cannot be
// answered does not keep the others waiting.
func (b *Bot) Resume(ctx context.Context) error {
	if b.Inbox == nil {
		return nil
	}
	pending, err := b.Inbox.Pending(ctx)
	if err != nil {
		return fmt.Errorf("list pending questions: %w", err)
	}
	var failed error
	for _, q := range pending {
		if ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
		failed = errors.Join(failed, b.Work(ctx, q))
	}
	return failed
}

// questionRequest is the request that a question makes. Its act commits a key
// of its own: the delivery's was committed with the question.
func questionRequest(q fact.Question) Request {
	via := ViaMention
	if q.Place.Kind == fact.PlaceDirect {
		via = ViaMessage
	}
	actor := q.Actor
	if q.Key != "" {
		actor.Delivery = q.Key + "/act"
	}
	return Request{ID: q.Key, Text: q.Text, Topic: q.Topic, Actor: actor, Place: q.Place, Via: via}
}

// answerPlace is where a question is answered: in its thread, or the one that
// starts with it.
func answerPlace(p fact.Place) fact.Place {
	if p.Thread == "" && p.Kind != fact.PlaceDirect {
		p.Thread = p.Message
	}
	p.Message = ""
	return p
}

// An act in a question runs once, when the question is answered; the answer is
// worded when it is sent. So the notice's text says what became of the act,
// before the question, between control characters that no typed text keeps.
const (
	markStart = "\x1e"
	markPart  = "\x1f"
	markDone  = "done"
	markSame  = "same"
	markFault = "fault"
)

// marked is a question's text with what became of its act.
func marked(text string, d *did) string {
	text = strings.TrimLeft(text, markStart)
	if !d.done {
		return text
	}
	switch {
	case d.err == nil && d.same:
		return markStart + markSame + markStart + text
	case d.err == nil:
		return markStart + markDone + markStart + text
	}
	var e *fact.Error
	if !errors.As(d.err, &e) || e.Code == fact.CodeInternal || e.Code == fact.CodeBusy || e.Code == fact.CodeUnavailable {
		return markStart + markFault + markStart + text
	}
	var b strings.Builder
	b.WriteString(markStart + e.Key + markPart + string(e.Code))
	for name, value := range e.Params {
		b.WriteString(markPart + name + markPart + value)
	}
	return b.String() + markStart + text
}

// unmarked splits what marked made.
func unmarked(text string) (mark, question string) {
	if !strings.HasPrefix(text, markStart) {
		return "", text
	}
	mark, question, _ = strings.Cut(text[len(markStart):], markStart)
	return mark, question
}

// markedError is the refusal that a mark tells of.
func markedError(mark string) *fact.Error {
	parts := strings.Split(mark, markPart)
	e := &fact.Error{Key: parts[0], Code: fact.CodeInvalid, Message: parts[0]}
	if len(parts) > 1 {
		e.Code = fact.Code(parts[1])
	}
	for i := 2; i+1 < len(parts); i += 2 {
		e = e.With(parts[i], parts[i+1])
	}
	return e
}

// retell words the answer to an act that ran when the question was answered.
func (c *call) retell(mark string, n *fact.Notice) (Reply, error) {
	switch {
	case mark == markFault:
		return Reply{Kind: KindBroken, Code: fact.CodeInternal, Lead: Plain(c.words.say("broken.internal", "id", c.req.ID))}, nil
	case mark != markDone && mark != markSame:
		return Reply{}, markedError(mark)
	case n.Flag != 0:
		return c.retellFlag(n, mark == markSame)
	case n.Cause != 0:
		return c.retellDecision(n)
	}
	key := "retold." + string(c.cmd.Verb)
	if !c.words.has(key) {
		key = "retold.other"
	}
	return Reply{Kind: KindDone, Lead: Plain(c.words.say(key))}, nil
}

func (c *call) retellFlag(n *fact.Notice, same bool) (Reply, error) {
	flags, err := c.bot.Records.Flags(c.ctx, fact.FlagFilter{ID: n.Flag})
	if err != nil {
		return Reply{}, err
	}
	if len(flags) == 0 {
		return Reply{}, fact.NotFound("flag.gone", "That flag is not recorded any more.")
	}
	f, ok := c.bot.Index.Get(flags[0].Fact)
	if !ok {
		return Reply{}, unknownFact(flags[0].Fact)
	}
	if c.cmd.Verb == VerbWithdraw {
		r := Reply{Kind: KindDone, Lead: Plain(c.words.say("withdraw.done", "id", f.ID.String()))}
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(f)})
		return r, nil
	}
	return c.flagDone(&review.Flagged{Flag: flags[0], Fact: f, Same: same}), nil
}

func (c *call) retellDecision(n *fact.Notice) (Reply, error) {
	e, err := c.event(n.Cause)
	if err != nil {
		return Reply{}, err
	}
	out := review.Outcome{Event: *e}
	if out.After, err = c.factAt(e.Fact, e.Version); err != nil {
		return Reply{}, err
	}
	if out.Before, err = c.factAt(e.Fact, e.Version-1); err != nil {
		out.Before = out.After
	}
	if out.UndoUntil, out.Tells, err = c.review.UndoUntil(c.ctx, *e); err != nil {
		return Reply{}, err
	}
	return c.decided(&out), nil
}

// event is the event with a sequence number.
func (c *call) event(seq int64) (*fact.Event, error) {
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{After: seq - 1, Oldest: true, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(events) == 0 || events[0].Seq != seq {
		return nil, fact.NotFound("event.unknown", "There is no such event.")
	}
	return &events[0], nil
}

// factAt is a fact as it stood at a version; at 0, or at its present one, as it
// is now.
func (c *call) factAt(id fact.ID, version int) (*fact.Fact, error) {
	if f, ok := c.bot.Index.Get(id); ok && (version == 0 || version == f.Version) {
		return f, nil
	}
	return c.bot.Records.FactAt(c.ctx, id, version)
}
