package bot

import (
	"context"
	"fmt"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// Notice words a notice as it is sent, from what is recorded at that moment. An
// error with CodeNotFound drops it.
func (b *Bot) Notice(ctx context.Context, n fact.Notice) (reply Reply, err error) {
	mark, question := unmarked(n.Text)
	r := questionRequest(fact.Question{
		Key: n.Key, Text: question, Topic: n.Topic, Place: n.Place,
		Actor: fact.Actor{User: n.User, Locale: n.Locale},
	})
	if n.Kind == fact.NoticeShare {
		r.Via = ViaMention
	}
	c := b.newCall(ctx, r)
	c.replay, c.review = true, spent{b.Review}
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("word notice %q: panic: %v", n.Key, fault)
		}
	}()
	switch n.Kind {
	case fact.NoticeAnswer, fact.NoticeShare:
		reply, err := c.passing(c.answerNotice(mark, &n))
		if err == nil && c.shared && len(reply.Shown()) == 0 && reply.Kind != KindBroken {
			return Reply{}, fact.NotFound("notice.share", "No fact is left in it to share.")
		}
		return reply, err
	}
	c.public = n.User == "" || n.Place.Kind == fact.PlacePublic
	c.words = wordsOf(LocaleOf(n.Locale, c.noticeScript(&n), false))
	reply, err = c.notice(&n)
	if err != nil {
		return Reply{}, fmt.Errorf("word notice %q: %w", n.Key, err)
	}
	reply.Kind = KindNotice
	reply.Locale, reply.Public = c.words.locale, n.Place.Channel != "" && n.Place.Kind != fact.PlaceDirect
	return reply, nil
}

// passing makes an error of a fault that may be over when the notice is sent
// again; any other reply is what is sent.
func (c *call) passing(r Reply) (Reply, error) {
	if r.Kind == KindBroken && (r.Code == fact.CodeBusy || r.Code == fact.CodeUnavailable) {
		return Reply{}, &fact.Error{Code: r.Code, Key: "notice.later", Message: "The answer cannot be worded just now."}
	}
	return r, nil
}

// noticeScript is the text whose script decides the language of a notice for
// nobody in particular.
func (c *call) noticeScript(n *fact.Notice) string {
	switch n.Kind {
	case fact.NoticeGap:
		return n.Text
	case fact.NoticeSources:
		_, question := unmarked(n.Text)
		return question
	case fact.NoticeBanner, fact.NoticeCorrection:
		return c.quotedQuestion(n)
	}
	return ""
}

// quotedQuestion is the question whose answer quoted a notice's fact, so that
// what follows it speaks the same language; "" if it is not kept.
func (c *call) quotedQuestion(n *fact.Notice) string {
	filter := fact.QuoteFilter{Channel: n.Place.Channel, Message: n.Place.Message}
	if len(n.Facts) > 0 && filter.Message == "" {
		filter.Fact = n.Facts[0].ID
	}
	quotes, err := c.bot.Records.Quotes(c.ctx, filter)
	if err != nil {
		return ""
	}
	for _, q := range quotes {
		if n.Place.Message == "" && n.Place.Thread != q.Place.Thread && n.Place.Thread != q.Place.Message {
			continue
		}
		if asked, err := c.bot.Records.Notices(c.ctx, fact.NoticeFilter{Key: q.Notice, Limit: 1}); err == nil && len(asked) > 0 {
			_, question := unmarked(asked[0].Text)
			return question
		}
	}
	return ""
}

// answerNotice answers the question again, as the record stands now; an act in
// it does not run again.
func (c *call) answerNotice(mark string, n *fact.Notice) Reply {
	c.shared = n.Kind == fact.NoticeShare
	c.cmd = Parse(c.req.Text, c.scope())
	var reply Reply
	if mark != "" {
		told, err := c.retell(mark, n)
		if err != nil {
			told = c.failed(err)
		}
		reply = c.finish(told)
	} else {
		reply = c.answer()
		if reply.Silent {
			reply = c.finish(Reply{Kind: KindDone, Lead: Plain(c.words.say("retold.other"))})
		}
	}
	if c.shared {
		by := c.words.say("share.by", "name", c.person(n.User))
		if len(reply.Lead) > 0 {
			by += separator
		}
		reply.Lead = append(Plain(by), reply.Lead...)
	}
	return reply
}

// notice words what factbot volunteers.
func (c *call) notice(n *fact.Notice) (Reply, error) {
	switch n.Kind {
	case fact.NoticeSources:
		return c.sourcesNotice(n)
	case fact.NoticeQueue:
		return c.queueNotice(n)
	case fact.NoticeDaily:
		return c.dailyNotice(n)
	case fact.NoticeOutcome:
		return c.outcomeNotice(n)
	case fact.NoticeBanner:
		return c.bannerNotice(n)
	case fact.NoticeCorrection:
		return c.correctionNotice(n)
	case fact.NoticeConfirm:
		return c.confirmNotice(n)
	case fact.NoticeProposal:
		return c.proposalNotice(n)
	case fact.NoticeImport:
		return c.importNotice(n)
	case fact.NoticeDigest:
		return c.digestNotice(n)
	case fact.NoticeChanged:
		return c.changedNotice(n)
	case fact.NoticeOutage:
		return c.outageNotice(n)
	case fact.NoticeGap:
		return c.gapNotice(n)
	}
	return Reply{}, fact.NotFound("notice.kind", "There is no such kind of notice.")
}

// noticeFact is the fact a notice is about, as it is now.
func (c *call) noticeFact(n *fact.Notice) (*fact.Fact, error) {
	if len(n.Facts) == 0 {
		return nil, fact.NotFound("fact.unknown", "The notice names no fact.")
	}
	f, ok := c.bot.Index.Get(n.Facts[0].ID)
	if !ok {
		return nil, unknownFact(n.Facts[0].ID)
	}
	return f, nil
}

// queueNotice is a flagged fact's one message in the review channel: while it
// waits with its doubts and buttons, afterwards with what was decided.
func (c *call) queueNotice(n *fact.Notice) (Reply, error) {
	f, err := c.noticeFact(n)
	if err != nil {
		return Reply{}, err
	}
	item, waits, err := c.queueItem(f, n)
	if err != nil {
		return Reply{}, err
	}
	if waits {
		sections := c.itemSections(item, true)
		return Reply{Lead: sections[0].Line, Sections: sections[1:]}, nil
	}
	return c.decidedNotice(f)
}

// queueItem is a fact as it waits in the queue: with its flags and their notes,
// which are for the reviewers whom the notice goes to.
func (c *call) queueItem(f *fact.Fact, n *fact.Notice) (*review.QueueItem, bool, error) {
	items, err := c.bot.Review.Queue(c.ctx, fact.Actor{User: c.reviewerFor(n), Origin: fact.OriginProgram}, f.Topic)
	if err != nil {
		return nil, false, err
	}
	for i := range items {
		if items[i].Fact.ID != f.ID {
			continue
		}
		flags, err := c.bot.Records.Flags(c.ctx, fact.FlagFilter{Fact: f.ID, Open: true})
		if err != nil {
			return nil, false, err
		}
		items[i].Flags = flags
		return &items[i], true, nil
	}
	return nil, false, nil
}

// reviewerFor is whom a notice is worded for: its own person, or any reviewer.
func (c *call) reviewerFor(n *fact.Notice) fact.UserID {
	if n.User != "" {
		return n.User
	}
	if c.bot.People != nil {
		if all := c.bot.People.Reviewers(n.Topic); len(all) > 0 {
			return all[0]
		}
	}
	return "program"
}

// confirmNotice asks for a second person to confirm a new wording.
func (c *call) confirmNotice(n *fact.Notice) (Reply, error) {
	f, err := c.noticeFact(n)
	if err != nil {
		return Reply{}, err
	}
	if !f.Has(fact.SecondNeeded) {
		return c.decidedNotice(f)
	}
	w := c.words
	r := Reply{Lead: Plain(w.say("confirm.second", "id", f.ID.String()))}
	if e, err := c.event(n.Cause); err == nil {
		t := c.tell(e, false)
		r.Sections = append(r.Sections, Section{Kind: SectionText, Line: Plain(t.line)})
		if t.wording != nil {
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.was"))}, Section{Kind: SectionContent, Text: t.wording.Old})
		}
	}
	r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: Plain(w.say("wording.now"))}, Section{Kind: SectionFact, View: c.view(f)})
	ref := f.ID.String() + " v" + plainNumber(f.Version)
	r.Buttons = []Button{
		{Label: w.say("button.confirm"), Command: "verify " + ref, Style: StylePrimary},
		{Label: w.say("button.correct"), Command: "correct " + ref},
		{Label: w.say("button.retract"), Command: "retract " + ref, Style: StyleDanger},
	}
	return r, nil
}

// dailyNotice is an owner's items of the working day, each with its buttons.
func (c *call) dailyNotice(n *fact.Notice) (Reply, error) {
	w := c.words
	r := Reply{}
	count := 0
	for _, ref := range n.Facts {
		f, ok := c.bot.Index.Get(ref.ID)
		if !ok {
			continue
		}
		one := *n
		one.Topic = f.Topic
		item, waits, err := c.queueItem(f, &one)
		if err != nil {
			return Reply{}, err
		}
		if !waits {
			continue
		}
		if count > 0 {
			r.Sections = append(r.Sections, Section{Kind: SectionDivider})
		}
		count++
		r.Sections = append(r.Sections, c.itemSections(item, true)...)
	}
	if count == 0 {
		return Reply{}, fact.NotFound("daily.empty", "Nothing waits any more.")
	}
	r.Lead = Plain(w.count("daily.lead", count))
	r.Notes = []Line{Plain(w.say("daily.note"))}
	return r, nil
}
