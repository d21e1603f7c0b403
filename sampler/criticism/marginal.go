package criticism

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
)

// A Marginal is an estimate of a log marginal likelihood, log p(y), or of a log Bayes factor. The
// log Bayes factor of two models is the difference of their log marginal likelihoods, with the
// standard error √(SE₁² + SE₂²).
type Marginal struct {
	Method  string
	Log, SE float64
	// Terms are the parts that were estimated, for Chib the log densities of the blocks.
	Terms    []MarginalTerm
	Warnings []error
}

// A MarginalTerm is one estimated part.
type MarginalTerm struct {
	Name    string
	Log, SE float64
}

// Verdict says in a sentence what was found.
func (m *Marginal) Verdict() string {
	return fmt.Sprintf("%s: %.3f, standard error %.2g.", m.Method, m.Log, m.SE)
}

// Report gives the verdict, the terms and the warnings as values.
func (m *Marginal) Report() report.Report {
	r := report.Report{Verdict: m.Verdict(), Warnings: m.Warnings}
	if len(m.Terms) > 0 {
		r.Table = report.Table{Head: []string{"part", "log density", "SE"}, Align: "l"}
	}
	for _, t := range m.Terms {
		r.Table.Rows = append(r.Table.Rows, []string{t.Name, fixed(t.Log, 3),
			strconv.FormatFloat(t.SE, 'g', 2, 64)})
	}
	return r
}

// String is the report as text.
func (m *Marginal) String() string { return m.Report().String() }

// mostRHat of chains that agree well enough for an error to be believed.
const mostRHat = 1.05

// disagree warns if chains do. A mode that no chain has seen is in no standard error.
func (m *Marginal) disagree(what string, chains [][]float64) {
	if rhat := diag.RHat(chains); rhat > mostRHat {
		m.Warnings = append(m.Warnings, fmt.Errorf("criticism: the chains disagree about %s (R-hat "+
			"%.2f), so the standard error is too small: draw more, or, if they do not travel between "+
			"modes, use package tempering", what, rhat))
	}
}

// judge warns of an error too large to be trusted: the delta method needs a small one.
func (m *Marginal) judge() {
	if !(m.SE < 0.5) {
		m.Warnings = append(m.Warnings, fmt.Errorf("criticism: the standard error %.2g is too large to "+
			"be trusted: draw more, or choose another method", m.SE))
	}
}

// lowest stands for −Inf, which the engine does not record.
const lowest = -math.MaxFloat64

// logMean is the logarithm of the mean of exp(x) over all chains, and its standard error by the
// delta method.
func logMean(chains [][]float64) (log, se float64, err error) {
	top := math.Inf(-1)
	for c, x := range chains {
		for s, v := range x {
			if math.IsNaN(v) || math.IsInf(v, 1) {
				return 0, 0, fmt.Errorf("the log density is %v in draw %d of chain %d", v, s, c)
			}
			top = max(top, v)
		}
	}
	if top <= lowest {
		return 0, 0, errors.New("the density is 0 in all draws: the point lies outside of what the " +
			"posterior supports")
	}
	scaled, sum, n := make([][]float64, len(chains)), 0.0, 0.0
	constant := true
	for c, x := range chains {
		for _, v := range x {
			over := math.Exp(v - top)
			scaled[c], sum = append(scaled[c], over), sum+over
			constant = constant && v == top
		}
		n += float64(len(x))
	}
	if constant {
		return top, 0, nil
	}
	return top + math.Log(sum/n), diag.MCSEMean(scaled) / (sum / n), nil
}

// ordinate is logMean of the log densities of a point, with warnings.
func (m *Marginal) ordinate(what string, chains [][]float64) (log, se float64, err error) {
	log, se, err = logMean(chains)
	if err == nil && se > 0 {
		m.disagree(what, chains)
		if w := Smooth(slices.Concat(chains...), 1); w.K > w.Limit { // larger values are still to come
			m.Warnings = append(m.Warnings, fmt.Errorf("criticism: a few draws decide the mean of %s "+
				"(k̂ %.2f, limit %.2f), so the standard error is too small: choose a point where the "+
				"posterior is higher, or draw more", what, w.K, w.Limit))
		}
	}
	return log, se, err
}

// chainsOf divides values that count chain after chain.
func chainsOf(x []float64, lengths []int) [][]float64 {
	chains := make([][]float64, len(lengths))
	for c, n := range lengths {
		chains[c], x = x[:n], x[n:]
	}
	return chains
}

// SavageDickey estimates the log Bayes factor of a model in which a parameter is fixed at a point
// against the one in which it is free: the log of its posterior density there, less logPrior, the
// log of its prior density there. Positive values speak for the fixed value. The prior of all else,
// given that value, must be that of the smaller model.
//
// conditional is the log density of the parameter at the point given all else in a draw. Its mean
// over the draws is the posterior density (Rao–Blackwell), which beats a kernel density estimate by
// far.
//
// Source: Verdinelli & Wasserman, JASA 90 (1995) 614–618, for the ratio; Gelfand & Smith, JASA 85
// (1990) 398–409, for the mean of conditionals.
func SavageDickey(
	tr *sampler.Trace, logPrior float64, conditional func(d *sampler.Draw) float64,
) (*Marginal, error) {
	l, err := Pointwise(tr, 1, func(d *sampler.Draw, _ int) float64 { return conditional(d) })
	if err != nil {
		return nil, err
	}
	if logPrior-logPrior != 0 {
		return nil, fmt.Errorf("criticism: SavageDickey: the log prior density is %v, expected a "+
			"finite number", logPrior)
	}
	x, err := PerDraw(tr, conditional)
	if err != nil {
		return nil, err
	}
	m := &Marginal{Method: "Savage–Dickey, log Bayes factor for the fixed value", Log: -logPrior}
	log, se, err := m.ordinate("the density at the fixed value", chainsOf(x, l.chains))
	if err != nil {
		return nil, fmt.Errorf("criticism: SavageDickey: %w", err)
	}
	m.Log, m.SE = m.Log+log, se
	m.judge()
	return m, nil
}
