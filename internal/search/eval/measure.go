package eval

import (
	"math"
	"slices"
)

// depth is how many hits count.
const depth = 10

// Measures are means over queries, each from 0 to 1.
type Measures struct {
	NDCG10   float64 `json:"ndcg10"`
	Recall10 float64 `json:"recall10"`
	MRR10    float64 `json:"mrr10"`
	P1       float64 `json:"p1"`
	Queries  int     `json:"queries"`
}

// measure judges one query's hits, best first.
func measure(hits []string, want map[string]int) Measures {
	m := Measures{Queries: 1}
	gain, found := 0.0, 0
	for k, doc := range hits[:min(depth, len(hits))] {
		grade := want[doc]
		if grade == 0 {
			continue
		}
		gain += float64(grade) / math.Log2(float64(k)+2)
		found++
		if m.MRR10 == 0 {
			m.MRR10 = 1 / float64(k+1)
		}
		if k == 0 {
			m.P1 = 1
		}
	}
	var grades []int
	for _, g := range want {
		grades = append(grades, g)
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	ideal := 0.0
	for k, g := range grades[:min(depth, len(grades))] {
		ideal += float64(g) / math.Log2(float64(k)+2)
	}
	if ideal > 0 {
		m.NDCG10 = gain / ideal
		m.Recall10 = float64(found) / float64(min(depth, len(want)))
	}
	return m
}

func (m *Measures) add(one Measures) {
	m.NDCG10 += one.NDCG10
	m.Recall10 += one.Recall10
	m.MRR10 += one.MRR10
	m.P1 += one.P1
	m.Queries += one.Queries
}

func (m Measures) mean() Measures {
	if m.Queries == 0 {
		return m
	}
	n := float64(m.Queries)
	return Measures{round(m.NDCG10 / n), round(m.Recall10 / n), round(m.MRR10 / n), round(m.P1 / n), m.Queries}
}

// round keeps four decimals: the measures carry no more.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
