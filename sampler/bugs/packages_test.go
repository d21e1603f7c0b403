package bugs_test

import (
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/corpus"
	ldamodel "gibbslab/sampler/lda"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/naivebayes"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/regress"
	"gibbslab/sampler/variate"
)

// statementOf is the model in the documentation of a package, and the lines of its documentation.
func statementOf(t *testing.T, pkg string) (model string, lines []string) {
	t.Helper()
	return statementIn(t, pkg+"/*.go", parser.PackageClauseOnly)
}

// statementIn is the first model in a comment of these files.
func statementIn(t *testing.T, pattern string, mode parser.Mode) (model string, lines []string) {
	t.Helper()
	files, err := filepath.Glob("../" + pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, src, mode|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range f.Comments {
			text := comment.Text()
			if _, after, ok := strings.Cut(text, "\tmodel {\n"); ok {
				inside, _, _ := strings.Cut(after, "\n\t}\n")
				return "model {\n" + inside + "\n}", strings.Split(text, "\n")
			}
		}
	}
	t.Fatalf("the documentation of %s states no model", pattern)
	return "", nil
}

// A pair is a model of a package and its statement. unknowns says where the statement is when the
// package is in a state, and the difference of the two log densities there, if they are densities of
// different variables or if one of them has variables integrated out.
type pair[S any] struct {
	model    sampler.Model[S]
	text     string
	data     bugs.Data
	unknowns func(r *rand.Rand, s *S) (values bugs.Data, difference float64)
}

// same holds that both have the same log joint density, up to a constant, along a chain of the
// package.
func same[S any](t *testing.T, p pair[S]) {
	t.Helper()
	m, err := bugs.Compile(p.text, p.data)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.text)
	}
	g, plan, logs := m.Inside()
	r, first, n := rand.New(rand.NewPCG(1, 2)), math.NaN(), 0
	for s, err := range p.model.Sweeps(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		values, difference := p.unknowns(r, s)
		at := plan.NewState()
		for name, v := range values {
			a := g.Arrays[name]
			if a == nil || !a.State {
				t.Fatalf("the statement has no unknown %s", name)
			}
			copy(at.X[a.Base:a.Base+a.Size()], v.([]float64))
		}
		plan.Recompute(at)
		d := p.model.LogJoint(s) + difference - logs.Joint(at)
		if math.IsNaN(first) {
			first = d
		}
		if !(math.Abs(d-first) < 1e-8*(1+math.Abs(logs.Joint(at)))) {
			t.Fatalf("sweep %d: the log joint densities differ by %.9g, and by %.9g in the first sweep", n, d, first)
		}
		if n++; n == 50 {
			return
		}
	}
}

func ok[T any](t *testing.T, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNormalAsStated(t *testing.T) {
	y := datasets.ExamScores()
	m, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(y)
	text, _ := statementOf(t, "normal")
	same(t, pair[normal.State]{ok(t, m, err), text,
		bugs.Data{"y": y, "n": len(y), "nu": 80, "tau2": 16, "alpha": 3, "beta": 50},
		func(_ *rand.Rand, s *normal.State) (bugs.Data, float64) {
			return bugs.Data{"mu": []float64{s.Mu}, "sigma2": []float64{s.Sigma2}}, 0
		}})
}

func TestNaiveBayesAsStated(t *testing.T) {
	docs := []corpus.Doc{{{Word: 0, N: 3}, {Word: 2, N: 1}}, {{Word: 1, N: 3}},
		{{Word: 1, N: 2}, {Word: 2, N: 1}}, {{Word: 0, N: 2}}}
	counts := [][]float64{{3, 0, 1}, {0, 3, 0}, {0, 2, 1}, {2, 0, 0}}
	gammaPi, gammaTheta := []float64{1, 2}, []float64{1, 1, 2}
	m, err := naivebayes.Prior{GammaPi: gammaPi, GammaTheta: gammaTheta}.Explicit(
		naivebayes.Data{Docs: docs, V: 3, Labels: []int{0, 1, -1, -1}})
	text, _ := statementOf(t, "naivebayes")
	same(t, pair[naivebayes.State]{ok(t, m, err), text,
		bugs.Data{"W": counts, "n": []int{4, 3, 3, 2}, "N": 4, "K": 2, "V": 3, "L": []float64{1, 2, nan, nan},
			"gamma.pi": gammaPi, "gamma.theta": gammaTheta},
		func(_ *rand.Rand, s *naivebayes.State) (bugs.Data, float64) {
			v := bugs.Data{"L": plusOne(s.Labels), "pi": exps(s.LogPi)}
			var theta []float64
			for _, row := range s.LogTheta {
				theta = append(theta, exps(row)...)
			}
			v["theta"] = theta
			return v, 0
		}})
}

// The package integrates weights, means and variances out. Their density given the labels is the
// difference, at any values.
func TestMixtureAsStated(t *testing.T) {
	x, p := datasets.Galaxies(), mixture.Normal{Mean: 20, Kappa: 0.1, Shape: 2, Scale: 2}
	family, err := p.Family(x, nil)
	m, err := mixture.Explicit(mixture.Finite{K: 3, Gamma: []float64{1, 2, 3}}, ok(t, family, err))
	text, _ := statementOf(t, "mixture")
	same(t, pair[mixture.State]{ok(t, m, err), text,
		bugs.Data{"x": x, "N": len(x), "K": 3, "gamma": []float64{1, 2, 3}, "Mean": p.Mean, "Kappa": p.Kappa,
			"Shape": p.Shape, "Scale": p.Scale},
		func(r *rand.Rand, s *mixture.State) (bugs.Data, float64) {
			pi, mu, sigma2 := make([]float64, 3), make([]float64, 3), make([]float64, 3)
			concentrations, density := []float64{1, 2, 3}, 0.0
			for k := range 3 {
				n, mean, ss := 0.0, 0.0, 0.0
				for i, z := range s.Labels {
					if z == k {
						n++
						mean += (x[i] - mean) / n
					}
				}
				for i, z := range s.Labels {
					if z == k {
						ss += (x[i] - mean) * (x[i] - mean)
					}
				}
				at, kappa := (p.Kappa*p.Mean+n*mean)/(p.Kappa+n), p.Kappa+n
				shape := p.Shape + n/2
				scale := p.Scale + ss/2 + p.Kappa*n*(mean-p.Mean)*(mean-p.Mean)/(2*kappa)
				mu[k], sigma2[k] = variate.NormalInvGamma(r, at, kappa, shape, scale)
				density += variate.NormalInvGammaLogProb(mu[k], sigma2[k], at, kappa, shape, scale)
				concentrations[k] += n
			}
			variate.Dirichlet(r, concentrations, pi)
			return bugs.Data{"z": plusOne(s.Labels), "pi": pi, "mu": mu, "sigma2": sigma2},
				density + variate.DirichletLogProb(pi, concentrations)
		}})
}

// The package integrates the shares and the words of the topics out.
func TestLDAAsStated(t *testing.T) {
	docs := []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}, {{Word: 1, N: 2}, {Word: 2, N: 1}}, {{Word: 0, N: 3}}}
	w := [][]float64{{1, 1, 2}, {2, 2, 3}, {1, 1, 1}}
	const alpha, beta, topics, words = 0.5, 0.3, 2, 3
	m, err := ldamodel.Prior{K: topics, Alpha: []float64{alpha}, Beta: beta}.Model(docs, words,
		ldamodel.Settings{Sampler: ldamodel.Dense})
	text, _ := statementOf(t, "lda")
	same(t, pair[ldamodel.State]{ok(t, m, err), text,
		bugs.Data{"w": w, "n": []int{3, 3, 3}, "D": 3, "K": topics, "V": words,
			"alpha": []float64{alpha, alpha}, "beta": beta},
		func(r *rand.Rand, s *ldamodel.State) (bugs.Data, float64) {
			var z, theta, phi []float64
			density, byTopic := 0.0, make([][]float64, topics)
			for k := range byTopic {
				byTopic[k] = []float64{beta, beta, beta}
			}
			for d, row := range s.Assignments() {
				byDoc := []float64{alpha, alpha}
				for i, k := range row {
					z = append(z, float64(k)+1)
					byDoc[k]++
					byTopic[k][int(w[d][i])-1]++
				}
				p := make([]float64, topics)
				variate.Dirichlet(r, byDoc, p)
				theta, density = append(theta, p...), density+variate.DirichletLogProb(p, byDoc)
			}
			for _, c := range byTopic {
				p := make([]float64, words)
				variate.Dirichlet(r, c, p)
				phi, density = append(phi, p...), density+variate.DirichletLogProb(p, c)
			}
			return bugs.Data{"z": z, "theta": theta, "phi": phi}, density
		}})
}

func TestRegressAsStated(t *testing.T) {
	x := [][]float64{{1, -1}, {1, 0.5}, {1, 2}, {1, 0.3}, {1, -0.4}, {1, 1.1}}
	y, counts := []float64{0.3, 1.2, 2.9, 1.4, -0.1, 2}, []float64{0, 1, 2, 1, 0, 2}
	yes, trials := []float64{0, 1, 1, 0, 0, 1}, []float64{2, 3, 2, 1, 2, 4}
	stated, lines := statementOf(t, "regress")
	for _, c := range []struct {
		name   string
		family regress.Family
		y      []float64
	}{
		{"Normal", regress.Normal{Scale: 2}, y}, {"Student", regress.Student{Scale: 2}, y}, {"Probit", regress.Probit{}, yes},
		{"Logit", regress.Logit{Trials: trials}, counts}, {"NegativeBinomial", regress.NegativeBinomial{}, counts},
		{"Poisson", regress.Poisson{}, counts},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := stated
			for _, line := range lines { // Student  y[i] ~ …  df ~ …
				own := regexp.MustCompile(`  +`).Split(strings.TrimSpace(line), -1)
				if own[0] != c.name || len(own) == 1 {
					continue
				}
				text = strings.Replace(stated, "y[i] ~ Normal(eta[i], sigma)", own[1], 1)
				if !strings.Contains(own[1], "sigma") {
					text = strings.Replace(text, "sigma ~ HalfCauchy(Scale)\n", "\n", 1)
				}
				text = strings.TrimSuffix(text, "}") + strings.Join(own[2:], "\n") + "\n}"
			}
			if (c.name != "Normal") == (text == stated) {
				t.Fatalf("the documentation does not state %s", c.name)
			}
			m, err := regress.Regression{X: x, Y: c.y, Family: c.family, Prior: regress.Prior{SD: []float64{2.5}}}.Model()
			same(t, pair[regress.State]{ok(t, m, err), text,
				bugs.Data{"X": x, "y": c.y, "N": 6, "J": 2, "SD": 2.5, "Scale": 2, "trials": trials},
				func(_ *rand.Rand, s *regress.State) (bugs.Data, float64) {
					v := bugs.Data{"beta": s.Beta}
					switch c.name {
					case "Student":
						v["sigma"], v["df"] = []float64{s.Sigma}, []float64{s.DF}
					case "Normal":
						v["sigma"] = []float64{s.Sigma}
					case "NegativeBinomial":
						v["size"] = []float64{s.Size}
					}
					return v, 0
				}})
		})
	}
}

func TestMultinomialAsStated(t *testing.T) {
	x := [][]float64{{1, -1}, {1, 0.5}, {1, 2}, {1, 0.3}, {1, -0.4}, {1, 1.1}}
	y := []int{0, 1, 2, 1, 0, 2}
	m, err := regress.Multinomial{X: x, Y: y, Categories: []string{"red", "green", "blue"},
		Prior: regress.Prior{SD: []float64{2.5}}}.Model()
	text, _ := statementIn(t, "regress/multinomial.go", 0)
	same(t, pair[regress.State]{ok(t, m, err), text,
		bugs.Data{"X": x, "y": []int{1, 2, 3, 2, 1, 3}, "N": 6, "K": 3, "J": 2, "SD": 2.5},
		func(_ *rand.Rand, s *regress.State) (bugs.Data, float64) {
			return bugs.Data{"beta": s.Beta}, 0
		}})
}

// With groups, the package has the density of the variance of an effect, and the statement that of
// its standard deviation: dΣ = 2 sd dsd.
func TestRegressWithGroupsAsStated(t *testing.T) {
	x, of := make([][]float64, 8), []int{0, 0, 1, 1, 2, 2, 3, 3}
	y := []float64{1, 2, 2, 4, 0, 1, 3, 3}
	for i := range x {
		x[i] = []float64{1}
	}
	m, err := regress.Regression{X: x, Names: []string{"intercept"}, Y: y, Family: regress.Normal{Scale: 2},
		Prior:  regress.Prior{SD: []float64{5}},
		Groups: &regress.Groups{Of: of, Vary: []string{"intercept"}, Scale: []float64{3}}}.Model()
	text := `model {
	   for (i in 1:N) { y[i] ~ Normal(beta + b[g[i] + 1], sigma) }
	   for (k in 1:4) { b[k] ~ Normal(0, sd) }
	   beta  ~ Normal(0, 5)
	   sd    ~ dt(0, 1/(3*3), 2) T(0,)
	   sigma ~ HalfCauchy(2)
	}`
	same(t, pair[regress.State]{ok(t, m, err), text, bugs.Data{"y": y, "g": of, "N": 8},
		func(_ *rand.Rand, s *regress.State) (bugs.Data, float64) {
			sd := s.Factor[0]
			return bugs.Data{"beta": s.Beta, "b": s.Effects, "sd": []float64{sd},
				"sigma": []float64{s.Sigma}}, math.Log(2 * sd)
		}})
}

// Poisson with an offset and two factors.
func TestPoissonWithGroupsAsStated(t *testing.T) {
	x, of, at := make([][]float64, 8), []int{0, 0, 1, 1, 2, 2, 3, 3}, []int{0, 1, 0, 1, 1, 0, 1, 0}
	y, offset := []float64{1, 2, 2, 4, 0, 1, 3, 3}, []float64{0, 1, 0.5, 2, -1, 0, 0, 1}
	for i := range x {
		x[i] = []float64{1}
	}
	m, err := regress.Regression{X: x, Names: []string{"intercept"}, Y: y, Family: regress.Poisson{},
		Offset: offset, Prior: regress.Prior{SD: []float64{5}},
		Groups:  &regress.Groups{Of: of, Vary: []string{"intercept"}, Scale: []float64{3}},
		Crossed: []regress.Groups{{Name: "at", Of: at, Vary: []string{"intercept"}, Scale: []float64{2}}}}.Model()
	text := `model {
	   for (i in 1:N) { y[i] ~ dpois(exp(offset[i] + beta + b[g[i] + 1] + c[at[i] + 1])) }
	   for (k in 1:4) { b[k] ~ Normal(0, sd) }
	   for (k in 1:2) { c[k] ~ Normal(0, sd.c) }
	   beta ~ Normal(0, 5)
	   sd   ~ dt(0, 1/(3*3), 2) T(0,)
	   sd.c ~ dt(0, 1/(2*2), 2) T(0,)
	}`
	same(t, pair[regress.State]{ok(t, m, err), text,
		bugs.Data{"y": y, "g": of, "at": at, "offset": offset, "N": 8},
		func(_ *rand.Rand, s *regress.State) (bugs.Data, float64) {
			return bugs.Data{"beta": s.Beta, "b": s.Effects[:4], "c": s.Effects[4:], "sd": s.Factor[:1],
				"sd.c": s.Factor[1:]}, math.Log(s.Factor[0] * s.Factor[1])
		}})
}

func plusOne(labels []int) []float64 {
	out := make([]float64, len(labels))
	for i, l := range labels {
		out[i] = float64(l) + 1
	}
	return out
}

func exps(log []float64) []float64 {
	out := make([]float64, len(log))
	for i, l := range log {
		out[i] = math.Exp(l)
	}
	return out
}
