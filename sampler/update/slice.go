package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/internal/meter"
)

// Slice makes one step of slice sampling from x, a number with the given log density up to a
// constant. It returns the new value. Use it for any scalar whose full conditional has no name:
//
//	s.Tau = update.Slice(r, s.Tau, 1, 0, math.Inf(1), logDensity)
//
// The density is 0 outside [lo, hi]; both may be infinite. x lies inside, at a finite density.
// width is a guess of the width of the distribution. A bad guess only costs time: a width that is
// too small needs steps, one that is too large needs refusals, about as many as the logarithm of
// its factor.
//
// A level is drawn under the density at x. The interval around x is widened in steps until its ends
// lie below the level. Points in it are drawn, and after each one below the level the interval
// shrinks.
//
// Slice panics with a sentence on a density that is NaN, on an x outside the interval or of density
// 0, and when a million steps do not reach an end of the slice: then the density is improper, or
// width far too small.
//
// Source: Neal, "Slice sampling", Annals of Statistics 31 (2003) 705–767, figures 3 and 5.
func Slice(r *rand.Rand, x, width, lo, hi float64, logDensity func(x float64) float64) float64 {
	return SliceSteps(r, x, width, lo, hi, 0, logDensity)
}

// mostSteps is the maximum number of stepping-out steps; beyond it the slice counts as endless.
const mostSteps = 1_000_000

// SliceSteps is like [Slice], but widens the interval to at most steps widths, itself included, for
// densities that are costly. It stays exact. 0 steps means no limit.
func SliceSteps(
	r *rand.Rand, x, width, lo, hi float64, steps int, logDensity func(x float64) float64,
) float64 {
	if !(lo < hi) || !(x >= lo && x <= hi) || !(width > 0 && width <= math.MaxFloat64) || steps < 0 {
		panic(fmt.Sprintf("update: Slice: x is %g, width %g, the interval from %g to %g and "+
			"steps %d: expected lo ≤ x ≤ hi, lo < hi, a positive finite width and steps of at "+
			"least 0", x, width, lo, hi, steps))
	}
	evaluations := 0
	at := func(x float64) float64 {
		evaluations++
		v := logDensity(x)
		if math.IsNaN(v) {
			panic(fmt.Sprintf("update: Slice: the log density at %g is NaN; check what it "+
				"divides by or takes the logarithm of, or give narrower bounds", x))
		}
		return v
	}
	level := at(x)
	if math.IsInf(level, 0) {
		panic(fmt.Sprintf("update: Slice: the log density at the present value %g is %g, "+
			"expected a finite number; start the chain where the density is positive", x, level))
	}
	level -= r.ExpFloat64()
	left := x - width*r.Float64()
	right := left + width
	stepsLeft, stepsRight := mostSteps, mostSteps
	if steps > 0 {
		stepsLeft = r.IntN(steps)
		stepsRight = steps - 1 - stepsLeft
	}
	stepOut := func(end float64, n int, step float64) float64 {
		for ; n > 0 && lo < end && end < hi && at(end) > level; n-- {
			end += step
		}
		if n == 0 && steps == 0 {
			panic(fmt.Sprintf("update: Slice: the slice at %g goes on beyond %g, %d steps of "+
				"width %g away; is the density proper? If so, give a larger width", x, end, mostSteps, width))
		}
		return min(max(end, lo), hi)
	}
	right = stepOut(right, stepsRight, width)
	left = stepOut(left, stepsLeft, -width)
	for {
		y := between(r, left, right)
		switch {
		case y == x || at(y) > level: // x itself, if rounding leaves nothing else
			meter.Count(r, meter.Counts{Evaluations: evaluations})
			return y
		case y < x:
			left = y
		default:
			right = y
		}
	}
}

// between draws uniformly from an interval. Copies of a chain that are coupled draw the same where
// their intervals overlap.
func between(r *rand.Rand, left, right float64) float64 {
	if by := draws.Of(r); by != nil {
		return by.Other("Uniform", func() float64 { return left + r.Float64()*(right-left) },
			func(x float64) float64 {
				if x < left || x > right {
					return math.Inf(-1)
				}
				return -math.Log(right - left)
			})
	}
	return left + r.Float64()*(right-left)
}

// An Elliptical makes steps of elliptical slice sampling. It holds scratch space only: keep it in
// the state. The zero value is ready for use.
type Elliptical struct{ x []float64 }

// Draw makes one step from x, a vector with a normal prior of mean 0 and any likelihood, in place.
// other is a fresh draw from that prior, which the caller makes, for example with
// variate.MultiNormal. The step walks along the ellipse through x and other, needs no tuning, and
// always moves. It suits Gaussian processes and other priors that are stronger than the data. For a
// prior of mean m, use x − m.
//
// logLikelihood is up to a constant; −Inf excludes a point.
//
// Source: Murray, Adams & MacKay, "Elliptical slice sampling", Proceedings of Machine Learning
// Research 9 (2010) 541–548.
func (e *Elliptical) Draw(
	r *rand.Rand, x, other []float64, logLikelihood func(x []float64) float64,
) {
	if len(x) != len(other) {
		panic(fmt.Sprintf("update: Elliptical.Draw: x has %d numbers and the draw from the prior "+
			"%d", len(x), len(other)))
	}
	if len(e.x) != len(x) {
		e.x = make([]float64, len(x))
	}
	copy(e.x, x)
	at := logLikelihood(x)
	if math.IsNaN(at) || math.IsInf(at, 0) {
		panic(fmt.Sprintf("update: Elliptical.Draw: the log likelihood of the present value is "+
			"%g, expected a finite number", at))
	}
	level := at - r.ExpFloat64()
	theta := 2 * math.Pi * r.Float64()
	lo, hi := theta-2*math.Pi, theta
	for evaluations := 2; ; evaluations++ {
		cos, sin := math.Cos(theta), math.Sin(theta)
		for i, v := range e.x {
			x[i] = v*cos + other[i]*sin
		}
		v := logLikelihood(x)
		switch {
		case math.IsNaN(v):
			panic("update: Elliptical.Draw: the log likelihood of a proposal is NaN; check what " +
				"it divides by or takes the logarithm of")
		case v > level || theta == 0:
			meter.Count(r, meter.Counts{Evaluations: evaluations})
			return
		case theta < 0:
			lo = theta
		default:
			hi = theta
		}
		theta = lo + r.Float64()*(hi-lo)
	}
}

// A FactorSlice makes slice-sampling steps along the principal axes of the draws so far. It is for
// a group of parameters that depend on each other and have no gradient, if [Metropolis] would
// refuse most of its steps. Keep it in the state. It learns during the warm-up, as [Metropolis]
// does. The zero value is ready for use.
//
// Source: Tibbits, Groendyke, Haran & Liechty, "Automated factor slice sampling", Journal of
// Computational and Graphical Statistics 23 (2014) 543–563; widths here follow the variances.
type FactorSlice struct {
	// Width of the first steps along each coordinate; 0 means 1.
	Width float64

	frozen       bool
	axes         []float64 // unit vectors, row by row
	widths       []float64
	window, seen int
	mean, cross  []float64 // of the current window
	start        []float64
}

// Draw makes one step of slice sampling along each axis, in place. logDensity is the log density of
// x up to a constant; −Inf excludes a point. It panics with a sentence as [Slice] does.
// During the warm-up, after 100, 200, 400, … draws, the axes become the principal axes of the draws
// since the last time, and the widths three standard deviations along them.
func (f *FactorSlice) Draw(r *rand.Rand, x []float64, logDensity func(x []float64) float64) {
	d := len(x)
	if len(f.widths) != d {
		f.begin(d)
	}
	if !f.frozen && meter.WarmedUp(r) {
		f.Freeze()
	}
	for k := range d {
		axis := f.axes[k*d : (k+1)*d]
		copy(f.start, x)
		move := func(t float64) {
			for i, v := range f.start {
				x[i] = v + t*axis[i]
			}
		}
		move(Slice(r, 0, f.widths[k], math.Inf(-1), math.Inf(1), func(t float64) float64 {
			move(t)
			v := logDensity(x)
			if math.IsNaN(v) || t == 0 && math.IsInf(v, 0) {
				panic(fmt.Sprintf("update: FactorSlice: the log density at %.6g is %g; check "+
					"what it divides by or takes the logarithm of, and start the chain where "+
					"the density is positive", x, v))
			}
			return v
		}))
	}
	if !f.frozen {
		f.learn(x)
	}
}

func (f *FactorSlice) begin(d int) {
	f.axes, f.widths, f.start = make([]float64, d*d), make([]float64, d), make([]float64, d)
	f.mean, f.cross = make([]float64, d), make([]float64, d*d)
	f.window = 100
	if !(f.Width > 0) {
		f.Width = 1
	}
	for i := range d {
		f.axes[i*d+i], f.widths[i] = 1, f.Width
	}
}

// learn learns from a draw, and makes new axes at the end of a window.
func (f *FactorSlice) learn(x []float64) {
	d := len(x)
	f.seen++
	for i, v := range x { // start has room
		f.start[i] = v - f.mean[i]
		f.mean[i] += f.start[i] / float64(f.seen)
	}
	for i := range d {
		for j := range d {
			f.cross[i*d+j] += f.start[i] * (x[j] - f.mean[j])
		}
	}
	if f.seen < f.window {
		return
	}
	cov := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			cov.SetSym(i, j, (f.cross[i*d+j]+f.cross[j*d+i])/2/float64(f.seen-1))
		}
	}
	var eigen mat.EigenSym
	if eigen.Factorize(cov, true) {
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		values := eigen.Values(nil)
		for k, v := range values {
			if !(v > 1e-14*values[d-1]) { // the draws have not moved this way
				continue
			}
			f.widths[k] = 3 * math.Sqrt(v)
			for i := range d {
				f.axes[k*d+i] = vectors.At(i, k)
			}
		}
	}
	clear(f.mean)
	clear(f.cross)
	f.seen, f.window = 0, 2*f.window
}

// Freeze ends learning, as [Metropolis.Freeze] does.
func (f *FactorSlice) Freeze() { f.frozen = true }
