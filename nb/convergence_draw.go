package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// convergenceLimits are the two lines of Convergence, over the effective draws from lo to hi.
type convergenceLimits struct {
	convergenceNumbers
	lo, hi float64
	best   float64 // beyond the largest number of effective draws there is nothing to be limited
}

var limitStyle = paint.Stroke(paint.Grey, 1, paint.Dashed...)

// Plot implements plot.Plotter.
func (l convergenceLimits) Plot(c draw.Canvas, p *plot.Plot) {
	const points = 40
	least := l.Limit(0) - 1
	paint.Line{XYs: plotter.XYs{{X: l.lo, Y: least}, {X: l.EnoughESS, Y: least}}, LineStyle: limitStyle}.Plot(c, p)
	var curve plotter.XYs
	for i := range points + 1 {
		ess := l.EnoughESS * math.Pow(max(1, l.best/l.EnoughESS), float64(i)/points)
		curve = append(curve, plotter.XY{X: ess, Y: l.Limit(ess) - 1})
	}
	paint.Line{XYs: curve, LineStyle: limitStyle}.Plot(c, p)
	paint.Line{XYs: plotter.XYs{{X: l.EnoughESS, Y: p.Y.Min}, {X: l.EnoughESS, Y: p.Y.Max}}, LineStyle: limitStyle}.Plot(c, p)
}

// DataRange implements plot.DataRanger.
func (l convergenceLimits) DataRange() (xmin, xmax, ymin, ymax float64) {
	ymax = l.Limit(0) - 1
	if l.best >= l.EnoughESS {
		ymax = l.Limit(l.EnoughESS) - 1
	}
	return l.lo, l.hi, leastExcess, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (l convergenceLimits) Thumbnail(c *draw.Canvas) { paint.Line{LineStyle: limitStyle}.Thumbnail(c) }

// rHatTicks marks an axis of R-hat − 1 with R-hat.
type rHatTicks struct{}

// Ticks implements plot.Ticker.
func (rHatTicks) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	for _, v := range []float64{leastExcess, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000} {
		if lo > v || v > hi {
			continue
		}
		label := fmt.Sprintf("%.6g", 1+v)
		if v == leastExcess {
			label = "1"
		}
		marks = append(marks, plot.Tick{Value: v, Label: label})
	}
	return marks
}
