package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/report"
)

// A MutantReport is the table of mutants.
type MutantReport struct{ Mutants []MutantResult }

// A MutantResult says which test found that a mutant is wrong.
type MutantResult struct {
	Name, Block string // from the Mutant
	// Killed is "blocks", "two sweeps", "joint test" or "SBC", and empty for a mutant that
	// survived.
	Killed string
	// Named are the blocks called wrong.
	Named []string
	// Detail is the strongest evidence.
	Detail string
}

// Survivors are the names of the mutants that no test found wrong.
func (r *MutantReport) Survivors() []string {
	var names []string
	for _, m := range r.Mutants {
		if m.Killed == "" {
			names = append(names, m.Name)
		}
	}
	return names
}

// RightlyNamed is the number of mutants for which only the wrong block was named.
func (r *MutantReport) RightlyNamed() int {
	n := 0
	for _, m := range r.Mutants {
		if slices.Equal(m.Named, []string{m.Block}) {
			n++
		}
	}
	return n
}

// Verdict says in a sentence how many were found.
func (r *MutantReport) Verdict() string {
	n, survivors := len(r.Mutants), r.Survivors()
	if len(survivors) > 0 {
		return fmt.Sprintf("The sampler passes, but of %d mutants %d are not found: %s.", n,
			len(survivors), strings.Join(survivors, ", "))
	}
	return fmt.Sprintf("The sampler passes, and all mutants are found: %d, of which %d with the "+
		"wrong block named.", n, r.RightlyNamed())
}

// Report gives the verdict and the table of mutants as values.
func (r *MutantReport) Report() report.Report {
	return report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "lllll", Rows: r.rows(),
		Head: []string{"mutant", "wrong block", "found by", "block named", "evidence"}}}
}

func (r *MutantReport) rows() [][]string {
	var table [][]string
	for _, m := range r.Mutants {
		killed, named := m.Killed, strings.Join(m.Named, ", ")
		killed = cmp.Or(killed, "NOTHING")
		named = cmp.Or(named, "–")
		table = append(table, []string{m.Name, m.Block, killed, named, m.Detail})
	}
	return table
}

// String is the report as text.
func (r *MutantReport) String() string { return r.Report().String() }
