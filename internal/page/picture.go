package page

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/internal/page/picture"
	"gibbslab/nb"
	"gibbslab/sampler"
)

// panel is the height of a plot beside others, and mostPanels is how many there are at most.
const (
	panel      = 240
	mostPanels = 6
)

// Picture draws what was drawn of an unknown, or of all ("") as wide as the page has room for:
// "traces", "densities", "intervals" or "pairs".
func (d *Draws) Picture(kind, unknown string, room int, running bool) (pic picture.Picture,
	err error) {
	defer picture.Fault(&err)
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
		return picture.Draw(room, panel, nb.Forest(tr, names...))
	case "pairs":
		return picture.Draw(room, panel, nb.Pairs(tr, names...))
	case "traces":
		return d.panels(tr, room, names, nb.TracePlot)
	case "densities":
		if !running { // it takes a moment
			d.priors()
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
	one func(*sampler.Trace, string) *plot.Plot) (picture.Picture, error) {
	labels, err := tr.Labels(names...)
	if err != nil {
		return picture.Picture{}, err
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
	return picture.Draw(room, panel, plots...)
}

// plates is the plate diagram.
func (m *Model) plates() (p *picture.Picture, err error) {
	defer picture.Fault(&err)
	pic, err := picture.Draw(720, panel, nb.PlateDiagram(m.model.Plates().PlateDiagram()))
	return &pic, err
}
