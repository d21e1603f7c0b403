package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

var colours = []string{"red", "green", "blue"}

// threeColours has rows of two columns in three categories.
func threeColours() Multinomial {
	return Multinomial{X: twoColumns, Names: twoNames, Y: []int{0, 1, 2, 1}, Categories: colours,
		Prior: proper}
}

// jointOfCategories is the joint law of the coefficients and of the categories.
func jointOfCategories(g Multinomial) verify.Joint[State, Multinomial] {
	return verify.Joint[State, Multinomial]{
		Prior: func(r *rand.Rand) (*State, error) {
			m, err := g.fit()
			if err != nil {
				return nil, err
			}
			s, err := m.start(r)
			for k := range s.Beta {
				j := k % m.p
				s.Beta[k] = g.Prior.Mean[j] + g.Prior.SD[j]*r.NormFloat64()
			}
			return s, err
		},
		Data: func(r *rand.Rand, s *State) (Multinomial, error) {
			data := g
			data.Y = nil
			for _, x := range g.X {
				weights := []float64{1}
				for k := range len(g.Categories) - 1 {
					weights = append(weights, math.Exp(dot(x, s.Beta[k*len(x):])))
				}
				data.Y = append(data.Y, variate.Categorical(r, weights))
			}
			return data, nil
		},
		Model: func(data Multinomial) (sampler.Model[State], error) { return data.Model() },
	}
}

// An offset is that of a row with the linear predictors eta, for category k.
type offset = func(eta []float64, k int) float64

// sumWithout adds the odds of all categories that are not left out.
func sumWithout(leftOut func(j, k int) bool) offset {
	return func(eta []float64, k int) float64 {
		sum := 0.0
		for j, v := range eta {
			if !leftOut(j, k) {
				sum += math.Exp(v)
			}
		}
		return math.Log(sum)
	}
}

var (
	rightOffset  = sumWithout(func(j, k int) bool { return j == k })
	ownIncluded  = sumWithout(func(j, k int) bool { return false })
	noReference  = sumWithout(func(j, k int) bool { return j == k || j == 0 })
	onlyTheFirst = func([]float64, int) float64 { return 0 }
)

// withOffset is the model with other offsets.
func withOffset(g Multinomial, of offset) (sampler.Model[State], error) {
	m, err := g.fit()
	if err != nil {
		return sampler.Model[State]{}, err
	}
	model, err := g.Model()
	if err != nil {
		return model, err
	}
	return verify.Replace(model, "beta", func(r *rand.Rand, s *State) error {
		m.predict(s)
		for k := 1; k < m.k; k++ {
			for i := range s.column {
				s.column[i] = of(s.eta[i*m.k:(i+1)*m.k], k)
			}
			if err := m.drawCategory(r, s, k, 1); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestMultinomial(t *testing.T) {
	g := threeColours()
	mutant := func(name string, of offset) verify.Mutant[State, Multinomial] {
		return verify.Mutant[State, Multinomial]{Name: name, Block: "beta",
			Model: func(data Multinomial) (sampler.Model[State], error) { return withOffset(data, of) }}
	}
	bad := func(change func(g *Multinomial)) func() error {
		return func() error {
			g := threeColours()
			change(&g)
			_, err := g.Model()
			return err
		}
	}
	modeltest.Run(t, modeltest.Case[State, Multinomial]{
		Joint: jointOfCategories(g),
		Mutants: []verify.Mutant[State, Multinomial]{
			mutant("reference left out", noReference),
			mutant("own category in the sum", ownIncluded),
			mutant("against the reference only", onlyTheFirst),
			{Name: "data ignored", Block: "beta",
				Model: func(data Multinomial) (sampler.Model[State], error) {
					m, err := data.Model()
					if err != nil {
						return m, err
					}
					return verify.Replace(m, "beta", func(r *rand.Rand, s *State) error {
						for k := range s.Beta {
							s.Beta[k] = proper.Mean[k%2] + proper.SD[k%2]*r.NormFloat64()
						}
						return nil
					})
				}},
		},
		Bad: map[string]func() error{
			"Y[2] is 3, expected the position of one of the 3 Categories": bad(func(g *Multinomial) {
				g.Y = []int{0, 1, 3, 1}
			}),
			"Y[0] is -1":                      bad(func(g *Multinomial) { g.Y = []int{-1, 1, 2, 1} }),
			"Multinomial has 1 Categories":    bad(func(g *Multinomial) { g.Categories = colours[:1] }),
			`two Categories are called "red"`: bad(func(g *Multinomial) { g.Categories = []string{"red", "red"} }),
			"Y has 3 values and X 4 rows":     bad(func(g *Multinomial) { g.Y = g.Y[:3] }),
			"no Prior.Shrink":                 bad(func(g *Multinomial) { g.Prior.Shrink = twoNames[1:] }),
			"X[0][1] is NaN":                  bad(func(g *Multinomial) { g.X = changed(g.X, 0, nan) }),
			"Prior.SD[0] is -1":               bad(func(g *Multinomial) { g.Prior.SD = []float64{-1} }),
			`no row of Y is of the category "blue"`: bad(func(g *Multinomial) {
				g.Prior, g.Y = Prior{}, []int{0, 1, 0, 1}
			}),
			"one (green), x (green), one (blue), x (blue) (separation)": bad(func(g *Multinomial) {
				g.Prior, g.Y = Prior{}, []int{0, 1, 1, 2}
			}),
			"column x of X is a sum of": bad(func(g *Multinomial) {
				g.Prior, g.X = Prior{}, [][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}}
			}),
		},
		Settings: quick,
	})
}

// Three categories and one column, by quadrature over both coefficients. Wrong offsets give other
// means.
func TestMultinomialByQuadrature(t *testing.T) {
	x, y := []float64{-1, 0.5, 1, 2, 1}, []int{0, 1, 1, 2, 0}
	g := Multinomial{Y: y, Categories: colours, Prior: Prior{Mean: []float64{0.3}, SD: []float64{0.8}}}
	for _, v := range x {
		g.X = append(g.X, []float64{v})
	}
	var mass float64
	var exact [4]float64 // means, and means of squares
	for a := -4.99; a < 6; a += 0.02 {
		for b := -4.99; b < 6; b += 0.02 {
			p := math.Exp(-((a-0.3)*(a-0.3) + (b-0.3)*(b-0.3)) / 1.28)
			for i, v := range x {
				odds := [3]float64{1, math.Exp(a * v), math.Exp(b * v)}
				p *= odds[y[i]] / (odds[0] + odds[1] + odds[2])
			}
			mass += p
			for k, f := range [4]float64{a, b, a * a, b * b} {
				exact[k] += p * f
			}
		}
	}
	for name, of := range map[string]offset{"": nil, "right": rightOffset, "own": ownIncluded,
		"reference": noReference, "first": onlyTheFirst} {
		m, err := g.Model()
		if of != nil {
			m, err = withOffset(g, of)
		}
		if err != nil {
			t.Fatal(err)
		}
		worst := 0.0
		for seed := range uint64(2) {
			tr, err := sampler.Run(t.Context(), m, sampler.Settings{Seed: 1 + seed, Draws: 5000})
			if err != nil {
				t.Fatal(err)
			}
			for k, label := range []string{"beta[green,0]", "beta[blue,0]"} {
				chains, err := tr.Chains(label)
				if err != nil {
					t.Fatal(err)
				}
				for power := range 2 {
					for _, c := range chains {
						for i, v := range c {
							c[i] = []float64{v, v * v}[power]
						}
					}
					mean, se := diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains)
					if se > 0.02 {
						t.Errorf("%s: the standard error is %.3f", name, se)
					}
					worst = max(worst, math.Abs(mean-exact[2*power+k]/mass)/se)
				}
			}
		}
		t.Logf("%q: |z| at most %.1f", name, worst)
		if right := of == nil || name == "right"; right != (worst < 4) {
			t.Errorf("%q: |z| is %.1f at most", name, worst)
		}
	}
}

// Two categories are a Logit, draw by draw.
func TestMultinomialOfTwo(t *testing.T) {
	r := sampler.Stream("two categories", 1, 0)
	two := Multinomial{Names: twoNames, Categories: []string{"no", "yes"},
		Prior: Prior{Mean: []float64{0.5, 0}, SD: []float64{math.Inf(1), 2}}}
	one := Regression{Names: twoNames, Prior: two.Prior, Family: Logit{}}
	for range 40 {
		x, y := r.NormFloat64(), r.IntN(2)
		two.X, two.Y = append(two.X, []float64{1, x}), append(two.Y, y)
		one.Y = append(one.Y, float64(y))
	}
	one.X = two.X
	a, err := two.Model()
	if err != nil {
		t.Fatal(err)
	}
	b, err := one.Model()
	if err != nil {
		t.Fatal(err)
	}
	set := sampler.Settings{Seed: 1, Chains: 2, Draws: 100}
	trA, err := sampler.Run(t.Context(), a, set)
	if err != nil {
		t.Fatal(err)
	}
	trB, err := sampler.Run(t.Context(), b, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range twoNames {
		x, errX := trA.Draws(fmt.Sprintf("beta[yes,%s]", column))
		y, errY := trB.Draws(fmt.Sprintf("beta[%s]", column))
		if errX != nil || errY != nil || !slices.Equal(x, y) {
			t.Error(column, errX, errY, "the draws differ")
		}
	}
	x, _ := trA.Draws("lp__")
	y, _ := trB.Draws("lp__")
	for i := range x {
		if !(math.Abs(x[i]-y[i]) < 1e-10) {
			t.Fatalf("draw %d: lp__ is %v, and of Logit %v", i, x[i], y[i])
		}
	}
}

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
