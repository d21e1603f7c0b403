package nb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/output"
	"gibbslab/sampler/report"
)

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
