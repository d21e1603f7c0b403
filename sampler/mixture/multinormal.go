package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// MultiNormal is the conjugate prior of normal components in d dimensions, the
// normal–inverse-Wishart:
//
//	x_i | μ, Σ ~ N(μ, Σ),   μ | Σ ~ N(Mean, Σ/Kappa),   Σ ~ InvWishart(DF, Scale).
//
// Given n observations the posterior has the same form, with Kappa+n, DF+n and the weighted mean.
// Scale grows by the scatter of the observations about their mean, and by the scatter of their mean
// about Mean. A further observation has the multivariate t distribution: see [variate.MultiT]. For
// d = 1 this is [Normal] with Shape = DF/2 and half the Scale.
//
// There is no default. A usual choice is the mean of the data, Kappa 0.01, DF = d+2, and for Scale
// a fraction of the covariance of the data; Scale is then the prior mean of Σ. The samplers record
// mu, of shape d, and Sigma, of shape d × d, for each component.
type MultiNormal struct {
	Mean  []float64   // d numbers, in the units of the data
	Kappa float64     // how many observations the prior mean counts as
	DF    float64     // degrees of freedom, above d−1
	Scale [][]float64 // d × d, symmetric and positive definite
}

// Family binds the prior to data, N × d, and to new points (nil for none) at which the predictive
// density is recorded. An error names everything that is wrong: an improper prior, rows of the
// wrong length, numbers that are not finite.
func (p MultiNormal) Family(x, fresh [][]float64) (Conjugate, error) {
	d := len(p.Mean)
	f := &multiNormal{p: p, d: d, n: len(x), all: len(x) + len(fresh), chol: make([]float64, d*d)}
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	if d < 1 || d > 1000 {
		bad("MultiNormal.Mean has %d numbers, expected as many as the data have columns, 1 to 1000", d)
	}
	if !(p.DF > float64(d-1) && p.DF <= largest) {
		bad("MultiNormal.DF is %g, expected above %d, the dimension less one", p.DF, d-1)
	}
	errs = append(errs, finite("MultiNormal.Mean", p.Mean...),
		positive("MultiNormal.Kappa", p.Kappa), p.checkScale(f.chol))
	for name, rows := range map[string][][]float64{"x": x, "fresh": fresh} {
		for i, row := range rows {
			if len(row) != d {
				bad("%s[%d] has %d numbers, expected %d, as MultiNormal.Mean has", name, i, len(row), d)
				break
			}
			if err := finite(name, row...); err != nil {
				bad("row %d: %w", i, err)
				break
			}
		}
	}
	if err := join(errs...); err != nil {
		return nil, err
	}
	f.p.Mean = slices.Clone(p.Mean)
	for _, row := range slices.Concat(x, fresh) {
		f.x = append(f.x, row...)
	}
	f.tables()
	return f, nil
}

// checkScale factors the scale matrix.
func (p MultiNormal) checkScale(chol []float64) error {
	d := len(p.Mean)
	for i, row := range p.Scale {
		if len(row) != d || len(p.Scale) != d {
			return fmt.Errorf("MultiNormal.Scale has %d rows and row %d has %d numbers, expected "+
				"%d of both", len(p.Scale), i, len(row), d)
		}
		for j, v := range row[:i] {
			if err := finite("MultiNormal.Scale", v); err != nil ||
				!(math.Abs(v-p.Scale[j][i]) <= 1e-9*math.Abs(v)) {
				return fmt.Errorf("MultiNormal.Scale is %g in row %d, column %d and %g across the "+
					"diagonal, expected a symmetric matrix of finite numbers", v, i, j, p.Scale[j][i])
			}
		}
		if err := positive(fmt.Sprintf("MultiNormal.Scale[%d][%d]", i, i), row[i]); err != nil {
			return err
		}
	}
	if len(p.Scale) != d || !cholesky(p.Scale, chol) {
		return fmt.Errorf("MultiNormal.Scale, of %d rows, is not positive definite of size %d: "+
			"give a covariance matrix", len(p.Scale), d)
	}
	return nil
}

type multiNormal struct {
	p                 MultiNormal
	d, n, all         int
	x                 []float64
	chol              []float64 // of p.Scale
	predict, marginal []float64 // by the number of observations: constants of the two densities
}

func (f *multiNormal) tables() {
	d, dim := float64(f.d), f.d
	lg := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	// log of the multivariate gamma function, but for powers of π
	logGammas := func(nu float64) (sum float64) {
		for i := range dim {
			sum += lg((nu - float64(i)) / 2)
		}
		return sum
	}
	prior := logGammas(f.p.DF) - f.p.DF*logDiagonal(f.chol, f.d)
	for n := range f.n + 1 {
		k, nu := f.p.Kappa+float64(n), f.p.DF+float64(n)
		f.predict = append(f.predict, lg((nu+1)/2)-lg((nu-d+1)/2)-d/2*math.Log(math.Pi*(k+1)/k))
		f.marginal = append(f.marginal,
			logGammas(nu)-prior+d/2*math.Log(f.p.Kappa/k)-d*float64(n)/2*math.Log(math.Pi))
	}
}

// The statistics of a component are as for normal, but statScale is half the log determinant of the
// scale. They go on with the mean, the Cholesky factor of the scale, and working memory. The
// parameters are a constant, the mean, the factor, and working memory.
func (f *multiNormal) parts(s []float64) (mean, chol, work []float64) {
	a, b := normalStats+f.d, normalStats+f.d+f.d*f.d
	return s[normalStats:a:a], s[a:b:b], s[b : b+f.d]
}

func (f *multiNormal) thetaParts(theta []float64) (mean, chol, work []float64) {
	a, b := 1+f.d, 1+f.d+f.d*f.d
	return theta[1:a:a], theta[a:b:b], theta[b : b+f.d]
}

func (f *multiNormal) row(i int) []float64 { return f.x[i*f.d : (i+1)*f.d : (i+1)*f.d] }

func (f *multiNormal) Size() FamilySize {
	return FamilySize{N: f.n, New: f.all - f.n, Stats: normalStats + f.d*(f.d+2),
		Theta: 1 + f.d*(f.d+2)}
}

func (f *multiNormal) Clear(s []float64) {
	mean, chol, _ := f.parts(s)
	copy(mean, f.p.Mean)
	copy(chol, f.chol)
	f.set(s, 0)
}

// set fills in whatever follows from the number of observations and the factor.
func (f *multiNormal) set(s []float64, n float64) {
	_, chol, _ := f.parts(s)
	k := f.p.Kappa + n
	s[statN], s[statScale] = n, logDiagonal(chol, f.d)
	s[statConst] = f.predict[int(n)] - s[statScale]
	s[statFactor] = k / (k + 1)
	s[statPower] = (f.p.DF + n + 1) / 2
}

func (f *multiNormal) Add(s []float64, i int) {
	mean, chol, w := f.parts(s)
	k := f.p.Kappa + s[statN]
	root := math.Sqrt(k / (k + 1))
	for j, v := range f.row(i) {
		d := v - mean[j]
		mean[j] += d / (k + 1)
		w[j] = root * d
	}
	update(chol, w)
	f.set(s, s[statN]+1)
}

func (f *multiNormal) Remove(s []float64, i int) bool {
	n := s[statN] - 1
	if n == 0 {
		f.Clear(s)
		return true
	}
	mean, chol, w := f.parts(s)
	k := f.p.Kappa + n
	root := math.Sqrt((k + 1) / k)
	for j, v := range f.row(i) {
		d := v - mean[j]
		mean[j] -= d / k
		w[j] = root * d
	}
	if !downdate(chol, w) {
		return false
	}
	f.set(s, n)
	return true
}

func (f *multiNormal) LogPredictive(s []float64, i int) float64 {
	mean, chol, work := f.parts(s)
	return s[statConst] - s[statPower]*math.Log(1+s[statFactor]*distance(chol, f.row(i), mean, work))
}

func (f *multiNormal) LogMarginal(s []float64) float64 {
	return f.marginal[int(s[statN])] - (f.p.DF+s[statN])*s[statScale]
}

func (f *multiNormal) Draw(r *rand.Rand, _, s, theta []float64) {
	mean, chol, _ := f.parts(s)
	mu, factor, _ := f.thetaParts(theta)
	variate.NormalInvWishart(r, mean, f.p.Kappa+s[statN], f.p.DF+s[statN], chol, mu, factor)
	theta[0] = -float64(f.d)/2*math.Log(2*math.Pi) - logDiagonal(factor, f.d)
}

func (f *multiNormal) LogLikelihood(theta []float64, i int) float64 {
	mu, factor, work := f.thetaParts(theta)
	return theta[0] - distance(factor, f.row(i), mu, work)/2
}

func (f *multiNormal) Params() []FamilyParam {
	return []FamilyParam{
		{Name: "mu", Shape: []int{f.d}, Read: func(theta, dst []float64) {
			mu, _, _ := f.thetaParts(theta)
			copy(dst, mu)
		}},
		{Name: "Sigma", Shape: []int{f.d, f.d}, Read: func(theta, dst []float64) {
			_, l, _ := f.thetaParts(theta)
			for i := range f.d {
				for j := range f.d {
					sum := 0.0
					for k := range min(i, j) + 1 {
						sum += l[i*f.d+k] * l[j*f.d+k]
					}
					dst[i*f.d+j] = sum
				}
			}
		}},
	}
}
