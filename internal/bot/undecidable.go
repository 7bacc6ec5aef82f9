package bot

import (
	"fmt"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// undecidable refuses at once what would be refused of the decision however it
// was filled in, so that nobody fills in a form in vain.
func (c *call) undecidable(f *fact.Fact) error {
	id, active := f.ID.String(), f.Active()
	switch v := c.cmd.Verb; {
	case v == VerbVerify && c.req.Actor.User != "":
		return c.review.Verifiable(c.ctx, c.req.Actor, f)
	case !active && (v == VerbCorrect || v == VerbConfidence):
		return fact.Conflict("act.retracted", "It is retracted; restore it first.").With("id", id)
	case !active && v == VerbRetract:
		return fact.Conflict("retract.already", "It is already retracted.").With("id", id)
	case active && v == VerbRestore:
		return fact.Conflict("restore.not_retracted", "It is not retracted, so there is nothing to restore.").With("id", id)
	case v == VerbDismiss && (f.Doubts == nil || f.Doubts.Count == 0):
		return fact.Conflict("dismiss.none", "No flag on it is open any more.").With("id", id)
	}
	return nil
}

// instead offers, with a refusal, what a reviewer may do to the fact as it is.
func (c *call) instead(r *Reply, e *fact.Error) {
	switch e.Key {
	case "act.retracted", "retract.already", "restore.not_retracted", "dismiss.none":
	default:
		return
	}
	id, _ := fact.ParseID(e.Params["id"], "")
	f, ok := c.bot.Index.Get(id)
	if ok && len(r.Buttons) == 0 && c.decides(f.Topic) {
		r.Buttons = c.decisionButtons(f)
	}
}

// staleNow says that the fact changed since a button or text named a version, and
// who changed it.
func (c *call) staleNow(f *fact.Fact) error {
	old := fact.Conflict("act.stale", "It has changed since you saw it; look at it again and decide anew.").With("id", f.ID.String())
	stale := &review.Stale{Fact: f}
	events, err := c.bot.Records.Events(c.ctx, fact.EventFilter{Fact: f.ID, Acts: changing, Oldest: true})
	if err != nil {
		return fmt.Errorf("look up who changed %s: %w", f.ID, err)
	}
	for _, e := range events {
		if e.Version == f.Version { // the first at a version is the one that raised it
			stale.By, stale.Act, stale.At = e.Name, e.Act, e.At
			if stale.By == "" && e.Actor != "" {
				stale.By = c.person(e.Actor)
			}
			return old.Because(stale)
		}
	}
	return old
}

// changing lists the acts that raise a fact's version.
var changing = []fact.Act{
	fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActUndo,
	fact.ActAccept, fact.ActAdd, fact.ActRevise, fact.ActMissing, fact.ActReturned,
}
