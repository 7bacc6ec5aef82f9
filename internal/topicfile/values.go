package topicfile

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// parseConfidence reads a whole percent, with or without its sign.
func parseConfidence(text string) (fact.Confidence, error) {
	word := strings.TrimSpace(strings.TrimSuffix(foldWord(text), "%"))
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n <= 100 && len(word) <= 3 && word[0] != '+' && word[0] != '-' {
		return fact.Confidence(n), nil
	}
	hint := ""
	if share, err := strconv.ParseFloat(word, 64); err == nil && share > 0 && share < 1 {
		hint = fmt.Sprintf(", as %d for %s", int(share*100+0.5), word)
	}
	return 0, fmt.Errorf("the confidence %s is not a whole number from 0 to 100: write it in percent%s", excerpt(text), hint)
}

// parseStatus reads a status; a blank one is none.
func parseStatus(text string) (s fact.Status, given bool, err error) {
	word := foldWord(text)
	if word == "" {
		return fact.Unverified, false, nil
	}
	s, ok := fact.ParseStatus(word)
	if !ok {
		return 0, false, fmt.Errorf("the status %s is not known: write verified, unverified or retracted", excerpt(text))
	}
	return s, true, nil
}

func parseLang(text string) (fact.Lang, error) {
	l, ok := fact.ParseLang(foldWord(text))
	if !ok {
		return 0, fmt.Errorf("the language %s is not known: write en, zh or und", excerpt(text))
	}
	return l, nil
}

// parseDate reads a date, or a time as RFC 3339 writes it.
func parseDate(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.DateOnly, time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("the date %s is not one: write it as 2026-11-29", excerpt(text))
}

// formatDate writes what parseDate reads; the zero time is "".
func formatDate(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.UTC()
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339Nano)
}

func parseKind(text string) (fact.RelationKind, error) {
	word := strings.Join(strings.FieldsFunc(foldWord(text), func(r rune) bool {
		return r == ' ' || r == '_' || r == '-'
	}), " ")
	switch k := fact.RelationKind(word); k {
	case fact.DuplicateOf, fact.Contradicts, fact.Refines, fact.Translates:
		return k, nil
	}
	return "", fmt.Errorf("the relation %s is not known: write duplicate of, contradicts, refines or translates", excerpt(text))
}

// markTexts are the marks that an export carries and an import keeps, in order.
var markTexts = [...]struct {
	mark fact.Mark
	text string
}{
	{fact.MissingInFile, "no longer in the file"},
	{fact.SourceDiffers, "source now differs"},
	{fact.Reworded, "reworded here"},
	{fact.Rerated, "confidence set here"},
}

// markNames names the marks that an export carries.
func markNames(marks fact.Mark) []string {
	var names []string
	for _, m := range markTexts {
		if marks&m.mark != 0 {
			names = append(names, m.text)
		}
	}
	return names
}

func parseMark(text string) (fact.Mark, error) {
	word := strings.Join(strings.Fields(foldWord(text)), " ")
	names := make([]string, len(markTexts))
	for i, m := range markTexts {
		if word == m.text {
			return m.mark, nil
		}
		names[i] = m.text
	}
	return 0, fmt.Errorf("the mark %s is not known: remove it; known are %s", excerpt(text), strings.Join(names, ", "))
}

// checkURL reports why an address cannot be cited, or nil.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("the address %s is no web address: begin it with https://", excerpt(text))
	}
	return nil
}

// parseRef reads a fact's number as RDMA-7, #7 or 7. The prefix is "" where
// the text has none.
func parseRef(text string) (prefix string, n int, err error) {
	word := strings.Map(narrow, strings.TrimSpace(text))
	id, ok := fact.ParseID(word, "?")
	if !ok {
		return "", 0, fmt.Errorf("%s is no fact number: write it as RDMA-7 or 7", excerpt(text))
	}
	if id.Prefix == "?" {
		id.Prefix = ""
	}
	return id.Prefix, id.N, nil
}

// nearest is the known word that an unknown one most likely means, "" if none
// is close.
func nearest(word string, known []string) string {
	best, at := 3, ""
	for _, k := range known {
		if d := distance([]rune(word), []rune(k), best-1); d < best && 2*d < len(k) {
			best, at = d, k
		}
	}
	return at
}
