package markup

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

// date renders <!date^UNIX^FORMAT^LINK|fallback>.
func (p *parser) date(s, fallback string) {
	parts := strings.SplitN(s, "^", 3)
	var link string
	if len(parts) == 3 {
		link = unescape(parts[2])
	}
	unix, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || len(parts) < 2 || !plausible(unix) {
		p.out.WriteString(html.EscapeString(fallback))
		return
	}
	p.w.dateElement(&p.out, unix, unescape(parts[1]), fallback, link)
}

// plausible bounds a time stamp to years that have four digits.
func plausible(unix int64) bool { return unix >= 0 && unix < 253_402_300_800 }

func (w *Writer) dateElement(b *strings.Builder, unix int64, format, fallback, link string) {
	at := time.Unix(unix, 0).In(w.Zone)
	inner := fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`,
		at.UTC().Format(time.RFC3339), html.EscapeString(fallback), html.EscapeString(w.FormatDate(at, format)))
	anchor(b, link, inner)
}

// FormatDate fills in the {tokens} of a date format; unknown ones stay.
func (w *Writer) FormatDate(at time.Time, format string) string {
	at = at.In(w.Zone)
	var b strings.Builder
	for format != "" {
		before, rest, open := strings.Cut(format, "{")
		token, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !open {
			break
		}
		words, known := w.token(at, token)
		if !closed || !known {
			b.WriteByte('{')
			format = rest
			continue
		}
		b.WriteString(words)
		format = after
	}
	return b.String()
}

func (w *Writer) token(at time.Time, token string) (string, bool) {
	layouts := map[string]string{
		"date_num":       "2006-01-02",
		"date_slash":     "02/01/2006",
		"date_long":      "Monday, January 2, 2006",
		"date_long_full": "January 2, 2006",
		"date":           "January 2, 2006",
		"date_short":     "Jan 2, 2006",
		"time":           "3:04 PM",
		"time_secs":      "3:04:05 PM",
	}
	if layout, ok := layouts[token]; ok {
		return at.Format(layout), true
	}
	switch token {
	case "day_divider_pretty", "date_long_pretty":
		return w.pretty(at, layouts["date_long"]), true
	case "date_pretty":
		return w.pretty(at, layouts["date"]), true
	case "date_short_pretty":
		return w.pretty(at, layouts["date_short"]), true
	case "ago":
		return Ago(w.Now.Sub(at)), true
	}
	return "", false
}

// pretty is today, yesterday or tomorrow where one of them fits.
func (w *Writer) pretty(at time.Time, layout string) string {
	day := func(t time.Time) string { return t.In(w.Zone).Format(time.DateOnly) }
	switch day(at) {
	case day(w.Now):
		return "today"
	case day(w.Now.AddDate(0, 0, -1)):
		return "yesterday"
	case day(w.Now.AddDate(0, 0, 1)):
		return "tomorrow"
	}
	return at.Format(layout)
}

// Ago says in words how long ago something was, or how long until it will be.
func Ago(d time.Duration) string {
	form := "%s ago"
	if d < 0 {
		form, d = "in %s", -d
	}
	count := func(n int, unit string) string {
		if n != 1 {
			unit += "s"
		}
		return fmt.Sprintf(form, strconv.Itoa(n)+" "+unit)
	}
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return count(int(d/time.Minute), "minute")
	case d < 24*time.Hour:
		return count(int(d/time.Hour), "hour")
	default:
		return count(int(d/(24*time.Hour)), "day")
	}
}
