package bugs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/bugs"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

const level = `model { for (i in 1:5) { y[i] ~ dnorm(mu, tau) }
 mu ~ dnorm(1, 0.5)
 tau ~ dgamma(3, 2) }`

func levelModel(t *testing.T) *bugs.Model {
	t.Helper()
	m, err := bugs.Compile(level, bugs.Data{"y": []float64{1, 2, 3, 4, 5}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// An author's block is used, and tested: block invariance accepts the right one and finds the wrong one.
func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name    string
		divisor float64
		wrong   bool
	}{{"right", 1, false}, {"half the precision", 2, true}} {
		m, err := levelModel(t).Replace(func(r *rand.Rand, m *bugs.Model, s *bugs.State) {
			tau, sum := m.Values(s, "tau")[0], 0.0
			y := m.Values(s, "y")
			for _, v := range y {
				sum += v
			}
			m.Values(s, "mu")[0] = variate.NormalPrecision(r, (0.5+tau*float64(len(y)))/c.divisor,
				(0.5+tau*sum)/c.divisor)
		}, "mu")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(m.Plan().String(), "the author's own") {
			t.Error(m.Plan())
		}
		rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 1000})
		if err != nil || rep.Wrong != c.wrong {
			t.Errorf("%s: %v %v", c.name, rep, err)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ update, kind string }{{"slice", "slice"}, {"alone", "normal"},
		{"NUTS", "NUTS, 2 at once"}, {"NUTS 0.95", "NUTS, 2 at once"}} {
		m, err := levelModel(t).Choose(c.update, "mu", "tau")
		if err != nil {
			t.Fatal(err)
		}
		if m.Plan()[0].Kind != c.kind {
			t.Errorf("%s: %v", c.update, m.Plan())
		}
		rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 500})
		if err != nil || rep.Wrong {
			t.Errorf("%s: %v %v", c.update, rep, err)
		}
	}
}

// The share of accepted steps reaches the sampler.
func TestChooseTarget(t *testing.T) {
	for update, want := range map[string]float64{"NUTS": 0.8, "NUTS 0.95": 0.95} {
		m, err := levelModel(t).Choose(update, "mu", "tau")
		if err != nil {
			t.Fatal(err)
		}
		model, r := m.Sampler(), rand.New(rand.NewPCG(1, 1))
		s, err := model.Init(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := model.Blocks[0].Update(r, s); err != nil || s.NUTS[0].Target != want {
			t.Errorf("%s: the target is %v, %v", update, s.NUTS[0].Target, err)
		}
	}
}

func TestChooseRefuses(t *testing.T) {
	for _, c := range []struct{ update, name, want string }{
		{"slise", "mu", `"slise" is no update to choose: write "alone", "slice", "NUTS" or "collapsed"`},
		{"NUTS 95", "mu", `in "NUTS 95" must be a number between 0 and 1, such as 0.95`},
		{"slice", "mue", "the model has no variable mue. Did you mean mu?"},
		{"slice", "y", "y is not drawn: it is data, or computed"},
	} {
		if _, err := levelModel(t).Choose(c.update, c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.update, c.name, err)
		}
	}
	if _, err := levelModel(t).Choose("alone"); err == nil || !strings.Contains(err.Error(), "no unknowns are given") {
		t.Error(err)
	}
	m, err := bugs.Compile("model { for (i in 1:4) { y[i] ~ dpois(l[k]) }\n k ~ dcat(p[])\n for (j in 1:2) { l[j] ~ "+
		"dgamma(1, 1) } }",
		bugs.Data{"y": []int{1, 2, 3, 1}, "p": []float64{0.5, 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Choose("NUTS", "k"); err == nil || !strings.Contains(err.Error(), "NUTS cannot draw k") {
		t.Error(err)
	}
}

// What steps along the gradient, and what does not: elements between bounds, what is cut off the
// distribution of other unknowns, and what is sorted move in slices. With them, a sweep of distances
// took minutes, and ratings had a quarter of the effective draws a second.
func TestAlongTheGradient(t *testing.T) {
	y := make([]float64, 12)
	for i := range y {
		y[i] = float64(i % 3)
	}
	d := bugs.Data{"y": y, "n": len(y), "w": 1}
	for model, along := range map[string]bool{
		`y[i] ~ dpois(exp(a) + exp(b * i)) } a ~ dnorm(0, 1) b ~ dnorm(0, 1)`:                     true,
		`y[i] ~ dpois(exp(m * x[i] / s) + s) x[i] ~ dnorm(m, s) } m ~ dnorm(0, 1) s ~ dexp(1)`:    true,
		`y[i] ~ dpois(exp(x[i] / s) + s) x[i] ~ dunif(0, w) } s ~ dunif(1, 5)`:                    false,
		`y[i] ~ dpois(exp(x[i]) + i) x[i] ~ dbeta(m, m) } m ~ dexp(1)`:                            true,
		`y[i] ~ dpois(exp(x[i])) x[i] ~ dnorm(m, s) T(0, 1) } m ~ dnorm(0, 1) s ~ dexp(1)`:        false,
		`y[i] ~ dpois(exp(c[1] + i * c[2])) } for (k in 1:2) { b[k] ~ dnorm(0, 1) } c <- sort(b)`: false,
	} {
		m, err := bugs.Compile("model { for (i in 1:n) { "+model+" }", d)
		if err != nil {
			t.Fatal(model, err)
		}
		if plan := fmt.Sprint(m.Plan()); strings.Contains(plan, "NUTS") != along {
			t.Errorf("%s: along the gradient must be %v:\n%s", model, along, plan)
		}
	}
}

// Two change points are drawn together where that is cheap, and one by one among 90 years.
func TestPlanOfChangePoints(t *testing.T) {
	for n, together := range map[int]bool{8: true, 90: false} {
		y := make([]int, n)
		for i := range y {
			y[i] = i % 4
		}
		m := compiled(t, `model {
			for (t in 1:n) { y[t] ~ dpois(l[1 + step(t - k1) + step(t - k2)]); q[t] <- 1/n }
			for (j in 1:3) { l[j] ~ dgamma(1, 0.5) }
			k1 ~ dcat(q[])
			k2 ~ dcat(q[])
		}`, bugs.Data{"y": y, "n": n})
		if got := strings.Contains(m.Plan().String(), "2 at once"); got != together {
			t.Errorf("%d years:\n%v", n, m.Plan())
		}
	}
}

// Effects whose weighted sum is observed are drawn at once, however many: a hundred took a minute for
// 500 draws. A sum that is squared in too many rows is not multiplied out.
func TestSumsOfManyNormals(t *testing.T) {
	for _, c := range []struct {
		n, rows int
		joint   bool
	}{{100, 1, true}, {100, 900, true}, {100, 1100, false}, {401, 1, false}} {
		m := compiled(t, `model {
		for (i in 1:n) { y[i] ~ dnorm(th[i], 1)
		th[i] ~ dnorm(mu, ts) }
		for (k in 1:K) { tot[k] ~ dnorm(inprod(W[], th[]), 100) }
		mu ~ dnorm(0, 0.01)
		ts ~ dgamma(2, 1) }`, bugs.Data{"n": c.n, "K": c.rows, "y": make([]float64, c.n),
			"W": slices.Repeat([]float64{0.01}, c.n), "tot": make([]float64, c.rows)})
		if plan := m.Plan().String(); strings.Contains(plan, fmt.Sprintf("normal, %d at once", c.n+1)) != c.joint {
			t.Errorf("%d effects, %d sums: %v", c.n, c.rows, plan)
		}
	}
}
