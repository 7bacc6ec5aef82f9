package cli

import (
	"context"
	"net"
	"os/exec"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

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
			run.sim.Handle("/", page.New(run.sim, page.Options{}))
			url := run.sim.URL()
			t.say("factbot is in a pretend Slack at %s (Ctrl-C ends it).", url)
			t.say("Three things to try in #rdma:")
			t.say("  /rdma facts latency                              facts with confidence, status and source")
			t.say("  @factbot does RoCE need a lossless network?      answered in the thread")
			t.say("  /rdma flag 15 outdated                           then act as reviewer and open #fact-review")
			if !noOpen {
				openBrowser(ctx, url)
			}
			select {
			case <-ctx.Done():
				err = nil
			case err = <-run.app.Failed():
			}
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
