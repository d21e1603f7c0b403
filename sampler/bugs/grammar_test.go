package bugs_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/verify"
)

// A grammar writes random models: numbers drawn from constants, vectors drawn from these, and
// observations drawn from both, with missing values. All priors are proper and have no long tails.
type grammar struct {
	r                 *rand.Rand
	lines             []string
	data              bugs.Data
	rows, groups      int
	reals, pos, probs []string // numbers
	realsJ, posJ, prJ []string // vectors, with an element for each group
	realsI, posI, prI []string // what there is one of in each row
	index             []string // into vectors, in rows
	simplex           string
	observed          int
}

// newModel writes the model of a seed.
func newModel(seed uint64) (text string, data bugs.Data) {
	g := &grammar{r: rand.New(rand.NewPCG(seed, 7)), data: bugs.Data{}, index: []string{"g[i]"}}
	g.rows, g.groups = 3+g.r.IntN(4), 2+g.r.IntN(2)
	var x []float64
	var of []int
	for range g.rows {
		x, of = append(x, float64(g.r.IntN(9)-4)/2), append(of, 1+g.r.IntN(g.groups))
	}
	g.data["x"], g.data["g"], g.data["n"] = x, of, g.rows
	g.top()
	g.middle()
	g.latent()
	for range 2 + g.r.IntN(2) {
		g.observe()
	}
	g.r.Shuffle(len(g.lines), func(i, j int) { g.lines[i], g.lines[j] = g.lines[j], g.lines[i] })
	return "model {\n" + strings.Join(g.lines, "\n") + "\n}", g.data
}

func (g *grammar) add(format string, a ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, a...))
}

func (g *grammar) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *grammar) chance(p float64) bool { return g.r.Float64() < p }

// top draws numbers from constants.
func (g *grammar) top() {
	for k := range 1 + g.r.IntN(3) {
		name := fmt.Sprint("a", k)
		g.add("%s ~ %s", name, g.pick("dnorm(1, 2)", "dnorm(0, sd = 0.7)", "dunif(-1, 2)", "ddexp(0, 2)",
			"dlogis(0.5, 3)", "dt(0, 2, 5)", "dnorm(0, 1) T(-1, )", "Normal(0, 1)", "dnorm(-1, 1)"))
		g.reals = append(g.reals, name)
	}
	for k := range 1 + g.r.IntN(2) {
		name := fmt.Sprint("s", k)
		g.add("%s ~ %s", name, g.pick("dgamma(4, 3)", "dlnorm(0, 4)", "dunif(0.3, 2)", "dinvgamma(5, 4)",
			"dweib(3, 1)", "dgamma(5, 4) T(0.2, 3)", "dchisqr(6)", "dgen.gamma(3, 2, 1.5)", "dpar(6, 0.7)"))
		g.pos = append(g.pos, name)
	}
	if g.chance(0.5) {
		g.add("q ~ %s", g.pick("dbeta(2, 3)", "dunif(0, 1)", "dunif(0.1, 0.8)", "Beta(3, 2)"))
		g.probs = append(g.probs, "q")
	}
}

// middle draws vectors from numbers.
func (g *grammar) middle() {
	if g.chance(0.7) {
		g.add("for (j in 1:%d) { b[j] ~ %s }", g.groups, g.pick(
			fmt.Sprintf("dnorm(%s, %s)", g.real(""), g.positive("")),
			fmt.Sprintf("dnorm(0, sd = %s)", g.positive("")),
			fmt.Sprintf("dt(%s, %s, 6)", g.real(""), g.positive("")),
			fmt.Sprintf("dunif(%s - 1, %[1]s + 1)", g.pick(g.reals...)),
			fmt.Sprintf("dlogis(%s, 2)", g.real(""))))
		g.realsJ = append(g.realsJ, "b")
	} else if g.chance(0.4) && g.groups == 2 {
		g.data["P"], g.data["R"] = [][]float64{{1, 0.2}, {0.2, 1}}, [][]float64{{2, 0.3}, {0.3, 1}}
		g.data["zero"] = []float64{0, 0}
		g.add("b[1:2] ~ dmnorm(zero[], %s)", g.pick("P[,]", "Omega[,]"))
		if strings.Contains(g.lines[len(g.lines)-1], "Omega") {
			g.add("Omega[1:2,1:2] ~ dwish(R[,], 5)")
		}
		g.realsJ = append(g.realsJ, "b")
	}
	if g.chance(0.4) {
		g.add("for (j in 1:%d) { w[j] ~ %s }", g.groups, g.pick(
			fmt.Sprintf("dgamma(3 + %s, 3)", g.positive("")),
			fmt.Sprintf("dgamma(4, 1 + %s)", g.positive("")),
			fmt.Sprintf("dlnorm(%s / 2, 3)", g.pick(g.reals...)),
			fmt.Sprintf("dunif(0.2, 0.5 + %s)", g.pick(g.pos...))))
		g.posJ = append(g.posJ, "w")
	}
	if g.chance(0.3) {
		g.add("for (j in 1:%d) { h[j] ~ dbeta(1 + %s, 2) }", g.groups, g.pick(g.pos...))
		g.prJ = append(g.prJ, "h")
	}
}

// latent draws classes and effects of rows, and computes predictors.
func (g *grammar) latent() {
	if g.chance(0.4) {
		g.data["one"] = []float64{1, 2, 1.5}[:g.groups]
		g.simplex = g.pick("one[]", "pi[]")
		if g.simplex == "pi[]" {
			g.add("pi[1:%d] ~ ddirch(one[])", g.groups)
		}
		if g.chance(0.7) {
			g.add("for (i in 1:n) { z[i] ~ dcat(%s) }", g.simplex)
			g.index = append(g.index, "z[i]")
		}
	}
	switch g.r.IntN(8) {
	case 0:
		g.add("for (i in 1:n) { e[i] ~ dnorm(0, %s) }", g.positive(""))
		g.realsI = append(g.realsI, "e[i]")
	case 1:
		g.add("e[1] ~ dnorm(0, 1)\nfor (i in 2:n) { e[i] ~ dnorm(%s * e[i-1], 2) }",
			g.pick("0.5", g.pick(g.reals...)))
		g.realsI = append(g.realsI, "e[i]")
	case 2:
		g.add("for (i in 1:n) { k[i] ~ dbin(%s, 3) }", g.probability(""))
		g.realsI, g.posI = append(g.realsI, "k[i]"), append(g.posI, "(k[i] + 0.5)")
	case 3:
		g.add("for (i in 1:n) { eta[i] <- %s }", g.real("i"))
		g.realsI = append(g.realsI, "eta[i]")
	case 4:
		g.add("for (i in 1:n) { %s(pr[i]) <- %s }", g.pick("logit", "probit", "cloglog"), g.real("i"))
		g.prI = append(g.prI, "pr[i]")
	case 5: // too deep to be written out: computed step by step
		g.add("v[1] <- %s\nfor (i in 2:8) { v[i] <- 0.5 * v[i-1] + 0.3 * %s }", g.positive(""),
			g.positive(""))
		g.posI = append(g.posI, "v[i + 2]")
		if g.chance(0.6) {
			g.add("for (i in 1:n) { e[i] ~ dnorm(0, v[i + 2]) }")
			g.realsI = append(g.realsI, "e[i]")
		}
	case 6:
		g.add("d[1] <- %s\nfor (i in 2:8) { d[i] <- 0.6 * d[i-1] + %s }", g.real(""), g.real(""))
		g.realsI = append(g.realsI, "d[i + 2]")
	}
}

// with is all that a place may use: numbers, and in rows (in is i) elements of vectors.
func (g *grammar) with(in string, numbers, vectors, rows []string) string {
	all := append([]string(nil), numbers...)
	if in == "i" {
		for _, v := range vectors {
			for range 3 {
				all = append(all, v+"["+g.pick(g.index...)+"]")
			}
		}
		all = append(append(all, rows...), rows...)
	}
	if len(all) == 0 {
		return "0.4"
	}
	return g.pick(all...)
}

func (g *grammar) real(in string) string {
	a := func() string { return g.with(in, g.reals, g.realsJ, g.realsI) }
	s := func() string { return g.with(in, g.pos, g.posJ, g.posI) }
	switch {
	case g.chance(0.4):
		return a()
	case in == "i" && g.chance(0.4):
		return g.pick(a()+" + "+a()+" * x[i]", a()+" * (x[i] - mean(x[]))",
			"ifelse(x[i] > 0, "+a()+", "+a()+")",
			a()+" + "+a()+" * "+s(), a()+" - "+s()+" * pow(0.5, "+s()+")")
	case len(g.realsJ) > 0 && g.chance(0.15):
		return a() + " - " + g.pick("mean", "max") + "(b[])"
	}
	return g.pick(a(), a(), a()+" + "+a(), a()+" * "+a(), "2 * "+a()+" - 1", "log("+s()+")", "-"+a(),
		"max("+a()+", "+a()+")", a()+" / "+s(), "abs("+a()+")", "(step("+a()+") + 1)")
}

func (g *grammar) positive(in string) string {
	s := func() string { return g.with(in, g.pos, g.posJ, g.posI) }
	a := g.with(in, g.reals, g.realsJ, g.realsI)
	return g.pick(s(), s(), s(), s(), s(), s(), s()+" * "+s(), "exp("+a+" / 2)", "1 / "+s(),
		"pow("+s()+", -2)",
		"("+s()+" + 0.5)",
		"sqrt("+s()+")", "pow("+s()+", 2) / "+s(), "(1 + pow("+a+", 2))", "min("+s()+", "+s()+")")
}

func (g *grammar) probability(in string) string {
	p := g.with(in, g.probs, g.prJ, g.prI)
	a := g.with(in, g.reals, g.realsJ, g.realsI)
	return g.pick(p, p, "ilogit("+g.real(in)+")", "phi("+a+")", "icloglog("+a+")", "(1 - "+p+")",
		p+" * "+p,
		"exp(-"+g.with(in, g.pos, g.posJ, g.posI)+")")
}

// observe draws observations, some of them missing.
func (g *grammar) observe() {
	g.observed++
	y := fmt.Sprint("y", g.observed)
	a, s, p := g.real("i"), g.positive("i"), g.probability("i")
	law := g.pick("dnorm(A, S)", "dnorm(A, S)", "dnorm(A, sd = S)", "dnorm(A, S) T(-2, )", "dpois(S)",
		"dpois(exp(A))", "dbern(P)", "dbin(P, 3)", "dgamma(S + 0.5, 2)", "dgamma(2, S)", "dexp(S)",
		"dlnorm(A, S)", "dweib(2, S)",
		"dt(A, S, 5)", "ddexp(A, S)", "dlogis(A, S)", "dbeta(S + 0.5, 2)", "dnegbin(0.1 + 0.8 * P, 3)",
		"dunif(A, A + S)", "dnorm(A, 2) T(A - S, A + 1)", "dpar(3, S)", "dcat(Q)", "dbetabin(S, 2, 4)",
		"dgamma(2, S) T(0.1, 9)")
	if law == "dcat(Q)" {
		if law = "dcat(" + g.simplex + ")"; g.simplex == "" {
			law = "dbern(P)"
		}
	}
	if g.chance(0.5) { // as in textbooks
		a, s = g.with("i", g.reals, g.realsJ, g.realsI), g.with("i", g.pos, g.posJ, g.posI)
		p = g.with("i", g.probs, g.prJ, g.prI)
		law = g.pick("dnorm(A, S)", "dnorm(A, S)", "dnorm(A + 0.5 * x[i], S)", "dpois(S)", "dbern(P)",
			"dgamma(2, S)", "dexp(S)", "dbin(ilogit(A), 3)", "dpois(exp(A))", "dlnorm(A, S)", "dbin(P, 3)")
	}
	if g.rows%2 == 0 && strings.HasPrefix(law, "dbin(") { // a name in place of a number
		law, g.data["size"] = strings.Replace(law, ", 3)", ", size)", 1), 3
	}
	law = strings.NewReplacer("A", "("+a+")", "S", s, "P", p).Replace(law)
	g.add("for (i in 1:n) { %s[i] ~ %s }", y, law)
	discrete := strings.ContainsAny(law[1:2], "bpnc") && !strings.HasPrefix(law, "dnorm") &&
		!strings.HasPrefix(law, "dpar") && !strings.HasPrefix(law, "dbeta(")
	values := make([]float64, g.rows)
	for i := range values { // any value of the support: verify draws its own
		switch values[i] = 0.5; {
		case i > 0 && g.chance(0.2):
			values[i] = nan
		case discrete:
			values[i] = 1
		}
	}
	g.data[y] = values
}

var (
	fromSeed = flag.Uint64("grammar", 0, "first seed of the random models")
	howMany  = flag.Uint64("models", 40, "how many random models")
)

// Random models leave their joint distributions unchanged, block by block. In a long run each data
// set is compiled, for a third of the models.
func TestRandomModels(t *testing.T) {
	set, number := verify.Settings{Seed: 1, Replications: 500}, *howMany
	if testing.Short() {
		set.Replications, number = 200, 10
	}
	for seed := *fromSeed; seed < *fromSeed+number; seed++ {
		if !testing.Short() && *fromSeed == 0 && !turns.Of(fmt.Sprint(seed), 3) {
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			text, data := newModel(seed)
			m, err := bugs.Compile(text, data)
			if err != nil {
				t.Fatalf("%v\n%s\n%v", err, text, data)
			}
			j := m.Compiled()
			if testing.Short() {
				j = m.Joint()
			}
			rep, err := verify.Blocks(j, set)
			if err != nil {
				t.Fatalf("%v\n%s\n%v\n%v", err, text, data, m.Plan())
			}
			if rep.Wrong {
				t.Errorf("%v\n%s\n%v\n%v", rep, text, data, m.Plan())
			}
		})
	}
}
