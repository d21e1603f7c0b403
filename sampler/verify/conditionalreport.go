package verify

import (
	"fmt"

	"gibbslab/sampler/report"
)

// A ConditionalReport says what [Conditional] found.
type ConditionalReport struct {
	// Wrong is true if the block or a gradient is wrong.
	Wrong bool
	Block string
	// Comparison is from the last round, for the coordinate that differs most.
	Comparison
	// Gradients are the gradients that were checked, in the order of the coordinates.
	Gradients []GradientResult
	// Err is the error or panic of the block, if there was one.
	Err error

	moved bool    // the block is wrong, whatever the gradient
	worth float64 // of draws that depend on each other, the least effective number of a coordinate
}

// Verdict says in a sentence what was found.
func (r *ConditionalReport) Verdict() string {
	for _, g := range r.Gradients {
		if g.Wrong {
			return fmt.Sprintf("The gradient of %s is wrong: it is %.6g at %.6g, and by differences of "+
				"LogJoint %.6g.", g.Coordinate, g.Given, g.At, g.Numerical)
		}
	}
	switch {
	case r.Err != nil:
		return fmt.Sprintf("Block %q is wrong: it fails.", r.Block)
	case r.Wrong:
		return fmt.Sprintf("Block %q is wrong: it changes the conditional distribution given by "+
			"LogJoint, in the %s of %s. If Blocks finds no fault in it, LogJoint is wrong for it: a "+
			"factor may be missing or be there twice, as may a Jacobian, or a latent variable that the "+
			"block is given may be integrated out.", r.Block, r.Test, r.Function)
	case r.Function == "":
		return fmt.Sprintf("Block %q changed nothing: is it empty?", r.Block)
	}
	return fmt.Sprintf("Block %q leaves the conditional distribution unchanged.", r.Block)
}

// Report gives the verdict and the table as values.
func (r *ConditionalReport) Report() report.Report {
	rows := [][]string{append([]string{r.Block, verdict(r.moved)}, r.cells(r.Err)...)}
	for _, g := range r.Gradients {
		text := fmt.Sprintf("%.6g at %.6g, by differences %.6g", g.Given, g.At, g.Numerical)
		rows = append(rows, []string{"gradient of " + g.Coordinate, verdict(g.Wrong), text, "–",
			"–", "–"})
	}
	out := report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "lllrrr", Rows: rows,
		Head: []string{"block", "verdict", "what changed most", "z", "p", "draws"}}}
	if r.worth > 0 {
		out.Notes = []string{fmt.Sprintf("The draws depend on each other; of the coordinate that moves "+
			"least they are worth %.0f.", r.worth)}
	}
	return out
}

// String is the report as text.
func (r *ConditionalReport) String() string { return r.Report().String() }
