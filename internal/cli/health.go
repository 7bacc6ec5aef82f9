package cli

import (
	"github.com/spf13/cobra"

	"factbot/internal/app"
)

func (t *terminal) health() *cobra.Command {
	return &cobra.Command{
		Use:     "health",
		Short:   "Ask the serving factbot whether it is ready",
		Long:    "Asks the ops address of the settings. Exit status 1 when it is not ready; for containers without a shell.",
		Example: "  factbot health",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			text, err := app.Ready(cmd.Context(), o)
			if err != nil {
				return err
			}
			return t.print(text)
		},
	}
}
