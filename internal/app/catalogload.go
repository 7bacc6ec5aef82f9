package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// build fills the index from the database's rows and their stored analysis. alone
// says that nobody else can write to the database.
func (c *catalog) build(ctx context.Context, alone bool) error {
	if err := c.loadTopics(ctx); err != nil {
		return err
	}
	all, err := c.db.Load(ctx, analyzer, alone)
	if err != nil {
		return fmt.Errorf("load facts: %w", err)
	}
	if len(c.only) > 0 {
		all = c.served(all)
	}
	c.lacking(all)
	c.index.Build(all.Facts, all.Tokens)
	return nil
}

// served is what belongs to the topics served.
func (c *catalog) served(all store.Loaded) (some store.Loaded) {
	for k, f := range all.Facts {
		if c.serves(f.Topic) {
			some.Facts, some.Tokens = append(some.Facts, f), append(some.Tokens, all.Tokens[k])
		}
	}
	return some
}

// lacking notes the facts without stored analysis.
func (c *catalog) lacking(all store.Loaded) {
	c.bare.Lock()
	defer c.bare.Unlock()
	for k, f := range all.Facts {
		if all.Tokens[k] == nil {
			c.bare.ids = append(c.bare.ids, f.ID)
		}
	}
}

// changed notes facts whose stored analysis is not theirs any more, until it is
// stored: what changes later is left to the next start.
func (c *catalog) changed(ids []fact.ID) {
	c.bare.Lock()
	defer c.bare.Unlock()
	if !c.bare.done {
		c.bare.ids = append(c.bare.ids, ids...)
	}
}

// tokensAtOnce bounds one transaction of stored analysis.
const tokensAtOnce = 2000

// storeWithin is how long a stop waits for analysis that is still being stored: a
// hundred thousand facts take half of it, and the next start needs a second less.
const storeWithin = 4 * time.Second

// storeAnalysis stores the analysis of facts that have none of this version, so
// that the next start is spared it. It may be interrupted at any time, and ends
// storeWithin after ctx. Where nothing lacks it, it does nothing, for people are
// asking by then.
func (c *catalog) storeAnalysis(ctx context.Context) error {
	ctx, cancel := lasting(ctx, storeWithin)
	defer cancel()
	c.bare.Lock()
	ids := c.bare.ids
	c.bare.ids, c.bare.done = nil, true
	c.bare.Unlock()
	batch := make([]store.Tokens, 0, min(len(ids), tokensAtOnce))
	for some := range slices.Chunk(ids, tokensAtOnce) {
		batch = batch[:0]
		for _, id := range some {
			if f, ok := c.index.Get(id); ok {
				batch = append(batch, store.Tokens{Fact: f.ID, Version: f.Version, Blob: c.index.Tokens(f)})
			}
		}
		if err := c.db.SaveTokens(ctx, analyzer, batch); err != nil {
			return fmt.Errorf("store analysis: %w", err)
		}
	}
	return nil
}

// lasting is a context that ends some time after its parent does.
func lasting(parent context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() {
		timer := time.AfterFunc(after, cancel)
		context.AfterFunc(ctx, func() { timer.Stop() })
	})
	return ctx, func() {
		stop()
		cancel()
	}
}
