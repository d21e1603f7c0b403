package nb

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/live"
	"gibbslab/sampler"
)

// named3 is a trace of an array of which the elements have names, and some noise.
func named3(t *testing.T) *sampler.Trace {
	t.Helper()
	a := sampler.Array{Shape: []int{3}, Coords: [][]string{{"Aalen", "Bergen", "Cork"}}}
	r := sampler.Stream("names", 1, 0)
	for range 2 {
		var draws [][]float64
		for range 100 {
			draws = append(draws, []float64{r.NormFloat64(), 1 + r.NormFloat64(),
				2 + r.NormFloat64()})
		}
		a.Draws = append(a.Draws, draws)
	}
	tr := &sampler.Trace{}
	if err := tr.AddArray("theta", a); err != nil {
		t.Fatal(err)
	}
	return tr
}

// Every plot and table that names a scalar gives the name of the element, whether it was asked
// for by name or by position.
func TestPlotsShowNames(t *testing.T) {
	tr := named3(t)
	text := func(p *plot.Plot) string {
		for _, axis := range []plot.Axis{p.X, p.Y} { // names of rows are ticks
			for _, tick := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
				p.Title.Text += "|" + tick.Label
			}
		}
		for name, entry := range map[string]string{"x": p.X.Label.Text, "y": p.Y.Label.Text} {
			p.Title.Text += "|" + name + entry
		}
		return p.Title.Text
	}
	for what, got := range map[string]string{
		"Trace":             text(TracePlot(tr, "theta[1]")),
		"by name":           text(TracePlot(tr, "theta[Bergen]")),
		"Autocorr":          text(Autocorr(tr, "theta[1]", 10)),
		"Density":           text(Density(tr, "theta[1]")),
		"ESSEvolution":      text(ESSEvolution(tr, "theta[1]")),
		"ESS of quantiles":  text(essQuantile(tr, "theta[1]")),
		"ESS, local":        text(essLocal(tr, "theta[1]")),
		"MCSE of quantiles": text(mcseQuantile(tr, "theta[1]")),
		"RankPlot":          text(RankPlot(tr, "theta[1]")),
		"Forest":            text(Forest(tr, "theta")),
		"Ridge":             text(Ridge(tr, "theta")),
		"Pairs":             strings.Join(pairsData(tr, "theta[0]", "theta[1]").Labels, " "),
		"Convergence":       strings.Join(convergenceData(tr).Labels, " "),
		"Summary":           messageOf(Summary(tr)).HTML, "live": strings.Join(live.GlanceAt(tr).Lines,
			" "),
	} {
		if !strings.Contains(got, "theta[Bergen]") || strings.Contains(got, "theta[1]") {
			t.Errorf("%s shows %s", what, got)
		}
	}
}
