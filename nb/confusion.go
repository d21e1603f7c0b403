package nb

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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
	reversed := slices.Clone(classes) // row 0 is at the top
	slices.Reverse(reversed)
	p.X.Tick.Marker, p.Y.Tick.Marker = paint.Named(classes), paint.Named(reversed)
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	p.X.Min, p.X.Max = -0.5, float64(len(classes))-0.5
	p.Y.Min, p.Y.Max = p.X.Min, p.X.Max
	return p
}

// ConfusionData returns the numbers that [Confusion] draws, for the given number of classes: row t,
// column p counts the cases of true class t that were predicted to be p.
func ConfusionData(classes int, truth, predicted []int) [][]int {
	if classes < 1 || len(truth) == 0 || len(truth) != len(predicted) {
		panic(fmt.Sprintf("confusion: %d classes, %d true and %d predicted ones: give at least one class, and as many predicted as true", classes, len(truth), len(predicted)))
	}
	n := make([][]int, classes)
	for t := range n {
		n[t] = make([]int, classes)
	}
	for i, t := range truth {
		for which, c := range map[string]int{"true": t, "predicted": predicted[i]} {
			if c < 0 || c >= classes {
				panic(fmt.Sprintf("confusion: the %s class of case %d is %d: classes count from 0 to %d; leave out what is unknown", which, i, c, classes-1))
			}
		}
		n[t][predicted[i]]++
	}
	return n
}

// confusion draws the cells, true × predicted.
type confusion [][]int

// Plot implements plot.Plotter.
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
			c.FillPolygon(color.White, []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}) // no line of the grid between cells
			c.FillPolygon(paint.Pale(paint.Posterior, 0.06+0.84*share), []vg.Point{{X: x0 + 1, Y: y0 + 1}, {X: x1 - 1, Y: y0 + 1}, {X: x1 - 1, Y: y1 - 1}, {X: x0 + 1, Y: y1 - 1}})
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
