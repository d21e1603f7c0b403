package regress

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// noise has n rows of an intercept and p−1 columns of noise, and a y.
func noise(seed uint64, n, p int) Regression {
	r := sampler.Stream("regress proper", seed, 0)
	g := Regression{}
	for range n {
		row := []float64{1}
		for range p - 1 {
			row = append(row, r.NormFloat64())
		}
		g.X, g.Y = append(g.X, row), append(g.Y, r.NormFloat64())
	}
	for j := range p {
		g.Names = append(g.Names, strings.Repeat("z", j/26)+string(rune('a'+j%26)))
	}
	return g
}

// each puts this many rows into each group, and lets the first q columns vary.
func each(g Regression, rows, q int) Regression {
	g.Groups = &Groups{Vary: g.Names[:q]}
	for i := range g.X {
		g.Groups.Of = append(g.Groups.Of, i/rows)
	}
	return g
}

// with changes a regression.
func with(g Regression, change func(g *Regression)) Regression {
	change(&g)
	return g
}

// gaps deletes x of column 1 from row n on.
func gaps(g Regression, n int) Regression {
	g.Missing = &Missing{}
	for i := n; i < len(g.X); i++ {
		g.X[i][1+i%(len(g.X[i])-1)] = math.NaN()
	}
	return g
}

const (
	reaches = "can fit all"
	exactly = "fits all values of y exactly"
	apart   = "separation"
)

// A posterior that does not exist is refused with a sentence, and one that nearly does not is
// accepted.
func TestProper(t *testing.T) {
	sd1 := func(g *Regression) { g.Prior.SD = []float64{1} }
	scale := func(g *Regression) { g.Family = Normal{Scale: 1} }
	student := func(g *Regression) { g.Family = Student{DF: 4} }
	line := func(g *Regression) {
		for i, row := range g.X {
			g.Y[i] = 3 - 0.1*row[1]
		}
	}
	constant := func(y float64) func(g *Regression) {
		return func(g *Regression) {
			for i := range g.Y {
				g.Y[i] = y
			}
		}
	}
	times := func(c, shift float64) func(g *Regression) {
		return func(g *Regression) {
			for i := range g.Y {
				g.Y[i] = c*g.Y[i] + shift
			}
		}
	}
	pair := func(g *Regression) { g.Groups.Of[1] = 0 }
	nudged := func(g *Regression) { g.Y[7] += 1e-8 }
	missing := func(g *Regression) {
		g.Missing = &Missing{}
		for i := range g.Y[4:] {
			g.Y[4+i] = math.NaN()
		}
	}
	dof := func(df, scale float64) func(g *Regression) {
		return func(g *Regression) { g.Family = Student{DF: df, Scale: scale} }
	}
	equal := func(k int) func(g *Regression) {
		return func(g *Regression) { copy(g.Y, make([]float64, k)) }
	}
	cells := func(g *Regression) { // 10 of 20 rows have the first y of their cell
		for i := range g.X {
			if g.X[i][1] = float64(i % 2); i < 10 {
				g.Y[i] = g.Y[i%2]
			}
		}
	}
	groups := func(g *Regression) { // the same, as effects of two groups
		g.Groups = &Groups{Vary: g.Names, Scale: []float64{1}}
		for i := range g.X {
			if g.Groups.Of = append(g.Groups.Of, i%2); i < 10 {
				g.Y[i] = g.Y[i%2]
			}
		}
	}
	logit := func(g *Regression) { g.Family, g.Y = Logit{}, anyResponse(len(g.Y)) }
	shoe := func(p int) func(g *Regression) {
		return func(g *Regression) { g.Prior.Shrink = g.Names[1:p] }
	}
	for name, c := range map[string]struct {
		g    Regression
		want string // "" is a proper posterior
	}{
		"two rows a group, two columns":   {each(noise(1, 60, 2), 2, 2), reaches},
		"two rows a group, intercept":     {each(noise(1, 60, 2), 2, 1), ""},
		"three rows a group, two columns": {each(noise(1, 60, 2), 3, 2), ""},
		"a group a row":                   {each(noise(1, 40, 1), 1, 1), reaches},
		"a group a row, Student":          {with(each(noise(1, 40, 1), 1, 1), student), reaches},
		"a group a row, Scale":            {with(each(noise(1, 40, 1), 1, 1), scale), ""},
		"one group of two rows":           {with(each(noise(1, 40, 1), 1, 1), pair), ""},
		"4 complete rows, 4 columns":      {gaps(noise(1, 20, 4), 4), reaches},
		"5 complete rows, 4 columns":      {gaps(noise(1, 20, 4), 5), ""},
		"horseshoe, n 20, p 30":           {with(noise(1, 20, 30), shoe(30)), reaches},
		"horseshoe, n 20, p 20":           {with(noise(1, 20, 20), shoe(20)), reaches},
		"horseshoe, n 21, p 20":           {with(noise(1, 21, 20), shoe(20)), ""},
		"horseshoe, n 20, p 30, Scale":    {with(with(noise(1, 20, 30), shoe(30)), scale), ""},
		"SD 1, n 30, p 40":                {with(noise(1, 30, 40), sd1), reaches},
		"SD 1, n = p":                     {with(noise(1, 30, 30), sd1), reaches},
		"SD 1, n = p, Student":            {with(with(noise(1, 30, 30), sd1), student), reaches},
		"SD 1, n 31, p 30":                {with(noise(1, 31, 30), sd1), ""},
		"SD 1, n 5, p 8, Scale":           {with(with(noise(1, 5, 8), sd1), scale), ""},
		"flat, n = p":                     {noise(1, 3, 3), reaches},
		"flat, n 4, p 3":                  {noise(1, 4, 3), ""},
		"a line":                          {with(noise(1, 20, 2), line), exactly},
		"a line, Scale":                   {with(with(noise(1, 20, 2), line), scale), exactly},
		"nearly a line":                   {with(with(noise(1, 20, 2), line), nudged), ""},
		"y constant":                      {with(noise(1, 20, 2), constant(7)), exactly},
		"y 0, Student":                    {with(with(noise(1, 20, 2), constant(0)), student), exactly},
		"y times 1e150":                   {with(noise(1, 20, 2), times(1e150, 0)), ""},
		"y times 1e-150":                  {with(noise(1, 20, 2), times(1e-150, 0)), ""},
		"y plus 1e9":                      {with(noise(1, 20, 2), times(1, 1e9)), ""},
		// s equal values of n, one column: DF must be above (s-1)/(n-s), or (s-2)/(n-s) with a Scale.
		"10 of 20 equal, DF 0.9":      {with(with(noise(1, 20, 1), equal(10)), dof(0.9, 0)), "above 0.9:"},
		"10 of 20 equal, DF 0.91":     {with(with(noise(1, 20, 1), equal(10)), dof(0.91, 0)), ""},
		"10 of 20 equal, Scale":       {with(with(noise(1, 20, 1), equal(10)), dof(0.81, 1)), ""},
		"10 of 20 equal, Scale, 0.8":  {with(with(noise(1, 20, 1), equal(10)), dof(0.8, 1)), "above 0.8:"},
		"10 of 20 equal, DF drawn":    {with(with(noise(1, 20, 1), equal(10)), dof(0, 0)), ""},
		"11 of 20 equal, DF drawn":    {with(with(noise(1, 20, 1), equal(11)), dof(0, 0)), "11 of 20"},
		"11 of 20 equal, 2 columns":   {with(with(noise(1, 20, 2), equal(11)), dof(1, 0)), "above 1:"},
		"10 of 20 in two cells":       {with(with(noise(1, 20, 2), cells), dof(0.8, 0)), "above 0.8:"},
		"10 of 20 in two groups":      {with(with(noise(1, 20, 1), groups), dof(0.8, 0)), "above 0.8:"},
		"11 of 20 equal, normal":      {with(noise(1, 20, 1), equal(11)), ""},
		"missing y count for nothing": {with(noise(1, 20, 4), missing), reaches},
		"SD 1, n 30, p 40, logit":     {with(with(noise(1, 30, 40), sd1), logit), ""},
	} {
		_, err := c.g.Model()
		if c.want == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Separation is found in random designs, complete and not, and nowhere else. The wanted answer
// follows from how y is made.
func TestSeparation(t *testing.T) {
	check := func(seed uint64, what string, g Regression, want string) {
		t.Helper()
		_, err := g.Model()
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("seed %d, %s: %v, want %q", seed, what, err, want)
		}
	}
	for seed := range uint64(30) {
		r := sampler.Stream("separation", seed, 0)
		n, p := 40+r.IntN(100), 2+r.IntN(4)
		for what, family := range map[string]Family{"probit": Probit{}, "logit": Logit{}} {
			g := noise(seed, n, p)
			g.Family = family
			eta := make([]float64, n)
			truth := make([]float64, p)
			for j := range truth {
				truth[j] = 3 * r.NormFloat64()
			}
			for i, row := range g.X {
				eta[i] = dot(row, truth)
			}
			set := func(above func(i int) bool) {
				for i := range g.Y {
					if g.Y[i] = 0; above(i) {
						g.Y[i] = 1
					}
				}
			}
			set(func(i int) bool { return eta[i] > 0 })
			check(seed, what+", all on their sides", g, apart)
			// The rows on the boundary have both values.
			on := func(i int) bool { return i < 2*p+10 }
			last := p - 1
			for i, row := range g.X {
				if on(i) {
					row[last] = 0
				} else {
					row[last] = math.Abs(row[last]) * float64(2*r.IntN(2)-1)
				}
			}
			both := anyResponse(n)
			set(func(i int) bool {
				if on(i) {
					return both[i] == 1
				}
				return g.X[i][last] > 0
			})
			for i := 0; on(i); i += 2 {
				copy(g.X[i+1], g.X[i])
			}
			check(seed, what+", quasi-complete", g,
				"coefficients of "+g.Names[last]+" (separation)")
			// One row among its opposites ends it, however far out the others are.
			for i := range g.X {
				if !on(i) && g.X[i][last] > 0 {
					g.X[i][last] = 1e-3
					g.Y[i] = 0
					break
				}
			}
			check(seed, what+", one exception", g, "")
		}
		g := noise(seed, n, p)
		for i := range g.X {
			g.X[i][1] = 0
			if i%7 == 0 {
				g.X[i][1] = 1
			}
			if g.Y[i] = float64(r.IntN(4)); i%7 == 0 {
				g.Y[i] = 0
			}
		}
		g.Family = NegativeBinomial{}
		check(seed, "a group of zeros", g, "coefficients of b (separation)")
		g.Y[7] = 1
		check(seed, "no group of zeros", g, "")
		for i := range g.Y {
			g.Y[i] = 0
		}
		check(seed, "all counts 0", g, apart)
		g.Family = Logit{}
		check(seed, "all 0", g, apart)
		g.Prior.SD = []float64{2.5}
		check(seed, "all 0, proper prior", g, "")
	}
	out := noise(1, 50, 2) // a row far out
	out.X[3][1], out.Y = 1e6, anyResponse(50)
	out.Family = Logit{}
	check(1, "a row far out", out, "")
}
