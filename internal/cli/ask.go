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
		Example: "  factbot ask facts latency\n  factbot ask fact 15\n  factbot ask facts latency --status verified --explain\n" +
			"  factbot ask --json \"does RoCE need a lossless network?\"\n" +
			"  factbot ask --as U0123ABCD flag 7 \"outdated since 2025\"",
		// The words may hold options of the grammar (--status, --min …), which are not
		// flags of the program: only the program's own are taken out.
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, given []string) error {
			own, words := takeFlags(cmd, given)
			if err := cmd.Flags().Parse(own); err != nil {
				return usageError{err}
			}
			if help, err := cmd.Flags().GetBool("help"); err == nil && help {
				return cmd.Help()
			}
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

// takeFlags separates the flags that the command knows, wherever they stand,
// from everything else. What follows "--" is words.
func takeFlags(cmd *cobra.Command, given []string) (own, words []string) {
	for i := 0; i < len(given); i++ {
		arg := given[i]
		if arg == "--" {
			return own, append(words, given[i+1:]...)
		}
		name, _, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		flag := cmd.Flags().Lookup(name)
		if arg == "-h" {
			flag = cmd.Flags().Lookup("help")
		}
		if flag == nil && strings.HasPrefix(arg, "--") {
			flag = cmd.InheritedFlags().Lookup(name)
		}
		if flag == nil || !strings.HasPrefix(arg, "-") {
			words = append(words, arg)
			continue
		}
		own = append(own, arg)
		if !joined && flag.NoOptDefVal == "" && i+1 < len(given) {
			i++
			own = append(own, given[i])
		}
	}
	return own, words
}
