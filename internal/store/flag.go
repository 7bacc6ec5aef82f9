package store

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

const flagColumns = `fact, version, by, name, reason, note, evidence, ` + placeColumns + `, at, open, outcome, decided`

const flagCount = 16

// Flags are the flags that the filter chooses, oldest first.
func (v *View) Flags(ctx context.Context, filter fact.FlagFilter) ([]fact.Flag, error) {
	var w where
	if filter.ID != 0 {
		w.add("id = ?", filter.ID)
	}
	if !filter.Fact.IsZero() {
		key, err := v.keyOf(ctx, filter.Fact)
		if err != nil {
			return nil, unlessMissing(err)
		}
		w.add("fact = ?", key)
	}
	if err := v.span(ctx, &w, "fact", filter.Topic); err != nil {
		return nil, unlessMissing(err)
	}
	if filter.By != "" {
		w.add("by = ?", string(filter.By))
	}
	if filter.Open {
		w.add("open = 1")
	}
	return resolved(ctx, v, w.limited("SELECT id, "+flagColumns+" FROM flags"+w.text()+" ORDER BY id", filter.Limit, 0), w.args,
		func(scan func(...any) error, f *fact.Flag, key *int64) error {
			dest := append([]any{&f.ID, key, &f.Version, &f.By, &f.Name, &f.Reason, &f.Note, &f.Evidence}, placeDest(&f.Place)...)
			return scan(append(dest, timed(&f.At), &f.Open, &f.Outcome, timed(&f.Decided))...)
		}, func(f *fact.Flag) *fact.ID { return &f.Fact })
}

// unlessMissing takes a filter for something that does not exist as one that
// chooses nothing.
func unlessMissing(err error) error {
	if fact.CodeOf(err) == fact.CodeNotFound {
		return nil
	}
	return err
}

// resolved lists rows that hold a fact's key and names the facts once the rows
// are read.
func resolved[T any](ctx context.Context, v *View, query string, args []any,
	row func(scan func(...any) error, t *T, key *int64) error, id func(*T) *fact.ID,
) ([]T, error) {
	var keys []int64
	all, err := list(ctx, v.conn, query, args, func(scan func(...any) error, t *T) error {
		keys = append(keys, 0)
		return row(scan, t, &keys[len(keys)-1])
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		if *id(&all[i]), err = v.idOf(ctx, keys[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SaveFlag inserts a flag whose ID is 0 and updates any other; it returns the
// ID. A person's second open flag on a fact is refused with CodeConflict.
func (tx *Tx) SaveFlag(ctx context.Context, f fact.Flag) (int64, error) {
	key, err := tx.keyOf(ctx, f.Fact)
	if err != nil {
		return 0, err
	}
	if f.At.IsZero() {
		f.At = tx.now
	}
	args := append([]any{key, f.Version, string(f.By), f.Name, string(f.Reason), f.Note, f.Evidence}, placeArgs(f.Place)...)
	args = append(args, micros(f.At), flagInt(f.Open), string(f.Outcome), micros(f.Decided))
	id := f.ID
	if id == 0 {
		id, err = tx.conn.insert(ctx, "INSERT INTO flags ("+flagColumns+") VALUES ("+marks(flagCount)+")", args...)
	} else {
		var n int
		n, err = tx.conn.affect(ctx, "UPDATE flags SET ("+flagColumns+") = ("+marks(flagCount)+") WHERE id = ?", append(args, id)...)
		if err == nil && n == 0 {
			err = fact.NotFound("flag.none", "There is no such flag.")
		}
	}
	switch {
	case isUnique(err):
		return 0, fact.Conflict("flag.already", fmt.Sprintf("You have an open flag on %s already.", f.Fact)).With("id", f.Fact.String()).Because(err)
	case isMissingParent(err):
		return 0, noFact(f.Fact)
	case err != nil:
		return 0, fmt.Errorf("flag on %s: %w", f.Fact, err)
	}
	tx.changed.fact(f.Fact)
	return id, nil
}

// Owner is who answers for a flagged fact; the zero Owner if nobody does.
func (v *View) Owner(ctx context.Context, id fact.ID) (fact.Owner, error) {
	key, err := v.keyOf(ctx, id)
	if err != nil {
		return fact.Owner{}, err
	}
	o := fact.Owner{Fact: id}
	found, err := v.conn.get(ctx, "SELECT user, since FROM owners WHERE fact = ?", []any{key}, &o.User, timed(&o.Since))
	if err != nil || !found {
		return fact.Owner{}, err
	}
	return o, nil
}

// Owners are a topic's owners, by fact; every topic's when the slug is "".
func (v *View) Owners(ctx context.Context, topic string) ([]fact.Owner, error) {
	var w where
	if err := v.span(ctx, &w, "fact", topic); err != nil {
		return nil, unlessMissing(err)
	}
	return resolved(ctx, v, "SELECT fact, user, since FROM owners"+w.text()+" ORDER BY fact", w.args,
		func(scan func(...any) error, o *fact.Owner, key *int64) error {
			return scan(key, &o.User, timed(&o.Since))
		},
		func(o *fact.Owner) *fact.ID { return &o.Fact })
}

// SetOwner sets or, with an empty User, clears the owner of a fact.
func (tx *Tx) SetOwner(ctx context.Context, o fact.Owner) error {
	key, err := tx.keyOf(ctx, o.Fact)
	if err != nil {
		return err
	}
	if o.User == "" {
		_, err := tx.conn.exec(ctx, "DELETE FROM owners WHERE fact = ?", key)
		return err
	}
	if o.Since.IsZero() {
		o.Since = tx.now
	}
	_, err = tx.conn.exec(ctx, `INSERT INTO owners (fact, user, since) VALUES (?, ?, ?)
		ON CONFLICT (fact) DO UPDATE SET user = excluded.user, since = excluded.since`, key, string(o.User), micros(o.Since))
	if isMissingParent(err) {
		return noFact(o.Fact)
	}
	return err
}

// ShownSince counts the sent quotes of facts, and the days on which somebody was
// shown them privately, since a time. Every fact asked for is in the answer.
func (v *View) ShownSince(ctx context.Context, ids []fact.ID, since time.Time) (map[fact.ID]fact.Shown, error) {
	out := make(map[fact.ID]fact.Shown, len(ids))
	keys := make([]int64, len(ids))
	byKey := make(map[int64]fact.ID, len(ids))
	for i, id := range ids {
		key, err := v.keyOf(ctx, id)
		if err != nil {
			return nil, err
		}
		keys[i], byKey[key], out[id] = key, id, fact.Shown{}
	}
	text, err := encode(keys)
	if err != nil {
		return nil, err
	}
	for _, c := range []struct {
		query string
		add   func(*fact.Shown, int)
	}{
		{shownIn("quotes", "AND message <> ''", len(ids)), func(s *fact.Shown, n int) { s.Quotes = n }},
		{shownIn("readings", "", len(ids)), func(s *fact.Shown, n int) { s.Readings = n }},
	} {
		err := v.conn.each(ctx, c.query, []any{text, since.UnixMicro()}, func(scan func(...any) error) error {
			var key int64
			var n int
			if err := scan(&key, &n); err != nil {
				return err
			}
			if id, asked := byKey[key]; asked {
				s := out[id]
				c.add(&s, n)
				out[id] = s
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("times shown: %w", err)
		}
	}
	return out, nil
}

// fewFacts is how many facts are looked up one by one in an index; for more, one
// walk over what was shown since is shorter.
const fewFacts = 200

// shownIn counts the rows of a table by fact, since ?2: those of the facts in ?1,
// or of all where many are asked for.
func shownIn(table, cond string, facts int) string {
	if facts <= fewFacts {
		return "SELECT fact, count(*) FROM " + table + " WHERE fact IN (SELECT value FROM json_each(?1)) AND at >= ?2 " + cond + " GROUP BY fact"
	}
	return "SELECT fact, count(*) FROM " + table + " WHERE ?1 IS NOT NULL AND at >= ?2 " + cond + " GROUP BY fact"
}
