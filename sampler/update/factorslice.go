package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler/internal/meter"
)

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
