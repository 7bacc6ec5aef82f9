package app

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slack"
	"factbot/internal/topicfile"
)

// ManifestRequest says what the manifest is for.
type ManifestRequest struct {
	Name     string
	URL      string   // of deliveries over HTTP; "": Socket Mode
	Commands []string // "" means one for each topic
	Optional bool     // ask for the optional scopes too
}

var commandName = regexp.MustCompile(`^[a-z0-9_-]{1,31}$`)

// Manifest is the Slack app manifest for these settings, as JSON.
func Manifest(o Options, r ManifestRequest) ([]byte, error) {
	list, err := o.configured()
	if err != nil {
		return nil, err
	}
	options := slack.ManifestOptions{Name: r.Name, HTTPURL: r.URL, Optional: r.Optional}
	if r.URL != "" && !strings.HasPrefix(r.URL, "https://") {
		return nil, fact.Invalid("manifest.url", fmt.Sprintf("%q is no https address; Slack delivers to nothing else.", r.URL))
	}
	for _, l := range list {
		options.Commands = append(options.Commands, slack.ManifestCommand{Command: l.slug(), Topic: topicfile.Title(l.source)})
	}
	if len(r.Commands) > 0 {
		options.Commands = nil
	}
	for _, command := range r.Commands {
		name := strings.ToLower(strings.TrimPrefix(command, "/"))
		if !commandName.MatchString(name) {
			return nil, fact.Invalid("manifest.command", fmt.Sprintf("%q is no slash command: use up to 31 small letters, digits, - and _.", command))
		}
		options.Commands = append(options.Commands, slack.ManifestCommand{Command: name, Topic: topicOf(list, name)})
	}
	return slack.Manifest(options)
}

// topicOf is the title of the topic with a command, else the command itself.
func topicOf(list []loaded, command string) string {
	for _, l := range list {
		if l.slug() == command {
			return topicfile.Title(l.source)
		}
	}
	return command
}

// Why is what an administrator needs to approve the app: each scope with its
// reason, what is stored and for how long, and what is off without an optional scope.
func Why(o Options, r ManifestRequest) (string, error) {
	if _, err := Manifest(o, r); err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("Scopes that the app asks for, and why:\n")
	for _, s := range slack.Why() {
		if !s.Optional {
			fmt.Fprintf(&out, "  %-20s %s\n", s.Scope, s.Why)
		}
	}
	out.WriteString("\nOptional scopes, and what is off without them:\n")
	for _, s := range slack.Why() {
		if s.Optional {
			fmt.Fprintf(&out, "  %-20s %s; without it %s\n", s.Scope, s.Why, s.Without)
		}
	}
	keep := o.Config.Retention
	fmt.Fprintf(&out, `
What is stored, in one SQLite file on the machine that runs factbot:
  facts, their sources, decisions and the history of acts    kept; names and notes can be erased (factbot forget USER)
  flags and proposals with id, name and note of their author kept; can be erased likewise
  where facts were publicly shown (channel, message)         %s
  to whom facts were privately shown (user id)               %s
  keys of deliveries, against answering twice                %s
  questions that people chose to send to the reviewers       %s after they are closed
  sent messages' ids, and what they were about               %s
  what was asked, until it is answered; in a public channel, as long as a correction may have to follow the answer
Not stored: other messages, what was asked in private once it is answered, e-mail addresses, files.
Nothing leaves the machine but answers to Slack's own API.
`, days(keep.Quotes), days(keep.Readings), days(keep.Deliveries), days(keep.Gaps), days(keep.Notices))
	return out.String(), nil
}

// days is a length of time as people read it: in days where it is a whole
// number of them, and more than one.
func days(d time.Duration) string {
	const day = 24 * time.Hour
	if d >= 2*day && d%day == 0 {
		return fmt.Sprintf("%d days", d/day)
	}
	return strings.TrimSuffix(strings.TrimSuffix(d.String(), "0s"), "0m")
}
