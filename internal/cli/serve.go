package cli

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"factbot/internal/app"
)

func (t *terminal) serve() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Answer in your Slack workspace until stopped",
		Long: "Connects to Slack (Socket Mode, or signed HTTP with slack.mode: http) and answers.\n" +
			"SIGTERM stops it once what is under way is done; SIGHUP reads the topic files again.",
		Example: "  SLACK_BOT_TOKEN=xoxb-… SLACK_APP_TOKEN=xapp-… factbot serve",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			if lines := o.Config.CheckServe(); len(lines) > 0 {
				for _, line := range lines {
					t.say("factbot: %s", line)
				}
				t.say("1. Create the app: run “factbot manifest” and paste it at https://api.slack.com/apps?new_app=1 (From a manifest).")
				t.say("2. Install it to the workspace, then copy the tokens into the environment variables above.")
				t.say("3. No workspace at hand? “factbot playground” runs the same bot in a pretend one, without tokens.")
				return errSilent
			}
			o.LogTo = t.err
			hup := make(chan os.Signal, 1)
			signal.Notify(hup, syscall.SIGHUP)
			defer signal.Stop(hup)
			return app.Serve(cmd.Context(), o, hup)
		},
	}
}
