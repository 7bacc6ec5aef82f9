package search

import (
	"math"
	"slices"

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
	memo := &repairs{}
	if len(shelves) > 1 {
		memo.knows = func(text string) bool { return knownTo(shelves, text) }
	}
	for len(x.plans) < len(shelves) {
		x.plans = append(x.plans, new(plan))
	}
	plans := x.plans[:len(shelves)]
	for k, s := range shelves {
		plans[k].reset(s, asked, ix.dict, memo)
	}
	f := filter{status: q.Status, min: q.Min, lang: q.Lang, retracted: q.Retracted, now: q.Now, weak: q.Weak, exact: q.Explain}
	var r Result
	page := 0
	if q.Limit > 0 {
		page = q.Offset + q.Limit
	}
	found, total := x.rankAll(plans, &f, ix.keep(&q), page, &r.LeftOut)
	if enough := max(countUpTo, ix.keep(&q)); q.Limit > 0 && !q.Explain && !q.Retracted && total >= enough {
		total, r.More = enough, true
	}
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

// keep is how many candidates of a topic must be kept for a page: 0 means all.
func (ix *Index) keep(q *Query) int {
	if q.Limit <= 0 {
		return 0
	}
	return max(q.Offset+q.Limit, ix.opts.RefineTop)
}

// near gives what comes closest to a query that nothing answers.
func (ix *Index) near(x *scratch, plans []*plan, f filter, asked *question) []Hit {
	f.weak = true
	var none LeftOut
	found, _ := x.rankAll(plans, &f, ix.opts.RefineTop, nearest, &none)
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

// knownTo reports whether some topic's facts hold a word, retracted ones
// included.
func knownTo(shelves []*shelf, text string) bool {
	for _, s := range shelves {
		if s.held(s.find(text)) {
			return true
		}
	}
	return false
}

// rankAll ranks every plan and puts the candidates of all in one order, those
// that need not be given left out. Beyond the first page, which may be 0 for
// all, the order is a rough one.
func (x *scratch) rankAll(plans []*plan, f *filter, keep, page int, left *LeftOut) ([]candidate, int) {
	x.found = x.found[:0]
	total := 0
	single := liftLiteral(plans)
	if single || f.exact || f.retracted {
		page = 0 // all may be moved, or looked into
	}
	e := extent{keep: keep, page: page}
	for _, p := range plans {
		e.slack = max(e.slack, p.slack(math.MaxUint32))
	}
	for _, p := range plans {
		total += p.rank(x, f, e, left)
	}
	found := x.found
	sortCandidates(found)
	if len(plans) > 0 && !f.weak && !anyCovers(found, plans[0].s.opts) {
		if f.exact {
			left.Weak += total
		}
		return nil, 0
	}
	if len(plans) > 0 {
		top := found[:min(len(found), plans[0].s.opts.RefineTop)]
		x.refine(top, page, f.now)
		if single {
			x.subjects(top)
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

// anyCovers reports whether one of the best candidates covers enough of the
// query to be an answer.
func anyCovers(found []candidate, o *Options) bool {
	for _, c := range found[:min(len(found), o.RefineTop)] {
		if c.coverage >= o.Threshold-hair {
			return true
		}
	}
	return false
}

func (a *candidate) retracted() bool { return a.p.s.meta[a.doc].flags&docRetracted != 0 }

func hits(found []candidate, lang fact.Lang) []Hit {
	out := make([]Hit, len(found))
	for k := range found {
		c := &found[k]
		if !c.looked {
			c.p.late(c)
		}
		f := c.p.s.facts[c.doc]
		out[k] = Hit{
			Fact: f, Score: c.score, Coverage: c.coverage,
			AcrossLanguage: !c.literal && f.Lang != lang && f.Lang != fact.LangUnknown && lang != fact.LangUnknown,
		}
	}
	return out
}
