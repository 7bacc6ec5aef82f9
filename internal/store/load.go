package store

import (
	"context"
	"errors"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"factbot/internal/fact"
)

// Loaded is every fact with what an analyzer stored of it.
type Loaded struct {
	Facts  []*fact.Fact // by topic and number, retracted ones included
	Tokens [][]byte     // by fact; nil where there are none of its present version
}

// Load reads every fact with its stored tokens. Where the caller knows that
// nobody writes meanwhile, alone, it reads on several connections at once, each
// of which sees an instant of its own.
func (db *DB) Load(ctx context.Context, analyzer string, alone bool) (all Loaded, err error) {
	err = db.View(ctx, func(v *View) error {
		a, err := v.around(ctx, 0, math.MaxInt64)
		if err != nil {
			return err
		}
		cuts := []int64{0, math.MaxInt64}
		if alone {
			if cuts, err = v.cuts(ctx, min(runtime.GOMAXPROCS(0), db.readers.most())); err != nil {
				return err
			}
		}
		parts := make([]Loaded, len(cuts)-1)
		var others errgroup.Group
		for k := range parts[1:] {
			others.Go(func() error {
				return db.View(ctx, func(v *View) error { return v.load(ctx, &a, analyzer, cuts[k+1], cuts[k+2], &parts[k+1]) })
			})
		}
		if err := errors.Join(v.load(ctx, &a, analyzer, cuts[0], cuts[1], &parts[0]), others.Wait()); err != nil {
			return err
		}
		all = parts[0]
		for _, part := range parts[1:] {
			all.Facts, all.Tokens = append(all.Facts, part.Facts...), append(all.Tokens, part.Tokens...)
		}
		return nil
	})
	return all, err
}

// splitFrom is how many facts are worth another connection.
const splitFrom = 4096

// cuts divides the keys of all facts into parts about as large as each other: it
// gives the ends of the parts and the start of the first.
func (v *View) cuts(ctx context.Context, parts int) ([]int64, error) {
	type span struct{ id, facts int64 }
	topics, err := list(ctx, v.conn, "SELECT id, next_n FROM topics ORDER BY id", nil, func(scan func(...any) error, s *span) error {
		return scan(&s.id, &s.facts)
	})
	if err != nil {
		return nil, err
	}
	var sum int64
	for _, t := range topics {
		sum += t.facts
	}
	cuts := []int64{0}
	if n := int64(min(parts, int(sum/splitFrom))); n > 1 {
		passed := int64(0)
		for _, t := range topics {
			for len(cuts) < int(n) && passed+t.facts > sum*int64(len(cuts))/n {
				cuts = append(cuts, t.id<<numberBits+sum*int64(len(cuts))/n-passed)
			}
			passed += t.facts
		}
	}
	return append(cuts, math.MaxInt64), nil
}

// load reads the facts of a range of keys.
func (v *View) load(ctx context.Context, a *around, analyzer string, from, to int64, into *Loaded) error {
	p := factPage{around: a, analyzer: analyzer}
	return p.each(ctx, v.conn, from, to, func() error {
		for i := range p.facts {
			into.Facts = append(into.Facts, &p.facts[i])
		}
		into.Tokens = append(into.Tokens, p.tokens...)
		return nil
	})
}
