package search

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// howOf says how a leaf stands in a fact: a literal one may be only a word of
// the same stem.
func (p *plan) howOf(l *leaf, f *fact.Fact) How {
	if !l.literal {
		return l.how
	}
	for _, c := range p.memo.corrections {
		if strings.Contains(" "+c.To+" ", " "+l.text+" ") {
			return Corrected
		}
	}
	if text := Fold(f.Statement); !strings.Contains(text, l.text) && (l.found == "" || !strings.Contains(text, l.found)) {
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
