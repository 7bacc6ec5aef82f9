package store

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"factbot/internal/fact"
)

func encodeValues(values []fact.Value) (string, error) {
	rows := make([][3]string, len(values))
	for i, v := range values {
		rows[i] = [3]string{v.Name, v.Old, v.New}
	}
	return encode(rows)
}

func decodeValues(text string) ([]fact.Value, error) {
	if text == "[]" {
		return nil, nil
	}
	var rows [][3]string
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return nil, fmt.Errorf("values: %w", err)
	}
	values := make([]fact.Value, len(rows))
	for i, r := range rows {
		values[i] = fact.Value{Name: r[0], Old: r[1], New: r[2]}
	}
	return values, nil
}

// checkValues refuses what the history could not give back as it was.
func checkValues(values []fact.Value) error {
	for _, v := range values {
		if !utf8.ValidString(v.Name) || !utf8.ValidString(v.Old) || !utf8.ValidString(v.New) {
			return fact.Invalid("text.encoding", "The text is not valid UTF-8.")
		}
	}
	return nil
}

// Append completes the event (sequence, time, hashes) and stores it. Its time is
// the transaction's, but never before that of an earlier event. Values are
// kept for ever and must name no person; Actor, Name and Note can be erased.
func (tx *Tx) Append(ctx context.Context, e fact.Event) (fact.Event, error) {
	if err := checkValues(e.Values); err != nil {
		return e, err
	}
	values, err := encodeValues(e.Values)
	if err != nil {
		return e, err
	}
	end := &tx.batch.head
	at := tx.now
	if at.Before(end.at) {
		at = end.at
	}
	l := link{
		seq: end.seq + 1, at: at.UnixMicro(), topic: e.Topic, fact: e.Fact.String(), version: e.Version, act: string(e.Act),
		values: e.Values, flag: e.Flag, origin: string(e.Origin), prev: end.hash,
	}
	var salt []byte
	if e.Actor != "" || e.Name != "" || e.Note != "" {
		salt = newSalt()
		l.actor, l.note = digests(salt, string(e.Actor), e.Name, e.Note)
	}
	hash := l.hash()
	if _, err := tx.conn.exec(ctx, `INSERT INTO events (seq, at, topic, fact, version, act, value_list, flag, origin, actor_digest, note_digest, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, l.seq, l.at, l.topic, l.fact, l.version, l.act, values, l.flag, l.origin,
		l.actor[:], l.note[:], l.prev[:], hash[:]); err != nil {
		return e, fmt.Errorf("append event %d: %w", l.seq, err)
	}
	if salt != nil {
		if _, err := tx.conn.exec(ctx, "INSERT INTO personal (event, salt, user, name, note) VALUES (?, ?, ?, ?, ?)",
			l.seq, salt, string(e.Actor), e.Name, e.Note); err != nil {
			return e, fmt.Errorf("append event %d: %w", l.seq, err)
		}
	}
	*end = head{seq: l.seq, at: at, hash: hash}
	e.Seq, e.At, e.Erased, e.Prev, e.Hash = l.seq, at, false, hexOf(l.prev[:]), hexOf(hash[:])
	if e.Topic != "" {
		tx.changed.topic(e.Topic)
	}
	return e, nil
}

// Events are the events that the filter chooses, newest first unless it says
// otherwise.
func (v *View) Events(ctx context.Context, filter fact.EventFilter) ([]fact.Event, error) {
	w, err := eventConditions(filter)
	if err != nil {
		return nil, err
	}
	order := " ORDER BY e.seq DESC"
	if filter.Oldest {
		order = " ORDER BY e.seq"
	}
	from := " FROM events e LEFT JOIN personal p ON p.event = e.seq"
	if filter.Actor != "" {
		from = " FROM personal p JOIN events e ON e.seq = p.event"
	}
	query := w.limited("SELECT e.seq, e.at, e.topic, e.fact, e.version, e.act, e.value_list, e.flag, e.origin, e.prev, e.hash, "+
		"p.event IS NOT NULL AND p.salt IS NULL, ifnull(p.user, ''), ifnull(p.name, ''), ifnull(p.note, '')"+from+w.text()+order, filter.Limit, filter.Offset)
	return list(ctx, v.conn, query, w.args, scanEvent)
}

func eventConditions(filter fact.EventFilter) (where, error) {
	var w where
	if filter.Topic != "" {
		w.add("e.topic = ?", filter.Topic)
	}
	if !filter.Fact.IsZero() {
		w.add("e.fact = ? AND e.fact <> ''", filter.Fact.String())
	}
	if filter.Flag != 0 {
		w.add("e.flag = ? AND e.flag <> 0", filter.Flag)
	}
	if filter.Actor != "" {
		w.add("p.user = ? AND p.user <> ''", string(filter.Actor))
	}
	if !filter.Since.IsZero() {
		w.add("e.at >= ?", filter.Since.UnixMicro())
	}
	if !filter.Until.IsZero() {
		w.add("e.at <= ?", filter.Until.UnixMicro())
	}
	if filter.After != 0 {
		w.add("e.seq > ?", filter.After)
	}
	if len(filter.Acts) > 0 {
		acts, err := encode(filter.Acts)
		if err != nil {
			return w, err
		}
		w.add("e.act IN (SELECT value FROM json_each(?))", acts)
	}
	return w, nil
}

func scanEvent(scan func(...any) error, e *fact.Event) error {
	var id, values string
	var prev, hash []byte
	if err := scan(&e.Seq, timed(&e.At), &e.Topic, &id, &e.Version, &e.Act, &values, &e.Flag, &e.Origin, &prev, &hash,
		&e.Erased, &e.Actor, &e.Name, &e.Note); err != nil {
		return err
	}
	e.Prev, e.Hash = hexOf(prev), hexOf(hash)
	if id != "" {
		e.Fact, _ = fact.ParseID(id, "")
	}
	var err error
	e.Values, err = decodeValues(values)
	return err
}

// refusalsKept bounds the log of refusals.
const refusalsKept = 10_000

// Refuse notes an act that was not allowed. Only the last ten thousand are kept.
func (tx *Tx) Refuse(ctx context.Context, r fact.Refusal) error {
	if r.At.IsZero() {
		r.At = tx.now
	}
	id, err := tx.conn.insert(ctx, "INSERT INTO refusals (at, actor, topic, fact, act, key) VALUES (?, ?, ?, ?, ?, ?)",
		micros(r.At), string(r.Actor), r.Topic, r.Fact.String(), string(r.Act), r.Key)
	if err != nil {
		return err
	}
	_, err = tx.conn.exec(ctx, "DELETE FROM refusals WHERE id <= ?", id-refusalsKept)
	return err
}

// Refusals are the latest acts that were not allowed, newest first.
func (v *View) Refusals(ctx context.Context, limit int) ([]fact.Refusal, error) {
	var w where
	query := w.limited("SELECT at, actor, topic, fact, act, key FROM refusals ORDER BY id DESC", limit, 0)
	return list(ctx, v.conn, query, w.args, func(scan func(...any) error, r *fact.Refusal) error {
		var id string
		if err := scan(timed(&r.At), &r.Actor, &r.Topic, &id, &r.Act, &r.Key); err != nil {
			return err
		}
		if id != "" {
			r.Fact, _ = fact.ParseID(id, "")
		}
		return nil
	})
}

// Refusals are the latest acts that were not allowed, newest first.
func (db *DB) Refusals(ctx context.Context, limit int) ([]fact.Refusal, error) {
	return view(ctx, db, func(v *View) ([]fact.Refusal, error) { return v.Refusals(ctx, limit) })
}

// Seen commits a delivery's key and reports whether it was there before. An
// empty key is never seen.
func (tx *Tx) Seen(ctx context.Context, key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	n, err := tx.conn.affect(ctx, "INSERT INTO deliveries (key, at) VALUES (?, ?) ON CONFLICT DO NOTHING", key, tx.now.UnixMicro())
	return n == 0 && err == nil, err
}
