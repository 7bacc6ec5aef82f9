package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// Finding is what a question to Slack showed, with what to do about it.
type Finding struct {
	Name   string
	Detail string
	Fix    string
	Bad    bool // it stops something from working
	Minor  bool // it is worth knowing
}

// Inspection says what to ask Slack about.
type Inspection struct {
	BotToken, AppToken, APIURL string
	Socket                     bool           // Socket Mode is to be tried too
	Team                       fact.TeamID    // "" if any will do
	Channel                    fact.ChannelID // the review channel; "" if none
	People                     []string       // reviewers: user and user group ids
	Samples                    []bot.Reply    // replies for Slack to validate
	Clock                      func() time.Time
	Timeout                    time.Duration // of one call; 10 s
}

// clockSlack is how far a clock may be off before signatures come near their window.
const clockSlack = 60 * time.Second

// inspector asks Slack one thing after another.
type inspector struct {
	Inspection
	api      *slack.Client
	http     *http.Client
	findings []Finding
}

// Inspect asks Slack whether everything is as factbot needs it. It changes nothing there.
func Inspect(ctx context.Context, i Inspection) []Finding {
	if i.Timeout <= 0 {
		i.Timeout = 10 * time.Second
	}
	if i.APIURL == "" {
		i.APIURL = slack.APIURL
	}
	client := &http.Client{Timeout: i.Timeout}
	in := &inspector{
		Inspection: i, http: client,
		api: slack.New(i.BotToken, slack.OptionAppLevelToken(i.AppToken), slack.OptionAPIURL(i.APIURL), slack.OptionHTTPClient(client)),
	}
	if in.token(ctx) {
		in.socket(ctx)
		in.channel(ctx)
		in.people(ctx)
	}
	in.samples(ctx)
	return in.findings
}

func (in *inspector) good(name, format string, args ...any) {
	in.findings = append(in.findings, Finding{Name: name, Detail: fmt.Sprintf(format, args...)})
}

func (in *inspector) minor(name, fix, format string, args ...any) {
	in.findings = append(in.findings, Finding{Name: name, Fix: fix, Minor: true, Detail: fmt.Sprintf(format, args...)})
}

func (in *inspector) bad(name, fix, format string, args ...any) {
	in.findings = append(in.findings, Finding{Name: name, Fix: fix, Bad: true, Detail: fmt.Sprintf(format, args...)})
}

// token checks the bot token, its workspace, its scopes and the clock.
func (in *inspector) token(ctx context.Context) bool {
	r, err := in.api.AuthTestContext(ctx)
	if err != nil {
		if f := fatal(err); f != nil {
			in.bad("slack", "copy the Bot User OAuth Token again", "%s", strings.TrimPrefix(f.Error(), "slack: "))
			return false
		}
		in.bad("slack", "check the network, and SLACK_API_URL if it is set", "Slack cannot be reached: %s", failureCode(err))
		return false
	}
	in.good("slack", "the bot token is %s of workspace %s (%s)", r.User, r.Team, r.TeamID)
	if in.Team != "" && fact.TeamID(r.TeamID) != in.Team {
		in.bad("workspace", "use that workspace's token, or another database", "the database belongs to workspace %s", in.Team)
	}
	in.scopes(r.Header.Get("X-OAuth-Scopes"))
	if at, err := http.ParseTime(r.Header.Get("Date")); err == nil {
		off := in.Clock().Sub(at).Abs()
		if off > clockSlack {
			in.bad("clock", "set the machine's clock (NTP): signatures are good for five minutes", "it differs from Slack's by %s", off.Round(time.Second))
		} else {
			in.good("clock", "within %s of Slack's", clockSlack)
		}
	}
	return true
}

// scopes compares what the token has with what the manifest asks for.
func (in *inspector) scopes(header string) {
	if header == "" {
		in.minor("scopes", "", "Slack did not say which scopes the token has")
		return
	}
	have := strings.FieldsFunc(header, func(r rune) bool { return r == ',' || r == ' ' })
	lacks := false
	for _, s := range Why() {
		switch {
		case slices.Contains(have, s.Scope):
		case s.Optional:
			in.minor("scopes", "add it to the app if you want that", "without %s: %s", s.Scope, s.Without)
		default:
			lacks = true
			in.bad("scopes", "reinstall the app from “factbot manifest”", "%s is missing: %s", s.Scope, s.Without)
		}
	}
	if !lacks {
		in.good("scopes", "every needed one is there")
	}
}

// socket asks for a Socket Mode address, which it does not dial.
func (in *inspector) socket(ctx context.Context) {
	if !in.Socket {
		return
	}
	if _, _, err := in.api.StartSocketModeContext(ctx); err != nil {
		in.bad("socket mode", "make an App-Level Token with connections:write and turn Socket Mode on", "it cannot be opened: %s", failureCode(err))
		return
	}
	in.good("socket mode", "the app-level token opens it")
}

// channel looks whether the bot is in the review channel.
func (in *inspector) channel(ctx context.Context) {
	if in.Channel == "" {
		return
	}
	ch, err := in.api.GetConversationInfoContext(ctx, &slack.GetConversationInfoInput{ChannelID: string(in.Channel)})
	switch code := slackCode(err); {
	case code == "missing_scope":
		in.minor("review channel", "/invite @factbot there, once", "whether the bot is in %s cannot be seen without channels:read and groups:read", in.Channel)
	case err != nil:
		in.bad("review channel", "set review.channel to the channel's id and /invite @factbot there", "%s: %s", in.Channel, failureCode(err))
	case !ch.IsMember:
		in.bad("review channel", "/invite @factbot in #"+ch.Name, "the bot is not in %s", in.Channel)
	default:
		in.good("review channel", "the bot is in #%s", ch.Name)
	}
}

// people looks up every reviewer.
func (in *inspector) people(ctx context.Context) {
	good := 0
	for _, id := range in.People {
		if strings.HasPrefix(id, "S") {
			members, err := in.api.GetUserGroupMembersContext(ctx, id)
			switch {
			case err != nil:
				in.bad("reviewers", "correct the user group's id, or reinstall with usergroups:read", "%s: %s", id, failureCode(err))
			case len(members) == 0:
				in.minor("reviewers", "add people to it", "the user group %s is empty", id)
			default:
				good++
			}
			continue
		}
		u, err := in.api.GetUserInfoContext(ctx, id)
		switch {
		case err != nil:
			in.bad("reviewers", "correct the id in review.reviewers or review.admins", "%s: %s", id, failureCode(err))
		case u.Deleted:
			in.minor("reviewers", "remove the id", "%s was deactivated", id)
		default:
			good++
		}
	}
	if good > 0 && good == len(in.People) {
		in.good("reviewers", "all %d entries exist", good)
	}
}

// samples has Slack validate what factbot would send. The method is public.
func (in *inspector) samples(ctx context.Context) {
	refused := 0
	for n := range in.Samples {
		var c canvas
		message := appendResponse(nil, &c, &in.Samples[n], respond{})
		problem, err := in.validate(ctx, message)
		if err != nil {
			in.minor("sample messages", "", "Slack did not validate them: %v", err)
			return
		}
		if problem != "" {
			refused++
			in.bad("sample messages", "report it with this line", "a %s reply: %s", in.Samples[n].Kind, problem)
		}
	}
	if len(in.Samples) > 0 && refused == 0 {
		in.good("sample messages", "Slack accepts all %d", len(in.Samples))
	}
}

// validate asks blocks.validate about one message. It returns what Slack refuses in it, or "".
func (in *inspector) validate(ctx context.Context, message []byte) (string, error) {
	var parts struct {
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(message, &parts); err != nil {
		return "", fmt.Errorf("read the sample: %w", err)
	}
	form := url.Values{"blocks": {string(parts.Blocks)}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, in.APIURL+"blocks.validate", strings.NewReader(form.Encode()))
	if err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := in.http.Do(request)
	if err != nil {
		return "", errors.New("it cannot be reached")
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		OK     bool   `json:"ok"`
		Error  string `json:"error"`
		Errors []struct {
			Pointer string `json:"pointer"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(nil, response.Body, maxBody)).Decode(&answer); err != nil {
		return "", fmt.Errorf("read its answer: status %d", response.StatusCode)
	}
	switch {
	case len(answer.Errors) > 0:
		return answer.Errors[0].Message + " at " + answer.Errors[0].Pointer, nil
	case !answer.OK && answer.Error != "unknown_method":
		return answer.Error, nil
	case !answer.OK:
		return "", errors.New(answer.Error)
	}
	return "", nil
}
