package app

import (
	"context"

	"factbot/config"
	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slack"
)

// samplesOf are questions whose answers Slack is asked to validate: a page of
// facts, one fact, the card, the timeline, help and nothing found.
var samplesOf = []string{"facts", "fact 1", "", "timeline", "help", "xyzzy plugh"}

// checkSlack asks Slack what only Slack can say.
func (o Options) checkSlack(ctx context.Context, r *Report) {
	s := o.Config.Slack
	inspection := slack.Inspection{
		BotToken: s.BotToken.Reveal(), AppToken: s.AppToken.Reveal(), APIURL: s.APIURL, Socket: s.Mode == config.Socket,
		Team: fact.TeamID(s.Team), Channel: fact.ChannelID(o.Config.Review.Channel), Clock: o.Clock,
		People: append(append([]string(nil), o.Config.Review.Admins...), o.Config.Review.Reviewers...),
	}
	replies, err := o.sampleReplies(ctx)
	if err != nil {
		r.judge("sample messages", err, "mend the topic files first", "")
	}
	inspection.Samples = replies
	for _, f := range slack.Inspect(ctx, inspection) {
		grade := OK
		if f.Minor {
			grade = Warn
		}
		if f.Bad {
			grade = Fail
		}
		r.add(f.Name, grade, f.Fix, "%s", f.Detail)
	}
}

// sampleReplies are replies as this database or these topic files would give them.
func (o Options) sampleReplies(ctx context.Context) (replies []bot.Reply, err error) {
	c, _, err := openToRead(ctx, o, false, false, "")
	if err != nil {
		return nil, err
	}
	defer c.closeInto(ctx, &err)
	b := c.newBot(nil)
	topics := c.catalog.Topics()
	if len(topics) == 0 {
		return nil, nil
	}
	for _, text := range samplesOf {
		replies = append(replies, b.Handle(ctx, bot.Request{
			ID: "doctor", Text: text, Topic: topics[0].Slug, Via: bot.ViaCommand,
			Actor: fact.Actor{Kind: fact.KindMember, Origin: fact.OriginTerminal}, Place: fact.Place{Kind: fact.PlacePrivate},
		}))
	}
	return replies, nil
}
