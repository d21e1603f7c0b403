package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Convergence draws R-hat against the effective sample size of every scalar, thousands if
// necessary: which of them can you not trust, and which is the worst? Good ones are dots at the
// lower right. Those above the line (R-hat too large) or left of the other line (fewer than 100
// effective draws a chain) are orange triangles, and the title names the five worst. Both axes are
// logarithmic. On the y axis it is the distance of R-hat from 1.
//
// Left of the upright line, the line for R-hat is at 1.01. Right of it the line is higher, and
// numbers say how high: at the value below which the largest R-hat of all scalars stays in 99 of
// 100 runs whose chains have mixed (diag.MaxRHat). With many effective draws it comes down to 1.01.
// A scalar with few effective draws gets no such allowance, because chains that disagree have few.
// These are the limits of [Summary].
func Convergence(tr *sampler.Trace, names ...string) *plot.Plot {
	d := convergenceData(tr, names...)
	p := paint.NewPlot(d.title(), "effective draws (the smaller of bulk and tail)", "R-hat")
	doubtful := map[string]bool{}
	for _, label := range d.Doubtful {
		doubtful[label] = true
	}
	var good, bad plotter.XYs
	for i, label := range d.Labels {
		if !d.drawable(i) {
			continue
		}
		at := plotter.XY{X: d.ESS[i], Y: max(d.RHat[i]-1, leastExcess)}
		if doubtful[label] {
			bad = append(bad, at)
		} else {
			good = append(good, at)
		}
	}
	lo, hi := d.EnoughESS/1.5, d.EnoughESS*1.5
	for _, at := range slices.Concat(good, bad) {
		lo, hi = min(lo, at.X), max(hi, at.X)
	}
	limits := convergenceLimits{d, lo / 1.1, hi * 1.1, 0}
	for _, at := range slices.Concat(good, bad) {
		limits.best = max(limits.best, at.X*1.1)
	}
	p.Add(limits)
	size := paint.DotSize(len(d.Labels))
	paint.Right(good, size).AddTo(p, fmt.Sprintf("%d good", len(good)))
	paint.Wrong(bad, size+0.9).AddTo(p, fmt.Sprintf("%d doubtful", len(bad)))
	p.Legend.Add(d.limits(), limits)
	p.X.Scale, p.Y.Scale = paint.LogScale{}, paint.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = paint.LogTicks{}, rHatTicks{}
	p.X.Min, p.X.Max = limits.lo, limits.hi
	p.Y.Min, p.Y.Max = leastExcess/1.3, max(p.Y.Max*1.3, 0.02)
	return p
}

// leastExcess is the smallest distance of R-hat from 1 that is drawn. Smaller distances are drawn
// there.
const leastExcess = 1e-4

// convergenceNumbers are what [Convergence] draws. Each scalar has an R-hat and the smaller of its
// effective sample sizes of bulk and tail (NaN if there is none). EnoughESS is the limit for the
// latter. Doubtful lists the scalars beyond a limit, those with the largest R-hat first, then those
// with the fewest effective draws.
type convergenceNumbers struct {
	Labels    []string
	RHat, ESS []float64
	EnoughESS float64
	Doubtful  []string
	// Limit is the limit for the R-hat of a scalar with ess effective draws in the bulk.
	Limit func(ess float64) float64
}

func convergenceData(tr *sampler.Trace, names ...string) convergenceNumbers {
	rows, s, judge := summed("convergence", diag.Limits{}, tr, names)
	d := convergenceNumbers{EnoughESS: judge.MinESS(), Limit: judge.MaxRHat}
	for _, r := range rows {
		d.Labels = append(d.Labels, r.Label)
		d.RHat, d.ESS = append(d.RHat, r.RHat), append(d.ESS, r.MinESS())
	}
	if !slices.ContainsFunc(s.Rows, func(r diag.Row) bool { return paint.IsFinite(r.RHat) }) {
		panic("convergence: no scalar has an R-hat: sample two or more chains of at least four " +
			"draws that change")
	}
	least := judge.MaxRHat(0)
	var bad []int
	for i, r := range rows {
		if badRHat, badESS := judge.Beyond(r); badRHat || badESS {
			bad = append(bad, i)
		}
	}
	slices.SortStableFunc(bad, func(a, b int) int {
		excess := func(i int) float64 { return max(d.RHat[i], least) }
		return cmp.Or(-cmp.Compare(excess(a), excess(b)), cmp.Compare(d.ESS[a], d.ESS[b]))
	})
	for _, i := range bad {
		d.Doubtful = append(d.Doubtful, d.Labels[i])
	}
	return d
}

func (d convergenceNumbers) drawable(i int) bool {
	return paint.IsFinite(d.RHat[i]) && paint.IsFinite(d.ESS[i]) && d.ESS[i] > 0
}

// limits is what the key says about the two lines.
func (d convergenceNumbers) limits() string {
	least, most := fmt.Sprintf("%.4g", d.Limit(0)), fmt.Sprintf("%.4g", d.Limit(d.EnoughESS))
	s := fmt.Sprintf("limits: %.0f effective draws; R-hat %s", d.EnoughESS, least)
	if most == least {
		return s
	}
	return s + ", or up to " + most + " by chance"
}

func (d convergenceNumbers) title() string {
	unknown := 0
	for i := range d.Labels {
		if !d.drawable(i) {
			unknown++
		}
	}
	const worst = 5
	s := fmt.Sprintf("None of %d scalars is doubtful", len(d.Labels))
	if n := len(d.Doubtful); n > 0 {
		s = fmt.Sprintf("%d of %d scalars are doubtful: %s", n, len(d.Labels),
			strings.Join(d.Doubtful[:min(n, worst)], ", "))
		if n == 1 {
			s = fmt.Sprintf("1 of %d scalars is doubtful: %s", len(d.Labels), d.Doubtful[0])
		}
		if n > worst {
			s += fmt.Sprintf(" and %d more", n-worst)
		}
	}
	if unknown > 0 {
		s += fmt.Sprintf(" (%d without R-hat or ESS are not drawn: do they never change?)", unknown)
	}
	return s
}

// convergenceLimits are the two lines of Convergence, over the effective draws from lo to hi.
type convergenceLimits struct {
	convergenceNumbers
	lo, hi float64
	best   float64 // beyond the largest number of effective draws there is nothing to be limited
}

var limitStyle = paint.Stroke(paint.Grey, 1, paint.Dashed...)

func (l convergenceLimits) Plot(c draw.Canvas, p *plot.Plot) {
	const points = 40
	least := l.Limit(0) - 1
	paint.Line{XYs: plotter.XYs{{X: l.lo, Y: least}, {X: l.EnoughESS, Y: least}},
		LineStyle: limitStyle}.Plot(c, p)
	var curve plotter.XYs
	for i := range points + 1 {
		ess := l.EnoughESS * math.Pow(max(1, l.best/l.EnoughESS), float64(i)/points)
		curve = append(curve, plotter.XY{X: ess, Y: l.Limit(ess) - 1})
	}
	paint.Line{XYs: curve, LineStyle: limitStyle}.Plot(c, p)
	if l.best > l.EnoughESS {
		l.write(c, p, curve[0], draw.XLeft)
	}
	if l.best > 1.5*l.EnoughESS { // there is room for another number
		l.write(c, p, curve[points], draw.XRight)
	}
	paint.Line{XYs: plotter.XYs{{X: l.EnoughESS, Y: p.Y.Min}, {X: l.EnoughESS, Y: p.Y.Max}},
		LineStyle: limitStyle}.Plot(c, p)
}

// write writes the height of the line above it, if the line is higher than on the left.
func (l convergenceLimits) write(c draw.Canvas, p *plot.Plot, at plotter.XY,
	align draw.XAlignment) {
	text := fmt.Sprintf("%.4g", 1+at.Y)
	if text == fmt.Sprintf("%.4g", l.Limit(0)) {
		return
	}
	x, y := p.Transforms(&c)
	sty := p.X.Tick.Label
	sty.XAlign, sty.YAlign = align, draw.YBottom
	place := vg.Point{X: min(x(at.X), c.Max.X), Y: y(at.Y) + 2}
	if align == draw.XLeft {
		place.X += 4
	}
	c.FillText(sty, place, text)
}

func (l convergenceLimits) DataRange() (xmin, xmax, ymin, ymax float64) {
	ymax = l.Limit(0) - 1
	if l.best >= l.EnoughESS {
		ymax = l.Limit(l.EnoughESS) - 1
	}
	return l.lo, l.hi, leastExcess, ymax
}

func (l convergenceLimits) Thumbnail(c *draw.Canvas) {
	paint.Line{LineStyle: limitStyle}.Thumbnail(c)
}

// rHatTicks marks an axis of R-hat − 1 with R-hat.
type rHatTicks struct{}

func (rHatTicks) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for _, v := range []float64{leastExcess, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000} {
		if lo > v || v > hi {
			continue
		}
		label := fmt.Sprintf("%.6g", 1+v)
		if v == leastExcess {
			label = "≤ " + label
		}
		marks = append(marks, plot.Tick{Value: v, Label: label})
	}
	return marks
}
