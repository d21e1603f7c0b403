package classic

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// About one stationary chain in twenty has |z| > 1.96. A drift of one standard deviation over the
// chain is visible.
func TestGewekeRejects(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	const runs = 300
	for _, drift := range []float64{0, 1} {
		rejected := 0
		for range runs {
			x := diagtest.Autoregression(r, 0.5, 2000)
			for i := range x {
				x[i] += drift * float64(i) / float64(len(x))
			}
			if g := Geweke(x, 0.1, 0.5); g.P < 0.05 {
				rejected++
			}
		}
		share := float64(rejected) / runs
		if drift == 0 && (share < 0.02 || share > 0.09) || drift == 1 && share < 0.9 {
			t.Errorf("with a drift of %v, %.3f of the chains are rejected at 5 %%", drift, share)
		}
	}
}

func TestGewekeEdges(t *testing.T) {
	x := diagtest.Autoregression(rand.New(rand.NewPCG(22, 1)), 0.5, 100)
	got := Geweke(x, 0.1, 0.5)
	if want := math.Erfc(math.Abs(got.Z) / math.Sqrt2); got.P != want || got.Warnings != nil {
		t.Errorf("%+v, want P = %v", got, want)
	}
	// Two constant parts: the difference is infinitely many standard errors.
	step := append(make([]float64, 50), make([]float64, 50)...)
	for i := range 50 {
		step[50+i] = 1
	}
	if g := Geweke(step, 0.3, 0.3); !math.IsInf(g.Z, -1) || g.P != 0 || g.Warnings != nil {
		t.Errorf("a step: %+v", g)
	}
	for name, g := range map[string]GewekeTest{
		"nil": Geweke(nil, 0.1, 0.5), "short": Geweke(x[:9], 0.1, 0.5),
		"NaN":     Geweke(append([]float64{math.NaN()}, x...), 0.1, 0.5),
		"overlap": Geweke(x, 0.6, 0.5), "no share": Geweke(x, 0, 0.5),
		"share NaN": Geweke(x, math.NaN(), 0.5), "tiny share": Geweke(x, 0.001, 0.5),
		"negative": Geweke(x, 0.1, -0.5), "constant": Geweke(make([]float64, 100), 0.1, 0.5),
	} {
		if !math.IsNaN(g.Z) || !math.IsNaN(g.P) || len(g.Warnings) != 1 {
			t.Errorf("%s: %+v", name, g)
		}
	}
}
