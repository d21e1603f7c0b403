package regress_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/regress"
)

// An expectation is of a function of the parameters, by quadrature.
type expectation struct {
	label string
	of    func(x float64) float64
	want  float64
}

func same(x float64) float64   { return x }
func square(x float64) float64 { return x * x }

// holds checks that means of draws are the exact ones, within 4 Monte Carlo standard errors.
func holds(t *testing.T, g regress.Regression, expectations ...expectation) {
	t.Helper()
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 10_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range expectations {
		chains, err := tr.Chains(e.label)
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0.0
		for _, draws := range chains {
			for i, x := range draws {
				draws[i] = e.of(x)
				sum, n = sum+draws[i], n+1
			}
		}
		se := diag.MCSEMean(chains)
		if z := (sum/n - e.want) / se; !(math.Abs(z) < 4) || !(se < 0.05*(1+math.Abs(e.want))) {
			t.Errorf("%s: %.4f ± %.4f, exact %.4f, z = %.1f", e.label, sum/n, se, e.want, z)
		}
	}
}

// grid is n points from lo to hi.
func grid(n int, lo, hi float64) (x []float64) {
	for i := range n {
		x = append(x, lo+(hi-lo)*(float64(i)+0.5)/float64(n))
	}
	return x
}

// With flat priors the posterior is that of least squares: Student's t with n−p degrees of freedom.
func TestLeastSquares(t *testing.T) {
	g := regress.Regression{X: [][]float64{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 7},
		{1, 8}}, Y: []float64{1.2, 0.8, 2.9, 2.4, 3.1, 2.2, 5, 4.1}}
	b, a, ssr := 0.0, 0.0, 0.0
	for i, y := range g.Y {
		b += y * (g.X[i][1] - 4.5) / 42
		a += y / 8
	}
	a -= 4.5 * b
	for i, y := range g.Y {
		ssr += (y - a - b*g.X[i][1]) * (y - a - b*g.X[i][1])
	}
	variance := ssr / 4 / 42 // of b: (n−p)/(n−p−2) s²/Σ(x−x̄)² with s² = SSR/(n−p)
	holds(t, g, expectation{"beta[0]", same, a}, expectation{"beta[1]", same, b},
		expectation{"beta[1]", func(x float64) float64 { return (x - b) * (x - b) }, variance},
		expectation{"sigma", square, ssr / 4})
}

// Each family with an offset and one coefficient, β ~ N(0.3, 0.8²), and its own parameter.
func TestFamiliesByQuadrature(t *testing.T) {
	x := []float64{-1, 0.5, 1, 2}
	none, offset := []float64{0}, []float64{0.4, -0.7, 0.2, 0.1}
	halfCauchy := func(s float64) float64 { return -math.Log1p(s * s) }
	gammaPrior := func(v float64) float64 { return math.Log(v) - 0.5*v } // shape 2, rate 0.5
	for name, c := range map[string]struct {
		family regress.Family
		y      []float64
		own    string    // the label of its parameter
		logs   []float64 // a grid of its logarithm
		prior  func(own float64) float64
		log    func(y, eta, own float64) float64
	}{
		"normal": {regress.Normal{Scale: 1}, []float64{-1, 1, 0.2, 2.5}, "sigma",
			grid(300, -5, 4), halfCauchy, func(y, eta, own float64) float64 {
				return distuv.Normal{Mu: eta, Sigma: own}.LogProb(y)
			}},
		"student": {regress.Student{DF: 3, Scale: 1}, []float64{-1, 1, 0.2, 9}, "sigma",
			grid(300, -6, 5), halfCauchy, func(y, eta, own float64) float64 {
				return distuv.StudentsT{Mu: eta, Sigma: own, Nu: 3}.LogProb(y)
			}},
		"probit": {regress.Probit{}, []float64{0, 1, 0, 1}, "", none, same,
			func(y, eta, _ float64) float64 {
				return math.Log(distuv.UnitNormal.CDF((2*y - 1) * eta))
			}},
		"logit": {regress.Logit{Trials: []float64{5, 5, 5, 5}}, []float64{1, 2, 5, 4}, "", none,
			same, func(y, eta, _ float64) float64 {
				return distuv.Binomial{N: 5, P: 1 / (1 + math.Exp(-eta))}.LogProb(y)
			}},
		"poisson": {regress.Poisson{}, []float64{0, 4, 2, 9}, "", none, same,
			func(y, eta, _ float64) float64 {
				return distuv.Poisson{Lambda: math.Exp(eta)}.LogProb(y)
			}},
		"counts": {regress.NegativeBinomial{Shape: 2, Rate: 0.5}, []float64{0, 4, 2, 9}, "size",
			grid(300, -6, 4), gammaPrior, func(y, eta, size float64) float64 {
				a, _ := math.Lgamma(y + size)
				b, _ := math.Lgamma(size)
				mu := math.Exp(eta)
				return a - b + size*math.Log(size/(size+mu)) + y*math.Log(mu/(size+mu))
			}},
	} {
		t.Run(name, func(t *testing.T) {
			g := regress.Regression{Y: c.y, Family: c.family, Offset: offset,
				Prior: regress.Prior{Mean: []float64{0.3}, SD: []float64{0.8}}}
			for _, v := range x {
				g.X = append(g.X, []float64{v})
			}
			var mass, beta, beta2, own1 float64
			for _, log := range c.logs {
				own := math.Exp(log)
				for _, b := range grid(300, -4, 5) {
					lp := distuv.Normal{Mu: 0.3, Sigma: 0.8}.LogProb(b) + c.prior(own) + log
					for i, v := range x {
						lp += c.log(c.y[i], offset[i]+v*b, own)
					}
					p := math.Exp(lp)
					mass, beta, beta2 = mass+p, beta+p*b, beta2+p*b*b
					own1 += p * log
				}
			}
			expectations := []expectation{{"beta[0]", same, beta / mass},
				{"beta[0]", square, beta2 / mass}}
			if c.own != "" {
				expectations = append(expectations, expectation{c.own, math.Log, own1 / mass})
			}
			holds(t, g, expectations...)
		})
	}
}

// A mean that varies between four groups: given its deviation τ and that of the errors, the
// observations of a group are normal with covariance σ²I + τ²11ᵀ.
func TestGroupsByQuadrature(t *testing.T) {
	y := [][]float64{{1.1, 0.4}, {2.9, 2, 3.2}, {0.3}, {1.2, 1.9}}
	g := regress.Regression{Names: []string{"mean"}, Prior: regress.Prior{SD: []float64{2}},
		Family: regress.Normal{Scale: 1},
		Groups: &regress.Groups{Vary: []string{"mean"}, Scale: []float64{1}}}
	for k, group := range y {
		for _, v := range group {
			g.X, g.Y, g.Groups.Of = append(g.X, []float64{1}), append(g.Y, v), append(g.Groups.Of, k)
		}
	}
	var mass, beta, sd, sigma float64
	for _, logTau := range grid(70, -6, 4) {
		tau := math.Exp(logTau)
		for _, logSigma := range grid(70, -3, 3) {
			s := math.Exp(logSigma)
			prior := -1.5*math.Log1p(tau*tau/2) + logTau - math.Log1p(s*s) + logSigma
			for _, b := range grid(70, -6, 7) {
				lp := prior - b*b/8
				for _, group := range y {
					n, sum, squares := float64(len(group)), 0.0, 0.0
					for _, v := range group {
						sum, squares = sum+v-b, squares+(v-b)*(v-b)
					}
					all := s*s + n*tau*tau
					lp -= (n-1)*math.Log(s) + math.Log(all)/2 +
						(squares-tau*tau*sum*sum/all)/(2*s*s)
				}
				p := math.Exp(lp)
				mass, beta, sd, sigma = mass+p, beta+p*b, sd+p*logTau, sigma+p*logSigma
			}
		}
	}
	holds(t, g, expectation{"beta[mean]", same, beta / mass},
		expectation{"sd[mean]", math.Log, sd / mass},
		expectation{"sigma", math.Log, sigma / mass})
}

// Poisson counts with a mean that varies between three groups, one of which has no count: given β
// and τ, the effect of each group is integrated out.
func TestPoissonGroupsByQuadrature(t *testing.T) {
	y := [][]float64{{0, 0}, {2, 5, 3}, {1}}
	g := regress.Regression{Names: []string{"mean"}, Prior: regress.Prior{SD: []float64{2}},
		Family: regress.Poisson{},
		Groups: &regress.Groups{Vary: []string{"mean"}, Scale: []float64{1}}}
	for k, group := range y {
		for i, v := range group {
			g.X, g.Y, g.Groups.Of = append(g.X, []float64{1}), append(g.Y, v), append(g.Groups.Of, k)
			g.Offset = append(g.Offset, 0.3*float64(i))
		}
	}
	var mass, beta, sd, empty float64
	for _, logTau := range grid(80, -7, 5) {
		tau := math.Exp(logTau)
		prior := -1.5*math.Log1p(tau*tau/2) + logTau
		for _, b := range grid(60, -7, 6) {
			p, first := math.Exp(prior-b*b/8), 0.0
			for k, group := range y {
				all, mean := 0.0, 0.0
				for _, u := range grid(200, -8, 8) { // effects are τu
					lp := -u * u / 2
					for i, v := range group {
						eta := b + tau*u + 0.3*float64(i)
						lp += v*eta - math.Exp(eta)
					}
					all, mean = all+math.Exp(lp), mean+math.Exp(lp)*(b+tau*u)
				}
				if p *= all; k == 0 && all > 0 {
					first = mean / all
				}
			}
			mass, beta, sd, empty = mass+p, beta+p*b, sd+p*logTau, empty+p*first
		}
	}
	holds(t, g, expectation{"beta[mean]", same, beta / mass}, expectation{"sd[mean]", math.Log, sd / mass},
		expectation{"group[0,mean]", same, empty / mass})
}

// A coefficient with the horseshoe prior: u = τλ has density ∝ log(u)/(u²−1).
func TestShrinkByQuadrature(t *testing.T) {
	x := []float64{-1, 0.5, 1, 2}
	for _, c := range []struct {
		family regress.Family
		y      []float64
		log    func(y, eta float64) float64
	}{
		{regress.Probit{}, []float64{0, 1, 0, 1}, func(y, eta float64) float64 {
			return math.Log(distuv.UnitNormal.CDF((2*y - 1) * eta))
		}},
		{regress.Poisson{}, []float64{0, 2, 0, 3}, func(y, eta float64) float64 {
			return y*eta - math.Exp(eta)
		}},
	} {
		g := regress.Regression{Names: []string{"x"}, Y: c.y, Family: c.family,
			Prior: regress.Prior{Shrink: []string{"x"}}}
		for _, v := range x {
			g.X = append(g.X, []float64{v})
		}
		var mass, beta, beta2 float64
		for _, log := range grid(400, -14, 10) {
			u := math.Exp(log)
			for _, z := range grid(400, -8, 8) { // β = uz
				lp := math.Log(log/(u*u-1)) + log - z*z/2
				for i, v := range x {
					lp += c.log(c.y[i], v*u*z)
				}
				if p := math.Exp(lp); p > 0 {
					mass, beta, beta2 = mass+p, beta+p*u*z, beta2+p*u*u*z*z
				}
			}
		}
		holds(t, g, expectation{"beta[x]", same, beta / mass},
			expectation{"beta[x]", square, beta2 / mass})
	}
}
