package nb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler/report"
)

// Show displays anything: plots (*plot.Plot; neighbours go side by side), a [Grid] of plots, what
// [Animate] and [Explore] make, a *diag.Summary, the reports of sampler/verify and any other
// report.Reporter, a [Table], a mat.Matrix, a time.Duration, an error, text, numbers, slices of
// numbers (long ones shortened), and whatever has a String method. Of a *datasets.Frame, a slice of
// structs and a map it shows the first ten rows; of a frame also what the columns hold. What has a
// Markdown method as well, such as a bugs.Derivation, is typeset, and bugs.Plates are drawn. The
// result of [Report] is a page with several outputs.
//
// Each item is one output: a picture as PNG, as SVG unless that is large, and as text. Outside a
// notebook Show prints the text.
func Show(items ...any) {
	if output.Worker() {
		return // before anything is drawn
	}
	for i := 0; i < len(items); i++ {
		if page, ok := items[i].(Page); ok {
			output.Emit(page.messages()...)
			continue
		}
		var plots []*plot.Plot
		for ; i < len(items); i++ {
			p, ok := plotOf(items[i])
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

// plotOf returns an item that is a plot, or that PlateDiagram draws.
func plotOf(item any) (*plot.Plot, bool) {
	if d, ok := item.(interface{ PlateDiagram() string }); ok {
		return PlateDiagram(d.PlateDiagram()), true
	}
	p, ok := item.(*plot.Plot)
	return p, ok
}

// Grid shows plots in rows, from left to right and from top to bottom, as one picture: Plots, with
// Columns in a row (0 means 2, or 1 for a single plot). SameAxes gives all plots the range of all
// of them together, to make them comparable. Width and Height are the size of the whole picture in
// CSS pixels (1/96 inch; 0 means the usual size). A page that is narrower shrinks the picture.
type Grid = picture.Grid

// Table has a Head, Rows of cells, and Notes below them, one in a line. It is shown as a plain
// table in HTML, which GitHub, nbviewer and JupyterLab all draw, and as aligned columns of text.
// Columns of numbers stand at the right, with their decimal points below each other, and all
// others at the left.
//
// A cell is anything that [Show] shows as text. A float64 has four significant digits, zeros at
// the end included where another number of the column has as many decimals. To choose others,
// give text: fmt.Sprintf("%.2f", x).
type Table = output.Table

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
	if t, ok := faceOf(item); ok {
		return t.Message()
	}
	if v, ok := item.(interface{ Err() error }); ok && v.Err() != nil {
		panic(v.Err()) // as Must does
	}
	m := output.Message{Text: output.Text(item)}
	if v, ok := item.(interface{ Markdown() string }); ok {
		m.Markdown = v.Markdown()
		return m
	}
	_, failed := item.(error)
	if failed && strings.Contains(m.Text, "\n\t") {
		return m // a paragraph would lose the place of a caret
	}
	if failed || utf8.RuneCountInString(m.Text) > shownLine && !strings.Contains(m.Text, "\n") {
		m.HTML = output.Paragraphs(m.Text)
	}
	return m
}

// shownLine is the length of a line that may be too long for a cell. JupyterLab breaks lines of
// plain text anywhere, in the middle of a number too, and those of HTML between words.
const shownLine = 80

// Animate shows how something changes: it draws frames 0, 1, … and shows them one after another.
// All have the same axes, which have room for every frame. There are at most 100 frames. Animate
// panics if there is none, or if they differ in size.
//
//	nb.Show(nb.Animate(40, func(i int) *plot.Plot { return staircase(draws[:i+1]) }))
//
// The result has options: Delay is how long each picture is shown (0 means a quarter of a second),
// Pause how long the last one is (0 means two seconds), Plays how often they are shown (0 means for
// ever, beginning with the last one), and Width and Height are the size of each in CSS pixels (0
// means the usual size):
//
//	a := nb.Animate(12, tables)
//	a.Delay = time.Second / 2
//	nb.Show(a)
//
// It is an animated PNG: it needs no script, and moves wherever notebooks show pictures. On paper
// and in programs that cannot show animations it is its last picture. In pages of `make html` a
// reader can stop it, and it stands still for those whose system asks for less motion.
func Animate[P interface{ *plot.Plot | Grid }](frames int, frame func(i int) P) picture.Animation {
	return picture.Animate(frames, frame)
}

// Explore shows how a picture depends on a number or a choice: a row of buttons, one for each
// value, chooses the picture. All pictures are drawn at once, with the same axes. frame returns a
// *plot.Plot, a [Grid] or a [Table]. Explore panics if there is no value, or if pictures differ in
// size. The result has the fields Width and Height, the size of each picture in CSS pixels (0 means
// 480 × 300, or the usual size of a grid).
//
// It answers clicks and arrow keys from the stored output: there is no script, and no kernel need
// run. Where buttons cannot work, in a notebook that is not trusted, on paper and on GitHub, it
// shows all pictures beside each other.
//
//	nb.Show(nb.Explore("lag", []int{1, 2, 5, 10}, func(lag int) *plot.Plot { return pairs(lag) }))
func Explore[V any, F interface{ *plot.Plot | Grid | Table }](name string, values []V,
	frame func(V) F) picture.Exploration {
	return picture.Explore(name, values, frame)
}

// Explore2 is [Explore] for two rows of buttons. It draws a picture for each pair of values.
//
//	nb.Show(nb.Explore2("ν", []float64{70, 80, 90}, "τ", []float64{2, 4, 8}, posterior))
func Explore2[V, W any, F interface{ *plot.Plot | Grid | Table }](name string, values []V,
	other string, others []W, frame func(V, W) F) picture.Exploration {
	return picture.Explore2(name, values, other, others, frame)
}

// Save writes a picture to a file: a *plot.Plot, or a [Grid], which can have a size. The ending of
// the name chooses the format: .png has two pixels for each CSS pixel, and .svg and .pdf are
// drawings that can be enlarged. Save replaces a file of that name. It panics if the file cannot be
// written. The result of [Report] is saved as a page, .html; the table of a report or a
// report.Table as .csv, .md or .tex; and report.Columns as .csv or .parquet.
//
//	nb.Save("posterior.pdf", nb.Density(tr, "mu"))
//	nb.Save("wide.svg", nb.Grid{Plots: []*plot.Plot{p}, Width: 1200, Height: 400})
func Save(file string, picture any) {
	if output.Worker() {
		return // the cell itself writes it
	}
	if page, isPage := picture.(Page); isPage {
		if strings.ToLower(filepath.Ext(file)) != ".html" {
			panic(fmt.Sprintf("save: %q: a report is saved as a page: end the name in .html", file))
		}
		write(file, page.html())
		return
	}
	if err, isTable := saveTable(file, picture); isTable {
		if err != nil {
			panic("save: " + err.Error())
		}
		return
	}
	g, ok := picture.(Grid)
	if p, single := picture.(*plot.Plot); single {
		g, ok = Grid{Plots: []*plot.Plot{p}}, true
	}
	if !ok {
		panic(fmt.Sprintf("save: %s: a %T is no picture: give a *plot.Plot, a nb.Grid or a "+
			"report", file, picture))
	}
	var data []byte
	switch ending := strings.ToLower(filepath.Ext(file)); ending {
	case ".png":
		data = g.PNG()
	case ".svg":
		data = []byte(g.SVG(math.MaxInt))
	case ".pdf":
		data = g.PDF()
	default:
		panic(fmt.Sprintf("save: %q ends in %q: end the name in .png, .svg or .pdf", file, ending))
	}
	write(file, data)
}

func saveTable(file string, table any) (err error, is bool) {
	switch t := table.(type) {
	case report.Columns:
		return t.Save(file), true
	case report.Table:
		return t.Save(file), true
	case report.Report:
		return t.Table.Save(file), true
	case report.Reporter:
		return t.Report().Table.Save(file), true
	}
	return nil, false
}

func write(file string, data []byte) {
	if err := os.WriteFile(file, data, 0o666); err != nil {
		panic(fmt.Sprintf("save: the picture was not written: %v", err))
	}
}
