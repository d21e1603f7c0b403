package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/variate"
)

// Multinomial is a logistic regression of categories that have no order, such as the ways to work.
// Each category k but the first has a coefficient for each column of X:
//
//	P(y_i = k) = exp(η_ik) / Σ_j exp(η_ij),   η_ik = x_iᵀβ_k,   η_i0 = 0.
//
// So β_kj says by how much the log odds of category k against the first, the reference, grow with
// column j.
//
// Given the coefficients of the others, those of category k are a logistic regression with an
// offset, because P(y_i = k) = 1/(1+exp(c_ik − η_ik)) with
//
//	c_ik = log Σ_{j≠k} exp(η_ij).
//
// The sampler draws a Pólya-Gamma variable for each row, as for [Logit], and then β_k, for one
// category after the other. Source: Holmes & Held, "Bayesian auxiliary variable models for binary
// and multinomial regression", Bayesian Analysis 1 (2006) 145–168, section 5; Polson, Scott &
// Windle: see [variate.PolyaGamma].
//
// These draws alone mix slowly if there are many categories, which all depend on the reference, or
// rare ones. So each sweep also draws all coefficients at once, by a step of elliptical slice
// sampling around their mode.
//
// In the language of gibbslab/sampler/bugs, where categories count from 1, this is
//
//	model {
//	   for (i in 1:N) {
//	      eta[i,1] <- 0
//	      for (k in 2:K) { eta[i,k] <- inprod(X[i,], beta[k-1,]) }
//	      for (k in 1:K) { p[i,k] <- exp(eta[i,k]) / sum(exp(eta[i,])) }
//	      y[i] ~ dcat(p[i,])
//	   }
//	   for (k in 1:(K-1)) { for (j in 1:J) { beta[k,j] ~ Normal(0, SD) } }
//	}
//
// It has no groups, no horseshoe and no missing values.
type Multinomial struct {
	// X and Names are as in [Regression].
	X     [][]float64
	Names []string
	// Y has the category of each row, as a position in Categories.
	Y []int
	// Categories are the names of at least two categories. The first is the reference.
	Categories []string
	// Prior is that of the coefficients of each category but the first. A flat one needs rows of
	// all categories, and columns that do not separate them.
	Prior Prior
}

// A multinomial is a Multinomial that was checked.
type multinomial struct {
	n, p, k int
	y       []int
	parts   []*fit // the logistic regression of each category but the first against all others
	// The normal approximation of the posterior of all coefficients.
	mode, precision []float64
}

// Model returns the Gibbs sampler. Recorded are beta, categories but the first × columns, and lp__,
// the log density of y and beta up to a constant. The blocks are all, which draws all coefficients
// at once, and each, which draws those of each category.
//
// Chains start from draws three times as wide as the normal approximation. The data are copied.
// Errors name what is wrong with the data or the prior.
func (g Multinomial) Model() (sampler.Model[State], error) {
	m, err := g.fit()
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return sampler.Model[State]{
		Init: m.start,
		Blocks: []sampler.Block[State]{{Name: "all", Update: m.drawAll},
			{Name: "each", Update: m.drawEach}},
		LogJoint: m.logJoint,
		Data:     []any{g.X, g.Names, g.Y, g.Categories, g.Prior},
		Work:     sampler.SweepSize{Amount: float64(m.n), Unit: "observations"},
		Params: []sampler.Param[State]{{Name: "beta", Shape: []int{m.k - 1, m.p},
			Coords: [][]string{g.Categories[1:], g.Names},
			Read:   func(s *State, dst []float64) { copy(dst, s.Beta) }}},
	}, nil
}

// state makes the state of a chain at the prior mean, with room for all that it needs.
func (m *multinomial) state() *State {
	f, d := m.parts[0], m.p*(m.k-1)
	s := f.state()
	s.category = f.state()
	s.Beta, s.eta = slices.Repeat(f.mean, m.k-1), make([]float64, m.n*m.k)
	s.coefficients[0] = joint{q: make([]float64, d*d), b: make([]float64, d)}
	s.ellipse.x, s.ellipse.other = make([]float64, d), make([]float64, d)
	return s
}

// start makes a new chain: a draw from the normal approximation, three times as far from its mean.
func (m *multinomial) start(r *rand.Rand) (*State, error) {
	s := m.state()
	err := m.normal(r, s, s.Beta)
	for a, v := range m.mode {
		s.Beta[a] = v + 3*s.Beta[a]
	}
	return s, err
}

// drawEach draws the coefficients of one category after the other.
func (m *multinomial) drawEach(r *rand.Rand, s *State) error {
	m.predict(s)
	for k := 1; k < m.k; k++ {
		m.others(s, k)
		if err := m.drawCategory(r, s, k); err != nil {
			return err
		}
	}
	return nil
}

// predict fills s.eta with the linear predictors, row by row.
func (m *multinomial) predict(s *State) {
	for i, x := range m.parts[0].x {
		predictAll(x, s.Beta, s.eta[i*m.k:(i+1)*m.k])
	}
}

// predictAll fills eta with the linear predictor of each category, 0 for the first.
func predictAll(x, beta, eta []float64) {
	eta[0] = 0
	for k := range eta[1:] {
		eta[k+1] = dot(x, beta[k*len(x):])
	}
}

// others fills s.column with the offsets of category k, log Σ_{j≠k} exp(η_ij).
func (m *multinomial) others(s *State, k int) {
	for i := range s.column {
		eta := s.eta[i*m.k : (i+1)*m.k]
		own := eta[k]
		eta[k] = math.Inf(-1)
		s.column[i] = floats.LogSumExp(eta)
		eta[k] = own
	}
}

// drawCategory draws the coefficients of category k given the offsets in s.column.
func (m *multinomial) drawCategory(r *rand.Rand, s *State, k int) error {
	f, c, beta := m.parts[k-1], s.category, s.Beta[(k-1)*m.p:k*m.p]
	for i, offset := range s.column {
		c.eta[i] = s.eta[i*m.k+k] - offset
	}
	f.family.latent(r, f, c)
	for i, offset := range s.column {
		c.z[i] += offset
	}
	if err := f.drawBeta(r, c, false); err != nil {
		return err
	}
	copy(beta, c.Beta)
	for i, x := range f.x {
		s.eta[i*m.k+k] = dot(x, beta)
	}
	return nil
}

func (m *multinomial) logJoint(s *State) (lp float64) {
	for k, f := range m.parts {
		copy(s.category.Beta, s.Beta[k*m.p:])
		lp += f.logPrior(s.category)
	}
	m.predict(s)
	for i, y := range m.y {
		eta := s.eta[i*m.k : (i+1)*m.k]
		lp += eta[y] - floats.LogSumExp(eta)
	}
	return lp
}

// predictor returns a function that computes the linear predictors of a row given a draw, in memory
// that the next call uses again.
func (g Multinomial) predictor(
	what string, tr *sampler.Trace,
) (func(d *sampler.Draw, i int) []float64, error) {
	err := g.check()
	if err == nil {
		err = coords(what, tr, "beta", 0, "categories after the first", g.Categories[1:])
	}
	if err == nil {
		err = coords(what, tr, "beta", 1, "columns", g.Names)
	}
	if err != nil {
		return nil, err
	}
	eta := make([]float64, len(g.Categories))
	return func(d *sampler.Draw, i int) []float64 {
		beta := d.Array("beta")
		if n := (len(eta) - 1) * len(g.X[i]); len(beta) != n {
			panic(guard.Sentence(fmt.Sprintf("regress: %s: the trace has %d values of beta, and "+
				"the regression %d: give the trace of this model", what, len(beta), n)))
		}
		predictAll(g.X[i], beta, eta)
		return eta
	}, nil
}

// LogLik is the log likelihood of each observation given each draw of a trace of this regression.
func (g Multinomial) LogLik(tr *sampler.Trace) (*criticism.LogLik, error) {
	predict, err := g.predictor("LogLik", tr)
	if err != nil {
		return nil, err
	}
	return criticism.Pointwise(tr, len(g.X), func(d *sampler.Draw, i int) float64 {
		eta := predict(d, i)
		return eta[g.Y[i]] - floats.LogSumExp(eta)
	})
}

// Predict draws data sets from the posterior predictive distribution, a position in Categories for
// each row of g.X, which may have other rows than the model. g.Y may be nil. sets and r are as in
// [sampler.Trace.Replicate], and the result is sets × rows.
func (g Multinomial) Predict(r *rand.Rand, tr *sampler.Trace, sets int) ([][]float64, error) {
	g.Y = make([]int, len(g.X))
	predict, err := g.predictor("Predict", tr)
	if err != nil {
		return nil, err
	}
	return tr.Replicate(r, sets, len(g.X), func(r *rand.Rand, d *sampler.Draw, y []float64) {
		for i := range y {
			y[i] = float64(variate.LogCategorical(r, predict(d, i)))
		}
	})
}
