package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"factbot/internal/fact"
	"factbot/internal/search"
	"factbot/internal/store"
)

// catalog holds the topics served and keeps the read models (itself and the
// search index) in step with what is committed.
type catalog struct {
	db     *store.DB
	index  *search.Index
	log    *slog.Logger
	only   []string // slugs served; empty: every topic of the database
	topics atomic.Pointer[[]*fact.Topic]
	bare   struct { // facts whose analysis is not stored
		sync.Mutex
		ids  []fact.ID
		done bool // it was stored once: later changes are not noted
	}
}

// Topics lists the topics served, in order of their slugs.
func (c *catalog) Topics() []*fact.Topic {
	if topics := c.topics.Load(); topics != nil {
		return *topics
	}
	return nil
}

// serves reports whether a topic is one of those served.
func (c *catalog) serves(slug string) bool { return len(c.only) == 0 || slices.Contains(c.only, slug) }

// loadTopics reads the topics and tells the index their titles and glossaries.
func (c *catalog) loadTopics(ctx context.Context) error {
	topics, err := c.db.Topics(ctx)
	if err != nil {
		return fmt.Errorf("load topics: %w", err)
	}
	topics = slices.DeleteFunc(topics, func(t *fact.Topic) bool { return !c.serves(t.Slug) })
	slices.SortFunc(topics, func(a, b *fact.Topic) int { return cmp.Compare(a.Slug, b.Slug) })
	for _, t := range topics {
		c.index.SetTopic(search.Topic{Slug: t.Slug, Title: t.Title, Aliases: t.Aliases, Glossary: t.Glossary})
	}
	c.topics.Store(&topics)
	return nil
}

// analyzer names the version of the analysis that is stored beside facts.
var analyzer = "search/" + strconv.Itoa(search.AnalyzerVersion)

// committed brings the read models up to date after a commit. It runs before
// the commit is reported to whoever made it, so that they find their change.
func (c *catalog) committed(ctx context.Context, changes store.Changes) {
	if len(changes.Topics) > 0 {
		if err := c.loadTopics(ctx); err != nil {
			c.log.Error("topics not reloaded after a commit", "err", err)
		}
	}
	if len(changes.Facts) == 0 {
		return
	}
	facts, err := c.db.LoadFacts(ctx, changes.Facts)
	if err != nil {
		c.log.Error("index not updated after a commit", "facts", len(changes.Facts), "err", err)
		return
	}
	facts = slices.DeleteFunc(facts, func(f *fact.Fact) bool { return !c.serves(f.Topic) })
	c.index.Put(facts...)
	c.changed(changes.Facts)
}

// show replaces the read models by a record of the past. Nothing is written.
func (c *catalog) show(topics []*fact.Topic, facts []*fact.Fact) {
	topics = slices.DeleteFunc(topics, func(t *fact.Topic) bool { return !c.serves(t.Slug) })
	slices.SortFunc(topics, func(a, b *fact.Topic) int { return cmp.Compare(a.Slug, b.Slug) })
	facts = slices.DeleteFunc(facts, func(f *fact.Fact) bool { return !c.serves(f.Topic) })
	c.topics.Store(&topics)
	c.index.Build(facts, nil)
}
