package mixture

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// Normal is the conjugate prior of normal components on the line, the normal–inverse-gamma:
//
//	x_i | μ, σ² ~ N(μ, σ²),   μ | σ² ~ N(Mean, σ²/Kappa),   σ² ~ InvGamma(Shape, Scale).
//
// Given n observations with mean x̄ the posterior has the same form, with Kappa+n, (Kappa·Mean + n
// x̄)/(Kappa+n), Shape + n/2 and Scale + ½ Σ(x−x̄)² + ½ Kappa n (x̄−Mean)²/(Kappa+n). A further
// observation has Student's t with 2(Shape+n/2) degrees of freedom. A small Kappa lets the means of
// components be far apart: their standard deviation is σ/√Kappa.
//
// There is no default. The samplers record mu and sigma2 for each component.
type Normal struct {
	Mean  float64 // prior mean of μ, in the unit of the data
	Kappa float64 // how many observations the prior mean counts as
	Shape float64 // of σ²; counts as 2·Shape observations
	Scale float64 // of σ², in the unit squared
}

// Family binds the prior to data, and to new points (nil for none) at which the predictive density
// is recorded. It returns an error unless the prior is proper and all numbers are finite. The data
// are copied. They may be empty: then the posterior is the prior.
func (p Normal) Family(x, fresh []float64) (Conjugate, error) {
	if err := join(finite("Normal.Mean", p.Mean), positive("Normal.Kappa", p.Kappa),
		positive("Normal.Shape", p.Shape),
		positive("Normal.Scale", p.Scale), finite("x", x...), finite("fresh", fresh...)); err != nil {
		return nil, err
	}
	f := &normal{p: p, x: slices.Concat(x, fresh), n: len(x)}
	lg := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	for n := range f.n + 1 {
		a, k := p.Shape+float64(n)/2, p.Kappa+float64(n)
		f.predict = append(f.predict, lg(a+0.5)-lg(a)-0.5*math.Log(2*math.Pi*(k+1)/k))
		f.marginal = append(f.marginal,
			lg(a)-lg(p.Shape)+p.Shape*math.Log(p.Scale)+0.5*math.Log(p.Kappa/k)-
				float64(n)/2*math.Log(2*math.Pi))
	}
	return f, nil
}

type normal struct {
	p                 Normal
	x                 []float64
	n                 int
	predict, marginal []float64 // by the number of observations: the constants of the two densities
}

// Each component keeps these numbers: the number of its observations, and the mean and scale of the
// posterior; then, for LogPredictive, a constant, a factor of the squared distance, and a power;
// then log scale. The last two are LogPredictive's latest result, for Add: log scale with one more
// observation, and the number of that observation.
const (
	statN = iota
	statMean
	statScale
	statConst
	statFactor
	statPower
	statLog
	statNextLog
	statNext
	normalStats
)

// The parameters are these numbers; the last is −½ log 2πσ².
const (
	thetaMu = iota
	thetaSigma2
	thetaConst
	normalTheta
)

func (f *normal) Size() FamilySize {
	return FamilySize{N: f.n, New: len(f.x) - f.n, Stats: normalStats, Theta: normalTheta}
}

func (f *normal) Clear(s []float64) { f.set(s, 0, f.p.Mean, f.p.Scale, math.Log(f.p.Scale)) }

func (f *normal) set(s []float64, n, mean, scale, logScale float64) {
	k, a := f.p.Kappa+n, f.p.Shape+n/2
	s[statN], s[statMean], s[statScale], s[statLog] = n, mean, scale, logScale
	s[statConst] = f.predict[int(n)] + a*logScale
	s[statFactor] = k / (2 * (k + 1))
	s[statPower] = a + 0.5
	s[statNext] = -1
}

func (f *normal) Add(s []float64, i int) {
	d := f.x[i] - s[statMean]
	scale := s[statScale] + d*d*s[statFactor]
	logScale := s[statNextLog]
	if s[statNext] != float64(i) {
		logScale = math.Log(scale)
	}
	f.set(s, s[statN]+1, s[statMean]+d/(f.p.Kappa+s[statN]+1), scale, logScale)
}

// Remove undoes Add. If the scale shrinks a lot, its last digits are wrong and Remove returns
// false.
func (f *normal) Remove(s []float64, i int) bool {
	n := s[statN] - 1
	if n == 0 {
		f.Clear(s)
		return true
	}
	k := f.p.Kappa + n
	d := f.x[i] - s[statMean] // from the mean with x_i
	scale := s[statScale] - d*d*(k+1)/(2*k)
	if !(scale > 1e-6*s[statScale]) {
		return false
	}
	f.set(s, n, s[statMean]-d/k, scale, math.Log(scale))
	return true
}

// LogPredictive is a t density: log (scale^a / scale'^(a+½)) and a constant, with the scales before
// and after.
func (f *normal) LogPredictive(s []float64, i int) float64 {
	d := f.x[i] - s[statMean]
	s[statNext], s[statNextLog] = float64(i), math.Log(s[statScale]+d*d*s[statFactor])
	return s[statConst] - s[statPower]*s[statNextLog]
}

func (f *normal) LogMarginal(s []float64) float64 {
	return f.marginal[int(s[statN])] - (f.p.Shape+s[statN]/2)*s[statLog]
}

func (f *normal) Draw(r *rand.Rand, _, s, theta []float64) {
	theta[thetaMu], theta[thetaSigma2] = variate.NormalInvGamma(r, s[statMean], f.p.Kappa+s[statN],
		f.p.Shape+s[statN]/2, s[statScale])
	theta[thetaConst] = -0.5 * math.Log(2*math.Pi*theta[thetaSigma2])
}

func (f *normal) LogLikelihood(theta []float64, i int) float64 {
	return normalLikelihood(theta, f.x[i])
}

func normalLikelihood(theta []float64, x float64) float64 {
	d := x - theta[thetaMu]
	return theta[thetaConst] - d*d/(2*theta[thetaSigma2])
}

func (f *normal) Params() []FamilyParam { return normalParts }

var normalParts = []FamilyParam{
	{Name: "mu", Read: func(theta, dst []float64) { dst[0] = theta[thetaMu] }},
	{Name: "sigma2", Read: func(theta, dst []float64) { dst[0] = theta[thetaSigma2] }},
}
