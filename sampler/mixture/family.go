package mixture

import "math/rand/v2"

// A Family is the law f of a component's observations, with the prior G₀ of its parameters and the data. Observations
// are known by their number: 0 to N−1 are the data, N to N+New−1 new points at which densities are wanted.
//
// What a sampler keeps of a component are two slices, which only the family reads and writes: stats, its sufficient
// statistics, and theta, its parameters. No method keeps or grows them, changes the family, or allocates: chains that
// run at the same time share it.
type Family interface {
	// Size says how much data and memory there is.
	Size() FamilySize
	// Clear makes stats those of no observation.
	Clear(stats []float64)
	// Add brings observation i into stats.
	Add(stats []float64, i int)
	// Remove takes observation i out of stats. It returns false if rounding has eaten the digits of what is left: the
	// caller then starts from Clear and adds what is in the component.
	Remove(stats []float64, i int) bool
	// Draw draws theta given the observations in stats, or from the prior if there are none: from the full
	// conditional, or by a step that leaves it invariant and may read the old theta. base holds what is shared by all
	// components, FamilySize.Base numbers.
	Draw(r *rand.Rand, base, stats, theta []float64)
	// LogLikelihood is log f(x_i | theta).
	LogLikelihood(theta []float64, i int) float64
	// Params are what is recorded of theta, for samplers that draw it for a fixed number of components.
	Params() []FamilyParam
}

// A Conjugate family integrates the parameters out.
type Conjugate interface {
	Family
	// LogPredictive is log p(x_i | the observations in stats). Observation i must not be one of them.
	LogPredictive(stats []float64, i int) float64
	// LogMarginal is log p(the observations in stats), up to a constant for each observation.
	LogMarginal(stats []float64) float64
}

// A Hierarchical family has numbers that are shared by all components and unknown, as the scale of the variances.
type Hierarchical interface {
	Family
	// DrawBase draws base, FamilySize.Base numbers, given the parameters theta[k] of the components k in active, of which
	// there may be none: then from its prior.
	DrawBase(r *rand.Rand, base []float64, theta [][]float64, active []int)
}

// FamilySize is how much data a [Family] has, and how long its slices are.
type FamilySize struct {
	N, New int // data, new points
	Stats  int // numbers in stats
	Theta  int // numbers in theta
	Base   int // numbers in base; 0 unless the family is Hierarchical
}

// A FamilyParam is a piece of the parameters of one component: "mu", a vector.
type FamilyParam struct {
	Name  string
	Shape []int // nil is a scalar
	Read  func(theta, dst []float64)
}
