package criticism

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// distance is the cumulative Jensen–Shannon distance of two distributions, by a sum over a grid; the
// larger of those from below and from above.
func distance(p, q func(x float64) float64, lo, hi float64) float64 {
	const n = 200_000
	part := func(p, q func(x float64) float64) float64 {
		divergence, bound := 0.0, 0.0
		for i := range n {
			x := lo + (hi-lo)*(float64(i)+0.5)/n
			a, b := p(x), q(x)
			divergence += xlog2(a, (a+b)/2) + xlog2(b, (a+b)/2)
			bound += a + b
		}
		return math.Sqrt(divergence / bound)
	}
	above := func(f func(x float64) float64) func(x float64) float64 {
		return func(x float64) float64 { return 1 - f(x) }
	}
	return max(part(p, q), part(above(p), above(q)))
}

// TestHalfAndHalf: where prior and data say about as much, the data do not say little.
func TestHalfAndHalf(t *testing.T) {
	s := Sensitivity{Rows: []SensitivityRow{{Label: "m", Values: []float64{0.052, 0.049}, Prior: true}}}
	if v := s.Verdict(); v != "The prior matters for m: it says more than the data." {
		t.Error(v)
	}
}

// TestPowerScaleIsExact compares with a model whose powers have normal posteriors: the mean of data
// with a known variance.
func TestPowerScaleIsExact(t *testing.T) {
	const n, mean, variance, nu, tau2 = 10.0, 3.0, 4.0, 0.0, 1.0
	posterior := func(prior, likelihood float64) distuv.Normal {
		p := prior/tau2 + likelihood*n/variance
		return distuv.Normal{Mu: (prior*nu/tau2 + likelihood*n*mean/variance) / p, Sigma: 1 / math.Sqrt(p)}
	}
	tr := &sampler.Trace{}
	var chains [][]float64
	lo, hi := math.Inf(1), math.Inf(-1) // the distance depends on the range of the draws
	for c := range 4 {
		r := sampler.Stream("exact", 1, c)
		x := make([]float64, 10_000)
		for s := range x {
			x[s] = posterior(1, 1).Mu + posterior(1, 1).Sigma*r.NormFloat64()
			lo, hi = min(lo, x[s]), max(hi, x[s])
		}
		chains = append(chains, x)
	}
	if err := tr.Add("mu", chains); err != nil {
		t.Fatal(err)
	}
	l, err := Pointwise(tr, 1, func(d *sampler.Draw, _ int) float64 {
		return n * logNormal(mean, d.Scalar("mu"), variance)
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := PowerScale(tr, l, []LogPrior{{"mu", func(d *sampler.Draw) float64 {
		return logNormal(d.Scalar("mu"), nu, tau2)
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, scaled := range []func(power float64) distuv.Normal{
		func(power float64) distuv.Normal { return posterior(power, 1) },
		func(power float64) distuv.Normal { return posterior(1, power) },
	} {
		want := 0.0
		for _, power := range powers {
			want += distance(posterior(1, 1).CDF, scaled(power).CDF, lo, hi) / math.Abs(math.Log2(power)) / 2
		}
		if v := got.Rows[0].Values[i]; math.Abs(v-want) > 0.02*want {
			t.Errorf("%s: %.4f, exact %.4f", got.Components[i], v, want)
		}
	}
	if !got.Rows[0].Conflict || !strings.Contains(got.String(), "conflict") { // the prior is far off
		t.Error(got)
	}
}

// TestExamsAreSensitive repeats what arviz-stats 0.8.0 says about the exam scores: prior and data
// are in conflict about both parameters.
func TestExamsAreSensitive(t *testing.T) {
	m, err := exams.Model(datasets.ExamScores())
	tr := run(t, m, err, 10_000, 1)
	got, err := PowerScale(tr, examsLogLik(t, tr), []LogPrior{
		{"prior of mu", func(d *sampler.Draw) float64 { return logNormal(d.Scalar("mu"), exams.Nu, exams.Tau2) }},
		{"prior of sigma2", func(d *sampler.Draw) float64 {
			return variate.InvGammaLogProb(d.Scalar("sigma2"), exams.Alpha, exams.Beta)
		}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(got)
	for i, want := range [][]float64{{0.075, 0.125}, {0.161, 0.088}} {
		for j, v := range want {
			if math.Abs(got.Rows[i].Values[j]-v) > 0.004 {
				t.Errorf("%s, %s: %.4f, want %.3f", got.Rows[i].Label, got.Components[j],
					got.Rows[i].Values[j], v)
			}
		}
	}
}
