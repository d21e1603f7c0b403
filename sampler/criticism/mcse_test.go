package criticism

import (
	"math"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// TestMCSECovers wants Elpd within two MCSE of the exact one in about 95 % of the replications, with
// independent and with autocorrelated draws. The root of the sum of squares of the points' MCSE, as
// if their errors were independent, must be seen to cover less.
func TestMCSECovers(t *testing.T) {
	turns.Long(t)
	const replications = 240 // of which 0.954 are 229 ± 3.2
	for _, rho := range []float64{0, 0.5} {
		covered, naive := coverage(t, replications, rho)
		t.Logf("rho %g: %d of %d within 2 MCSE; with independent errors %d", rho, covered,
			replications, naive)
		if covered < 218 || rho == 0 && naive >= 218 {
			t.Errorf("rho %g: %d of %d covered, and %d with independent errors", rho, covered,
				replications, naive)
		}
	}
}

// coverage makes data sets from a normal model with a conjugate prior, and draws from each posterior
// in two chains, in which the mean is an autoregression.
func coverage(t *testing.T, replications int, rho float64) (covered, naive int) {
	const n, draws = 50, 500
	r := sampler.Stream("coverage", 1, 0)
	for range replications {
		y := make([]float64, n)
		sum := 0.0
		for i := range y {
			y[i] = r.NormFloat64()
			sum += y[i]
		}
		// p(mu, sigma²) ∝ N(mu | 0, sigma²) InvGamma(2, 2)
		posterior := func(leave int) (mean, kappa, shape, scale float64) {
			squares, m, k := 0.0, 0.0, 1.0
			for i, v := range y {
				if i != leave {
					k, m = k+1, m+v
					squares += v * v
				}
			}
			m /= k
			return m, k, 2 + (k-1)/2, 2 + (squares-k*m*m)/2
		}
		exact := 0.0
		for i, v := range y {
			m, k, a, b := posterior(i)
			exact += variate.StudentTLogProb(v, 2*a, m, math.Sqrt(b/a*(1+1/k)))
		}
		m, k, a, b := posterior(-1)
		mu, sigma2 := make([]float64, 2*draws), make([]float64, 2*draws)
		z := 0.0
		for s := range mu { // given sigma², mu is normal; its standardised value is an AR(1)
			if s%draws == 0 {
				z = r.NormFloat64()
			}
			z = rho*z + math.Sqrt(1-rho*rho)*r.NormFloat64()
			sigma2[s] = variate.InvGamma(r, a, b)
			mu[s] = m + z*math.Sqrt(sigma2[s]/k)
		}
		tr := traceOf(t, mu)
		if err := tr.Add("sigma2", [][]float64{sigma2[:draws], sigma2[draws:]}); err != nil {
			t.Fatal(err)
		}
		l, err := Pointwise(tr, n, func(d *sampler.Draw, i int) float64 {
			return variate.NormalLogProb(y[i], d.Scalar("x"), math.Sqrt(d.Scalar("sigma2")))
		})
		if err != nil {
			t.Fatal(err)
		}
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		squares := 0.0
		for _, p := range e.Points {
			squares += p.MCSE * p.MCSE
		}
		if math.Abs(e.Elpd-exact) < 2*e.MCSE {
			covered++
		}
		if math.Abs(e.Elpd-exact) < 2*math.Sqrt(squares) {
			naive++
		}
	}
	return covered, naive
}

// Of 2000 draws these many have all the weight, which are ties.
func TestTiesAreJudgedByESS(t *testing.T) {
	for heavy, bad := range map[int]bool{0: false, 1: true, 20: true, 80: true, 300: false, 1500: false} {
		x := make([]float64, 2000)
		for s := range x {
			x[s] = float64(s % 7)
		}
		draw := 0
		l, err := Pointwise(traceOf(t, x), 1, func(*sampler.Draw, int) float64 {
			draw++
			if draw%2000 < heavy {
				return -25
			}
			return -1
		})
		if err != nil {
			t.Fatal(err)
		}
		l.relESS = 1
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(e.Bad()) > 0; got != bad || got != (len(e.Warnings) > 1) {
			t.Errorf("%d heavy draws: %v %+v", heavy, e, e.Points)
		}
	}
}

// With fewer than 25 draws there is no k̂, so none is called good.
func TestVerdictOfFewDraws(t *testing.T) {
	for _, n := range []int{2, 10, 24} {
		x := make([]float64, n)
		for s := range x {
			x[s] = float64(s%3) / 10
		}
		l, err := Pointwise(traceOf(t, x), 2, func(d *sampler.Draw, i int) float64 {
			return -d.Scalar("x")
		})
		if err != nil {
			t.Fatal(err)
		}
		e, err := LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		want := "There are too few draws for k̂."
		if v := e.Verdict(); !strings.HasSuffix(v, want) {
			t.Errorf("%d draws: %s", n, v)
		}
	}
}
