package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"factbot/internal/app"
	"factbot/internal/fact"
)

func (t *terminal) backup() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:     "backup FILE",
		Short:   "Copy the database to a file, also while it is being served",
		Long:    "Writes a consistent copy and checks what it wrote: integrity and audit chain. Refuses to replace an\nearlier copy unless --force is given.",
		Example: "  factbot backup /backups/factbot-$(date +%F).db",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			text, err := app.Backup(cmd.Context(), o, files[0], force)
			if err != nil {
				return err
			}
			return t.print(text)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the copy that is there")
	return cmd
}

func (t *terminal) restore() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:     "restore FILE",
		Short:   "Put a backup in the place of the database",
		Long:    "Checks the backup first. Refuses while the database is being served, and to replace one unless --force is given.",
		Example: "  factbot restore /backups/factbot-2026-11-30.db --force",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			text, err := app.Restore(cmd.Context(), o, files[0], force)
			if err != nil {
				return err
			}
			return t.print(text)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the database that is there")
	return cmd
}

func (t *terminal) audit() *cobra.Command {
	var limit int
	var of string
	cmd := &cobra.Command{
		Use:     "audit",
		Short:   "Show every act on record, newest first",
		Example: "  factbot audit --limit 50\n  factbot audit --fact RDMA-7\n  factbot audit verify",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			text, err := app.Audit(cmd.Context(), o, of, limit)
			if err != nil {
				return err
			}
			return t.print(text)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 100, "how many acts")
	cmd.Flags().StringVar(&of, "fact", "", "only those of this fact `id`")
	var head string
	verify := &cobra.Command{
		Use:     "verify",
		Short:   "Prove that the history is whole, or name the first broken link",
		Long:    "Checks every link of the hash chain. With --head (printed by an earlier run) it also finds a cut tail.",
		Example: "  factbot audit verify\n  factbot audit verify --head 3f1c…",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			text, whole, err := app.AuditVerify(cmd.Context(), o, head)
			if err != nil {
				return err
			}
			if err := t.print(text); err != nil {
				return err
			}
			if !whole {
				return errSilent
			}
			return nil
		},
	}
	verify.Flags().StringVar(&head, "head", "", "`hash` that an earlier run printed")
	cmd.AddCommand(verify)
	return cmd
}

func (t *terminal) forget() *cobra.Command {
	return &cobra.Command{
		Use:     "forget USER",
		Short:   "Erase a person's id, name and notes; what was decided stays",
		Example: "  factbot forget U0123ABCD",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, users []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			n, err := app.Forget(cmd.Context(), o, fact.UserID(users[0]))
			if err != nil {
				return err
			}
			return t.print(fmt.Sprintf("Erased %s in %d rows. The history still proves whole.\n", users[0], n))
		},
	}
}

func (t *terminal) resend() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "resend [NUMBER…]",
		Short: "List the messages that were given up, and have them sent once more",
		Long: "Without an argument it lists them, also while the database is being served: number, time, kind, to\n" +
			"whom, Slack's error. The numbers named, or with --all every one, are sent when factbot serves next: once\n" +
			"more each, and not where a later message has told the same.",
		Example: "  factbot resend\n  factbot resend 17 21\n  factbot resend --all",
		RunE: func(cmd *cobra.Command, numbers []string) error {
			r := app.ResendRequest{All: all}
			for _, text := range numbers {
				id, err := strconv.ParseInt(text, 10, 64)
				if err != nil || all {
					return usageError{fmt.Errorf("resend: %q is no number of a message, or --all was given too; usage: %s", text, cmd.UseLine())}
				}
				r.IDs = append(r.IDs, id)
			}
			o, err := t.options()
			if err != nil {
				return err
			}
			text, err := app.Resend(cmd.Context(), o, r)
			if err != nil {
				return err
			}
			return t.print(text)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every message that can be sent again")
	return cmd
}

func (t *terminal) doctor() *cobra.Command {
	var asJSON, online bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check everything factbot needs; each line says what to do",
		Long: "Checks settings, topic files, database, index, history, clock, tokens and scopes, review channel,\n" +
			"reviewers and undelivered notices. Exit status 1 when a check fails.",
		Example: "  factbot doctor\n  factbot doctor --online --json",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			report, err := app.Doctor(cmd.Context(), o, online)
			if err != nil {
				return err
			}
			text := report.Text()
			if asJSON {
				text = report.JSON()
			}
			if err := t.print(text); err != nil {
				return err
			}
			if report.Failed() {
				return errSilent
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the checks as JSON")
	cmd.Flags().BoolVar(&online, "online", false, "also ask Slack: tokens, scopes, channels, sample messages")
	return cmd
}

func (t *terminal) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  args(cobra.NoArgs),
		RunE:  func(*cobra.Command, []string) error { return t.printVersion() },
	}
}

func (t *terminal) printVersion() error { return t.print("factbot " + Version + "\n") }
