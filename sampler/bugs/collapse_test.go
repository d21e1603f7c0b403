package bugs_test

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
)

// collapsing are models in which unknowns with few values choose among others, which have each
// distribution that can be integrated out.
var collapsing = []struct {
	name, text string
	data       bugs.Data
	out        []string
	update     string
}{
	{"topics", `model { for (d in 1:2) { theta[d,1:2] ~ ddirch(a[]) }
	for (k in 1:2) { phi[k,1:3] ~ ddirch(b[]) }
	for (i in 1:7) { z[i] ~ dcat(theta[doc[i],]); w[i] ~ dcat(phi[z[i],]) } }`,
		bugs.Data{"a": []float64{0.7, 0.4}, "b": []float64{0.5, 0.6, 0.3}, "doc": []int{1, 1, 1, 1, 2, 2, 2},
			"w": []int{1, 1, 2, 2, 2, 3, 3}}, []string{"theta", "phi"}, "z, theta, phi"},
	{"words of documents", `model { p ~ dbeta(2, 1)
	for (c in 1:2) { phi[c,1:3] ~ ddirch(b[]) }
	for (d in 1:5) { z[d] ~ dbern(p); n[d,1:3] ~ dmulti(phi[z[d] + 1,], 4) } }`,
		bugs.Data{"b": []float64{0.5, 0.6, 0.3}, "n": [][]int{{4, 0, 0}, {3, 1, 0}, {0, 2, 2}, {1, 1, 2}, {0, 4, 0}}},
		[]string{"p", "phi"}, "z, p, phi"},
	{"normal means", `model { pi[1:3] ~ ddirch(a[])
	for (k in 1:3) { mu[k] ~ dnorm(0, 0.2); tau[k] ~ dgamma(3, 2) }
	for (i in 1:5) { z[i] ~ dcat(pi[]); y[i] ~ dnorm(mu[z[i]], tau[z[i]]) } }`,
		bugs.Data{"a": []float64{1, 2, 3}, "y": []float64{-2, -1.5, 0.2, 1.5, 2.2}}, []string{"mu", "pi"}, "z, pi, mu"},
	{"variances", `model { for (k in 1:2) { mu[k] ~ dnorm(0, 0.2); v[k] ~ dinvgamma(3, 2) }
	for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ Normal(mu[z[i]], sqrt(v[z[i]])) } }`,
		bugs.Data{"p": []float64{0.4, 0.6}, "y": []float64{-2, -1.5, 0.2, 1.5, 2.2}}, []string{"v"}, "z, v"},
	{"rates", `model { p ~ dbeta(1, 1)
	for (k in 1:2) { l[k] ~ dgamma(2, 0.5) }
	for (i in 1:6) { z[i] ~ dbern(p); y[i] ~ dpois(l[z[i] + 1] * t[i]) } }`,
		bugs.Data{"t": []float64{1, 2, 1, 0.5, 3, 1}, "y": []int{1, 5, 7, 0, 2, 12}}, []string{"l"}, "z, l"},
	{"blocks of a network", `model { pi[1:2] ~ ddirch(a[])
	for (g in 1:2) { for (h in 1:2) { q[g,h] ~ dbeta(1, 2) } }
	for (i in 1:4) { z[i] ~ dcat(pi[]) }
	for (e in 1:8) { y[e] ~ dbern(q[z[from[e]], z[to[e]]]) } }`,
		bugs.Data{"a": []float64{1, 1}, "from": []int{1, 1, 1, 2, 2, 3, 4, 4}, "to": []int{2, 3, 4, 1, 3, 4, 1, 2},
			"y": []int{1, 0, 0, 1, 0, 1, 0, 0}}, []string{"q", "pi"}, "z, pi, q"},
	{"groups of different size", `model { for (g in 1:2) { p[g,1:L[g]] ~ ddirch(a[1:L[g]])
		for (i in 1:2) { z[g,i] ~ dcat(p[g,1:L[g]]); y[2 * g + i - 2] ~ dcat(q[z[g,i],]) } }
	q[1,1:2] ~ ddirch(b[])
	q[2,1:2] ~ ddirch(c[])
	q[3,1:2] ~ ddirch(b[]) }`, bugs.Data{"a": []float64{1, 0.5, 2}, "b": []float64{0.4, 1}, "c": []float64{2, 1},
		"L": []int{2, 3}, "y": []int{1, 2, 2, 1}}, []string{"p", "q"}, "z, p, q[1,1:2], q[2,1:2], q[3,1:2]"},
	{"a change", `model { k ~ dcat(p[])
	for (j in 1:2) { l[j] ~ dgamma(1, 0.5) }
	for (i in 1:8) { y[i] ~ dpois(l[1 + step(i - k - 0.5)]) } }`,
		bugs.Data{"p": []float64{0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125},
			"y": []int{5, 4, 6, 2, 1, 0, 1, 2}}, []string{"l"}, "k, l"},
	{"a slope that is on or off", `model { on ~ dbern(0.3); b ~ dnorm(0, 0.5); s2 ~ dinvgamma(3, 2)
	for (i in 1:5) { y[i] ~ Normal(on * b * x[i], sqrt(s2)) } }`,
		bugs.Data{"x": []float64{-2, -1, 0, 1, 2}, "y": []float64{-1, 0.3, 0.2, 0.1, 0.8}}, []string{"b"}, "on, b"},
}

// What is integrated out is drawn together with what chooses among it, and each block keeps the
// posterior.
func TestCollapsed(t *testing.T) {
	for _, c := range collapsing {
		t.Run(c.name, func(t *testing.T) {
			m := collapsed(t, c.text, c.data, c.out...)
			found := false
			for _, u := range m.Plan() {
				found = found || u.Unknowns == c.update && strings.Contains(u.Kind, "integrated out")
			}
			if !found {
				t.Errorf("the plan has no update of %s:\n%v", c.update, m.Plan())
			}
			rep, err := verify.Blocks(m.Joint(), verify.Settings{Seed: 1, Replications: 1000})
			if err != nil || rep.Wrong {
				t.Error(rep, err)
			}
		})
	}
}

func collapsed(t *testing.T, text string, data bugs.Data, out ...string) *bugs.Model {
	t.Helper()
	m, err := bugs.Compile(text, data)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Choose("collapsed", out...); err != nil {
		t.Fatal(err)
	}
	return m
}

// The topics of seven words have their exact probabilities, by enumeration of all 128 assignments,
// and not those of a prior that is a little different.
func TestCollapsedIsExact(t *testing.T) {
	c := collapsing[0]
	m, err := collapsed(t, c.text, c.data, c.out...).Monitor("z")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m.Sampler(), sampler.Settings{Chains: 4, Warmup: 100, Draws: 10_000, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	worst := func(b0 float64) (worst float64) {
		p := sharing(c.data, b0)
		k := 0
		for i := range 7 {
			for j := range i {
				var x [][]float64
				us, err := tr.Chains(name(i))
				if err != nil {
					t.Fatal(err)
				}
				vs, err := tr.Chains(name(j))
				if err != nil {
					t.Fatal(err)
				}
				for ch, u := range us {
					v := vs[ch]
					row := make([]float64, len(u))
					for s := range u {
						if u[s] == v[s] {
							row[s] = 1
						}
					}
					x = append(x, row)
				}
				mean := 0.0
				for _, row := range x {
					for _, v := range row {
						mean += v / float64(len(row)*len(x))
					}
				}
				worst = max(worst, math.Abs(mean-p[k])/diag.MCSEMean(x))
				k++
			}
		}
		return worst
	}
	if z := worst(0.5); z > 4 {
		t.Errorf("the probability that two words share a topic is %.1f standard errors off", z)
	}
	if z := worst(0.7); z < 6 {
		t.Errorf("another prior is only %.1f standard errors off", z)
	}
}

func name(i int) string { return "z[" + string(rune('1'+i)) + "]" }

// sharing are the probabilities that two words share a topic, by enumeration.
func sharing(data bugs.Data, b0 float64) []float64 {
	doc, w := data["doc"].([]int), data["w"].([]int)
	a, b := data["a"].([]float64), append([]float64{b0}, data["b"].([]float64)[1:]...)
	out, total := make([]float64, 21), 0.0
	for code := range 1 << 7 {
		var n [2][2]float64
		var v [2][3]float64
		p := 1.0
		for i := range 7 {
			k, d, x := code>>i&1, doc[i]-1, w[i]-1
			p *= (a[k] + n[d][k]) / (a[0] + a[1] + n[d][0] + n[d][1])
			p *= (b[x] + v[k][x]) / (b[0] + b[1] + b[2] + v[k][0] + v[k][1] + v[k][2])
			n[d][k]++
			v[k][x]++
		}
		total += p
		k := 0
		for i := range 7 {
			for j := range i {
				if code>>i&1 == code>>j&1 {
					out[k] += p
				}
				k++
			}
		}
	}
	for k := range out {
		out[k] /= total
	}
	return out
}

// The derivation of a collapsed draw has that of what is integrated out, and the average.
func TestCollapsedDerivation(t *testing.T) {
	for k, want := range map[int][]string{
		0: {"φ_k | … ~ Dirichlet(a*),   a*_v = #{i: z_i = k, w_i = v} + b_v",
			"P(z_i = k | …) ∝ ∫ φ[k,w_i] θ[doc_i,k] p(θ, φ | without z_i) dθ dφ", "= a_j/(Σ_v a_v)"},
		2: {"P(z_i = k | …) ∝ ∫ N(y_i | μ_k, 1/τ_k) π_k p(π, μ | without z_i) dπ dμ", "I(q, l) = √((2 π)/q) exp(l²/(2 q))", "mean l / q and variance 1 / q + s"},
		4: {"I(a, b) = Γ(a)/b^a", "draw l as above"},
	} {
		c := collapsing[k]
		d := collapsed(t, c.text, c.data, c.out...).Derivation("z")
		for _, w := range want {
			if !strings.Contains(d.String(), w) {
				t.Errorf("%s: %q is missing in\n%s", c.name, w, d)
			}
		}
	}
}

func TestCollapsedRefuses(t *testing.T) {
	mix := collapsing[2]
	for _, c := range []struct {
		text string
		data bugs.Data
		out  []string
		want string
	}{
		{mix.text, mix.data, []string{"mu", "tau"}, "mu[k] cannot be integrated out: it is in one term with tau. Collapse one of them"},
		{level, bugs.Data{"y": []float64{1, 2, 3, 4, 5}}, []string{"mu"}, "no unknown with at most 1000 values chooses among the elements of mu"},
		{strings.Replace(mix.text, "dnorm(0, 0.2)", "dnorm(0, 0.2) T(0,)", 1), mix.data, []string{"mu"}, "its distribution is cut off"},
		{`model { for (i in 1:2) { z[i] ~ dcat(p[]); y[i] ~ dcat(q[z[i],]) }
	q[1,1:2] ~ ddirch(b[])
	q[2,1] <- 0.5
	q[2,2] <- 0.5 }`, bugs.Data{"p": []float64{0.5, 0.5}, "b": []float64{1, 1}, "y": []int{1, 2}}, []string{"q"}, "given"},
		{mix.text, bugs.Data{"a": []float64{1, 2, 3}, "y": []float64{1e9, 1e9 + 1, 1e9, 1e9 + 3, 1e9}}, []string{"mu"}, "Subtract their mean"},
	} {
		m, err := bugs.Compile(c.text, c.data)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Choose("collapsed", c.out...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected %q", c.out, err, c.want)
		}
	}
}
