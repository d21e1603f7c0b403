package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// Separation of categories is found, and nowhere else. The wanted answer follows from how y is made.
func TestMultinomialSeparation(t *testing.T) {
	for seed := range uint64(30) {
		r := sampler.Stream("separated categories", seed, 0)
		n, p, k := 30+r.IntN(60), 2+r.IntN(3), 2+r.IntN(4)
		rows := noise(seed, n, p)
		g := Multinomial{X: rows.X, Names: rows.Names, Y: make([]int, n),
			Categories: []string{"A", "B", "C", "D", "E"}[:k]}
		check := func(what, want string) {
			t.Helper()
			_, err := g.Model()
			if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("seed %d, %s: %v, want %q", seed, what, err, want)
			}
		}
		every := func() { // category for p rows, so that no direction separates these
			for i := range p * k {
				g.Y[i] = i % k
				copy(g.X[i], g.X[i/k*k])
			}
		}
		beta, eta := make([]float64, (k-1)*p), make([]float64, k)
		for j := range beta {
			beta[j] = 3 * r.NormFloat64()
		}
		for {
			for i, x := range g.X {
				predictAll(x, beta, eta)
				g.Y[i] = floats.MaxIdx(eta)
			}
			if missing := slices.IndexFunc(g.Categories, func(c string) bool {
				return !slices.Contains(g.Y, slices.Index(g.Categories, c))
			}); missing < 0 {
				break
			}
			for j := range beta {
				beta[j] = 3 * r.NormFloat64()
			}
		}
		check("the likeliest", apart)
		every()
		check("all categories at the same rows", "")
		last := p - 1
		for i, x := range g.X { // the last category is where the last column is positive
			if x[last] = 0; i >= p*k {
				x[last], g.Y[i] = -1-r.Float64(), r.IntN(k-1)
				if i%2 == 0 {
					x[last], g.Y[i] = -x[last], k-1
				}
			}
		}
		check("quasi-complete", fmt.Sprintf("coefficients of %s (%s) (separation)", g.Names[last],
			g.Categories[k-1]))
		for i := n - 4; i < n; i++ { // one exception, however near the boundary
			if g.Y[i] == k-1 {
				g.X[i][last] = -1e-3
				break
			}
		}
		check("one exception", "")
		g.Y = make([]int, n)
		check("one category only", "no row of Y is of the category \"B\"")
		g.Prior.SD = []float64{2.5}
		check("one category only, proper prior", "")
	}
	// Neighbours overlap, and the first and the last do not.
	g := Multinomial{Categories: colours, Y: []int{0, 1, 0, 1, 2, 1, 2}}
	for i := range g.Y {
		g.X = append(g.X, []float64{1, float64(i)})
	}
	if _, err := g.Model(); err != nil {
		t.Error(err)
	}
}

// Six categories, one of them rare, mix. Drawn only one category after the other, they do not.
func TestMultinomialMixes(t *testing.T) {
	turns.Long(t)
	r := sampler.Stream("six categories", 1, 0)
	g := Multinomial{Names: twoNames, Prior: Prior{SD: []float64{5}},
		Categories: []string{"a", "b", "c", "d", "e", "rare"}}
	for range 1000 {
		x := r.NormFloat64()
		g.X = append(g.X, []float64{1, x})
		g.Y = append(g.Y, variate.LogCategorical(r, []float64{0, x / 2, x, -x / 2, -x, x - 4}))
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	plain, err := verify.Replace(m, "all", func(*rand.Rand, *State) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for name, model := range map[string]sampler.Model[State]{"ours": m, "plain": plain} {
		tr, err := sampler.Run(t.Context(), model, sampler.Settings{Seed: 1, Draws: 250, Warmup: 100})
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for _, c := range g.Categories[1:] {
			x, err := tr.Chains("beta[" + c + ",one]")
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, diag.ESSBulk(x))
		}
		t.Logf("%s: at least %.0f effective draws of 1000", name, least)
		if name == "ours" && least < 250 || name == "plain" && least > 60 {
			t.Errorf("%s: at least %.0f effective draws of 1000", name, least)
		}
	}
}

// LogLik is the log probability of each category, and Predict draws categories with these
// probabilities.
func TestMultinomialPredict(t *testing.T) {
	g := threeColours()
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Seed: 1, Draws: 2000})
	if err != nil {
		t.Fatal(err)
	}
	next := g // other rows
	next.X, next.Y = [][]float64{{1, -2}, {1, 3}, {1, 0}}, nil
	y, err := next.Predict(sampler.Stream("predict", 1, 0), tr, 0)
	if err != nil {
		t.Fatal(err)
	}
	draws := map[string][]float64{}
	for _, label := range []string{"green,one", "green,x", "blue,one", "blue,x"} {
		if draws[label], err = tr.Draws("beta[" + label + "]"); err != nil {
			t.Fatal(err)
		}
	}
	probability := func(s int, x []float64, k int) float64 {
		odds := [3]float64{1, math.Exp(draws["green,one"][s] + draws["green,x"][s]*x[1]),
			math.Exp(draws["blue,one"][s] + draws["blue,x"][s]*x[1])}
		return odds[k] / (odds[0] + odds[1] + odds[2])
	}
	for i, x := range next.X {
		for k := range 3 {
			difference, variance := 0.0, 0.0
			for s := range y {
				p := probability(s, x, k)
				if difference -= p; y[s][i] == float64(k) {
					difference++
				}
				variance += p * (1 - p)
			}
			if z := difference / math.Sqrt(variance); !(math.Abs(z) < 4.5) {
				t.Errorf("row %d, category %d: z %.1f", i, k, z)
			}
		}
	}
	log, err := g.LogLik(tr)
	if err != nil {
		t.Fatal(err)
	}
	total, err := log.Total()
	if err != nil {
		t.Fatal(err)
	}
	for s := range total {
		want := 0.0
		for i, x := range g.X {
			want += math.Log(probability(s, x, g.Y[i]))
		}
		if !(math.Abs(total[s]-want) < 1e-9) {
			t.Fatalf("draw %d: %v, want %v", s, total[s], want)
		}
	}
	next.Names, next.X = nil, [][]float64{{1, 2, 3}}
	if _, err := next.Predict(sampler.Stream("predict", 1, 0), tr, 0); err == nil ||
		!strings.Contains(err.Error(), "give the trace of this model") {
		t.Error(err)
	}
	next.Y = []int{7}
	if _, err := next.LogLik(tr); err == nil || !strings.Contains(err.Error(), "Y[0] is 7") {
		t.Error(err)
	}
}
