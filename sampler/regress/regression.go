package regress

import (
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/internal/formula"
	"gibbslab/sampler/update"
)

// A Regression is data with a likelihood and a prior.
type Regression struct {
	// X has a row for each observation. An intercept is a column of ones.
	X [][]float64
	// Names of the columns of X, which tables and plots show. Optional, but [Prior.Shrink] and
	// [Groups.Vary] find columns by their names.
	Names []string
	// Y has a value for each row of X.
	Y []float64
	// Offset is added to the linear predictor of each row; nil is 0. For counts it is the logarithm
	// of the exposure: of the hours, kilometres or people that were watched.
	Offset []float64
	// Family is the law of y given the linear predictor. nil is Normal{}.
	Family Family
	Prior  Prior
	// Groups lets coefficients vary between groups of observations. nil is none.
	Groups *Groups
	// Crossed are further groupings of the same rows, crossed with Groups or nested in it. Each
	// needs a Name.
	Crossed []Groups
	// Missing draws the missing values of X, which are NaN. An observation whose y is NaN then says
	// nothing about the coefficients; Predict draws it. nil refuses NaN.
	Missing *Missing

	formula *formula.Formula // that made X
}

// Prior is the prior of the coefficients, β_j ~ N(Mean[j], SD[j]²), independent. The zero value is
// flat: then no column may be a sum of others, and no combination of columns may separate the two
// outcomes of a Probit or Logit or the zeros of counts. Model refuses both.
type Prior struct {
	// Mean has a number for each column; nil is 0.
	Mean []float64
	// SD has one number for all columns or one for each; +Inf is flat, and nil is flat for all.
	SD []float64
	// Shrink names columns with the horseshoe prior of [update.Horseshoe] in place of this one. It
	// does not scale with the errors; give columns of similar spread. Leave the intercept out.
	Shrink []string
	// ShrinkScale is the scale of the half-Cauchy prior of τ, about the size of a coefficient that
	// matters times their share. 0 means 1.
	ShrinkScale float64
}

// State is what the sampler updates.
type State struct {
	Beta  []float64 // coefficients of the columns of X; of Multinomial, category by category
	Sigma float64   // standard deviation of the errors, scale of Student's
	DF    float64   // degrees of freedom, if Student draws them
	Size  float64   // of NegativeBinomial
	Cuts  []float64 // of Ordinal, the first is 0
	// Effects are the deviations b_g of groups × varying columns, and Factor is the lower Cholesky
	// factor of their covariance matrix; those of Crossed follow.
	Effects, Factor []float64
	Shrink          update.Horseshoe
	// Filled are the missing values of X, column by column, Gamma and Psi the coefficients and
	// standard deviations of the regressions that they follow.
	Filled []float64
	Gamma  [][]float64
	Psi    []float64

	x              []float64    // rows with the missing values filled in
	odds           []float64    // exp(eta), count by count
	eta, z, w      []float64    // linear predictor; latent response and its precisions, or their one
	predicted      [2][]float64 // the coefficients and effects of eta
	lambda         []float64    // weights of Student
	precision, sub []float64    // prior precision of the coefficients; those that are shrunk
	coefficients   []joint      // of each grouping
	gram           []float64    // XᵀWX, which all groupings have
	ellipse        ellipse
	scratch, fill  update.Scratch
	one, column    []float64
	prior          []float64 // precision of Gamma
	category       *State    // of Multinomial, the coefficients that are drawn now
}

// Model returns the Gibbs sampler. Recorded are
//
//   - beta, the coefficients, by the names of the columns;
//   - sigma, df, size, cut_1, as the family has them: see there;
//   - group, the coefficients of each group, that is β_j + b_gj; sd, the standard deviations of
//     b_g; and correlation, of their pairs;
//   - of Crossed by the name teacher: teacher, the deviations b_g, teacher_sd, teacher_correlation;
//   - tau, the global scale of the horseshoe;
//   - x_missing, the missing values of X;
//   - lp__, the log density of y and of all that was named, up to a constant. Latent variables are
//     integrated out.
//
// The blocks are latent (with the coefficients, for large counts), then missing and columns (of
// missing values), beta (with all effects of groups, which are also moved with their deviations),
// rescale (of the horseshoe), covariance, shrink, and those of the family. Poisson has no latent.
//
// Chains start from draws three times as wide as a first guess of the posterior. The data are
// copied. Errors name what is wrong with the data or the prior.
func (g Regression) Model() (sampler.Model[State], error) {
	f, err := g.fit()
	if err != nil {
		return sampler.Model[State]{}, err
	}
	m := sampler.Model[State]{
		Init:     f.start,
		LogJoint: f.logJoint,
		Data:     f.data(),
		Work:     sampler.SweepSize{Amount: float64(len(f.y)), Unit: "observations"},
		Blocks:   []sampler.Block[State]{{Name: "latent", Update: f.drawLatent}},
	}
	if f.direct {
		m.Blocks = nil
	}
	if len(f.cells) > 0 {
		m.Blocks = append(m.Blocks, sampler.Update("missing", f.drawMissing),
			sampler.Block[State]{Name: "columns", Update: f.drawColumns})
	}
	m.Blocks = append(m.Blocks, sampler.Block[State]{Name: "beta",
		Update: func(r *rand.Rand, s *State) error { return f.drawBeta(r, s, true) }})
	if len(f.shrink) > 0 {
		m.Blocks = append(m.Blocks, sampler.Update("rescale", f.rescale))
	}
	if len(f.groupings) > 0 {
		m.Blocks = append(m.Blocks, sampler.Block[State]{Name: "covariance", Update: f.drawCovariance})
	}
	if len(f.shrink) > 0 {
		m.Blocks = append(m.Blocks, sampler.Update("shrink", f.drawShrink))
	}
	m.Blocks = append(m.Blocks, f.family.blocks(f)...)
	m.Params = f.params()
	return m, nil
}
