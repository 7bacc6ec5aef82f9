package store

import (
	"context"
	"slices"
	"time"

	"factbot/internal/fact"
)

const questionColumns = `key, text, topic, user, team, name, locale, kind, origin, ` + placeColumns + `, at, tries`

const questionCount = 16

// Receive commits a delivery's key with its question; false if the key is known.
func (db *DB) Receive(ctx context.Context, q fact.Question) (bool, error) {
	if q.Key == "" {
		return false, fact.Invalid("question.key", "The question came without a key, so it could be answered twice.")
	}
	isNew := false
	err := db.InTx(ctx, func(tx *Tx) error {
		seen, err := tx.Seen(ctx, q.Key)
		if err != nil || seen {
			return err
		}
		if q.At.IsZero() {
			q.At = tx.now
		}
		a := q.Actor
		args := append([]any{q.Key, q.Text, q.Topic, string(a.User), string(a.Team), a.Name, a.Locale, int64(a.Kind), string(a.Origin)}, placeArgs(q.Place)...)
		args = append(args, micros(q.At), q.Tries)
		isNew = true
		_, err = tx.conn.exec(ctx, "INSERT INTO questions ("+questionColumns+") VALUES ("+marks(questionCount)+")", args...)
		return err
	})
	return isNew && err == nil, err
}

// Pending lists the questions not yet answered, oldest first.
func (db *DB) Pending(ctx context.Context) ([]fact.Question, error) {
	return view(ctx, db, func(v *View) ([]fact.Question, error) {
		return list(ctx, v.conn, "SELECT "+questionColumns+" FROM questions ORDER BY id", nil, func(scan func(...any) error, q *fact.Question) error {
			a := &q.Actor
			dest := append([]any{&q.Key, &q.Text, &q.Topic, &a.User, &a.Team, &a.Name, &a.Locale, &a.Kind, &a.Origin}, placeDest(&q.Place)...)
			err := scan(append(dest, timed(&q.At), &q.Tries)...)
			a.Delivery = q.Key
			return err
		})
	})
}

// Tried counts an attempt to answer a pending question and says how many that
// makes, so that one which brings the program down is not tried for ever. It is
// 0 when the question is no longer pending.
func (db *DB) Tried(ctx context.Context, key string) (int, error) {
	tries := 0
	err := db.InTx(ctx, func(tx *Tx) error {
		_, err := tx.conn.get(ctx, "UPDATE questions SET tries = tries + 1 WHERE key = ? RETURNING tries", []any{key}, &tries)
		return err
	})
	return tries, err
}

// Answer commits the answer's notice with the quotes it makes and takes the
// question out of the inbox, in one transaction. A zero Notice (no Key) only
// takes it out. A repeated answer, by the notice's key, changes nothing.
func (db *DB) Answer(ctx context.Context, q fact.Question, n fact.Notice, quotes []fact.Quote) error {
	return db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.conn.exec(ctx, "DELETE FROM questions WHERE key = ?", q.Key); err != nil {
			return err
		}
		return tx.post(ctx, n, quotes)
	})
}

// doubleClick is how soon after a share the same one is that click once more: each
// click is a delivery of its own.
const doubleClick = 10 * time.Second

// Share commits the notice and its quotes, with the delivery's key; false if
// the key is known, or if the person has just shared the same in the same place.
func (db *DB) Share(ctx context.Context, delivery string, n fact.Notice, quotes []fact.Quote) (bool, error) {
	isNew := false
	err := db.InTx(ctx, func(tx *Tx) error {
		seen, err := tx.Seen(ctx, delivery)
		if err != nil || seen {
			return err
		}
		again, err := tx.sharedJustNow(ctx, n)
		if err != nil || again {
			return err
		}
		isNew = true
		return tx.post(ctx, n, quotes)
	})
	return isNew && err == nil, err
}

// sharedJustNow says whether a share repeats one of a moment ago, unless that was
// given up: what could not be posted may be tried again at once.
func (tx *Tx) sharedJustNow(ctx context.Context, n fact.Notice) (bool, error) {
	if n.Kind != fact.NoticeShare || n.User == "" {
		return false, nil
	}
	lately, err := tx.Notices(ctx, fact.NoticeFilter{Kind: n.Kind, User: n.User, Since: tx.now.Add(-doubleClick)})
	return slices.ContainsFunc(lately, func(e fact.Notice) bool {
		kept := e.State != fact.NoticeSent || e.Place.Kind == fact.PlacePublic // elsewhere what was asked goes once it is sent
		return e.State != fact.NoticeDead && !e.CreatedAt.After(tx.now) && e.Place.Channel == n.Place.Channel &&
			e.Place.Thread == n.Place.Thread && (e.Text == n.Text || !kept) && slices.Equal(e.Facts, n.Facts)
	}), err
}

// post enqueues a public message with its quotes.
func (tx *Tx) post(ctx context.Context, n fact.Notice, quotes []fact.Quote) error {
	if n.Key == "" {
		return nil
	}
	isNew, err := tx.Enqueue(ctx, n)
	if err != nil || !isNew {
		return err
	}
	return tx.addQuotes(ctx, n.Key, quotes)
}
