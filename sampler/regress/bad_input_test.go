package regress

import (
	"context"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// Bad data and priors that all families share give a sentence. Those of the parts are in the tests
// of the parts.
func TestBadInput(t *testing.T) {
	right := Regression{X: twoColumns, Names: twoNames, Y: []float64{1, 2, 2, 4}}
	if _, err := right.Model(); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(g *Regression){
		"row 1 of X has 1 numbers and row 0 has 2": func(g *Regression) {
			g.X = [][]float64{{1, 2}, {1}, {1, 3}, {1, 4}}
		},
		"a row of no numbers":   func(g *Regression) { g.X = [][]float64{{}, {}, {}, {}} },
		"1 Names and 2 columns": func(g *Regression) { g.Names = []string{"x"} },
		`Names: parameter "beta" has wrong Coords: in Coords[0], the name "x" appears twice`: func(g *Regression) {
			g.Names = []string{"x", "x"}
		},
		"or its mean if that is large": func(g *Regression) {
			g.X = [][]float64{{1, 1e8}, {1, 1e8 + 1}, {1, 1e8 + 3}, {1, 1e8 - 2}}
		},
		"Y has 3 values and X 4 rows":   func(g *Regression) { g.Y = g.Y[:3] },
		"X[2][1] is NaN":                func(g *Regression) { g.X = changed(g.X, 2, nan) },
		"X[0][1] is +Inf":               func(g *Regression) { g.X = changed(g.X, 0, math.Inf(1)) },
		"Y[1] is NaN":                   func(g *Regression) { g.Y = []float64{1, nan, 2, 4} },
		"Y[3] is -Inf":                  func(g *Regression) { g.Y = []float64{1, 2, 2, math.Inf(-1)} },
		"Family is a *regress.Student":  func(g *Regression) { g.Family = &Student{DF: 4} },
		"Normal has Scale -1":           func(g *Regression) { g.Family = Normal{Scale: -1} },
		"1 Mean":                        func(g *Regression) { g.Prior.Mean = []float64{1} },
		"3 SD":                          func(g *Regression) { g.Prior.SD = []float64{1, 2, 3} },
		"Prior.Mean[1] is NaN":          func(g *Regression) { g.Prior.Mean = []float64{1, nan} },
		"Prior.SD[1] is 0":              func(g *Regression) { g.Prior.SD = []float64{1, 0} },
		"fit all 2 values of y exactly": func(g *Regression) { g.X, g.Y = g.X[:2], g.Y[:2] },
		"column x of X is a sum of": func(g *Regression) {
			g.X = [][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}}
		},
		"column one of X is a sum of": func(g *Regression) {
			g.X = [][]float64{{0, 2}, {0, 1}, {0, 2}, {0, 2}}
		},
		"fit all 3 values of y exactly": func(g *Regression) { threeOfThree(g) },
	} {
		g := right
		change(&g)
		if _, err := g.Model(); err == nil || !strings.HasPrefix(err.Error(), "regress: ") ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("expected an error that says %q, got %v", says, err)
		}
	}
}

// changed is X with another number in a row of the second column.
func changed(x [][]float64, i int, v float64) (c [][]float64) {
	for k, row := range x {
		c = append(c, []float64{row[0], row[1]})
		if k == i {
			c[k][1] = v
		}
	}
	return c
}

// threeOfThree leaves nothing to determine sigma.
func threeOfThree(g *Regression) {
	g.Names, g.X = nil, [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	g.Y = g.Y[:3]
}

// Predictions use the coefficients of each group, the trials, and the values that were missing.
func TestPredict(t *testing.T) {
	g := Regression{
		X:     [][]float64{{1, -1}, {1, 0}, {1, nan}, {1, 1}, {1, 2}, {1, 0.5}, {1, -2}, {1, nan}},
		Names: twoNames, Y: []float64{1, 4, 9, 8, 3, nan, 0, 5}, Prior: proper,
		Family: Logit{Trials: []float64{10, 10, 10, 10, 10, 10, 10, 10}},
		Groups: &Groups{Of: []int{0, 0, 0, 0, 1, 1, 1, 1}, Vary: []string{"one", "x"},
			Scale: []float64{1}},
		Missing: &Missing{SD: 1, Scale: 1},
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	y, err := g.Predict(sampler.Stream("predict", 1, 0), tr, 0)
	if err != nil {
		t.Fatal(err)
	}
	draws := func(label string) []float64 {
		x, err := tr.Draws(label)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for i, x := range map[int][]float64{1: nil, 5: nil, 7: draws("x_missing[x of row 7]")} {
		k := string("00001111"[i])
		a, b := draws("group["+k+",one]"), draws("group["+k+",x]")
		sum, want := 0.0, 0.0
		for s := range y {
			v := g.X[i][1]
			if x != nil {
				v = x[s]
			}
			sum, want = sum+y[s][i], want+10/(1+math.Exp(-a[s]-b[s]*v))
		}
		n := float64(len(y)) // the error of each binomial draw is at most √(10/4)
		if z := (sum - want) / math.Sqrt(10*n/4); math.Abs(z) > 4.5 {
			t.Errorf("row %d: mean %.3f, expected %.3f, z = %.1f", i, sum/n, want/n, z)
		}
	}
	for says, change := range map[string]func(g *Regression){
		"the columns are": func(g *Regression) {
			g.X, g.Names = [][]float64{{1}}, []string{"x"}
			g.Groups, g.Family = nil, Probit{}
		},
		"Groups.Of[0] is 2": func(g *Regression) {
			g.Groups = &Groups{Of: []int{2, 0, 0, 0, 1, 1, 1, 1}, Vary: twoNames}
		},
		"2 numbers":              func(g *Regression) { g.Groups = &Groups{Of: []int{0, 1}, Vary: twoNames} },
		"the missing values are": func(g *Regression) { g.X = changed(g.X, 0, nan) },
		"sigma":                  func(g *Regression) { g.Family = Normal{} },
		"Trials":                 func(g *Regression) { g.Family = Logit{Trials: []float64{1}} },
	} {
		c := g
		change(&c)
		if _, err := c.Predict(sampler.Stream("predict", 1, 0), tr, 10); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("expected an error that says %q, got %v", says, err)
		}
	}
}
