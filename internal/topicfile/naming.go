package topicfile

import (
	"path/filepath"
	"strings"

	"factbot/internal/fact"
)

// Command is the topic's command: the one that its files fix, else its
// title's slug, else its file's name.
func Command(src *fact.Source) string {
	stem := strings.TrimSuffix(src.Document, filepath.Ext(src.Document))
	for _, name := range []string{src.Command, slug(src.Title), slug(stem)} {
		if name != "" {
			return name
		}
	}
	return "topic"
}

// Prefix is the prefix of the topic's ids: the one that its files fix, else
// its command in capitals.
func Prefix(src *fact.Source) string {
	if src.Prefix != "" {
		return src.Prefix
	}
	return strings.ToUpper(Command(src))
}

// Title is the topic's title, or its file's name where the file has no title,
// as a CSV file has none.
func Title(src *fact.Source) string {
	if src.Title != "" {
		return src.Title
	}
	return strings.TrimSuffix(src.Document, filepath.Ext(src.Document))
}

// slug is a title as Slack takes it for a command: ASCII letters and digits
// with single hyphens, at most 32; "" if the title has none.
func slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.Map(narrow, title)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	text := b.String()
	return strings.Trim(text[:min(len(text), 32)], "-")
}
