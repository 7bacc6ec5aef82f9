package store

import (
	"context"
	"fmt"

	"factbot/internal/fact"
)

// AddFact stores a new fact under the topic's next number and returns its id. A
// number that the fact brings along (ID.N) is kept where no fact has it yet.
func (tx *Tx) AddFact(ctx context.Context, f *fact.Fact) (fact.ID, error) {
	ids, err := tx.AddFacts(ctx, f.Topic, []*fact.Fact{f}, nil)
	if err != nil {
		return fact.ID{}, err
	}
	return ids[0], nil
}

// progressEvery is how many facts are added between two calls of progress.
const progressEvery = 500

// AddFacts stores many new facts under the topic's next numbers, in order, each
// at version 1 (or the one it brings along), and returns their ids. progress,
// if not nil, is told now and then how many are done, and at the end.
func (tx *Tx) AddFacts(ctx context.Context, topic string, facts []*fact.Fact, progress func(done int)) ([]fact.ID, error) {
	r, err := tx.topicBySlug(ctx, topic)
	if err != nil {
		return nil, err
	}
	var next, active int
	if _, err := tx.conn.get(ctx, "SELECT next_n, active FROM topics WHERE id = ?", []any{r.id}, &next, &active); err != nil {
		return nil, err
	}
	ids := make([]fact.ID, 0, len(facts))
	var fresh keyRun
	for i, f := range facts {
		n := f.ID.N
		if n == 0 {
			n = next
		}
		if n > fact.MaxNumber {
			return nil, fact.Conflict("topic.full", fmt.Sprintf("The topic has no number left for another fact: they end at %d.", fact.MaxNumber))
		}
		if err := tx.addFact(ctx, r, n, f); err != nil {
			return nil, err
		}
		if !fresh.extend(r.key(n)) {
			if err := tx.firstRevisions(ctx, fresh); err != nil {
				return nil, err
			}
			fresh = keyRun{r.key(n), r.key(n)}
		}
		next = max(next, n+1)
		if f.Active() {
			active++
		}
		ids = append(ids, r.factID(n))
		tx.changed.fact(r.factID(n))
		if progress != nil && (i+1)%progressEvery == 0 && i+1 < len(facts) {
			progress(i + 1)
		}
	}
	if err := tx.firstRevisions(ctx, fresh); err != nil {
		return nil, err
	}
	// Only now can one of them refer to another.
	for i, f := range facts {
		if len(f.Relations) > 0 {
			g := *f
			g.ID, g.Topic, g.Version = ids[i], r.slug, max(f.Version, 1)
			if err := tx.SaveFact(ctx, &g); err != nil {
				return nil, err
			}
		}
	}
	if _, err := tx.conn.exec(ctx, "UPDATE topics SET next_n = ?, active = ? WHERE id = ?", next, active, r.id); err != nil {
		return nil, err
	}
	tx.changed.topic(r.slug)
	if progress != nil {
		progress(len(facts))
	}
	return ids, nil
}

const insertFact = "INSERT INTO facts (" + stateColumns + ", key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

func (tx *Tx) addFact(ctx context.Context, r topicRef, n int, f *fact.Fact) error {
	args, err := stateArgs(f)
	if err != nil {
		return err
	}
	args[5] = max(f.Version, 1)
	if _, err := tx.conn.exec(ctx, insertFact, append(args, r.key(n))...); err != nil {
		if isUnique(err) {
			return fact.Conflict("fact.number", fmt.Sprintf("There is a fact %s already: numbers are never used again.", r.factID(n))).Because(err)
		}
		return fmt.Errorf("add %s: %w", r.factID(n), err)
	}
	return nil
}

// keyRun is facts with keys that follow each other, from a first to a last.
type keyRun struct{ first, last int64 }

// extend takes a key in, if it is the next one.
func (k *keyRun) extend(key int64) bool {
	if k.first == 0 || key != k.last+1 {
		return false
	}
	k.last = key
	return true
}

// firstRevisions notes the state of new facts: as a copy within the database,
// which takes half as long as telling it everything a second time.
func (tx *Tx) firstRevisions(ctx context.Context, fresh keyRun) error {
	if fresh.first == 0 {
		return nil
	}
	_, err := tx.conn.exec(ctx, "INSERT INTO revisions ("+stateColumns+", fact, edit, at, relations) SELECT "+stateColumns+`, key, 0, ?, NULL
		FROM facts WHERE key BETWEEN ? AND ? ORDER BY key`, tx.now.UnixMicro(), fresh.first, fresh.last)
	if err != nil {
		return fmt.Errorf("first revisions: %w", err)
	}
	return nil
}
