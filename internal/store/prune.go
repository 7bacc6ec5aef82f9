package store

import (
	"context"
	"fmt"
	"time"
)

// Retention says for how long things are kept that the record does not need. 0
// keeps them for ever.
type Retention struct {
	Quotes     time.Duration // after they were sent
	Readings   time.Duration
	Deliveries time.Duration // keys; must outlast every repetition by Slack
	Gaps       time.Duration // closed ones
	Notices    time.Duration // sent, dead and dropped ones; an answer's stays as long as its quotes, to edit it
	Questions  time.Duration // never answered ones
}

// Pruned counts the rows removed.
type Pruned struct {
	Quotes, Readings, Deliveries, Gaps, Notices, Questions int
}

// pruneRows bounds one transaction, so that others need not wait long.
const pruneRows = 2000

// Prune removes what is older than the retention says. The history, facts,
// flags and proposals are never pruned.
func (db *DB) Prune(ctx context.Context, r Retention) (Pruned, error) {
	var p Pruned
	for _, c := range []struct {
		keep  time.Duration
		table string
		id    string
		cond  string
		count *int
	}{
		{r.Quotes, "quotes", "(notice, fact)", "at < ? AND message <> ''", &p.Quotes},
		{r.Readings, "readings", "(user, fact, day)", "at < ?", &p.Readings},
		{r.Deliveries, "deliveries", "key", "at < ?", &p.Deliveries},
		{r.Gaps, "gaps", "id", "at < ? AND open = 0", &p.Gaps},
		{r.Notices, "notices", "id", "created_at < ? AND state IN ('sent', 'dead', 'dropped') AND key NOT IN (SELECT notice FROM quotes)", &p.Notices},
		{r.Questions, "questions", "id", "at < ?", &p.Questions},
	} {
		if c.keep <= 0 {
			continue
		}
		columns := c.id
		if columns[0] == '(' {
			columns = columns[1 : len(columns)-1]
		}
		query := fmt.Sprintf("DELETE FROM %s WHERE %s IN (SELECT %s FROM %[1]s WHERE %[4]s LIMIT %d)", c.table, c.id, columns, c.cond, pruneRows)
		n, err := db.pruneTable(ctx, query, c.keep)
		*c.count = n
		if err != nil {
			return p, fmt.Errorf("prune %s: %w", c.table, err)
		}
	}
	return p, nil
}

// pruneTable deletes in steps until nothing is left to delete.
func (db *DB) pruneTable(ctx context.Context, query string, keep time.Duration) (int, error) {
	for total := 0; ; {
		n := 0
		err := db.InTx(ctx, func(tx *Tx) (err error) {
			n, err = tx.conn.affect(ctx, query, tx.now.Add(-keep).UnixMicro())
			return err
		})
		if err != nil {
			return total, err
		}
		if total += n; n < pruneRows {
			return total, nil
		}
	}
}
