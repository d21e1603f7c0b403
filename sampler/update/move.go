package update

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Shift draws a number d by which to move parts of the state together, x + d: logDensity(d) is the
// log joint density of the state moved by d, up to a constant. The caller applies the move. It is
// one step of slice sampling, so d is not independent of the earlier draws; width is as in [Slice].
//
// A shift helps if two blocks that move one at a time hold each other in place, such as an
// intercept and effects without a fixed sum: move the intercept up and all effects down.
//
// Source: Liu & Sabatti, "Generalised Gibbs sampler and multigrid Monte Carlo", Biometrika 87
// (2000) 353–369.
func Shift(r *rand.Rand, width float64, logDensity func(d float64) float64) (d float64) {
	return Slice(r, 0, width, math.Inf(-1), math.Inf(1), logDensity)
}

// Scale draws a positive factor c by which to multiply n coordinates of the state together:
// logDensity(c) is the log joint density of the state after that. Scale adds the Jacobian cⁿ, which
// makes the move exact; n counts each number that is multiplied by c as 1, and each that is divided
// by c as −1. The caller applies the move.
//
// A scale helps if a standard deviation and its effects hold each other in place. The source is the
// same as for [Shift].
func Scale(r *rand.Rand, width float64, n int, logDensity func(c float64) float64) (c float64) {
	// The density of t = log c under the invariant measure dc/c.
	t := Slice(r, 0, width, -maxLogScale, maxLogScale, func(t float64) float64 {
		return logDensity(math.Exp(t)) + float64(n)*t
	})
	return math.Exp(t)
}

// An Interweaver moves a hierarchy along the directions in which its other blocks are slow. It
// holds scratch space only: keep it in the state. The zero value is ready for use.
type Interweaver struct{ theta []float64 }

// Draw moves effects theta with mean *mu and scale *tau, such as θ_j ~ N(μ, τ²). Blocks that draw μ
// and τ given θ are slow if the data say little about each θ_j; blocks that draw them given
// (θ_j−μ)/τ are slow if the data say much. With both in one sweep the better of the two decides.
//
// The usual blocks are the first kind. Draw is the second: it moves μ and all θ together by a
// number, and then τ and all θ−μ together by a factor, each by one step of slice sampling.
// logDensity is the log joint density of the state, up to a constant, read from the same variables:
// use the model's LogJoint.
//
//	s.Weave.Draw(r, &s.Mu, &s.Tau, s.Theta, 1, 1, func() float64 { return logJoint(s) })
//
// shift and scale are widths for [Slice], of μ and of log τ; 0 leaves that move out, for example if
// μ is known.
//
// All effects with this mean and scale must be in theta. If a parameter should have moved and did
// not, the marginal distributions hide the error. Test with verify.Blocks, and with a LogJoint.
//
// Source: Yu & Meng, "To center or not to center: that is not the question", Journal of
// Computational and Graphical Statistics 20 (2011) 531–570.
func (w *Interweaver) Draw(
	r *rand.Rand, mu, tau *float64, theta []float64, shift, scale float64,
	logDensity func() float64,
) {
	if !(shift >= 0 && scale >= 0) || scale > 0 && !(*tau > 0) {
		panic(fmt.Sprintf("update: Interweaver: the widths are %g and %g and tau is %g, expected "+
			"widths of at least 0 and a positive tau", shift, scale, *tau))
	}
	if len(w.theta) != len(theta) {
		w.theta = make([]float64, len(theta))
	}
	if shift > 0 {
		copy(w.theta, theta)
		from := *mu
		move := func(d float64) {
			*mu = from + d
			for j, v := range w.theta {
				theta[j] = v + d
			}
		}
		move(Slice(r, 0, shift, math.Inf(-1), math.Inf(1),
			func(d float64) float64 { move(d); return logDensity() }))
	}
	if scale > 0 {
		copy(w.theta, theta)
		from := *tau
		move := func(t float64) {
			c := math.Exp(t)
			*tau = from * c
			for j, v := range w.theta {
				theta[j] = *mu + c*(v-*mu)
			}
		}
		n := float64(len(theta) + 1) // exponent of the Jacobian
		move(Slice(r, 0, scale, -maxLogScale, maxLogScale,
			func(t float64) float64 { move(t); return logDensity() + n*t }))
	}
}

// maxLogScale bounds the log of a factor, within the range of float64.
const maxLogScale = 300
