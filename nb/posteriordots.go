package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"

	"gibbslab/nb/internal/shape"
)

// PosteriorDots is [Density] as n dots, each worth 1/n of the probability. You can count how
// probable something is: "3 of 20 dots lie below 80". The dots outside the 95 % interval are pale.
// 0 dots means 100. About 20 can be counted at a glance.
//
// The dots are quantiles, and are stacked where they lie closer together than they are wide
// (Wilkinson, The American Statistician 53, 1999, 276–281; Kay, Kola, Hullman & Munson, Proceedings
// of CHI 2016, 5092–5103). The stacks are as high as the density, unless the highest stack would
// not fit: [AddPrior] and [AddExact] are true to scale. Whole numbers have a stack each.
func PosteriorDots(tr *sampler.Trace, label string, n int) *plot.Plot {
	label = labelOf(tr, label)
	d := posteriorDotsData(tr, label, n)
	n = len(d.Values)
	p := paint.NewPlot("Posterior of "+label, label, fmt.Sprintf("each dot is %.3g %%",
		100/float64(n)))
	whole := shape.Whole(d.Values)
	_, heights := HistogramData(allDraws(tr, label))
	s := dotStacks{d, whole}
	p.Add(s)
	p.Y.Tick.Marker, p.Y.Tick.Length = plot.ConstantTicks{}, 0
	addInterval(p, slices.Max(heights), d.Lower, d.Median, d.Upper)
	if lo, hi := d.Values[0], d.Values[n-1]; !whole {
		// about its width: plots are 0.4 times as high as wide
		dot := math.Sqrt(0.4 * (hi - lo) / (float64(n) * (p.Y.Max - p.Y.Min)))
		p.X.Min, p.X.Max = min(lo-0.6*dot, d.Lower), max(hi+0.6*dot, d.Upper)
	}
	return p
}

// dotNumbers are what [PosteriorDots] draws: Values[i] is the quantile (i+½)/n, and the quantiles
// at 2.5, 50 and 97.5 %.
type dotNumbers struct {
	Values               []float64
	Lower, Median, Upper float64
}

// posteriorDotsData returns the numbers that [PosteriorDots] draws.
func posteriorDotsData(tr *sampler.Trace, label string, n int) dotNumbers {
	if n == 0 {
		n = 100
	}
	if n < 2 || n > 1000 {
		panic(fmt.Sprintf("posterior of %s: %d dots: give 2 to 1000, or 0 for 100", label, n))
	}
	draws := allDraws(tr, label)
	whole := shape.Whole(draws)
	draws = radix.Values(draws)
	var d dotNumbers
	for i := range n {
		v := numeric.Quantile(draws, (float64(i)+0.5)/float64(n))
		if whole { // a quantile may lie between two counts
			v = math.Round(v)
		}
		d.Values = append(d.Values, v)
	}
	d.Lower, d.Upper = diag.ETI(draws, 0.95)
	d.Median = numeric.Quantile(draws, 0.5)
	return d
}

// dotStacks draws dots in stacks.
type dotStacks struct {
	dotNumbers
	whole bool
}

// stack gathers values that lie within one width of the least of them: [from, to) of Values, at the
// middle of their range.
type dotStack struct {
	from, to int
	at       float64
}

func (d dotStacks) stacks(width float64) (all []dotStack, highest int) {
	for from := 0; from < len(d.Values); {
		to := from + 1
		for to < len(d.Values) && d.Values[to] < d.Values[from]+width {
			to++
		}
		all = append(all, dotStack{from, to, (d.Values[from] + d.Values[to-1]) / 2})
		highest = max(highest, to-from)
		from = to
	}
	return all, highest
}

// Plot implements plot.Plotter. A dot covers the area of 1/n of the probability: with its width w
// in units of x and its height 1/(n·w) in those of y it is round for one w.
func (d dotStacks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	perX := float64(c.Size().X) / (p.X.Max - p.X.Min) // points for a unit
	perY := float64(c.Size().Y) / (p.Y.Max - p.Y.Min)
	n, foot := float64(len(d.Values)), y(0)
	w := math.Sqrt(perY / (n * perX))
	if d.whole {
		w = min(perY/n/perX, 1)
	}
	all, highest := d.stacks(w)
	for tries := 0; float64(highest)*w*perX > float64(c.Max.Y-foot) && tries < 200; tries++ {
		w *= 0.97
		all, highest = d.stacks(w)
	}
	size := vg.Length(w * perX)
	for _, s := range all {
		for i := s.from; i < s.to; i++ {
			colour := paint.Posterior
			if at := (float64(i) + 0.5) / n; (at < 0.025-1e-9 || at > 0.975+1e-9) &&
				(d.Values[i] < d.Lower || d.Values[i] > d.Upper) {
				colour = paint.Pale(paint.Posterior, 0.4)
			}
			at := vg.Point{X: x(s.at), Y: foot + size*(vg.Length(i-s.from)+0.5)}
			c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: size * 0.46,
				Shape: draw.CircleGlyph{}}, at)
		}
	}
}

// DataRange implements plot.DataRanger.
func (d dotStacks) DataRange() (xmin, xmax, ymin, ymax float64) {
	lo, hi := d.Values[0], d.Values[len(d.Values)-1]
	if lo == hi || d.whole {
		lo, hi = lo-0.5, hi+0.5
	}
	return lo, hi, 0, 0
}
