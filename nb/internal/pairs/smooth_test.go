package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"

	"gibbslab/nb/internal/paint"
)

// normal are n standard normal numbers.
func normal(n int, seed uint64) []float64 {
	r, x := rand.New(rand.NewPCG(seed, 0)), make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

var none = [2]float64{math.Inf(-1), math.Inf(1)} // ends

// The smoothed density of normal points is a normal density, a little wider because of the kernel.
// Of 4000 points the lines hold their share to a few per cent.
func TestSmoothed(t *testing.T) {
	x, y := normal(4000, 1), normal(4000, 2)
	g := smoothed(paint.XysOf(x, y), kernelWidth(x), kernelWidth(y), -5, 5, -5, 5)
	total := 0.0
	for _, column := range g.Z {
		for _, z := range column {
			total += z
		}
	}
	// The kernel sums to 1, and next to no point is within 4·0.25 of the edge.
	if math.Abs(total-4000) > 1e-4*4000 {
		t.Errorf("%v of 4000 points", total)
	}
	for i, level := range g.Levels() {
		// A circle that holds the share p has radius √(−2 ln(1−p)); the kernel of width 4000^(−1/6)
		// = 0.25 widens it by 3 %.
		want := math.Sqrt(-2*math.Log(1-paint.ContourShares[i])) * math.Sqrt(1+0.25*0.25)
		for _, part := range g.Lines(level)[:1] {
			mean := 0.0
			for _, at := range part {
				mean += math.Hypot(at.X, at.Y) / float64(len(part))
			}
			if math.Abs(mean/want-1) > 0.06 {
				t.Errorf("the line of %v has the mean radius %.3f, want %.3f",
					paint.ContourShares[i],
					mean, want)
			}
		}
	}
}

// The contours of two scalars that nearly go together are as narrow as their draws. A kernel that
// knows nothing of the correlation makes them far wider: the negative control.
func TestContoursOfARidge(t *testing.T) {
	x, rest := normal(4000, 1), normal(4000, 2)
	y := make([]float64, len(x))
	for i := range x {
		y[i] = 3*x[i] + 0.1*rest[i]
	}
	farthest := func(parts []plotter.XYs) (far float64) {
		for _, at := range slices.Concat(parts...) {
			far = max(far, math.Abs(at.Y-3*at.X))
		}
		return far
	}
	lines, ok := contoursOf(x, y, none, none)
	// the circle that holds 95 % has radius 2.45 (see TestSmoothed), here 0.1 times that, and some
	// noise in the tail
	if far := farthest(lines[2]); !ok || far < 0.2 || far > 0.35 {
		t.Errorf("the line of 95 %% is up to %.3f away, want about 0.25", far)
	}
	g := smoothed(paint.XysOf(x, y), kernelWidth(x), kernelWidth(y), -5, 5, -15, 15)
	if far := farthest(g.Lines(g.Levels()[2])); far < 1 {
		t.Errorf("a kernel along the axes is only %.2f away: this test shows nothing", far)
	}
	for i := range x {
		y[i] = 3*x[i] + 1
	}
	if _, ok := contoursOf(x, y, none, none); ok {
		t.Error("contours of a straight line")
	}
	if _, ok := contoursOf([]float64{1, 1, 1}, []float64{1, 2, 3}, none, none); ok {
		t.Error("contours of what does not vary")
	}
}

// The density of two correlated exponentials is highest at their ends, the corner at 0, and contours
// stay open there. Without mirrors, the line of 50 % leaves the corner out: the negative control.
func TestContoursAtEnds(t *testing.T) {
	r, x, y := rand.New(rand.NewPCG(5, 0)), make([]float64, 4000), make([]float64, 4000)
	for i := range x {
		common := r.ExpFloat64()
		x[i], y[i] = min(common, r.ExpFloat64()), min(common, r.ExpFloat64())
	}
	nearest := func(parts []plotter.XYs) (near float64) {
		near = math.Inf(1)
		for _, at := range slices.Concat(parts...) {
			if at.X == at.X && at.Y == at.Y { // else the line ends
				near = min(near, math.Hypot(at.X, at.Y))
			}
		}
		return near
	}
	zero := [2]float64{0, math.Inf(1)}
	lines, ok := contoursOf(x, y, zero, zero)
	for _, at := range slices.Concat(slices.Concat(lines[:]...)...) {
		if at.X < 0 || at.Y < 0 {
			t.Fatalf("a line goes to (%.3f, %.3f)", at.X, at.Y)
		}
	}
	if near := nearest(lines[0]); !ok || near < 0.3 {
		t.Errorf("the line of 50 %% comes within %.3f of the corner, where the density is highest", near)
	}
	lines, _ = contoursOf(x, y, none, none)
	if near := nearest(lines[0]); near > 0.2 {
		t.Errorf("without mirrors it comes only within %.3f: this test shows nothing", near)
	}
}
