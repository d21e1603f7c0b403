package relabel

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/problems"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/diag/internal/tables"
)

// A Summary compares R-hat of recorded, relabelled and label-free draws. It prints as an aligned
// text with its [Summary.Verdict]; [Summary.Report] has the same content as values.
type Summary struct {
	// Rows has one row for each element of the named parameters, and one for the log density.
	Rows []Row
	// Ambiguous comes from the relabelling.
	Ambiguous float64
	// Warnings are the warnings of the relabelling, then the reason for each NaN, and quantities
	// whose relabelled R-hat is fine and whose label-free one is not: then believe the latter.
	Warnings []error

	parameters, chains, draws int // behind the R-hats that could be computed
}

// limit is the limit of R-hat for one parameter.
var limit = diag.Limits{}.Judge(1, 1, 0).MaxRHat(0)

// A Row holds the R-hat of one element of a component's parameter, or of a scalar.
type Row struct {
	Label string // of the element: "mu[2]"
	// Recorded is R-hat of the recorded draws: it is large if labels switch, and then it says
	// nothing about the chains. Relabelled is R-hat under the labels of the relabelling. Both are
	// NaN for a scalar.
	Recorded, Relabelled float64
	// LabelFree is, in the row of component k, R-hat of the k-th smallest value over the
	// components, and for a scalar R-hat of the draws themselves.
	LabelFree float64
	Name      string // of the parameter: "mu"

	essRelabelled, essFree float64 // if R-hat is above 1.01
}

// Compare gives R-hat of the named parameters of a trace as recorded, as relabelled, and free of
// labels. Name arrays of K components, of shape K or K × anything, and scalars that do not depend
// on labels, such as the results of [OccupiedClasses] and [CoClustering]. The log density "lp__"
// comes last if it was recorded.
//
// Relabelled R-hat alone can look better than it should, because relabelling moves each draw as
// near to the others as labels allow. So look at the label-free column too, and at the warnings.
// That column in turn cannot see components that exchange one of their quantities and keep the
// other. The limit is 1.01, or what [diag.MaxRHat] allows the largest of all rows, as in
// [diag.Summarize].
func (r *Relabelling) Compare(tr *sampler.Trace, names ...string) (*Summary, error) {
	if r == nil || tr == nil || len(names) == 0 {
		return nil, errors.New("relabel: give the trace that sampler.Run returned, a " +
			"relabelling, and the name of at least one parameter that has an element or a row " +
			"for each component")
	}
	s := &Summary{Warnings: slices.Clone(r.Warnings), Ambiguous: r.Ambiguous}
	if _, err := tr.Labels("lp__"); err == nil && !slices.Contains(names, "lp__") {
		names = append(slices.Clone(names), "lp__")
	}
	for _, name := range names {
		labels, err := tr.Labels(name)
		if err != nil {
			return nil, fmt.Errorf("relabel: %w", err)
		}
		shape, err := tr.Shape(name)
		if err != nil || len(shape) == 0 {
			chains, err := tr.Chains(name)
			if err != nil {
				return nil, fmt.Errorf("relabel: %w", err)
			}
			s.add(name, labels[0], nil, nil, chains)
		} else if err := s.compare(r, tr, name, shape[0], labels); err != nil {
			return nil, err
		}
	}
	s.warn()
	return s, nil
}

// compare adds the rows of an array.
func (s *Summary) compare(
	r *Relabelling, tr *sampler.Trace, name string, k int, labels []string,
) error {
	relabelled, err := r.Apply(tr, name)
	if err != nil {
		return err
	}
	column := make([]float64, k)
	sorted, err := tr.Map(func(_, _ int, x []float64) { // each column in increasing order
		width := len(x) / k
		for f := range width {
			for i := range column {
				column[i] = x[i*width+f]
			}
			slices.Sort(column)
			for i, v := range column {
				x[i*width+f] = v
			}
		}
	}, name)
	if err != nil {
		return fmt.Errorf("relabel: %w", err)
	}
	for _, label := range labels {
		var chains [3][][]float64
		for i, from := range []*sampler.Trace{tr, relabelled, sorted} {
			if chains[i], err = from.Chains(label); err != nil {
				return fmt.Errorf("relabel: %w", err)
			}
		}
		s.add(name, label, chains[0], chains[1], chains[2])
	}
	return nil
}

// add adds the row of one element, or of a label-free scalar.
func (s *Summary) add(name, label string, recorded, relabelled, free [][]float64) {
	r := Row{Label: label, Name: name, Recorded: diag.RHat(recorded),
		Relabelled: diag.RHat(relabelled), LabelFree: diag.RHat(free)}
	if r.Relabelled > limit {
		r.essRelabelled = diag.ESSBulk(relabelled)
	}
	if r.LabelFree > limit {
		r.essFree = diag.ESSBulk(free)
	}
	if !math.IsNaN(r.LabelFree) {
		x := series.Rectangle(free)
		s.chains, s.draws = len(x), len(x[0])
		s.parameters++
	}
	s.Rows = append(s.Rows, r)
}

// differ tells whether the relabelled and the label-free chains disagree.
func (s *Summary) differ(r Row) (relabelled, free bool) {
	j := diag.Limits{}.Judge(s.parameters, s.chains, s.draws)
	return r.Relabelled > j.MaxRHat(r.essRelabelled), r.LabelFree > j.MaxRHat(r.essFree)
}

// warn adds the problems of the rows to the warnings.
func (s *Summary) warn() {
	var t problems.List
	for _, r := range s.Rows {
		relabelled, free := s.differ(r)
		scalar := math.IsNaN(r.Recorded) && math.IsNaN(r.Relabelled)
		switch {
		case math.IsNaN(r.LabelFree), !scalar && math.IsNaN(r.Recorded+r.Relabelled):
			t.AddSame(problems.Missing, r.Label, "R-hat cannot be given: it takes 4 draws a "+
				"chain, all of them finite, that are not all equal: run longer, leave out what "+
				"is fixed, or check that a block updates it")
		case free && !relabelled && !scalar:
			t.Add(problems.Differ, r.Label, tables.UpTo(r.LabelFree, -3),
				fmt.Sprintf("R-hat of relabelled draws is fine, and that of label-free ones is "+
					"%s: believe the latter, and run longer", tables.UpTo(r.LabelFree, -3)),
				"R-hat of relabelled draws is fine, and that of label-free ones (in brackets) is "+
					"not: believe the latter, and run longer")
		}
	}
	for _, w := range t.Found {
		s.Warnings = append(s.Warnings, w)
	}
}
