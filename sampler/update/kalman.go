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
// The noises are variances. A vague start is a large variance in Covariance, such as 1e6; with
// several states, digits are lost from 1e12 on. A noise of the states may be 0, as in an
// autoregression of higher order written with one state for each lag. Correlated noise, with
// covariance LDLᵀ, becomes this form with the states L⁻¹x.
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
	if len(x) != len(y) || len(y) < 1 {
		return 0, fmt.Errorf("update: Kalman.Draw: %d observations and room for %d states: expected "+
			"the same number of both, at least one", len(y), len(x))
	}
	if n := len(y); len(f.m) != n*d || len(f.k) != d {
		f.m, f.p, f.am, f.ap = make([]float64, n*d), make([]float64, n*d*d), make([]float64, d),
			make([]float64, d*d)
		f.k, f.c, f.z = make([]float64, d), make([]float64, d*d), make([]float64, d)
	}
	if err := f.check(s); err != nil {
		return 0, err
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
					"%g at noise variance %g: expected finite numbers", t, i, value, lp, s.ObservationNoise[i])
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
		for i, v := range x[t] {
			if v-v != 0 {
				return 0, fmt.Errorf("update: Kalman.Draw: x[%d][%d] is %g: the numbers of the "+
					"StateSpace are too large", t, i, v)
			}
		}
	}
	return logMarginal, nil
}

// check returns an error that says which part of a model has the wrong length or cannot be right.
func (f *Kalman) check(s *StateSpace) error {
	d, p, lowest := len(s.Mean), len(s.ObservationNoise), -math.MaxFloat64
	for _, part := range [...]struct {
		name     string
		numbers  []float64
		length   int
		least    float64
		expected string
	}{{"Mean", s.Mean, max(d, 1), lowest, "a finite number"},
		{"Covariance", s.Covariance, d * d, lowest, "a finite number; a vague start is a large one"},
		{"A", s.A, d * d, lowest, "a finite number"}, {"C", s.C, p * d, lowest, "a finite number"},
		{"Noise", s.Noise, d, 0, "a variance, 0 or more and finite"},
		{"ObservationNoise", s.ObservationNoise, p, math.SmallestNonzeroFloat64,
			"a variance, above 0 and finite; NaN in y is a missing observation"},
	} {
		if len(part.numbers) != part.length {
			return fmt.Errorf("update: Kalman.Draw: StateSpace.%s has %d numbers, expected %d: Mean has "+
				"one for each of %d states, ObservationNoise for each of %d series", part.name,
				len(part.numbers), part.length, d, p)
		}
		for i, v := range part.numbers {
			if !(v >= part.least && v <= math.MaxFloat64) {
				return fmt.Errorf("update: Kalman.Draw: StateSpace.%s[%d] is %g, expected %s", part.name, i,
					v, part.expected)
			}
		}
	}
	row := -1
	for i := range s.Covariance {
		sds := math.Sqrt(s.Covariance[i/d*(d+1)]) * math.Sqrt(s.Covariance[i%d*(d+1)])
		if math.Abs(s.Covariance[i]-s.Covariance[i%d*d+i/d]) > 1e-8*sds {
			row = i / d
		}
	}
	if row = max(row, f.factor(s.Covariance, d)); row >= 0 {
		return fmt.Errorf("update: Kalman.Draw: StateSpace.Covariance is %g, which is no covariance "+
			"matrix: look at row %d. It must be symmetric, and no sum or difference of states may have "+
			"a negative variance", s.Covariance, row)
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
	if variance > math.MaxFloat64 { // the states become NaN, an error
		m[0] = math.NaN()
		return m[0]
	}
	if variance <= 1e-13*size || size == 0 { // already known
		return 0
	}
	for i := range d { // in Joseph's form, which keeps what v − kkᵀ/variance loses by rounding
		gain, left := f.k[i]/variance, 0.0
		m[i] += gain * value
		for j := range d {
			v[i*d+j] -= gain * f.k[j]
			left += v[i*d+j] * c[j]
		}
		for j := range d {
			v[i*d+j] += (noise*gain - left) * (f.k[j] / variance)
		}
		for j := range i {
			v[j*d+i] = v[i*d+j]
		}
	}
	return -(math.Log(2*math.Pi*variance) + value*value/variance) / 2
}

// draw draws from N(m, v), where v may be singular.
func (f *Kalman) draw(r *rand.Rand, m, v, x []float64) {
	d := len(m)
	f.factor(v, d)
	for i := range d {
		f.z[i], x[i] = r.NormFloat64(), m[i]
		for j := range i + 1 {
			x[i] += f.c[i*d+j] * f.z[j]
		}
	}
}

// factor makes the lower Cholesky factor of v, with zeros where v is singular. It returns the first
// row that shows that v is no covariance matrix, or −1.
func (f *Kalman) factor(v []float64, d int) (wrong int) {
	wrong = -1
	for i := range d {
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
				sds := math.Sqrt(v[i*d+i]) * math.Sqrt(v[j*d+j])
				if wrong < 0 && !(math.Abs(sum) <= 1e-5*sds) {
					wrong = i
				}
			default:
				f.c[i*d+j] = sum / pivot
			}
		}
	}
	return wrong
}
