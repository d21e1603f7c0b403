package diag

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/tables"
	"gibbslab/sampler/report"
)

// Blocks is a table of the cost of each block of a run: its share of the time, evaluations of log
// densities per sweep, and the acceptance rate and the size of steps, if there are any. It shows
// where a faster update pays off. nb.Show shows it. Times differ from run to run, so keep them out
// of any output that is compared. See [sampler.Trace.Blocks] for the counts.
func Blocks(tr *sampler.Trace) report.Report {
	rows := tr.Blocks()
	if len(rows) == 0 {
		return report.Report{Verdict: "This trace does not say what the blocks cost: it does not " +
			"come from sampler.Run, or it has no draws."}
	}
	warnings, _ := trajectories(tr)
	r := report.Report{Warnings: warnings}
	r.Table = report.Table{Align: "l", Head: []string{"block", "time", "a sweep",
		"evaluations", "acceptance", "step"}}
	sweep, slowest := time.Duration(0), rows[0]
	for _, b := range rows {
		sweep += b.Time
		if b.Share > slowest.Share {
			slowest = b
		}
		evaluations := "–"
		if b.Evaluations > 0 {
			evaluations = strconv.FormatFloat(b.Evaluations, 'f', 2, 64)
		}
		r.Table.Rows = append(r.Table.Rows, []string{b.Name,
			ifNumber(100*b.Share, "%.0f %%"), shortTime(b.Time), evaluations,
			ifNumber(b.Acceptance, "%.3f"), ifNumber(b.StepSize, "%.3g")})
		if b.Acceptance < 0.05 {
			r.Warnings = append(r.Warnings, fmt.Errorf("block %q accepts %.1f %% of its proposals: "+
				"make smaller steps, or let it learn in a longer warm-up", b.Name, 100*b.Acceptance))
		}
	}
	if sweep == 0 {
		r.Verdict = "This trace does not say how long the blocks took: it was encoded, as by nb.Memo."
		return r
	}
	r.Verdict = fmt.Sprintf("A sweep takes %s. %.0f %% of it is %s.", shortTime(sweep),
		100*slowest.Share, slowest.Name)
	r.Notes = []string{"Evaluations are of log densities, in a sweep. Times are estimates."}
	return r
}

// shortTime keeps two significant digits; a dash if there is no time.
func shortTime(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	unit := time.Duration(1)
	for d/unit >= 100 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// ifNumber writes x, or a dash if there is none.
func ifNumber(x float64, format string) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf(format, x)
}

// tooLong is the share of steps of NUTS at their limit from which on a warning says so: a few cost
// little.
const tooLong = 0.01

// trajectories are warnings about the steps of NUTS, and a sentence for the verdict if some
// diverged. The energy of a step that diverges rises by more than 1000. That does not happen by
// chance where steps are small enough, so one such step counts. See Betancourt, "A conceptual
// introduction to Hamiltonian Monte Carlo" (2017), section 6.2.
func trajectories(tr *sampler.Trace) (warnings []error, diverged string) {
	for _, b := range tr.Blocks() {
		of := func(n int) string {
			return fmt.Sprintf("%s of %s steps of block %s", tables.Count(n),
				tables.Count(b.Trajectories), b.Name)
		}
		if b.Divergent > 0 {
			diverged = of(b.Divergent) + " diverged, so the draws may miss a part of the " +
				"distribution, whatever R-hat says."
			warnings = append(warnings, fmt.Errorf("%s diverged: NUTS does not get into a part of "+
				"the distribution where its steps are too large. A longer run does not help. Give "+
				"the NUTS a Target nearer to 1, such as 0.95 or 0.99 (a declared model: "+
				"Choose(\"NUTS 0.95\", …)), or write the model in other parameters, such as effects "+
				"divided by their standard deviation", of(b.Divergent)))
		}
		if float64(b.AtMaxDepth) > tooLong*float64(b.Trajectories) {
			warnings = append(warnings, fmt.Errorf("%s were cut off at MaxDepth: the draws are "+
				"right, but few of them are independent. Bring the parameters to similar scales, "+
				"warm up longer, or give a larger MaxDepth", of(b.AtMaxDepth)))
		}
	}
	return warnings, diverged
}
