package regress

import (
	"context"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// grouped is a regression of six well separated groups, and its trace.
func grouped(t *testing.T) (Regression, *sampler.Trace) {
	t.Helper()
	r := sampler.Stream("grouped", 1, 0)
	g := Regression{Names: []string{"one", "a"}, Family: Normal{}, Groups: &Groups{Vary: []string{"one"},
		Names: strings.Split("ABCDEF", "")}}
	for i := range 120 {
		a := r.NormFloat64()
		g.X, g.Y = append(g.X, []float64{1, a}), append(g.Y, 10*float64(i%6)+2*a+r.NormFloat64())
		g.Groups.Of = append(g.Groups.Of, i%6)
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 1000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return g, tr
}

func predicted(t *testing.T, g Regression, tr *sampler.Trace, row int) (mean, sd float64) {
	t.Helper()
	sets, err := g.Predict(sampler.Stream("predict", 1, 0), tr, 0)
	if err != nil {
		t.Fatal(err)
	}
	var y []float64
	for _, set := range sets {
		y = append(y, set[row])
	}
	return diag.Mean(y), diag.SD(y)
}

// Groups are found by their names. A name that the model does not have is a new group, which lies
// as far from the others as they lie from each other, and two rows of it have the same effects.
func TestPredictGroups(t *testing.T) {
	g, tr := grouped(t)
	g.X = [][]float64{{1, 0}, {1, 0}, {1, 0}}
	g.Groups = &Groups{Vary: []string{"one"}, Names: []string{"F", "B", "new"}, Of: []int{0, 1, 2}}
	for row, want := range []float64{50, 10} {
		if mean, sd := predicted(t, g, tr, row); math.Abs(mean-want) > 1 || sd > 2 {
			t.Errorf("row %d: %.1f ± %.1f, expected %v ± 1", row, mean, sd, want)
		}
	}
	between, err := tr.Draws("sd[one]")
	if err != nil {
		t.Fatal(err)
	}
	mean, sd := predicted(t, g, tr, 2)
	if want := diag.Mean(between); math.Abs(mean-25) > 5 || sd < want || sd > 2*want {
		t.Errorf("a new group: %.1f ± %.1f, expected 25 ± a little more than %.1f", mean, sd, want)
	}
	new := Regression{X: g.X[:1], Names: g.Names, Y: []float64{21}, Family: g.Family,
		Groups: &Groups{Vary: []string{"one"}, Names: []string{"new"}, Of: []int{0}}}
	log := must(new.LogLik(tr))
	means, sigmas, exact := must(tr.Draws("beta[one]")), must(tr.Draws("sigma")), 0.0
	for i, m := range means { // the effect of the new group integrated out
		exact += math.Exp(variate.NormalLogProb(21, m, math.Hypot(between[i], sigmas[i])))
	}
	density := 0.0
	for _, lp := range must(log.Total()) {
		density += math.Exp(lp)
	}
	if z := density/exact - 1; math.Abs(z) > 0.2 {
		t.Errorf("the density of a new group is %.4g, and %.4g with its effect integrated out",
			density/4000, exact/4000)
	}
	g.Groups.Of = []int{2, 2, 2}
	sets, err := g.Predict(sampler.Stream("predict", 1, 0), tr, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range sets {
		if math.Abs(y[0]-y[1]) > 10 {
			t.Fatalf("two rows of a new group differ by %.1f, where sigma is 1", y[0]-y[1])
		}
	}
}

// Groups that are counted from 1, as R counts, would make an empty group 0.
func TestGroupsFromOne(t *testing.T) {
	g := Regression{Names: []string{"one"}, Family: Normal{}, Y: []float64{1, 2, 3, 5, 8, 9},
		Groups: &Groups{Of: []int{1, 1, 2, 2, 3, 3}, Vary: []string{"one"}, Scale: []float64{1}}}
	for range g.Y {
		g.X = append(g.X, []float64{1})
	}
	if _, err := g.Model(); err == nil || !strings.Contains(err.Error(), "no row of group 0: count groups from 0") {
		t.Error(err)
	}
	g.Groups.Of = []int{0, 0, 1, 1, 2, 2}
	if _, err := g.Model(); err != nil {
		t.Error(err)
	}
}

// What is not as in the model is refused, and never read by its position.
func TestPredictRefuses(t *testing.T) {
	g, tr := grouped(t)
	for says, change := range map[string]func(g *Regression, c *Groups){
		"the columns are":            func(g *Regression, _ *Groups) { g.Names = []string{"a", "one"} },
		"the columns that vary are":  func(_ *Regression, c *Groups) { c.Vary = []string{"a"} },
		"Vary is empty":              func(_ *Regression, c *Groups) { c.Vary = nil },
		"the trace has group, and":   func(g *Regression, _ *Groups) { g.Groups = nil },
		"the trace has sigma, and":   func(g *Regression, _ *Groups) { g.Family = Logit{} },
		"to predict a new one, give": func(_ *Regression, c *Groups) { c.Of, c.Names = []int{6}, nil },
		`no parameter "class"`:       func(g *Regression, c *Groups) { g.Crossed = []Groups{{Name: "class", Of: c.Of, Vary: c.Vary}} },
	} {
		c := Groups{Vary: []string{"one"}, Names: g.Groups.Names, Of: []int{0}}
		h := g
		h.X, h.Groups = [][]float64{{1, 0}}, &c
		change(&h, &c)
		if _, err := h.Predict(sampler.Stream("predict", 1, 0), tr, 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
