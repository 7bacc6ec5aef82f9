package bot

import (
	"factbot/internal/fact"
)

// share posts an answer in the channel, as a message of its own that can be
// answered and corrected.
func (c *call) share() (Reply, error) {
	inner := c.cmd.Share
	if c.public {
		c.cmd = *inner
		return c.perform()
	}
	if !c.mayShare() {
		return Reply{}, fact.Invalid("share.place", "There is no channel here to share it in.")
	}
	sharing := *c
	sharing.cmd, sharing.public = *inner, true
	sharing.words = wordsOf(LocaleOf("", inner.Query, true))
	answer, err := sharing.perform()
	if err != nil {
		return Reply{}, err
	}
	refs := answer.Shown()
	if len(refs) == 0 {
		return Reply{}, fact.Invalid("share.nothing", "There is no fact in it to share.")
	}
	at := c.req.Place
	at.Message = ""
	n := fact.Notice{
		Key: "share/" + c.shareKey(), Kind: fact.NoticeShare, Topic: c.cmd.Topic, Facts: refs, Place: at,
		User: c.req.Actor.User, Text: c.cmd.Shared, NotBefore: c.now, CreatedAt: c.now,
	}
	fresh, err := c.bot.Sharing.Share(c.ctx, c.req.Actor.Delivery, n, quotesOf(n, refs, c))
	if err == nil && !fresh {
		err = repeated()
	}
	if err != nil {
		return Reply{}, err
	}
	return Reply{Kind: KindDone, Lead: Plain(c.words.say("share.done")), After: n.Key}, nil
}

// shareKey names one act of sharing: its delivery or, where that has no key,
// the request.
func (c *call) shareKey() string {
	if c.req.Actor.Delivery != "" {
		return c.req.Actor.Delivery
	}
	return c.req.ID + "/" + plainNumber(int(c.now.UnixMicro()))
}

// quotesOf are the places that a public message will show facts in.
func quotesOf(n fact.Notice, refs []fact.Ref, c *call) []fact.Quote {
	quotes := make([]fact.Quote, 0, len(refs))
	for _, ref := range refs {
		quotes = append(quotes, fact.Quote{Notice: n.Key, Fact: ref.ID, Version: ref.Version, Place: n.Place, At: c.now})
	}
	return quotes
}
