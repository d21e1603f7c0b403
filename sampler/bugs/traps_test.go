package bugs_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// Trap 1: squares that are multiplied out cancel. Data or covariates that lie 10⁹ standard
// deviations from zero give the same draws, shifted, to a millionth of a standard deviation.
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
		of = append(of, 1+i/4)
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
			for (j in 1:30) { theta[j] ~ dnorm(mu, ta) }
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
				if d := max(math.Abs(m1-m2), math.Abs(s1-s2)) / s1; !(d <= 1e-6) {
					t.Errorf("%s: %.12g (%.12g), and far from zero %.12g (%.12g): %.2g standard deviations", row.Label, m1, s1, m2, s2, d)
				}
			}
		})
	}
}
