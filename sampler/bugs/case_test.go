package bugs_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// exams is the model of the exam scores.
const exams = `model {
	for (i in 1:N) { y[i] ~ dnorm(mu, tau) }
	mu ~ dnorm(80, 1/16)
	tau ~ dgamma(3, 50)
	sigma2 <- 1/tau
}`

func run(t *testing.T, m *bugs.Model, draws int) *sampler.Trace {
	t.Helper()
	tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Draws: draws, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Notebook 19 shows the same report in the short form.
func TestCase(t *testing.T) {
	turns.Long(t)
	y := datasets.ExamScores()
	m, err := bugs.Compile(exams, bugs.Data{"y": y, "N": len(y)})
	if err != nil {
		t.Fatal(err)
	}
	tr := run(t, m, 1000)
	review, err := criticism.Check(m.Case(tr))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range review.Sections {
		if !s.Checked || s.Wrong {
			t.Errorf("%s: checked %v, wrong %v: %s", s.Name, s.Checked, s.Wrong, s.Finding)
		}
	}
	l, err := m.LogLikelihood(tr, "y")
	if err != nil || l.Len() != len(y) {
		t.Fatalf("LogLikelihood: %v", err)
	}
	if _, err := m.LogLikelihood(tr, "mu"); err == nil {
		t.Error("mu was taken for an observation")
	}
}

// The priors of the BUGS manual are too wide to draw from: the questions that need draws stay open.
func TestCaseOfWidePriors(t *testing.T) {
	for text, why := range map[string]string{
		"y[i] ~ dnorm(mu, tau) }\n mu ~ dnorm(0, 1.0E-6)\n tau ~ dgamma(0.001, 0.001)": "no finite numbers",
		"y[i] ~ dpois(exp(mu)) }\n mu ~ dnorm(0, 0.005)":                               "lost in rounding",
	} {
		m := compiled(t, "model { for (i in 1:3) { "+text+" }", bugs.Data{"y": []float64{1, 2, 4}})
		review, err := criticism.Check(m.Case(run(t, m, 1000)))
		if err != nil {
			t.Fatal(err)
		}
		open := review.Open()
		for _, s := range review.Sections {
			told := strings.Contains(s.Finding, "too wide") && strings.Contains(s.Finding, why)
			if told != slices.Contains([]string{"sampler", "sensitivity"}, s.Name) {
				t.Errorf("%s: %s", s.Name, s.Finding)
			}
		}
		if !slices.Contains(open, "sampler") || !slices.Contains(open, "sensitivity") || slices.Contains(open, "chains") {
			t.Error(open)
		}
	}
}

// A prior that makes the data at hand impossible now and then, such as by a Poisson mean of zero, is
// not too wide.
func TestCaseOfExtraZeros(t *testing.T) {
	m, err := bugs.Compile(`model { for (i in 1:4) { y[i] ~ dpois(lambda * w[i])
	w[i] ~ dbern(psi) }
	psi ~ dbeta(1, 1)
	lambda ~ dgamma(2, 1) }`, bugs.Data{"y": []int{0, 3, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if c := m.Case(run(t, m, 100)); c.NoJoint != "" || c.Joint.Prior == nil {
		t.Error(c.NoJoint)
	}
}

// The evidence of a normal mean with known precision has a closed form.
func TestEvidence(t *testing.T) {
	y := []float64{1, 2, 4}
	m, err := bugs.Compile(`model { for (i in 1:3) { y[i] ~ dnorm(mu, 2) }
	mu ~ dnorm(1, 0.5) }`, bugs.Data{"y": y})
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Evidence(run(t, m, 4000), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	want, mean, precision := 0.0, 1.0, 0.5 // one after the other: y[i] given those before
	for _, v := range y {
		s2 := 1/precision + 0.5
		want -= (v-mean)*(v-mean)/(2*s2) + math.Log(2*math.Pi*s2)/2
		mean, precision = (mean*precision+2*v)/(precision+2), precision+2
	}
	if d := got.Log - want; math.Abs(d) > 0.02 {
		t.Errorf("log p(y) = %v, want %v", got.Log, want)
	}
}

// A review looks along the indexes, and along the data that have an element for each of them.
func TestCaseAlong(t *testing.T) {
	const rows, columns = 30, 5
	r := sampler.Stream("rats", 1, 0)
	x, y, curve := []float64{-2, -1, 0, 1, 2}, [][]float64{}, [][]float64{}
	for i := range rows {
		y, curve = append(y, nil), append(curve, nil)
		effect := 2 * r.NormFloat64()
		for _, x := range x {
			z := 3 + effect + x + r.NormFloat64()
			y[i], curve[i] = append(y[i], z), append(curve[i], z+x*x)
		}
	}
	const model = `model {
		for (i in 1:N) {
			for (j in 1:T) { Y[i,j] ~ dnorm(a[i] + b*x[j], tau) }
			a[i] ~ dnorm(mu, 1/sd^2)
		}
		mu ~ dnorm(0, 0.01); b ~ dnorm(0, 0.01); tau ~ dgamma(1, 1); sd ~ dunif(0, 10)
	}`
	for _, c := range []struct {
		model, about string
		y            [][]float64
	}{
		{model, "", y},
		{model, "misfit along index 2 of Y, x", curve},
		{strings.NewReplacer("a[i] ~ dnorm(mu, 1/sd^2)", "", "a[i]", "mu").Replace(model),
			"misfit along index 1 of Y", y},
	} {
		m, err := bugs.Compile(c.model, bugs.Data{"Y": c.y, "x": x, "N": rows, "T": columns})
		if err != nil {
			t.Fatal(err)
		}
		review := m.Case(run(t, m, 500))
		review.LogLik, review.NoJoint = nil, "Only the fit is asked for."
		review.Joint.Prior = nil
		found, err := criticism.Check(review)
		if err != nil {
			t.Fatal(err)
		}
		if fit := found.Sections[2]; fit.Wrong != (c.about != "") || fit.Wrong &&
			!strings.Contains(c.about, strings.TrimPrefix(fit.About, "misfit along ")) {
			t.Errorf("%s %s", fit.About, fit.Finding)
		}
	}
}

// Where draws from the prior lead to what no sampler can work with, the sampler is not tested, and
// the report says why.
func TestCaseOfImpossibleDraws(t *testing.T) {
	x := []float64{-1, 0, 1, 2, 1}
	for _, c := range []struct{ model, want string }{
		{"for (i in 1:5) { y[i] ~ dbeta(m[i] * phi, (1 - m[i]) * phi)\n logit(m[i]) <- b * x[i] }\n" +
			"b ~ dnorm(0, 0.001)\n phi ~ dgamma(2, 2)", "an impossible parameter"},
		{"for (t in 3:60) { z[t] ~ dnorm(f * z[t-1] + g * z[t-2], 1) }\nz[1] ~ dnorm(0, 1)\n" +
			"z[2] ~ dnorm(0, 1)\n f ~ dnorm(0, 1)\n g ~ dnorm(0, 1)", "ten billion times"},
		{"for (i in 1:5) { y[i] ~ dnorm(b * x[i], 1) }\n b ~ dnorm(0, 0.001)", ""},
	} {
		z := make([]float64, 60)
		m, err := bugs.Compile("model {"+c.model+"}", bugs.Data{"x": x, "y": []float64{.5, .2, .8, .4, .6},
			"z": z})
		if err != nil {
			t.Fatal(err)
		}
		got := m.Case(run(t, m, 20)).NoJoint
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.model, got, c.want)
		}
	}
}

// Distances are given where an animal was seen. Data sets of the model have those of all animals, so
// the given ones are not held against them: the model is right.
func TestCaseOfSeenDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var y, x []float64
	for range 150 {
		d := 100 * r.Float64()
		seen := float64(variate.Binomial(r, 1, math.Exp(-d*d/(2*25*25))))
		if seen == 0 {
			d = math.NaN()
		}
		y, x = append(y, seen), append(x, d)
	}
	m := compiled(t, `model {
		sigma ~ dunif(5, 100)
		for (i in 1:150) {
			x[i] ~ dunif(0, 100)
			y[i] ~ dbern(exp(-x[i] * x[i] / (2 * sigma * sigma)))
		}
	}`, bugs.Data{"y": y, "x": x})
	c := m.Case(run(t, m, 500))
	c.Joint = verify.Joint[bugs.State, bugs.Observed]{}
	rev, err := criticism.Check(c)
	if err != nil || rev.Sections[2].Wrong {
		t.Errorf("%v\n%v", rev, err)
	}
}

// Where the loop over columns is the outer one, observations have the order of the data all the same.
func TestCaseByColumns(t *testing.T) {
	y := [][]float64{{1, 2, 9}, {0, 3, 8}, {1, 2, 7}, {2, 1, 8}}
	var points [2][]criticism.Point
	for k, loops := range []string{"for (i in 1:4) { for (j in 1:3)", "for (j in 1:3) { for (i in 1:4)"} {
		m := compiled(t, "model { "+loops+` { y[i,j] ~ dnorm(m[j], 1) } }
			for (j in 1:3) { m[j] ~ dnorm(0, 0.1) } }`, bugs.Data{"y": y})
		tr := run(t, m, 4000)
		c := m.Case(tr)
		c.Joint = verify.Joint[bugs.State, bugs.Observed]{}
		rev, err := criticism.Check(c)
		if err != nil || rev.Sections[2].Wrong {
			t.Errorf("%s: %v\n%v", loops, rev, err)
		}
		elpd, err := m.LOO(context.Background(), tr, sampler.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		points[k] = elpd.Points
	}
	for i, p := range points[0] {
		if math.Abs(p.Elpd-points[1][i].Elpd) > 0.05 {
			t.Errorf("observation %d: %v by rows, %v by columns", i, p, points[1][i])
		}
	}
}

// The zeros trick makes no data: what needs data stays open, and what has draws alone is answered.
func TestCaseOfZerosTrick(t *testing.T) {
	m := compiled(t, `model {
		for (i in 1:4) {
			zeros[i] ~ dpois(phi[i])
			phi[i] <- 20 + pow(y[i] - mu, 2) / 2
		}
		mu ~ dnorm(0, 0.1)
	}`, bugs.Data{"y": []float64{1, 2, 1, 3}, "zeros": []int{0, 0, 0, 0}})
	rev, err := criticism.Check(m.Case(run(t, m, 500)))
	if err != nil || rev.Sections[0].Checked || rev.Sections[2].Checked || !rev.Sections[1].Checked ||
		!strings.Contains(rev.String(), "zeros trick") {
		t.Errorf("%v\n%v", rev, err)
	}
}
