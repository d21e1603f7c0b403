package regress

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// Normal has normal errors, y_i ~ N(η_i, σ²), and records sigma. The zero value has the prior
// p(σ) ∝ 1/σ: with a flat prior of the coefficients, too, their posterior is that of least squares.
// Where coefficients, effects of groups and missing values together can fit each y exactly, such as
// with more columns than rows, there is no posterior without Scale, and Model says so.
type Normal struct {
	Scale float64 // of a half-t prior of σ, in the unit of y; 0 is p(σ) ∝ 1/σ
	DF    float64 // of this prior; 0 means 1, half-Cauchy
}

func (n Normal) prior() halfT { return halfT{orOne(n.DF), n.Scale} }

func (n Normal) check(y []float64) error {
	if err := n.prior().check("Normal"); err != nil {
		return err
	}
	return checkFinite(y)
}

func (n Normal) start(r *rand.Rand, f *fit, s *State) {
	s.Sigma = f.spread * math.Exp(r.NormFloat64()/2)
}

func (n Normal) latent(_ *rand.Rand, f *fit, s *State) {
	w := 1 / (s.Sigma * s.Sigma)
	for i := range s.w {
		s.w[i] = w
	}
	if f.equal() {
		s.z = f.y
		return
	}
	copy(s.z, f.y)
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
		}
	}
}

func (n Normal) blocks(f *fit) []sampler.Block[State] {
	prior := n.prior()
	return []sampler.Block[State]{sampler.Update("sigma", func(r *rand.Rand, s *State) {
		f.predict(s)
		s.Sigma = prior.draw(r, s.Sigma, f.observed, f.squares(s))
	})}
}

func (n Normal) numbers() []number { return []number{sigmaNumber} }

func (n Normal) logDensity(f *fit, s *State) float64 {
	return n.prior().logDensity(s.Sigma) - float64(f.observed)*math.Log(s.Sigma) -
		f.squares(s)/(2*s.Sigma*s.Sigma)
}

func (n Normal) logLik(s *State, _ int, y, eta float64) float64 {
	return variate.NormalLogProb(y, eta, s.Sigma)
}

func (n Normal) simulate(r *rand.Rand, s *State, _ int, eta float64) float64 {
	return eta + s.Sigma*r.NormFloat64()
}

// squares is the sum of squared residuals of what was observed, given s.eta.
func (f *fit) squares(s *State) (sum float64) {
	for i, v := range f.y {
		if e := v - s.eta[i]; !math.IsNaN(v) {
			sum += e * e
		}
	}
	return sum
}

// Student has errors with heavy tails, y_i − η_i ~ σ t_DF: a few wild observations do not pull the
// line. It records sigma, which is the scale of the errors, and df unless it is given.
//
// Each error is normal given its weight, λ_i ~ Gamma(DF/2, DF/2). The degrees of freedom are drawn
// with the weights integrated out.
//
// Many equal values of y, such as rounded changes of which most are 0, are fitted exactly, and then
// σ may be 0: with few degrees of freedom there is no posterior. Model refuses such data.
type Student struct {
	// DF are degrees of freedom. 0 draws them; their prior is Gamma(2, 0.1) above 1, as in brms.
	DF float64

	Scale   float64 // of a half-t prior of σ, in the unit of y; 0 is p(σ) ∝ 1/σ
	ScaleDF float64 // of this prior; 0 means 1, half-Cauchy
}

// leastDF is the least that DF may be if it is drawn.
const leastDF = 1

func (t Student) prior() halfT { return halfT{orOne(t.ScaleDF), t.Scale} }

func (t Student) df(s *State) float64 {
	if t.DF == 0 {
		return s.DF
	}
	return t.DF
}

func (t Student) check(y []float64) error {
	if t.DF != 0 && !numeric.Positive(t.DF) {
		return fmt.Errorf("regress: Student has DF %g: expected a positive number, or 0 to draw it", t.DF)
	}
	if err := t.prior().check("Student"); err != nil {
		return err
	}
	return checkFinite(y)
}

func (t Student) start(r *rand.Rand, f *fit, s *State) {
	s.Sigma, s.DF = f.spread*math.Exp(r.NormFloat64()/2), leastDF+variate.Gamma(r, 2, 0.1)
}

func (t Student) latent(r *rand.Rand, f *fit, s *State) {
	df := t.df(s)
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i], s.lambda[i] = 0, 0, 0
			continue
		}
		e := (v - s.eta[i]) / s.Sigma
		s.lambda[i] = variate.Gamma(r, (df+1)/2, (df+e*e)/2)
		s.z[i], s.w[i] = v, s.lambda[i]/(s.Sigma*s.Sigma)
	}
}

func (t Student) blocks(f *fit) []sampler.Block[State] {
	prior := t.prior()
	blocks := []sampler.Block[State]{sampler.Update("sigma", func(r *rand.Rand, s *State) {
		f.predict(s)
		squares := 0.0
		for i, l := range s.lambda {
			if l > 0 {
				squares += l * (f.y[i] - s.eta[i]) * (f.y[i] - s.eta[i])
			}
		}
		s.Sigma = prior.draw(r, s.Sigma, f.observed, squares)
	})}
	if t.DF == 0 {
		blocks = append(blocks, sampler.Update("df", func(r *rand.Rand, s *State) {
			f.predict(s)
			log := update.Slice(r, math.Log(s.DF), 1, math.Log(leastDF), 20, func(log float64) float64 {
				s.DF = math.Exp(log)
				return t.logDensity(f, s) + log
			})
			s.DF = math.Exp(log)
		}))
	}
	return blocks
}

func (t Student) numbers() []number {
	if t.DF == 0 {
		return []number{sigmaNumber, dfNumber}
	}
	return []number{sigmaNumber}
}

func (t Student) logDensity(f *fit, s *State) float64 {
	df := t.df(s)
	lp := t.prior().logDensity(s.Sigma)
	switch {
	case t.DF == 0 && df < leastDF:
		return math.Inf(-1)
	case t.DF == 0:
		lp += variate.GammaLogProb(df, 2, 0.1)
	}
	tails, bySigma, byDF := one, 1/s.Sigma, 1/df
	for i, v := range f.y {
		switch e := (v - s.eta[i]) * bySigma; {
		case math.IsNaN(v):
		case df > 1e5: // 1 + e²/df would lose digits
			lp -= (df + 1) / 2 * math.Log1p(e*e*byDF)
		default:
			tails.times(1 + e*e*byDF)
		}
	}
	return lp + float64(f.observed)*variate.StudentTLogProb(0, df, 0, s.Sigma) - (df+1)/2*tails.sum()
}

func (t Student) logLik(s *State, _ int, y, eta float64) float64 {
	return variate.StudentTLogProb(y, t.df(s), eta, s.Sigma)
}

func (t Student) simulate(r *rand.Rand, s *State, _ int, eta float64) float64 {
	return variate.StudentT(r, t.df(s), eta, s.Sigma)
}
