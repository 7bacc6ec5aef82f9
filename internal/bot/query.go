package bot

import (
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// addWord adds a word to a query, without what clients put around it.
func addWord(b *strings.Builder, word string) {
	word = strings.TrimFunc(word, wraps)
	if word == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(word)
}

// query takes the rest as a query with options. What stands in quotation marks
// holds none; where it looks as if it did, it keeps its marks.
func (p *parser) query() {
	var b strings.Builder
	var in quoting
	for {
		t, ok := p.next()
		if !ok {
			break
		}
		opens, closes := quotes(t.raw)
		if opens && !in.open {
			in = quoting{open: true, from: b.Len()}
		}
		if in.open {
			name, _, _ := optionName(t)
			in.option = in.option || name != ""
		} else if p.option(t) {
			continue
		}
		p.queryWord(&b, t)
		if in.open && closes {
			in.end(&b)
		}
	}
	in.end(&b)
	q := b.String()
	switch {
	case !searchable(q):
		q = ""
	case utf8.RuneCountInString(q) > fact.MaxQuery:
		q, p.cmd.TooLong = "", true
	}
	p.cmd.Query = q
}

// queryWord adds a token to a query.
func (p *parser) queryWord(b *strings.Builder, t token) {
	if strings.IndexByte(t.raw, '<') < 0 {
		addWord(b, t.raw)
		return
	}
	for word := range strings.FieldsFuncSeq(plainReference(t.raw), separates) {
		addWord(b, word)
	}
}

// quoting is a part of a query that stands in quotation marks.
type quoting struct {
	open, option bool // it has begun; it holds what looks like an option
	from         int  // where it begins in the query
}

// end closes the part, which keeps its marks where it needs them to be read as
// text again.
func (q *quoting) end(b *strings.Builder) {
	if q.open && q.option {
		text := b.String()
		b.Reset()
		b.WriteString(text[:q.from])
		if part := text[q.from:]; part != "" {
			if q.from > 0 {
				b.WriteByte(' ')
				part = part[1:]
			}
			b.WriteString("“" + part + "”")
		}
	}
	*q = quoting{}
}

// quotes reports whether a quotation mark stands before a token's words, and
// whether one stands behind them.
func quotes(raw string) (before, behind bool) {
	start := strings.IndexFunc(raw, func(r rune) bool { return !wraps(r) })
	if start < 0 {
		return strings.ContainsFunc(raw, quotationMark), false
	}
	end := strings.LastIndexFunc(raw, func(r rune) bool { return !closes(r) })
	return start > 0 && strings.ContainsFunc(raw[:start], quotationMark), strings.ContainsFunc(raw[end+1:], quotationMark)
}

// quotationMark reports whether a rune opens or closes a quotation; an
// apostrophe does not.
func quotationMark(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '＂':
		return true
	}
	return false
}
