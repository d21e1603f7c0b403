package nb

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/report"
)

// Show displays anything: plots (*plot.Plot; neighbours go side by side), a [Grid] of plots, what
// [Animate] and [Explore] make, a *diag.Summary, the reports of sampler/verify and any other
// report.Reporter, a [Table], a mat.Matrix, a time.Duration, an error, text, numbers, slices of
// numbers (long ones shortened), and whatever has a String method. The result of [Report] is a page
// with several outputs.
//
// Each item is one output: a picture as PNG, as SVG unless that is large, and as text. Outside a
// notebook Show prints the text.
func Show(items ...any) {
	if farm.Worker() {
		return // before anything is drawn
	}
	for i := 0; i < len(items); i++ {
		if page, ok := items[i].(Page); ok {
			output.Emit(page.messages()...)
			continue
		}
		var plots []*plot.Plot
		for ; i < len(items); i++ {
			p, ok := items[i].(*plot.Plot)
			if !ok {
				break
			}
			plots = append(plots, p)
		}
		if len(plots) > 0 {
			output.Emit(messageOf(Grid{Plots: plots}))
			i--
			continue
		}
		output.Emit(messageOf(items[i]))
	}
}

// Grid shows plots in rows, from left to right and from top to bottom, as one picture: Plots, with
// Columns in a row (0 means 2, or 1 for a single plot). SameAxes gives all plots the range of all of
// them together, to make them comparable. Width and Height are the size of the whole picture in CSS
// pixels (1/96 inch; 0 means the usual size). A page that is narrower shrinks the picture.
type Grid = picture.Grid

// Table has a Head, Rows of cells, and Notes below them, one in a line. It is shown as a plain table
// in HTML, which GitHub, nbviewer and JupyterLab all draw, and as aligned columns of text. Columns
// of numbers stand at the right, with their decimal points below each other, and all others at the
// left.
//
// A cell is anything that [Show] shows as text. A float64 has four significant digits, zeros at
// the end included where another number of the column has as many decimals. To choose others,
// give text: fmt.Sprintf("%.2f", x).
type Table = output.Table

// messageOf renders one item.
func messageOf(item any) output.Message {
	switch v := item.(type) {
	case interface{ Message() output.Message }: // Grid, Table, and what moves
		return v.Message()
	case report.Report:
		return output.ReportMessage(v)
	case report.Reporter:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			panic(fmt.Sprintf("show: the %T is nil: was the error that came with it looked at?", v))
		}
		return output.ReportMessage(v.Report())
	}
	m := output.Message{Text: output.Text(item)}
	_, failed := item.(error)
	if failed || utf8.RuneCountInString(m.Text) > shownLine && !strings.Contains(m.Text, "\n") {
		m.HTML = output.Paragraphs(m.Text)
	}
	return m
}

// shownLine is the length of a line that may be too long for a cell. JupyterLab breaks lines of
// plain text anywhere, in the middle of a number too, and those of HTML between words.
const shownLine = 80
