package store

import (
	"context"
	"time"
)

// Tx is a write transaction, or rather one caller's part of it: see InTx. What
// it reads includes what it wrote.
type Tx struct {
	View
	batch   *batch
	now     time.Time
	changed changed
	made    []topicRef
}

// Now is the time of the transaction: the same for all of it, in UTC
// microseconds. It is before an earlier one's where the clock was set back.
func (tx *Tx) Now() time.Time { return tx.now }

// Value is a small remembered value, "" if unset.
func (v *View) Value(ctx context.Context, key string) (string, error) {
	var value string
	_, err := v.conn.get(ctx, "SELECT value FROM settings WHERE key = ?", []any{key}, &value)
	return value, err
}

// Values are the remembered values whose keys begin with a prefix.
func (v *View) Values(ctx context.Context, prefix string) (map[string]string, error) {
	values := map[string]string{}
	err := v.conn.each(ctx, "SELECT key, value FROM settings WHERE substr(key, 1, length(?1)) = ?1", []any{prefix},
		func(scan func(...any) error) error {
			var key, value string
			if err := scan(&key, &value); err != nil {
				return err
			}
			values[key] = value
			return nil
		})
	return values, err
}

// SetValue remembers a small value; "" removes it.
func (tx *Tx) SetValue(ctx context.Context, key, value string) error {
	if value == "" {
		_, err := tx.conn.exec(ctx, "DELETE FROM settings WHERE key = ?", key)
		return err
	}
	_, err := tx.conn.exec(ctx, `INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}
