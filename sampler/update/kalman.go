package update

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A StateSpace is a linear normal model of states x_t of dimension d, observed as y_t of dimension
// p:
//
//	x_0 ~ N(Mean, Covariance),   x_t ~ N(A x_{t−1}, diag(Noise)),
//	y_t ~ N(C x_t, diag(ObservationNoise)).
//
// The noises are variances. A noise of the states may be 0, as in an autoregression of higher order
// written with one state for each lag. Correlated noise, with covariance LDLᵀ, becomes this form
// with the states L⁻¹x.
type StateSpace struct {
	Mean, Covariance []float64 // d and d·d numbers, matrices row by row
	A, Noise         []float64 // d·d and d
	C                []float64 // p·d
	ObservationNoise []float64 // p, above 0
}

// A Kalman draws the states of a [StateSpace]. It holds scratch space only: keep it in the state.
// The zero value is ready for use.
type Kalman struct{ m, p, am, ap, k, c, z []float64 }

// Draw draws the whole path of the states from its full conditional, by the Kalman filter and
// backward sampling. It writes the path to x, T rows of d numbers. y has T rows of p numbers; NaN
// is a missing observation. It returns log p(y), with the states integrated out, so parameters can
// be drawn without the path. The cost is T·(d³ + p·d²).
//
// Source: Carter & Kohn, "On Gibbs sampling for state space models", Biometrika 81 (1994) 541–553;
// observations and the next state are processed one number at a time, which needs no inverse.
func (f *Kalman) Draw(
	r *rand.Rand, s *StateSpace, y, x [][]float64,
) (logMarginal float64, err error) {
	d, p := len(s.Mean), len(s.ObservationNoise)
	if d < 1 || len(s.Covariance) != d*d || len(s.A) != d*d || len(s.Noise) != d ||
		len(s.C) != p*d || len(x) != len(y) || len(y) < 1 {
		return 0, fmt.Errorf("update: Kalman.Draw: %d numbers of the mean, %d of the covariance, "+
			"%d of A, %d of the noise, %d of C, %d of the observation noise, %d observations and "+
			"room for %d states: expected d, d·d, d·d, d, p·d, p, T and T", d, len(s.Covariance),
			len(s.A), len(s.Noise), len(s.C), p, len(y), len(x))
	}
	if err := s.checkVariances(); err != nil {
		return 0, err
	}
	if n := len(y); len(f.m) != n*d || len(f.k) != d {
		f.m, f.p, f.am, f.ap = make([]float64, n*d), make([]float64, n*d*d), make([]float64, d),
			make([]float64, d*d)
		f.k, f.c, f.z = make([]float64, d), make([]float64, d*d), make([]float64, d)
	}
	for t, row := range y {
		m, v := f.m[t*d:(t+1)*d], f.p[t*d*d:(t+1)*d*d]
		if len(row) != p || len(x[t]) != d {
			return 0, fmt.Errorf("update: Kalman.Draw: at t = %d an observation of %d numbers "+
				"and room for a state of %d, expected %d and %d", t, len(row), len(x[t]), p, d)
		}
		if t == 0 {
			copy(m, s.Mean)
			copy(v, s.Covariance)
		} else {
			f.predict(s, f.m[(t-1)*d:t*d], f.p[(t-1)*d*d:t*d*d], m, v)
		}
		for i, value := range row {
			if math.IsNaN(value) {
				continue
			}
			lp := f.take(m, v, s.C[i*d:(i+1)*d], s.ObservationNoise[i], value)
			if math.IsNaN(lp) || math.IsInf(lp, 0) {
				return 0, fmt.Errorf("update: Kalman.Draw: the log density of y[%d][%d] = %g is "+
					"%g at noise variance %g: expected finite numbers", t, i, value, lp,
					s.ObservationNoise[i])
			}
			logMarginal += lp
		}
	}
	for t := len(y) - 1; t >= 0; t-- {
		m, v := f.m[t*d:(t+1)*d], f.p[t*d*d:(t+1)*d*d]
		if t < len(y)-1 { // x_{t+1} is an observation A x_t of noise Noise
			for i, next := range x[t+1] {
				f.take(m, v, s.A[i*d:(i+1)*d], s.Noise[i], next)
			}
		}
		f.draw(r, m, v, x[t])
	}
	return logMarginal, nil
}

// checkVariances returns an error if a variance is negative or NaN, or a covariance larger than its
// variances allow.
func (s *StateSpace) checkVariances() error {
	for i, v := range s.ObservationNoise {
		if !(v > 0) {
			return fmt.Errorf("update: Kalman.Draw: ObservationNoise[%d] is %g, expected a variance "+
				"above 0", i, v)
		}
	}
	d := len(s.Mean)
	for i, v := range s.Noise {
		if !(v >= 0) {
			return fmt.Errorf("update: Kalman.Draw: Noise[%d] is %g, expected a variance, 0 or more", i,
				v)
		}
		if c := s.Covariance[i*d+i]; !(c >= 0) {
			return fmt.Errorf("update: Kalman.Draw: the variance of state %d in Covariance is %g, "+
				"expected 0 or more", i, c)
		}
	}
	for i := range d {
		for j := range i {
			a, b := s.Covariance[i*d+j], s.Covariance[j*d+i]
			most := math.Sqrt(s.Covariance[i*d+i]) * math.Sqrt(s.Covariance[j*d+j])
			if !(math.Abs(a-b) <= 1e-8*most && math.Abs(a) <= (1+1e-8)*most) {
				return fmt.Errorf("update: Kalman.Draw: Covariance has %g and %g for states %d and %d, "+
					"expected equal numbers of at most %g, the root of the product of the variances",
					a, b, i, j, most)
			}
		}
	}
	return nil
}

// predict makes the mean and the covariance of the next state.
func (f *Kalman) predict(s *StateSpace, m, v, nextM, nextV []float64) {
	d := len(m)
	for i := range d {
		nextM[i] = 0
		for j := range d {
			nextM[i] += s.A[i*d+j] * m[j]
			sum := 0.0
			for k := range d {
				sum += s.A[i*d+k] * v[k*d+j]
			}
			f.ap[i*d+j] = sum // A P
		}
	}
	for i := range d {
		for j := range i + 1 {
			sum := 0.0
			for k := range d {
				sum += f.ap[i*d+k] * s.A[j*d+k]
			}
			if i == j {
				sum += s.Noise[i]
			}
			nextV[i*d+j], nextV[j*d+i] = sum, sum
		}
	}
}

// take conditions N(m, v) on a value that is N(cᵀx, noise), and returns its log density.
func (f *Kalman) take(m, v, c []float64, noise, value float64) float64 {
	d := len(m)
	variance, size := noise, noise
	for i := range d {
		sum := 0.0
		for j := range d {
			sum += v[i*d+j] * c[j]
		}
		f.k[i] = sum
		variance += c[i] * sum
		size += math.Abs(c[i] * sum)
		value -= c[i] * m[i]
	}
	if variance <= 1e-13*size || size == 0 { // already known
		return 0
	}
	for i := range d {
		m[i] += f.k[i] / variance * value
		for j := range i + 1 {
			v[i*d+j] -= f.k[i] * f.k[j] / variance
			v[j*d+i] = v[i*d+j]
		}
	}
	return -(math.Log(2*math.Pi*variance) + value*value/variance) / 2
}

// draw draws from N(m, v), where v may be singular.
func (f *Kalman) draw(r *rand.Rand, m, v, x []float64) {
	d := len(m)
	copy(x, m)
	for i := range d {
		f.z[i] = r.NormFloat64()
		for j := range i + 1 {
			sum := v[i*d+j]
			for k := range j {
				sum -= f.c[i*d+k] * f.c[j*d+k]
			}
			switch pivot := f.c[j*d+j]; {
			case i == j && sum > 1e-12*v[i*d+i]:
				f.c[i*d+i] = math.Sqrt(sum)
			case i == j || pivot == 0:
				f.c[i*d+j] = 0
			default:
				f.c[i*d+j] = sum / pivot
			}
			x[i] += f.c[i*d+j] * f.z[j]
		}
	}
}
