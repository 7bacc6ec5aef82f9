package store

import (
	"context"
	"errors"
	"fmt"

	"factbot/internal/fact"
)

// Kind is what a database serves: a real workspace, or the playground.
type Kind string

// The kinds of database.
const (
	KindWorkspace  Kind = "workspace"
	KindPlayground Kind = "playground"
)

// Binding is the workspace that a database belongs to; empty before the first Bind.
type Binding struct {
	Team fact.TeamID
	App  string
	Kind Kind
}

func readBinding(ctx context.Context, c *conn) (Binding, error) {
	var b Binding
	found, err := c.get(ctx, "SELECT team, app, kind FROM binding", nil, &b.Team, &b.App, &b.Kind)
	if err == nil && !found {
		err = errors.New("the row is missing")
	}
	if err != nil {
		return b, fmt.Errorf("what the database belongs to: %w", err)
	}
	return b, nil
}

// Binding is what the database belongs to.
func (db *DB) Binding(ctx context.Context) (Binding, error) {
	return view(ctx, db, func(v *View) (Binding, error) { return readBinding(ctx, v.conn) })
}

// Bind ties the database to a workspace (and an app) of a kind, for ever. What is
// "" is left to a later Bind; what differs from an earlier one is refused with
// CodeConflict.
func (db *DB) Bind(ctx context.Context, team fact.TeamID, app string, kind Kind) error {
	want := Binding{Team: team, App: app, Kind: kind}
	return db.InTx(ctx, func(tx *Tx) error {
		have, err := readBinding(ctx, tx.conn)
		if err != nil {
			return err
		}
		next, err := have.join(db.path, want)
		if err != nil || next == have {
			return err
		}
		_, err = tx.conn.exec(ctx, "UPDATE binding SET team = ?, app = ?, kind = ?", string(next.Team), next.App, string(next.Kind))
		return err
	})
}

// checkBinding is Bind for a database that is only read.
func (db *DB) checkBinding(ctx context.Context, o Options) error {
	if o.Kind == "" {
		return nil
	}
	have, err := db.Binding(ctx)
	if err != nil {
		return err
	}
	_, err = have.join(db.path, Binding{Team: o.Team, App: o.App, Kind: o.Kind})
	return err
}

// join adds what is wanted to what there is, or says why that cannot be.
func (b Binding) join(path string, want Binding) (Binding, error) {
	refuse := func(key, sentence string) (Binding, error) {
		return b, fault(fact.CodeConflict, key, path, sentence, nil)
	}
	switch {
	case b.Kind != "" && want.Kind != "" && b.Kind != want.Kind:
		if b.Kind == KindPlayground {
			return refuse("store.wrong_kind", fmt.Sprintf("The database %q is the playground's: give \"serve\" one of its own.", path))
		}
		return refuse("store.wrong_kind", fmt.Sprintf("The database %q belongs to a real workspace: give the playground one of its own.", path))
	case b.Team != "" && want.Team != "" && b.Team != want.Team:
		return refuse("store.wrong_workspace", fmt.Sprintf("The database %q belongs to workspace %s, not to %s: use that workspace's tokens, or another database.", path, b.Team, want.Team))
	case b.App != "" && want.App != "" && b.App != want.App:
		return refuse("store.wrong_app", fmt.Sprintf("The database %q belongs to app %s, not to %s: use that app's tokens, or another database.", path, b.App, want.App))
	}
	if b.Team == "" {
		b.Team = want.Team
	}
	if b.App == "" {
		b.App = want.App
	}
	if b.Kind == "" {
		b.Kind = want.Kind
	}
	return b, nil
}
