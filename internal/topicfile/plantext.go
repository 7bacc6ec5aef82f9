package topicfile

import (
	"fmt"
	"strings"

	"factbot/internal/fact"
)

// FormatPlan writes what an import would do for a terminal: one block a fact,
// then the counts. Texts are shown whole, control characters as marks.
func FormatPlan(plan *fact.Plan) string {
	var b strings.Builder
	for _, w := range plan.Warnings {
		b.WriteString(Format(w) + "\n")
	}
	for _, f := range plan.Add {
		fmt.Fprintf(&b, "+ new (line %d): %s\n  %s\n", f.Line, axes(f), Visible(f.Statement))
	}
	revisions(&b, "~", "revise", plan.Revise)
	revisions(&b, "?", "edit, for the reviewers to accept:", plan.Edit)
	revisions(&b, "!", "the file differs from what people decided on", plan.Differ)
	for _, id := range plan.Missing {
		fmt.Fprintf(&b, "- %s is no longer in the file\n", id)
	}
	for _, id := range plan.Returned {
		fmt.Fprintf(&b, "= %s is in the file again\n", id)
	}
	b.WriteString(summary(plan) + "\n")
	return b.String()
}

func revisions(b *strings.Builder, mark, what string, list []fact.Revision) {
	for _, r := range list {
		fmt.Fprintf(b, "%s %s %s\n", mark, what, r.ID)
		if axes(r.Old) != axes(r.New) {
			fmt.Fprintf(b, "  %s → %s\n", axes(r.Old), axes(r.New))
		}
		if r.Old.Statement != r.New.Statement {
			fmt.Fprintf(b, "  - %s\n  + %s\n", Visible(r.Old.Statement), Visible(r.New.Statement))
		}
		if r.Old.Lang != r.New.Lang {
			fmt.Fprintf(b, "  language %s → %s\n", r.Old.Lang, r.New.Lang)
		}
		for _, c := range r.Old.Sources {
			if !cites(r.New.Sources, c) {
				fmt.Fprintf(b, "  - source %s\n", Visible(citationText(c)))
			}
		}
		for _, c := range r.New.Sources {
			if !cites(r.Old.Sources, c) {
				fmt.Fprintf(b, "  + source %s\n", Visible(citationText(c)))
			}
		}
	}
}

// axes shows confidence and status, which are never one.
func axes(f fact.SourceFact) string {
	status := f.Status.String()
	if f.NoStatus {
		status += " (status missing in the file)"
	}
	return fmt.Sprintf("%d%%, %s", f.Confidence, status)
}

// citationText is a citation on one line, only with what is recorded.
func citationText(c fact.Citation) string {
	var parts []string
	for _, s := range []string{c.Title, c.Author, formatDate(c.Date), c.URL} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if c.Quote != "" {
		parts = append(parts, "“"+c.Quote+"”")
	}
	return strings.Join(parts, ", ")
}

func summary(plan *fact.Plan) string {
	var parts []string
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	if plan.NewTopic {
		parts = append(parts, "new, "+plural(len(plan.Add), "fact"))
	} else {
		count(len(plan.Add), "new")
	}
	count(len(plan.Revise), "revised")
	count(len(plan.Edit), "edited")
	count(len(plan.Differ), "differing")
	count(len(plan.Missing), "missing")
	count(len(plan.Returned), "returned")
	count(plan.Unchanged, "unchanged")
	text := "nothing to do"
	if len(parts) > 0 {
		text = strings.Join(parts, ", ")
	}
	if plan.CountFails {
		text += fmt.Sprintf("; the file says that it has %s and lists %d", plural(plan.Source.Claimed, "fact"), len(plan.Source.Facts))
	}
	return Visible(plan.Source.Document) + ": topic " + Visible(Command(plan.Source)) + ": " + text
}
