package lda

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// smallBy are two covariates of the five documents of jointOf; the last two have the same.
var smallBy = Covariates{Names: []string{"kind", "number"},
	X:  [][]float64{{0, -1}, {1, 0.5}, {0, 1}, {1, 0}, {1, 0}},
	SD: 0.8, InterceptSD: 0.6}

// drawRows draws what belongs to Prior.By from its prior.
func (s *State) drawRows(r *rand.Rand, p Prior, set Settings) {
	s.plan = &plan{prior: p, set: set}
	s.takeRows(p)
	if c, ok := p.By.(Covariates); ok {
		if _, drawn := set.Learn.(SampleHyper); drawn {
			for j, scale := range c.sds() {
				s.sds[j] = scale * math.Abs(r.NormFloat64())
			}
		}
		for i := range s.lambda {
			mean, sd := c.prior(s, i/c.design.p, i%c.design.p)
			s.lambda[i] = mean + sd*r.NormFloat64()
		}
		c.setAlphas(s)
		s.setRows()
	}
}

// wrongCoefficients is a mutant of the block lambda.
func wrongCoefficients(
	wrong func(c Covariates, r *rand.Rand, s *State),
) func(step, *rand.Rand, *State) error {
	return func(_ step, r *rand.Rand, s *State) error {
		c := s.plan.prior.By.(Covariates)
		wrong(c, r, s)
		c.setAlphas(s)
		s.setRows()
		return nil
	}
}

// TestCovariates: what every model promises, for both samplers.
func TestCovariates(t *testing.T) {
	turns.Long(t)
	prior := smallPrior
	prior.By = smallBy
	toy, exact := covariatesToy()
	all := func(c Covariates, r *rand.Rand, s *State) {
		for k := range s.Alpha {
			c.drawCoefficients(r, s, k)
		}
	}
	mutants := []verify.Mutant[State, smallCorpus]{
		wrongBlock("another β", "z", anotherBeta),
		wrongBlock("the same α for all documents", "z", func(right step, r *rand.Rand, s *State) error {
			rows := s.rows
			s.rows = nil
			defer func() { s.rows = rows }()
			return right(r, s)
		}),
		wrongBlock("no Beta variables", "lambda", wrongCoefficients(
			func(c Covariates, r *rand.Rand, s *State) {
				c.drawAuxiliary(r, s)
				for i, n := range s.rows.n {
					s.regression.rate[i] = float64(n)
				}
				all(c, r, s)
			})),
		wrongBlock("tokens in place of tables", "lambda", wrongCoefficients(
			func(c Covariates, r *rand.Rand, s *State) {
				c.drawAuxiliary(r, s)
				clear(s.regression.tables)
				for d := range s.tokens.docs {
					for _, k := range s.topicsOfDoc(d) {
						s.regression.tables[int(k)*len(s.rows.n)+int(s.rows.of[d])] += float64(s.n[k])
						s.n[k] = 0
					}
				}
				all(c, r, s)
			})),
		wrongBlock("another prior", "lambda", wrongCoefficients(
			func(c Covariates, r *rand.Rand, s *State) {
				c.drawAuxiliary(r, s)
				s.sds[1] *= 2
				all(c, r, s)
				s.sds = c.sds()
			})),
	}
	for name, kind := range map[string]Sampler{"dense": Dense, "fast": Fast} {
		t.Run(name, func(t *testing.T) {
			set := Settings{Sampler: kind}
			right, wrong := toy, toy
			wrong.By = Covariates{Names: smallBy.Names[:1], X: [][]float64{{1}, {0}, {0}}, SD: 0.8,
				InterceptSD: 0.6}
			modeltest.Run(t, modeltest.Case[State, smallCorpus]{
				Joint: jointOf(prior, set), Mutants: mutants, Bad: badCovariates(),
				Exact: &modeltest.Exact[State]{Probabilities: exact.states, State: number,
					Model:  must(right.Model(covariatesDocs, 3, set)),
					Mutant: must(wrong.Model(covariatesDocs, 3, set))},
				Settings: verify.Settings{Seed: 1, Replications: 400, Sweeps: 1, Draws: 9, Thin: 20,
					Warmup: 60},
			})
		})
	}
}

// covariatesDocs are six tokens in three documents, of which the first two are of one kind.
var covariatesDocs = []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}, {{Word: 0, N: 1}},
	{{Word: 1, N: 1}, {Word: 2, N: 1}}}

// A covariatesExact is a posterior by enumeration of the topics and quadrature over λ.
type covariatesExact struct {
	states []float64 // probability of each assignment of topics, as numbered by number
	mean   []float64 // of λ
}

// covariatesToy is a model of covariatesDocs with three topics, and its exact posterior. The
// integral over the six coefficients has 7 Gauss–Hermite points in each.
func covariatesToy() (Prior, covariatesExact) {
	p := Prior{K: 3, Alpha: []float64{0.4, 0.8, 1.2}, Beta: 0.4,
		By: Covariates{Names: []string{"kind"}, X: [][]float64{{0}, {0}, {1}}, SD: 0.8,
			InterceptSD: 0.6}}
	e := covariatesExact{mean: make([]float64, 6)}
	// log p(w | z), and the counts of topics in each document, of each state
	type state struct {
		pw  float64
		doc [3]int // a number for the topics of each document
	}
	var states []state
	one := []float64{1, 1, 1}
	beta := func(_, _ int) float64 { return p.Beta }
	each(covariatesDocs, 3, one, beta, func(z []int, logP float64) {
		// each has p(w, z) at α = 1; what p(z) is there is divided out
		each := state{doc: [3]int{z[0]*9 + z[1]*3 + z[2], z[3], z[4]*3 + z[5]}}
		each.pw = math.Exp(logP) / sequence(one, z[:3]) / sequence(one, z[3:4]) / sequence(one, z[4:])
		states = append(states, each)
	})
	e.states = make([]float64, len(states))
	nodes, weights := hermite7()
	var i [6]int
	lambda := make([]float64, 6)
	for {
		w := 1.0
		for j := range i {
			w *= weights[i[j]]
			mean, sd := 0.0, 0.8
			if j%2 == 0 {
				mean, sd = math.Log(p.Alpha[j/2]), 0.6
			}
			lambda[j] = mean + sd*nodes[i[j]]
		}
		a, b := make([]float64, 3), make([]float64, 3)
		for k := range a {
			a[k], b[k] = math.Exp(lambda[2*k]), math.Exp(lambda[2*k]+lambda[2*k+1])
		}
		var p0 [27]float64
		var p1 [3]float64
		var p2 [9]float64
		for z := range p0 {
			p0[z] = sequence(a, []int{z / 9, z / 3 % 3, z % 3})
		}
		for z := range p1 {
			p1[z] = sequence(a, []int{z})
		}
		for z := range p2 {
			p2[z] = sequence(b, []int{z / 3, z % 3})
		}
		all := 0.0
		for n, s := range states {
			q := w * s.pw * p0[s.doc[0]] * p1[s.doc[1]] * p2[s.doc[2]]
			e.states[n] += q
			all += q
		}
		for j, l := range lambda {
			e.mean[j] += all * l
		}
		j := 0
		for ; j < 6; j++ {
			if i[j]++; i[j] < len(nodes) {
				break
			}
			i[j] = 0
		}
		if j == 6 {
			break
		}
	}
	total := sum(e.states)
	for n := range e.states {
		e.states[n] /= total
	}
	for j := range e.mean {
		e.mean[j] /= total
	}
	return p, e
}

// sequence is the probability of topics one after the other, from an urn.
func sequence(alpha []float64, z []int) float64 {
	p, n := 1.0, make([]float64, len(alpha))
	for i, k := range z {
		p *= (alpha[k] + n[k]) / (sum(alpha) + float64(i))
		n[k]++
	}
	return p
}

// hermite7 are points and weights for the expectation under N(0, 1), exact for polynomials up to
// degree 13. The points are the zeros of He₇ = x⁷ − 21x⁵ + 105x³ − 105x, and the weights
// 7!/(49 He₆(x)²).
func hermite7() (x, w []float64) {
	he := func(n int, x float64) float64 {
		a, b := 1.0, x
		for k := 1; k < n; k++ {
			a, b = b, x*b-float64(k)*a
		}
		return b
	}
	for _, guess := range []float64{-3.75, -2.37, -1.15, 0, 1.15, 2.37, 3.75} {
		for range 20 {
			guess -= he(7, guess) / (7 * he(6, guess))
		}
		x, w = append(x, guess), append(w, 5040/(49*he(6, guess)*he(6, guess)))
	}
	return x, w
}

// TestCoefficientsExact: the means of the coefficients are those of the quadrature.
func TestCoefficientsExact(t *testing.T) {
	p, exact := covariatesToy()
	m := must(p.Model(covariatesDocs, 3, Settings{}))
	tr := must(sampler.Run(t.Context(), m, sampler.Settings{Warmup: 200, Draws: 10000, Seed: 2}))
	for i, label := range must(tr.Labels("lambda")) {
		x := must(tr.Chains(label))
		got, se := diag.Mean(must(tr.Draws(label))), diag.MCSEMean(x)
		t.Logf("%s: %.4f, exact %.4f, standard error %.4f", label, got, exact.mean[i], se)
		if !(math.Abs(got-exact.mean[i]) < 4.5*se) || !(se < 0.02) {
			t.Errorf("%s: mean %.4f ± %.4f, exact %.4f", label, got, se, exact.mean[i])
		}
	}
}

func badCovariates() map[string]func() error {
	try := func(by Covariates) func() error {
		return func() error {
			_, err := Prior{K: 2, By: by}.Model(covariatesDocs, 3, Settings{})
			return err
		}
	}
	named := func(x [][]float64) func() error {
		return try(Covariates{Names: []string{"n"}, X: x})
	}
	nan := math.NaN()
	return map[string]func() error{
		"X has 2 rows, and there are 3": try(Covariates{}.Number("n", []float64{1, 2})),
		`no value of "n"`:               try(Covariates{}.Number("n", []float64{1, nan, 2})),
		`document 1 has no value of "year≥1982"`: try(Covariates{}.Steps("year",
			[]float64{1981, nan, 1982})),
		"fewer than there are different values": try(
			Covariates{}.Smooth("year", []float64{1, 1, 2}, 2)),
		`document 2 has no value of "party=R"`: try(Covariates{}.Factor("party",
			[]string{"D", "R", ""})),
		`"n" is 1 in all documents`: named([][]float64{{1}, {1}, {1}}),
		"two or more different":     try(Covariates{}.Factor("party", []string{"D", "D", "D"})),
		"has no step":               try(Covariates{}.Steps("year", []float64{1981, 1981, 1981})),
		`"b" is a sum of multiples`: try(Covariates{Names: []string{"a", "b"},
			X: [][]float64{{1, 3}, {2, 5}, {4, 9}}}),
		`"n" of document 1 is +Inf`: named([][]float64{{1}, {math.Inf(1)}, {1}}),
		"X[1] has 2 numbers":        named([][]float64{{1}, {1, 2}, {1}}),
		"there are no columns":      try(Covariates{X: [][]float64{nil, nil, nil}}),
		`two columns are called "n"`: try(Covariates{Names: []string{"n", "n"},
			X: [][]float64{{1, 3}, {2, 5}, {4, 9}}}),
		"SD is -1": try(Covariates{Names: []string{"n"}, X: [][]float64{{1}, {2}, {1}},
			SD: -1}),
		`"n" has 2 values, and the columns`: try(
			Covariates{}.Number("m", []float64{1, 2, 3}).Number("n", []float64{1, 2})),
		"PartiallyCollapsed does not know Prior.By": func() error {
			p, _ := covariatesToy()
			_, err := p.Model(covariatesDocs, 3, Settings{Sampler: PartiallyCollapsed})
			return err
		},
		"Prior.By gives each its own": func() error {
			p, _ := covariatesToy()
			_, err := p.Model(covariatesDocs, 3, Settings{Learn: HDP{}})
			return err
		},
	}
}
