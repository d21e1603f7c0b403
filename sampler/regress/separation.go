package regress

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/variate"
)

// checkSeparation refuses outcomes that columns with flat priors separate: along a direction d the
// likelihood never falls, because x_iᵀd ≥ 0 where only a large η_i is likely, ≤ 0 where only a
// small one is, and 0 in all other rows.
//
// Newton's method for the maximum of a logistic likelihood decides which. At a maximum, weights
// |y_i − p_i| > 0 prove that there is no such direction; if there is none, its steps turn into the
// direction, which is then tested. Columns with missing values are left out.
//
// Source: Albert & Anderson, "On the existence of maximum likelihood estimates in logistic
// regression models", Biometrika 71 (1984) 1–10.
func (f *fit) checkSeparation(flat []int) error {
	flat = slices.DeleteFunc(slices.Clone(flat), func(j int) bool {
		return slices.Contains(f.gaps, j)
	})
	var side func(i int) float64 // 1: y_i wants a large η; 0: a small one; 1/2: one in between
	between := func(low, high bool) float64 {
		switch {
		case low:
			return 0
		case high:
			return 1
		}
		return 0.5
	}
	switch family := f.family.(type) {
	case Probit:
		side = func(i int) float64 { return f.y[i] }
	case Logit:
		side = func(i int) float64 { return between(f.y[i] == 0, f.y[i] == family.trials(i)) }
	case NegativeBinomial, Poisson:
		side = func(i int) float64 { return between(f.y[i] == 0, false) }
	}
	if side == nil || len(flat) == 0 {
		return nil
	}
	var rows [][]float64
	s := separation{}
	for i, row := range f.x {
		if math.IsNaN(f.y[i]) {
			continue
		}
		var x []float64
		for _, j := range flat {
			x = append(x, row[j])
		}
		rows, s.side = append(rows, x), append(s.side, side(i))
	}
	s.row = func(i int) []float64 { return rows[i] }
	var names []string
	for k, in := range s.direction(len(flat)) {
		if in {
			names = append(names, f.name(flat[k]))
		}
	}
	return unlimited(names)
}

// unlimited is the error of coefficients that separate outcomes; nil if there are none.
func unlimited(names []string) error {
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("regress: y does not limit the coefficients of %s (separation): the "+
		"likelihood does not fall as they go to infinity together, so with flat priors they have "+
		"no posterior. Give Prior.SD, such as 2.5 for a column of standard deviation 1, or leave "+
		"a column out", strings.Join(names, ", "))
}

// separation is the logistic regression of side, which has a row of X for each. The next call of
// row may overwrite the last.
type separation struct {
	row  func(i int) []float64
	side []float64
}

// direction says which columns a separating direction has; nil if there is none.
func (s separation) direction(p int) []bool {
	size := make([]float64, p) // of each column, by which it is divided
	for i := range s.side {
		for j, v := range s.row(i) {
			size[j] = max(size[j], math.Abs(v))
		}
	}
	given, scaled := s.row, make([]float64, p)
	s.row = func(i int) []float64 {
		for j, v := range given(i) {
			scaled[j] = v / size[j]
		}
		return scaled
	}
	beta, step := make([]float64, p), make([]float64, p)
	gradient, hessian := make([]float64, p), make([]float64, p*p)
	now := s.logLikelihood(beta)
	for range 200 {
		clear(gradient)
		clear(hessian)
		for i, y := range s.side {
			row := s.row(i)
			prob := 1 / (1 + math.Exp(-dot(row, beta)))
			for j, v := range row {
				if v == 0 {
					continue
				}
				gradient[j] += (y - prob) * v
				for k := range j + 1 {
					hessian[j*p+k] += prob * (1 - prob) * v * row[k]
				}
			}
		}
		if variate.Cholesky(hessian, hessian) != nil {
			return nil // columns that depend on each other, which another check refuses
		}
		solve(hessian, gradient, step)
		if columns := s.separates(step); columns != nil {
			return columns
		}
		if dot(gradient, step) < 1e-12 {
			return nil // the maximum
		}
		for half := 0; ; half++ {
			for j, v := range step {
				beta[j] += v
			}
			then := s.logLikelihood(beta)
			if then >= now || half == 30 {
				now = then
				break
			}
			for j, v := range step {
				beta[j] -= v
				step[j] = v / 2
			}
		}
	}
	return nil
}

func (s separation) logLikelihood(beta []float64) float64 {
	sum := 0.0
	for i, y := range s.side {
		eta := dot(s.row(i), beta)
		sum += y*eta - log1pExp(eta)
	}
	return sum
}

// separates says which columns a step has if it separates; nil if not. It must change some η by a
// half or more. A change below 1e-9 counts as none, and so does what rounding leaves.
func (s separation) separates(d []float64) []bool {
	some := false
	for i, y := range s.side {
		terms, sum := 0.0, 0.0
		for j, v := range s.row(i) {
			terms, sum = terms+math.Abs(v*d[j]), sum+v*d[j]
		}
		if math.Abs(sum) <= 1e-9+rounding*terms {
			continue
		}
		if some = some || math.Abs(sum) > 0.5; y == 0.5 || (y == 1) != (sum > 0) {
			return nil
		}
	}
	if !some {
		return nil
	}
	columns, largest := make([]bool, len(d)), 0.0
	for _, v := range d {
		largest = max(largest, math.Abs(v))
	}
	for j, v := range d {
		columns[j] = math.Abs(v) > 1e-4*largest
	}
	return columns
}

func dot(a, b []float64) (sum float64) {
	for j, v := range a {
		sum += v * b[j]
	}
	return sum
}

// solve solves L Lᵀ x = b.
func solve(l, b, x []float64) {
	p := len(b)
	for i := range p {
		x[i] = (b[i] - dot(l[i*p:i*p+i], x)) / l[i*p+i]
	}
	for i := p - 1; i >= 0; i-- {
		for j := i + 1; j < p; j++ {
			x[i] -= l[j*p+i] * x[j]
		}
		x[i] /= l[i*p+i]
	}
}
