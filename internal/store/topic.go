package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"factbot/internal/fact"
)

// timelineEvent and glossaryGroup are how a topic's lists are kept.
type timelineEvent struct {
	Text   string `json:"text"`
	Date   *int64 `json:"date,omitempty"` // microseconds
	Prefix string `json:"prefix,omitempty"`
	N      int    `json:"n,omitempty"`
	Line   int    `json:"line,omitempty"`
}

type glossaryGroup struct {
	Name  string   `json:"name"`
	Forms []string `json:"forms"`
	Near  []string `json:"near,omitempty"`
}

// topicText is what changes from one revision of a topic to the next.
type topicText struct {
	title, definition, command  string
	captured                    any
	days, unlisted              int
	aliases, timeline, glossary string
}

func textOfTopic(t *fact.Topic) (topicText, error) {
	x := topicText{title: t.Title, definition: t.Definition, command: t.Command, captured: micros(t.CapturedAt), days: t.Window, unlisted: t.Unlisted}
	events := make([]timelineEvent, len(t.Timeline))
	for i, e := range t.Timeline {
		events[i] = timelineEvent{Text: e.Text, Prefix: e.Fact.Prefix, N: e.Fact.N, Line: e.Line}
		if !e.Date.IsZero() {
			us := e.Date.UnixMicro()
			events[i].Date = &us
		}
	}
	groups := make([]glossaryGroup, len(t.Glossary))
	for i, g := range t.Glossary {
		groups[i] = glossaryGroup(g)
	}
	var errs [3]error
	x.aliases, errs[0] = encode(append([]string{}, t.Aliases...))
	x.timeline, errs[1] = encode(events)
	x.glossary, errs[2] = encode(groups)
	return x, errors.Join(errs[:]...)
}

// decode sets the lists of a topic.
func (x *topicText) decode(t *fact.Topic) error {
	var events []timelineEvent
	var groups []glossaryGroup
	if err := errors.Join(json.Unmarshal([]byte(x.aliases), &t.Aliases),
		json.Unmarshal([]byte(x.timeline), &events), json.Unmarshal([]byte(x.glossary), &groups)); err != nil {
		return fmt.Errorf("topic %q: %w", t.Slug, err)
	}
	if len(t.Aliases) == 0 {
		t.Aliases = nil
	}
	for _, e := range events {
		out := fact.TimelineEvent{Text: e.Text, Fact: fact.ID{Prefix: e.Prefix, N: e.N}, Line: e.Line}
		if e.Date != nil {
			out.Date = instant(*e.Date)
		}
		t.Timeline = append(t.Timeline, out)
	}
	for _, g := range groups {
		t.Glossary = append(t.Glossary, fact.GlossaryGroup(g))
	}
	return nil
}

const topicRevisionColumns = `title, definition, command, captured_at, days, unlisted, aliases, timeline, glossary`

// topicsAt reads topics as they stood at a time; as they stand when it is nil.
func (v *View) topicsAt(ctx context.Context, slug string, at any) ([]*fact.Topic, error) {
	query := `SELECT t.id, t.slug, t.prefix, t.active, ` + topicRevisionColumns + `
		FROM topics t JOIN topic_revisions r ON r.topic = t.id
		WHERE r.revision = (SELECT max(revision) FROM topic_revisions WHERE topic = t.id AND (?1 IS NULL OR at <= ?1))
		AND (?2 = '' OR t.slug = ?2) ORDER BY t.slug`
	var topics []*fact.Topic
	err := v.conn.each(ctx, query, []any{at, slug}, func(scan func(...any) error) error {
		var t fact.Topic
		var x topicText
		var r topicRef
		if err := scan(&r.id, &t.Slug, &t.Prefix, &t.Facts, &t.Title, &t.Definition, &t.Command, timed(&t.CapturedAt), &t.Window, &t.Unlisted,
			&x.aliases, &x.timeline, &x.glossary); err != nil {
			return err
		}
		topics = append(topics, &t)
		return x.decode(&t)
	})
	if err != nil {
		return nil, err
	}
	for _, t := range topics {
		if t.Import, err = v.latestImport(ctx, t.Slug, at); err != nil {
			return nil, err
		}
	}
	return topics, nil
}

// Topics lists the topics, by slug.
func (v *View) Topics(ctx context.Context) ([]*fact.Topic, error) { return v.topicsAt(ctx, "", nil) }

// Topic is one topic.
func (v *View) Topic(ctx context.Context, slug string) (*fact.Topic, error) {
	r, err := v.topicBySlug(ctx, slug)
	if err != nil {
		return nil, err
	}
	topics, err := v.topicsAt(ctx, r.slug, nil)
	if err == nil && len(topics) != 1 {
		err = fmt.Errorf("topic %q has no revision", slug)
	}
	if err != nil {
		return nil, err
	}
	return topics[0], nil
}

// SaveTopic stores a topic as its file tells it, all but its facts. A topic's
// slug and prefix are fixed when it is first saved, and are its alone.
func (tx *Tx) SaveTopic(ctx context.Context, t *fact.Topic) error {
	r, err := tx.ensureTopic(ctx, t)
	if err != nil {
		return err
	}
	x, err := textOfTopic(t)
	if err != nil {
		return err
	}
	tx.changed.topic(t.Slug)
	args := []any{x.title, x.definition, x.command, x.captured, x.days, x.unlisted, x.aliases, x.timeline, x.glossary}
	// Within one transaction the last save stands: its numbers are known only after the facts were added.
	n, err := tx.conn.affect(ctx, `UPDATE topic_revisions SET (`+topicRevisionColumns+`) = (?, ?, ?, ?, ?, ?, ?, ?, ?)
		WHERE topic = ? AND at = ? AND revision = (SELECT max(revision) FROM topic_revisions WHERE topic = ?)`,
		append(args, r.id, tx.now.UnixMicro(), r.id)...)
	if err != nil || n > 0 {
		return err
	}
	_, err = tx.conn.exec(ctx, `INSERT INTO topic_revisions (`+topicRevisionColumns+`, topic, revision, at)
		SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(revision), 0) + 1 FROM topic_revisions WHERE topic = ?), ?`,
		append(args[:9:9], r.id, r.id, tx.now.UnixMicro())...)
	return err
}

func (tx *Tx) ensureTopic(ctx context.Context, t *fact.Topic) (topicRef, error) {
	r, err := tx.topicBySlug(ctx, t.Slug)
	if err == nil {
		if t.Prefix != "" && t.Prefix != r.prefix {
			return r, fact.Conflict("topic.prefix", fmt.Sprintf("The ids of topic %q begin with %s since it was first imported, so they cannot begin with %s.", t.Slug, r.prefix, t.Prefix))
		}
		return r, nil
	}
	if fact.CodeOf(err) != fact.CodeNotFound {
		return r, err
	}
	if t.Slug == "" || t.Prefix == "" {
		return r, fact.Invalid("topic.names", "A topic needs a slug and a prefix for its facts' ids.")
	}
	id, err := tx.conn.insert(ctx, "INSERT INTO topics (slug, prefix) VALUES (?, ?)", t.Slug, t.Prefix)
	if isUnique(err) {
		return r, fact.Conflict("topic.prefix_taken", fmt.Sprintf("Another topic's ids begin with %s already: give topic %q a prefix of its own.", t.Prefix, t.Slug)).Because(err)
	}
	if err != nil {
		return r, fmt.Errorf("add topic %q: %w", t.Slug, err)
	}
	r = topicRef{id: id, slug: t.Slug, prefix: t.Prefix}
	tx.local.add(r)
	tx.made = append(tx.made, r)
	return r, nil
}

const importColumns = `id, topic, document, hash, at, by, reading, added, revised, missing, returned, unchanged, differing`

func scanImport(scan func(...any) error, i *fact.Import) error {
	return scan(&i.ID, &i.Topic, &i.Document, &i.Hash, timed(&i.At), &i.By, &i.Reading,
		&i.Added, &i.Revised, &i.Missing, &i.Returned, &i.Unchanged, &i.Differing)
}

// latestImport is a topic's last import until a time, nil if there is none.
func (v *View) latestImport(ctx context.Context, slug string, at any) (*fact.Import, error) {
	all, err := list(ctx, v.conn, "SELECT "+importColumns+" FROM imports WHERE topic = ?1 AND (?2 IS NULL OR at <= ?2) ORDER BY id DESC LIMIT 1",
		[]any{slug, at}, scanImport)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// Imports lists a topic's imports, oldest first; every topic's when the slug is "".
func (v *View) Imports(ctx context.Context, slug string) ([]fact.Import, error) {
	return list(ctx, v.conn, "SELECT "+importColumns+" FROM imports WHERE ?1 = '' OR topic = ?1 ORDER BY id", []any{slug}, scanImport)
}

// importsByID are all imports, each once, for facts to share.
func (v *View) importsByID(ctx context.Context) (map[int64]*fact.Import, error) {
	all, err := v.Imports(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("imports: %w", err)
	}
	byID := make(map[int64]*fact.Import, len(all))
	for i := range all {
		byID[all[i].ID] = &all[i]
	}
	return byID, nil
}

// AddImport stores an import and returns its id. An import with an ID of its own
// replaces the counts of the one stored: they are known only at the end. At is
// the transaction's time where it is zero.
func (tx *Tx) AddImport(ctx context.Context, i fact.Import) (int64, error) {
	if i.At.IsZero() {
		i.At = tx.now
	}
	tx.changed.topic(i.Topic)
	if i.ID != 0 {
		n, err := tx.conn.affect(ctx, `UPDATE imports SET (added, revised, missing, returned, unchanged, differing) = (?, ?, ?, ?, ?, ?) WHERE id = ?`,
			i.Added, i.Revised, i.Missing, i.Returned, i.Unchanged, i.Differing, i.ID)
		if err == nil && n == 0 {
			err = fact.NotFound("import.none", "There is no such import.")
		}
		return i.ID, err
	}
	return tx.conn.insert(ctx, `INSERT INTO imports (topic, document, hash, at, by, reading, added, revised, missing, returned, unchanged, differing)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, i.Topic, i.Document, i.Hash, micros(i.At), string(i.By), i.Reading,
		i.Added, i.Revised, i.Missing, i.Returned, i.Unchanged, i.Differing)
}
