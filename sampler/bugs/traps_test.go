package bugs_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
)

// Trap 1: squares that are multiplied out cancel. Data or covariates that lie 10⁹ standard
// deviations from zero give the same draws, shifted, to 10⁻⁵ standard deviations.
func TestOffsets(t *testing.T) {
	const far = 1 << 30
	grid := func(n int) (x []float64) { // exact with and without the offset
		r := rand.New(rand.NewPCG(1, 2))
		for range n {
			x = append(x, math.Round(r.NormFloat64()*1024)/1024)
		}
		return x
	}
	plus := func(x []float64, c float64) (y []float64) {
		for _, v := range x {
			y = append(y, v+c)
		}
		return y
	}
	var of []int
	for i := range 120 {
		of = append(of, 1+i/2)
	}
	for _, c := range []struct {
		name, text string
		shifted    map[string]bool
		data       func(c float64) bugs.Data
	}{
		{"mean and precision", `for (i in 1:120) { y[i] ~ dnorm(mu, tau) }
			mu ~ dnorm(c, 0.01)
			tau ~ dgamma(2, 1)`, map[string]bool{"mu": true},
			func(c float64) bugs.Data { return bugs.Data{"y": plus(grid(120), c), "c": c} }},
		{"uniform sd", `for (i in 1:120) { y[i] ~ dnorm(mu, pow(sigma, -2)) }
			mu ~ dnorm(c, 0.01)
			sigma ~ dunif(0.1, 5)`, map[string]bool{"mu": true},
			func(c float64) bugs.Data { return bugs.Data{"y": plus(grid(120), c), "c": c} }},
		{"groups", `for (i in 1:120) { y[i] ~ dnorm(theta[g[i]], tau) }
			for (j in 1:60) { theta[j] ~ dnorm(mu, ta) }
			mu ~ dnorm(c, 0.01)
			ta ~ dgamma(2, 1)
			tau ~ dgamma(2, 1)`, map[string]bool{"mu": true, "theta": true},
			func(c float64) bugs.Data { return bugs.Data{"y": plus(grid(120), c), "c": c, "g": of} }},
		{"a line", `for (i in 1:120) { y[i] ~ dnorm(a + b * (x[i] - mean(x[])), tau) }
			a ~ dnorm(c, 0.01)
			b ~ dnorm(0, 0.01)
			tau ~ dgamma(2, 1)`, map[string]bool{"a": true},
			func(c float64) bugs.Data {
				x := grid(240)
				return bugs.Data{"y": plus(x[:120], c), "x": plus(x[120:], 2*c), "c": c}
			}},
		{"vectors", `for (i in 1:60) { y[i,1:2] ~ dmnorm(mu[], Omega[,]) }
			for (j in 1:2) { mu[j] ~ dnorm(c, 0.01) }
			Omega[1:2,1:2] ~ dwish(R[,], 4)`, map[string]bool{"mu": true},
			func(c float64) bugs.Data {
				x := plus(grid(120), c)
				var y [][]float64
				for i := range 60 {
					y = append(y, x[2*i:2*i+2])
				}
				return bugs.Data{"y": y, "c": c, "R": [][]float64{{1, 0}, {0, 1}}}
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var traces [2]*sampler.Trace
			for k, offset := range []float64{0, far} {
				m, err := bugs.Compile("model {\n"+c.text+"\n}", c.data(offset))
				if err != nil {
					t.Fatal(err)
				}
				traces[k], err = sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Chains: 1,
					Warmup: 50, Draws: 300, Seed: 1})
				if err != nil {
					t.Fatalf("%v\n%v", err, m.Plan())
				}
			}
			s, err := diag.Summarize(traces[0])
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range s.Rows {
				name, _, err := traces[0].Locate(row.Label)
				if err != nil {
					t.Fatal(err)
				}
				near, err1 := traces[0].Draws(row.Label)
				away, err2 := traces[1].Draws(row.Label)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if c.shifted[name] {
					away = plus(away, -far)
				}
				m1, s1 := stat.MeanStdDev(near, nil)
				m2, s2 := stat.MeanStdDev(away, nil)
				if d := max(math.Abs(m1-m2), math.Abs(s1-s2)) / s1; !(d <= 1e-5) {
					t.Errorf("%s: %.12g (%.12g), and far from zero %.12g (%.12g): %.2g sd",
						row.Label, m1, s1, m2, s2, d)
				}
			}
		})
	}
}

// Covariates that far from zero need a model that subtracts their mean.
func TestFarCovariates(t *testing.T) {
	for text, want := range map[string]string{
		"x[i]": "line 2: x[i] lies more than 100 000 standard deviations from zero, and is multiplied " +
			"by unknowns, so that digits are lost. Subtract its mean",
		"(x[i] - mean(x[]))": "",
	} {
		m, err := bugs.Compile("model { for (i in 1:3) {\ny[i] ~ dnorm(a + b * "+text+", 1) }\n"+
			"a ~ dnorm(0, 1)\nb ~ dnorm(0, 1) }", bugs.Data{"y": []float64{1, 2, 4},
			"x": []float64{1e9, 1e9 + 1, 1e9 + 2}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range m.Warnings() {
			got += w.Error()
		}
		if got != want {
			t.Errorf("%s: the warnings are %q, want %q", text, got, want)
		}
	}
}

// With one observation, the full conditional of a uniform standard deviation is a gamma between
// bounds whose shape is 0.
func TestOneObservation(t *testing.T) {
	m, err := bugs.Compile(`model { y ~ dnorm(mu, pow(sigma, -2))
	mu ~ dnorm(0, 1)
	sigma ~ dunif(0.5, 3) }`, bugs.Data{"y": 1})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 500})
	if err != nil || rep.Wrong {
		t.Errorf("%v\n%v", err, rep)
	}
}

// Between an unknown and the normal ones that are integrated out lies what is computed step by step.
func TestIntegratedThroughSteps(t *testing.T) {
	m, err := bugs.Compile(`model { w[1] <- v
	for (t in 2:12) { w[t] <- w[t-1] * 0.9 + 0.1 * v + 0.05 }
	for (t in 1:12) { x[t] ~ dnorm(0, w[t]); y[t] ~ dnorm(x[t], 4) }
	v ~ dgamma(2, 2) }`, bugs.Data{"y": make([]float64, 12)})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 500})
	if err != nil || rep.Wrong || !strings.Contains(m.Plan()[0].Why, "v by slice sampling with") {
		t.Errorf("%v\n%v\n%v", err, rep, m.Plan())
	}
}

// Trap 5: a step around the mode that never leaves a bad start.
func TestBadStarts(t *testing.T) {
	x := []float64{-2, -1, -0.5, 0, 0.5, 1, 1.5, 2}
	for _, c := range []struct {
		law string
		y   []int
	}{
		{"dpois(exp(a + b * x[i]))", []int{0, 0, 1, 1, 2, 3, 4, 9}},
		{"dpois(exp(a + b * x[i] + e[i]))", []int{0, 0, 1, 1, 2, 3, 4, 9}},
		{"dbin(ilogit(a + b * x[i]), 9)", []int{0, 1, 1, 3, 5, 5, 8, 9}},
		{"dbin(phi(a + b * x[i]), 9)", []int{0, 1, 1, 3, 5, 5, 8, 9}},
		{"dbin(icloglog(a + b * x[i]), 9)", []int{0, 1, 1, 3, 5, 5, 8, 9}},
	} {
		text := "model { for (i in 1:8) { y[i] ~ " + c.law + "\n e[i] ~ dnorm(0, 4) }\n" +
			"a ~ dnorm(0, 0.01)\n b ~ dnorm(0, 0.01) }"
		m, err := bugs.Compile(text, bugs.Data{"x": x, "y": c.y})
		if err != nil {
			t.Fatal(err)
		}
		var rows [2]map[string]diag.Row
		for k := range rows {
			if k == 1 {
				if m, err = m.Start(bugs.Data{"a": 20, "b": -15}); err != nil {
					t.Fatal(err)
				}
			}
			tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Chains: 2,
				Warmup: 100, Draws: 1000, Seed: 1})
			if err != nil {
				t.Fatalf("%s: %v", c.law, err)
			}
			s, err := diag.Summarize(tr)
			if err != nil {
				t.Fatal(err)
			}
			rows[k] = map[string]diag.Row{}
			for _, row := range s.Rows {
				rows[k][row.Label] = row
			}
		}
		for _, name := range []string{"a", "b"} {
			u, v := rows[0][name], rows[1][name]
			se := math.Hypot(u.SD/math.Sqrt(u.ESSBulk), v.SD/math.Sqrt(v.ESSBulk))
			if !(math.Abs(u.Mean-v.Mean) < 5*se) {
				t.Errorf("%s: %s has mean %.3g, and %.3g from a bad start (sd %.2g)", c.law, name, u.Mean,
					v.Mean, u.SD)
			}
		}
	}
}

// A move of effects and their standard deviation together does not make both vanish from a bad start, where the next
// precision matrix could not be factored.
func TestScaleMoveStaysNear(t *testing.T) {
	y := make([][]float64, 120)
	for i := range y {
		y[i] = []float64{1 + math.Sin(float64(i)), 1 + math.Cos(3*float64(i))}
	}
	m, err := bugs.Compile(`model { for (i in 1:120) { for (j in 1:2) { y[i,j] ~ dnorm(a[i], pow(sy, -2)) }
	 a[i] ~ dnorm(mu, pow(sa, -2)) }
	mu ~ dnorm(0, 0.01)
	sa ~ dunif(0, 100)
	sy ~ dunif(0, 100) }`, bugs.Data{"y": y})
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Start(bugs.Data{"sa": 40, "sy": 80}); err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Chains: 60, Warmup: 1, Draws: 15, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	draws, err := tr.Draws("sa")
	if err != nil {
		t.Fatal(err)
	}
	if least := slices.Min(draws); !(least > 1e-4) || !strings.Contains(m.Plan().String(), "scale move") {
		t.Errorf("sa is %g\n%v", least, m.Plan())
	}
}

// Trap 6: 0·log 0. The fifth group of beetles all died, and 0 of the first.
func TestZeroTimesLogZero(t *testing.T) {
	m, err := bugs.Compile(`model {
	for (i in 1:5) {
		r[i] ~ dbin(p[i], n[i])
		logit(p[i]) <- a + b * x[i]
		llike[i] <- r[i] * log(p[i]) + (n[i] - r[i]) * log(1 - p[i])
		saturated[i] <- r[i] * log(r[i] / n[i]) + (n[i] - r[i]) * log(1 - r[i] / n[i])
	}
	a ~ dnorm(0, 0.1)
	b ~ dnorm(0, 0.1)
	D <- 2 * (sum(saturated[]) - sum(llike[]))
	}`, bugs.Data{"r": []int{0, 2, 5, 9, 10}, "n": []int{10, 10, 10, 10, 10},
		"x": []float64{-2, -1, 0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := run(t, m, 100).Draws("D")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d {
		if !(v >= 0 && v < 100) { // the saturated model fits best
			t.Fatalf("D = %v", v)
		}
	}
}

// A probability that is one but for rounding is one: the last share of what is left (Kéry and Schaub,
// Bayesian population analysis, 10.3). One that is more than that is no probability.
func TestOneButForRounding(t *testing.T) {
	for factor, possible := range map[float64]bool{1: true, 1.000001: false} {
		m := compiled(t, `model {
			for (k in 1:5) { g[k] ~ dgamma(1, 1); b[k] <- g[k] / sum(g[]) }
			nu <- f * b[5] / (1 - sum(b[1:4]))
			for (i in 1:3) { y[i] ~ dbern(nu) }
		}`, bugs.Data{"y": []int{1, 1, 1}, "f": factor})
		s, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Draws: 500, Seed: 1})
		if possible != (err == nil) {
			t.Errorf("the probability is %g: %v, %v", factor, s, err)
		}
	}
}

// The logarithm of 1 − p keeps its digits where p is nearly one.
func TestComplements(t *testing.T) {
	for link, want := range map[string]func(eta float64) float64{
		"ilogit":   func(eta float64) float64 { return -eta - math.Log1p(math.Exp(-eta)) },
		"phi":      func(eta float64) float64 { return math.Log(math.Erfc(eta/math.Sqrt2) / 2) },
		"icloglog": func(eta float64) float64 { return -math.Exp(eta) },
	} {
		m, err := bugs.Compile("model { for (i in 1:2) { y[i] ~ dbern("+link+"(a + c[i])) }\n"+
			"a ~ dunif(-3, 3) }", bugs.Data{"y": []int{0, 0}, "c": []float64{4, 5}})
		if err != nil {
			t.Fatal(err)
		}
		_, plan, logs := m.Inside()
		s := plan.NewState()
		s.X[0] = 2.5
		plan.Recompute(s)
		if got, want := logs.Joint(s), want(6.5)+want(7.5)-math.Log(6); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("%s: %.16g, want %.16g", link, got, want)
		}
	}
}

// The inverse of a logit that is written out is one: it has the same update, and does not overflow.
func TestLogisticByHand(t *testing.T) {
	for _, p := range []string{"ilogit(eta)", "1 / (1 + exp(-eta))", "1 / (exp(-eta) + 1)", "exp(eta) / (1 + exp(eta))"} {
		m, err := bugs.Compile("model { for (i in 1:2) { y[i] ~ dbin("+strings.ReplaceAll(p, "eta", "(a + b * c[i])")+
			", 3) }\na ~ dnorm(0, 1)\nb ~ dnorm(0, 1) }", bugs.Data{"y": []int{1, 3}, "c": []float64{4, 5}})
		if err != nil {
			t.Fatal(err)
		}
		if plan := m.Plan().String(); !strings.Contains(plan, "nearly normal, 2 at once") {
			t.Errorf("%s:\n%s", p, plan)
		}
		_, plan, logs := m.Inside()
		s := plan.NewState()
		s.X[0], s.X[1] = 2, 300
		plan.Recompute(s)
		want := math.Log(3) - 2*1202 - math.Log(2*math.Pi) - 2 - 45000
		if got := logs.Joint(s); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("%s: %.16g, want %.16g", p, got, want)
		}
	}
}

// A category with two values never has the third of its neighbour.
func TestCategoriesOfDifferentLength(t *testing.T) {
	m, err := bugs.Compile(`model { for (g in 1:2) { z[g] ~ dcat(p[g,1:L[g]]); y[g] ~ dcat(q[z[g],]) }
	for (k in 1:3) { q[k,1:2] ~ ddirch(b[]) }
	for (g in 1:2) { p[g,1:3] ~ ddirch(c[]) } }`,
		bugs.Data{"b": []float64{1, 1}, "c": []float64{1, 1, 1}, "L": []int{2, 3}, "y": []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m.Sampler(), sampler.Settings{Draws: 200})
	if err != nil {
		t.Fatal(err)
	}
	// nor has a coin that is cut off the value that is not left
	cut, err := bugs.Compile(`model { z ~ dbern(p[2]) T(1,); y ~ dcat(q[z + 1,])
	p[1:2] ~ ddirch(b[])
	for (k in 1:2) { q[k,1:2] ~ ddirch(b[]) } }`, bugs.Data{"b": []float64{1, 1}, "y": 1})
	if err != nil {
		t.Fatal(err)
	}
	coin, err := sampler.Run(t.Context(), cut.Sampler(), sampler.Settings{Draws: 200})
	if err != nil {
		t.Fatal(err)
	}
	if z, err := coin.Draws("z"); err != nil || slices.Min(z) != 1 {
		t.Errorf("the cut coin is %g %v", slices.Min(z), err)
	}
	for label, most := range map[string]float64{"z[1]": 2, "z[2]": 3} {
		if z, err := tr.Draws(label); err != nil || slices.Max(z) != most {
			t.Errorf("%s: the largest value is %g, expected %g %v", label, slices.Max(z), most, err)
		}
	}
}

// Vectors of probabilities that are stated one by one, are known, or have different lengths, sum to
// one, so that they are drawn from Dirichlet distributions.
func TestVectorsOfProbabilities(t *testing.T) {
	data := bugs.Data{"b": []float64{1, 2, 3}, "L": []int{2, 3}, "y": []int{1, 2, 2, 1}}
	for text, want := range map[string]int{
		`for (i in 1:4) { z[i] ~ dcat(b[]); y[i] ~ dcat(q[z[i],1:2]) }
		q[1,1:2] ~ ddirch(b[1:2]); q[2,1:2] ~ ddirch(b[2:3]); q[3,1] <- 0.5; q[3,2] <- 0.5`: 2,
		`for (g in 1:2) { q[g,1:L[g]] ~ ddirch(b[1:L[g]]); y[g] ~ dcat(q[g,1:L[g]]) }`: 1,
		// these do not sum to one
		`for (i in 1:4) { z[i] ~ dcat(b[]); y[i] ~ dcat(q[z[i],1:2]) }
		q[1,1:2] ~ ddirch(b[1:2]); q[2,1:2] ~ ddirch(b[2:3]); q[3,1] <- 0.5; q[3,2] <- 0.4`: 0,
		`for (g in 1:2) { q[g,1:3] ~ ddirch(b[]); y[g] ~ dcat(q[g,1:2]) }`: 0,
	} {
		m, err := bugs.Compile("model { "+text+" }", data)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(m.Plan().String(), "Dirichlet"); n != want {
			t.Errorf("%d Dirichlet updates, expected %d: %s\n%s", n, want, text, m.Plan())
		}
		if rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 300}); err != nil || rep.Wrong {
			t.Error(text, rep, err)
		}
	}
}

// However the variance exp(h) is stated, the volatilities are nearly normal together: 400 of them
// took 240 times as long by NUTS.
func TestPowersOfExponentials(t *testing.T) {
	for _, d := range []string{"Normal(0, exp(h[t]/2))", "dnorm(0, exp(-h[t]))", "dnorm(0, 1/exp(h[t]))",
		"Normal(0, sqrt(exp(h[t])))", "dnorm(0, pow(exp(h[t]/2), -2))", "dnorm(0, var = exp(h[t]))"} {
		m, err := bugs.Compile("model { for (t in 1:4) { y[t] ~ "+d+" }\n h[1] ~ dnorm(mu, 1)\n"+
			"for (t in 2:4) { h[t] ~ dnorm(h[t-1], 1) }\n mu ~ dnorm(0, 1) }", bugs.Data{"y": []float64{0.1, -0.2, 2, 0.5}})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Plan()) != 1 || !strings.HasPrefix(m.Plan()[0].Kind, "nearly normal, 5") {
			t.Errorf("%s:\n%s", d, m.Plan())
		}
		if rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 300}); err != nil || rep.Wrong {
			t.Error(d, rep, err)
		}
	}
}

// Powers by a logarithm are those of math.Pow, and the same in columns, rows and printed text.
func TestPowers(t *testing.T) {
	x := []float64{-0.5, 0.5, 0.3, 2, 3, 5, 7, -1.25, 30.1, 0}
	m, err := bugs.Compile(`model { for (i in 1:10) { p[i] <- pow(g, x[i]) }
	 y ~ dnorm(pow(g, 2.5), 1)
	 g ~ dunif(0.5, 1) }`, bugs.Data{"x": x, "y": 1})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Chains: 1, Draws: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(label string) float64 {
		v, err := tr.Draws(label)
		if err != nil {
			t.Fatal(err)
		}
		return v[0]
	}
	g := draw("g")
	for i, x := range x {
		p, one := draw(fmt.Sprintf("p[%d]", i+1)), expr.Functions["^"].Two(g, x)
		if want := math.Pow(g, x); p != one || math.Abs(p-want) > 1e-15*(1+math.Abs(x))*want {
			t.Errorf("%g to the power of %g: %g in a column, %g alone, and %g by math.Pow", g, x, p, one, want)
		}
	}
}

// The logarithm of a product is the sum of logarithms only where no two factors may be negative; that of
// a square is not twice a logarithm.
func TestLogOfNegativeFactors(t *testing.T) {
	for _, mean := range []string{"log((u-1)*(v-1))", "log((u-1)/(v-1))", "log((u-1)*3*(v-1)*exp(u))", "log((u-1)^2)",
		"log((u-1)*(v-1)*(u-1)*(v-1))"} {
		m := compiled(t, "model { z ~ dnorm("+mean+", 4)\n u ~ dunif(0, 2)\n v ~ dunif(0, 2) }", bugs.Data{"z": -0.7})
		g, plan, logs := m.Inside()
		s := plan.NewState()
		want := map[string]float64{"log((u-1)*(v-1))": math.Log(0.1), "log((u-1)/(v-1))": math.Log(0.4),
			"log((u-1)*3*(v-1)*exp(u))": math.Log(0.3) + 0.8, "log((u-1)^2)": 2 * math.Log(0.2),
			"log((u-1)*(v-1)*(u-1)*(v-1))": 2 * math.Log(0.1)}[mean]
		s.X[g.Arrays["u"].Base], s.X[g.Arrays["v"].Base] = 0.8, 0.5
		plan.Recompute(s)
		want = math.Log(2/math.Sqrt(2*math.Pi)) - 2*math.Pow(-0.7-want, 2) - 2*math.Log(2)
		if got := logs.Joint(s); !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%s: %v, expected %v", mean, got, want)
		}
		for _, b := range plan.Blocks { // and the updates stay possible
			b.Run(rand.New(rand.NewPCG(1, 2)), s)
		}
		if got := logs.Joint(s); !(got > -1e8) {
			t.Errorf("%s: after a sweep %v", mean, got)
		}
	}
}
