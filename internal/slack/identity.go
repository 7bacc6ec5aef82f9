package slack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/fact"
)

// identity is which workspace and app this is: fixed by the settings, else learnt once.
type identity struct {
	mu    sync.RWMutex
	team  fact.TeamID
	app   string
	bot   fact.UserID
	botID string
	known chan struct{} // closed when auth.test has answered
}

func newIdentity(team fact.TeamID, app string) *identity {
	return &identity{team: team, app: app, known: make(chan struct{})}
}

func (i *identity) get() (team fact.TeamID, app string, bot fact.UserID, botID string) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.team, i.app, i.bot, i.botID
}

// admit reports whether a delivery is from our workspace and for our app, and learns what was not known yet. It must be
// asked only about deliveries whose origin is proven.
func (i *identity) admit(team fact.TeamID, app string) bool {
	i.mu.RLock()
	knowTeam, knowApp := i.team, i.app
	i.mu.RUnlock()
	if team != "" && knowTeam == "" || app != "" && knowApp == "" {
		i.mu.Lock()
		if i.team == "" {
			i.team = team
		}
		if i.app == "" {
			i.app = app
		}
		knowTeam, knowApp = i.team, i.app
		i.mu.Unlock()
	}
	return team == knowTeam && (app == "" || app == knowApp)
}

func (i *identity) learn(r *slack.AuthTestResponse) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.team != "" && r.TeamID != "" && fact.TeamID(r.TeamID) != i.team {
		return fmt.Errorf("the bot token belongs to workspace %s, but this factbot serves %s: use that workspace's token, or another database", r.TeamID, i.team)
	}
	i.team, i.bot, i.botID = fact.TeamID(r.TeamID), fact.UserID(r.UserID), r.BotID
	close(i.known)
	return nil
}

// Team is the workspace served; "" while unknown.
func (a *App) Team() fact.TeamID {
	team, _, _, _ := a.who.get()
	return team
}

// BotUser is the app's own user id; "" until auth.test answered.
func (a *App) BotUser() fact.UserID {
	_, _, bot, _ := a.who.get()
	return bot
}

// fatalAuth are the errors that no retry can help against, with what to do.
var fatalAuth = map[string]string{
	"invalid_auth":            "Slack does not accept the token (invalid_auth): copy it again from the app's settings",
	"not_authed":              "Slack got no token (not_authed): set SLACK_BOT_TOKEN and SLACK_APP_TOKEN",
	"account_inactive":        "the token's account or app was removed from the workspace (account_inactive): reinstall the app",
	"token_revoked":           "the token was revoked (token_revoked): reinstall the app and use the new token",
	"token_expired":           "the token has expired (token_expired): reinstall the app, or turn token rotation off",
	"missing_scope":           "the token lacks a scope (missing_scope): reinstall the app from its manifest; the app-level token needs connections:write",
	"no_permission":           "the token may not do this (no_permission): reinstall the app from its manifest",
	"not_allowed_token_type":  "a token is of the wrong kind (not_allowed_token_type): the bot token starts with xoxb-, the app-level token with xapp-",
	"team_access_not_granted": "the app has no access to the workspace (team_access_not_granted): ask an administrator to approve it",
	"access_denied":           "Slack denies access (access_denied): ask an administrator to approve the app",
	"link_disabled":           "Socket Mode is turned off in the app's settings (link_disabled): turn it on, or use HTTP",
}

// fatal gives the sentence for an error that ends the program, or nil.
func fatal(err error) error {
	if err == nil {
		return nil
	}
	var code slack.StatusCodeError
	if errors.As(err, &code) && code.Code == 404 {
		return fmt.Errorf("slack: there is no Web API at the configured address (404): check SLACK_API_URL")
	}
	if s, ok := fatalAuth[slackCode(err)]; ok {
		return fmt.Errorf("slack: %s", s)
	}
	return nil
}

// slackCode is the error name that Slack gave, or "".
func slackCode(err error) string {
	if e, ok := errors.AsType[slack.SlackErrorResponse](err); ok {
		return e.Err
	}
	return ""
}

// authenticate asks who we are until Slack answers; a fatal answer is returned.
func (a *App) authenticate(ctx context.Context) error {
	waits := []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute}
	for try := 0; ; try++ {
		from := time.Now()
		r, err := a.api.AuthTestContext(ctx)
		a.Observer.call("auth.test", time.Since(from), failureCode(err))
		if err == nil {
			if err = a.who.learn(r); err != nil {
				return fmt.Errorf("slack: %w", err)
			}
			a.Logger.Info("slack: authenticated", "team", r.TeamID, "bot", r.UserID)
			return nil
		}
		if f := fatal(err); f != nil {
			return f
		}
		a.Logger.Warn("slack: cannot ask who we are yet", "code", failureCode(err), "try", try+1)
		if !wait(ctx, retryAfter(err, waits[min(try, len(waits)-1)])) {
			return nil
		}
	}
}

// retryAfter is how long Slack asks to wait, else d.
func retryAfter(err error, d time.Duration) time.Duration {
	if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
		return max(limited.RetryAfter, time.Second)
	}
	return d
}

// failureCode names a failure for logs and metrics without repeating anything that was sent.
func failureCode(err error) string {
	if err == nil {
		return ""
	}
	if code := slackCode(err); code != "" {
		return code
	}
	var limited *slack.RateLimitedError
	var status slack.StatusCodeError
	switch {
	case errors.As(err, &limited):
		return "ratelimited"
	case errors.As(err, &status):
		return fmt.Sprintf("http_%d", status.Code)
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return "unreachable"
}

// wait returns true after d, false when ctx ends first.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// alarming reports codes after which an operator should look at the app's installation.
func alarming(code string) bool {
	return slices.Contains([]string{"missing_scope", "no_permission", "invalid_auth", "token_revoked", "account_inactive"}, code)
}
