package diag

import (
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/tables"
)

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
