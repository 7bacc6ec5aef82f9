package review_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/store"
)

// combination is one row of the table: who decides what on which state, seen at
// which version, and what has to come of it.
type combination struct {
	status  fact.Status
	act     fact.Act
	actor   string
	version string
}

// actors of the table. Wording and confidence of every fact in it were set by two
// of them.
var tableActors = map[string]fact.Actor{
	"nobody":       {Name: "nobody", Kind: fact.KindMember},
	"outsider":     {User: reviewer3, Kind: fact.KindOutsider},
	"reader":       {User: reader, Kind: fact.KindMember},
	"wording's":    {User: reviewer, Kind: fact.KindMember},
	"confidence's": {User: reviewer2, Kind: fact.KindMember},
	"another":      {User: reviewer3, Kind: fact.KindMember},
	"admin":        {User: admin, Kind: fact.KindMember},
}

// The facts of the table stand at version 3.
var tableVersions = map[string]int{"none": 0, "negative": -1, "older": 2, "present": 3, "newer": 4}

// expected is what DESIGN's table says, written down once more.
func (c combination) expected() (key string, to fact.Status) {
	from := func(allowed ...fact.Status) bool {
		return slices.Contains(allowed, c.status)
	}
	switch {
	case c.actor == "nobody":
		return "act.nobody", 0
	case c.actor == "outsider":
		return "act.outsider", 0
	case c.actor == "reader":
		return "act.reviewers", 0
	case c.version == "none" || c.version == "negative":
		return "act.version", 0
	case c.version != "present":
		return "act.stale", 0
	}
	switch c.act {
	case fact.ActVerify:
		if !from(fact.Unverified, fact.Verified) {
			return "act.retracted", 0
		}
		if strings.HasSuffix(c.actor, "'s") {
			return "verify.own", 0
		}
		return "", fact.Verified
	case fact.ActCorrect:
		if !from(fact.Unverified, fact.Verified) {
			return "act.retracted", 0
		}
		return "", fact.Unverified
	case fact.ActConfidence:
		if !from(fact.Unverified, fact.Verified) {
			return "act.retracted", 0
		}
	case fact.ActRetract:
		if !from(fact.Unverified, fact.Verified) {
			return "retract.already", 0
		}
		return "", fact.Retracted
	case fact.ActRestore:
		if !from(fact.Retracted) {
			return "restore.not_retracted", 0
		}
		return "", fact.Unverified
	}
	return "", c.status
}

func combinations() []combination {
	var all []combination
	for _, status := range []fact.Status{fact.Unverified, fact.Verified, fact.Retracted} {
		for _, act := range []fact.Act{fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActDismiss, fact.ActRelate} {
			for actor := range tableActors {
				for version := range tableVersions {
					all = append(all, combination{status, act, actor, version})
				}
			}
		}
	}
	return all
}

// TestDecideEveryCombination tries every status, act, actor and version, each on
// a fact of its own with one open flag.
func TestDecideEveryCombination(t *testing.T) {
	t.Parallel()
	all := combinations()
	h := furnish(t, len(all)+1, nil)
	h.roster.admins = []fact.UserID{admin}
	h.arrange(all)
	for i, c := range all {
		n := i + 1
		name := fmt.Sprintf("%s %s by %s, seen at %s", c.status, c.act, c.actor, c.version)
		key, to := c.expected()
		before, events := h.fact(n), len(h.events(fact.EventFilter{Fact: id(n)}))
		d := h.on(c.act, n)
		d.Version, d.Other = tableVersions[c.version], id(len(all)+1)
		by := tableActors[c.actor]
		by.Delivery, by.Origin = name, fact.OriginSlack
		out, err := h.Decide(h.ctx, by, d)
		if keyOf(err) != key {
			t.Errorf("%s: %v, want %q", name, err, key)
			continue
		}
		after := h.fact(n)
		made := len(h.events(fact.EventFilter{Fact: id(n)})) - events
		logged := slices.ContainsFunc(h.latestRefusals(), func(r fact.Refusal) bool { return r.Fact == id(n) })
		if key != "" {
			if made != 0 || after.Version != 3 || after.Status != before.Status || after.Doubts == nil {
				t.Errorf("%s: refused, and yet the fact is %+v with %d events more", name, after, made)
			}
			if wantLog := key != "act.version"; logged != wantLog {
				t.Errorf("%s: refusal logged: %v", name, logged)
			}
			continue
		}
		if after.Status != to || made != 1 || logged || out.Event.Seq == 0 || out.Event.Act != c.act {
			t.Errorf("%s: status %s, %d events, refusal logged: %v", name, after.Status, made, logged)
		}
		checkFlags(t, name, c.act, out, after)
	}
}

// checkFlags holds a decision to which acts answer doubts.
func checkFlags(t *testing.T, name string, act fact.Act, out review.Outcome, after *fact.Fact) {
	t.Helper()
	answers := act == fact.ActVerify || act == fact.ActCorrect || act == fact.ActRetract || act == fact.ActDismiss
	if answers != (out.Resolved == 1) || answers != (after.Doubts == nil) {
		t.Errorf("%s: %d flags resolved, doubts %+v", name, out.Resolved, after.Doubts)
	}
	raises := act != fact.ActDismiss && act != fact.ActRelate
	if raises != (after.Version == 4) {
		t.Errorf("%s: version %d", name, after.Version)
	}
}

// arrange brings the facts of the table into their states, each with a flag.
func (h *house) arrange(all []combination) {
	h.t.Helper()
	for i := range all {
		h.flag(reader2, i+1)
	}
	for version := 2; version <= 3; version++ {
		err := h.db.InTx(h.ctx, func(tx *store.Tx) error {
			for i, c := range all {
				f, err := tx.Fact(h.ctx, id(i+1))
				if err != nil {
					return err
				}
				f.Version, f.Status = version, c.status
				f.Makers = &fact.Makers{Wording: reviewer, Confidence: reviewer2}
				if c.status == fact.Verified {
					f.Verified = &fact.Verification{By: admin, At: tx.Now()}
				}
				err = errors.Join(tx.SaveFact(h.ctx, f), appendErr(tx.Append(h.ctx, fact.Event{
					Topic: "rdma", Fact: f.ID, Version: version,
					Act: fact.ActRevise, Origin: fact.OriginProgram,
				})))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

func appendErr(_ fact.Event, err error) error { return err }
