package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"factbot/config"
	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/search"
	"factbot/internal/store"
)

// core is what every task shares: the database, the read models, the review
// process and the bot, without any transport.
type core struct {
	Options
	closers

	db      *store.DB
	index   *search.Index
	catalog *catalog
	people  directory // nil without Slack
	roster  *roster
	review  *review.Service
	wake    func() // wakes the outbox; does nothing where there is none
	alone   bool   // nobody else can write to the database
	sealed  bool   // a temporary database has been filled: acts are refused from now on
}

// access says how a task uses the database.
type access uint8

const (
	reading   access = iota // the database as it is; never written
	writing                 // refused while another process serves it
	temporary               // a new one that is removed afterwards
)

// openCore opens the database and builds the read models. Close it with close.
func openCore(ctx context.Context, o Options, how access, people directory) (*core, error) {
	c, err := openStore(ctx, o, how, people)
	if err != nil {
		return nil, err
	}
	if err := c.load(ctx); err != nil {
		return nil, errors.Join(err, c.close(context.WithoutCancel(ctx), c.Logger))
	}
	return c, nil
}

// openStore opens the database for tasks that need no read models: of these only
// the topics are known. Close it with close.
func openStore(ctx context.Context, o Options, how access, people directory) (_ *core, err error) {
	o = o.withDefaults()
	c := &core{Options: o, people: people, wake: func() {}, alone: how != reading}
	defer func() {
		if err != nil {
			_ = c.close(context.WithoutCancel(ctx), c.Logger)
		}
	}()
	path := o.Config.Database.Path
	if how == temporary {
		dir, err := os.MkdirTemp("", "factbot-")
		if err != nil {
			return nil, fmt.Errorf("make a temporary database: %w", err)
		}
		c.add("temporary database", func(context.Context) error { return os.RemoveAll(dir) })
		path = filepath.Join(dir, "factbot.db")
	}
	if how == writing {
		release, err := store.Lock(path)
		if err != nil {
			return nil, err
		}
		c.add("database lock", func(context.Context) error { return release() })
	}
	c.db, err = store.Open(ctx, store.Options{Path: path, Clock: o.Clock, ReadOnly: how == reading})
	if err != nil {
		return nil, err
	}
	c.add("database", func(context.Context) error { return c.db.Close() })
	c.index = search.New(search.Options{})
	c.catalog = &catalog{db: c.db, index: c.index, log: c.Logger}
	if err := c.catalog.loadTopics(ctx); err != nil {
		return nil, err
	}
	c.roster = newRoster(o.Config.Review, people)
	c.review = review.New(review.Config{Store: c.reviewStore(how), Roster: c.roster, View: c.reads, Shelf: shelf{c.catalog}, Settings: reviewSettings(o.Config.Review), Clock: o.Clock})
	return c, nil
}

// load builds the read models and keeps them in step with what is committed from
// then on.
func (c *core) load(ctx context.Context) error {
	if err := c.catalog.build(ctx, c.alone); err != nil {
		return err
	}
	c.db.OnCommit(func(changes store.Changes) {
		c.catalog.committed(context.WithoutCancel(ctx), changes)
		if changes.Notices {
			c.wake()
		}
	})
	return nil
}

// reviewStore gives review its transactions; see refuseActs.
func (c *core) reviewStore(how access) reviewStore {
	return reviewStore{db: c.db, refuse: c.refuseActs(how)}
}

// newBot makes the bot; the public side is added by serve.
func (c *core) newBot(more func(*bot.Config)) *bot.Bot {
	config := bot.Config{
		Index: c.index, Catalog: c.catalog, Records: c.db, Review: c.review, People: c.roster, Clock: c.Clock, Name: "factbot", Logger: c.Logger,
	}
	if more != nil {
		more(&config)
	}
	return bot.New(config)
}

// reviewSettings turns the operator's settings into review's.
func reviewSettings(c config.Review) review.Settings {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC // config has checked it
	}
	channels := make([]fact.ChannelID, len(c.OptedOut))
	for i, id := range c.OptedOut {
		channels[i] = fact.ChannelID(id)
	}
	return review.Settings{
		Channel: fact.ChannelID(c.Channel), DigestTo: fact.ChannelID(c.DigestChannel),
		VerifiedFor: c.VerifiedFor, VerifiedLow: c.VerifiedLow, LowBelow: fact.Confidence(c.LowBelow),
		UndoWindow: c.UndoWindow, FollowFor: c.FollowFor, ReplyFor: c.ReplyFor, RepliesADay: c.RepliesADay,
		DailyItems: c.DailyItems, MakerMay: c.MakerMayCheck, OptedOut: channels, Location: zone, LoseShare: loseShare,
	}
}

// loseShare is the share of a topic's facts that an automatic import may lose.
const loseShare = 0.1
