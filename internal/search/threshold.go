package search

import (
	"math"
	"slices"
)

// maxSteps bounds a threshold; many inputs of unlike weights take more.
const maxSteps = 128

// threshold says of 64 documents at once which of them have inputs that
// together weigh enough. It is a binary decision diagram: each step looks at one
// input and goes on to another step. For every step it is known between which
// sums the rest may lie and still decide alike, so that steps that decide alike
// are one and the diagram of weights that are much the same stays small.
type threshold struct {
	steps  []step
	root   int16
	lo, hi int64 // for what is needed, above lo and up to hi, the diagram is the same
	failed bool

	by     []uint8 // the inputs, the weightiest first
	weight []int64 // … and their weights
	rest   []int64 // by place in the order: what all from there on weigh
	made   [][]decided
}

// step is met where its input is there and the step taken with it is met, or
// where the step taken without it is.
type step struct {
	input         uint8
	with, without int16
}

// decided is the step for what is needed, above lo and up to hi.
type decided struct {
	lo, hi int64
	step   int16
}

// Steps that are met never and always.
const (
	neverMet = iota
	alwaysMet
)

// weigh sets the inputs' weights, which are not negative.
func (t *threshold) weigh(weights []int64) {
	t.by, t.weight, t.rest = t.by[:0], t.weight[:0], t.rest[:0]
	for j := range weights {
		t.by = append(t.by, uint8(j))
	}
	slices.SortStableFunc(t.by, func(a, b uint8) int { return int(max(-1, min(1, weights[b]-weights[a]))) })
	sum := int64(0)
	for _, j := range t.by {
		t.weight = append(t.weight, weights[j])
		sum += weights[j]
	}
	for _, w := range t.weight {
		t.rest = append(t.rest, sum)
		sum -= w
	}
	t.rest = append(t.rest, 0)
	for len(t.made) < len(t.by) {
		t.made = append(t.made, nil)
	}
	t.lo, t.hi = 0, 0 // nothing is decided yet
}

// decide makes the diagram for a sum that is needed, if it is not the one
// there is. It reports false where that takes too many steps.
func (t *threshold) decide(need int64) bool {
	if t.lo < need && need <= t.hi {
		return !t.failed
	}
	t.steps, t.failed = append(t.steps[:0], step{}, step{}), false
	for k := range t.made {
		t.made[k] = t.made[k][:0]
	}
	d := t.from(0, need)
	t.root, t.lo, t.hi = d.step, d.lo, d.hi
	return !t.failed
}

// about does as decide does, but is content with a diagram for slightly less
// than is needed. It then passes more than it must.
func (t *threshold) about(need int64) bool {
	if t.hi < need && need <= t.hi+t.hi/32 {
		need = t.hi
	}
	return t.decide(need)
}

// from gives the step that looks at the inputs from a place of the order on.
func (t *threshold) from(place int, need int64) decided {
	switch {
	case need <= 0:
		return decided{math.MinInt64 / 2, 0, alwaysMet}
	case need > t.rest[place] || t.failed:
		return decided{t.rest[place], math.MaxInt64 / 2, neverMet}
	}
	for _, d := range t.made[place] {
		if d.lo < need && need <= d.hi {
			return d
		}
	}
	w := t.weight[place]
	with, without := t.from(place+1, need-w), t.from(place+1, need)
	d := decided{max(with.lo+w, without.lo), min(with.hi+w, without.hi), with.step}
	if with.step != without.step {
		d.step = t.add(step{t.by[place], with.step, without.step})
	}
	t.made[place] = append(t.made[place], d)
	return d
}

func (t *threshold) add(s step) int16 {
	if len(t.steps) == maxSteps {
		t.failed = true
		return neverMet
	}
	t.steps = append(t.steps, s)
	return int16(len(t.steps) - 1)
}

// met gives the documents of a window that have enough. inputs are who has each
// input, nil where nobody does; work is overwritten.
func (t *threshold) met(inputs []*bitmap, work *[maxSteps]bitmap) *bitmap {
	values := make([]*bitmap, 0, maxSteps)
	values = append(values, &noneOf, &allOf)
	for k := alwaysMet + 1; k < len(t.steps); k++ {
		s := &t.steps[k]
		in, with, without := inputs[s.input], values[s.with], values[s.without]
		switch {
		case in == nil || s.with == s.without || s.with == neverMet:
			values = append(values, without)
			continue
		case s.with == alwaysMet && s.without == neverMet:
			values = append(values, in)
			continue
		}
		out := &work[k]
		switch {
		case s.with == alwaysMet:
			for i := range out {
				out[i] = in[i] | without[i]
			}
		case s.without == neverMet:
			for i := range out {
				out[i] = in[i] & with[i]
			}
		default:
			for i := range out {
				out[i] = in[i]&with[i] | without[i]
			}
		}
		values = append(values, out)
	}
	return values[t.root]
}

var noneOf, allOf = bitmap{}, func() (b bitmap) {
	for k := range b {
		b[k] = math.MaxUint64
	}
	return b
}()
