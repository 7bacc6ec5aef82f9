package config

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	personID  = regexp.MustCompile(`^[UW][A-Z0-9]{1,20}$`)
	groupID   = regexp.MustCompile(`^S[A-Z0-9]{1,20}$`)
	channelID = regexp.MustCompile(`^[CG][A-Z0-9]{1,20}$`)
	teamID    = regexp.MustCompile(`^[TE][A-Z0-9]{1,20}$`)
	appID     = regexp.MustCompile(`^A[A-Z0-9]{1,20}$`)
)

// validate lists everything that cannot be used, naming key and entry.
func (c *Config) validate() []string {
	p := &problems{}
	p.oneOf("slack.mode", string(c.Slack.Mode), string(Socket), string(HTTPS))
	p.oneOf("slack.guests", c.Slack.Guests, "allow", "refuse")
	p.oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	p.oneOf("log.format", c.Log.Format, "text", "json")
	p.id("slack.team", c.Slack.Team, teamID, "a team id such as T0123ABCD")
	p.id("slack.app", c.Slack.App, appID, "an app id such as A0123ABCD")
	p.id("review.channel", c.Review.Channel, channelID, "a channel id such as C0123ABCD (not its name)")
	p.id("review.digest_channel", c.Review.DigestChannel, channelID, "a channel id such as C0123ABCD (not its name)")
	for _, list := range []struct {
		key   string
		items []string
	}{{"review.reviewers", c.Review.Reviewers}, {"review.admins", c.Review.Admins}} {
		for _, item := range list.items {
			p.person(list.key, item)
		}
	}
	for _, item := range c.Review.OptedOut {
		p.id("review.opted_out", item, channelID, "a channel id such as C0123ABCD")
	}
	p.pairs(c)
	p.apiURL(c.Slack.APIURL)
	p.addr("http.addr", c.HTTP.Addr, true)
	p.addr("ops.addr", c.Ops.Addr, false)
	p.numbers(c)
	if c.Database.Path == "" {
		p.add("database.path is empty; name a file such as factbot.db")
	}
	if _, err := time.LoadLocation(c.Review.TimeZone); err != nil {
		p.add("review.time_zone: %q is not a time zone; use a name such as Europe/Paris or UTC", c.Review.TimeZone)
	}
	return p.lines
}

type problems struct{ lines []string }

func (p *problems) add(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
}

func (p *problems) oneOf(key, value string, allowed ...string) {
	if slices.Contains(allowed, value) {
		return
	}
	p.add("%s: %q is not one of %s", key, value, strings.Join(allowed, ", "))
}

// IsPersonID says whether a text is of the form of a person's Slack id.
func IsPersonID(text string) bool { return personID.MatchString(text) }

func (p *problems) id(key, value string, pattern *regexp.Regexp, want string) {
	if value != "" && !pattern.MatchString(value) {
		p.add("%s: %q is not %s", key, value, want)
	}
}

func (p *problems) person(key, item string) {
	if !personID.MatchString(item) && !groupID.MatchString(item) {
		p.add("%s: %q is neither a user id (U…) nor a user group id (S…); names do not work, since anyone can change theirs", key, item)
	}
}

func (p *problems) pairs(c *Config) {
	for _, item := range c.Review.TopicReviewers {
		topic, people, ok := strings.Cut(item, "=")
		if !ok || topic == "" || people == "" {
			p.add("review.topic_reviewers: %q is not of the form topic=U0123ABCD,S0456EFGH", item)
			continue
		}
		for person := range strings.SplitSeq(people, ",") {
			p.person("review.topic_reviewers", strings.TrimSpace(person))
		}
	}
	for _, item := range c.Slack.ChannelTopics {
		channel, topic, ok := strings.Cut(item, "=")
		if !ok || topic == "" || !channelID.MatchString(channel) {
			p.add("slack.channel_topics: %q is not of the form C0123ABCD=topic", item)
		}
	}
}

func (p *problems) apiURL(text string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http"):
		p.add("slack.api_url: %q is not an http or https address", text)
	case !strings.HasSuffix(u.Path, "/"):
		p.add("slack.api_url: %q must end in '/'", text)
	case u.Scheme == "http" && !loopback(u.Hostname()):
		p.add("slack.api_url: %q would send tokens unencrypted; use https", text)
	}
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (p *problems) addr(key, value string, required bool) {
	if value == "" && !required {
		return
	}
	if _, _, err := net.SplitHostPort(value); err != nil {
		p.add("%s: %q is not an address such as :8080 or 127.0.0.1:8080", key, value)
	}
}

func (p *problems) numbers(c *Config) {
	for _, d := range []struct {
		key   string
		value time.Duration
	}{
		{"review.verified_for", c.Review.VerifiedFor},
		{"review.verified_low", c.Review.VerifiedLow},
		{"review.undo_window", c.Review.UndoWindow},
		{"review.follow_for", c.Review.FollowFor},
		{"review.reply_for", c.Review.ReplyFor},
		{"retention.quotes", c.Retention.Quotes},
		{"retention.readings", c.Retention.Readings},
		{"retention.gaps", c.Retention.Gaps},
		{"retention.notices", c.Retention.Notices},
	} {
		if d.value < 0 {
			p.add("%s: %s is negative", d.key, d.value)
		}
	}
	// Slack redelivers for a day: shorter and a repeat would be answered twice.
	if c.Retention.Deliveries < 24*time.Hour {
		p.add("retention.deliveries: %s is shorter than 24h, for which Slack may redeliver", c.Retention.Deliveries)
	}
	for _, n := range []struct {
		key   string
		value int
		most  int
	}{
		{"slack.rate_per_minute", c.Slack.RatePerMinute, 1_000_000},
		{"slack.thread_budget", c.Slack.ThreadBudget, 1_000_000},
		{"review.low_below", c.Review.LowBelow, 100},
		{"review.replies_a_day", c.Review.RepliesADay, 1000},
		{"review.daily_items", c.Review.DailyItems, 20},
	} {
		if n.value < 0 || n.value > n.most {
			p.add("%s: %d is not between 0 and %d", n.key, n.value, n.most)
		}
	}
}

// CheckServe lists what serving needs beyond valid settings: the tokens of the mode.
func (c *Config) CheckServe() []string {
	p := &problems{}
	token := func(name, what string, s Secret, start string) {
		switch {
		case !s.IsSet():
			p.add("%s is not set: %s", name, what)
		case start != "" && !strings.HasPrefix(s.Reveal(), start):
			p.add("%s does not start with %s: %s", name, start, what)
		}
	}
	token("SLACK_BOT_TOKEN", "the app's “Bot User OAuth Token”", c.Slack.BotToken, "xoxb-")
	if c.Slack.Mode == HTTPS {
		token("SLACK_SIGNING_SECRET", "the app's “Signing Secret”; without it calls cannot be told from forgeries", c.Slack.SigningSecret, "")
	} else {
		token("SLACK_APP_TOKEN", "the app's “App-Level Token” with connections:write", c.Slack.AppToken, "xapp-")
	}
	return p.lines
}
