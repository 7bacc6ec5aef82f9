package search

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// explain says in words why a candidate stands where it does.
func (a *candidate) explain(x *scratch, now time.Time) []Match {
	p, s := a.p, a.p.s
	folded := Fold(s.facts[a.doc].Statement)
	var out []Match
	for k := range len(p.leaves) + len(p.deferred) {
		l := p.leafAt(k)
		if n := l.count(a.doc); n > 0 {
			m := Match{Term: p.textOf(l.from, l.to), Found: p.found(l), Weight: p.points(l, n, int(s.meta[a.doc].length))}
			m.How = p.howOf(l, m, folded)
			out = append(out, m)
		}
	}
	out = merged(out)
	x.seq = readForward(x.seq[:0], s.forward.at(a.doc))
	if w := p.singles(a, x.seq); w > 0 {
		out = append(out, Match{How: LiftCharacters, Weight: w})
	}
	if w := p.phrases(x.seq); w > 0 {
		out = append(out, Match{How: LiftPhrase, Weight: w})
	}
	if a.literal && p.literalLift > 0 {
		out = append(out, Match{How: LiftLiteral, Weight: p.literalLift})
	}
	return append(out, s.lifts(a.doc, now)...)
}

// leafAt numbers the leaves and after them the deferred ones.
func (p *plan) leafAt(k int) *leaf {
	if k < len(p.leaves) {
		return &p.leaves[k]
	}
	return &p.deferred[k-len(p.leaves)]
}

// count is how often a document holds what a leaf looks up, as far as is counted.
func (l *leaf) count(doc uint32) int {
	n := l.one.count(doc)
	for k := range l.more {
		n += l.more[k].count(doc)
	}
	return min(n, mostTimes)
}

func (m *member) count(doc uint32) int {
	n := m.base.count(doc)
	if m.tail != nil {
		n += m.tail.count(doc)
	}
	return n
}

// found is what a leaf looked up, where it is not the query's words.
func (p *plan) found(l *leaf) string {
	switch {
	case l.found != "":
		return l.found
	case len(l.glosses) > 0:
		return strings.Join(l.glosses, ", ")
	case l.term != noTerm && (!l.literal || l.to-l.from > 1 && !p.words[l.from].han):
		return p.s.display(l.term)
	}
	return ""
}

// howOf says how a leaf stands in a fact: a literal one may be only a word of
// the same stem, or a corrected one.
func (p *plan) howOf(l *leaf, m Match, folded string) How {
	if !l.literal {
		return l.how
	}
	for _, c := range p.memo.corrections {
		if strings.Contains(" "+c.To+" ", " "+m.Term+" ") || p.words[l.from].han && strings.Contains(c.To, m.Term) {
			return Corrected
		}
	}
	if !strings.Contains(folded, m.Term) && (m.Found == "" || !strings.Contains(folded, m.Found)) {
		return Stemmed
	}
	return Literally
}

// merged joins the matches of the pairs of one Chinese word, and puts the
// weightiest first.
func merged(in []Match) []Match {
	var out []Match
	for _, m := range in {
		k := slices.IndexFunc(out, func(o Match) bool { return o.Term == m.Term && o.How == m.How && o.Found == m.Found })
		if k < 0 {
			out = append(out, m)
			continue
		}
		out[k].Weight += m.Weight
	}
	slices.SortStableFunc(out, func(a, b Match) int { return cmp.Compare(b.Weight, a.Weight) })
	return out
}

// lifts says what is known of a fact that moves it, as factors minus one.
func (s *shelf) lifts(doc uint32, now time.Time) []Match {
	m, o := s.meta[doc], s.opts
	var out []Match
	add := func(how How, weight float64) {
		if weight != 0 {
			out = append(out, Match{How: how, Weight: weight})
		}
	}
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if m.flags&docVerified != 0 && !expired {
		add(LiftVerified, o.Verified)
	}
	switch share := o.Confidence * (float64(m.rate) - 50) / 50; {
	case share > 0:
		add(LiftConfidence, share)
	case share < 0:
		add(DropConfidence, share)
	}
	if expired {
		add(DropExpired, o.Expired-1)
	}
	if m.flags&docDoubted != 0 {
		add(DropDoubted, o.Doubted-1)
	}
	return out
}

// String says a match in words.
func (m Match) String() string {
	weight := strconv.FormatFloat(m.Weight, 'f', 2, 64)
	if m.Weight >= 0 {
		weight = "+" + weight
	}
	switch {
	case m.Term == "":
		return string(m.How) + " " + weight
	case m.Found == "" || m.Found == m.Term:
		return m.Term + " (" + string(m.How) + ") " + weight
	}
	return m.Term + " → " + m.Found + " (" + string(m.How) + ") " + weight
}
