package mixture

import "math/rand/v2"

// A Family is the distribution f of a component's observations, with the prior G₀ of its parameters
// and the data. Observations are known by their number: 0 to N−1 are the data, N to N+New−1 new
// points at which densities are wanted.
//
// A sampler keeps two slices for each component, which only the family reads and writes: stats, the
// sufficient statistics, and theta, the parameters. No method may keep these slices, change their
// length, change the family, or allocate: chains that run at the same time share the family.
//
// A family may live in a package of its own: see the documentation of this package.
type Family interface {
	// Size says how much data and memory there is.
	Size() FamilySize
	// Clear makes stats the statistics of an empty component.
	Clear(stats []float64)
	// Add adds observation i to stats.
	Add(stats []float64, i int)
	// Remove removes observation i from stats. It returns false if cancellation has made the result
	// inaccurate. The caller then calls Clear, and adds the remaining observations.
	Remove(stats []float64, i int) bool
	// Draw draws theta given the observations in stats. It draws from the full conditional, or
	// makes a step that leaves the full conditional invariant and may read the old theta. If stats
	// holds no observation, Draw draws from the prior and reads nothing. base holds the numbers
	// that all components share, FamilySize.Base of them.
	Draw(r *rand.Rand, base, stats, theta []float64)
	// LogLikelihood is log f(x_i | theta).
	LogLikelihood(theta []float64, i int) float64
	// Params says which parts of theta to record, for samplers with a fixed number of components.
	// Nil records nothing.
	Params() []FamilyParam
}

// A Conjugate family integrates the parameters out.
type Conjugate interface {
	Family
	// LogPredictive is log p(x_i | the observations in stats). Observation i must not be one of
	// them.
	LogPredictive(stats []float64, i int) float64
	// LogMarginal is log p(the observations in stats). It is 0 if there are none. A factor of the
	// density that depends on the observation alone may be left out.
	LogMarginal(stats []float64) float64
}

// A Hierarchical family has unknown numbers that all components share, such as the scale of the
// variances. It cannot be Conjugate.
type Hierarchical interface {
	Family
	// DrawBase draws base, FamilySize.Base numbers, given the parameters theta[k] of the components
	// k in active. If there are none, it draws from the prior.
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
