package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"factbot/internal/app"
)

func (t *terminal) importCommand() *cobra.Command {
	var dryRun, newTopic bool
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Read topic files into the database",
		Long: "Reads page text (.txt, with a .yaml beside it), structured YAML or CSV. People's decisions win\n" +
			"over files: where they differ, the difference is listed and proposed to the reviewers. A file that\n" +
			"would start a topic which looks like one that is there is refused unless --new-topic is given.",
		Example: "  factbot import --dry-run topics/rdma.txt\n  factbot import topics/rdma.txt",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			report, err := app.Import(cmd.Context(), o, app.ImportRequest{Files: files, DryRun: dryRun, NewTopic: newTopic, Progress: t.progress("facts")})
			for _, problem := range report.Problems {
				t.say("%s", problem)
			}
			if err != nil {
				return err
			}
			return t.print(report.Text)
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print what would change and change nothing")
	cmd.Flags().BoolVar(&newTopic, "new-topic", false, "start a new topic also beside one with the same file name, title or statements")
	return cmd
}

// progress draws a bar on a terminal and nothing elsewhere.
func (t *terminal) progress(what string) func(done, of int) {
	file, ok := t.err.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	const width = 30
	last := -1
	return func(done, of int) {
		if of == 0 {
			return
		}
		filled := done * width / of
		if filled == last && done != of {
			return
		}
		last = filled
		_, _ = fmt.Fprintf(file, "\r[%-*s] %d of %d %s", width, bar(filled), done, of, what)
		if done == of {
			_, _ = fmt.Fprintln(file)
		}
	}
}

func bar(n int) string {
	line := make([]byte, n)
	for i := range line {
		line[i] = '#'
	}
	return string(line)
}

func (t *terminal) export() *cobra.Command {
	var format, asOf, into, only string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the topics with everything recorded about their facts",
		Long: "Writes to standard output. CSV is safe to open in a spreadsheet; claimreview is schema.org\n" +
			"ClaimReview as JSON-LD: the rating is the confidence, its name the status.",
		Example: "  factbot export --format yaml\n  factbot export --format csv --out facts.csv\n  factbot export --format json --as-of 2026-11-30",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			request := app.ExportRequest{Format: format, Only: only, AsOf: asOf, OwnTopics: len(t.topics) > 0, OwnDatabase: t.db != ""}
			if into == "" {
				return app.Export(cmd.Context(), o, request, t.out)
			}
			return writeFile(into, func(w io.Writer) error { return app.Export(cmd.Context(), o, request, w) })
		},
	}
	cmd.Flags().StringVar(&format, "format", "yaml", "yaml, csv, json, md or claimreview")
	cmd.Flags().StringVar(&asOf, "as-of", "", "as the record stood at this `date`")
	cmd.Flags().StringVar(&only, "only", "", "the `topic` to write, where there are several")
	cmd.Flags().StringVar(&into, "out", "", "write to this `file` instead")
	return cmd
}

// writeFile writes a file whole or not at all.
func writeFile(name string, write func(io.Writer) error) error {
	part := name + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("%q cannot be written: %w", name, err)
	}
	err = write(file)
	if syncErr := file.Sync(); err == nil {
		err = syncErr
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part)
		return fmt.Errorf("%q was not written: %w", name, err)
	}
	return nil
}

func (t *terminal) eval() *cobra.Command {
	var r app.EvalRequest
	cmd := &cobra.Command{
		Use:   "eval --topic FILE --queries FILE.tsv",
		Short: "Measure how well search finds the facts that queries should find",
		Long: "Prints nDCG@10, recall@10, MRR and precision@1 by kind of query, and the worst queries with an\n" +
			"explanation. With --docs, --queries and --qrels it measures a public set instead.",
		Example: "  factbot eval --topic seeds/rdma.txt --queries seeds/rdma.queries.tsv\n" +
			"  factbot eval --topic t.yaml --queries q.tsv --json --min 0.9",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			result, err := app.Eval(cmd.Context(), o, r)
			if err != nil {
				return err
			}
			if err := t.print(result.Text); err != nil {
				return err
			}
			if result.Below {
				t.say("factbot: nDCG@10 is below %g", r.Min)
				return errSilent
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.Queries, "queries", "", "queries: a .tsv `file` (qid, kind, query, relevance) or a .jsonl of a public set")
	flags.StringVar(&r.Docs, "docs", "", "documents of a public set, a .jsonl `file`")
	flags.StringVar(&r.Qrels, "qrels", "", "judgements of a public set, a .tsv `file`")
	flags.StringVar(&r.Run, "run", "", "also write every ranking to this `file`")
	flags.BoolVar(&r.JSON, "json", false, "print the figures as JSON")
	flags.Float64Var(&r.Min, "min", 0, "exit with status 1 when nDCG@10 is below this `figure`")
	flags.Int64Var(&r.Typos, "typos", 0, "misspell the queries, seeded with this `number`; 0: as they are")
	flags.IntVar(&r.Worst, "worst", 5, "how many of the worst queries to explain")
	return cmd
}
