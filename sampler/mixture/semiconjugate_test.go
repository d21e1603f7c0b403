package mixture

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// SemiConjugateNormal is a prior of normal components on the line. The mean and the variance are
// independent, and the scale of the variances is unknown:
//
//	x_i | μ, σ² ~ N(μ, σ²),   μ ~ N(Mean, Var),
//	σ² ~ InvGamma(Shape, β),   β ~ Gamma(RateShape, RateRate).
//
// It is not conjugate: sample it with [Neal8] or [Explicit], which draw μ given σ² and σ² given μ.
// They record mu and sigma2 for each component; β is base[0]. It tests what is only for families that are not conjugate.
type SemiConjugateNormal struct {
	Mean, Var           float64 // of μ, in the unit of the data and its square
	Shape               float64 // of σ²
	RateShape, RateRate float64 // of β, in the unit of the data squared
}

// RichardsonGreen is the weakly informative prior of S. Richardson and P. J. Green (Journal of the
// Royal Statistical Society B 59, 1997, 731–792, section 2.4). Let R be the range of the data.
// Means are normal about its middle with standard deviation R, Shape is 2, and β is Gamma(0.2,
// 10/R²).
func RichardsonGreen(x []float64) SemiConjugateNormal {
	low, high := slices.Min(x), slices.Max(x)
	square := (high - low) * (high - low)
	return SemiConjugateNormal{Mean: low + (high-low)/2, Var: square, Shape: 2, RateShape: 0.2,
		RateRate: 10 / square}
}

// Family binds the prior to data, and to new points, as [Normal.Family] does.
func (p SemiConjugateNormal) Family(x, fresh []float64) Hierarchical {
	return &semiConjugate{p: p, x: slices.Concat(x, fresh), n: len(x)}
}

type semiConjugate struct {
	p SemiConjugateNormal
	x []float64
	n int
}

// Its statistics are the number of observations, their mean, and the sum of their squared
// deviations from it.
func (f *semiConjugate) Size() FamilySize {
	return FamilySize{N: f.n, New: len(f.x) - f.n, Stats: 3, Theta: normalTheta, Base: 1}
}

func (f *semiConjugate) Clear(s []float64) { clear(s) }

func (f *semiConjugate) Add(s []float64, i int) {
	d := f.x[i] - s[1]
	s[0]++
	s[1] += d / s[0]
	s[2] += d * (f.x[i] - s[1])
}

func (f *semiConjugate) Remove(s []float64, i int) bool {
	if s[0] == 1 {
		clear(s)
		return true
	}
	before, d := s[2], f.x[i]-s[1]
	s[0]--
	s[1] -= d / s[0]
	s[2] -= d * (f.x[i] - s[1])
	return s[2] >= 1e-6*before
}

func (f *semiConjugate) Draw(r *rand.Rand, base, s, theta []float64) {
	n := s[0]
	if n == 0 {
		theta[thetaMu] = f.p.Mean + math.Sqrt(f.p.Var)*r.NormFloat64()
		theta[thetaSigma2] = variate.InvGamma(r, f.p.Shape, base[0])
	} else {
		precision := 1/f.p.Var + n/theta[thetaSigma2]
		mean := (f.p.Mean/f.p.Var + n*s[1]/theta[thetaSigma2]) / precision
		theta[thetaMu] = mean + r.NormFloat64()/math.Sqrt(precision)
		d := s[1] - theta[thetaMu]
		theta[thetaSigma2] = variate.InvGamma(r, f.p.Shape+n/2, base[0]+(s[2]+n*d*d)/2)
	}
	theta[thetaSigma2] = min(max(theta[thetaSigma2], 1e-250), 1e250)
	theta[thetaConst] = -0.5 * math.Log(2*math.Pi*theta[thetaSigma2])
}

func (f *semiConjugate) LogLikelihood(theta []float64, i int) float64 {
	return normalLikelihood(theta, f.x[i])
}

func (f *semiConjugate) Params() []FamilyParam { return normalParts }

// DrawBase draws β given the variances of t components: Gamma(RateShape + t·Shape, RateRate + Σ
// 1/σ²_k).
func (f *semiConjugate) DrawBase(r *rand.Rand, base []float64, theta [][]float64, active []int) {
	shape, rate := f.p.RateShape, f.p.RateRate
	for _, k := range active {
		shape += f.p.Shape
		rate += 1 / theta[k][thetaSigma2]
	}
	base[0] = max(variate.Gamma(r, shape, rate), 1e-250)
}
