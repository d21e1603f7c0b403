package lda

import (
	"math"
	"testing"
	"time"
)

// TestSmooth: the columns have mean 0, standard deviation 1/j and no correlation; the first is a
// straight line; and all are natural cubic splines: the second derivative is 0 at both ends, and a
// straight line between knots.
func TestSmooth(t *testing.T) {
	const n, curves = 401, 4
	x := make([]float64, n)
	for i := range x {
		x[i] = 1980 + float64(i)/40
	}
	by := Covariates{}.Smooth("year", x, curves)
	at := func(i, j int) float64 { return by.X[i][j] }
	for j := range curves {
		for h := range j + 1 {
			mean, product := 0.0, 0.0
			for i := range n {
				mean += at(i, j) / n
				product += at(i, j) * at(i, h) / n
			}
			want := 0.0
			if h == j {
				want = 1 / float64((j+1)*(j+1))
			}
			if math.Abs(mean) > 1e-9 || math.Abs(product-want) > 1e-9 {
				t.Errorf("columns %d and %d: mean %g, mean product %g, want %g", j, h, mean, product,
					want)
			}
		}
		second := func(i int) float64 { return at(i+1, j) - 2*at(i, j) + at(i-1, j) }
		largest := 0.0
		for i := 1; i < n-1; i++ {
			largest = max(largest, math.Abs(second(i)))
		}
		if j == 0 {
			if largest > 1e-9 {
				t.Errorf("the first column is no straight line: second difference %g", largest)
			}
			continue
		}
		if end := max(math.Abs(second(1)), math.Abs(second(n-2))); end > 0.05*largest {
			t.Errorf("column %d bends at its end: %g, at most %g elsewhere", j, end, largest)
		}
		for i := 2; i < n-2; i++ { // knots are at every hundredth value
			third := second(i+1) - 2*second(i) + second(i-1)
			if i%100 > 1 && i%100 < 99 && math.Abs(third) > 1e-9 {
				t.Errorf("column %d is not cubic at %d: %g", j, i, third)
			}
		}
	}
	// A line through missing and repeated values.
	if by := (Covariates{}).Smooth("n", []float64{1, 1, 1, 1, 2, 3, 4, math.NaN()}, 3); by.err != nil ||
		!math.IsNaN(by.X[7][2]) || math.IsNaN(by.X[0][2]) {
		t.Errorf("repeated values: %v, %v", by.X, by.err)
	}
}

// TestDirections: along the directions the covariates are uncorrelated, with the prior counted in.
func TestDirections(t *testing.T) {
	c := smallBy
	g, rows := newDesign(c)
	for i := range g.p {
		for j := range g.p {
			dot := 0.0
			for r, n := range rows.n {
				dot += float64(n) * g.xv[i*len(rows.n)+r] * g.xv[j*len(rows.n)+r]
			}
			for p := range g.p {
				sd := c.SD
				if p == 0 {
					sd = c.InterceptSD
				}
				dot += g.dirs[i*g.p+p] * g.dirs[j*g.p+p] / (sd * sd)
			}
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(dot-want) > 1e-12 {
				t.Errorf("directions %d and %d: %g, want %g", i, j, dot, want)
			}
		}
	}
}

func TestYears(t *testing.T) {
	for _, c := range []struct {
		date string
		want float64
	}{{"2023-01-01", 2023}, {"2024-07-02", 2024.5}, {"2024-12-31", 2024 + 365./366}} {
		day, err := time.Parse(time.DateOnly, c.date)
		if err != nil {
			t.Fatal(err)
		}
		if got := Years([]time.Time{day})[0]; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.date, got, c.want)
		}
	}
}
