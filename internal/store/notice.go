package store

import (
	"context"
	"errors"
	"fmt"

	"factbot/internal/fact"
)

const noticeColumns = `key, kind, topic, ` + placeColumns + `, line, user, cause, flag, item, text, locale, not_before, created_at, state`

const noticeCount = 18

// lineOf is where a notice queues: its channel, or the person it is for.
func lineOf(n fact.Notice) string {
	if n.Place.Channel != "" {
		return string(n.Place.Channel)
	}
	return "@" + string(n.User)
}

// Enqueue stores a notice unless its key exists; it says whether it was new. It
// waits from NotBefore on, from now where that is zero.
func (tx *Tx) Enqueue(ctx context.Context, n fact.Notice) (bool, error) {
	if n.Key == "" {
		return false, errors.New("a notice without a key")
	}
	if n.NotBefore.IsZero() {
		n.NotBefore = tx.now
	}
	if n.CreatedAt.IsZero() {
		n.CreatedAt = tx.now
	}
	args := append([]any{n.Key, string(n.Kind), n.Topic}, placeArgs(n.Place)...)
	args = append(args, lineOf(n), string(n.User), n.Cause, n.Flag, n.Item, n.Text, n.Locale,
		micros(n.NotBefore), micros(n.CreatedAt), string(fact.NoticeWaiting))
	var id int64
	isNew, err := tx.conn.get(ctx, "INSERT INTO notices ("+noticeColumns+") VALUES ("+marks(noticeCount)+") ON CONFLICT (key) DO NOTHING RETURNING id", args, &id)
	if err != nil || !isNew {
		return false, err
	}
	for i, ref := range n.Facts {
		key, err := tx.keyOf(ctx, ref.ID)
		if err != nil {
			return false, err
		}
		if _, err := tx.conn.exec(ctx, "INSERT INTO notice_facts (notice, ord, fact, version) VALUES (?, ?, ?, ?)", id, i, key, ref.Version); err != nil {
			return false, fmt.Errorf("notice %q: %w", n.Key, err)
		}
	}
	tx.changed.notices = true
	return true, nil
}

// KeepText sets what is kept of a notice's text.
func (tx *Tx) KeepText(ctx context.Context, id int64, text string) error {
	_, err := tx.conn.exec(ctx, "UPDATE notices SET text = ? WHERE id = ?", text, id)
	return err
}

// DropNotices drops the waiting notices that an event caused and says how many.
func (tx *Tx) DropNotices(ctx context.Context, cause int64) (int, error) {
	if cause == 0 {
		return 0, nil
	}
	return tx.conn.affect(ctx, "UPDATE notices SET state = 'dropped' WHERE cause = ? AND cause <> 0 AND state = 'waiting'", cause)
}

// Notices are the notices that the filter chooses, oldest first.
func (v *View) Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error) {
	var w where
	for _, c := range []struct {
		cond string
		set  bool
		arg  any
	}{
		{"key = ?", filter.Key != "", filter.Key},
		{"kind = ?", filter.Kind != "", string(filter.Kind)},
		{"state = ?", filter.State != "", string(filter.State)},
		{"topic = ?", filter.Topic != "", filter.Topic},
		{"cause = ? AND cause <> 0", filter.Cause != 0, filter.Cause},
		{"user = ? AND user <> ''", filter.User != "", string(filter.User)},
		{"created_at >= ?", !filter.Since.IsZero(), filter.Since.UnixMicro()},
	} {
		if c.set {
			w.add(c.cond, c.arg)
		}
	}
	if !filter.Fact.IsZero() {
		key, err := v.keyOf(ctx, filter.Fact)
		if err != nil {
			return nil, unlessMissing(err)
		}
		w.add("id IN (SELECT notice FROM notice_facts WHERE fact = ?)", key)
	}
	return v.notices(ctx, w.limited(selectNotices+w.text()+" ORDER BY id", filter.Limit, 0), w.args)
}

const selectNotices = `SELECT id, key, kind, topic, ` + placeColumns + `, user, cause, flag, item, text, locale, not_before, created_at, state,
	attempts, error, unknown, sent_at, sent_kind, sent_channel, sent_name, sent_thread, sent_message FROM notices`

func scanNotice(scan func(...any) error, n *fact.Notice) error {
	dest := append([]any{&n.ID, &n.Key, &n.Kind, &n.Topic}, placeDest(&n.Place)...)
	dest = append(dest, &n.User, &n.Cause, &n.Flag, &n.Item, &n.Text, &n.Locale, timed(&n.NotBefore), timed(&n.CreatedAt), &n.State,
		&n.Attempts, &n.Error, &n.Unknown, timed(&n.SentAt))
	return scan(append(dest, placeDest(&n.Sent)...)...)
}

// notices lists notices with the facts they are about.
func (v *View) notices(ctx context.Context, query string, args []any) ([]fact.Notice, error) {
	all, err := list(ctx, v.conn, query, args, scanNotice)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Facts, err = resolved(ctx, v, "SELECT fact, version FROM notice_facts WHERE notice = ? ORDER BY ord", []any{all[i].ID},
			func(scan func(...any) error, r *fact.Ref, key *int64) error { return scan(key, &r.Version) },
			func(r *fact.Ref) *fact.ID { return &r.ID })
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

const quoteColumns = `notice, fact, version, ` + placeColumns + `, at`

// Quotes are the sent quotes that the filter chooses, oldest first; those of one
// message in the order in which it shows their facts.
func (v *View) Quotes(ctx context.Context, filter fact.QuoteFilter) ([]fact.Quote, error) {
	var w where
	w.add("message <> ''")
	if !filter.Fact.IsZero() {
		key, err := v.keyOf(ctx, filter.Fact)
		if err != nil {
			return nil, unlessMissing(err)
		}
		w.add("fact = ?", key)
	}
	if filter.Channel != "" {
		w.add("channel = ?", string(filter.Channel))
	}
	if filter.Message != "" {
		w.add("message = ?", filter.Message)
	}
	if !filter.Since.IsZero() {
		w.add("at >= ?", filter.Since.UnixMicro())
	}
	return resolved(ctx, v, w.limited("SELECT "+quoteColumns+" FROM quotes"+w.text()+" ORDER BY at, notice, ord, fact", filter.Limit, 0), w.args,
		func(scan func(...any) error, q *fact.Quote, key *int64) error {
			return scan(append(append([]any{&q.Notice, key, &q.Version}, placeDest(&q.Place)...), timed(&q.At))...)
		}, func(q *fact.Quote) *fact.ID { return &q.Fact })
}

// addQuotes stores the quotes that a notice will make, in the order in which it
// shows their facts; they count once it is sent.
func (tx *Tx) addQuotes(ctx context.Context, notice string, quotes []fact.Quote) error {
	for i, q := range quotes {
		key, err := tx.keyOf(ctx, q.Fact)
		if err != nil {
			return err
		}
		if q.At.IsZero() {
			q.At = tx.now
		}
		args := append(append([]any{notice, key, q.Version}, placeArgs(q.Place)...), micros(q.At), i)
		if _, err := tx.conn.exec(ctx, "INSERT INTO quotes ("+quoteColumns+", ord) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", args...); err != nil {
			return fmt.Errorf("quote of %s: %w", q.Fact, err)
		}
	}
	return nil
}

// NoticeStats sums up the outbox. Shares that Slack refused are not among the
// dead: see fact.Notice.Refused.
func (db *DB) NoticeStats(ctx context.Context) (fact.NoticeStats, error) {
	return view(ctx, db, func(v *View) (fact.NoticeStats, error) {
		var s fact.NoticeStats
		now := db.clock()
		_, err := v.conn.get(ctx, `SELECT (SELECT count(*) FROM notices WHERE state = 'waiting'),
			(SELECT count(*) FROM notices WHERE state = 'claimed'), (SELECT count(*) FROM notices WHERE state = 'dead'
				AND NOT (kind = 'share' AND error IN ('not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action'))),
			(SELECT min(not_before) FROM notices WHERE state = 'waiting' AND not_before <= ?)`, []any{now.UnixMicro()},
			&s.Waiting, &s.Claimed, &s.Dead, timed(&s.Oldest))
		return s, err
	})
}
