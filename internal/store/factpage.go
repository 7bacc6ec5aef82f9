package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"

	"factbot/internal/fact"
)

// A scan of all facts is what a start waits for, and to read a column costs more
// than SQLite's own part of it. So small columns come packed in one, and those
// that most facts leave empty are read apart, for the pages that have any.
const (
	leanColumns = `key, statement, lang | (confidence << 8) | (status << 16) | (marks << 24) | (` + rareFact + ` << 40),
		(f.version << 32) | (line & 4294967295), import`
	rareColumns = `key, verified_how, verified_by, verified_name, verified_at, verified_until, maker_wording, maker_confidence, sources`
	rareFact    = `(coalesce(verified_how, maker_wording, maker_confidence, sources) IS NOT NULL)`
)

// The columns of a row as leanColumns lists them.
const (
	leanKey = iota
	leanStatement
	leanSmall
	leanVersion
	leanImport
	leanTokens // where they are asked for
)

// Pages of facts: the first is small, since most databases are.
const (
	leastPage = 64
	mostPage  = 2048
)

// eachFact calls fn with the facts of a range of keys, which are read a page at
// a time, beside one query for each kind of thing around them.
func (v *View) eachFact(ctx context.Context, from, to int64, fn func(*fact.Fact) error) error {
	a, err := v.around(ctx, from, to)
	if err != nil {
		return err
	}
	p := factPage{around: &a}
	return p.each(ctx, v.conn, from, to, func() error {
		for i := range p.facts {
			if err := fn(&p.facts[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// factPage reads facts that follow each other, which are allocated together.
type factPage struct {
	*around
	analyzer string // whose tokens are read too; "": nobody's
	facts    []fact.Fact
	keys     []int64
	tokens   [][]byte // by fact; valid until the next page, but for the bytes

	topic    topicRef     // of the fact before
	importID int64        // of the fact before that had one
	imported *fact.Import // the import with that id
	whole    state        // of a fact with rare columns: one for all, since it is larger than a fact
}

// each calls fn with each page of a range of keys in p.
func (p *factPage) each(ctx context.Context, c *conn, from, to int64, fn func() error) error {
	for size := leastPage; ; size = min(4*size, mostPage) {
		p.facts, p.keys, p.tokens = make([]fact.Fact, 0, size), p.keys[:0], p.tokens[:0]
		if err := p.read(ctx, c, from, to); err != nil {
			return err
		}
		if err := fn(); err != nil {
			return err
		}
		if len(p.facts) < size {
			return nil
		}
		from = p.keys[size-1] + 1
	}
}

// read reads as many facts of a range as there is room for.
func (p *factPage) read(ctx context.Context, c *conn, from, to int64) error {
	query := "SELECT " + leanColumns + " FROM facts f WHERE key >= ?1 AND key < ?2 ORDER BY key LIMIT ?3"
	args := []driver.NamedValue{{Ordinal: 1, Value: from}, {Ordinal: 2, Value: to}, {Ordinal: 3, Value: int64(cap(p.facts))}}
	if p.analyzer != "" {
		query = "SELECT " + leanColumns + `, t.tokens FROM facts f LEFT JOIN tokens t ON t.fact = f.key AND t.version = f.version AND t.analyzer = ?4
			WHERE key >= ?1 AND key < ?2 ORDER BY key LIMIT ?3`
		args = append(args, driver.NamedValue{Ordinal: 4, Value: p.analyzer})
	}
	rare := false
	err := c.stream(ctx, query, args, func(row []driver.Value) error {
		more, err := p.add(row)
		rare = rare || more
		return err
	})
	if err != nil || !rare {
		return err
	}
	return c.stream(ctx, "SELECT "+rareColumns+" FROM facts WHERE key >= ? AND key <= ? AND "+rareFact, []driver.NamedValue{
		{Ordinal: 1, Value: p.keys[0]}, {Ordinal: 2, Value: p.keys[len(p.keys)-1]},
	}, p.complete)
}

// add reads a fact of a row of leanColumns, and says whether there is more to it.
func (p *factPage) add(row []driver.Value) (rare bool, err error) {
	key, ok := row[leanKey].(int64)
	statement, ok2 := row[leanStatement].(string)
	if !ok || !ok2 {
		return false, fmt.Errorf("fact row of %T and %T", row[leanKey], row[leanStatement])
	}
	if p.topic.id != key>>numberBits {
		if p.topic, ok = p.topics[key>>numberBits]; !ok {
			return false, fmt.Errorf("fact key %d: its topic is missing", key)
		}
	}
	small, version := number(row[leanSmall]), number(row[leanVersion])
	f := fact.Fact{
		ID: p.topic.factID(int(key & (1<<numberBits - 1))), Topic: p.topic.slug, Statement: statement,
		Lang: fact.Lang(small), Confidence: fact.Confidence(small >> 8), Status: fact.Status(small >> 16), Marks: fact.Mark(small >> 24),
		Version: int(version >> 32), Line: int(version & (1<<32 - 1)),
	}
	if row[leanImport] != nil {
		if id := number(row[leanImport]); id != p.importID {
			p.importID, p.imported = id, p.imports[id]
		}
		f.Import = p.imported
	}
	p.surround(&f, key)
	p.facts, p.keys = append(p.facts, f), append(p.keys, key)
	if len(row) > leanTokens {
		tokens, ok := row[leanTokens].([]byte)
		if !ok && row[leanTokens] != nil {
			return false, fmt.Errorf("tokens are a %T", row[leanTokens])
		}
		p.tokens = append(p.tokens, tokens)
	}
	return small>>40 != 0, nil
}

// complete sets the rare columns of a fact of the page.
func (p *factPage) complete(row []driver.Value) error {
	i, ok := slices.BinarySearch(p.keys, number(row[0]))
	if !ok {
		return fmt.Errorf("fact key %v is not of its page", row[0])
	}
	s := &p.whole
	*s = state{key: p.keys[i], f: p.facts[i]}
	if err := s.rare(row[1:]); err != nil {
		return err
	}
	if err := s.finish(p.topics[s.key>>numberBits]); err != nil {
		return err
	}
	p.facts[i] = s.f
	return nil
}
