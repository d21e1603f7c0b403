package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
)

// Enumerate compares the states that a sampler visits with their exact probabilities. It is for
// models whose posterior is a table, such as all label vectors of eight documents or all partitions
// of ten numbers.
//
// probabilities[k] is the posterior probability of state k, up to a common factor, and state
// returns the number of a state. Settings.Replications chains (16) start from the model's Init and
// make Settings.Draws (10 000) sweeps after Settings.Warmup (1000).
//
// The test is Pearson's, with the effective sample size for the number of draws:
//
//	χ² = ESS Σ (f_k − p_k)²/p_k,
//
// where f_k is the fraction of draws in state k. The draws of a chain depend on each other, and the
// indicators of different states do so to different degrees. Let δ_k be the design effect of state
// k: the number of draws divided by the effective number for the indicator of k. ESS is the number
// of draws divided by the weighted mean of δ_k over the 24 most probable states, with weights
// 1−p_k. χ² and its degrees of freedom are divided by 1 + a², where a is the coefficient of
// variation of the δ_k. States that are expected in fewer than 5 effective draws are pooled. A
// visit to a state of probability 0 is an error, whatever χ² says.
//
// Source: Rao & Scott, "The analysis of categorical data from complex sample surveys", Journal of
// the American Statistical Association 76 (1981) 221–230, sections 2 and 3.
func Enumerate[S any](
	m sampler.Model[S], probabilities []float64, state func(s *S) int, set Settings,
) (*EnumerationReport, error) {
	set, err := set.withDefaults(16, 10_000)
	exact, errExact := normalised(probabilities)
	if err = errors.Join(err, errExact); state == nil {
		err = errors.Join(err, errors.New("verify: state is nil: give the function that returns "+
			"the number of a state"))
	}
	if err != nil {
		return nil, err
	}
	m.LogJoint = nil
	m.Data = []any{m.Data, exact}
	m.Params = []sampler.Param[S]{sampler.Scalar("state",
		func(s *S) float64 { return float64(state(s)) })}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{
		Chains: set.Replications, Draws: set.Draws, Warmup: set.Warmup, Seed: set.Seed,
		On: set.On,
	})
	if tr == nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	report := &EnumerationReport{Exact: exact, Sampled: make([]float64, len(exact)), P: 1}
	if err != nil {
		report.Wrong, report.Err = true, err
		return report, nil
	}
	chains, err := tr.Chains("state")
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	for _, c := range chains {
		for _, v := range c {
			k := int(v)
			switch {
			case k < 0 || k >= len(exact):
				report.Err = fmt.Errorf("it visits state %d, and the probabilities given are of the states "+
					"0 to %d", k, len(exact)-1)
			case exact[k] == 0:
				report.Err = fmt.Errorf("the sampler visits state %d, which has probability 0", k)
			}
			if report.Wrong = report.Err != nil; report.Wrong {
				return report, nil
			}
			report.Sampled[k] += 1 / float64(len(chains)*len(c))
		}
	}
	report.compare(chains)
	report.Wrong = report.P <= set.FalseAlarm
	return report, nil
}

// normalised divides probabilities by their sum.
func normalised(p []float64) ([]float64, error) {
	sum := 0.0
	for k, v := range p {
		if !(v >= 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("verify: probability %d is %g: give numbers that are finite "+
				"and not negative", k, v)
		}
		sum += v
	}
	if len(p) < 2 || !(sum > 0) || math.IsInf(sum, 0) {
		return nil, fmt.Errorf("verify: %d probabilities of sum %g: give at least two states, "+
			"with a positive finite sum", len(p), sum)
	}
	q := slices.Clone(p)
	for k := range q {
		q[k] /= sum
	}
	return q, nil
}

// compare fills in the distance and the test.
func (r *EnumerationReport) compare(chains [][]float64) {
	order := numeric.Order(len(r.Exact), func(a, b int) int {
		return cmp.Compare(r.Exact[b], r.Exact[a])
	})
	const looked = 24
	total := 0
	is := make([][]float64, len(chains))
	for c := range chains {
		is[c] = make([]float64, len(chains[c]))
		total += len(chains[c])
	}
	var weights, deltas []float64
	for _, k := range order[:min(looked, len(order))] {
		if r.Exact[k]*float64(total) < 20 {
			break // too rare to tell
		}
		for c := range chains {
			for i, v := range chains[c] {
				is[c][i] = 0
				if int(v) == k {
					is[c][i] = 1
				}
			}
		}
		if r.Sampled[k] == 0 { // never visited: chi-squared shows what is missing
			continue
		}
		if ess := diag.ESSMean(is); ess > 0 {
			weights, deltas = append(weights, 1-r.Exact[k]), append(deltas, float64(total)/ess)
		}
	}
	r.ESS = float64(total)
	unequal := 1.0 // 1 + a²
	if len(deltas) > 0 {
		mean, variance := stat.PopMeanVariance(deltas, weights)
		r.ESS /= mean
		unequal += variance / (mean * mean)
	}
	cells, restExact, restSampled := 0, 0.0, 0.0
	for _, k := range order {
		r.TotalVariation += math.Abs(r.Exact[k]-r.Sampled[k]) / 2
		if r.Exact[k]*r.ESS < 5 {
			restExact, restSampled = restExact+r.Exact[k], restSampled+r.Sampled[k]
			continue
		}
		d := r.Sampled[k] - r.Exact[k]
		r.ChiSquared += r.ESS * d * d / r.Exact[k]
		cells++
	}
	if restExact*r.ESS >= 1 {
		d := restSampled - restExact
		r.ChiSquared += r.ESS * d * d / restExact
		cells++
	}
	if r.Degrees = cells - 1; r.Degrees > 0 {
		r.P = mathext.GammaIncRegComp(float64(r.Degrees)/unequal/2, r.ChiSquared/unequal/2)
	}
}

// An EnumerationReport says what [Enumerate] found.
type EnumerationReport struct {
	Wrong          bool
	Exact, Sampled []float64 // the probability of each state, and its fraction of the draws
	ESS            float64   // effective number of draws, for the mean over states
	TotalVariation float64   // half of Σ |sampled − exact|
	ChiSquared     float64
	Degrees        int     // of freedom
	P              float64 // probability of ChiSquared or more for a correct sampler
	// Err is why the sampler failed, or names an impossible state that it visited; nil otherwise.
	Err error
}

// Verdict says in a sentence what was found.
func (r *EnumerationReport) Verdict() string {
	switch {
	case r.Err != nil:
		return fmt.Sprintf("The sampler is wrong: %v.", r.Err)
	case r.Wrong:
		return fmt.Sprintf("The sampler is wrong: it visits the %d states with the wrong probabilities "+
			"(total variation %.2g, %s).", len(r.Exact), r.TotalVariation, pIs(r.P))
	}
	return fmt.Sprintf("The %d states are visited as often as they should be (total variation "+
		"%.2g, χ² %.1f with %d degrees of freedom, %s).", len(r.Exact), r.TotalVariation,
		r.ChiSquared, r.Degrees, pIs(r.P))
}

// pIs is "p = 0.31", or "p < 1e-300".
func pIs(p float64) string {
	text := probability(p)
	if text[0] == '<' {
		return "p " + text
	}
	return "p = " + text
}

// Report gives the verdict and the table as values: the states farthest from their probability.
func (r *EnumerationReport) Report() report.Report {
	table := report.Table{Align: "rrrr", Head: []string{"state", "exact", "sampled", "z"}}
	z := make([]float64, len(r.Exact))
	for k, p := range r.Exact {
		if sd := math.Sqrt(p * (1 - p) / r.ESS); sd > 0 {
			z[k] = (r.Sampled[k] - p) / sd
		}
	}
	order := numeric.Order(len(z), func(a, b int) int {
		return cmp.Compare(math.Abs(z[b]), math.Abs(z[a]))
	})
	for _, k := range order[:min(len(order), shownFunctions)] {
		table.Rows = append(table.Rows, []string{strconv.Itoa(k), fmt.Sprintf("%.4f", r.Exact[k]),
			fmt.Sprintf("%.4f", r.Sampled[k]), fmt.Sprintf("%.1f", z[k])})
	}
	return report.Report{Verdict: r.Verdict(), Table: table}
}

// String is the report as text.
func (r *EnumerationReport) String() string { return r.Report().String() }
