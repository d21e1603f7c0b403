package diag

import (
	"cmp"
	"errors"
	"slices"

	"gibbslab/sampler/diag/internal/problems"
)

// report completes the summary of the inspected rows: the number of chains and draws that count,
// and the warnings, the gravest first.
func (t *inspection) report(s *Summary) {
	s.Chains, s.Draws = t.chains, t.draws
	if t.twins == t.moving {
		s.alike = t.alike
	}
	s.Warnings = nil
	if len(s.Rows) == 0 {
		s.Warnings = []error{errors.New("the trace holds no draws: run the sampler, or look at " +
			"the error that it returned")}
		return
	}
	all := append(t.Found, s.mixing()...)
	slices.SortStableFunc(all, func(a, b *problems.Warning) int {
		return cmp.Compare(a.Grade, b.Grade)
	})
	for _, w := range all {
		w.All = len(w.Labels) == len(s.Rows) && len(w.Labels) > 3
		s.Warnings = append(s.Warnings, w)
	}
}

// reasons are the sentences about each parameter on its own, by label.
func (s *Summary) reasons() map[string][]string {
	by := map[string][]string{}
	for _, err := range s.Warnings {
		var w *problems.Warning
		if errors.As(err, &w) {
			for i, label := range w.Labels {
				by[label] = append(by[label], w.Single[i])
			}
		}
	}
	return by
}
