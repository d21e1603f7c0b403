package nb

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
)

// addSteps draws steps over a plot: y[i] holds from x[i] to x[i+1], and the last value at its place
// alone. lower and upper are a band around it, as in [AddBand], or nil.
func addSteps(p *plot.Plot, name string, x, y, lower, upper []float64) {
	if len(y) != len(x) || len(lower) != len(upper) || lower != nil && len(lower) != len(x) {
		panic(fmt.Sprintf("steps %q: %d x, %d y, %d lower and %d upper ends: give as many of each, "+
			"or no ends", name, len(x), len(y), len(lower), len(upper)))
	}
	var at []float64
	for i, v := range x {
		if i > 0 {
			at = append(at, v)
		}
		at = append(at, v)
	}
	AddBand(p, name, at, held(y), held(lower), held(upper))
}

// held repeats each value at the place where the next one begins.
func held(values []float64) (all []float64) {
	for i, v := range values {
		if i > 0 {
			all = append(all, values[i-1])
		}
		all = append(all, v)
	}
	return all
}

// AddSurvival draws the share that is still alive at each time, estimated from times of which some
// are censored (Kaplan–Meier): happened[i] tells whether time[i] is when it happened, or when
// observation i was last seen without it. The band is the 95 % confidence interval at each time,
// by Greenwood's formula for log(−log S). Crosses are censored times, if there are up to 200. Lay
// the curves of a model over it:
//
//	p := nb.WithTitle(nil, "Survival", "days", "share alive")
//	nb.AddSurvival(p, "Kaplan–Meier", days, died)
//	nb.AddFit(p, "Weibull", grid, curves)
//
// Source: Kaplan & Meier, Journal of the American Statistical Association 53 (1958) 457–481.
func AddSurvival(p *plot.Plot, name string, time []float64, happened []bool) {
	d, top := survivalData(name, time, happened), max(1, p.Y.Max)
	addSteps(p, name, d.Time, d.Share, d.Lower, d.Upper)
	i := paint.IndexFor(p, name)
	if n := len(d.Censored); 0 < n && n <= 200 {
		p.Add(paint.Dots{XYs: d.Censored, Colour: paint.Palette[i], Shape: draw.PlusGlyph{}, Radius: 3})
	}
	p.Y.Min, p.Y.Max = 0, top
}

// survivalNumbers are what [AddSurvival] draws: from Time[i] on, Share[i] is alive. Error is the
// standard error of Share by Greenwood's formula.
type survivalNumbers struct {
	Time, Share, Lower, Upper, Error []float64
	Censored                         plotter.XYs
}

func survivalData(name string, time []float64, happened []bool) survivalNumbers {
	if len(time) == 0 || len(time) != len(happened) {
		panic(fmt.Sprintf("survival %q: %d times, and for %d it is told whether it happened: give as "+
			"many of each, and at least one", name, len(time), len(happened)))
	}
	for i, t := range time {
		if !(t >= 0) || math.IsInf(t, 1) {
			panic(fmt.Sprintf("survival %q: time %d is %v: give finite times, 0 or more", name, i, t))
		}
	}
	order := numeric.Order(len(time), func(i, j int) int { return cmp.Compare(time[i], time[j]) })
	d := survivalNumbers{Time: []float64{0}, Share: []float64{1}, Lower: []float64{1},
		Upper: []float64{1}, Error: []float64{0}}
	share, variance := 1.0, 0.0 // of log S
	for i := 0; i < len(order); {
		t, deaths, from := time[order[i]], 0.0, i
		for ; i < len(order) && time[order[i]] == t; i++ {
			if happened[order[i]] {
				deaths++
			}
		}
		atRisk := float64(len(order) - from)
		if deaths > 0 {
			share *= 1 - deaths/atRisk
			variance += deaths / (atRisk * (atRisk - deaths))
			lower, upper := 0.0, 0.0
			if share > 0 {
				reach := math.Exp(1.959963984540054 * math.Sqrt(variance) / math.Log(share))
				upper, lower = math.Pow(share, reach), math.Pow(share, 1/reach)
			}
			d.Time, d.Share = append(d.Time, t), append(d.Share, share)
			d.Lower, d.Upper = append(d.Lower, lower), append(d.Upper, upper)
			d.Error = append(d.Error, share*math.Sqrt(variance))
		}
		if float64(i-from) > deaths {
			d.Censored = append(d.Censored, plotter.XY{X: t, Y: share})
		}
	}
	if last := time[order[len(order)-1]]; last > d.Time[len(d.Time)-1] {
		n := len(d.Time) - 1
		d.Time, d.Share = append(d.Time, last), append(d.Share, d.Share[n])
		d.Lower, d.Upper = append(d.Lower, d.Lower[n]), append(d.Upper, d.Upper[n])
		d.Error = append(d.Error, d.Error[n])
	}
	return d
}
