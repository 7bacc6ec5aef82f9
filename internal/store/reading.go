package store

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// readingGrain is how much later a fact must be shown again, in microseconds, for
// the time of its reading to be moved: each move costs two indexes an entry.
const readingGrain = int64(time.Minute / time.Microsecond)

// AddReadings remembers what people were privately shown: one row for a person,
// fact and day, with the latest version shown and, to the minute, the latest
// time. Facts that do not exist are left out. All go in with one statement, since
// each has a cost of its own: SQLite journals the pages that it touches again.
func (db *DB) AddReadings(ctx context.Context, readings []fact.Reading) error {
	if len(readings) == 0 {
		return nil
	}
	return db.InTx(ctx, func(tx *Tx) error {
		const day = 24 * 60 * 60
		rows := make([][5]any, 0, len(readings))
		for _, r := range readings {
			key, err := tx.keyOf(ctx, r.Fact)
			if fact.CodeOf(err) == fact.CodeNotFound {
				continue
			}
			if err != nil {
				return err
			}
			if r.At.IsZero() {
				r.At = tx.now
			}
			rows = append(rows, [5]any{r.User, key, r.At.Unix() / day, r.Version, r.At.UnixMicro()})
		}
		text, err := encode(rows)
		if err != nil {
			return err
		}
		_, err = tx.conn.exec(ctx, `INSERT INTO readings (user, fact, day, version, at)
			SELECT j.value->>0, f.key, j.value->>2, j.value->>3, j.value->>4 FROM json_each(?) j CROSS JOIN facts f WHERE f.key = j.value->>1
			ON CONFLICT (user, fact, day) DO UPDATE SET version = max(version, excluded.version), at = max(at, excluded.at)
			WHERE excluded.version > version OR excluded.at > at + ?`, text, readingGrain)
		if err != nil {
			return fmt.Errorf("readings: %w", err)
		}
		return nil
	})
}

// Changed lists, by fact, what a person was last shown, at or after a time, and
// what was retracted, reworded or lost confidence since: the reading that is out of date.
func (db *DB) Changed(ctx context.Context, user fact.UserID, since time.Time) ([]fact.Reading, error) {
	return view(ctx, db, func(v *View) ([]fact.Reading, error) {
		return resolved(ctx, v, `SELECT r.user, r.fact, r.version, r.at
			FROM (SELECT user, fact, max(version) AS version, max(at) AS at FROM readings WHERE user = ? AND at >= ? GROUP BY fact) r
			JOIN facts f ON f.key = r.fact
			JOIN revisions x ON x.fact = r.fact AND x.version = r.version AND x.edit = 0
			WHERE f.version > r.version AND (f.status = 2 AND x.status <> 2 OR f.statement <> x.statement OR f.confidence < x.confidence)
			ORDER BY r.fact`, []any{string(user), since.UnixMicro()},
			func(scan func(...any) error, r *fact.Reading, key *int64) error {
				return scan(&r.User, key, &r.Version, timed(&r.At))
			},
			func(r *fact.Reading) *fact.ID { return &r.Fact })
	})
}
