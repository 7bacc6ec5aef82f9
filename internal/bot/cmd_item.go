package bot

import (
	"strconv"

	"factbot/internal/fact"
)

// acceptOrReject decides on a proposal. A button accepts at once; what is typed
// is confirmed. A rejection needs a reason.
func (c *call) acceptOrReject() (Reply, error) {
	reason := c.cmd.Content
	switch {
	case c.req.Via == ViaForm:
		reason = c.field("reason")
	case c.req.Via == ViaButton && c.cmd.Verb == VerbAccept:
	case c.cmd.Confirmed && (reason != "" || c.cmd.Verb == VerbAccept):
	default:
		return c.askAboutProposal()
	}
	if c.cmd.Verb == VerbReject {
		return c.reject(reason)
	}
	out, err := c.review.Accept(c.ctx, c.req.Actor, c.cmd.Item, c.cmd.Version, reason)
	if staleOf(err) != nil {
		return c.overtakenProposal(err)
	}
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Kind: KindDone, Replace: c.req.Via == ViaButton, Lead: Plain(c.words.say("accept.done", "item", c.item()))}
	if out.After != nil {
		r.Sections = append(r.Sections, Section{Kind: SectionFact, View: c.view(out.After)})
	}
	return r, nil
}

// overtakenProposal says who decided on the fact since the proposal was seen, and
// shows the proposal beside the fact as it is now, to be accepted all the same.
func (c *call) overtakenProposal(cause error) (Reply, error) {
	p, err := c.waitingProposal()
	if err != nil {
		return Reply{}, cause // it is not the fact that changed
	}
	r := c.failed(cause)
	r.Sections = append(r.Sections, c.proposalSections(p, !c.public)...)
	r.Buttons = nil
	if c.public {
		r.Notes = append(r.Notes, Plain(c.words.say("confirm.type", "command", c.typed(c.acceptCommand(p)+" "+confirmedWord+" "+c.words.say("confirm.reason")))))
	}
	return r, nil
}

// acceptCommand accepts a proposal and names the version of its fact that is shown
// beside it.
func (c *call) acceptCommand(p *fact.Proposal) string {
	command := "accept P" + strconv.FormatInt(p.ID, 10)
	if f, ok := c.bot.Index.Get(p.Fact); ok && p.Kind != fact.ProposeNew {
		command += " v" + plainNumber(f.Version)
	}
	return command
}

// reject turns the command's proposal down, and says who is told.
func (c *call) reject(reason string) (Reply, error) {
	w, lead := c.words, ""
	switch p, err := c.waitingProposal(); {
	case err != nil: // the review service says what is wrong
	case p.Kind != fact.ProposeNew:
		lead = w.say("reject.file", "item", c.item(), "id", p.Fact.String())
	case p.By == "" || p.By.Forgotten() || p.By == c.req.Actor.User:
		lead = w.say("reject.quiet", "item", c.item())
	default:
		lead = w.say("reject.done", "item", c.item())
	}
	if err := c.review.Reject(c.ctx, c.req.Actor, c.cmd.Item, reason); err != nil {
		return Reply{}, err
	}
	if lead == "" {
		lead = w.say("reject.quiet", "item", c.item())
	}
	return Reply{Kind: KindDone, Lead: Plain(lead)}, nil
}

// item is the number of the command's proposal or gap, with its letter.
func (c *call) item() string {
	letter := "P"
	if c.cmd.Verb == VerbCloseGap {
		letter = "G"
	}
	return letter + strconv.FormatInt(c.cmd.Item, 10)
}

// askAboutProposal shows the proposal that a typed decision is about, and asks
// whether it is meant; one that does not wait is refused at once.
func (c *call) askAboutProposal() (Reply, error) {
	p, err := c.waitingProposal()
	if err != nil {
		return Reply{}, err
	}
	w, verb := c.words, string(c.cmd.Verb)
	command := verb + " " + c.item()
	if c.cmd.Verb == VerbAccept {
		command = c.acceptCommand(p)
	}
	form := &Form{
		Command: command, Topic: p.Topic, Title: w.say("form."+verb+".title", "item", c.item()),
		Submit: w.say("form." + verb + ".submit"), Intro: c.proposalSections(p, false),
		Fields: []Field{c.reasonField(nil, c.cmd.Verb == VerbReject && p.Kind == fact.ProposeNew, c.cmd.Content)},
	}
	if p.Kind != fact.ProposeNew {
		form.Fields[0].Hint = w.say("form.reason.history")
	}
	return c.askItem(form, command+" "+confirmedWord+" "+w.say("confirm.reason")), nil
}

// askItem asks in a form or, where none opens, for a command to be typed.
func (c *call) askItem(form *Form, command string) Reply {
	r := c.formReply(form)
	if r.Form != nil {
		return r
	}
	w := c.words
	r.Lead = Plain(w.say("item.lead", "act", w.say("act."+string(c.cmd.Verb)), "item", c.item()))
	r.Notes = []Line{Plain(w.say("confirm.type", "command", c.typed(command)))}
	return r
}

// waitingProposal is the proposal that the command names, as its reviewers see
// it.
func (c *call) waitingProposal() (*fact.Proposal, error) {
	topics, err := c.reviewedTopics()
	if err != nil {
		return nil, err
	}
	for _, t := range topics {
		open, err := c.review.Proposals(c.ctx, c.req.Actor, t.Slug)
		if err != nil {
			return nil, err
		}
		for i := range open {
			if open[i].ID == c.cmd.Item {
				return &open[i], nil
			}
		}
		decided, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Topic: t.Slug, Acts: []fact.Act{
			fact.ActAccept, fact.ActReject, fact.ActCorrect, fact.ActConfidence, fact.ActRecall,
		}})
		if err != nil {
			return nil, err
		}
		for i := range decided {
			switch e := &decided[i]; {
			case !decidesOn(e, c.cmd.Item):
			case e.Act == fact.ActRecall:
				return nil, fact.Conflict("proposal.withdrawn", "The file no longer says what that proposed.")
			default:
				return nil, fact.Conflict("proposal.decided", "That proposal was decided already.")
			}
		}
	}
	return nil, fact.NotFound("proposal.unknown", "There is no such proposal.")
}
