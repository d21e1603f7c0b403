package bugs_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/variate"
)

// predicted is log p(y[i] | the others but those left out) for y ~ N(mu, sd²), mu ~ N(m, s²).
func predicted(y []float64, i int, leave func(j int) bool, m, s, sd float64) float64 {
	q, b := 1/(s*s), m/(s*s)
	for j, v := range y {
		if !leave(j) {
			q, b = q+1/(sd*sd), b+v/(sd*sd)
		}
	}
	return variate.NormalLogProb(y[i], b/q, math.Sqrt(1/q+sd*sd))
}

func compiled(t *testing.T, text string, data bugs.Data) *bugs.Model {
	t.Helper()
	m, err := bugs.Compile(text, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLOO compares with exact terms: an outlier of a normal model; groups of one observation each,
// whose own effect the full posterior knows too well.
func TestLOO(t *testing.T) {
	ctx, set := context.Background(), sampler.Settings{Seed: 2, Draws: 1000}
	y, far := []float64{1, 2, 1.5, .5, 2.2, 5}, []float64{1, 2, 1.5, .5, 2.2, 9}
	m := compiled(t, `model { for (i in 1:6) { y[i] ~ dnorm(mu, 1) }
	mu ~ dnorm(0, 0.01) }`, bugs.Data{"y": far})
	effects := compiled(t, `model { for (i in 1:6) { y[i] ~ dnorm(theta[i], 4)
	theta[i] ~ dnorm(mu, 1) }
	mu ~ dnorm(0, 0.01) }`, bugs.Data{"y": y})
	for _, c := range []struct {
		name string
		m    *bugs.Model
		y    []float64
		sd   float64 // of y around mu
	}{{"outlier", m, far, 1}, {"effects", effects, y, math.Sqrt(1.25)}} {
		tr := run(t, c.m, 1000)
		l, err := c.m.LogLikelihood(tr)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := criticism.LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		e, err := c.m.LOO(ctx, tr, set)
		if err != nil {
			t.Fatal(err)
		}
		if len(plain.Bad()) == 0 || len(e.Bad()) > 0 || e.Method == "LOO" {
			t.Errorf("%s: %s: before %v, after %v are bad", c.name, e.Method, plain.Bad(), e.Bad())
		}
		worst := 0.0
		for i, p := range e.Points {
			want := predicted(c.y, i, func(j int) bool { return j == i }, 0, 10, c.sd)
			if d := math.Abs(p.Elpd - want); d > 0.5 || d > 5*p.MCSE+0.02 {
				t.Errorf("%s: %s: %.3f ± %.3f, exact %.3f", c.name, p.Name, p.Elpd, p.MCSE, want)
			}
			worst = max(worst, math.Abs(plain.Points[i].Elpd-want))
		}
		if worst < 0.1 {
			t.Errorf("%s: LOO alone is off by %.3f only", c.name, worst)
		}
	}
}

// TestLOOOfGroups leaves out pairs. p(y₁, y₂ | others) = p(y₁ | others) p(y₂ | others, y₁).
func TestLOOOfGroups(t *testing.T) {
	y := []float64{1, 2, 1.5, .5, 7, 8}
	m := compiled(t, `model { for (i in 1:6) { y[i] ~ dnorm(mu, 1) }
	mu ~ dnorm(0, 0.01) }`, bugs.Data{"y": y})
	e, err := m.LOO(context.Background(), run(t, m, 1000), sampler.Settings{Seed: 2, Draws: 1000},
		"a", "a", "b", "b", "c", "c")
	if err != nil || len(e.Points) != 3 || len(e.Bad()) > 0 || e.Method == "LOO" {
		t.Fatal(e, err)
	}
	for g, p := range e.Points {
		i, j := 2*g, 2*g+1
		want := predicted(y, i, func(k int) bool { return k/2 == g }, 0, 10, 1) +
			predicted(y, j, func(k int) bool { return k == j }, 0, 10, 1)
		if d := math.Abs(p.Elpd - want); d > 0.5 || d > 5*p.MCSE+0.02 {
			t.Errorf("group %s: %.3f ± %.3f, exact %.3f", p.Name, p.Elpd, p.MCSE, want)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if e, err := m.LOO(stopped, run(t, m, 1000), sampler.Settings{}); !errors.Is(err, context.Canceled) {
		t.Error(e, err)
	}
	_, err = m.LOO(context.Background(), run(t, m, 100), sampler.Settings{}, "a", "b")
	if err == nil || !strings.Contains(err.Error(), "2 groups are named for 6 observations") {
		t.Error(err)
	}
}

// TestWithout leaves out folds, also where a value is missing anyway and where the unknown is
// discrete, and compares with exact terms.
func TestWithout(t *testing.T) {
	ctx, set := context.Background(), sampler.Settings{Seed: 3, Draws: 2000, Warmup: 200}
	folds := [][]int{{0, 3}, {4}, {1, 2}}
	y := []float64{1, 2, math.NaN(), 1.5, .5, 2.2}
	seen := []float64{1, 2, 1.5, .5, 2.2}
	m := compiled(t, `model { for (i in 1:6) { y[i] ~ dnorm(mu, 1) }
	mu ~ dnorm(0, 0.01) }`, bugs.Data{"y": y})
	e, err := criticism.KFold(folds, m.Without(ctx, set))
	if err != nil {
		t.Fatal(err)
	}
	for _, fold := range folds {
		for _, i := range fold {
			want := predicted(seen, i, func(j int) bool {
				for _, k := range fold {
					if j == k {
						return true
					}
				}
				return false
			}, 0, 10, 1)
			if got := e.Points[i].Elpd; math.Abs(got-want) > 0.03 {
				t.Errorf("observation %d: %.3f, exact %.3f", i, got, want)
			}
		}
	}
	counts := []float64{0, 2, 1, 4, 3}
	rates := []float64{1, 2, 5}
	d := compiled(t, `model { for (i in 1:5) { y[i] ~ dpois(rate[k]) }
	k ~ dcat(p[1:3]) }`, bugs.Data{"y": counts, "rate": rates, "p": []float64{1, 1, 1}})
	e, err = criticism.KFold([][]int{{0}, {1}, {2}, {3}, {4}}, d.Without(ctx, set))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range e.Points {
		all, others := 0.0, 0.0
		for _, rate := range rates {
			lik := 1.0
			for j, v := range counts {
				if j != i {
					lik *= math.Exp(variate.PoissonLogProb(int(v), rate))
				}
			}
			others += lik
			all += lik * math.Exp(variate.PoissonLogProb(int(counts[i]), rate))
		}
		if want := math.Log(all / others); math.Abs(p.Elpd-want) > 0.03 {
			t.Errorf("count %d: %.3f, exact %.3f", i, p.Elpd, want)
		}
	}
	if _, err := m.Without(ctx, set)([]int{5}); err == nil || !strings.Contains(err.Error(), "there are 5") {
		t.Error(err)
	}
}
