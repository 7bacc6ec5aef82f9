package search

import (
	"slices"
	"time"

	"factbot/internal/fact"
)

// nearest is how many facts are offered when none answers.
const nearest = 3

// Search finds the facts that answer a query, best first.
func (ix *Index) Search(q Query) Result {
	asked := ix.ask(q.Text)
	if len(asked.words) == 0 && len(asked.wholes) == 0 {
		return Result{Empty: true}
	}
	x := ix.scratches.Get().(*scratch)
	defer ix.scratches.Put(x)
	ix.mu.RLock()
	defer ix.mu.RUnlock()

	shelves := ix.chosen(q.Topics)
	memo := &repairs{knows: func(text string) bool { return len(shelves) > 1 && knownTo(shelves, text) }}
	plans := make([]*plan, len(shelves))
	for k, s := range shelves {
		plans[k] = planFor(s, asked, ix.dict, memo)
	}
	f := filter{status: q.Status, min: q.Min, lang: q.Lang, retracted: q.Retracted, now: q.Now, weak: q.Weak}
	var r Result
	found, total := x.rankAll(plans, &f, q.Offset, q.Limit, &r.LeftOut)
	r.Total = total
	if total == 0 {
		r.Nearest = ix.near(x, plans, f, asked)
		memo.drop(len(r.Nearest) == 0)
	}
	r.Corrections, r.Expansions = memo.corrections, memo.expansions
	found = found[min(q.Offset, len(found)):]
	if q.Limit > 0 {
		found = found[:min(q.Limit, len(found))]
	}
	r.Hits = hits(found, asked.lang)
	if q.Explain {
		for k := range r.Hits {
			r.Hits[k].Why = found[k].explain(x, q.Now)
		}
	}
	return r
}

// near gives what comes closest to a query that nothing answers.
func (ix *Index) near(x *scratch, plans []*plan, f filter, asked *question) []Hit {
	f.weak = true
	var none LeftOut
	found, _ := x.rankAll(plans, &f, 0, nearest, &none)
	return hits(found[:min(nearest, len(found))], asked.lang)
}

// drop forgets the repairs that led nowhere.
func (m *repairs) drop(all bool) {
	if all {
		m.corrections, m.expansions = nil, nil
	}
}

// chosen gives the shelves of the topics asked, or all.
func (ix *Index) chosen(topics []string) []*shelf {
	if len(topics) == 0 {
		return ix.order
	}
	var out []*shelf
	for _, s := range ix.order {
		if slices.Contains(topics, s.topic.Slug) {
			out = append(out, s)
		}
	}
	return out
}

// knownTo reports whether some topic's facts hold a word.
func knownTo(shelves []*shelf, text string) bool {
	for _, s := range shelves {
		if s.df(s.find(text)) > 0 {
			return true
		}
	}
	return false
}

// rankAll ranks every plan and puts the candidates of all in one order, those
// that need not be given left out.
func (x *scratch) rankAll(plans []*plan, f *filter, offset, limit int, left *LeftOut) ([]candidate, int) {
	x.found = x.found[:0]
	total, slots := 0, 0
	for _, p := range plans {
		keep := 0
		if limit > 0 {
			keep = max(offset+limit, p.s.opts.RefineTop)
		}
		total += p.rank(x, f, keep, left)
		slots = max(slots, len(p.slots))
	}
	found := x.found
	sortCandidates(found)
	if len(plans) > 0 {
		top := found[:min(len(found), plans[0].s.opts.RefineTop)]
		x.refine(top, f.now)
		if slots == 1 {
			x.subjects(top)
			belowLiteral(found)
		}
		sortCandidates(found)
	}
	if f.retracted {
		slices.SortStableFunc(found, func(a, b candidate) int {
			return btoi(a.retracted()) - btoi(b.retracted())
		})
	}
	return found, total
}

func (a *candidate) retracted() bool { return a.s.meta[a.doc].flags&docRetracted != 0 }

func hits(found []candidate, lang fact.Lang) []Hit {
	out := make([]Hit, len(found))
	for k := range found {
		c := &found[k]
		f := c.s.facts[c.doc]
		out[k] = Hit{
			Fact: f, Score: c.score, Coverage: c.coverage,
			AcrossLanguage: c.literal == 0 && f.Lang != lang && f.Lang != fact.LangUnknown && lang != fact.LangUnknown,
		}
	}
	return out
}

// explain says in words why a candidate stands where it does.
func (a *candidate) explain(x *scratch, now time.Time) []Match {
	p, s := a.p, a.s
	length := int(s.meta[a.doc].length)
	var out []Match
	for k := range p.leaves {
		l := &p.leaves[k]
		n := 0
		for _, m := range l.runs {
			n += m.base.count(a.doc)
			if m.tail != nil {
				n += m.tail.count(a.doc)
			}
		}
		if n == 0 {
			continue
		}
		out = append(out, Match{Term: l.text, Found: l.found, How: p.howOf(l, s.facts[a.doc]), Weight: p.points(l, n, length)})
	}
	out = merged(out)
	x.seq = readForward(x.seq[:0], s.forward.at(a.doc))
	if w := p.singles(a, x.seq); w > 0 {
		out = append(out, Match{How: LiftCharacters, Weight: w})
	}
	if w := p.phrases(x.seq); w > 0 {
		out = append(out, Match{How: LiftPhrase, Weight: w})
	}
	return append(out, s.lifts(a.doc, now)...)
}
