package nb

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Curves, points, maps and bars among the golden drawings.
func init() {
	golden["curve"] = func(*sampler.Trace) *plot.Plot {
		p := Curve("likelihood", 0, 1, func(x float64) float64 {
			return math.Pow(x,
				4) * math.Pow(1-x, 6)
		})
		AddCurve(p, "a sixth of it, with a gap", func(x float64) float64 {
			if x > 0.6 && x < 0.7 {
				return math.NaN()
			}
			return math.Pow(x, 4) * math.Pow(1-x, 6) / 6
		})
		AddPoints(p, "maximum", []float64{0.4}, []float64{0.0011944})
		AddMark(p, "fair coin", 0.5)
		return p
	}
	golden["scatter"] = func(*sampler.Trace) *plot.Plot {
		p := Scatter("circle", []float64{0, 1, -1}, []float64{1, 0, 0})
		AddPoints(p, "box", []float64{0.5, -0.5}, []float64{0.5, -0.5})
		AddPoints(p, "triangle", []float64{0.5, -0.5}, []float64{0, 0})
		AddPoints(p, "diamond", []float64{0, 0}, []float64{-0.5, 0.5})
		return EqualScales(p)
	}
	golden["contour"] = func(*sampler.Trace) *plot.Plot {
		p := Contour(slanted, -3.5, 3.5, -3.5, 3.5)
		AddPath(p, "two sweeps", []float64{-3, -1.5, -1.5, 0.5, 0.5}, []float64{2, 2, -1, -1, 1})
		return p
	}
	golden["bars"] = func(*sampler.Trace) *plot.Plot {
		return Bars([]string{"sunny", "cloudy", "rainy"}, []float64{0.5, 0.3, 0.2},
			[]float64{6. / 13, 4. / 13, 3. / 13})
	}
}

// slanted is the density, not normalised, of two standard normal variables with correlation 0.6.
func slanted(x, y float64) float64 { return math.Exp(-(x*x - 1.2*x*y + y*y) / (2 * 0.64)) }

// A normal density of two variables is above 1 − s of its height on a region that holds the share s
// of its mass.
func TestContourData(t *testing.T) {
	for name, f := range map[string]func(x, y float64) float64{
		"round":          func(x, y float64) float64 { return math.Exp(-(x*x + y*y) / 2) },
		"slanted":        slanted,
		"not normalised": func(x, y float64) float64 { return 7 * math.Exp(-(x*x+y*y)/2) },
	} {
		for i, height := range contourData(f, -6, 6, -6, 6) {
			// a cell is a hundredth of the mass at most
			if want := (1 - paint.ContourShares[i]) * f(0, 0); math.Abs(height-want) > 0.01*f(0,
				0) {
				t.Errorf("%s: level %d is at %v, want %v", name, i, height, want)
			}
		}
	}
	// A flat density has the same height everywhere.
	if got := contourData(func(x, y float64) float64 { return 2 }, 0, 1, 0, 1); got != [3]float64{2,
		2, 2} {
		t.Errorf("levels of a flat density: %v", got)
	}
}

// Contours are on their level: rings where a hill lies inside, lines with ends where it is cut off,
// and of two hills one each, or one around both.
func TestContourLines(t *testing.T) {
	hills := func(x, y float64) float64 {
		return math.Exp(-((x-1.5)*(x-1.5)+y*y)*2) + math.Exp(-((x+1.5)*(x+1.5)+y*y)*2)
	}
	saddle := func(x, y float64) float64 { return 2 + x*y }
	for _, tt := range []struct {
		name          string
		f             func(x, y float64) float64
		lo, hi, level float64
		rings, parts  int
	}{
		{"slanted", slanted, -3.5, 3.5, 0.5, 1, 1},
		{"its upper right quarter", slanted, 0, 3.5, 0.5, 0, 1},
		{"two hills", hills, -3.5, 3.5, 0.5, 2, 2},
		// between them the density is 2·exp(−4.5) = 0.022
		{"two hills from afar", hills, -3.5, 3.5, 0.01, 1, 1},
		{"two branches", saddle, -1.3, 1.3, 2.1, 0, 2},
		{"two other branches", saddle, -1.3, 1.3, 1.9, 0, 2},
	} {
		g := paint.GridOf(tt.f, tt.lo, tt.hi, tt.lo, tt.hi)
		rings, points := 0, 0
		parts := g.Lines(tt.level)
		for _, part := range parts {
			if part[0] == part[len(part)-1] {
				rings++
			}
			points += len(part)
			for k, pt := range part {
				if d := math.Abs(tt.f(pt.X, pt.Y) - tt.level); d > 0.003 { // of a height of 1
					t.Fatalf("%s: (%v, %v) is %v off the level", tt.name, pt.X, pt.Y, d)
				}
				if cell := 7. / (paint.ContourPoints - 1); k > 0 &&
					math.Hypot(pt.X-part[k-1].X, pt.Y-part[k-1].Y) > 1.5*cell {
					t.Fatalf("%s: a jump at (%v, %v)", tt.name, pt.X, pt.Y)
				}
			}
		}
		if rings != tt.rings || len(parts) != tt.parts || points < 50 {
			t.Errorf("%s: %d rings among %d parts of %d points", tt.name, rings, len(parts), points)
		}
	}
	g := paint.GridOf(slanted, -3.5, 3.5, -3, 3)
	if g.Z[3][5] != slanted(g.X[3], g.Y[5]) {
		t.Error("columns and rows of the grid are swapped")
	}
	for range 20 { // the same line begins at the same point
		if !slices.Equal(g.Lines(0.5)[0], g.Lines(0.5)[0]) {
			t.Fatal("two contours of the same density differ")
		}
	}
}

// Where all sides of a cell are crossed the middle decides which corners are cut off.
func TestContourSaddle(t *testing.T) {
	// high at (0, 0) and (1, 1)
	g := paint.Grid{X: []float64{0, 1}, Y: []float64{0, 1}, Z: [][]float64{{1, 0}, {0, 1}}}
	// The middle is 0.5. At level 0.4 it is high, so (1, 0) and (0, 1) are cut off; at 0.6 it is
	// low.
	for level, want := range map[float64][]plotter.XYs{
		0.4: {{{X: 0.6, Y: 0}, {X: 1, Y: 0.4}}, {{X: 0, Y: 0.6}, {X: 0.4, Y: 1}}},
		0.6: {{{X: 0.4, Y: 0}, {X: 0, Y: 0.4}}, {{X: 1, Y: 0.6}, {X: 0.6, Y: 1}}},
	} {
		got := g.Lines(level)
		for i := range want {
			for k := range want[i] {
				if len(got) != 2 || len(got[i]) != 2 || math.Hypot(got[i][k].X-want[i][k].X,
					got[i][k].Y-want[i][k].Y) > 1e-12 {
					t.Fatalf("level %v: %v, want %v", level, got, want)
				}
			}
		}
	}
}

// With equal scales a unit has the same length on both axes, in wide and in high pictures; without,
// it has not.
func TestEqualScales(t *testing.T) {
	unit := func(p *plot.Plot, width, height vg.Length) (x, y float64) {
		c := draw.NewCanvas(&recorder.Canvas{}, width, height)
		if paint.WishOf(p).Equal {
			c = paint.Equalised(p, c)
		}
		size := p.DataCanvas(c).Size()
		return float64(size.X) / (p.X.Max - p.X.Min), float64(size.Y) / (p.Y.Max - p.Y.Min)
	}
	for _, size := range [][2]vg.Length{{480, 260}, {210, 220}, {200, 600}} {
		p := Scatter("x", []float64{-1, 1}, []float64{-3, 3})
		if x, y := unit(p, size[0], size[1]); math.Abs(x-y) < 1 {
			t.Errorf("at %v the scales were equal before", size)
		}
		if x, y := unit(EqualScales(p), size[0], size[1]); math.Abs(x-y) > 1e-9*x {
			t.Errorf("at %v a unit is %v wide and %v high", size, x, y)
		}
	}
	flat := EqualScales(Scatter("x", []float64{1, 2}, []float64{5, 5})) // no height: drawn as it is
	Grid{Plots: []*plot.Plot{flat}}.PNG()
}

// Pictures of the plane are squares; beside other plots they are not.
func TestSquarePictures(t *testing.T) {
	square := EqualScales(Scatter("x", []float64{-1, 1}, []float64{-3, 3}))
	wide := EqualScales(Scatter("x", []float64{-3, 3}, []float64{-1, 1}))
	for _, tt := range []struct {
		plots         []*plot.Plot
		columns       int
		width, height int
	}{
		{[]*plot.Plot{square}, 0, picture.SquareSide, picture.SquareSide},
		// two rows of two
		{[]*plot.Plot{square, square, square}, 0, 2 * picture.SquareSide, 2 * picture.SquareSide},
		{[]*plot.Plot{square, square, square, square}, 4, paint.GridWidth, paint.CellHeight},
		{[]*plot.Plot{wide}, 0, paint.PlotWidth, paint.PlotHeight},
		{[]*plot.Plot{square, wide}, 0, paint.GridWidth, paint.CellHeight},
	} {
		_, _, width, height := Grid{Plots: tt.plots, Columns: tt.columns}.Layout()
		if width != tt.width || height != tt.height {
			t.Errorf("%d plots: %d × %d, want %d × %d", len(tt.plots), width, height, tt.width,
				tt.height)
		}
	}
}

// Layers take the colours that are free, and begin again when none is.
func TestFreshColours(t *testing.T) {
	p := Curve("0", 0, 1, math.Sqrt)
	AddMark(p, "black", 0.5)
	for i := 1; i < len(paint.Palette); i++ {
		if got := paint.FreshIndex(p); got != i {
			t.Errorf("layer %d gets colour %d", i, got)
		}
		AddPoints(p, fmt.Sprint("more ", i), []float64{0.5}, []float64{0.5})
	}
	if i := paint.FreshIndex(p); i < 0 || i >= len(paint.Palette) {
		t.Errorf("the seventh layer gets colour %d", i)
	}
}

func TestMistakesInThePlane(t *testing.T) {
	inf, nan, one := math.Inf(1), math.NaN(), []float64{1}
	flat := func(x, y float64) float64 { return 1 }
	p := Curve("f", 0, 1, math.Sqrt)
	panics(t, "from 1 to 0", func() { Curve("f", 1, 0, math.Sqrt) })
	panics(t, "from 0 to +Inf", func() { Curve("f", 0, inf, math.Sqrt) })
	panics(t, "the function is nil", func() { AddCurve(p, "f", nil) })
	panics(t, "1 x and 2 y", func() { Scatter("s", one, []float64{1, 2}) })
	panics(t, "no point to draw among the 1 given",
		func() { AddPoints(p, "s", one, []float64{nan}) })
	panics(t, "no point to draw among the 0 given", func() { AddPath(p, "s", nil, nil) })
	panics(t, "the density is nil", func() { Contour(nil, 0, 1, 0, 1) })
	panics(t, "x goes from 1 to 0", func() { Contour(flat, 1, 0, 0, 1) })
	panics(t, "y from 0 to +Inf", func() { Contour(flat, 0, 1, 0, inf) })
	panics(t, "at (0, 0) is NaN", func() {
		Contour(func(x, y float64) float64 { return nan }, 0, 1,
			0, 1)
	})
	panics(t, "is -1: it must be 0 or a positive",
		func() { Contour(func(x, y float64) float64 { return -1 }, 0, 1, 0, 1) })
	panics(t, "is its mass somewhere else",
		func() { Contour(func(x, y float64) float64 { return 0 }, 0, 1, 0, 1) })
	panics(t, "there are no names", func() { Bars(nil, nil, nil) })
	panics(t, "1 names and 0 sampled", func() { Bars([]string{"a"}, nil, nil) })
	panics(t, "1 names and 2 exact", func() { Bars([]string{"a"}, one, []float64{1, 2}) })
	panics(t, `the exact height of "a" is NaN`, func() { Bars([]string{"a"}, one, []float64{nan}) })
	panics(t, `the sampled height of "a" is -1`, func() { Bars([]string{"a"}, []float64{-1}, nil) })
}

// Of many names about twenty are written.
func TestNamesOfManyBars(t *testing.T) {
	// every second of 21; every fifth of 100
	for n, want := range map[int]int{1: 1, 20: 20, 21: 11, 100: 20} {
		if got := len(paint.Named(make([]string, n)).Ticks(0, 1)); got != want {
			t.Errorf("of %d names %d are written, want %d", n, got, want)
		}
	}
}

func init() {
	golden["groups"] = func(*sampler.Trace) *plot.Plot {
		// 1 is empty, 7 has the colour of 1
		return Groups([][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, []int{0, 2, 2, 7})
	}
}

func TestGroupsRefuses(t *testing.T) {
	for want, f := range map[string]func(){
		"1 points and 2 group numbers": func() { Groups([][]float64{{1, 2}}, []int{0, 1}) },
		"point 0 has 3 coordinates":    func() { Groups([][]float64{{1, 2, 3}}, []int{0}) },
		"-1 to -1":                     func() { Groups([][]float64{{1, 2}}, []int{-1}) },
	} {
		panics(t, want, f)
	}
}

// Points that are not finite are refused, with the first of them.
func TestScatterRefusesNaN(t *testing.T) {
	nan := math.NaN()
	for want, c := range map[string][2][]float64{
		`points "a": point 1 of 3 is (2, NaN), and 2 are not finite`: {{1, 2, nan}, {1, nan, 3}},
		`points "a": point 2 of 3 is (+Inf, 3)`:                      {{1, 2, math.Inf(1)}, {1, 2, 3}},
	} {
		panics(t, want, func() { Scatter("a", c[0], c[1]) })
	}
}

// A bar of a rootogram ends in its band in at least 95 % of the predicted data sets, and outside of
// it for data of another rate.
func TestRootogramEnds(t *testing.T) {
	r := sampler.Stream("rootogram", 1, 0)
	counts := func(rate float64) []float64 {
		y := make([]float64, 100)
		for i := range y {
			y[i] = float64(variate.Poisson(r, rate))
		}
		return y
	}
	var predicted [][]float64
	for range 1000 {
		predicted = append(predicted, counts(1))
	}
	outside := func(y []float64) (bars int) {
		for k, d := 0, hanging(rootogramData(y, predicted)); k < 3; k++ {
			end := d.Predicted[k] - d.Observed[k]
			if low, high := d.ends(k); end < low || end > high {
				bars++
			}
		}
		return bars
	}
	wrong := 0
	for _, y := range predicted[:100] {
		wrong += outside(y)
	}
	if wrong > 30 { // 15 at most are to be expected, and 30 are four standard deviations more
		t.Errorf("%d of 300 bars of predicted data end outside", wrong)
	}
	if n := outside(counts(2)); n == 0 {
		t.Error("no bar ends outside at twice the rate")
	}
}

// All counts are in a rootogram, however large: none of them is dropped.
func TestRootogramShowsLargeCounts(t *testing.T) {
	for _, c := range []struct {
		counts []float64
		width  float64
	}{
		{[]float64{0, 3, 59}, 1}, {[]float64{0, 60}, 2}, {[]float64{61, 156, 70, 5}, 5},
		{[]float64{0, 1199}, 20}, {[]float64{0, 1200}, 50}, {[]float64{3, 1e15}, 2e13},
	} {
		d := rootogramData(c.counts, [][]float64{c.counts})
		var observed, predicted float64
		for k := range d.Observed {
			observed += d.Observed[k] * d.Observed[k]
			predicted += d.Predicted[k] * d.Predicted[k]
		}
		n := float64(len(c.counts))
		if d.Width != c.width || math.Abs(observed-n) > 1e-9 || math.Abs(predicted-n) > 1e-9 ||
			len(d.Observed) > mostCounts {
			t.Errorf("%v: %g observed and %g predicted in %d bars, width %g, want %g", c.counts,
				observed, predicted, len(d.Observed), d.Width, c.width)
		}
	}
}

// contourData returns the numbers that [Contour] draws: the heights of the density above which lie
// 50, 80 and 95 % of its mass in the rectangle, highest first, by summing the density over a grid
// of 201 × 201 points.
func contourData(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) [3]float64 {
	return paint.GridOf(density, xlo, xhi, ylo, yhi).Levels()
}
