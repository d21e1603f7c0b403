package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/internal/pareto"
	"gibbslab/sampler/report"
)

// A LogPrior is the log density of a part of the prior given a draw, up to a constant.
type LogPrior struct {
	Name string // "mu", or "the prior of μ"
	At   func(d *sampler.Draw) float64
}

// sensitive is the sensitivity from which on a parameter counts as sensitive (Kallioinen et al.,
// section 5).
const sensitive = 0.05

// powers are the exponents on either side of 1 at which the change is measured.
var powers = [2]float64{0.99, 1.01}

// A Sensitivity says how much each parameter's posterior depends on prior and likelihood.
type Sensitivity struct {
	// Components names the columns: "prior", "likelihood", and the parts of the prior if there are
	// several.
	Components []string
	Rows       []SensitivityRow
	Warnings   []error
}

// A SensitivityRow is about one scalar.
type SensitivityRow struct {
	Label  string
	Values []float64 // one for each component
	// Conflict is true if the posterior depends on both, prior and likelihood: they disagree, or
	// each says much. Prior is true if it depends on the prior and hardly on the likelihood.
	Conflict, Prior bool
}

// PowerScale measures how the posterior of each parameter changes if the prior or the likelihood is
// raised to a power a little above or below 1. Nothing is sampled again: the draws get importance
// weights. The value is the change, per doubling of the power, of the cumulative Jensen–Shannon
// distance between the weighted and the unweighted draws. From 0.05 on it counts:
//
//   - sensitive to the likelihood only: the data decide, as they should;
//   - to both: the prior may conflict with the data;
//   - to the prior only: the prior says more than the data.
//
// names are the parameters, or single elements; none means all of them but lp__. Several parts of
// the prior are measured together and each by itself.
//
// Source: Kallioinen, Paananen, Bürkner & Vehtari, "Detecting and diagnosing prior and likelihood
// sensitivity with power-scaling", Statistics and Computing 34 (2024) 57, arXiv:2107.14054.
func PowerScale(
	tr *sampler.Trace, l *LogLik, priors []LogPrior, names ...string,
) (*Sensitivity, error) {
	if tr == nil || l == nil || len(priors) == 0 {
		return nil, errors.New("criticism: PowerScale needs a trace, the log likelihood and the " +
			"log density of the prior")
	}
	components, out, err := scaledComponents(tr, l, priors)
	if err != nil {
		return nil, err
	}
	labels, err := tr.Labels(names...)
	if err != nil {
		return nil, fmt.Errorf("criticism: %w", err)
	}
	for _, label := range labels {
		if label == "lp__" && len(names) == 0 {
			continue
		}
		x, err := tr.Draws(label)
		if err != nil {
			return nil, fmt.Errorf("criticism: %w", err)
		}
		if len(x) != l.draws {
			return nil, fmt.Errorf("criticism: %s has %d draws, and the log likelihood %d", label,
				len(x), l.draws)
		}
		row := SensitivityRow{Label: label}
		order := sortedOrder(x)
		for _, c := range components {
			row.Values = append(row.Values, c.sensitivity(x, order))
		}
		prior, likelihood := row.Values[0], row.Values[1]
		row.Conflict = prior >= sensitive && likelihood >= sensitive
		row.Prior = prior >= sensitive && likelihood < sensitive
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// A scaledComponent is a log density in each draw, and the weights of its powers.
type scaledComponent struct{ weights [2][]float64 }

// scaledComponents evaluates the log densities and weights the draws.
func scaledComponents(
	tr *sampler.Trace, l *LogLik, priors []LogPrior,
) ([]scaledComponent, *Sensitivity, error) {
	likelihood, err := l.Total()
	if err != nil {
		return nil, nil, err
	}
	prior := make([]float64, l.draws)
	logs := [][]float64{prior, likelihood}
	out := &Sensitivity{Components: []string{"prior", "likelihood"}}
	for _, p := range priors {
		if p.At == nil {
			return nil, nil, fmt.Errorf("criticism: the prior %q has no function At", p.Name)
		}
		x, err := PerDraw(tr, p.At)
		if err != nil {
			return nil, nil, err
		}
		if len(x) != l.draws {
			return nil, nil, fmt.Errorf("criticism: the trace has %d draws, and the log likelihood %d",
				len(x), l.draws)
		}
		for s, v := range x {
			if v-v != 0 {
				return nil, nil, fmt.Errorf("criticism: the log density of the prior %q is %v in "+
					"draw %d: expected a finite number", p.Name, v, s)
			}
			prior[s] += v
		}
		if len(priors) > 1 {
			logs = append(logs, x)
			out.Components = append(out.Components, p.Name)
		}
	}
	components := make([]scaledComponent, len(logs))
	for i, x := range logs {
		for j, power := range powers {
			w := PowerWeights(x, power)
			components[i].weights[j] = w.Log
			for s, v := range w.Log {
				w.Log[s] = math.Exp(v)
			}
			if w.K > w.Limit {
				out.Warnings = append(out.Warnings, fmt.Errorf("criticism: the weights of the power %g "+
					"of %s are not reliable (k̂ %.2f, limit %.2f): draw more", power,
					out.Components[i], w.K, w.Limit))
			}
		}
	}
	return components, out, nil
}

// PerDraw evaluates a function of the parameters in each draw, chain after chain.
func PerDraw(tr *sampler.Trace, f func(d *sampler.Draw) float64) ([]float64, error) {
	l, err := Pointwise(tr, 1, func(d *sampler.Draw, _ int) float64 { return f(d) })
	if err != nil {
		return nil, err
	}
	one := make([][]float64, 1)
	err = l.fill(0, 1, one)
	return one[0], err
}

// PowerWeights are the weights under which draws from a posterior become draws from the one whose
// component (a prior, or the likelihood) is raised to this power. logs is the log density of the
// component in each draw.
func PowerWeights(logs []float64, power float64) Weighting {
	ess := diag.ESSTail([][]float64{logs}) // as in ArviZ, all chains in a row
	n := len(logs)
	if math.IsNaN(ess) {
		ess = float64(n)
	}
	scaled := make([]float64, n)
	for s, v := range logs {
		scaled[s] = (power - 1) * v
	}
	return smoothTail(scaled, max(min(pareto.Tail(n, ess), n/2), pareto.MinTail), 1)
}

// Verdict says in a sentence what was found.
func (s *Sensitivity) Verdict() string {
	var conflict, prior []string
	for _, r := range s.Rows {
		if r.Conflict {
			conflict = append(conflict, r.Label)
		}
		if r.Prior {
			prior = append(prior, r.Label)
		}
	}
	switch {
	case len(conflict) > 0:
		return fmt.Sprintf("Prior and data may be in conflict about %s: the posterior is sensitive "+
			"to both.", some(conflict))
	case len(prior) > 0:
		return fmt.Sprintf("The prior matters for %s: it says more than the data.", some(prior))
	}
	return "No parameter is sensitive to the prior."
}

// some lists at most four names.
func some(names []string) string {
	const most = 4
	out := ""
	for i, name := range names[:min(len(names), most)] {
		switch {
		case i == 0:
		case i == len(names)-1:
			out += " and "
		default:
			out += ", "
		}
		out += name
	}
	if len(names) > most {
		out += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return out
}

// Report gives the verdict, the table and the warnings as values.
func (s *Sensitivity) Report() report.Report {
	r := report.Report{Verdict: s.Verdict(), Warnings: s.Warnings,
		Table: report.Table{Align: "l", Head: append([]string{"parameter"}, s.Components...)}}
	r.Table.Head = append(r.Table.Head, "")
	for range s.Components {
		r.Table.Align += "r"
	}
	r.Table.Align += "l"
	for _, row := range s.Rows {
		cells := []string{row.Label}
		for _, v := range row.Values {
			cells = append(cells, fixed(v, 3))
		}
		switch {
		case row.Conflict:
			cells = append(cells, "conflict?")
		case row.Prior:
			cells = append(cells, "prior matters")
		}
		r.Table.Rows = append(r.Table.Rows, cells)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("The change of each posterior if a component's power "+
		"doubles; from %g on it counts.", sensitive))
	return r
}

// String is the report as text.
func (s *Sensitivity) String() string { return s.Report().String() }

// sortedOrder lists the positions of x in the order of its values.
func sortedOrder(x []float64) []int {
	return numeric.Order(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
}

// sensitivity is the change of the posterior of x for each doubling of the component's power.
func (c scaledComponent) sensitivity(x []float64, order []int) float64 {
	reversed := slices.Clone(order)
	slices.Reverse(reversed)
	mean := 0.0
	for j, w := range c.weights {
		d := max(cumulativeDistance(x, w, order), cumulativeDistance(x, w, reversed))
		mean += d / math.Abs(math.Log2(powers[j])) / 2
	}
	return mean
}

// cumulativeDistance is the square root of the cumulative Jensen–Shannon divergence between draws
// with equal weights and with weights w, over its upper bound. order sorts x up or down. With the
// distribution functions P and Q and M = (P+Q)/2 it integrates, over x,
//
//	P log₂(P/M) + Q log₂(Q/M),
//
// and divides by the integral of P + Q. Source: Nguyen & Vreeken, ECML PKDD 2015, 173–189.
func cumulativeDistance(x, w []float64, order []int) float64 {
	n := float64(len(x))
	divergence, bound, q, total := 0.0, 0.0, 0.0, 0.0
	for _, v := range w {
		total += v
	}
	for i, at := range order[:len(order)-1] {
		width := math.Abs(x[order[i+1]] - x[at])
		q += w[at] / total
		p := float64(i+1) / n
		middle := (p + q) / 2
		divergence += width * (p*math.Log2(p/middle) + xlog2(q, middle))
		bound += width * (p + q)
	}
	return math.Sqrt(max(divergence, 0) / bound)
}

// xlog2 is q log₂(q/m), which is 0 for q = 0.
func xlog2(q, m float64) float64 {
	if q == 0 {
		return 0
	}
	return q * math.Log2(q/m)
}
