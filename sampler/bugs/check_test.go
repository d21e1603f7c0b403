package bugs_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/bugs"
)

func TestStartMistakes(t *testing.T) {
	m, err := bugs.Compile(`model {
for (i in 1:3) { y[i] ~ dnorm(mu[i], tau)
mu[i] ~ dnorm(0, 1) }
tau ~ dgamma(1, 1)
sigma <- 1 / sqrt(tau)
}`, bugs.Data{"y": []float64{1, 2, math.NaN()}, "z": 3})
	if err != nil {
		t.Fatal(err)
	}
	if w := m.Warnings(); len(w) != 1 || w[0].Error() != "z is in the data, and the model does not use it" {
		t.Errorf("warnings: %v", w)
	}
	for _, c := range []struct {
		start bugs.Data
		want  string
	}{
		{bugs.Data{"tauu": 1}, "bugs: Start: the model has no variable tauu. Did you mean tau?"},
		{bugs.Data{"mu[1]": 1}, "bugs: Start: mu[1] is given; give the name of the whole variable, mu"},
		{bugs.Data{"z": 1}, "bugs: Start: z is known: all its values are data, or computed from data"},
		{bugs.Data{"mu": 1}, "bugs: Start: mu has 3 numbers; given: one number"},
		{bugs.Data{"sigma": 1}, "bugs: Start: sigma cannot have an initial value, for line 5 computes it. Give initial " +
			"values to what it is " +
			"computed from"},
		{bugs.Data{"y": []float64{1, 2, 3}}, "bugs: Start: y[1] cannot have an initial value, for it is known. Write NaN " +
			"for this element"},
		{bugs.Data{"tau": -2}, "line 4, column 1: tau is -2, and dgamma gives numbers of at least 0.\n\ttau ~ dgamma(1, " +
			"1)\n\t^"},
		{bugs.Data{"mu": []float64{1, math.NaN(), 3}, "tau": 1}, ""},
		{bugs.Data{"y": []float64{math.NaN(), math.NaN(), 3}}, ""},
	} {
		got := ""
		if _, err := m.Start(c.start); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.start, got, c.want)
		}
	}
	for name, want := range map[string]string{"sgima": "bugs: Monitor: the model has no variable sgima. Did you mean " +
		"sigma?",
		"z": "bugs: Monitor: z is known: all its values are data"} {
		if _, err := m.Monitor(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRanges: a parameter that may be negative is warned of, and one that cannot be is not.
func TestRanges(t *testing.T) {
	data := bugs.Data{"z": []float64{0, 1, 1, 0, 1}, "x": []float64{1, 2, 3, 4, 5}}
	for _, c := range []struct{ model, want string }{
		{"z[i] ~ dbern(a + b * x[i])", "line 1: the probability a + b * x[i] of z[i] can be negative, " +
			"where the model is impossible. Write logit(p[i]) <- …"},
		{"z[i] ~ dbern(p[i])\n logit(p[i]) <- a + b * x[i]", ""},
		{"z[i] ~ dbern(p[i])\n p[i] <- logit(a + b * x[i])", "line 1: the probability p[i] of z[i] can be " +
			"negative, where the model is impossible. Write logit(p[i]) <- …"},
		{"z[i] ~ dpois(a + x[i])", "line 1: the mean a + x[i] of z[i] can be negative, where the model is " +
			"impossible. Write log(lambda[i]) <- …"},
		{"z[i] ~ dpois(exp(a) + b * b / x[i])", ""},
		{"z[i] ~ dpois(c + 2)", ""},
		{"z[i] ~ dpois(c - 2)", ""}, // c has limits, so it can be right
		{"z[i] ~ dnorm(0, a)", "line 1: the precision a of z[i] can be negative, where the model is " +
			"impossible. Give it a distribution of positive numbers, or cut it off with T(0,)"},
		{"z[i] ~ dnorm(a, sd = b)", "line 1: the sd b of z[i] can be negative, where the model is " +
			"impossible. Give it a distribution of positive numbers, or cut it off with T(0,)"},
		{"z[i] ~ Normal(a, d)", ""},
		{"z[i] ~ dnorm(a, (1 - (2*q - 1)*(2*q - 1))/d)", ""},
		{"z[i] ~ dbin(q, c)", "line 1: c is the size of a dbin, and its distribution gives numbers that are " +
			"not whole. Round it, or give it another distribution"},
		{"z[i] ~ dbin(q, n)", ""},
		{"z[i] ~ dnegbin(q, c)", ""}, // any positive number
	} {
		all := ""
		for name, prior := range map[string]string{"a": "dnorm(0, 1)", "b": "dnorm(0, 1)",
			"c": "dunif(1, 9)", "d": "dnorm(0, 1) T(0,)", "q": "dbeta(1, 1)", "n": "dpois(4)"} {
			all += "\n" + name + " ~ " + prior
		}
		m, err := bugs.Compile("model { for (i in 1:5) { "+c.model+" }"+all+"\nw <- mean(x) }", data)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range m.Warnings() {
			got += w.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.model, got, c.want)
		}
	}
}

// An index that is drawn and can lie outside is a mistake of the model.
func TestIndices(t *testing.T) {
	data := bugs.Data{"w": []float64{0.2, 0.3, 0.5}, "v": []float64{0.5, 0.5, 0}, "y": []float64{1, -1, 0.5}}
	for _, c := range []struct{ index, prior, want string }{
		{"z[i]", "dbern(0.5)", "z[i] can be 0: z[i] is 0 or 1, and elements of mu count from 1. Write mu[z[i] + 1]"},
		{"z[i] + 1", "dbern(0.5)", ""},
		{"2 - z[i]", "dbern(0.5)", ""},
		{"z[i] + 2", "dbern(0.5)", "z[i] + 2 can be 3, and mu has 2 elements there"},
		{"z[i]", "dcat(w[1:3])", "z[i] can be 3, because z[i] has 3 categories, and mu has 2 elements there"},
		{"z[i]", "dcat(w[])", "z[i] can be 3"},
		{"z[i]", "dcat(p[])", "z[i] can be 3"},
		{"z[i] - 1", "dcat(w[2:3])", "z[i] - 1 can be 0, because categories count from 1, and so do elements of mu"},
		{"z[i]", "dcat(w[2:3])", ""},
		{"1] + sum(v[1:z[i]]) + mu[1", "dcat(w[])", "depends on an unknown"},
		{"z[i]", "dcat(v[])", ""}, // the third has no weight
		{"z[i]", "dbin(0.5, 1) T(1,)", ""},
		{"z[i]", "dnorm(0, 1)", "z[i] is an index of mu, and dnorm gives numbers that are not whole. Draw it from dcat"},
	} {
		_, err := bugs.Compile("model { for (i in 1:3) { z[i] ~ "+c.prior+"; y[i] ~ dnorm(mu["+c.index+"], 1) }\n"+
			"p[1:3] ~ ddirch(w[])\n for (k in 1:2) { mu[k] ~ dnorm(0, 1) } }", data)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("mu[%s] with %s: %v, expected %q", c.index, c.prior, err, c.want)
		}
	}
}

// What has no start is drawn given what has one, so that no update forgets it.
func TestStartIsKept(t *testing.T) {
	m, err := bugs.Compile(`model { for (i in 1:4) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) }
	for (k in 1:2) { mu[k] ~ dnorm(0, 0.001) } }`, bugs.Data{"y": []float64{-9, -8, 8, 9}, "p": []float64{0.5, 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for seed := range uint64(20) {
		for _, starts := range []bugs.Data{{"mu": []float64{-8, 8}}, {"z": []int{1, 1, 2, 2}}, nil} {
			n := m
			if starts != nil {
				if n, err = m.Start(starts); err != nil {
					t.Fatal(err)
				}
			}
			s, err := n.Sampler().Init(rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			z, mu := n.Values(s, "z"), n.Values(s, "mu")
			found := slices.Equal(z, []float64{1, 1, 2, 2}) && math.Abs(mu[0]+8.5) < 4 && math.Abs(mu[1]-8.5) < 4
			if starts == nil && found {
				same++
			} else if starts != nil && !found {
				t.Errorf("seed %d, %v: z %v, mu %v", seed, starts, z, mu)
			}
		}
	}
	if same > 16 { // of two places, with the same density
		t.Errorf("%d of 20 chains begin there without a start", same)
	}
}

// Data that no statement is about are told, unless the right side uses them; the plan shows it.
func TestLoopsThatEndTooEarly(t *testing.T) {
	for text, want := range map[string]string{
		"for (i in 1:3) { y[i] ~ dnorm(mu, 1) }": "y has 5 elements in the data, and the model says nothing of y[4] and " +
			"those after it. Does a loop end too early?",
		"for (i in 1:5) { y[i] ~ dnorm(mu, 1) }":          "",
		"for (i in 2:5) { y[i] ~ dnorm(mu * y[i-1], 1) }": "",
		"for (i in 1:4) { y[i] ~ dnorm(mu * y[i+1], 1) }": "",
	} {
		m, err := bugs.Compile("model { "+text+"\n mu ~ dnorm(0, 1) }", bugs.Data{"y": []float64{1, 2, 3, 4, 5}})
		if err != nil {
			t.Fatal(err)
		}
		w := m.Warnings()
		if want == "" && len(w) > 0 || want != "" && (len(w) != 1 || w[0].Error() != want) {
			t.Errorf("%s: %v, expected %q", text, w, want)
		}
		if shown := m.Plan().Report().String(); want != "" && !strings.Contains(shown, want) {
			t.Error(shown)
		}
	}
}
