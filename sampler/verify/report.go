package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/report"
)

// A Comparison shows how a test function changed. It is for the function that changed most.
type Comparison struct {
	Function string  // its name
	Test     string  // "mean", "mean square", "rank" or "spread of ranks"
	Z        float64 // standard errors; positive if the value became larger, or wider
	P        float64 // probability of this or more if nothing is wrong, times the number of tests
	Draws    int     // from the joint distribution, in the last round
}

// A BlockReport says what [Blocks] found.
type BlockReport struct {
	// Wrong is true if a block is wrong, or two sweeps are; see WrongBlocks.
	Wrong  bool
	Blocks []BlockResult // in the order of the sweep
	// Sweeps is the test of two sweeps in a row. Its Block is empty if this test was not needed,
	// because a single block was wrong.
	Sweeps BlockResult
	// Warnings name what no block changes, and blocks that change nothing.
	Warnings []error

	either bool // only one of the two wrong blocks needs to be wrong
	blind  bool // there is no LogJoint
}

// A BlockResult says whether a block leaves the joint distribution unchanged.
type BlockResult struct {
	Block string
	Wrong bool
	// Comparison is from the last round.
	Comparison
	// Then names the later block in which the error showed up, if it did not show up at once.
	Then string
	// Still is true if the block changed no test function at all.
	Still bool
	// Err is the error or panic of the block, if there was one.
	Err error
}

// stronger tells whether r is better evidence than other.
func (r BlockResult) stronger(other BlockResult) bool {
	if (r.Err != nil) != (other.Err != nil) {
		return r.Err != nil
	}
	return math.Abs(r.Z) > math.Abs(other.Z)
}

// WrongBlocks lists the wrong blocks in the order of the sweep. If one of two is wrong and the
// draws do not tell which, as Verdict then says, both are listed. It is "two sweeps" if the sampler
// is wrong but no block is to blame.
func (r *BlockReport) WrongBlocks() []string {
	var names []string
	for _, b := range r.Blocks {
		if b.Wrong {
			names = append(names, b.Block)
		}
	}
	if len(names) == 0 && r.Sweeps.Wrong {
		names = append(names, r.Sweeps.Block)
	}
	return names
}

func (r *BlockReport) blamed() bool {
	return slices.ContainsFunc(r.Blocks, func(b BlockResult) bool { return b.Wrong })
}

// Verdict says in a sentence what was found.
func (r *BlockReport) Verdict() string {
	wrong := r.WrongBlocks()
	for _, b := range r.Blocks {
		if b.Err != nil {
			return failed(b.Err)
		}
	}
	switch {
	case r.Sweeps.Err != nil:
		return failed(r.Sweeps.Err) + " This happened in two sweeps. No fault of a block alone was found."
	case len(wrong) == 0:
		what, less := "each", ""
		if len(r.Blocks) == 1 {
			what = "the"
		}
		if r.blind {
			less = " Without a LogJoint it sees less: of the relations between parameters, only products " +
				"of pairs are tested."
		}
		return fmt.Sprintf("No fault found: as far as this test can see, %s block leaves the joint "+
			"distribution of parameters and data unchanged.%s", what, less)
	case wrong[0] == twoSweeps:
		return "The sampler is wrong: two sweeps change the joint distribution of parameters and data. " +
			"Neither a block alone nor a pair of them was seen to do so: try more replications."
	case len(wrong) == 1:
		said := fmt.Sprintf("Block %q is wrong: it changes the joint distribution of parameters and "+
			"data.", wrong[0])
		for _, b := range r.Blocks {
			if b.Wrong && b.Then != "" {
				said += fmt.Sprintf(" It shows once %q follows, which may be at fault: does it keep "+
					"something that %q changes?", b.Then, b.Block)
			}
		}
		return said
	}
	var quoted []string
	for _, name := range wrong {
		quoted = append(quoted, strconv.Quote(name))
	}
	if r.either {
		return fmt.Sprintf("One of the blocks %s is wrong: together they change the joint "+
			"distribution of parameters and data. More replications may tell which.",
			strings.Join(quoted, " and "))
	}
	return fmt.Sprintf("Blocks %s are wrong: each changes the joint distribution of parameters "+
		"and data.", strings.Join(quoted, ", "))
}

// failed is the verdict on a sampler that panicked, returned an error or made a NaN.
func failed(err error) string { return fmt.Sprintf("The sampler failed: %v.", err) }

// Report gives the verdict, the table and the warnings as values. For each block the table has the
// test function that changed most, by how many standard errors, and the probability of this or more
// if the block is right.
func (r *BlockReport) Report() report.Report {
	table := report.Table{Align: "lllrrr",
		Head: []string{"block", "verdict", "what changed most", "z", "p", "draws"}}
	rows := r.Blocks
	if r.Sweeps.Block != "" {
		rows = append(rows[:len(rows):len(rows)], r.Sweeps)
	}
	for _, b := range rows {
		line := append([]string{b.Block, verdict(b.Wrong)}, b.cells(b.Err)...)
		if b.Then != "" {
			line[2] += ", once " + b.Then + " follows"
		}
		table.Rows = append(table.Rows, line)
	}
	return report.Report{Verdict: r.Verdict(), Table: table, Warnings: r.Warnings}
}

// String is the report as text.
func (r *BlockReport) String() string { return r.Report().String() }

// cells are the test function, z, p and the draws.
func (c Comparison) cells(err error) []string {
	switch {
	case err != nil:
		return []string{"it failed", "–", "–", "–"}
	case c.Function == "":
		return []string{"nothing", "–", "–", strconv.Itoa(c.Draws)}
	}
	return []string{c.Test + " of " + c.Function, fmt.Sprintf("%.1f", c.Z), probability(c.P),
		strconv.Itoa(c.Draws)}
}

func verdict(wrong bool) string {
	if wrong {
		return "WRONG"
	}
	return "nothing found"
}

func probability(p float64) string {
	if p < 1e-300 {
		return "< 1e-300"
	}
	return fmt.Sprintf("%.2g", p)
}
