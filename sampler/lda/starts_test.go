package lda

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// TestStarts: a chain goes on from one of its starts, and from a likely one. The control is the
// probability of the first.
func TestStarts(t *testing.T) {
	y := &toys[1]
	p, docs := y.prior(), y.docs()
	for _, set := range []Settings{
		{}, {Sampler: PartiallyCollapsed, Threads: 1}, {Learn: HDP{}}, {Learn: Optimise{}},
		{Sampler: PartiallyCollapsed, Threads: 1, Learn: HDP{}},
	} {
		set.Starts = 3
		m := must(p.Model(docs, 2, set))
		s := must(m.Init(sampler.Stream("starts", 1, 0)))
		checkTotals(t, s)
		if set.Learn != (Optimise{}) {
			continue
		}
		if !slices.Equal(s.Alpha, p.Alpha) {
			t.Errorf("α is %v after the starts, and was %v", s.Alpha, p.Alpha)
		}
	}
	var logs []float64
	one := oneOf(3, func(r *rand.Rand) (*State, error) {
		s, err := must(p.Model(docs, 2, Settings{})).Init(r)
		logs = append(logs, s.LogJoint())
		return s, err
	}, nil, (*State).LogJoint)
	best, first := 0.0, 0.0
	const chains = 300
	for c := range chains {
		logs = logs[:0]
		chosen := must(one(sampler.Stream("starts", 2, c))).LogJoint()
		if !slices.Contains(logs, chosen) || len(logs) != 3 {
			t.Fatalf("log p(w, z) is %v, of starts %v", chosen, logs)
		}
		if chosen == slices.Max(logs) {
			best++
		}
		if logs[0] == slices.Max(logs) {
			first++
		}
	}
	if best < 0.75*chains || first > 0.5*chains {
		t.Errorf("the most likely start was chosen in %v, and was the first in %v of %d", best, first,
			chains)
	}
}
