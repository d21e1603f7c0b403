package normal

import (
	"fmt"
	"math"
	"testing"

	"gibbslab/sampler"

	"gonum.org/v1/gonum/integrate/quad"
)

// For random priors and data: densities are the derivatives of distribution functions, quantiles
// invert distribution functions, moments agree with the densities, and no number is NaN.
func TestExactHangsTogether(t *testing.T) {
	r := sampler.Stream("exact", 1, 0)
	wide := func() float64 { return math.Exp(4 * r.NormFloat64()) }
	for i := range 25 {
		p := Prior{Nu: 10 * r.NormFloat64(), Tau2: wide(), Alpha: wide(), Beta: wide()}
		y := make([]float64, 1+r.IntN(30))
		centre, scale := 10*r.NormFloat64(), wide()
		for k := range y {
			y[k] = centre + scale*r.NormFloat64()
		}
		e := mustExact(t, p, y)
		name := fmt.Sprintf("case %d, %+v, %d data", i, p, len(y))
		for _, q := range []float64{1e-9, 0.3, 0.99} {
			near(t, name+": P(μ ≤ quantile)", e.MuCDF(e.MuQuantile(q)), q, 1e-9)
			near(t, name+": P(σ² ≤ quantile)", e.Sigma2CDF(e.Sigma2Quantile(q)), q, 1e-9)
		}
		lo, hi := e.MuQuantile(0.2), e.MuQuantile(0.4)
		near(t, name+": ∫ p(μ)", quad.Fixed(e.MuPDF, lo, hi, 60, nil, 0), 0.2, 1e-8)
		lo, hi = math.Log(e.Sigma2Quantile(0.2)), math.Log(e.Sigma2Quantile(0.4))
		near(t, name+": ∫ p(σ²)", quad.Fixed(func(x float64) float64 {
			return e.Sigma2PDF(math.Exp(x)) * math.Exp(x)
		}, lo, hi, 60, nil, 0), 0.2, 1e-8)
		mid := e.PredictiveMean
		lo, hi = mid-e.MuSD, mid+e.MuSD
		near(t, name+": ∫ p(new)", quad.Fixed(e.PredictivePDF, lo, hi, 60, nil, 0),
			e.PredictiveCDF(hi)-e.PredictiveCDF(lo), 1e-8)
		for what, v := range map[string]float64{"Sigma2SD": e.Sigma2SD, "SigmaMean": e.SigmaMean,
			"PredictiveSD": e.PredictiveSD, "LogMarginal": e.LogMarginal,
			"PredictivePDF": e.PredictivePDF(mid)} {
			if math.IsNaN(v) {
				t.Errorf("%s: %s is NaN", name, what)
			}
		}
		if !math.IsInf(e.Sigma2Mean, 0) && e.SigmaMean*e.SigmaMean > e.Sigma2Mean*(1+1e-12) {
			t.Errorf("%s: (E σ)² = %g above E σ² = %g", name, e.SigmaMean*e.SigmaMean, e.Sigma2Mean)
		}
	}
}

// Halving the panels changes nothing: the quadrature has converged.
func TestExactConverged(t *testing.T) {
	for _, y := range [][]float64{scores, {5}, {0, 1e6}, {3, 3, 3}} {
		p := Prior{Nu: 80, Tau2: 16, Alpha: 0.3, Beta: 2}
		e := mustExact(t, p, y)
		fine := &Exact{v0: e.v0, logDensity: e.logDensity}
		last := len(e.edges) - 1
		logZ := fine.integrate(e.logDensity, e.edges[0], e.edges[last], (e.edges[1]-e.edges[0])/2)
		near(t, fmt.Sprintf("%v: log integral", y), logZ, 0, 1e-12)
		for i, x := range e.edges[:last] {
			near(t, fmt.Sprintf("%v: P(X ≤ %g)", y, x), fine.cdf(x), e.cum[i], 1e-12)
		}
	}
}

func TestExactExtremes(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Prior
		y    []float64
	}{
		{"all equal", labPrior, []float64{90, 90, 90, 90}},
		{"all equal, vague prior", Prior{0, 1e6, 1e-3, 1e-3}, []float64{0.1, 0.1, 0.1}},
		{"one score", labPrior, []float64{1e3}},
		{"one score, vague prior", Prior{0, 1e6, 1e-3, 1e-3}, []float64{90}},
		{"a million apart", labPrior, []float64{0, 1e6}},
		{"prior far off", Prior{-1e5, 1e-3, 3, 50}, scores},
		{"tiny unit", Prior{8e-99, 16e-200, 3, 50e-200}, []float64{9e-99, 8e-99}},
		{"huge unit", Prior{8e101, 16e200, 3, 50e200}, []float64{9e101, 8e101}},
	} {
		e, err := c.p.Exact(c.y)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for what, v := range map[string]float64{"MuMean": e.MuMean, "MuSD": e.MuSD,
			"SigmaMean":   e.SigmaMean,
			"LogMarginal": e.LogMarginal, "MuPDF": e.MuPDF(e.MuMean), "median of σ²": e.Sigma2Quantile(0.5),
			"p(σ²)": e.Sigma2PDF(e.Sigma2Quantile(0.5)), "p(new)": e.PredictivePDF(e.MuMean)} {
			if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
				t.Errorf("%s: %s is %g", c.name, what, v)
			}
		}
		near(t, c.name+": P(μ ≤ median)", e.MuCDF(e.MuQuantile(0.5)), 0.5, 1e-9)
		near(t, c.name+": P(σ² ≤ median)", e.Sigma2CDF(e.Sigma2Quantile(0.5)), 0.5, 1e-9)
	}
}

func TestExactEnds(t *testing.T) {
	e := mustExact(t, labPrior, scores)
	inf := math.Inf(1)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"MuQuantile(0)", e.MuQuantile(0), -inf}, {"MuQuantile(1)", e.MuQuantile(1), inf},
		{"Sigma2Quantile(0)", e.Sigma2Quantile(0), 0}, {"Sigma2Quantile(1)", e.Sigma2Quantile(1), inf},
		{"MuCDF(−Inf)", e.MuCDF(-inf), 0}, {"MuCDF(+Inf)", e.MuCDF(inf), 1},
		{"Sigma2CDF(−1)", e.Sigma2CDF(-1), 0}, {"Sigma2CDF(+Inf)", e.Sigma2CDF(inf), 1},
		{"Sigma2PDF(0)", e.Sigma2PDF(0), 0}, {"Sigma2PDF(+Inf)", e.Sigma2PDF(inf), 0},
		{"MuPDF(+Inf)", e.MuPDF(inf), 0},
	} {
		if math.IsInf(c.want, 0) && c.got != c.want || math.Abs(c.got-c.want) > 1e-14 {
			t.Errorf("%s = %g, want %g", c.what, c.got, c.want)
		}
	}
	for what, v := range map[string]float64{"MuQuantile(2)": e.MuQuantile(2),
		"Sigma2Quantile(NaN)": e.Sigma2Quantile(math.NaN()), "Sigma2CDF(NaN)": e.Sigma2CDF(math.NaN())} {
		if !math.IsNaN(v) {
			t.Errorf("%s = %g, want NaN", what, v)
		}
	}
}

func BenchmarkExact(b *testing.B) {
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if _, err := labPrior.Exact(scores); err != nil {
				b.Fatal(err)
			}
		}
	})
	e, err := labPrior.Exact(scores)
	if err != nil {
		b.Fatal(err)
	}
	for name, f := range map[string]func(){
		"MuPDF": func() { e.MuPDF(85) }, "MuQuantile": func() { e.MuQuantile(0.1) },
		"Sigma2Quantile": func() { e.Sigma2Quantile(0.1) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
