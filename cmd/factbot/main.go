// Command factbot keeps a team's facts and answers with them in Slack.
package main

import (
	"os"

	"factbot/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
