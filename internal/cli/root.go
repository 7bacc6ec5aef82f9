package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"factbot/config"
	"factbot/internal/app"
	"factbot/internal/fact"
	"factbot/seeds"
)

// Version is stamped at build time (-ldflags "-X factbot/internal/cli.Version=…").
var Version = "dev"

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// errSilent ends a command with status 1 when everything has been said.
var errSilent = errors.New("said already")

// usageError is a command line that cannot be used.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// terminal is where a run of the program reads and writes.
type terminal struct {
	in       io.Reader
	out, err io.Writer

	config string
	db     string
	topics []string
}

// Main runs the program and gives its exit status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, args, &terminal{in: in, out: out, err: errs})
}

func run(ctx context.Context, args []string, t *terminal) int {
	root := t.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch usage := (usageError{}); {
	case err == nil:
		return exitDone
	case errors.Is(err, errSilent):
		return exitFailed
	case errors.As(err, &usage), strings.HasPrefix(err.Error(), "unknown command"):
		t.say("factbot: %v", err)
		t.say("Run “factbot --help” for what there is.")
		return exitUsage
	}
	for line := range strings.Lines(sentence(err)) {
		t.say("factbot: %s", strings.TrimRight(line, "\n"))
	}
	return exitFailed
}

// sentence is what a person should read of an error: the sentence of a coded
// one, else its text.
func sentence(err error) string {
	coded, ok := errors.AsType[*fact.Error](err)
	if !ok {
		return err.Error()
	}
	if coded.Err != nil && (coded.Code == fact.CodeInternal || coded.Code == fact.CodeUnavailable) {
		return coded.Message + " (" + coded.Err.Error() + ")"
	}
	return coded.Message
}

// say writes a line for the person, not for a pipe.
func (t *terminal) say(format string, args ...any) {
	_, _ = fmt.Fprintf(t.err, format+"\n", args...)
}

// print writes a result.
func (t *terminal) print(text string) error {
	_, err := io.WriteString(t.out, text)
	return err
}

func (t *terminal) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "factbot",
		Short: "Keeps a team's facts and answers with them in Slack",
		Long: "factbot loads a topic's facts and answers with them, word for word: each with its\n" +
			"confidence, its verification status, where it comes from and what has happened to it lately.",
		Example: "  factbot playground                 try it in a pretend Slack, in your browser\n" +
			"  factbot ask facts latency          ask from the terminal\n" +
			"  factbot serve                      answer in your workspace",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	showVersion := root.Flags().BoolP("version", "v", false, "print the version")
	// Not cobra's own version flag: another wording than its own takes a template,
	// for which the linker keeps every exported method of the program.
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *showVersion {
			return t.printVersion()
		}
		return cmd.Help()
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	flags.StringVar(&t.config, "config", "", "settings `file` (default: "+config.DefaultFile+" in this folder, if there is one)")
	flags.StringVar(&t.db, "db", "", "database `file` (default: database.path of the settings, factbot.db)")
	flags.StringArrayVar(&t.topics, "topic", nil, "topic `file` to serve; may be repeated (default: the built-in RDMA topic)")
	root.AddCommand(
		t.playground(), t.ask(), t.chat(), t.serve(), t.initCommand(), t.manifest(), t.doctor(),
		t.importCommand(), t.export(), t.eval(), t.backup(), t.restore(), t.audit(), t.forget(), t.resend(), t.health(), t.version(),
	)
	return root
}

// options loads the settings and gives what app needs of them.
func (t *terminal) options() (app.Options, error) {
	overrides := make(map[string]any)
	if t.db != "" {
		overrides["database.path"] = t.db
	}
	if len(t.topics) > 0 {
		overrides["topics"] = t.topics
	}
	c, err := config.Load(config.Options{File: t.config, Overrides: overrides})
	if err != nil {
		return app.Options{}, err
	}
	for _, warning := range c.Warnings {
		t.say("factbot: warning: %s", warning)
	}
	return app.Options{Config: c, Seeds: seeds.FS, Seed: seeds.Default, Version: Version}, nil
}

// args wraps a cobra check of arguments so that its error counts as a usage error.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, list []string) error {
		if err := check(cmd, list); err != nil {
			return usageError{fmt.Errorf("%s: %w; usage: %s", cmd.Name(), err, cmd.UseLine())}
		}
		return nil
	}
}
