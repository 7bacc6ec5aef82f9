package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// The state of a fact, as facts and revisions both hold it.
const stateColumns = `statement, lang, confidence, status, marks, version, line, import,
	verified_how, verified_by, verified_name, verified_at, verified_until, maker_wording, maker_confidence, sources`

const stateCount = 16

// Bits of verified_how.
const (
	verifierLeft = 1 << iota
	makerChecked
)

// state is one row of stateColumns.
type state struct {
	f          fact.Fact
	key        int64
	imported   sql.NullInt64
	how        sql.NullInt64
	by, name   sql.NullString
	at, until  sql.NullInt64
	wording    sql.NullString
	confidence sql.NullString
	sources    sql.NullString
	relations  sql.NullString // of a revision
}

func (s *state) dest() []any {
	return []any{
		&s.f.Statement, &s.f.Lang, &s.f.Confidence, &s.f.Status, &s.f.Marks, &s.f.Version, &s.f.Line, &s.imported,
		&s.how, &s.by, &s.name, &s.at, &s.until, &s.wording, &s.confidence, &s.sources,
	}
}

// finish sets what the fact holds by pointer or list.
func (s *state) finish(r topicRef) error {
	s.f.ID = r.factID(int(s.key & (1<<numberBits - 1)))
	s.f.Topic = r.slug
	if s.how.Valid {
		s.f.Verified = &fact.Verification{
			By: fact.UserID(s.by.String), Name: s.name.String,
			Left: s.how.Int64&verifierLeft != 0, SelfDone: s.how.Int64&makerChecked != 0,
		}
		if s.at.Valid {
			s.f.Verified.At = instant(s.at.Int64)
		}
		if s.until.Valid {
			s.f.Verified.Until = instant(s.until.Int64)
		}
	}
	if s.wording.Valid || s.confidence.Valid {
		s.f.Makers = &fact.Makers{Wording: fact.UserID(s.wording.String), Confidence: fact.UserID(s.confidence.String)}
	}
	var err error
	if s.f.Sources, err = decodeSources(s.sources.String); err != nil {
		return fmt.Errorf("%s: %w", s.f.ID, err)
	}
	return nil
}

// Fact is one fact as it stands.
func (v *View) Fact(ctx context.Context, id fact.ID) (*fact.Fact, error) {
	key, err := v.keyOf(ctx, id)
	if err != nil {
		return nil, err
	}
	s := state{key: key}
	found, err := v.conn.get(ctx, "SELECT "+stateColumns+" FROM facts WHERE key = ?", []any{key}, s.dest()...)
	if err == nil && !found {
		err = noFact(id)
	}
	if err != nil {
		return nil, err
	}
	if err := v.complete(ctx, &s); err != nil {
		return nil, err
	}
	if s.f.Relations, err = v.relationsOf(ctx, key); err != nil {
		return nil, err
	}
	doubts, err := v.doubts(ctx, "fact = ?", []any{key})
	if err != nil {
		return nil, err
	}
	s.f.Doubts = doubts[key]
	return &s.f, nil
}

// complete sets everything of a single fact that other tables hold, except
// relations and doubts.
func (v *View) complete(ctx context.Context, s *state) error {
	r, err := v.refOf(ctx, s.key)
	if err != nil {
		return err
	}
	if err := s.finish(r); err != nil {
		return err
	}
	if !s.imported.Valid {
		return nil
	}
	all, err := list(ctx, v.conn, "SELECT "+importColumns+" FROM imports WHERE id = ?", []any{s.imported.Int64}, scanImport)
	if err == nil && len(all) == 1 {
		s.f.Import = &all[0]
	}
	return err
}

// MadeAt is when a version of a fact was made, by the clock of that time: unlike
// an event's, this time may be before an earlier one's.
func (v *View) MadeAt(ctx context.Context, id fact.ID, version int) (at time.Time, err error) {
	key, err := v.keyOf(ctx, id)
	if err != nil {
		return at, err
	}
	found, err := v.conn.get(ctx, "SELECT at FROM revisions WHERE fact = ? AND version = ? ORDER BY edit LIMIT 1", []any{key, version}, timed(&at))
	if err == nil && !found {
		err = fact.NotFound("fact.no_version", fmt.Sprintf("%s has no version %d.", id, version)).With("id", id.String())
	}
	return at, err
}

// FactAt is the fact as it stood at a version, after the last change within it.
// Of relations it has those recorded on the fact itself, and it has no doubts:
// those are of the present.
func (v *View) FactAt(ctx context.Context, id fact.ID, version int) (*fact.Fact, error) {
	key, err := v.keyOf(ctx, id)
	if err != nil {
		return nil, err
	}
	s := state{key: key}
	found, err := v.conn.get(ctx, "SELECT "+stateColumns+", relations FROM revisions WHERE fact = ? AND version = ? ORDER BY edit DESC LIMIT 1",
		[]any{key, version}, append(s.dest(), &s.relations)...)
	if err == nil && !found {
		err = fact.NotFound("fact.no_version", fmt.Sprintf("%s has no version %d.", id, version)).With("id", id.String())
	}
	if err != nil {
		return nil, err
	}
	if err := v.complete(ctx, &s); err != nil {
		return nil, err
	}
	own, err := decodeRelations(s.relations.String)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	for _, r := range own {
		other, err := v.idOf(ctx, r.other)
		if err != nil {
			return nil, err
		}
		s.f.Relations = append(s.f.Relations, fact.Relation{Kind: r.kind, Other: other})
	}
	return &s.f, nil
}

// relationsOf are the relations of one fact, its own and those recorded on
// others, in the order of recording.
func (v *View) relationsOf(ctx context.Context, key int64) ([]fact.Relation, error) {
	type row struct {
		kind        fact.RelationKind
		fact, other int64
	}
	rows, err := list(ctx, v.conn, `SELECT kind, fact, other, id FROM relations WHERE fact = ?1
		UNION ALL SELECT kind, fact, other, id FROM relations WHERE other = ?1 ORDER BY id`, []any{key},
		func(scan func(...any) error, r *row) error {
			var id int64
			return scan(&r.kind, &r.fact, &r.other, &id)
		})
	if err != nil {
		return nil, fmt.Errorf("relations: %w", err)
	}
	var out []fact.Relation
	for _, r := range rows {
		rel := fact.Relation{Kind: r.kind, Inverse: r.fact != key}
		at := r.other
		if rel.Inverse {
			at = r.fact
		}
		if rel.Other, err = v.idOf(ctx, at); err != nil {
			return nil, err
		}
		out = append(out, rel)
	}
	return out, nil
}

// doubts sums up the open flags of the facts that a condition on flags chooses.
func (v *View) doubts(ctx context.Context, cond string, args []any) (map[int64]*fact.Doubts, error) {
	all := map[int64]*fact.Doubts{}
	err := v.conn.each(ctx, "SELECT fact, reason, count(*), min(at) FROM flags WHERE open = 1 AND "+cond+" GROUP BY fact, reason", args,
		func(scan func(...any) error) error {
			var key, since int64
			var reason fact.Reason
			var n int
			if err := scan(&key, &reason, &n, &since); err != nil {
				return err
			}
			all[key] = addDoubts(all[key], reason, n, since)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("flags: %w", err)
	}
	return all, nil
}

func addDoubts(d *fact.Doubts, reason fact.Reason, n int, since int64) *fact.Doubts {
	at := instant(since)
	if d == nil {
		d = &fact.Doubts{Reasons: map[fact.Reason]int{}, Since: at}
	}
	d.Count += n
	d.Reasons[reason] += n
	if at.Before(d.Since) {
		d.Since = at
	}
	return d
}
