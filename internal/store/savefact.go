package store

import (
	"context"
	"crypto/hmac"
	"fmt"
	"slices"

	"factbot/internal/fact"
)

// stateArgs are the values of stateColumns.
func stateArgs(f *fact.Fact) ([]any, error) {
	if err := fact.CheckStatement(f.Statement); err != nil {
		return nil, err
	}
	if !f.Confidence.Valid() {
		return nil, fact.Invalid("confidence.range", "A confidence is a whole number from 0 to 100.")
	}
	sources, err := encodeSources(f.Sources)
	if err != nil {
		return nil, err
	}
	args := []any{
		f.Statement, int64(f.Lang), int64(f.Confidence), int64(f.Status), int64(f.Marks), f.Version, f.Line, nil,
		nil, nil, nil, nil, nil, nil, nil, sources,
	}
	if f.Import != nil && f.Import.ID != 0 {
		args[7] = f.Import.ID
	}
	if v := f.Verified; v != nil {
		how := int64(0)
		if v.Left {
			how |= verifierLeft
		}
		if v.SelfDone {
			how |= makerChecked
		}
		args[8], args[9], args[10], args[11], args[12] = how, string(v.By), v.Name, micros(v.At), micros(v.Until)
	}
	if m := f.Makers; m != nil {
		args[13], args[14] = nullable(string(m.Wording)), nullable(string(m.Confidence))
	}
	return args, nil
}

// ownRelations are the relations recorded on the fact itself.
func (tx *Tx) ownRelations(ctx context.Context, f *fact.Fact) ([]ownRelation, error) {
	var own []ownRelation
	for _, r := range f.Relations {
		if r.Inverse {
			continue
		}
		key, err := tx.keyOf(ctx, r.Other)
		if err != nil {
			return nil, err
		}
		own = append(own, ownRelation{kind: r.Kind, other: key})
	}
	return own, nil
}

func (tx *Tx) addRevision(ctx context.Context, key int64, edit int, args []any, relations any) error {
	all := append(append(make([]any, 0, stateCount+4), args...), key, edit, tx.now.UnixMicro(), relations)
	_, err := tx.conn.exec(ctx, "INSERT INTO revisions ("+stateColumns+", fact, edit, at, relations) VALUES ("+marks(stateCount+4)+")", all...)
	if err != nil {
		return fmt.Errorf("revision: %w", err)
	}
	return nil
}

// SaveFact stores the fact's new state, as a revision too, and replaces its
// sources and the relations recorded on it. The version must be the stored one,
// for what changes within a version, or the next; any other is refused with
// CodeConflict.
func (tx *Tx) SaveFact(ctx context.Context, f *fact.Fact) error {
	key, err := tx.keyOf(ctx, f.ID)
	if err != nil {
		return err
	}
	var version, edit int
	var status fact.Status
	found, err := tx.conn.get(ctx, "SELECT version, edit, status FROM facts WHERE key = ?", []any{key}, &version, &edit, &status)
	if err == nil && !found {
		err = noFact(f.ID)
	}
	if err != nil {
		return err
	}
	switch f.Version {
	case version:
		edit++
	case version + 1:
		edit = 0
	default:
		return fact.Conflict("fact.version", fmt.Sprintf("%s has changed meanwhile; look at it again.", f.ID)).With("id", f.ID.String())
	}
	if err := tx.checkMaker(ctx, f); err != nil {
		return err
	}
	return tx.replaceFact(ctx, key, edit, status, f)
}

func (tx *Tx) replaceFact(ctx context.Context, key int64, edit int, was fact.Status, f *fact.Fact) error {
	args, err := stateArgs(f)
	if err != nil {
		return err
	}
	own, err := tx.ownRelations(ctx, f)
	if err != nil {
		return err
	}
	relations, err := encodeRelations(own)
	if err != nil {
		return err
	}
	if _, err := tx.conn.exec(ctx, "UPDATE facts SET ("+stateColumns+", edit) = ("+marks(stateCount+1)+") WHERE key = ?",
		append(args[:stateCount:stateCount], edit, key)...); err != nil {
		return fmt.Errorf("save %s: %w", f.ID, err)
	}
	if err := tx.addRevision(ctx, key, edit, args, relations); err != nil {
		return err
	}
	if err := tx.replaceRelations(ctx, key, own); err != nil {
		return err
	}
	tx.changed.fact(f.ID)
	if change := flagInt(f.Active()) - flagInt(was != fact.Retracted); change != 0 {
		r, err := tx.refOf(ctx, key)
		if err != nil {
			return err
		}
		tx.changed.topic(r.slug)
		_, err = tx.conn.exec(ctx, "UPDATE topics SET active = active + ? WHERE id = ?", change, r.id)
		return err
	}
	return nil
}

// replaceRelations adds and removes what differs; what stays keeps its place in
// the order. The facts at the other end changed too.
func (tx *Tx) replaceRelations(ctx context.Context, key int64, own []ownRelation) error {
	type row struct {
		id int64
		ownRelation
	}
	old, err := list(ctx, tx.conn, "SELECT id, kind, other FROM relations WHERE fact = ? ORDER BY id", []any{key},
		func(scan func(...any) error, r *row) error { return scan(&r.id, &r.kind, &r.other) })
	if err != nil {
		return fmt.Errorf("relations: %w", err)
	}
	for _, o := range old {
		if slices.Contains(own, o.ownRelation) {
			continue
		}
		if _, err := tx.conn.exec(ctx, "DELETE FROM relations WHERE id = ?", o.id); err != nil {
			return err
		}
		if err := tx.touch(ctx, o.other); err != nil {
			return err
		}
	}
	for _, r := range own {
		if slices.ContainsFunc(old, func(o row) bool { return o.ownRelation == r }) {
			continue
		}
		_, err := tx.conn.exec(ctx, "INSERT INTO relations (fact, kind, other) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", key, string(r.kind), r.other)
		if isMissingParent(err) {
			return fact.NotFound("fact.none", "There is no such fact to relate this one to.").Because(err)
		}
		if err != nil {
			return err
		}
		if err := tx.touch(ctx, r.other); err != nil {
			return err
		}
	}
	return nil
}

// touch notes that a fact changed.
func (tx *Tx) touch(ctx context.Context, key int64) error {
	id, err := tx.idOf(ctx, key)
	if err == nil {
		tx.changed.fact(id)
	}
	return err
}

// checkMaker keeps a forgotten person, who is back, from checking what they made:
// the fact carries their pseudonym, which only the store can tell to be theirs.
func (tx *Tx) checkMaker(ctx context.Context, f *fact.Fact) error {
	if f.Verified == nil || f.Makers == nil || f.Verified.SelfDone || f.Verified.By == "" {
		return nil
	}
	if !isPseudonym(f.Makers.Wording) && !isPseudonym(f.Makers.Confidence) {
		return nil
	}
	alias, err := tx.Pseudonym(ctx, f.Verified.By)
	if err != nil {
		return err
	}
	for _, maker := range []fact.UserID{f.Makers.Wording, f.Makers.Confidence} {
		if hmac.Equal([]byte(maker), []byte(alias)) {
			return fact.Forbidden("verify.own", fmt.Sprintf("You set the wording or the confidence of %s yourself, so another reviewer has to verify it.", f.ID)).
				With("id", f.ID.String())
		}
	}
	return nil
}
