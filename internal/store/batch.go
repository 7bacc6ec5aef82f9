package store

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// batch is one SQL transaction of several callers.
type batch struct {
	conn    *conn
	writer  *writer
	head    head // of the hash chain, with what this transaction appended
	stored  head // as its table has it
	began   time.Time
	topics  *topicIndex // made in this transaction
	members []member
	broken  error // why nothing of it can be committed
}

// member is one caller's part of a batch.
type member struct {
	task    *task
	err     error
	changes Changes
}

func (w *writer) begin() (*batch, error) {
	ctx := context.Background()
	if _, err := w.conn.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	b := &batch{conn: w.conn, writer: w, began: time.Now(), topics: &topicIndex{}}
	var err error
	if b.head, err = readHead(ctx, w.conn); err != nil {
		b.rollback()
		return nil, fmt.Errorf("read the end of the history: %w", err)
	}
	b.stored = b.head
	return b, nil
}

// now is the clock's time. A clock that was ahead for a moment must not hold
// everything back until it is that late again, so it may go back; events alone
// never do.
func (b *batch) now() time.Time {
	return b.writer.db.clock().UTC().Truncate(time.Microsecond)
}

// run lets one caller run within a savepoint. Only the caller's part is undone
// when it does not end well.
func (b *batch) run(t *task) {
	ctx := context.Background()
	if _, err := b.conn.exec(ctx, "SAVEPOINT caller"); err != nil {
		b.broken = fmt.Errorf("savepoint: %w", err)
		b.members = append(b.members, member{task: t})
		return
	}
	tx := &Tx{View: View{conn: b.conn, topics: &b.writer.db.topics, local: b.topics}, batch: b, now: b.now()}
	before := b.head
	t.turn <- tx
	r := <-t.ran
	m := member{task: t, err: r.err}
	if r.finished && r.err == nil {
		m.changes = tx.changed.result()
	} else {
		b.head = before
		b.topics.forget(tx.made)
		if _, err := b.conn.exec(ctx, "ROLLBACK TO caller"); err != nil {
			// SQLite itself rolled everything back, as it does on a full disk.
			b.broken = fmt.Errorf("undo: %w", first(r.err, err))
		}
	}
	if b.broken == nil {
		if _, err := b.conn.exec(ctx, "RELEASE caller"); err != nil {
			b.broken = fmt.Errorf("release: %w", err)
		}
	}
	b.members = append(b.members, m)
}

// first prefers the error that explains the other.
func first(err, then error) error {
	if sqliteCode(err) != 0 {
		return err
	}
	return then
}

func (b *batch) commit() error {
	ctx := context.Background()
	err := b.broken
	if err == nil && b.head.seq != b.stored.seq {
		err = writeHead(ctx, b.conn, b.head)
	}
	if err == nil {
		if _, err = b.conn.exec(ctx, "COMMIT"); err == nil {
			return nil
		}
	}
	b.rollback()
	return fmt.Errorf("commit: %w", err)
}

// rollback ends the transaction; SQLite may have done so already.
func (b *batch) rollback() { _, _ = b.conn.exec(context.Background(), "ROLLBACK") }

// changes of all members together, each fact and topic once.
func (b *batch) changes() Changes {
	if len(b.members) == 1 {
		return b.members[0].changes
	}
	var all changed
	for _, m := range b.members {
		for _, id := range m.changes.Facts {
			all.fact(id)
		}
		for _, slug := range m.changes.Topics {
			all.topic(slug)
		}
		all.notices = all.notices || m.changes.Notices
		all.forgot = append(all.forgot, m.changes.Forgot...)
	}
	return all.result()
}

func (b *batch) forgot() bool {
	for _, m := range b.members {
		if len(m.changes.Forgot) > 0 {
			return true
		}
	}
	return false
}

// changed collects what one transaction touched.
type changed struct {
	facts   map[fact.ID]bool
	order   []fact.ID
	topics  map[string]bool
	slugs   []string
	notices bool
	forgot  []fact.UserID
}

func (c *changed) fact(id fact.ID) {
	if c.facts == nil {
		c.facts = map[fact.ID]bool{}
	}
	if !c.facts[id] {
		c.facts[id] = true
		c.order = append(c.order, id)
	}
}

func (c *changed) topic(slug string) {
	if c.topics == nil {
		c.topics = map[string]bool{}
	}
	if !c.topics[slug] {
		c.topics[slug] = true
		c.slugs = append(c.slugs, slug)
	}
}

func (c *changed) result() Changes {
	return Changes{Facts: c.order, Topics: c.slugs, Notices: c.notices, Forgot: c.forgot}
}
