package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/meter"
)

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
