package app

import (
	"context"
	"fmt"
	"io"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// ExportRequest asks for the topics in a format: yaml, csv, json, md or claimreview.
type ExportRequest struct {
	Format      string
	Only        string // slug of the topic; needed where there are several
	AsOf        string
	OwnTopics   bool
	OwnDatabase bool
}

// Export writes one topic: the only one there is, or the one asked for.
func Export(ctx context.Context, o Options, r ExportRequest, w io.Writer) (err error) {
	write, ok := map[string]func(io.Writer, topicfile.Document) error{
		"yaml": topicfile.WriteYAML, "csv": topicfile.WriteCSV, "json": topicfile.WriteJSON,
		"md": topicfile.WriteMarkdown, "claimreview": topicfile.WriteClaimReview,
	}[strings.ToLower(r.Format)]
	if !ok {
		return fact.Invalid("export.format", fmt.Sprintf("%q is no export format: use yaml, csv, json, md or claimreview.", r.Format))
	}
	c, _, err := openToRead(ctx, o, r.OwnTopics, r.OwnDatabase, r.AsOf)
	if err != nil {
		return err
	}
	defer c.closeInto(ctx, &err)
	t, err := oneTopic(c.catalog.Topics(), r.Only)
	if err != nil {
		return err
	}
	document := topicfile.Document{Topic: t, Facts: c.index.Facts(t.Slug), ExportedAt: c.Clock()}
	if err := write(w, document); err != nil {
		return fmt.Errorf("export topic %s: %w", t.Slug, err)
	}
	return nil
}

// oneTopic picks the topic with a slug, or the only one.
func oneTopic(topics []*fact.Topic, slug string) (*fact.Topic, error) {
	var slugs []string
	for _, t := range topics {
		if t.Slug == slug || slug == "" && len(topics) == 1 {
			return t, nil
		}
		slugs = append(slugs, t.Slug)
	}
	if slug == "" && len(slugs) > 0 {
		return nil, fact.Invalid("export.which", "There are several topics; choose one with --only: "+strings.Join(slugs, ", ")+".")
	}
	return nil, fact.NotFound("export.topic", fmt.Sprintf("There is no topic %q; there are: %s.", slug, strings.Join(slugs, ", ")))
}
