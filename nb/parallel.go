package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Parallel draws some of the draws as lines across all scalars: which values go together, and do
// the chains go different ways? Each scalar is measured from its median, in units of half the width
// of its middle 68 % (standard deviations, for a normal distribution). If lines cross between two
// neighbours in one place, one scalar falls when the other rises. The thick lines with marks are
// the medians of the chains. If they differ, the chains have not visited the same values.
//
// At most 100 draws are shown, spread evenly over the chains, and at most 40 scalars. The title and
// the key say so. names are as for [Forest].
func Parallel(tr *sampler.Trace, names ...string) *plot.Plot {
	labels := scalarsOf("parallel", tr, names)
	const most = 40
	title := fmt.Sprintf("%d scalars, draw by draw", len(labels))
	if n := len(labels); n > most {
		title = fmt.Sprintf("The first %d of %d scalars, draw by draw. Not drawn: %s", most, n,
			someNames(labels[most:]))
		labels = labels[:most]
	}
	d := parallelData(tr, labels...)
	p := paint.NewPlot(title, "", "from the median, in SDs")
	var thin paint.Line
	for i, y := range d.Draws {
		thin = paint.Line{XYs: alongNames(y),
			LineStyle: paint.Stroke(paint.Pale(paint.ChainColour(d.Chain[i]), 0.4), 0.5)}
		p.Add(thin)
	}
	for c, y := range d.Medians {
		if y == nil || len(d.Medians) == 1 {
			continue
		}
		m := paint.ChainMarks{XYs: alongNames(y), Chain: c, Aside: paint.Besides(c, len(d.Medians)),
			Joined: 1.2}
		p.Add(m)
		p.Legend.Add("median of "+chainName(c), m)
	}
	p.Legend.Add(fmt.Sprintf("%d of %d draws", len(d.Draws), d.Of),
		paint.Line{LineStyle: paint.Stroke(paint.Pale(paint.Grey, 0.5), 0.5)})
	p.X.Tick.Marker, p.X.Tick.Length = paint.Named(labels), 0
	p.X.Min, p.X.Max = -0.3, float64(len(labels))-0.7
	return p
}

func alongNames(y []float64) plotter.XYs {
	xys := make(plotter.XYs, len(y))
	for i, v := range y {
		xys[i] = plotter.XY{X: float64(i), Y: v}
	}
	return xys
}

// parallelNumbers are what [Parallel] draws.
type parallelNumbers struct {
	Labels []string
	// Draws[k][i] is scalar i in the k-th line, and Chain[k] is its chain. Of is the number of all
	// draws.
	Draws [][]float64
	Chain []int
	Of    int
	// Medians[c][i] is the median of scalar i in chain c; nil for a chain without draws.
	Medians [][]float64
}

// parallelData returns the numbers that [Parallel] draws of all named scalars: (draw − median)/u.
// The unit u is half the distance between the quantiles at 15.87 and 84.13 %. If these are equal, u
// is the standard deviation. For a scalar that never changes all numbers are 0.
func parallelData(tr *sampler.Trace, names ...string) parallelNumbers {
	d := parallelNumbers{Labels: scalarsOf("parallel", tr, names)}
	for i, label := range d.Labels {
		all := allDraws(tr, label)
		chains := chainsOf(tr, label)
		if i == 0 {
			d.choose(chains)
		}
		q := numeric.Quantiles(all, 0.1587, 0.5, 0.8413)
		middle, unit := q[1], (q[2]-q[0])/2
		if unit == 0 {
			unit = diag.SD(all)
		}
		measure := func(v float64) float64 {
			if !(unit > 0) {
				return 0
			}
			return (v - middle) / unit
		}
		if len(all) != d.Of {
			panic(fmt.Sprintf("parallel: %d draws of %s and %d of %s: name scalars that were "+
				"recorded at the same sweeps", d.Of, d.Labels[0], len(all), label))
		}
		for k := range d.Draws {
			d.Draws[k] = append(d.Draws[k], measure(all[k*d.Of/len(d.Draws)]))
		}
		for c, draws := range chains {
			if len(draws) > 0 {
				d.Medians[c] = append(d.Medians[c], measure(diag.Quantile(draws, 0.5)))
			}
		}
	}
	return d
}

// choose selects the lines that are drawn.
func (d *parallelNumbers) choose(chains [][]float64) {
	const most = 100
	for _, draws := range chains {
		d.Of += len(draws)
	}
	d.Draws, d.Medians = make([][]float64, min(most, d.Of)), make([][]float64, len(chains))
	for k := range d.Draws {
		at, c := k*d.Of/len(d.Draws), 0
		for at >= len(chains[c]) {
			at -= len(chains[c])
			c++
		}
		d.Chain = append(d.Chain, c)
	}
}
