package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// conn is one connection with its prepared statements. It serves one goroutine
// at a time.
type conn struct {
	sql   *sql.Conn
	stmts map[string]*sql.Stmt
	// steady is set on the writer: a statement that was begun there is finished even
	// when its caller goes away, because SQLite answers an interrupted write by
	// rolling back the whole transaction, which other callers share.
	steady bool
}

func newConn(ctx context.Context, pool *sql.DB, steady bool) (*conn, error) {
	c, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{sql: c, stmts: map[string]*sql.Stmt{}, steady: steady}, nil
}

func (c *conn) close() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	clear(c.stmts)
	return errors.Join(append(errs, c.sql.Close())...)
}

func (c *conn) context(ctx context.Context) (context.Context, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.steady {
		return context.WithoutCancel(ctx), nil
	}
	return ctx, nil
}

func (c *conn) prepare(query string) (*sql.Stmt, error) {
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.sql.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, fmt.Errorf("prepare %.60q: %w", query, err)
	}
	c.stmts[query] = s
	return s, nil
}

func (c *conn) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, err := c.context(ctx)
	if err != nil {
		return nil, err
	}
	s, err := c.prepare(query) //nolint:sqlclosecheck // kept by the connection and closed with it
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// affect runs a statement and says how many rows it changed.
func (c *conn) affect(ctx context.Context, query string, args ...any) (int, error) {
	r, err := c.exec(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

// insert runs a statement and gives the id of the row it added.
func (c *conn) insert(ctx context.Context, query string, args ...any) (int64, error) {
	r, err := c.exec(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return r.LastInsertId()
}

// get reads one row; it says false when there is none.
func (c *conn) get(ctx context.Context, query string, args []any, dest ...any) (bool, error) {
	ctx, err := c.context(ctx)
	if err != nil {
		return false, err
	}
	s, err := c.prepare(query) //nolint:sqlclosecheck // kept by the connection and closed with it
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(ctx, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// each reads rows one after the other.
func (c *conn) each(ctx context.Context, query string, args []any, row func(scan func(...any) error) error) (err error) {
	ctx, err = c.context(ctx)
	if err != nil {
		return err
	}
	s, err := c.prepare(query) //nolint:sqlclosecheck // kept by the connection and closed with it
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// stream reads many rows without the conversions of database/sql, which would
// cost more than SQLite itself. The values are valid until the next row.
func (c *conn) stream(ctx context.Context, query string, args []driver.NamedValue, row func([]driver.Value) error) error {
	return c.sql.Raw(func(raw any) (err error) {
		q, ok := raw.(driver.QueryerContext)
		if !ok {
			return errors.New("the driver cannot query")
		}
		rows, err := q.QueryContext(ctx, query, args)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		values := make([]driver.Value, len(rows.Columns()))
		for n := 0; ; n++ {
			switch err := rows.Next(values); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return err
			}
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := row(values); err != nil {
				return err
			}
		}
	})
}

// list reads all rows into a slice.
func list[T any](ctx context.Context, c *conn, query string, args []any, row func(scan func(...any) error, v *T) error) ([]T, error) {
	var all []T
	err := c.each(ctx, query, args, func(scan func(...any) error) error {
		var v T
		if err := row(scan, &v); err != nil {
			return err
		}
		all = append(all, v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}
