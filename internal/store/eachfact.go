package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"

	"factbot/internal/fact"
)

// EachFact calls fn with every fact, by topic and number, retracted ones
// included. Facts of one import share it.
func (v *View) EachFact(ctx context.Context, fn func(*fact.Fact) error) error {
	return v.eachFact(ctx, 0, math.MaxInt64, fn)
}

// Facts are all facts of a topic, by number, retracted ones included.
func (v *View) Facts(ctx context.Context, topic string) ([]*fact.Fact, error) {
	r, err := v.topicBySlug(ctx, topic)
	if err != nil {
		return nil, err
	}
	from, to := r.span()
	var facts []*fact.Fact
	err = v.eachFact(ctx, from, to, func(f *fact.Fact) error {
		facts = append(facts, f)
		return nil
	})
	return facts, err
}

// around is what other tables hold about many facts.
type around struct {
	topics    map[int64]topicRef
	imports   map[int64]*fact.Import
	relations map[int64][]fact.Relation
	doubts    map[int64]*fact.Doubts
	row       state // the row being read: one for all, since it is larger than a fact
}

func (v *View) around(ctx context.Context, from, to int64) (a around, err error) {
	if a.topics, err = v.topicRefs(ctx); err != nil {
		return a, err
	}
	if a.imports, err = v.importsByID(ctx); err != nil {
		return a, err
	}
	if a.relations, err = v.relationsAround(ctx, a.topics); err != nil {
		return a, err
	}
	a.doubts, err = v.doubts(ctx, "fact >= ? AND fact < ?", []any{from, to})
	return a, err
}

func (v *View) topicRefs(ctx context.Context) (map[int64]topicRef, error) {
	all := map[int64]topicRef{}
	err := v.conn.each(ctx, "SELECT id, slug, prefix FROM topics", nil, func(scan func(...any) error) error {
		var r topicRef
		if err := scan(&r.id, &r.slug, &r.prefix); err != nil {
			return err
		}
		all[r.id] = r
		return nil
	})
	return all, err
}

// named is the fact of a key among known topics.
func named(topics map[int64]topicRef, key int64) fact.ID {
	return topics[key>>numberBits].factID(int(key & (1<<numberBits - 1)))
}

// relationsAround are all relations by fact, seen from both sides, in the order
// of recording.
func (v *View) relationsAround(ctx context.Context, topics map[int64]topicRef) (map[int64][]fact.Relation, error) {
	all := map[int64][]fact.Relation{}
	err := v.conn.each(ctx, "SELECT fact, kind, other FROM relations ORDER BY id", nil, func(scan func(...any) error) error {
		var from, to int64
		var kind fact.RelationKind
		if err := scan(&from, &kind, &to); err != nil {
			return err
		}
		all[from] = append(all[from], fact.Relation{Kind: kind, Other: named(topics, to)})
		all[to] = append(all[to], fact.Relation{Kind: kind, Other: named(topics, from), Inverse: true})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("relations: %w", err)
	}
	return all, nil
}

// The columns of a row, after its key, as stateColumns lists them.
const (
	colKey = iota
	colStatement
	colLang
	colConfidence
	colStatus
	colMarks
	colVersion
	colLine
	colImport
	colHow
	_ // verified_by
	_ // verified_name
	_ // verified_at
	_ // verified_until
	colWording
	colMakerConfidence
	colSources
)

// read sets a fact from a raw row of key and stateColumns.
func (a *around) read(f *fact.Fact, row []driver.Value) error {
	key, ok := row[colKey].(int64)
	statement, ok2 := row[colStatement].(string)
	if !ok || !ok2 {
		return fmt.Errorf("fact row of %T and %T", row[colKey], row[colStatement])
	}
	s := &a.row
	*s = state{key: key}
	s.f = fact.Fact{
		Statement: statement,
		Lang:      fact.Lang(number(row[colLang])), Confidence: fact.Confidence(number(row[colConfidence])),
		Status: fact.Status(number(row[colStatus])), Marks: fact.Mark(number(row[colMarks])),
		Version: int(number(row[colVersion])), Line: int(number(row[colLine])),
	}
	if row[colHow] != nil || row[colWording] != nil || row[colMakerConfidence] != nil || row[colSources] != nil {
		if err := s.rare(row[colHow:]); err != nil {
			return err
		}
	}
	r, ok := a.topics[key>>numberBits]
	if !ok {
		return fmt.Errorf("fact key %d: its topic is missing", key)
	}
	if err := s.finish(r); err != nil {
		return err
	}
	*f = s.f
	if row[colImport] != nil {
		f.Import = a.imports[number(row[colImport])]
	}
	a.surround(f, key)
	return nil
}

// surround sets what lies about a fact.
func (a *around) surround(f *fact.Fact, key int64) {
	if len(a.relations) > 0 {
		f.Relations = a.relations[key]
	}
	if len(a.doubts) > 0 {
		f.Doubts = a.doubts[key]
	}
}

func number(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}

// rare sets the columns that most facts leave empty, from colHow on.
func (s *state) rare(row []driver.Value) error {
	return errors.Join(s.how.Scan(row[0]), s.by.Scan(row[1]), s.name.Scan(row[2]), s.at.Scan(row[3]), s.until.Scan(row[4]),
		s.wording.Scan(row[5]), s.confidence.Scan(row[6]), s.sources.Scan(row[7]))
}

// LoadFacts are the facts with the given ids, in their order, without those that
// do not exist.
func (v *View) LoadFacts(ctx context.Context, ids []fact.ID) ([]*fact.Fact, error) {
	keys := make([]int64, 0, len(ids))
	for _, id := range ids {
		key, err := v.keyOf(ctx, id)
		if fact.CodeOf(err) == fact.CodeNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, nil
	}
	a, err := v.aroundKeys(ctx, keys)
	if err != nil {
		return nil, err
	}
	text, err := encode(keys)
	if err != nil {
		return nil, err
	}
	byKey := make(map[int64]*fact.Fact, len(keys))
	err = v.conn.stream(ctx, "SELECT key, "+stateColumns+" FROM facts WHERE key IN (SELECT value FROM json_each(?))",
		[]driver.NamedValue{{Ordinal: 1, Value: text}}, func(row []driver.Value) error {
			f := new(fact.Fact)
			byKey[number(row[colKey])] = f
			return a.read(f, row)
		})
	if err != nil {
		return nil, err
	}
	facts := make([]*fact.Fact, 0, len(keys))
	for _, key := range keys {
		if f := byKey[key]; f != nil {
			facts = append(facts, f)
		}
	}
	return facts, nil
}

// aroundKeys is around for a few facts, which costs less than a look at all.
func (v *View) aroundKeys(ctx context.Context, keys []int64) (a around, err error) {
	if len(keys) > 64 {
		return v.around(ctx, 0, math.MaxInt64)
	}
	if a.topics, err = v.topicRefs(ctx); err != nil {
		return a, err
	}
	text, err := encode(keys)
	if err != nil {
		return a, err
	}
	a.imports = map[int64]*fact.Import{}
	imports, err := list(ctx, v.conn, "SELECT "+importColumns+` FROM imports WHERE id IN
		(SELECT import FROM facts WHERE key IN (SELECT value FROM json_each(?)))`, []any{text}, scanImport)
	if err != nil {
		return a, err
	}
	for i := range imports {
		a.imports[imports[i].ID] = &imports[i]
	}
	a.relations = map[int64][]fact.Relation{}
	for _, key := range keys {
		if _, done := a.relations[key]; !done {
			if a.relations[key], err = v.relationsOf(ctx, key); err != nil {
				return a, err
			}
		}
	}
	a.doubts, err = v.doubts(ctx, "fact IN (SELECT value FROM json_each(?))", []any{text})
	return a, err
}
