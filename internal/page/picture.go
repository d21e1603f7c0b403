package page

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler"
)

// A Picture is an SVG, and what it shows in words.
type Picture struct {
	SVG, Words    string
	Width, Height int
}

// panel is the height of a plot beside others, and most is how many there are at most.
const (
	panel      = 240
	mostPanels = 6
)

// Picture draws what was drawn of an unknown, or of all ("") as wide as the page has room for:
// "traces", "densities", "intervals" or "pairs".
func (d *Draws) Picture(kind, unknown string, room int, running bool) (pic Picture, err error) {
	defer fault(&err)
	most := all
	if running {
		most = glanceDraws
	}
	tr, err := d.Trace(most)
	if err != nil {
		return pic, err
	}
	var names []string
	if unknown != "" {
		names = []string{unknown}
	}
	switch kind {
	case "intervals":
		return draw(room, nb.Forest(tr, names...))
	case "pairs":
		return draw(room, nb.Pairs(tr, names...))
	case "traces":
		return d.panels(tr, room, names, nb.TracePlot)
	case "densities":
		if d.prior == nil && !running { // it takes a moment
			d.prior = d.model.prior()
		}
		return d.panels(tr, room, names, d.density)
	}
	return pic, fmt.Errorf("there is no picture of %q", kind)
}

// density draws whole numbers as a histogram, and the prior beside all others.
func (d *Draws) density(tr *sampler.Trace, label string) *plot.Plot {
	draws := nb.Must(tr.Draws(label))
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, x := range draws {
		low, high, whole = min(low, x), max(high, x), whole && x == math.Trunc(x)
	}
	if whole && high-low < 1e6 {
		return nb.WithTitle(nb.Histogram(draws, label), "Posterior of "+label, label, "")
	}
	p := nb.Density(tr, label)
	if name, element, err := tr.Locate(label); err == nil && d.prior != nil {
		for _, param := range d.params {
			if param.Name == name {
				addPrior(p, d.prior[param.at+element], draws)
			}
		}
	}
	return p
}

func (d *Draws) panels(tr *sampler.Trace, room int, names []string,
	one func(*sampler.Trace, string) *plot.Plot) (Picture, error) {
	labels, err := tr.Labels(names...)
	if err != nil {
		return Picture{}, err
	}
	if len(names) == 0 {
		labels = labels[:len(labels)-1] // without lp__
	}
	left := len(labels) - mostPanels
	labels = labels[:min(mostPanels, len(labels))]
	var plots []*plot.Plot
	for _, label := range labels {
		plots = append(plots, one(tr, label))
	}
	if left > 0 {
		plots[mostPanels-1].Title.Text += fmt.Sprintf(" (%d more are not drawn: choose one)", left)
	}
	return draw(room, plots...)
}

// draw draws plots side by side where there is room for two.
func draw(room int, plots ...*plot.Plot) (Picture, error) {
	g := nb.Grid{Plots: plots}
	columns, _, width, height := g.Layout()
	switch {
	case len(plots) > 1:
		if columns = 2; room < 640 {
			columns = 1
		}
		width, height = max(room, 300), (len(plots)+columns-1)/columns*panel
	case room < width: // the numbers at the axes must stay as large as they are
		if height = height * max(room, 300) / width; height < panel {
			height = panel
		}
		width = max(room, 300)
	}
	g.Columns, g.Width, g.Height = columns, min(width, 1400), min(height, 4000)
	return Picture{g.SVG(math.MaxInt), g.String(), g.Width, g.Height}, nil
}

// plates is the plate diagram.
func (m *Model) plates() (p *Picture, err error) {
	defer fault(&err)
	pic, err := draw(720, nb.PlateDiagram(m.model.Plates().PlateDiagram()))
	return &pic, err
}
