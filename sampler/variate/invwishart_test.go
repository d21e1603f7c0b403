package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// scale3 is the Cholesky factor of a scale matrix; along and against are two directions.
var (
	scale3  = []float64{1.5, 0, 0, -0.8, 0.6, 0, 2, 0.3, 1.1}
	along   = []float64{1, -2, 0.5}
	against = []float64{0.3, 1, 1}
)

// times is aᵀ C for a lower triangular C. Its squared length is aᵀ C Cᵀ a.
func times(a, c []float64) []float64 {
	d := len(a)
	v := make([]float64, d)
	addTimes(a, c, v)
	return v
}

func addTimes(a, c, v []float64) {
	d := len(a)
	clear(v)
	for i := range d {
		for j := range i + 1 {
			v[j] += a[i] * c[i*d+j]
		}
	}
}

func squared(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return sum
}

// solved is C⁻¹ a.
func solved(c, a, v []float64) {
	d := len(a)
	for i := range d {
		v[i] = a[i]
		for j := range i {
			v[i] -= c[i*d+j] * v[j]
		}
		v[i] /= c[i*d+i]
	}
}

// invWishartLaws: every quadratic form aᵀΣa is inverse gamma with df−d+1 degrees of freedom, and
// 1/(aᵀΣ⁻¹a) with df. The second sees the off-diagonal elements in another way. (Muirhead, Aspects
// of Multivariate Statistical Theory, 1982, theorems 3.2.12 and 3.2.14, for the inverse.) The log
// determinant has the moments of a sum of logs of chi-squares.
func invWishartLaws(
	name string, draw func(r *rand.Rand, df float64, chol, dst []float64), df float64,
) []law {
	const d = 3
	dst, v := make([]float64, d*d), make([]float64, d)
	var rows []law
	of := func(what string, a []float64) {
		l := invGammaLaw((df-d+1)/2, squared(times(a, scale3))/2)
		l.name = fmt.Sprintf("%s(%g): form of %s", name, df, what)
		l.draw = func(r *rand.Rand) float64 {
			draw(r, df, scale3, dst)
			addTimes(a, dst, v)
			return squared(v)
		}
		rows = append(rows, l)
		solved(scale3, a, v)
		g := gammaLaw(df/2, 1/(2*squared(v))) // Σ⁻¹ is Wishart(df, Ψ⁻¹)
		g.name = fmt.Sprintf("%s(%g): form of the inverse, %s", name, df, what)
		g.draw = func(r *rand.Rand) float64 {
			draw(r, df, scale3, dst)
			solved(dst, a, v)
			return squared(v)
		}
		rows = append(rows, g)
	}
	of("the first coordinate", []float64{1, 0, 0})
	of("the last coordinate", []float64{0, 0, 1})
	of("a direction", along)
	of("another direction", against)
	return rows
}

func TestInvWishartLaws(t *testing.T) {
	for _, df := range []float64{2.5, 3, 8, 40.5} {
		checkLaws(t, invWishartLaws("InvWishart", variate.InvWishart, df))
	}
}

// The log determinant of Σ is the log determinant of Ψ less Σ log χ²(df−i): means and variances by
// digamma functions.
func TestInvWishartDeterminant(t *testing.T) {
	for _, df := range []float64{2.5, 9} {
		r, dst, x := sampler.Stream("determinant", 1, 0), make([]float64, 9), make([]float64,
			lawDraws)
		mean, variance := 0.0, 0.0
		for i := range 3 {
			mean += 2*math.Log(scale3[4*i]) - math.Ln2 - mathext.Digamma((df-float64(i))/2)
			variance += trigamma((df - float64(i)) / 2)
		}
		for i := range x {
			variate.InvWishart(r, df, scale3, dst)
			x[i] = 2 * math.Log(dst[0]*dst[4]*dst[8])
		}
		if err := checkMean(x, mean, variance); err != nil {
			t.Errorf("df %g: mean: %v", df, err)
		}
		if err := checkVariance(x, variance); err != nil {
			t.Errorf("df %g: variance: %v", df, err)
		}
	}
}

func TestInvWishartLawsHaveTeeth(t *testing.T) {
	flags := []string{"distribution function", "histogram"}
	twin := func(name string, row int, draw func(r *rand.Rand, df float64, chol,
		dst []float64)) brokenTwin {
		l := invWishartLaws(name, draw, 8)[row]
		return brokenTwin{l, flags}
	}
	checkTwins(t, []brokenTwin{
		twin("one degree of freedom too many", 4, func(r *rand.Rand, df float64, chol,
			dst []float64) {
			variate.InvWishart(r, df+1, chol, dst)
		}),
		twin("zeros below the diagonal of B", 5, func(r *rand.Rand, df float64, chol,
			dst []float64) {
			for i := range 3 {
				b := math.Sqrt(2 * variate.Gamma(r, (df-float64(2-i))/2, 1))
				for k := i; k < 3; k++ {
					dst[3*k+i] = chol[3*k+i] / b
				}
			}
		}),
		twin("Bartlett's order of degrees of freedom", 0, func(r *rand.Rand, df float64, chol,
			dst []float64) {
			variate.InvWishart(r, df, chol, dst)
			dst[0] *= math.Sqrt(variate.Gamma(r, (df-2)/2, 1) / variate.Gamma(r, df/2, 1))
		}),
	})
}

// A projection of μ has Student's t.
func TestNormalInvWishartLaws(t *testing.T) {
	const kappa = 0.4
	location := []float64{1, -3, 2}
	mu, dst, v := make([]float64, 3), make([]float64, 9), make([]float64, 3)
	for _, df := range []float64{2.5, 20} {
		nu := df - 2
		st := distuv.StudentsT{Nu: nu, Sigma: math.Sqrt(squared(times(along,
			scale3)) / (kappa * nu))}
		for i := range location {
			st.Mu += along[i] * location[i]
		}
		l := law{name: fmt.Sprintf("NormalInvWishart(%g)", df), lo: -math.MaxFloat64,
			hi: math.MaxFloat64, cdf: st.CDF, mean: nan, variance: nan, logMean: nan, logVar: nan,
			draw: func(r *rand.Rand) float64 {
				variate.NormalInvWishart(r, location, kappa, df, scale3, mu, dst)
				return along[0]*mu[0] + along[1]*mu[1] + along[2]*mu[2]
			}}
		if df > 10 {
			l.mean, l.variance = st.Mu, st.Variance()
		}
		std := law{name: fmt.Sprintf("NormalInvWishart(%g), μ given Σ", df), lo: -math.MaxFloat64,
			hi: math.MaxFloat64, cdf: distuv.UnitNormal.CDF, variance: 1, logMean: nan, logVar: nan,
			draw: func(r *rand.Rand) float64 {
				variate.NormalInvWishart(r, location, kappa, df, scale3, mu, dst)
				for i := range mu {
					mu[i] -= location[i]
				}
				solved(dst, mu, v)
				return v[2] * math.Sqrt(kappa)
			}}
		checkLaws(t, []law{l, std})
		broken := std
		broken.name, broken.draw = "kappa of the inverse",
			func(r *rand.Rand) float64 { return std.draw(r) / kappa }
		checkTwins(t, []brokenTwin{{broken, []string{"variance", "distribution function"}}})
	}
}

func normalInvGammaLaws(
	draw func(r *rand.Rand, mean, kappa, shape, scale float64) (mu, sigma2 float64),
) []law {
	const mean, kappa, shape, scale = 3, 0.5, 6, 4
	st := distuv.StudentsT{Mu: mean, Sigma: math.Sqrt(scale / (shape * kappa)), Nu: 2 * shape}
	v := invGammaLaw(shape, scale)
	v.name, v.draw = "NormalInvGamma: σ²", func(r *rand.Rand) float64 {
		_, s := draw(r, mean, kappa,
			shape, scale)
		return s
	}
	return []law{v, {name: "NormalInvGamma: μ", lo: -math.MaxFloat64, hi: math.MaxFloat64,
		cdf: st.CDF, mean: mean, variance: st.Variance(), logMean: nan, logVar: nan,
		draw: func(r *rand.Rand) float64 { m, _ := draw(r, mean, kappa, shape, scale); return m }},
		{name: "NormalInvGamma: μ given σ²", lo: -math.MaxFloat64, hi: math.MaxFloat64,
			cdf: distuv.UnitNormal.CDF, variance: 1, logMean: nan, logVar: nan,
			draw: func(r *rand.Rand) float64 {
				m, s := draw(r, mean, kappa, shape, scale)
				return (m - mean) * math.Sqrt(kappa/s)
			}}}
}

func TestNormalInvGammaLaws(t *testing.T) {
	checkLaws(t, normalInvGammaLaws(variate.NormalInvGamma))
	wrong := normalInvGammaLaws(func(r *rand.Rand, mean, kappa, shape, scale float64) (mu,
		sigma2 float64) {
		sigma2 = variate.InvGamma(r, shape, scale)
		return mean + math.Sqrt(sigma2)/kappa*r.NormFloat64(), sigma2
	})[2]
	wrong.name = "kappa not under the root"
	checkTwins(t, []brokenTwin{{wrong, []string{"distribution function"}}})
}

// Wrong arguments give a sentence.
func TestInvWishartRefuses(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	four, nine := make([]float64, 4), make([]float64, 9)
	for want, f := range map[string]func(){
		"df is 2":            func() { variate.InvWishart(r, 2, scale3, nine) },
		"df is NaN":          func() { variate.InvWishart(r, nan, scale3, nine) },
		"9 numbers and room": func() { variate.InvWishart(r, 5, scale3, four) },
		"0 numbers":          func() { variate.InvWishart(r, 5, nil, nil) },
		"5 numbers": func() {
			variate.MultiTLogProb(nil, 5, nil, make([]float64,
				5), nil)
		},
		"kappa is 0": func() {
			variate.NormalInvWishart(r, along, 0, 5, scale3,
				against, nine)
		},
		"a mean of 2": func() {
			variate.NormalInvWishart(r, along[:2], 1, 5, scale3,
				against, nine)
		},
		"shape is -1": func() { variate.NormalInvGamma(r, 0, 1, -1, 1) },
		"vectors of 1 and 3 numbers": func() {
			variate.MultiTLogProb(along[:1], 5, along, scale3,
				nil)
		},
		"MultiTLogProb: df is -1": func() {
			variate.MultiTLogProb(along, -1, along, scale3,
				nil)
		},
	} {
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.Contains(p, want) {
					t.Errorf("panic %q, want %q", p, want)
				}
			}()
			f()
		}()
	}
}
