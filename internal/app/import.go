package app

import (
	"context"
	"fmt"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// ImportRequest asks for topic files to be read into the database.
type ImportRequest struct {
	Files    []string
	DryRun   bool
	NewTopic bool               // start a new topic also where one looks to be the same
	Progress func(done, of int) // may be nil
}

// ImportReport says what an import did or would do.
type ImportReport struct {
	Text     string
	Problems []string // warnings, a line each
}

// Import reads topic files into the database. Every file is read before the first
// is stored, so a file with an error changes nothing. A file that would start a
// topic beside one that looks to be the same is refused unless the request says
// that it is new; a dry run warns of it.
func Import(ctx context.Context, o Options, r ImportRequest) (report ImportReport, err error) {
	list, report, err := readAll(r.Files)
	if err != nil {
		return report, err
	}
	how := writing
	if r.DryRun {
		how = o.readingOrTemporary()
	}
	c, err := openStore(ctx, o, how, nil)
	if err != nil {
		return report, err
	}
	defer c.closeInto(ctx, &err)
	var out strings.Builder
	for _, l := range list {
		plan, err := c.plan(ctx, l)
		if err != nil {
			return report, err
		}
		if !r.NewTopic {
			twin, err := c.twin(ctx, l)
			switch {
			case err != nil:
				return report, err
			case twin != nil && !r.DryRun:
				return report, twin
			case twin != nil:
				report.Problems = append(report.Problems, "warning: "+twin.Error())
			}
		}
		if r.DryRun {
			out.WriteString(topicfile.FormatPlan(plan))
			continue
		}
		for _, warning := range plan.Warnings {
			report.Problems = append(report.Problems, topicfile.Format(warning))
		}
		line, err := c.importOne(ctx, l, plan, r.Progress)
		if err != nil {
			return report, err
		}
		out.WriteString(line)
	}
	report.Text = out.String()
	return report, nil
}

// readAll reads every file and reports every problem of all of them at once.
func readAll(files []string) ([]loaded, ImportReport, error) {
	list, err := collect(files, func(name string) (loaded, error) { return fileNamed(name).parse() })
	var report ImportReport
	for _, l := range list {
		report.Problems = append(report.Problems, l.warnings...)
	}
	return list, report, err
}

// importOne stores one topic file and says in a line what changed.
func (c *core) importOne(ctx context.Context, l loaded, plan *fact.Plan, progress func(done, of int)) (string, error) {
	count := func(done int) {
		if progress != nil {
			progress(done, len(plan.Add))
		}
	}
	if _, err := c.review.Import(ctx, importer(fact.OriginTerminal), plan, false, count); err != nil {
		return "", fmt.Errorf("import %q: %w", l.name, err)
	}
	if err := c.remember(ctx, l); err != nil {
		return "", err
	}
	line := changed(l, plan)
	if asked := len(plan.Edit) + len(plan.Differ); asked > 0 {
		line += c.asked(l.slug(), asked) + topicfile.FormatPlan(plan)
	}
	if l.source.Reading == "leads" {
		line += "Statuses were read as leading the fact they stand before, as the sidecar says.\n"
	}
	return line, nil
}

// changed says in a line what an import did, naming its topic.
func changed(l loaded, plan *fact.Plan) string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{len(plan.Add), "added"},
		{len(plan.Revise), "revised"},
		{len(plan.Edit), "edited"},
		{len(plan.Differ), "differing"},
		{len(plan.Missing), "missing"},
		{len(plan.Returned), "returned"},
		{plan.Unchanged, "unchanged"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	topic := "topic " + l.slug() + ": "
	if plan.NewTopic {
		topic += "new, " + plural(len(l.source.Facts), "fact") + ": "
	}
	return l.name + ": " + topic + strings.Join(parts, ", ") + ".\n"
}

// asked says who was asked about the facts on which file and record differ.
func (c *core) asked(topic string, n int) string {
	verb := "differ"
	if n == 1 {
		verb = "differs"
	}
	line := fmt.Sprintf("%s %s from what is recorded here; ", plural(n, "fact"), verb)
	if !newRoster(c.Config.Review, nil).anybody(topic) {
		return line + "no reviewer is configured; nobody was asked:\n"
	}
	return line + "the reviewers were asked:\n"
}
