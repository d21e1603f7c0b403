package update_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// An autoregression of order 2 as a state of two lags, seen with noise at three of four times; φ is
// fixed.
type trend struct {
	X      [][]float64
	kalman update.Kalman
}

func trendSpace() *update.StateSpace {
	return &update.StateSpace{
		Mean: []float64{1, 0}, Covariance: []float64{2, 0.5, 0.5, 1},
		A: []float64{0.6, -0.3, 1, 0}, Noise: []float64{0.5, 0},
		C: []float64{1, 0, 0.5, 1}, ObservationNoise: []float64{0.4, 2},
	}
}

func trendJoint(
	draw func(r *rand.Rand, s *trend, y [][]float64) error,
) verify.Joint[trend, [][]float64] {
	space := trendSpace()
	prior := func(r *rand.Rand) (*trend, error) {
		s := &trend{}
		chol := make([]float64, 4)
		if err := variate.Cholesky(space.Covariance, chol); err != nil {
			return nil, err
		}
		x := make([]float64, 2)
		variate.MultiNormal(r, space.Mean, chol, x)
		for range 4 {
			s.X = append(s.X, x)
			x = []float64{0.6*x[0] - 0.3*x[1] + math.Sqrt(0.5)*r.NormFloat64(), x[0]}
		}
		return s, nil
	}
	return verify.Joint[trend, [][]float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *trend) ([][]float64, error) {
			var y [][]float64
			for _, x := range s.X {
				y = append(y, []float64{x[0] + math.Sqrt(0.4)*r.NormFloat64(), 0.5*x[0] + x[1] +
					math.Sqrt2*r.NormFloat64()})
			}
			y[1][0], y[2][1] = nan, nan
			return y, nil
		},
		Model: func(y [][]float64) (sampler.Model[trend], error) {
			return sampler.Model[trend]{
				Init: prior,
				Blocks: []sampler.Block[trend]{{Name: "x", Update: func(r *rand.Rand,
					s *trend) error {
					return draw(r, s, y)
				}}},
				Params: []sampler.Param[trend]{{Name: "x", Shape: []int{4, 2}, Read: func(s *trend,
					dst []float64) {
					for t, x := range s.X {
						copy(dst[2*t:], x)
					}
				}}},
				LogJoint: func(s *trend) float64 {
					u, v := s.X[0][0]-1, s.X[0][1]
					lp := -(u*u - u*v + 2*v*v) / (2 * 1.75) // the inverse of the covariance
					for t, x := range s.X {
						if t > 0 {
							lp += normalLog(x[0], 0.6*s.X[t-1][0]-0.3*s.X[t-1][1], 0.5)
						}
						if t != 1 {
							lp += normalLog(y[t][0], x[0], 0.4)
						}
						if t != 2 {
							lp += normalLog(y[t][1], 0.5*x[0]+x[1], 2)
						}
					}
					return lp
				},
			}, nil
		},
	}
}

func drawTrend(change func(*update.StateSpace)) func(r *rand.Rand, s *trend, y [][]float64) error {
	space := trendSpace()
	if change != nil {
		change(space)
	}
	return func(r *rand.Rand, s *trend, y [][]float64) error {
		_, err := s.kalman.Draw(r, space, y, s.X)
		return err
	}
}

func TestKalman(t *testing.T) {
	planted := func(name string, draw func(r *rand.Rand, s *trend, y [][]float64) error) bug[trend,
		[][]float64] {
		return bug[trend, [][]float64]{name, "x", func(y [][]float64) func(*rand.Rand,
			*trend) error {
			return func(r *rand.Rand, s *trend) error { return draw(r, s, y) }
		}}
	}
	right := trendJoint(drawTrend(nil))
	kills(t, right,
		planted("A transposed", drawTrend(func(s *update.StateSpace) {
			s.A = []float64{0.6, 1, -0.3,
				0}
		})),
		planted("standard deviation for variance",
			drawTrend(func(s *update.StateSpace) {
				s.ObservationNoise = []float64{math.Sqrt(0.4),
					math.Sqrt2}
			})),
		planted("noise in both lags",
			drawTrend(func(s *update.StateSpace) { s.Noise = []float64{0.5, 0.5} })),
		planted("no covariance at the start",
			drawTrend(func(s *update.StateSpace) { s.Covariance = []float64{2, 0, 0, 1} })),
		planted("the mean at the start forgotten",
			drawTrend(func(s *update.StateSpace) { s.Mean = []float64{0, 0} })),
		planted("filtered, not smoothed", func(r *rand.Rand, s *trend, y [][]float64) error {
			for n := 1; n <= 4; n++ {
				x := [][]float64{{0, 0}, {0, 0}, {0, 0}, {0, 0}}[:n]
				if _, err := s.kalman.Draw(r, trendSpace(), y[:n], x); err != nil {
					return err
				}
				copy(s.X[n-1], x[n-1])
			}
			return nil
		}),
	)
	m, _ := right.Model([][]float64{{1, 2}, {nan, 1}, {0, nan}, {1, 1}})
	s, _ := right.Prior(sampler.Stream("trend", 1, 0))
	noAllocations(t, m, s)
}

// The log marginal of a first-order autoregression equals that of a multivariate normal.
func TestKalmanMarginal(t *testing.T) {
	const n, phi = 5, 0.8
	y, x := []float64{0.3, -1, 2, 0.7, 0.1}, make([][]float64, n)
	rows := make([][]float64, n)
	cov, chol, mean := make([]float64, n*n), make([]float64, n*n), make([]float64, n)
	for i := range n {
		rows[i], x[i] = y[i:i+1], make([]float64, 1)
		mean[i] = 2 * math.Pow(phi, float64(i))
		for j := range n {
			v := 3 * math.Pow(phi, float64(i+j)) // from the start
			for k := 1; k <= min(i, j); k++ {
				v += 0.5 * math.Pow(phi, float64(i+j-2*k))
			}
			if i == j {
				v += 0.7
			}
			cov[i*n+j] = v
		}
	}
	if err := variate.Cholesky(cov, chol); err != nil {
		t.Fatal(err)
	}
	want := variate.MultiNormalLogProb(y, mean, chol, nil)
	space := &update.StateSpace{Mean: []float64{2}, Covariance: []float64{3}, A: []float64{phi},
		Noise: []float64{0.5}, C: []float64{1}, ObservationNoise: []float64{0.7}}
	var k update.Kalman
	r := sampler.Stream("marginal", 1, 0)
	if got, err := k.Draw(r, space, rows, x); err != nil || math.Abs(got-want) > 1e-12 {
		t.Errorf("log marginal %g (%v), want %g", got, err, want)
	}
	rows[2] = []float64{inf}
	if _, err := k.Draw(r, space, rows, x); err == nil || !contains(err.Error(), "y[2][0] = +Inf") {
		t.Errorf("error %v", err)
	}
	for _, c := range []struct {
		at    *float64
		wrong float64
		want  string
	}{
		{&space.ObservationNoise[0], 0, "ObservationNoise[0] is 0"},
		{&space.ObservationNoise[0], inf, "ObservationNoise[0] is +Inf"},
		{&space.Noise[0], -1, "Noise[0] is -1"},
		{&space.Noise[0], nan, "Noise[0] is NaN"},
		{&space.Noise[0], inf, "Noise[0] is +Inf"},
		{&space.Covariance[0], -100, "Covariance is [-100], which is no covariance matrix"},
		{&space.Covariance[0], inf, "Covariance[0] is +Inf"}, // a vague start, says who writes it
		{&space.Mean[0], nan, "Mean[0] is NaN"},
		{&space.A[0], inf, "A[0] is +Inf"},
		{&space.A[0], 1e200, "is NaN"},
		{&space.C[0], inf, "C[0] is +Inf"},
	} {
		right := *c.at
		*c.at = c.wrong
		rows[2] = []float64{nan} // a missing observation hides nothing
		if _, err := k.Draw(r, space, rows, x); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		*c.at = right
	}
	three := &update.StateSpace{Mean: []float64{0, 0, 0}, A: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1},
		Noise: []float64{1, 0, 1}, C: []float64{1, 0, 0}, ObservationNoise: []float64{1}}
	triple := [][]float64{{0, 0, 0}}
	for _, c := range []struct {
		covariance []float64
		row        string // that is wrong
	}{
		{[]float64{1, 3, 0, 3, 4, 0, 0, 0, 1}, "row 1"},
		{[]float64{1, .9, .9, .9, 1, -.9, .9, -.9, 1}, "row 2"}, // each pair could be
		{[]float64{0, 1, 0, 1, 4, 0, 0, 0, 1}, "row 1"},
		{[]float64{1, 0, 0, 0.5, 1, 0, 0, 0, 1}, "row 1"},
		{[]float64{1, 2, 1, 2, 4, 2, 1, 2, 1}, ""}, // singular
		{make([]float64, 9), ""},
	} {
		three.Covariance = c.covariance
		if _, err := k.Draw(r, three, rows[:1], triple); c.row == "" && err != nil ||
			c.row != "" && (err == nil || !contains(err.Error(), c.row)) {
			t.Errorf("%v: error %v, want %q", c.covariance, err, c.row)
		}
	}
	three.C = nil
	if _, err := k.Draw(r, three, rows[:1], triple); err == nil || !contains(err.Error(),
		"C has 0 numbers, expected 3") {
		t.Errorf("error %v", err)
	}
	if _, err := k.Draw(r, space, rows, x[:2]); err == nil || !contains(err.Error(),
		"room for 2 states") {
		t.Errorf("error %v", err)
	}
}

// The vaguer the start, the less it matters: the draws of one stream become the same. Without Joseph's
// form the first state of a level had no variance left at 1e20.
func TestKalmanVagueStart(t *testing.T) {
	y := [][]float64{{1}, {nan}, {3.1}, {4}, {5.2}, {nan}, {5.8}}
	draw := func(variance float64) (path []float64) {
		space := &update.StateSpace{Mean: []float64{0}, Covariance: []float64{variance}, A: []float64{1},
			Noise: []float64{0.1}, C: []float64{1}, ObservationNoise: []float64{0.3}}
		x := make([][]float64, len(y))
		for i := range x {
			x[i] = make([]float64, 1)
		}
		var k update.Kalman
		if _, err := k.Draw(sampler.Stream("vague", 1, 0), space, y, x); err != nil {
			t.Fatal(err)
		}
		return slices.Concat(x...)
	}
	want := draw(1e8)
	for variance, near := range map[float64]bool{10: false, 1e6: true, 1e12: true, 1e20: true, 1e100: true} {
		off := 0.0
		for i, v := range draw(variance) {
			off = max(off, math.Abs(v-want[i]))
		}
		if t.Logf("a variance of %g: off by %.2g", variance, off); (off < 1e-6) != near {
			t.Errorf("a variance of %g: draws are off by %g", variance, off)
		}
	}
}
