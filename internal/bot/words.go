package bot

import (
	"embed"
	"strconv"
	"strings"
	"sync"
	"time"

	"factbot/internal/fact"
)

//go:embed catalogue/*.txt
var catalogueFiles embed.FS

// The catalogues, read on first use and never changed.
var (
	english = sync.OnceValue(func() *words { return readCatalogue(LocaleEN) })
	chinese = sync.OnceValue(func() *words { return readCatalogue(LocaleZH) })
)

// words is one language's catalogue: every sentence of the bot by its key. A
// sentence names its values as {name}; a key that ends in .one is the sentence
// for exactly one, a key that ends in .none the one for nothing.
type words struct {
	locale Locale
	lines  map[string]string
	parts  map[string]string // those of a fact's line, after the separator
}

// wordsOf is the catalogue of a locale.
func wordsOf(l Locale) *words {
	if l == LocaleZH {
		return chinese()
	}
	return english()
}

// readCatalogue reads the embedded file: "key = sentence" on each line, blank
// lines and lines that start with # left aside.
func readCatalogue(l Locale) *words {
	w := &words{locale: l, lines: map[string]string{}, parts: map[string]string{}}
	text, err := catalogueFiles.ReadFile("catalogue/" + string(l) + ".txt")
	if err != nil {
		return w // a test holds that both files are there
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		key, sentence, ok := strings.Cut(line, " = ")
		if ok && !strings.HasPrefix(line, "#") {
			key = strings.TrimSpace(key)
			w.lines[key] = sentence
			if head, _, _ := strings.Cut(key, "."); head == "status" || head == "overlay" || head == "cite" {
				w.parts[key] = separator + sentence
			}
		}
	}
	return w
}

// has reports whether the catalogue has a key.
func (w *words) has(key string) bool {
	_, ok := w.lines[key]
	return ok
}

// say is the sentence of a key with values put in by name: say(key, name,
// value, name, value …). An unknown key is shown as it is, which a test
// prevents.
func (w *words) say(key string, args ...string) string {
	line, ok := w.lines[key]
	if !ok {
		return key
	}
	return fill(line, args, "")
}

// part is a sentence that stands on a fact's line, after the separator.
func (w *words) part(key string) string {
	if part, ok := w.parts[key]; ok {
		return part
	}
	return separator + w.say(key)
}

// count is say for a number of things, with n among the values.
func (w *words) count(key string, n int, args ...string) string {
	return w.atLeast(key, n, false, args...)
}

// atLeast is count of a number that may be larger: "1,000+ facts".
func (w *words) atLeast(key string, n int, more bool, args ...string) string {
	line, number := w.counted(key, n, more)
	return fill(line, args, number)
}

// counted is the sentence for a number of things, and the number as it is
// written.
func (w *words) counted(key string, n int, more bool) (line, number string) {
	number = w.number(n)
	if n == 0 && !more {
		if line, ok := w.lines[key+".none"]; ok {
			return line, number
		}
	}
	if more {
		number += "+"
	} else if n == 1 && w.locale == LocaleEN {
		if line, ok := w.lines[key+".one"]; ok {
			return line, number
		}
	}
	if line, ok := w.lines[key]; ok {
		return line, number
	}
	return key, number
}

// fill puts values in the places that a sentence names; n, where there is one,
// in that of its name. A value is put in as it is, whatever it holds.
func fill(line string, args []string, n string) string {
	if len(args) == 0 && n == "" || strings.IndexByte(line, '{') < 0 {
		return line
	}
	size := len(line) + len(n)
	for i := 1; i < len(args); i += 2 {
		size += len(args[i])
	}
	var b strings.Builder
	b.Grow(size)
	fillIn(&b, line, args, n)
	return b.String()
}

// fillIn is fill into a text that is being written.
func fillIn(b *strings.Builder, line string, args []string, n string) {
	for {
		open := strings.IndexByte(line, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(line[open:], '}')
		if end < 0 {
			break
		}
		b.WriteString(line[:open])
		b.WriteString(named(args, n, line[open+1:open+end]))
		line = line[open+end+1:]
	}
	b.WriteString(line)
}

func named(args []string, n, name string) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1]
		}
	}
	if name == "n" && n != "" {
		return n
	}
	return "{" + name + "}"
}

// number writes a count with separators between thousands.
func (w *words) number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// date writes a day as 30 Nov 2026 or 2026年11月30日; a zero time is said to be
// not recorded.
func (w *words) date(t time.Time) string {
	if t.IsZero() {
		return w.say("date.none")
	}
	if w.locale == LocaleZH {
		return t.UTC().Format("2006年1月2日")
	}
	return t.UTC().Format("2 Jan 2006")
}

// moment writes a day with the time of day, in UTC.
func (w *words) moment(t time.Time) string {
	if t.IsZero() {
		return w.say("date.none")
	}
	return w.date(t) + t.UTC().Format(" 15:04 UTC")
}

// clock writes the time of day, in UTC.
func (w *words) clock(t time.Time) string { return t.UTC().Format("15:04 UTC") }

// quoted puts a short text in the language's quotation marks.
func (w *words) quoted(text string) string { return "“" + text + "”" }

// list joins names as the language does.
func (w *words) list(names []string) string {
	if w.locale == LocaleZH {
		return strings.Join(names, "、")
	}
	return strings.Join(names, ", ")
}

// language names a language in the language of the words, and Chinese in itself
// too.
func (w *words) language(l fact.Lang) string {
	switch {
	case l == fact.Chinese && w.locale == LocaleZH:
		return "中文"
	case l == fact.Chinese:
		return "Chinese (中文)"
	case l == fact.English && w.locale == LocaleZH:
		return "英文"
	case l == fact.English:
		return "English"
	}
	return ""
}

// languagePart is a language's name after the separator, or "".
func (w *words) languagePart(l fact.Lang) string {
	if name := w.language(l); name != "" {
		return separator + name
	}
	return ""
}

// across names the language that facts were found in across the query's: a
// mark, by the language's own name.
func (w *words) across(l fact.Lang) string {
	if l == fact.Chinese {
		return "中文"
	}
	return w.language(l)
}

// asked puts what was asked in quotation marks, unless it has its own.
func (w *words) asked(query string) string {
	query = shorten(query, 80)
	if strings.HasPrefix(query, "“") && strings.HasSuffix(query, "”") && strings.Count(query, "“") == 1 {
		return query
	}
	return w.quoted(query)
}

// percent is a confidence as the language writes it: 75 %, 75%.
func (w *words) percent(c fact.Confidence) string { return w.percentPart(c)[len(separator):] }

// percentPart is a confidence with the separator before it.
func (w *words) percentPart(c fact.Confidence) string {
	if w.locale == LocaleZH {
		return percentsZH[min(c, 100)]
	}
	return percents[min(c, 100)]
}
