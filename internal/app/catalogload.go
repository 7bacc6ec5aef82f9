package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// build fills the index from the database's rows and their stored analysis,
// which are read side by side.
func (c *catalog) build(ctx context.Context) error {
	if err := c.loadTopics(ctx); err != nil {
		return err
	}
	stored := storedAnalysis{}
	read := make(chan error, 1)
	go func() {
		read <- c.db.Tokens(ctx, analyzer, func(t store.Tokens) error {
			stored.add(t)
			return nil
		})
	}()
	var facts []*fact.Fact
	err := c.db.EachFact(ctx, func(f *fact.Fact) error {
		if c.serves(f.Topic) {
			facts = append(facts, f)
		}
		return nil
	})
	if failed := <-read; failed != nil {
		return fmt.Errorf("load stored analysis: %w", failed)
	}
	if err != nil {
		return fmt.Errorf("load facts: %w", err)
	}
	c.lacking(facts, stored)
	c.index.Build(facts, stored.take)
	return nil
}

// storedAnalysis is the analysis of the facts of each id prefix, in order of
// their numbers: lists, which take half the room of a map.
type storedAnalysis map[string][]storedOne

type storedOne struct {
	number, version int
	blob            []byte
}

func (s storedAnalysis) add(t store.Tokens) {
	s[t.Fact.Prefix] = append(s[t.Fact.Prefix], storedOne{t.Fact.N, t.Version, t.Blob})
}

// find is the stored analysis of a fact as it stands, or nil.
func (s storedAnalysis) find(f *fact.Fact) *storedOne {
	ones := s[f.ID.Prefix]
	at, found := f.ID.N-1, true // where it stands if no fact before it lacks one
	if at < 0 || at >= len(ones) || ones[at].number != f.ID.N {
		at, found = slices.BinarySearchFunc(ones, f.ID.N, func(o storedOne, n int) int { return cmp.Compare(o.number, n) })
	}
	if !found || ones[at].version != f.Version {
		return nil
	}
	return &ones[at]
}

// take gives the stored analysis of a fact, or nil, and lets it go: while the
// index grows, what it was made of need not be held. It may be called for
// several facts at a time.
func (s storedAnalysis) take(f *fact.Fact) []byte {
	one := s.find(f)
	if one == nil {
		return nil
	}
	blob := one.blob
	one.blob = nil
	return blob
}

// lacking notes the facts without stored analysis.
func (c *catalog) lacking(facts []*fact.Fact, stored storedAnalysis) {
	c.bare.Lock()
	defer c.bare.Unlock()
	for _, f := range facts {
		if stored.find(f) == nil {
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
