package store

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// Due lists the notices to send now, oldest first, at most one per channel or
// direct-message person: the head of each line. A line whose head was tried and
// waits to be tried again waits with it, and so does one with a notice under
// way; a notice that is only scheduled for later holds nobody up. One that was to
// leave at once is due also where its clock was ahead of now.
func (db *DB) Due(ctx context.Context, now time.Time, limit int) ([]fact.Notice, error) {
	return view(ctx, db, func(v *View) ([]fact.Notice, error) {
		args := []any{now.UnixMicro()}
		var w where
		w.args = args
		return v.notices(ctx, w.limited(selectNotices+` WHERE id IN (
			SELECT id FROM (
				SELECT id, not_before, created_at, row_number() OVER (PARTITION BY line ORDER BY attempts = 0, not_before, id) AS place
				FROM notices WHERE state = 'waiting' AND (not_before <= ?1 OR attempts > 0 OR `+hasty+`)
				AND line NOT IN (SELECT line FROM notices WHERE state = 'claimed'))
			WHERE place = 1 AND (not_before <= ?1 OR `+hasty+`))
			ORDER BY not_before, id`, limit, 0), w.args)
	})
}

// hasty chooses notices that were to leave at once, by a clock that has been set
// back since.
const hasty = "created_at > ?1 AND not_before <= created_at"

// Stranded lists the claimed notices: after a start, sends whose outcome is unknown.
func (db *DB) Stranded(ctx context.Context) ([]fact.Notice, error) {
	return db.Notices(ctx, fact.NoticeFilter{State: fact.NoticeClaimed})
}

// Claim marks a waiting notice as being sent and counts the attempt; false if it
// is no longer waiting.
func (db *DB) Claim(ctx context.Context, id int64) (bool, error) {
	claimed := false
	err := db.InTx(ctx, func(tx *Tx) error {
		n, err := tx.conn.affect(ctx, "UPDATE notices SET state = 'claimed', attempts = attempts + 1 WHERE id = ? AND state = 'waiting'", id)
		claimed = n == 1
		return err
	})
	return claimed && err == nil, err
}

// Sent is Tx.Sent in a transaction of its own.
func (db *DB) Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) error {
	return db.InTx(ctx, func(tx *Tx) error {
		_, err := tx.Sent(ctx, id, at, shown, next...)
		return err
	})
}

// Sent marks the notice sent, where and when, and sets the message, versions and
// order of the quotes that belong to it. A quote of a fact that the message
// does not show after all is taken back, where the message shows any. What is to
// follow the message is enqueued in the same transaction. It returns the
// notice's key, which its quotes name.
func (tx *Tx) Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) (key string, err error) {
	args := append([]any{tx.now.UnixMicro()}, placeArgs(at)...)
	found, err := tx.conn.get(ctx, `UPDATE notices SET (state, error, unknown, sent_at, sent_kind, sent_channel, sent_name, sent_thread, sent_message)
		= ('sent', '', 0, ?, ?, ?, ?, ?, ?) WHERE id = ? RETURNING key`, append(args, id), &key)
	if err == nil && !found {
		err = noNotice(id)
	}
	if err != nil {
		return "", err
	}
	for _, n := range next {
		n.NotBefore, n.CreatedAt = tx.now, tx.now
		if _, err := tx.Enqueue(ctx, n); err != nil {
			return "", err
		}
	}
	return key, tx.sentQuotes(ctx, key, at, shown)
}

func noNotice(id int64) error {
	return fact.NotFound("notice.none", fmt.Sprintf("There is no notice %d.", id))
}

func (tx *Tx) sentQuotes(ctx context.Context, notice string, at fact.Place, shown []fact.Ref) error {
	keys := make([]int64, len(shown))
	for i, ref := range shown {
		key, err := tx.keyOf(ctx, ref.ID)
		if err != nil {
			return err
		}
		keys[i] = key
		if _, err := tx.conn.exec(ctx, "UPDATE quotes SET version = ?, ord = ? WHERE notice = ? AND fact = ?", ref.Version, i, notice, key); err != nil {
			return err
		}
	}
	if len(keys) > 0 {
		text, err := encode(keys)
		if err != nil {
			return err
		}
		if _, err := tx.conn.exec(ctx, "DELETE FROM quotes WHERE notice = ? AND fact NOT IN (SELECT value FROM json_each(?))", notice, text); err != nil {
			return err
		}
	}
	args := append(placeArgs(at), tx.now.UnixMicro(), notice)
	_, err := tx.conn.exec(ctx, "UPDATE quotes SET ("+placeColumns+", at) = (?, ?, ?, ?, ?, ?) WHERE notice = ?", args...)
	return err
}

// Later puts the notice back to waiting, not before a time, with the failure's
// code. Once an attempt may have arrived, the notice says so until it is sent.
func (db *DB) Later(ctx context.Context, id int64, notBefore time.Time, code string, unknown bool) error {
	return db.setNotice(ctx, id, "UPDATE notices SET state = 'waiting', not_before = ?, error = ?, unknown = max(unknown, ?) WHERE id = ? AND state IN ('claimed', 'waiting')",
		notBefore.UnixMicro(), code, flagInt(unknown), id)
}

// Dead gives the notice up, with the failure's code and whether an attempt may
// have arrived. What was asked goes, as nothing comes after it.
func (db *DB) Dead(ctx context.Context, id int64, code string, unknown bool) error {
	return db.setNotice(ctx, id, "UPDATE notices SET state = 'dead', error = ?, unknown = max(unknown, ?), text = iif(kind IN ('answer', 'share', 'sources', 'gap'), '', text) WHERE id = ? AND state IN ('claimed', 'waiting')", code, flagInt(unknown), id)
}

// Requeue puts a notice that was given up back to waiting, to be sent now; false
// if it was not given up. That an attempt may have arrived stays.
func (tx *Tx) Requeue(ctx context.Context, id int64) (bool, error) {
	n, err := tx.conn.affect(ctx, "UPDATE notices SET state = 'waiting', not_before = ?, attempts = 0, error = '' WHERE id = ? AND state = 'dead'", tx.now.UnixMicro(), id)
	tx.changed.notices = tx.changed.notices || n > 0
	return n > 0, err
}

func (db *DB) setNotice(ctx context.Context, id int64, query string, args ...any) error {
	return db.InTx(ctx, func(tx *Tx) error {
		n, err := tx.conn.affect(ctx, query, args...)
		if err == nil && n == 0 {
			err = noNotice(id)
		}
		return err
	})
}
