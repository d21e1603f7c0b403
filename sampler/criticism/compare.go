package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/report"
)

// A ModelComparison lists models by how well they predict, the best first.
type ModelComparison struct {
	Rows     []ModelRow
	Warnings []error
}

// A ModelRow compares one model with the best one.
type ModelRow struct {
	Model string
	Elpd  float64
	// Diff is its elpd less that of the best model, and SE the standard error of this difference,
	// which is that of paired observations.
	Diff, SE float64
	// Worse is the probability that the model predicts other data worse than the best one does, if
	// Diff is normal. NaN for the best model.
	Worse float64
	// Weight is the weight of the model in the stacked prediction, see [Stack].
	Weight float64
	// Bad is the number of observations whose k̂ is above the limit.
	Bad int
	// Doubts says what makes Diff and Elpd doubtful: fewer than 100 observations, for which SE is
	// too small; a difference below 4, which is not normal; observations with a large k̂. Empty if
	// nothing does.
	Doubts string
}

// Compare ranks models of the same data by their expected log predictive density. names has one
// name for each.
//
// Do not read more into a difference than it says: one of less than 4 is small, and the standard
// error is too small for fewer than 100 observations (Sivula, Magnusson, Matamoros & Vehtari,
// arXiv:2008.10296).
func Compare(names []string, models ...*Elpd) (*ModelComparison, error) {
	if len(models) < 2 || len(names) != len(models) {
		return nil, fmt.Errorf("criticism: Compare was given %d names and %d models: give at least "+
			"two models, and a name for each", len(names), len(models))
	}
	for i, e := range models {
		if e == nil {
			return nil, fmt.Errorf("criticism: Compare: there is no model %q", names[i])
		}
		if len(e.Points) != len(models[0].Points) {
			return nil, fmt.Errorf("criticism: Compare: %q has %d observations, and %q has %d: compare "+
				"models of the same data", names[0], len(models[0].Points), names[i], len(e.Points))
		}
	}
	c := &ModelComparison{}
	kind := func(e *Elpd) string { // how many were refitted, or how many fits it took, is no matter
		k, _, _ := strings.Cut(e.Method, ",")
		return k
	}
	for i, e := range models {
		if kind(e) != kind(models[0]) {
			c.Warnings = append(c.Warnings, fmt.Errorf("criticism: %q was judged by %s, and %q by %s: "+
				"judge all models in the same way", names[0], models[0].Method, names[i], e.Method))
		}
	}
	weights, err := Stack(models...)
	if err != nil {
		return nil, err
	}
	best := 0
	for i, e := range models {
		if e.Elpd > models[best].Elpd {
			best = i
		}
	}
	for i, e := range models {
		row := ModelRow{Model: names[i], Elpd: e.Elpd, Worse: math.NaN(), Weight: weights[i]}
		var doubts []string
		if row.Bad = len(e.Bad()); row.Bad > 0 {
			doubts = append(doubts, fmt.Sprintf("k̂ above %.2g for %d", e.Limit, row.Bad))
		}
		if i != best {
			row.Diff, row.SE = paired(e.Points, models[best].Points)
			row.Worse = math.Erfc(row.Diff/row.SE/math.Sqrt2) / 2
			if math.Abs(row.Diff) < 4 {
				doubts = append(doubts, "difference below 4")
			}
			if len(e.Points) < 100 {
				doubts = append(doubts, "fewer than 100 observations")
			}
		}
		row.Doubts = strings.Join(doubts, ", ")
		c.Rows = append(c.Rows, row)
	}
	slices.SortStableFunc(c.Rows, func(a, b ModelRow) int { return cmp.Compare(b.Elpd, a.Elpd) })
	if len(models) > 11 {
		c.Warnings = append(c.Warnings, fmt.Errorf("criticism: the best of %d models looks better than "+
			"it is, by chance alone: average them by their weights (McLatchie & Vehtari, "+
			"arXiv:2309.03742)", len(models)))
	}
	return c, nil
}

// paired is the sum of the differences of observations, and its standard error.
func paired(a, b []Point) (diff, se float64) {
	for i := range a {
		diff += a[i].Elpd - b[i].Elpd
	}
	n, squares := float64(len(a)), 0.0
	for i := range a {
		d := a[i].Elpd - b[i].Elpd - diff/n
		squares += d * d
	}
	return diff, math.Sqrt(squares)
}

// Verdict says in a sentence what was found, and in another which estimates are not reliable.
func (c *ModelComparison) Verdict() string {
	best, next := c.Rows[0], c.Rows[1]
	var said string
	switch {
	case math.Abs(next.Diff) < 4:
		said = fmt.Sprintf("%q and %q predict about equally well: the difference is %.1f, less "+
			"than 4.", best.Model, next.Model, -next.Diff)
	case -next.Diff < 2*next.SE:
		said = fmt.Sprintf("%q predicts best, but by only %.1f ± %.1f: other data might say "+
			"otherwise.", best.Model, -next.Diff, next.SE)
	default:
		said = fmt.Sprintf("%q predicts best, better than %q by %.1f ± %.1f.", best.Model, next.Model,
			-next.Diff, next.SE)
	}
	var bad []string
	for _, r := range c.Rows {
		if r.Bad > 0 {
			bad = append(bad, fmt.Sprintf("%q", r.Model))
		}
	}
	switch n := len(bad); n {
	case 0:
		return said
	case 1:
		return said + fmt.Sprintf(" But the estimate of %s is not reliable.", bad[0])
	default:
		return said + fmt.Sprintf(" But the estimates of %s and %s are not reliable.",
			strings.Join(bad[:n-1], ", "), bad[n-1])
	}
}

// Report gives the verdict, the table and the warnings as values.
func (c *ModelComparison) Report() report.Report {
	r := report.Report{Verdict: c.Verdict(), Warnings: c.Warnings, Table: report.Table{
		Head:  []string{"model", "difference", "SE", "P(worse)", "weight", "doubts"},
		Align: "lrrrrl"}}
	for _, row := range c.Rows {
		r.Table.Rows = append(r.Table.Rows, []string{row.Model, fixed(row.Diff, 1), fixed(row.SE, 1),
			fixed(row.Worse, 2), fixed(row.Weight, 2), row.Doubts})
	}
	return r
}

// String is the report as text.
func (c *ModelComparison) String() string { return c.Report().String() }

// Stack returns the weights, at least 0 and with sum 1, of the mixture of the models' predictions
// that predicts best:
//
//	max Σ_i log Σ_k w_k p_k(y_i | all other y).
//
// A model that adds nothing to the others gets the weight 0, even if it is nearly as good as the
// best one. The weights are not probabilities of models.
//
// Source: Yao, Vehtari, Simpson & Gelman, "Using stacking to average Bayesian predictive
// distributions", Bayesian Analysis 13 (2018) 917–1007, arXiv:1704.02030.
func Stack(models ...*Elpd) ([]float64, error) {
	if len(models) == 0 || models[0] == nil {
		return nil, errors.New("criticism: Stack was given no model")
	}
	n := len(models[0].Points)
	density := make([][]float64, n) // observation × model, the largest of each observation is 1
	for i := range density {
		top := math.Inf(-1)
		for k, e := range models {
			if e == nil || len(e.Points) != n {
				return nil, fmt.Errorf("criticism: Stack: model %d does not have the %d observations "+
					"of the first: stack models of the same data", k, n)
			}
			top = max(top, e.Points[i].Elpd)
		}
		density[i] = make([]float64, len(models))
		for k, e := range models {
			density[i][k] = math.Exp(e.Points[i].Elpd - top)
		}
	}
	return bestMixture(density), nil
}

// bestMixture are the weights of a mixture of fixed densities with the largest likelihood. The EM
// algorithm finds them: each weight is multiplied by g_k, the mean of p_k over the density of the
// mixture. The likelihood of no mixture is larger by more than n(max g_k − 1), where it stops.
func bestMixture(density [][]float64) []float64 {
	const tolerance, steps = 1e-10, 100_000
	k := len(density[0])
	w, g := slices.Repeat([]float64{1 / float64(k)}, k), make([]float64, k)
	for range steps {
		clear(g)
		for _, p := range density {
			mixed := 0.0
			for j, v := range p {
				mixed += w[j] * v
			}
			for j, v := range p {
				g[j] += v / mixed / float64(len(density))
			}
		}
		if slices.Max(g)-1 < tolerance {
			break
		}
		for j := range w {
			w[j] *= g[j]
		}
	}
	return w
}
