package criticism

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// TestFuture predicts a series with a mean that jumps. The mean has the prior N(0, 10²), and the
// predictions are normal.
func TestFuture(t *testing.T) {
	r, y := sampler.Stream("series", 1, 0), make([]float64, 60)
	for i := range y {
		y[i] = r.NormFloat64()
		if i >= 40 {
			y[i] += 5
		}
	}
	posterior := func(seen int) (mean, sd float64) {
		q, b := 0.01, 0.0
		for _, v := range y[:seen] {
			q, b = q+1, b+v
		}
		return b / q, 1 / math.Sqrt(q)
	}
	fits := []int{}
	fit := func(seen int) (*LogLik, error) {
		fits = append(fits, seen)
		mean, sd := posterior(seen)
		chains := make([][]float64, 4)
		for c := range chains {
			for range 1000 {
				chains[c] = append(chains[c], variate.Normal(r, mean, sd))
			}
		}
		tr := &sampler.Trace{}
		if err := tr.Add("mu", chains); err != nil {
			return nil, err
		}
		return Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return variate.NormalLogProb(y[i], d.Scalar("mu"), 1)
		})
	}
	e, err := Future(len(y), 10, fit)
	if err != nil {
		t.Fatal(err)
	}
	exact := 0.0
	for i := 10; i < len(y); i++ {
		mean, sd := posterior(i)
		want := variate.NormalLogProb(y[i], mean, math.Hypot(sd, 1))
		if p := e.Points[i-10]; math.Abs(p.Elpd-want) > 0.15 || p.Name != positions(60)[i] {
			t.Errorf("%s: %.3f, exact %.3f", p.Name, p.Elpd, want)
		}
		exact += want
	}
	if math.Abs(e.Elpd-exact) > 0.6 || len(fits) < 2 || len(fits) > 20 || fits[0] != 10 {
		t.Errorf("elpd %.2f, exact %.2f, fits with %v", e.Elpd, exact, fits)
	}
	// A broken twin: a fit that sees one observation too many.
	e, err = Future(len(y), 10, func(seen int) (*LogLik, error) { return fit(min(seen+1, 60)) })
	if err != nil || math.Abs(e.Elpd-exact) < 0.6 {
		t.Errorf("a fit that has seen the future: elpd %.2f, exact %.2f, %v", e.Elpd, exact, err)
	}
	for _, least := range []int{0, 60} {
		if _, err := Future(60, least, fit); err == nil {
			t.Errorf("Future predicts from %d of 60", least)
		}
	}
	if _, err := Future(61, 10, fit); err == nil || !strings.Contains(err.Error(), "of all observations") {
		t.Error(err)
	}
}
