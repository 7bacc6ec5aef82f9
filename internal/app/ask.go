package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"factbot/config"
	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/store"
)

// Question is what somebody asks from the terminal.
type Question struct {
	Text        string
	As          fact.UserID // "" asks as nobody in particular
	AsOf        string      // a date; "" now
	OwnTopics   bool        // topic files were named: answer from them
	OwnDatabase bool        // a database was named: answer from it
}

// Answer is what the bot says.
type Answer struct {
	Text  string
	JSON  string
	Found bool     // something was found, or done
	Hints []string // for the person, not for a pipe
}

// Ask answers one question in the terminal. It reads the database where there
// is one, also while it is being served, and the topic files otherwise.
func Ask(ctx context.Context, o Options, q Question) (answer Answer, err error) {
	if q.As != "" && !config.IsPersonID(string(q.As)) {
		return Answer{}, fact.Invalid("terminal.as", fmt.Sprintf("%q is not a person's Slack id: write one such as U0123ABCD.", q.As))
	}
	c, hints, err := openToAsk(ctx, o, q)
	if err != nil {
		return Answer{}, err
	}
	defer c.closeInto(ctx, &err)
	b := c.newBot(nil)
	request := bot.Request{
		ID: "terminal", Text: q.Text, Via: bot.ViaTerminal, All: true,
		Actor: fact.Actor{User: q.As, Name: string(q.As), Kind: fact.KindMember, Origin: fact.OriginTerminal},
		Place: fact.Place{Kind: fact.PlaceTerminal},
	}
	if topics := c.catalog.Topics(); len(topics) == 1 {
		request.Topic = topics[0].Slug
	}
	reply := b.Handle(ctx, request)
	encoded, err := json.MarshalIndent(bot.AskJSON(reply), "", "  ")
	if err != nil {
		return Answer{}, fmt.Errorf("encode the answer: %w", err)
	}
	answer = Answer{Text: reply.Text(), JSON: string(encoded), Hints: hints}
	switch reply.Kind {
	case bot.KindNothing, bot.KindRefused, bot.KindBroken:
	default:
		answer.Found = true
	}
	return answer, nil
}

// closeInto closes the core and keeps its error where there is no earlier one.
func (c *core) closeInto(ctx context.Context, err *error) {
	if closing := c.close(context.WithoutCancel(ctx), c.Logger); *err == nil {
		*err = closing
	}
}

// openToAsk opens what a question is answered from. Somebody who said who they
// are may also act, where there is a database that nobody serves.
func openToAsk(ctx context.Context, o Options, q Question) (*core, []string, error) {
	_, served, err := store.HeldBy(o.Config.Database.Path)
	if q.As == "" || q.AsOf != "" || served || err != nil || o.readingOrTemporary() == temporary || q.OwnTopics && !q.OwnDatabase {
		return openToRead(ctx, o, q.OwnTopics, q.OwnDatabase, q.AsOf)
	}
	c, err := openCore(ctx, o, writing, nil)
	if err != nil {
		return nil, nil, err
	}
	return c, nil, c.confine(ctx, q.OwnTopics)
}

// readingOrTemporary is how a task that changes nothing uses the database.
func (o Options) readingOrTemporary() access {
	if _, err := os.Stat(o.Config.Database.Path); errors.Is(err, fs.ErrNotExist) {
		return temporary
	}
	return reading
}

// openToRead opens what a reading task answers from: the database if there is
// one, else a temporary one filled from the topic files.
func openToRead(ctx context.Context, o Options, ownTopics, ownDatabase bool, asOf string) (*core, []string, error) {
	when, err := parseDate(asOf)
	if err != nil {
		return nil, nil, err
	}
	how := o.readingOrTemporary()
	if ownTopics && !ownDatabase {
		how = temporary
	}
	if how == reading {
		c, err := openCore(ctx, o, reading, nil)
		if err != nil {
			return nil, nil, err
		}
		return c, nil, errors.Join(c.confine(ctx, ownTopics), c.goBack(ctx, when))
	}
	if !when.IsZero() {
		return nil, nil, fact.Invalid("terminal.as_of", "There is no database, so there is no record of an earlier day; name one with --db.")
	}
	list, err := o.configured()
	if err != nil {
		return nil, nil, err
	}
	c, err := openStore(ctx, o, temporary, nil)
	if err != nil {
		return nil, nil, err
	}
	var hints []string
	for _, l := range list {
		if err = c.importAlone(ctx, l); err != nil {
			break
		}
		if ownTopics {
			hints = append(hints, l.warnings...)
		}
	}
	if err == nil {
		err = c.load(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, c.close(context.WithoutCancel(ctx), c.Logger))
	}
	c.seal()
	return c, hints, nil
}

// confine serves only the topics whose files were named, which the database
// must already hold.
func (c *core) confine(ctx context.Context, ownTopics bool) error {
	if !ownTopics {
		return nil
	}
	list, err := c.configured()
	if err != nil {
		return err
	}
	var missing []string
	for _, l := range list {
		if _, err := c.db.Topic(ctx, l.slug()); err != nil {
			missing = append(missing, fmt.Sprintf("%s is not in %s yet: run “factbot import %s --db %s” first",
				l.name, c.Config.Database.Path, l.name, c.Config.Database.Path))
			continue
		}
		c.catalog.only = append(c.catalog.only, l.slug())
	}
	if len(missing) > 0 {
		return errors.New(strings.Join(missing, "\n"))
	}
	return c.catalog.build(ctx, c.alone)
}

// goBack shows the record as it stood at a time.
func (c *core) goBack(ctx context.Context, when time.Time) error {
	if when.IsZero() {
		return nil
	}
	topics, facts, err := c.db.AsOf(ctx, when)
	if err != nil {
		return fmt.Errorf("read the record of %s: %w", when.Format(time.DateOnly), err)
	}
	c.catalog.show(topics, facts)
	return nil
}

// parseDate reads a day (its end is meant) or a moment; "" is the zero time.
func parseDate(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, fact.Invalid("terminal.date", fmt.Sprintf("%q is not a date: write 2026-11-30 or 2026-11-30T15:00:00Z.", text))
	}
	return t.AddDate(0, 0, 1).Add(-time.Microsecond), nil
}

// seal refuses acts from here on: what is kept in a temporary database is lost.
func (c *core) seal() { c.sealed = true }

// refuseActs says why acts cannot be kept, or nil where they can.
func (c *core) refuseActs(how access) func() error {
	switch how {
	case temporary:
		return func() error {
			if c.sealed {
				return keepsNothing()
			}
			return nil
		}
	case reading:
		return func() error {
			if err, ok := errors.AsType[*fact.Error](store.CheckLock(c.Config.Database.Path)); ok {
				return fact.Conflict(err.Key, err.Message)
			}
			return fact.Forbidden("terminal.nobody", "Say who you are to do that: factbot ask --as U0123ABCD …")
		}
	}
	return nil
}
