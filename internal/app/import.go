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
	Progress func(done, of int) // may be nil
}

// ImportReport says what an import did or would do.
type ImportReport struct {
	Text     string
	Problems []string // warnings, a line each
}

// Import reads topic files into the database. Every file is read and compared
// before the first is stored, so a file with an error changes nothing.
func Import(ctx context.Context, o Options, r ImportRequest) (report ImportReport, err error) {
	list, report, err := readAll(r.Files)
	if err != nil {
		return report, err
	}
	how := writing
	if r.DryRun {
		how = o.readingOrTemporary()
	}
	c, err := openCore(ctx, o, how, nil)
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
		for _, warning := range plan.Warnings {
			report.Problems = append(report.Problems, topicfile.Format(warning))
		}
		if r.DryRun {
			out.WriteString(topicfile.FormatPlan(plan))
			continue
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
	list, err := collect(files, func(name string) (loaded, error) {
		file, err := openFile(name)
		if err != nil {
			return loaded{}, err
		}
		return file.parse()
	})
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
	line := fmt.Sprintf("%s: topic %s, %d facts: %d added, %d revised, %d missing, %d returned, %d unchanged.\n",
		l.name, l.slug(), len(l.source.Facts), len(plan.Add), len(plan.Revise), len(plan.Missing), len(plan.Returned), plan.Unchanged)
	if asked := len(plan.Edit) + len(plan.Differ); asked > 0 {
		line += fmt.Sprintf("%d differ from what is recorded here; the reviewers were asked:\n%s", asked, topicfile.FormatPlan(plan))
	}
	if l.source.Reading == "leads" {
		line += "Statuses were read as leading the fact they stand before, as the sidecar says.\n"
	}
	return line, nil
}
