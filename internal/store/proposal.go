package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"factbot/internal/fact"
)

// The states of a proposal.
const proposalOpen = "open"

const proposalColumns = `topic, statement, confidence, source, by, name, ` + placeColumns + `, at, kind, fact, import, state, line, filed, version`

const proposalCount = 19

// Proposals are the proposals that the filter chooses, oldest first.
func (v *View) Proposals(ctx context.Context, filter fact.ProposalFilter) ([]fact.Proposal, error) {
	var w where
	if filter.ID != 0 {
		w.add("id = ?", filter.ID)
	}
	if filter.Topic != "" {
		w.add("topic = ?", filter.Topic)
	}
	if filter.By != "" {
		w.add("by = ?", string(filter.By))
	}
	if filter.Kind != "" {
		w.add("kind = ?", string(filter.Kind))
	}
	if !filter.Fact.IsZero() {
		key, err := v.keyOf(ctx, filter.Fact)
		if err != nil {
			return nil, unlessMissing(err)
		}
		w.add("fact = ?", key)
	}
	if filter.Open {
		w.add("state = ?", proposalOpen)
	}
	return resolved(ctx, v, w.limited("SELECT id, "+proposalColumns+" FROM proposals"+w.text()+" ORDER BY id", filter.Limit, 0), w.args,
		scanProposal, func(p *fact.Proposal) *fact.ID { return &p.Fact })
}

func scanProposal(scan func(...any) error, p *fact.Proposal, key *int64) error {
	var source sql.NullString
	var of sql.NullInt64
	dest := append([]any{&p.ID, &p.Topic, &p.Statement, &p.Confidence, &source, &p.By, &p.Name}, placeDest(&p.Place)...)
	if err := scan(append(dest, timed(&p.At), &p.Kind, &of, &p.Import, &p.State, &p.Line, &p.Filed, &p.Version)...); err != nil {
		return err
	}
	*key = of.Int64
	if !source.Valid {
		return nil
	}
	var c citation
	if err := json.Unmarshal([]byte(source.String), &c); err != nil {
		return fmt.Errorf("proposal %d: %w", p.ID, err)
	}
	out := c.fact()
	p.Source = &out
	return nil
}

// SaveProposal inserts a proposal whose ID is 0, open unless it says otherwise,
// and updates any other; it returns the ID.
func (tx *Tx) SaveProposal(ctx context.Context, p fact.Proposal) (int64, error) {
	key, err := tx.optionalKey(ctx, p.Fact)
	if err != nil {
		return 0, err
	}
	var source any
	if p.Source != nil {
		if source, err = encode(toCitation(*p.Source)); err != nil {
			return 0, err
		}
	}
	if p.At.IsZero() {
		p.At = tx.now
	}
	if p.State == "" {
		p.State = proposalOpen
	}
	args := append([]any{p.Topic, p.Statement, int64(p.Confidence), source, string(p.By), p.Name}, placeArgs(p.Place)...)
	args = append(args, micros(p.At), string(p.Kind), key, p.Import, p.State, p.Line, p.Filed, p.Version)
	if p.ID == 0 {
		return tx.conn.insert(ctx, "INSERT INTO proposals ("+proposalColumns+") VALUES ("+marks(proposalCount)+")", args...)
	}
	n, err := tx.conn.affect(ctx, "UPDATE proposals SET ("+proposalColumns+") = ("+marks(proposalCount)+") WHERE id = ?", append(args, p.ID)...)
	if err == nil && n == 0 {
		err = fact.NotFound("proposal.none", "There is no such proposal.")
	}
	return p.ID, err
}

const gapColumns = `topic, text, by, name, at, open, asked`

// Gaps are the questions sent in, oldest first; every topic's when the slug is "".
func (v *View) Gaps(ctx context.Context, topic string, open bool) ([]fact.Gap, error) {
	var w where
	if topic != "" {
		w.add("topic = ?", topic)
	}
	if open {
		w.add("open = 1")
	}
	return list(ctx, v.conn, "SELECT id, "+gapColumns+" FROM gaps"+w.text()+" ORDER BY id", w.args, func(scan func(...any) error, g *fact.Gap) error {
		return scan(&g.ID, &g.Topic, &g.Text, &g.By, &g.Name, timed(&g.At), &g.Open, &g.Asked)
	})
}

// SaveGap inserts a gap whose ID is 0 and updates any other; it returns the ID.
func (tx *Tx) SaveGap(ctx context.Context, g fact.Gap) (int64, error) {
	if g.At.IsZero() {
		g.At = tx.now
	}
	args := []any{g.Topic, g.Text, string(g.By), g.Name, micros(g.At), flagInt(g.Open), g.Asked}
	if g.ID == 0 {
		return tx.conn.insert(ctx, "INSERT INTO gaps ("+gapColumns+") VALUES (?, ?, ?, ?, ?, ?, ?)", args...)
	}
	n, err := tx.conn.affect(ctx, "UPDATE gaps SET ("+gapColumns+") = (?, ?, ?, ?, ?, ?, ?) WHERE id = ?", append(args, g.ID)...)
	if err == nil && n == 0 {
		err = fact.NotFound("gap.none", "There is no such question.")
	}
	return g.ID, err
}
