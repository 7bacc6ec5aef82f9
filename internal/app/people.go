package app

import (
	"context"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slack"
)

// slackPeople is Slack's directory as the roster needs it. It is empty until
// Slack's side is made, which needs the roster first.
type slackPeople struct{ directory *slack.Directory }

// Name is the person's display name, "" while unknown.
func (p *slackPeople) Name(user fact.UserID) string {
	if p.directory == nil {
		return ""
	}
	if person, ok := p.directory.Person(user); ok {
		return person.Name
	}
	return ""
}

// Members are the members of a user group, as last read.
func (p *slackPeople) Members(group string) []fact.UserID {
	if p.directory == nil {
		return nil
	}
	members, _ := p.directory.Members(group)
	return members
}

// Gone reports whether the person was deactivated.
func (p *slackPeople) Gone(user fact.UserID) bool {
	if p.directory == nil {
		return false
	}
	person, ok := p.directory.Person(user)
	return ok && person.Gone
}

// identityEvery is how often it is looked whether the workspace is known yet.
const identityEvery = time.Second

// keepIdentity ties the database to the workspace once it is known. A database
// that belongs to another one ends the program.
func (a *App) keepIdentity(ctx context.Context) error {
	tick := time.NewTicker(identityEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if team := a.slack.Team(); team != "" {
			a.Logger.Info("serving a workspace", "team", team)
			return a.db.Bind(ctx, team, "", "")
		}
	}
}

// cutPair splits "C0123ABCD=topic".
func cutPair(item string) (left, right string) {
	left, right, _ = strings.Cut(item, "=")
	return left, strings.ToLower(right)
}
