package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gibbslab/sampler/report"
)

// An SBCReport says what [SBC] found.
type SBCReport struct {
	Wrong bool
	// Function is the test function with the least uniform ranks. P is the probability of ranks at
	// least this uneven if nothing is wrong, times the number of functions.
	Function string
	P        float64
	// Functions are the results for all functions, in the order of the model.
	Functions []SBCResult
	// Each chain made Warmup sweeps, then Draws draws, Thin sweeps apart.
	Warmup, Draws, Thin int
	// Err is the error or panic of the sampler, if there was one.
	Err error
}

// An SBCResult says what the ranks of a test function show.
type SBCResult struct {
	Function string
	// Ranks are from 0 to SBCReport.Draws, one for each data set. They come from the last round
	// that looked at the function.
	Ranks []int
	// P is the probability of ranks as uneven as these if nothing is wrong, for this function
	// alone.
	P float64
}

// Verdict says in a sentence what was found.
func (r *SBCReport) Verdict() string {
	switch {
	case r.Err != nil:
		return failed(r.Err)
	case r.Wrong:
		shape := "" // of the ranks of the worst function, in words
		for _, f := range r.Functions {
			if f.Function == r.Function {
				shape = rankShape(f.Ranks, r.Draws)
			}
		}
		return fmt.Sprintf("The sampler is wrong, or its chains are too short: the ranks of %s are not "+
			"uniform. %s", r.Function, shape)
	}
	return "The ranks are uniform: the sampler draws from the posterior, as far as the test " +
		"functions show."
}

// shownFunctions is the maximum number of lines in the table.
const shownFunctions = 12

// Report gives the verdict and the table as values: the test functions whose ranks are the least
// uniform.
func (r *SBCReport) Report() report.Report {
	out := report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "lrrr", Rows: r.rows(),
		Head: []string{"function", "mean rank", "p", "data sets"}}}
	if r.Err == nil {
		text := fmt.Sprintf("Each chain: warm-up %d, then %d draws with thin %d.", r.Warmup, r.Draws,
			r.Thin)
		if r.Wrong {
			text += " Give Settings a Warmup and a Thin ten times as large. If the ranks become " +
				"uniform, the chains were too short."
		}
		out.Notes = []string{text}
	}
	return out
}

func (r *SBCReport) rows() [][]string {
	var table [][]string
	if r.Err != nil {
		return append(table, []string{r.Err.Error(), "–", "–", "–"})
	}
	order := slices.Clone(r.Functions)
	slices.SortStableFunc(order, func(a, b SBCResult) int { return cmp.Compare(a.P, b.P) })
	for i, f := range order {
		if i == shownFunctions {
			table = append(table, []string{fmt.Sprintf("and %d more", len(order)-i), "",
				"≥ " + probability(f.P), ""})
			break
		}
		sum := 0
		for _, rank := range f.Ranks {
			sum += rank
		}
		mean := fmt.Sprintf("%.1f of %d", float64(sum)/float64(max(1, len(f.Ranks))), r.Draws)
		table = append(table, []string{f.Function, mean, probability(f.P), strconv.Itoa(len(f.Ranks))})
	}
	return table
}

// String is the report as text.
func (r *SBCReport) String() string { return r.Report().String() }

// rankShape is the shape of a histogram of ranks from 0 to draws: its slope, and whether its middle
// is high or low. Slope and curvature are compared in standard errors.
func rankShape(ranks []int, draws int) string {
	var slope, curve float64
	m := float64(draws + 1)
	for _, rank := range ranks {
		u := (float64(rank)+0.5)/m - 0.5
		slope += u
		curve += u*u - (1-1/(m*m))/12
	}
	n := float64(len(ranks))
	slope /= math.Sqrt(n / 12)
	curve /= math.Sqrt(n / 180)
	const visible = 3
	switch {
	case max(math.Abs(slope), math.Abs(curve)) < visible:
		return "Their histogram has neither a slope nor a simple bend."
	case math.Abs(slope) >= math.Abs(curve) && slope > 0:
		return "Their histogram slopes up: the draws are too small."
	case math.Abs(slope) >= math.Abs(curve):
		return "Their histogram slopes down: the draws are too large."
	case curve > 0:
		return "Their histogram has the shape ∪: the draws are too narrow, or depend on each other."
	}
	return "Their histogram has the shape ∩: the draws are too wide."
}
