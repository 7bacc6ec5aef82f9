package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/store"
)

// Backup copies the database to a file, also while it is being served, and
// checks the copy. It replaces an earlier copy only with force. It returns a line
// that says what it did.
func Backup(ctx context.Context, o Options, file string, force bool) (_ string, err error) {
	o = o.withDefaults()
	db, err := store.Open(ctx, store.Options{Path: o.Config.Database.Path, Clock: o.Clock, ReadOnly: true, Log: o.Logger})
	if err != nil {
		return "", err
	}
	defer func() {
		if closing := db.Close(); err == nil {
			err = closing
		}
	}()
	copied, err := db.Backup(ctx, file, force)
	if err != nil {
		return "", err
	}
	if copied.Broken != 0 {
		return fmt.Sprintf("Copied %s to %s; the history in it is broken at event %d: %s\n", o.Config.Database.Path, file, copied.Broken, copied.Reason), nil
	}
	return fmt.Sprintf("Copied %s to %s and checked the copy: %d events, head %s\n", o.Config.Database.Path, file, copied.Events, copied.Head), nil
}

// Restore puts a backup in the place of the database after checking it.
func Restore(ctx context.Context, o Options, file string, force bool) (string, error) {
	o = o.withDefaults()
	path := o.Config.Database.Path
	restored, err := store.Restore(ctx, store.RestoreOptions{From: file, To: path, Overwrite: force})
	if err != nil {
		return "", err
	}
	if restored.Broken != 0 {
		return fmt.Sprintf("Restored %s from %s; its history is broken at event %d: %s\n", path, file, restored.Broken, restored.Reason), nil
	}
	return fmt.Sprintf("Restored %s from %s after checking it: %d events, head %s\n", path, file, restored.Events, restored.Head), nil
}

// Audit lists the latest acts, newest first.
func Audit(ctx context.Context, o Options, of string, limit int) (_ string, err error) {
	c, err := openStore(ctx, o, reading, nil)
	if err != nil {
		return "", err
	}
	defer c.closeInto(ctx, &err)
	filter := fact.EventFilter{Limit: limit}
	if of != "" {
		id, ok := fact.ParseID(of, c.onlyPrefix())
		if !ok {
			return "", fact.Invalid("audit.fact", fmt.Sprintf("%q names no fact: write RDMA-7.", of))
		}
		filter.Fact = id
	}
	events, err := c.db.Events(ctx, filter)
	if err != nil {
		return "", fmt.Errorf("read the history: %w", err)
	}
	var out strings.Builder
	for _, e := range events {
		out.WriteString(auditLine(e))
	}
	if len(events) == 0 {
		out.WriteString("Nothing has been recorded.\n")
	}
	return out.String(), nil
}

// onlyPrefix is the id prefix where one topic is served, so that a bare number names a fact.
func (c *core) onlyPrefix() string {
	if topics := c.catalog.Topics(); len(topics) == 1 {
		return topics[0].Prefix
	}
	return ""
}

// auditLine is one act on one line: content in Go's quotes, so that no control
// character of it reaches the terminal.
func auditLine(e fact.Event) string {
	who := string(e.Actor)
	switch {
	case e.Erased:
		who = "(erased)"
	case who == "":
		who = string(e.Origin)
	case e.Name != "" && e.Name != who:
		who = fmt.Sprintf("%s (%q)", who, e.Name)
	}
	what := e.Topic
	if !e.Fact.IsZero() {
		what = fmt.Sprintf("%s v%d", e.Fact, e.Version)
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%6d  %s  %-12s %-14s by %s", e.Seq, e.At.UTC().Format(time.RFC3339), what, e.Act, who)
	for _, v := range e.Values {
		fmt.Fprintf(&line, "  %s: %q → %q", v.Name, v.Old, v.New)
	}
	if e.Note != "" {
		fmt.Fprintf(&line, "  note: %q", e.Note)
	}
	return line.String() + "\n"
}

// AuditVerify checks the hash chain. It says what it found, and whether the
// history is whole.
func AuditVerify(ctx context.Context, o Options, head string) (_ string, whole bool, err error) {
	c, err := openStore(ctx, o, reading, nil)
	if err != nil {
		return "", false, err
	}
	defer c.closeInto(ctx, &err)
	report, err := c.db.VerifyChain(ctx, head)
	if err != nil {
		return "", false, fmt.Errorf("check the history: %w", err)
	}
	if report.Broken != 0 || report.Reason != "" {
		return fmt.Sprintf("The history is broken at event %d: %s\n", report.Broken, report.Reason), false, nil
	}
	return fmt.Sprintf("The history is whole: %d events, head %s\n", report.Events, report.Head), true, nil
}

// Forget erases a person's id, name and notes.
func Forget(ctx context.Context, o Options, user fact.UserID) (n int, err error) {
	c, err := openStore(ctx, o, writing, nil)
	if err != nil {
		return 0, err
	}
	defer c.closeInto(ctx, &err)
	return c.review.Forget(ctx, fact.Actor{Origin: fact.OriginTerminal}, user)
}
