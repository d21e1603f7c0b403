package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/variate"
)

// Componentwise is a random walk that updates one coordinate after the other and learns the size of
// each step. It is for many parameters that depend little on each other, if you have only the log
// density of all of them. Keep it in the state. It learns during the warm-up, as [Metropolis] does.
// The zero value is ready for use.
type Componentwise struct {
	// Step is the standard deviation of the first proposals; 0 means 1.
	Step float64

	frozen  bool
	learned int
	logStep []float64
}

// Draw makes one step for each coordinate of x, in place. logDensity is the log density of x up to
// a constant; −Inf refuses a step. If it is NaN, Draw panics with a sentence. While it
// learns, each step changes the log of its size by n^(−0.6) (α − 0.44), where α is the probability
// of acceptance.
//
// Source: Roberts & Rosenthal, "Examples of adaptive MCMC", Journal of Computational and Graphical
// Statistics 18 (2009) 349–367, section 3.
func (c *Componentwise) Draw(r *rand.Rand, x []float64, logDensity func(x []float64) float64) {
	if len(c.logStep) != len(x) {
		c.logStep = make([]float64, len(x))
		for j := range c.logStep {
			if c.Step > 0 {
				c.logStep[j] = math.Log(c.Step)
			}
		}
	}
	if !c.frozen && meter.WarmedUp(r) {
		c.Freeze()
	}
	now := logDensity(x)
	if math.IsNaN(now) || math.IsInf(now, 0) {
		panic(fmt.Sprintf("update: Componentwise: the log density of the present value %.6g is "+
			"%g, expected a finite number", x, now))
	}
	c.learned++
	accepted, logSteps := 0.0, 0.0
	for j, old := range x {
		x[j] = variate.Normal(r, old, math.Exp(c.logStep[j]))
		then := logDensity(x)
		if math.IsNaN(then) {
			panic(fmt.Sprintf("update: Componentwise: the log density of the proposal %.6g is "+
				"NaN; check what it divides by or takes the logarithm of", x))
		}
		alpha := math.Exp(min(0, then-now))
		if r.Float64() < alpha {
			now = then
			accepted++
		} else {
			x[j] = old
		}
		if !c.frozen {
			c.logStep[j] += math.Pow(float64(c.learned), -0.6) * (alpha - 0.44)
		}
		logSteps += c.logStep[j]
	}
	meter.Count(r, meter.Counts{Evaluations: 1 + len(x), Steps: len(x),
		Accepted: accepted, StepSize: math.Exp(logSteps / float64(len(x)))})
}

// Freeze ends learning, as [Metropolis.Freeze] does.
func (c *Componentwise) Freeze() { c.frozen = true }
