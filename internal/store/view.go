package store

import (
	"context"
	"errors"
	"time"

	"factbot/internal/fact"
)

// View is a consistent read: everything read through it is of one instant. It
// serves one goroutine and must not be kept.
type View struct {
	conn   *conn
	topics *topicIndex
	local  *topicIndex // topics made in this transaction; nil when only reading
}

// View runs fn on a consistent read of the database.
func (db *DB) View(ctx context.Context, fn func(*View) error) (err error) {
	c, err := db.borrow(ctx)
	if err != nil {
		return explain(db.path, err)
	}
	defer func() { db.readers.put(c) }()
	if _, err := c.exec(ctx, "BEGIN"); err != nil {
		return explain(db.path, err)
	}
	defer func() {
		if _, rerr := c.exec(context.WithoutCancel(ctx), "ROLLBACK"); rerr != nil {
			err = errors.Join(err, c.close())
			c = nil
		}
	}()
	return explain(db.path, fn(&View{conn: c, topics: &db.topics}))
}

// view is View for a function with a result.
func view[T any](ctx context.Context, db *DB, fn func(*View) (T, error)) (T, error) {
	var out T
	err := db.View(ctx, func(v *View) (err error) {
		out, err = fn(v)
		return err
	})
	return out, err
}

// Topics lists the topics, by slug.
func (db *DB) Topics(ctx context.Context) ([]*fact.Topic, error) {
	return view(ctx, db, func(v *View) ([]*fact.Topic, error) { return v.Topics(ctx) })
}

// Topic is one topic.
func (db *DB) Topic(ctx context.Context, slug string) (*fact.Topic, error) {
	return view(ctx, db, func(v *View) (*fact.Topic, error) { return v.Topic(ctx, slug) })
}

// Fact is one fact as it stands.
func (db *DB) Fact(ctx context.Context, id fact.ID) (*fact.Fact, error) {
	return view(ctx, db, func(v *View) (*fact.Fact, error) { return v.Fact(ctx, id) })
}

// FactAt is the fact as it stood at a version.
func (db *DB) FactAt(ctx context.Context, id fact.ID, version int) (*fact.Fact, error) {
	return view(ctx, db, func(v *View) (*fact.Fact, error) { return v.FactAt(ctx, id, version) })
}

// LoadFacts are the facts with the given ids, in their order, without those that do not exist.
func (db *DB) LoadFacts(ctx context.Context, ids []fact.ID) ([]*fact.Fact, error) {
	return view(ctx, db, func(v *View) ([]*fact.Fact, error) { return v.LoadFacts(ctx, ids) })
}

// Facts are all facts of a topic, by number, retracted ones included.
func (db *DB) Facts(ctx context.Context, topic string) ([]*fact.Fact, error) {
	return view(ctx, db, func(v *View) ([]*fact.Fact, error) { return v.Facts(ctx, topic) })
}

// EachFact calls fn with every fact, by topic and number, retracted ones included.
func (db *DB) EachFact(ctx context.Context, fn func(*fact.Fact) error) error {
	return db.View(ctx, func(v *View) error { return v.EachFact(ctx, fn) })
}

// Events are the events that the filter chooses.
func (db *DB) Events(ctx context.Context, filter fact.EventFilter) ([]fact.Event, error) {
	return view(ctx, db, func(v *View) ([]fact.Event, error) { return v.Events(ctx, filter) })
}

// Flags are the flags that the filter chooses, oldest first.
func (db *DB) Flags(ctx context.Context, filter fact.FlagFilter) ([]fact.Flag, error) {
	return view(ctx, db, func(v *View) ([]fact.Flag, error) { return v.Flags(ctx, filter) })
}

// Owner is who answers for a flagged fact; the zero Owner if nobody does.
func (db *DB) Owner(ctx context.Context, id fact.ID) (fact.Owner, error) {
	return view(ctx, db, func(v *View) (fact.Owner, error) { return v.Owner(ctx, id) })
}

// Owners are a topic's owners, by fact; every topic's when the slug is "".
func (db *DB) Owners(ctx context.Context, topic string) ([]fact.Owner, error) {
	return view(ctx, db, func(v *View) ([]fact.Owner, error) { return v.Owners(ctx, topic) })
}

// ShownSince counts where the facts were shown since a time.
func (db *DB) ShownSince(ctx context.Context, ids []fact.ID, since time.Time) (map[fact.ID]fact.Shown, error) {
	return view(ctx, db, func(v *View) (map[fact.ID]fact.Shown, error) { return v.ShownSince(ctx, ids, since) })
}

// Proposals are the proposals that the filter chooses, oldest first.
func (db *DB) Proposals(ctx context.Context, filter fact.ProposalFilter) ([]fact.Proposal, error) {
	return view(ctx, db, func(v *View) ([]fact.Proposal, error) { return v.Proposals(ctx, filter) })
}

// Gaps are the questions sent in, oldest first; every topic's when the slug is "".
func (db *DB) Gaps(ctx context.Context, topic string, open bool) ([]fact.Gap, error) {
	return view(ctx, db, func(v *View) ([]fact.Gap, error) { return v.Gaps(ctx, topic, open) })
}

// Notices are the notices that the filter chooses, oldest first.
func (db *DB) Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error) {
	return view(ctx, db, func(v *View) ([]fact.Notice, error) { return v.Notices(ctx, filter) })
}

// Quotes are the sent quotes that the filter chooses, oldest first.
func (db *DB) Quotes(ctx context.Context, filter fact.QuoteFilter) ([]fact.Quote, error) {
	return view(ctx, db, func(v *View) ([]fact.Quote, error) { return v.Quotes(ctx, filter) })
}

// Value is a small remembered value, "" if unset.
func (db *DB) Value(ctx context.Context, key string) (string, error) {
	return view(ctx, db, func(v *View) (string, error) { return v.Value(ctx, key) })
}

// Imports lists a topic's imports, oldest first; every topic's when the slug is "".
func (db *DB) Imports(ctx context.Context, topic string) ([]fact.Import, error) {
	return view(ctx, db, func(v *View) ([]fact.Import, error) { return v.Imports(ctx, topic) })
}
