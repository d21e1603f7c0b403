// Package page is what the page of the site computes that runs models in the reader's browser. It
// knows nothing of browsers: package wasm joins it to one, and package build writes the folder.
package page

import (
	"errors"
	"slices"

	"gibbslab/internal/page/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/report"
)

// A Model is the text of a model and its data, as the reader wrote them, compiled.
type Model struct {
	text, data string
	model      *bugs.Model
}

// Compile reads a model and its data.
func Compile(text, data string) (m *Model, err error) {
	defer picture.Fault(&err)
	m = &Model{text: text, data: data}
	values, _, err := readData(data)
	if err != nil {
		return nil, err
	}
	m.model, err = bugs.Compile(text, values)
	return m, err
}

// A Mistake is an error as the page shows it. Line and Col are 0 if it has no place in the model.
type Mistake struct {
	Text      string
	Line, Col int
}

// MistakeOf is the first place of an error, and all of its text.
func MistakeOf(err error) Mistake {
	m := Mistake{Text: err.Error()}
	if all := (bugs.Errors)(nil); errors.As(err, &all) && len(all) > 0 {
		m.Line, m.Col = all[0].Pos.Line, all[0].Pos.Col
	}
	return m
}

// About is what the page tells about a model before it runs.
type About struct {
	Unknowns []Unknown
	Plan     Report
	Plates   *picture.Picture // nil if the diagram cannot be drawn
}

// An Unknown is a variable of the trace.
type Unknown struct {
	Name  string
	Drawn bool // it has an update of its own, and a derivation
	Size  int
}

// About describes the model.
func (m *Model) About() About {
	a := About{Plan: reportOf(m.model.Plan().Report())}
	for _, p := range m.params() {
		if p.Name != logJoint {
			a.Unknowns = append(a.Unknowns, Unknown{p.Name, m.model.Derivation(p.Name).Err() == nil, p.size})
		}
	}
	a.Plates, _ = m.plates()
	return a
}

// Derivation is how the update of an unknown follows, in Markdown with formulas in LaTeX.
func (m *Model) Derivation(unknown string) (string, error) {
	d := m.model.Derivation(unknown)
	return d.Markdown(), d.Err()
}

// A param is a parameter of the trace, with its place among the numbers of a draw.
type param struct {
	sampler.Param[bugs.State]
	at, size int
}

const logJoint = "lp__"

// params are the parameters of a trace of the model, in its order.
func (m *Model) params() (all []param) {
	at := 0
	for _, p := range append(m.model.Sampler().Params, sampler.Param[bugs.State]{Name: logJoint}) {
		size := 1
		for _, n := range p.Shape {
			size *= n
		}
		all = append(all, param{p, at, size})
		at += size
	}
	return all
}

// A Report is a report.Report for the page.
type Report struct {
	Verdict         string
	Wrong           bool
	Head            []string
	Rows            [][]string
	Text            []bool // columns that are no numbers
	Notes, Warnings []string
}

func reportOf(r report.Report) Report {
	out := Report{Verdict: r.Verdict, Wrong: r.Wrong, Head: r.Table.Head, Rows: r.Table.Rows,
		Notes: slices.Clone(r.Notes)}
	for c := range r.Table.Columns() {
		out.Text = append(out.Text, r.Table.IsText(c))
	}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, w.Error())
	}
	return out
}
