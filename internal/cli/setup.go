package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"factbot/config"
	"factbot/internal/app"
)

func (t *terminal) manifest() *cobra.Command {
	var r app.ManifestRequest
	var why bool
	cmd := &cobra.Command{
		Use:   "manifest",
		Short: "Print the Slack app manifest for these settings",
		Long: "Prints the manifest to paste at https://api.slack.com/apps?new_app=1 (From a manifest).\n" +
			"--why prints what an administrator needs to approve it.",
		Example: "  factbot manifest\n  factbot manifest --http https://facts.example.com/slack\n  factbot manifest --why",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			if why {
				text, err := app.Why(o, r)
				if err != nil {
					return err
				}
				return t.print(text)
			}
			text, err := app.Manifest(o, r)
			if err != nil {
				return err
			}
			if err := t.print(string(text)); err != nil {
				return err
			}
			t.say("Paste it at https://api.slack.com/apps?new_app=1 → From a manifest → JSON.")
			return nil
		},
	}
	cmd.Flags().StringVar(&r.URL, "http", "", "receive deliveries at this https `URL` instead of over Socket Mode")
	cmd.Flags().StringArrayVar(&r.Commands, "command", nil, "slash `command` to declare (default: one for each topic)")
	cmd.Flags().StringVar(&r.Name, "name", "factbot", "the app's `name`")
	cmd.Flags().BoolVar(&r.Optional, "optional", false, "also ask for the optional scopes")
	cmd.Flags().BoolVar(&why, "why", false, "print each scope with its reason, and what is stored")
	return cmd
}

// envTemplate is written by init. It holds no value.
const envTemplate = `# Secrets of factbot. Keep this file out of version control.
# Bot User OAuth Token: app page, OAuth & Permissions.
SLACK_BOT_TOKEN=
# App-Level Token with connections:write: app page, Basic Information (socket mode).
SLACK_APP_TOKEN=
# Signing Secret: app page, Basic Information (http mode).
SLACK_SIGNING_SECRET=
`

func (t *terminal) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "init",
		Short:   "Write commented settings and a template for the tokens here",
		Long:    "Writes " + config.DefaultFile + " and .env.example in this folder; it never replaces a file.",
		Example: "  factbot init",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			for _, file := range []struct{ name, text string }{
				{config.DefaultFile, string(config.Defaults)},
				{".env.example", envTemplate},
			} {
				if err := create(file.name, file.text); err != nil {
					return err
				}
				if err := t.print("Wrote " + file.name + "\n"); err != nil {
					return err
				}
			}
			t.say("Next: “factbot manifest” prints the app to create; its tokens go into a copy of .env.example named .env.")
			return nil
		},
	}
}

func create(name, text string) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is here already and was left as it is; move it away to have a new one", name)
	case err != nil:
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	_, err = file.WriteString(text)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}
