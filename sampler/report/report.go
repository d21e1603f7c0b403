// Package report defines how diagnostics and checks report what they found: a verdict in a
// sentence, a table, notes, and warnings, each as a value of its own. Reports print as text, and
// nb.Show shows them in a notebook. A type of your own is shown in the same way if it is a
// [Reporter].
package report

import (
	"fmt"
	"strings"
)

// A Report is the result of a diagnostic or a check.
type Report struct {
	// Verdict is the result in a sentence or two.
	Verdict string
	// Wrong is set if something failed. nb.Show then writes the verdict in red.
	Wrong bool
	// Table may be empty.
	Table Table
	// Notes are sentences about the table, such as what it leaves out.
	Notes []string
	// Warnings are reasons to worry, the gravest first.
	Warnings []error
}

// A Reporter has a report to show.
type Reporter interface{ Report() Report }

// shownWarnings is the number of warnings that String prints in full.
const shownWarnings = 10

// String is the verdict, the table with aligned columns, the notes, and the first ten warnings.
// Each warning begins with "! ".
func (r Report) String() string {
	var b strings.Builder
	b.WriteString(r.Verdict + "\n")
	if len(r.Table.Rows) > 0 {
		b.WriteString(r.Table.String())
	}
	for _, note := range r.Notes {
		b.WriteString(note + "\n")
	}
	for i, w := range r.Warnings {
		if i == shownWarnings {
			fmt.Fprintf(&b, "! and %d more warnings\n", len(r.Warnings)-i)
			break
		}
		b.WriteString("! " + w.Error() + "\n")
	}
	return b.String()
}
