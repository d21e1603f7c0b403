package verify

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/report"
)

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
	return report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "rrrr", Rows: r.rows(),
		Head: []string{"state", "exact", "sampled", "z"}}}
}

func (r *EnumerationReport) rows() [][]string {
	var table [][]string
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
		table = append(table, []string{strconv.Itoa(k), fmt.Sprintf("%.4f", r.Exact[k]),
			fmt.Sprintf("%.4f", r.Sampled[k]), fmt.Sprintf("%.1f", z[k])})
	}
	return table
}

// String is the report as text.
func (r *EnumerationReport) String() string { return r.Report().String() }
