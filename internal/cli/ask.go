package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"factbot/internal/app"
	"factbot/internal/fact"
)

func (t *terminal) ask() *cobra.Command {
	var asJSON bool
	var as, asOf string
	cmd := &cobra.Command{
		Use:   "ask [words…]",
		Short: "Answer a question as Slack would show it",
		Long: "Answers what one would type after the slash command. Exit status 1 when nothing matches.\n" +
			"Without a database it answers from the topic files and keeps nothing.",
		Example: "  factbot ask facts latency\n  factbot ask fact 15\n  factbot ask --json \"does RoCE need a lossless network?\"\n" +
			"  factbot ask --as U0123ABCD flag 7 \"outdated since 2025\"",
		RunE: func(cmd *cobra.Command, words []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			answer, err := app.Ask(cmd.Context(), o, app.Question{
				Text: strings.Join(words, " "), As: fact.UserID(as), AsOf: asOf,
				OwnTopics: len(t.topics) > 0, OwnDatabase: t.db != "",
			})
			if err != nil {
				return err
			}
			text := answer.Text
			if asJSON {
				text = answer.JSON
			}
			if err := t.print(strings.TrimRight(text, "\n") + "\n"); err != nil {
				return err
			}
			for _, hint := range answer.Hints {
				t.say("%s", hint)
			}
			if !answer.Found {
				return errSilent
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object with facts, nearest and notice")
	cmd.Flags().StringVar(&as, "as", "", "act as this Slack `user id`")
	cmd.Flags().StringVar(&asOf, "as-of", "", "answer as the record stood at this `date` (2026-11-30 or RFC 3339)")
	return cmd
}
