package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// TwinError says that a file would start a new topic beside one that looks to be
// the same: most often its command or title has changed, or it is an export.
type TwinError struct {
	File, Topic string // what would become new
	Other       string // slug of the topic that is there
	Why         string
}

// Error says what is alike and what to do.
func (e *TwinError) Error() string {
	how := "give the file command: " + e.Other
	switch ext := strings.ToLower(filepath.Ext(e.File)); ext {
	case ".csv", ".tsv":
		how = "call the file " + e.Other + ext
	}
	return fmt.Sprintf("%s would start a new topic %s, but %s: to import into it, %s; if the topic is new indeed, import it with --new-topic",
		e.File, e.Topic, e.Why, how)
}

// twin looks, before a topic's first import, for a stored topic that it may well
// be: one from a file of the same name, with the same title, or with most of the
// same statements. It is nil if there is none.
func (c *core) twin(ctx context.Context, l loaded) (*TwinError, error) {
	topics, err := c.db.Topics(ctx)
	if err != nil {
		return nil, fmt.Errorf("list topics: %w", err)
	}
	if len(topics) == 0 || slices.ContainsFunc(topics, func(t *fact.Topic) bool { return t.Slug == l.slug() }) {
		return nil, nil
	}
	said := map[string]int{}
	for _, f := range l.source.Facts {
		said[topicfile.Fold(f.Statement)]++
	}
	for _, t := range topics {
		why, err := c.alike(ctx, l, t, said)
		if err != nil {
			return nil, err
		}
		if why != "" {
			return &TwinError{File: l.name, Topic: l.slug(), Other: t.Slug, Why: why}, nil
		}
	}
	return nil, nil
}

// alike says what makes a file look like a stored topic, "" if nothing does.
func (c *core) alike(ctx context.Context, l loaded, t *fact.Topic, said map[string]int) (string, error) {
	if t.Import != nil && t.Import.Document == filepath.Base(l.name) {
		return fmt.Sprintf("topic %s comes from a file of the same name", t.Slug), nil
	}
	if topicfile.Fold(t.Title) == topicfile.Fold(topicfile.Title(l.source)) {
		return fmt.Sprintf("topic %s has the same title", t.Slug), nil
	}
	facts, err := c.db.Facts(ctx, t.Slug)
	if err != nil {
		return "", fmt.Errorf("load facts of %q: %w", t.Slug, err)
	}
	shared := 0
	seen := map[string]int{}
	for _, f := range facts {
		text := topicfile.Fold(f.Statement)
		if seen[text]++; seen[text] <= said[text] {
			shared++
		}
	}
	if all := len(l.source.Facts); shared > 1 && 2*shared > all || shared > 0 && shared == all {
		return fmt.Sprintf("topic %s holds %d of its %s", t.Slug, shared, plural(all, "statement")), nil
	}
	return "", nil
}

// plural is a noun with its number: 1 fact, 2 facts.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
