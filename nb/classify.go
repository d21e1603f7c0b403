package nb

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
)

// Confusion draws which class was taken for which. It has a row for each true class and a column
// for each predicted class. Each cell gives the number of cases and their share of the row, and a
// larger share is darker. Right answers are on the diagonal. truth and predicted count the classes
// from 0.
func Confusion(classes []string, truth, predicted []int) *plot.Plot {
	n := ConfusionData(len(classes), truth, predicted)
	p := paint.NewPlot("Which class was taken for which", "predicted", "true")
	p.Add(confusion(n))
	p.X.Tick.Marker, p.Y.Tick.Marker = paint.Named(classes), paint.Named(paint.Upward(classes))
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	p.X.Min, p.X.Max = -0.5, float64(len(classes))-0.5
	p.Y.Min, p.Y.Max = p.X.Min, p.X.Max
	return p
}

// ConfusionData returns the numbers that [Confusion] draws, for the given number of classes: row t,
// column p counts the cases of true class t that were predicted to be p.
func ConfusionData(classes int, truth, predicted []int) [][]int {
	if classes < 1 || len(truth) == 0 || len(truth) != len(predicted) {
		panic(fmt.Sprintf("confusion: %d classes, %d true and %d predicted ones: give at least "+
			"one class, and as many predicted as true", classes, len(truth), len(predicted)))
	}
	n := numeric.Matrix[int](classes, classes)
	for i, t := range truth {
		for which, c := range map[string]int{"true": t, "predicted": predicted[i]} {
			if c < 0 || c >= classes {
				panic(fmt.Sprintf("confusion: the %s class of case %d is %d: classes count from 0 "+
					"to %d; leave out what is unknown", which, i, c, classes-1))
			}
		}
		n[t][predicted[i]]++
	}
	return n
}

// confusion draws the cells, true × predicted.
type confusion [][]int

func (n confusion) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for t, row := range n {
		total := 0
		for _, k := range row {
			total += k
		}
		bottom := float64(len(n)-1-t) - 0.5
		for predicted, k := range row {
			share := float64(k) / max(1, float64(total))
			left := float64(predicted) - 0.5
			x0, x1, y0, y1 := x(left), x(left+1), y(bottom), y(bottom+1)
			// no line of the grid between cells
			c.FillPolygon(color.White, paint.Corners(x0, y0, x1, y1)[:4])
			c.FillPolygon(paint.Pale(paint.Posterior, 0.06+0.84*share),
				paint.Corners(x0+1, y0+1, x1-1, y1-1)[:4])
			sty := p.X.Tick.Label
			sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XCenter, draw.YCenter
			if share > 0.6 {
				sty.Color = color.White
			}
			middle := vg.Point{X: (x0 + x1) / 2, Y: (y0 + y1) / 2}
			sty.Font.Size *= 1.4
			c.FillText(sty, vg.Point{X: middle.X, Y: middle.Y + 8}, fmt.Sprint(k))
			sty.Font.Size /= 1.4
			c.FillText(sty, vg.Point{X: middle.X, Y: middle.Y - 8}, fmt.Sprintf("%.1f %%", 100*share))
		}
	}
}

// Calibration draws how often something happened that was predicted with these probabilities: of
// the cases with a probability near 70 %, did it happen in 70 %? happened[i] belongs to prob[i].
// With more than two classes, draw one class at a time.
//
// Cases are sorted into ten bins of equal width. Each dot is at the mean probability and the
// observed share of a bin, with a 95 % interval for the share. The row above the dots gives the
// number of cases in each bin. Honest probabilities lie on the diagonal. A forecaster who is too
// sure has dots that are too low on the right and too high on the left.
func Calibration(prob []float64, happened []bool) *plot.Plot {
	d := CalibrationData(prob, happened)
	p := paint.NewPlot(fmt.Sprintf("Calibration error %.3f", d.Error), "predicted probability",
		"share that happened")
	ideal := diagonal{paint.Stroke(paint.Truth, 0.9)}
	seen := reliability{d}
	p.Add(ideal, seen)
	p.Legend.Add("honest", ideal)
	p.Legend.Add("observed, 95 % interval, number of cases", seen)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.05, 1.05, 0, 1
	return p
}

// calibrationNumbers are what [Calibration] draws. For each bin that is not empty they have the
// mean probability, the share that happened, a 95 % interval for it, and the number of cases. Error
// is the expected calibration error, Σ N/ΣN · |Share − Prob|.
type calibrationNumbers struct {
	Prob, Share, Lower, Upper []float64
	N                         []int
	Error                     float64
}

const calibrationBins = 10

// CalibrationData returns the numbers that [Calibration] draws. The intervals are from Wilson,
// Probable inference, the law of succession, and statistical inference, Journal of the American
// Statistical Association 22 (1927). They hold all shares whose distance from the observed share is
// at most 1.96 standard deviations, where the standard deviation is computed at the share itself.
func CalibrationData(prob []float64, happened []bool) calibrationNumbers {
	if len(prob) == 0 || len(prob) != len(happened) {
		panic(fmt.Sprintf("calibration: %d probabilities and %d outcomes: give as many of each, "+
			"and at least one", len(prob), len(happened)))
	}
	var sum, yes [calibrationBins]float64
	var count [calibrationBins]int
	for i, v := range prob {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("calibration: probability %d is %v: it must be from 0 to 1", i, v))
		}
		bin := min(int(calibrationBins*v), calibrationBins-1)
		sum[bin] += v
		count[bin]++
		if happened[i] {
			yes[bin]++
		}
	}
	var d calibrationNumbers
	for bin, k := range count {
		if k == 0 {
			continue
		}
		n := float64(k)
		share, claimed := yes[bin]/n, sum[bin]/n
		lower, upper := wilson(share, n)
		d.Prob, d.Share = append(d.Prob, claimed), append(d.Share, share)
		d.Lower, d.Upper = append(d.Lower, lower), append(d.Upper, upper)
		d.N = append(d.N, k)
		d.Error += n / float64(len(prob)) * math.Abs(share-claimed)
	}
	return d
}

// wilson is the 95 % interval of a share of n cases.
func wilson(share, n float64) (lower, upper float64) {
	const z = 1.959963984540054 // the normal quantile at 97.5 %
	centre := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, centre-half), min(1, centre+half)
}

type reliability struct{ calibrationNumbers }

func (r reliability) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	label := p.X.Tick.Label
	var ends [countRows]vg.Length // of what is written in each row
	label.Rotation, label.XAlign, label.YAlign = 0, draw.XCenter, draw.YCenter
	for i := range r.N {
		at := x(r.Prob[i])
		c.StrokeLine2(paint.Stroke(paint.Posterior, 1.2), at, y(r.Lower[i]), at, y(r.Upper[i]))
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: paint.Posterior, Radius: 3,
			Shape: draw.CircleGlyph{}}, vg.Point{X: at, Y: y(r.Share[i])})
		count := paint.Grouped(strconv.Itoa(r.N[i]))
		row := 0
		for left := at - label.Width(count)/2; row < countRows-1 && left < ends[row]; {
			row++
		}
		ends[row] = at + label.Width(count)/2 + 4
		c.FillText(label, vg.Point{X: at, Y: c.Max.Y + 10 + 11*vg.Length(row)}, count)
	}
}

// countRows is the number of rows for the counts if one row has no room for them.
const countRows = 2

// GlyphBoxes implements plot.GlyphBoxer: room for the numbers of cases.
func (r reliability) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	high := vg.Length(10 + 11*countRows - 6)
	return []plot.GlyphBox{{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: 1, Y: high}}}}
}

func (r reliability) Thumbnail(c *draw.Canvas) {
	at := c.Center()
	c.StrokeLine2(paint.Stroke(paint.Posterior, 1.2), at.X, c.Min.Y, at.X, c.Max.Y)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: paint.Posterior, Radius: 3, Shape: draw.CircleGlyph{}},
		at)
}

// diagonal is the line on which predictions and observations agree.
type diagonal struct{ draw.LineStyle }

func (d diagonal) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(d.LineStyle, x(0), y(0), x(1), y(1))
}

func (d diagonal) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(d.LineStyle, c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)
}
