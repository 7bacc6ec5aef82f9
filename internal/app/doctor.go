package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// Bounds beyond which doctor warns.
const (
	littleSpace = 500 << 20 // bytes free on the database's disk
	slowWrite   = 50 * time.Millisecond
	clockSlack  = 2 * time.Minute
)

// Doctor checks everything factbot needs, and with online also what only Slack
// can say. Its error is one of doctor's own; what it finds is in the report.
func Doctor(ctx context.Context, o Options, online bool) (*Report, error) {
	o = o.withDefaults()
	r := &Report{}
	where := "the built-in defaults and the environment"
	if o.Config.File != "" {
		where = o.Config.File
	}
	r.add("settings", OK, "", "valid, from %s", where)
	for _, warning := range o.Config.Warnings {
		r.add("settings", Warn, "unset it, or use the name given", "%s", warning)
	}
	o.checkTopics(r)
	if err := o.checkDatabase(ctx, r); err != nil {
		return nil, err
	}
	o.checkTokens(r)
	if online {
		o.checkSlack(ctx, r)
	}
	return r, nil
}

func (o Options) checkTopics(r *Report) {
	list, err := o.configured()
	if problems, ok := errors.AsType[*ProblemsError](err); ok {
		for _, line := range problems.Lines {
			r.add("topic files", Fail, "mend the file; its facts stay as they are until then", "%s", line)
		}
		return
	}
	if err != nil {
		r.judge("topic files", err, "name the files with --topic or topics:", "")
		return
	}
	for _, l := range list {
		r.add("topic files", OK, "", "%s: topic %s, %d facts", l.name, l.slug(), len(l.source.Facts))
		for _, warning := range l.warnings {
			r.add("topic files", Warn, "docs/topic-files.md says what it means", "%s", warning)
		}
	}
}

// checkDatabase looks at the file, then at what is in it.
func (o Options) checkDatabase(ctx context.Context, r *Report) error {
	path := o.Config.Database.Path
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		r.add("database", Warn, "“factbot serve” or “factbot import FILE” makes it", "%s does not exist yet", path)
		return nil
	}
	holder, served, err := store.HeldBy(path)
	if err != nil {
		r.judge("database", err, "look at the permissions of "+store.LockPath(path), "")
		return nil
	}
	how := writing
	if served {
		how = reading
	}
	c, err := openCore(ctx, o, how, nil)
	if err != nil {
		r.add("database", Fail, "restore a backup if it is damaged: factbot restore FILE --force", "%s", sentenceOf(err))
		return nil
	}
	defer func() { _ = c.close(context.WithoutCancel(ctx), c.Logger) }()
	if served {
		r.add("served", OK, "", "by %s", holder)
		o.checkServing(ctx, r)
	}
	c.checkFile(ctx, r, served)
	c.checkIndex(ctx, r)
	c.checkHistory(ctx, r)
	c.checkReviewers(r)
	c.checkOutbox(ctx, r)
	return nil
}

// sentenceOf is what a person should read of an error.
func sentenceOf(err error) string {
	if e, ok := errors.AsType[*fact.Error](err); ok {
		return e.Message
	}
	return err.Error()
}

func (c *core) checkFile(ctx context.Context, r *Report, served bool) {
	info, err := c.db.Info(ctx)
	if err != nil {
		r.judge("database", err, "look at the file and its folder", "")
		return
	}
	r.add("database", OK, "", "%s, %d KiB, schema %d of %d", info.Path, info.Size>>10, info.Schema, info.Latest)
	if info.Mode&0o077 != 0 {
		r.add("permissions", Warn, "chmod 600 "+info.Path, "other users of this machine may read the database (%v)", info.Mode)
	}
	if info.Free > 0 && info.Free < littleSpace {
		r.add("disk", Warn, "make room: when the disk is full, acts are refused", "%d MiB are free", info.Free>>20)
	}
	r.judge("integrity", c.db.IntegrityCheck(ctx), "restore a backup: factbot restore FILE --force", "every page reads as it should")
	if served {
		return
	}
	took, err := c.db.WriteLatency(ctx)
	switch {
	case err != nil:
		r.judge("writing", err, "look at the disk and its permissions", "")
	case took > slowWrite:
		r.add("writing", Warn, "put the database on a local disk", "one committed write took %v", took.Round(time.Millisecond))
	default:
		r.add("writing", OK, "", "one committed write took %v", took.Round(10*time.Microsecond))
	}
}

// checkIndex compares the search index with the rows: same facts, same versions.
func (c *core) checkIndex(ctx context.Context, r *Report) {
	rows, wrong := 0, 0
	err := c.db.EachFact(ctx, func(f *fact.Fact) error {
		rows++
		if indexed, ok := c.index.Get(f.ID); !ok || indexed.Version != f.Version || indexed.Statement != f.Statement {
			wrong++
		}
		return nil
	})
	switch {
	case err != nil:
		r.judge("index", err, "restore a backup if the database is damaged", "")
	case wrong > 0 || rows != c.index.Len():
		r.add("index", Fail, "restart factbot: the index is built anew from the rows", "%d of %d facts differ from the rows", wrong, rows)
	default:
		r.add("index", OK, "", "consistent with %d facts", rows)
	}
}

func (c *core) checkHistory(ctx context.Context, r *Report) {
	chain, err := c.db.VerifyChain(ctx, "")
	switch {
	case err != nil:
		r.judge("history", err, "restore a backup if the database is damaged", "")
	case chain.Broken != 0:
		r.add("history", Fail, "somebody changed the record: compare with a backup", "broken at event %d: %s", chain.Broken, chain.Reason)
	default:
		r.add("history", OK, "", "whole, %d events", chain.Events)
	}
	latest, err := c.db.Events(ctx, fact.EventFilter{Limit: 1})
	if err == nil && len(latest) == 1 && latest[0].At.After(c.Clock().Add(clockSlack)) {
		r.add("clock", Fail, "set the machine's clock (NTP)", "the latest event is dated %s, which is still to come", latest[0].At.Format(time.RFC3339))
	}
}

func (c *core) checkReviewers(r *Report) {
	if c.Config.Review.Channel == "" {
		r.add("review", Warn, "set review.channel to a channel's id", "there is no review channel: reviewers get direct messages only")
	}
	groups := c.roster.groups()
	for _, t := range c.catalog.Topics() {
		n := len(c.roster.Reviewers(t.Slug))
		switch {
		case len(groups) > 0:
			r.add("reviewers", OK, "", "%s: %d by id, and the user groups %s (--online counts them)", t.Slug, n, strings.Join(groups, ", "))
		case n == 0:
			r.add("reviewers", Warn, "set review.reviewers", "%s has no reviewer: flags are kept, nobody can decide", t.Slug)
		case n == 1:
			r.add("reviewers", Warn, "add a second one, or set review.maker_may_check", "%s has one reviewer, who may not check their own wording", t.Slug)
		default:
			r.add("reviewers", OK, "", "%s has %d", t.Slug, n)
		}
	}
}

func (c *core) checkOutbox(ctx context.Context, r *Report) {
	stats, err := c.db.NoticeStats(ctx)
	if err != nil {
		r.judge("outbox", err, "restore a backup if the database is damaged", "")
		return
	}
	if stats.Dead == 0 {
		r.add("outbox", OK, "", "%d waiting, none given up", stats.Waiting)
		return
	}
	dead, err := c.db.Notices(ctx, fact.NoticeFilter{State: fact.NoticeDead})
	if err != nil {
		r.judge("outbox", err, "restore a backup if the database is damaged", "")
		return
	}
	dead = slices.DeleteFunc(dead, fact.Notice.Refused)
	for _, n := range dead[:min(len(dead), deadShown)] {
		r.add("outbox", Warn, deadFix(n), "%s notice of %s was given up: %s", n.Kind, n.CreatedAt.Format(time.RFC3339), n.Error)
	}
	if stats.Dead > deadShown {
		r.add("outbox", Warn, "", "and %d more", stats.Dead-deadShown)
	}
}

// deadShown bounds how many messages that were given up are named.
const deadShown = 5

// deadFix says what to do about a message that was given up.
func deadFix(n fact.Notice) string {
	switch n.Error {
	case "not_in_channel", "channel_not_found":
		return fmt.Sprintf("invite factbot to the channel %s (/invite @factbot), then stop it and run “factbot resend”", n.Place.Channel)
	case "is_archived":
		return "the channel is archived; nothing is to be done"
	}
	return "docs/oncall.md has the error names"
}

func (o Options) checkTokens(r *Report) {
	lines := o.Config.CheckServe()
	for _, line := range lines {
		r.add("tokens", Warn, "“factbot serve” says how to get them", "%s", line)
	}
	if len(lines) == 0 {
		r.add("tokens", OK, "", "set, for %s mode", o.Config.Slack.Mode)
	}
}

// checkServing asks the process that serves how it is.
func (o Options) checkServing(ctx context.Context, r *Report) {
	if o.Config.Ops.Addr == "" {
		r.add("serving", Warn, "set ops.addr", "it cannot be asked: ops.addr is empty")
		return
	}
	if _, err := Ready(ctx, o); err != nil {
		r.add("serving", Fail, "docs/oncall.md: “Nobody is answered”", "%s", sentenceOf(err))
		return
	}
	r.add("serving", OK, "", "ready at %s", o.Config.Ops.Addr)
}
