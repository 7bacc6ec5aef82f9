package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"factbot/internal/fact"
)

// micros is a time as a column holds it: UTC microseconds, NULL for none.
func micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// instant is the time of a column's microseconds.
func instant(us int64) time.Time { return time.UnixMicro(us).UTC() }

// timeColumn scans microseconds or NULL into a time.
type timeColumn struct{ t *time.Time }

func timed(t *time.Time) timeColumn { return timeColumn{t} }

// Scan implements sql.Scanner.
func (c timeColumn) Scan(v any) error {
	switch us := v.(type) {
	case nil:
		*c.t = time.Time{}
	case int64:
		*c.t = instant(us)
	default:
		return fmt.Errorf("a time column holds a %T", v)
	}
	return nil
}

// The columns of a place, and their values and targets in the same order.
const placeColumns = `place_kind, channel, channel_name, thread, message`

func placeArgs(p fact.Place) []any {
	return []any{int64(p.Kind), string(p.Channel), p.Name, p.Thread, p.Message}
}

func placeDest(p *fact.Place) []any {
	return []any{&p.Kind, &p.Channel, &p.Name, &p.Thread, &p.Message}
}

// marks is a list of n question marks.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// encode is a value as JSON, with HTML's characters left as they are.
func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// nullable is a text column that holds NULL for "".
func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// citation is a fact.Citation as its column holds it.
type citation struct {
	URL    string `json:"url,omitempty"`
	Title  string `json:"title,omitempty"`
	Quote  string `json:"quote,omitempty"`
	Date   *int64 `json:"date,omitempty"` // microseconds
	Author string `json:"author,omitempty"`
}

func toCitation(c fact.Citation) citation {
	out := citation{URL: c.URL, Title: c.Title, Quote: c.Quote, Author: c.Author}
	if !c.Date.IsZero() {
		us := c.Date.UnixMicro()
		out.Date = &us
	}
	return out
}

func (c citation) fact() fact.Citation {
	out := fact.Citation{URL: c.URL, Title: c.Title, Quote: c.Quote, Author: c.Author}
	if c.Date != nil {
		out.Date = instant(*c.Date)
	}
	return out
}

// encodeSources is a fact's sources as a column, nil for none.
func encodeSources(sources []fact.Citation) (any, error) {
	if len(sources) == 0 {
		return nil, nil
	}
	all := make([]citation, len(sources))
	for i, c := range sources {
		all[i] = toCitation(c)
	}
	return encode(all)
}

func decodeSources(text string) ([]fact.Citation, error) {
	if text == "" {
		return nil, nil
	}
	var all []citation
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("sources: %w", err)
	}
	out := make([]fact.Citation, len(all))
	for i, c := range all {
		out[i] = c.fact()
	}
	return out, nil
}

// where collects the conditions of a filter.
type where struct {
	conds []string
	args  []any
}

func (w *where) add(cond string, args ...any) {
	w.conds = append(w.conds, cond)
	w.args = append(w.args, args...)
}

// text is the WHERE clause, or nothing.
func (w *where) text() string {
	if len(w.conds) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conds, " AND ")
}

// limited appends a LIMIT to a statement.
func (w *where) limited(query string, limit, offset int) string {
	if limit <= 0 && offset <= 0 {
		return query
	}
	if limit <= 0 {
		limit = -1
	}
	w.args = append(w.args, limit, offset)
	return query + " LIMIT ? OFFSET ?"
}

func flagInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
