package cli

import (
	"context"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page"
)

func (t *terminal) playground() *cobra.Command {
	var port int
	var http, noOpen bool
	cmd := &cobra.Command{
		Use:   "playground",
		Short: "Try factbot in a pretend Slack, in your browser",
		Long: "Starts a pretend Slack with factbot in it: no tokens, no network, nothing kept unless --db is given.\n" +
			"The bot is the one of “factbot serve”; only Slack is pretended.",
		Example: "  factbot playground\n  factbot playground --http --port 3300 --no-open",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
			run, err := startPretend(ctx, o, pretendOptions{http: http, addr: addr, ownDB: t.db != ""})
			if err != nil {
				return err
			}
			tries := run.tries()
			run.sim.Handle("/", page.New(run.sim, page.Options{Start: slacksim.Reader, Channel: slacksim.ChannelRDMA, Tries: tries}))
			url := run.sim.URL()
			t.say("factbot is in a pretend Slack at %s (Ctrl-C ends it).", url)
			t.say("Three things to try in #rdma:")
			for i, try := range tries {
				t.say("  %-48s %s", try, whatTriesDo[i])
			}
			if !noOpen {
				openBrowser(ctx, url)
			}
			err = run.wait(ctx)
			if closeErr := run.Close(); err == nil {
				err = closeErr
			}
			return err
		},
	}
	cmd.Flags().IntVar(&port, "port", 3200, "port of the page; 0: any free one")
	cmd.Flags().BoolVar(&http, "http", false, "deliver over signed HTTP instead of Socket Mode")
	cmd.Flags().BoolVar(&noOpen, "no-open", false, "do not open a browser")
	return cmd
}

// wait lets the playground run until it is ended or a part of it fails. As with
// serve, SIGHUP reads the topic files again.
func (r *pretend) wait(ctx context.Context) error {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-r.app.Failed():
			return err
		case <-hup:
			_ = r.app.Reimport(ctx) // the reviewers are told in their channel
		}
	}
}

// whatTriesDo says beside each thing to try what it shows.
var whatTriesDo = [...]string{
	"facts with confidence, status and source",
	"answered in the thread",
	"then act as reviewer and open #fact-review",
}

// tries are three things to try with the topics served.
func (r *pretend) tries() []string {
	commands := r.sim.Commands()
	if len(commands) == 0 {
		return nil
	}
	command := commands[0].Command
	if command == "/rdma" {
		return []string{"/rdma facts latency", "@factbot does RoCE need a lossless network?", "/rdma flag 15 outdated"}
	}
	return []string{command + " facts", "@factbot facts", command + " flag 1 outdated"}
}

// openBrowser shows a page where there is a desktop; a failure is no fault,
// since the address has been printed.
func openBrowser(ctx context.Context, url string) {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		cmd = exec.CommandContext(ctx, "open", url)
	case "windows":
		cmd = exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", url)
	default:
		cmd = exec.CommandContext(ctx, "xdg-open", url)
	}
	if err := cmd.Start(); err != nil {
		return
	}
	go func() { _ = cmd.Wait() }()
}
