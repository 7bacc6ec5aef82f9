package bot

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// option reads a token as an option of a reading command, with its value where
// it takes one. What looks like one and is none is noted, to be refused.
func (p *parser) option(t token) bool {
	name, value, glued := optionName(t)
	if name == "" {
		return false
	}
	at := p.at
	take := func() string {
		if glued {
			return foldWord(value)
		}
		v, ok := p.next()
		if !ok {
			return ""
		}
		return v.word
	}
	o := &p.cmd.Options
	switch name {
	case "all":
		o.All = true
	case "explain":
		o.Explain = true
	case "changes":
		o.Changes = true
	case "status":
		p.statusOption(take(), t)
	case "min":
		n, ok := percent(take())
		if o.Min = fact.Confidence(n); !ok {
			o.Min, o.Bad = 0, p.text[t.start:p.at]
		}
	case "lang", "language":
		lang, ok := langOf(take())
		if o.Lang = lang; !ok {
			o.Bad = p.text[t.start:p.at]
		}
	case "from":
		n, err := strconv.Atoi(take())
		if o.From = n; err != nil || n < 1 || n > 1_000_000_000 {
			o.From, o.Bad = 0, p.text[t.start:p.at]
		}
	default:
		p.at = at
		if o.Unknown == "" {
			o.Unknown, o.Near = strings.TrimFunc(t.raw, wraps), nearestOption(name)
		}
	}
	o.Given = true
	return true
}

func (p *parser) statusOption(word string, t token) {
	if word == "doubted" || word == "flagged" {
		p.cmd.Options.Bad = p.text[t.start:p.at]
		return
	}
	s, ok := statusOf(word)
	if !ok {
		p.cmd.Options.Bad = p.text[t.start:p.at]
		return
	}
	p.cmd.Options.Status = &s
}

// statusOf reads a status as people name it.
func statusOf(word string) (fact.Status, bool) {
	switch word {
	case "已核实":
		return fact.Verified, true
	case "未核实":
		return fact.Unverified, true
	case "已撤回":
		return fact.Retracted, true
	}
	return fact.ParseStatus(word)
}

// optionName is the folded name of a token that has an option's dashes: two
// hyphens, or the one long dash that clients make of them; with the value
// after an equals sign.
func optionName(t token) (name, value string, glued bool) {
	raw := strings.TrimFunc(t.raw, wraps)
	r, size := utf8.DecodeRuneInString(raw)
	if !dash(r) {
		return "", "", false
	}
	dashes, long := 0, false
	for dash(r) {
		dashes++
		long = long || r == '—' || r == '―' || r == '–'
		raw = raw[size:]
		r, size = utf8.DecodeRuneInString(raw)
	}
	if dashes < 2 && !long {
		return "", "", false
	}
	name, value, glued = strings.Cut(strings.ReplaceAll(raw, "＝", "="), "=")
	name = foldWord(name)
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c != '-' || i == 0) {
			return "", "", false
		}
	}
	return name, value, glued
}

// nearestOption is the option that a name was most likely meant for; "" if it
// is like none.
func nearestOption(name string) string {
	best, least := "", 3
	for _, option := range [...]string{"status", "min", "lang", "all", "explain", "from", "changes"} {
		if strings.HasPrefix(name, option) || len(name) > 1 && strings.HasPrefix(option, name) {
			return option
		}
		if d := edits(name, option); d < least && d < len(option) {
			best, least = option, d
		}
	}
	return best
}

// edits counts the letters to change, add, drop or swap to make one word of
// another.
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// percent reads a whole number from 0 to 100, with or without its sign.
func percent(word string) (int, bool) {
	word = strings.TrimRight(word, "% ")
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 100 || len(word) > 3 {
		return 0, false
	}
	return n, true
}

// langOf reads a language as people name it.
func langOf(word string) (fact.Lang, bool) {
	switch word {
	case "english", "英文", "英语":
		return fact.English, true
	case "chinese", "中文", "汉语", "简体":
		return fact.Chinese, true
	case "":
		return fact.LangUnknown, false
	}
	return fact.ParseLang(word)
}

// days reads a period: 30d, 30 days (in two words), 2w, 3m.
func (p *parser) days() bool {
	t, ok := p.peek()
	if !ok {
		return false
	}
	end := len(t.word)
	for end > 0 && (t.word[end-1] < '0' || t.word[end-1] > '9') {
		end--
	}
	n, err := strconv.Atoi(t.word[:end])
	if err != nil || n < 1 || n > 3650 || end > 4 {
		return false
	}
	unit, at := t.word[end:], t.end
	if unit == "" {
		u, ok := p.peekFrom(t.end)
		if !ok {
			return false
		}
		unit, at = u.word, u.end
	}
	factor := map[string]int{
		"d": 1, "day": 1, "days": 1, "天": 1, "日": 1, "w": 7, "week": 7, "weeks": 7, "周": 7,
		"m": 30, "month": 30, "months": 30, "个月": 30,
	}[unit]
	if factor == 0 {
		return false
	}
	p.cmd.Options.Days, p.at = min(n*factor, 3650), at
	return true
}

// command is the text of a command in parts, with options behind it that parse to
// the same again.
func (p *pen) command(o *Options, parts ...string) string {
	n := 16
	for _, part := range parts {
		n += len(part)
	}
	p.start(n)
	b := &p.b
	for _, part := range parts {
		b.WriteString(part)
	}
	if o.Status != nil {
		b.WriteString(" --status ")
		b.WriteString(o.Status.String())
	}
	if o.Min > 0 {
		b.WriteString(" --min ")
		p.int(int(o.Min))
	}
	if o.Lang != fact.LangUnknown {
		b.WriteString(" --lang ")
		b.WriteString(o.Lang.String())
	}
	if o.All {
		b.WriteString(" --all")
	}
	if o.Explain {
		b.WriteString(" --explain")
	}
	if o.Changes {
		b.WriteString(" --changes")
	}
	if o.From > 1 {
		b.WriteString(" --from ")
		p.int(o.From)
	}
	return p.text()
}

// unknownOption refuses what looks like an option and is none.
func unknownOption(o *Options) error {
	e := fact.Invalid("option.unknown", "There is no such option.").With("option", shorten(o.Unknown, 40))
	if o.Near != "" {
		e = fact.Invalid("option.near", "There is no such option.").With("option", shorten(o.Unknown, 40)).With("near", "--"+o.Near)
	}
	return e
}
