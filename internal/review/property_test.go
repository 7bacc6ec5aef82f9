package review_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// model watches a house through random acts.
type model struct {
	*house
	rt       *rapid.T
	first    int                // the run's facts are the three after this number
	versions map[int]int        // of each fact, as last seen
	before   map[int]*fact.Fact // the state before each fact's latest decision
	last     map[int]int64      // its event
	undone   map[int64]bool     // events taken back
	openings int                // times that a fact came into the queue
}

const modelFacts = 3

// TestRandomActsKeepTheInvariants does what people might do, in any order: versions
// only rise, an undo restores, nobody is told of an undone act, nobody has two
// open flags on a fact, each opening has one message, and the chain holds.
func TestRandomActsKeepTheInvariants(t *testing.T) {
	t.Parallel()
	h := furnish(t, 450, nil)
	next := 0 // each run has three facts of its own
	rapid.Check(t, func(rt *rapid.T) {
		m := &model{house: h, rt: rt, first: next, versions: map[int]int{}, before: map[int]*fact.Fact{}, last: map[int]int64{}, undone: map[int64]bool{}}
		if next += modelFacts; next > 450 {
			rt.Skip("no facts left")
		}
		for n := m.first + 1; n <= m.first+modelFacts; n++ {
			m.quote(n, public("C1", ""))
		}
		rt.Repeat(map[string]func(*rapid.T){
			"flag": m.doFlag, "withdraw": m.doWithdraw, "decide": m.doDecide, "undo": m.doUndo,
			"wait": m.doWait, "send": m.doSend, "daily": m.doDaily, "": m.check,
		})
		m.clock.pass(time.Hour)
		m.doSend(rt)
		m.clear(rt)
	})
	h.chainHolds()
}

// clear takes what is left of the run out of the queue.
func (m *model) clear(rt *rapid.T) {
	for n := m.first + 1; n <= m.first+modelFacts; n++ {
		if len(m.openFlags(n)) == 0 {
			continue
		}
		if _, err := m.Decide(m.ctx, m.by(reviewer), m.on(fact.ActDismiss, n)); err != nil {
			rt.Fatal(err)
		}
	}
	m.clock.pass(time.Hour)
	m.doSend(rt)
}

func (m *model) pick(rt *rapid.T) (fact.UserID, int) {
	return rapid.SampledFrom([]fact.UserID{reader, reader2, reviewer, reviewer2}).Draw(rt, "user"), m.first + rapid.IntRange(1, modelFacts).Draw(rt, "fact")
}

func (m *model) doFlag(rt *rapid.T) {
	user, n := m.pick(rt)
	open := m.openFlags(n)
	_, err := m.Flag(m.ctx, m.by(user), flagInput(n, rapid.SampledFrom(fact.Reasons[:]).Draw(rt, "reason")))
	if (err != nil) != (m.fact(n).Status == fact.Retracted) {
		rt.Fatalf("flag on %s: %v", m.fact(n).Status, err)
	}
	if err == nil && len(open) == 0 {
		m.openings++
	}
}

func (m *model) doWithdraw(rt *rapid.T) {
	user, n := m.pick(rt)
	had := slices.ContainsFunc(m.openFlags(n), func(f fact.Flag) bool { return f.By == user })
	if _, err := m.Withdraw(m.ctx, m.by(user), id(n)); (err == nil) != had {
		rt.Fatalf("withdraw: %v, had a flag: %v", err, had)
	}
}

func (m *model) openFlags(n int) []fact.Flag {
	open, err := m.db.Flags(m.ctx, fact.FlagFilter{Fact: id(n), Open: true})
	if err != nil {
		m.rt.Fatal(err)
	}
	return open
}

func (m *model) doDecide(rt *rapid.T) {
	user, n := m.pick(rt)
	act := rapid.SampledFrom([]fact.Act{
		fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore,
		fact.ActDismiss, fact.ActRelate,
	}).Draw(rt, "act")
	d := m.on(act, n)
	d.Other = id(m.first + 1)
	if n == m.first+1 {
		d.Other = id(m.first + 2)
	}
	d.Statement = rapid.StringMatching(`[a-c]{1,3}`).Draw(rt, "wording")
	d.Confidence = fact.Confidence(rapid.IntRange(0, 100).Draw(rt, "confidence"))
	d.Version -= rapid.IntRange(0, 1).Draw(rt, "stale")
	before := m.fact(n)
	out, err := m.Decide(m.ctx, m.by(user), d)
	if err != nil {
		if after := m.fact(n); !same(before, after) || after.Version != before.Version {
			rt.Fatalf("a refused %s changed the fact", act)
		}
		return
	}
	if user == reader || user == reader2 || d.Version != before.Version {
		rt.Fatalf("%s by %s at version %d of %d was let through", act, user, d.Version, before.Version)
	}
	if act == fact.ActVerify && before.Makers != nil && (before.Makers.Wording == user || before.Makers.Confidence == user) {
		rt.Fatalf("%s verified what they made", user)
	}
	m.before[n], m.last[n] = before, out.Event.Seq
}

func (m *model) doUndo(rt *rapid.T) {
	user, n := m.pick(rt)
	if _, err := m.Undo(m.ctx, m.by(user), id(n)); err != nil {
		return
	}
	if !same(own(m.before[n]), own(m.fact(n))) {
		rt.Fatalf("undone: before %+v, after %+v", m.before[n], m.fact(n))
	}
	m.undone[m.last[n]] = true
}

// own is a fact without the relations that others have to it: they come and go
// with acts on those.
func own(f *fact.Fact) *fact.Fact {
	bare := *f
	bare.Relations = nil
	for _, r := range f.Relations {
		if !r.Inverse {
			bare.Relations = append(bare.Relations, r)
		}
	}
	return &bare
}

func (m *model) doWait(rt *rapid.T) {
	m.clock.pass(time.Duration(rapid.IntRange(1, 11).Draw(rt, "minutes")) * time.Minute)
}

func (m *model) doSend(rt *rapid.T) {
	for _, n := range m.deliver() {
		if m.undone[n.Cause] && n.Kind != fact.NoticeQueue {
			rt.Fatalf("told of an undone act: %s", n.Key)
		}
	}
}

func (m *model) doDaily(rt *rapid.T) {
	if err := m.Daily(m.ctx); err != nil {
		rt.Fatal(err)
	}
}

// check holds the house to what is true after every act.
func (m *model) check(rt *rapid.T) {
	for n := m.first + 1; n <= m.first+modelFacts; n++ {
		f := m.fact(n)
		if f.Version < m.versions[n] {
			rt.Fatalf("%s went from version %d to %d", f.ID, m.versions[n], f.Version)
		}
		m.versions[n] = f.Version
		events, err := m.db.Events(m.ctx, fact.EventFilter{Fact: f.ID, Limit: 1})
		if err != nil || len(events) == 0 || events[0].Version != f.Version {
			rt.Fatalf("%s is at version %d, its history ends with %+v (%v)", f.ID, f.Version, events, err)
		}
		seen := map[fact.UserID]bool{}
		for _, flag := range m.openFlags(n) {
			if seen[flag.By] {
				rt.Fatalf("two open flags of %s on %s", flag.By, f.ID)
			}
			seen[flag.By] = true
		}
	}
	posts := 0
	for n := m.first + 1; n <= m.first+modelFacts; n++ {
		notices, err := m.db.Notices(m.ctx, fact.NoticeFilter{Kind: fact.NoticeQueue, Fact: id(n)})
		if err != nil {
			rt.Fatal(err)
		}
		for _, n := range notices {
			if m.posts[n.Key] {
				posts++
			}
			if m.undone[n.Cause] && n.State == fact.NoticeWaiting {
				rt.Fatalf("%s of an undone act still waits", n.Key)
			}
		}
	}
	if posts > m.openings {
		rt.Fatalf("%d messages for %d openings", posts, m.openings)
	}
}
