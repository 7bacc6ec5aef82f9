package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// AsOf is the record as it stood at a time: the topics as their files told
// them then, and each fact in the state it had, with the doubts open then. A
// topic or fact that came later is left out.
func (db *DB) AsOf(ctx context.Context, at time.Time) ([]*fact.Topic, []*fact.Fact, error) {
	var topics []*fact.Topic
	var facts []*fact.Fact
	err := db.View(ctx, func(v *View) (err error) {
		if topics, err = v.topicsAt(ctx, "", at.UnixMicro()); err != nil {
			return fmt.Errorf("topics: %w", err)
		}
		if facts, err = v.factsAt(ctx, at); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	active := map[string]int{}
	for _, f := range facts {
		if f.Active() {
			active[f.Topic]++
		}
	}
	for _, t := range topics {
		t.Facts = active[t.Slug]
	}
	return topics, facts, nil
}

func (v *View) factsAt(ctx context.Context, at time.Time) ([]*fact.Fact, error) {
	var a around
	var err error
	if a.topics, err = v.topicRefs(ctx); err != nil {
		return nil, err
	}
	if a.imports, err = v.importsByID(ctx); err != nil {
		return nil, err
	}
	if a.doubts, err = v.doubtsAt(ctx, at.UnixMicro()); err != nil {
		return nil, err
	}
	var facts []*fact.Fact
	byID := map[fact.ID]*fact.Fact{}
	relations := map[fact.ID]string{}
	// The ids of revisions rise with time, so a fact's latest is the greatest.
	err = v.conn.stream(ctx, "SELECT fact, "+stateColumns+`, relations FROM revisions
		WHERE id IN (SELECT max(id) FROM revisions WHERE at <= ? GROUP BY fact) ORDER BY fact`,
		[]driver.NamedValue{{Ordinal: 1, Value: at.UnixMicro()}}, func(row []driver.Value) error {
			f := new(fact.Fact)
			if err := a.read(f, row); err != nil {
				return err
			}
			facts = append(facts, f)
			byID[f.ID] = f
			if text, ok := row[colSources+1].(string); ok {
				relations[f.ID] = text
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	return facts, relate(facts, byID, relations, a.topics)
}

// relate sets the relations of facts, on both sides, from what revisions hold.
func relate(facts []*fact.Fact, byID map[fact.ID]*fact.Fact, texts map[fact.ID]string, topics map[int64]topicRef) error {
	for _, f := range facts {
		own, err := decodeRelations(texts[f.ID])
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		for _, r := range own {
			other := named(topics, r.other)
			f.Relations = append(f.Relations, fact.Relation{Kind: r.kind, Other: other})
			if g := byID[other]; g != nil {
				g.Relations = append(g.Relations, fact.Relation{Kind: r.kind, Other: f.ID, Inverse: true})
			}
		}
	}
	return nil
}

// doubtsAt are the flags that were open at a time.
func (v *View) doubtsAt(ctx context.Context, at int64) (map[int64]*fact.Doubts, error) {
	all := map[int64]*fact.Doubts{}
	err := v.conn.each(ctx, `SELECT fact, reason, count(*), min(at) FROM flags
		WHERE at <= ?1 AND (open = 1 OR decided > ?1) GROUP BY fact, reason`, []any{at}, func(scan func(...any) error) error {
		var key, since int64
		var reason fact.Reason
		var n int
		if err := scan(&key, &reason, &n, &since); err != nil {
			return err
		}
		all[key] = addDoubts(all[key], reason, n, since)
		return nil
	})
	return all, err
}
