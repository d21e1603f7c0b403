package regress

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// NegativeBinomial is for counts: y_i has mean μ_i = exp(η_i) and variance μ_i + μ_i²/size. It
// records size. An endless size is [Poisson].
//
// The sampler draws a Pólya-Gamma variable for each row, and size by a slice sampling step with
// these integrated out. If a count is above 100, these variables hold η nearly where it is, and a
// step of elliptical slice sampling draws the coefficients as well. Missing values of x mix slowly
// then. Source: Pillow & Scott, "Fully Bayesian inference for neural models with negative-binomial
// spiking", Advances in Neural Information Processing Systems 25 (2012).
type NegativeBinomial struct {
	Shape, Rate float64 // of the gamma prior of size; 0 means 2 and 0.1
}

// largeCount is the count above which Pólya-Gamma variables make the sampler slow.
const largeCount = 100

func (b NegativeBinomial) prior() (shape, rate float64) {
	if b == (NegativeBinomial{}) {
		return 2, 0.1
	}
	return b.Shape, b.Rate
}

func (b NegativeBinomial) check(y []float64) error {
	if shape, rate := b.prior(); !numeric.Positive(shape) || !numeric.Positive(rate) {
		return fmt.Errorf("regress: NegativeBinomial has Shape %g and Rate %g: expected positive "+
			"numbers, or 0 for both", shape, rate)
	}
	return checkCounts(y, "a count: 0, 1, 2, …", nil)
}

func (b NegativeBinomial) start(r *rand.Rand, _ *fit, s *State) {
	shape, rate := b.prior()
	s.Size = variate.Gamma(r, shape, rate)
}

// Given the odds exp(η)/size of a success, y are the successes before size failures.
func (b NegativeBinomial) latent(r *rand.Rand, f *fit, s *State) {
	shift := math.Log(s.Size)
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
			continue
		}
		s.w[i] = variate.PolyaGamma(r, v+s.Size, s.eta[i]-shift)
		s.z[i] = (v-s.Size)/(2*s.w[i]) + shift
	}
}

// approximate is for large counts: y is nearly μ times a gamma variable of mean 1, whose logarithm
// has mean digamma(size) − log(size) and variance trigamma(size).
func (b NegativeBinomial) approximate(f *fit, s *State) {
	shift := mathext.Digamma(s.Size) - math.Log(s.Size)
	variance := mathext.Zeta(2, s.Size) // trigamma
	for i, v := range f.y {
		s.z[i], s.w[i] = math.Log(v+0.5)-shift, 1/(variance+1/(v+0.5))
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
		}
	}
}

func (b NegativeBinomial) blocks(f *fit) []sampler.Block[State] {
	return []sampler.Block[State]{sampler.Update("size", func(r *rand.Rand, s *State) {
		f.predict(s)
		linear := f.odds(s)
		log := update.Slice(r, math.Log(s.Size), 1, -20, 20, func(log float64) float64 {
			s.Size = math.Exp(log)
			return linear + b.logDensityOdds(f, s) + log
		})
		s.Size = math.Exp(log)
	})}
}

func (b NegativeBinomial) numbers() []number { return []number{sizeNumber} }

func (b NegativeBinomial) logDensity(f *fit, s *State) float64 {
	return f.odds(s) + b.logDensityOdds(f, s)
}

// A count is a value of y, and the rows that have it.
type count struct {
	y    float64
	rows []int32
}

// setCounts lists the counts of y.
func (f *fit) setCounts() {
	var rows []int32
	for i, v := range f.y {
		if !math.IsNaN(v) {
			rows = append(rows, int32(i))
		}
	}
	slices.SortStableFunc(rows, func(i, j int32) int { return cmp.Compare(f.y[i], f.y[j]) })
	for len(rows) > 0 {
		y, n := f.y[rows[0]], 1
		for n < len(rows) && f.y[rows[n]] == y {
			n++
		}
		f.counts, rows = append(f.counts, count{y, rows[:n]}), rows[n:]
	}
}

// odds fills s.odds with exp(η), count by count, and is what the log density has without it.
func (f *fit) odds(s *State) (linear float64) {
	s.odds = s.odds[:0]
	for _, c := range f.counts {
		for _, i := range c.rows {
			s.odds = append(s.odds, math.Exp(min(s.eta[i], 600)))
			linear += c.y * s.eta[i]
		}
	}
	return linear
}

// logDensityOdds is the log density given odds.
func (b NegativeBinomial) logDensityOdds(f *fit, s *State) float64 {
	shape, rate := b.prior()
	lp, odds, by := variate.GammaLogProb(s.Size, shape, rate), s.odds, 1/s.Size
	for _, c := range f.counts {
		all := one
		for _, o := range odds[:len(c.rows)] {
			all.times(1 + by*o)
		}
		n := float64(len(c.rows))
		lp += n*(numeric.LogRising(s.Size, int(c.y))-c.y*math.Log(s.Size)) - (c.y+s.Size)*all.sum()
		odds = odds[len(c.rows):]
	}
	return lp
}

func (b NegativeBinomial) logLik(s *State, _ int, y, eta float64) float64 {
	psi := eta - math.Log(s.Size)
	factorial, _ := math.Lgamma(y + 1)
	return numeric.LogRising(s.Size, int(y)) - factorial + y*psi - (y+s.Size)*log1pExp(psi)
}

func (b NegativeBinomial) simulate(r *rand.Rand, s *State, _ int, eta float64) float64 {
	return float64(variate.NegBinomial(r, math.Exp(min(eta, 600)), s.Size))
}
