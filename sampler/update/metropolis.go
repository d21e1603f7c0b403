package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/variate"
)

// Metropolis is a random walk that learns the shape and the size of its steps. It is for parameters
// that depend on each other and have no convenient gradient, such as those of an ODE or a GARCH
// model. Keep it in the state. [sampler.Run] ends its learning with the warm-up, if Draw gets the
// generator that the block was given; a loop of your own calls Freeze. The zero value is ready for
// use. Its first steps have standard deviation Step in each coordinate.
type Metropolis struct {
	// Step is the standard deviation of the first proposals; 0 means 1.
	Step float64
	// Target is the acceptance rate to reach; 0 means 0.44 for one coordinate, 0.234 for more than
	// four, and values in between for two to four.
	Target float64

	frozen     bool
	learned    int       // number of steps that it learned from
	chol       []float64 // factor of the covariance of proposals, d × d, row by row
	size       float64   // |chol|^(1/d)
	z, y, move []float64
}

// Draw makes one step from x, in place. logDensity is the log density of x up to a constant; −Inf
// refuses a step. If it is NaN, Draw panics with a sentence.
//
// While it learns, each step changes the covariance of the proposals, S = LLᵀ, to bring the
// acceptance rate to Target: along the direction u = z/|z| of the step by the factor
// 1 + η_n (α_n − Target), where α_n is the probability of acceptance and η_n = min(1, d n^(−2/3)).
// Draws made while it learns are only for the warm-up.
//
// Source: Vihola, "Robust adaptive Metropolis algorithm with coerced acceptance rate", Statistics
// and Computing 22 (2012) 997–1008.
func (m *Metropolis) Draw(r *rand.Rand, x []float64, logDensity func(x []float64) float64) {
	d := len(x)
	if len(m.z) != d {
		m.begin(d)
	}
	if !m.frozen && meter.WarmedUp(r) {
		m.Freeze()
	}
	for i := range m.z {
		m.z[i] = r.NormFloat64()
	}
	for i := range d {
		m.move[i] = 0
		for j := range i + 1 {
			m.move[i] += m.chol[i*d+j] * m.z[j]
		}
		m.y[i] = x[i] + m.move[i]
	}
	now, then := logDensity(x), logDensity(m.y)
	if math.IsNaN(now) || math.IsNaN(then) || math.IsInf(now, 0) {
		panic(fmt.Sprintf("update: Metropolis: the log density is %g at the present value %.6g "+
			"and %g at the proposal %.6g; expected a finite number and no NaN", now, x, then, m.y))
	}
	alpha := math.Exp(min(0, then-now))
	count := meter.Counts{Evaluations: 2, Steps: 1, StepSize: m.size}
	if r.Float64() < alpha {
		copy(x, m.y)
		count.Accepted = 1
	}
	meter.Count(r, count)
	if !m.frozen {
		m.learn(alpha)
	}
}

// begin allocates, and makes the first proposals.
func (m *Metropolis) begin(d int) {
	m.chol = make([]float64, d*d)
	m.z, m.y, m.move = make([]float64, d), make([]float64, d), make([]float64, d)
	if !(m.Step > 0) {
		m.Step = 1
	}
	if !(m.Target > 0 && m.Target < 1) {
		m.Target = 0.234 + (0.44-0.234)*max(0, float64(5-d))/4
	}
	for i := range d {
		m.chol[i*d+i] = m.Step
	}
	m.size = m.Step
}

// learn turns S = LLᵀ into S + c (Lu)(Lu)ᵀ, by an update of L.
func (m *Metropolis) learn(alpha float64) {
	d := len(m.z)
	m.learned++
	eta := min(1, float64(d)*math.Pow(float64(m.learned), -2./3))
	norm := 0.0
	for _, v := range m.z {
		norm += v * v
	}
	if norm == 0 {
		return
	}
	c := eta * (alpha - m.Target)
	sign := math.Copysign(1, c)
	w := m.move // Lz, and from here on √|c| Lu
	for i := range w {
		w[i] *= math.Sqrt(math.Abs(c) / norm)
	}
	l, logSize := m.chol, 0.0
	for k := range d {
		diagonal := l[k*d+k]
		root := math.Sqrt(diagonal*diagonal + sign*w[k]*w[k]) // c > −Target > −1 keeps it positive
		cos, sin := root/diagonal, w[k]/diagonal
		l[k*d+k] = root
		for i := k + 1; i < d; i++ {
			l[i*d+k] = (l[i*d+k] + sign*sin*w[i]) / cos
			w[i] = cos*w[i] - sin*l[i*d+k]
		}
		logSize += math.Log(root)
	}
	m.size = math.Exp(logSize / float64(d))
}

// Freeze ends learning: from then on the steps are those of a Markov chain that leaves the density
// invariant. [sampler.Run] needs no call of it; one more does no harm. [sampler.Trace.Blocks] tells
// the acceptance rate of the draws that are kept.
func (m *Metropolis) Freeze() { m.frozen = true }

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
