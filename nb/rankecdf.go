package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// RankECDF draws whether ranks are uniform. They are the ranks, from 0 to draws, of true values
// among this number of draws, as in simulation-based calibration (verify.SBC). The line is the
// share of ranks up to each rank, less the expected share. For a correct sampler the whole line
// stays in the grey band for 19 of 20 functions. An arch means that ranks are too low (the draws
// are too high), a trough that they are too high, and an S that the draws spread too little or too
// much.
func RankECDF(label string, ranks []int, draws int) *plot.Plot {
	p := paint.NewPlot("Ranks of "+label+" among the draws", "rank, as a share of all",
		"share of ranks so far, less expected")
	rankECDFData(ranks, draws).addTo(p, fmt.Sprintf("%d ranks", len(ranks)), "samplers")
	return p
}

// addTo draws the line in its band, which so many of the right ones stay in.
func (d rankECDFNumbers) addTo(p *plot.Plot, name, right string) {
	b := band{X: d.X, Lower: d.Lower, Upper: d.Upper, Fill: paint.Pale(paint.Grey, 0.25)}
	p.Add(b)
	paint.AddNamed(p, name, paint.Line{XYs: paint.XysOf(d.X, d.Y),
		LineStyle: paint.Stroke(paint.Posterior, 1.4)})
	p.Legend.Add("95 % of right "+right, b)
	p.X.Min, p.X.Max = 0, 1
}

// rankECDFNumbers are what [RankECDF] draws.
type rankECDFNumbers struct {
	// X are the shares of uniform ranks below each bound, 1/(draws+1), 2/(draws+1), … up to
	// draws/(draws+1).
	X []float64
	// Y are those of the ranks given, less X.
	Y []float64
	// Lower and Upper are the band that holds all Y at once with probability 0.95: see
	// diag.RankBand.
	Lower, Upper []float64
}

func rankECDFData(ranks []int, draws int) rankECDFNumbers {
	if len(ranks) == 0 || draws < 1 {
		panic(fmt.Sprintf("ranks: %d ranks among %d draws: give at least one of each", len(ranks), draws))
	}
	lo, hi := diag.RankBand(len(ranks), draws+1, 0.95)
	if lo == nil {
		panic(fmt.Sprintf("ranks: %d ranks among %d draws: there is a band for up to 2²⁷ ranks "+
			"and 13 420 draws; keep fewer draws", len(ranks), draws))
	}
	counts := make([]int, draws+1)
	for i, r := range ranks {
		if r < 0 || r > draws {
			panic(fmt.Sprintf("ranks: rank %d is %d: ranks among %d draws go from 0 to %d", i, r,
				draws, draws))
		}
		counts[r]++
	}
	n, below := float64(len(ranks)), 0
	var c rankECDFNumbers
	for i := range draws {
		below += counts[i]
		x := float64(i+1) / float64(draws+1)
		c.X, c.Y = append(c.X, x), append(c.Y, float64(below)/n-x)
		c.Lower, c.Upper = append(c.Lower, float64(lo[i])/n-x), append(c.Upper, float64(hi[i])/n-x)
	}
	return c
}

// PIT draws whether probability integral transforms are uniform, such as those of Elpd.PIT, which
// predict each value from all others: do the data lie where they are predicted? The line is the
// share of values that are at most x, less the expected share, with the 95 % band for independent
// values, as in [RankECDF]. An arch means that the data are lower than predicted, and a trough
// that they are higher. An S means that the predictions spread too little (if it begins with a
// rise) or too much.
func PIT(values []float64) *plot.Plot {
	ranks := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("PIT: value %d is %v: give probabilities between 0 and 1", i, v))
		}
		ranks[i] = min(int(v*pitBins), pitBins-1)
	}
	p := paint.NewPlot("Do the data lie among the predictions as they should?",
		"share of smaller predictions (PIT)", "share of the data so far, less expected")
	rankECDFData(ranks, pitBins-1).addTo(p, fmt.Sprintf("%d values", len(values)), "models")
	return p
}

// pitBins is in how many equally probable parts the predictions are cut.
const pitBins = 100

// band is a ribbon about 0, from 0 to 1, and a line at 0.
type band paint.Ribbon

func (b band) Plot(c draw.Canvas, p *plot.Plot) {
	paint.Ribbon(b).Plot(c, p)
	paint.Level{Y: 0, LineStyle: paint.Stroke(paint.Grey, 0.5)}.Plot(c, p)
}

func (b band) DataRange() (xmin, xmax, ymin, ymax float64) {
	_, _, ymin, ymax = paint.Ribbon(b).DataRange()
	return 0, 1, min(ymin, 0), max(ymax, 0)
}

func (b band) Thumbnail(c *draw.Canvas) { paint.Ribbon(b).Thumbnail(c) }
