package bugs

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/syntax"
	"gibbslab/sampler/bugs/internal/tex"
)

// A Derivation is how the updates of a model follow from its joint density, for reading. nb.Show
// typesets it.
type Derivation struct {
	lines []tex.Line
	err   error
}

// Err says what was asked for that is no unknown of the model. Then there is nothing to read but
// this sentence, and nb.Show panics with it.
func (d Derivation) Err() error { return d.err }

// Derivation derives the updates of some unknowns, or of all: the factors of the joint density that
// contain the unknown, their logarithms, collected by functions of the unknown, the name of the
// distribution, and its parameters. What has no name is said as well, with the reason.
func (m *Model) Derivation(unknowns ...string) Derivation {
	var known []string
	for _, b := range m.plan.Blocks {
		for _, s := range b.Target {
			known = append(known, s.Left.Name)
		}
	}
	for _, name := range unknowns {
		if !slices.Contains(known, name) {
			if a := m.graph.Arrays[name]; a != nil && a.Unknowns {
				return Derivation{err: fmt.Errorf("bugs: Derivation: %s is computed from the unknowns, which "+
					"are %s. Ask for one of these", name, strings.Join(known, ", "))}
			}
			return Derivation{err: fmt.Errorf("bugs: Derivation: the model draws no unknown %s.%s", name,
				syntax.Suggest(name, known))}
		}
	}
	var out Derivation
	for _, b := range m.plan.Blocks {
		for _, d := range tex.Derive(m.graph, b, unknowns...) {
			out.lines = append(out.lines, d.Lines...)
		}
	}
	return out
}

// String is the derivation as text.
func (d Derivation) String() string {
	if d.err != nil {
		return d.err.Error()
	}
	var b strings.Builder
	for i, l := range d.lines {
		if i > 0 && (!l.Formula || !d.lines[i-1].Formula) {
			b.WriteString("\n")
		}
		if l.Formula {
			b.WriteString("    " + l.Text + "\n")
		} else {
			b.WriteString(strings.ReplaceAll(l.Text, "**", "") + "\n")
		}
	}
	return b.String()
}

// Markdown is the derivation in Markdown with formulas in LaTeX.
func (d Derivation) Markdown() string {
	var b strings.Builder
	for _, l := range d.lines {
		if l.Formula {
			b.WriteString("$$" + l.TeX + "$$\n\n")
		} else {
			b.WriteString(l.TeX + "\n\n")
		}
	}
	return b.String()
}
