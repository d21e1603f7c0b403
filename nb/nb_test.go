package nb

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler"
)

// autoregression returns chains of draws with mean, sd, and autocorrelation phi^k at lag k.
func autoregression(chains, n int, phi, mean, sd float64) [][]float64 {
	out := make([][]float64, chains)
	for c := range out {
		r := sampler.Stream("nb test", 1, c)
		x := r.NormFloat64()
		for range n {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			out[c] = append(out[c], mean+sd*x)
		}
	}
	return out
}

// testTrace has draws of mu like those of the exam scores, of sigma2, which is positive, and of a
// count.
func testTrace() *sampler.Trace {
	mu := autoregression(4, 250, 0.5, 86.3, 1.5)
	sigma2, count := make([][]float64, len(mu)), make([][]float64, len(mu))
	for c := range mu {
		for _, m := range mu[c] {
			sigma2[c] = append(sigma2[c], math.Exp((m-86.3)/1.5/3+4.2))
			count[c] = append(count[c], math.Round(m-80))
		}
	}
	tr := &sampler.Trace{}
	if err := errors.Join(tr.Add("mu", mu), tr.Add("sigma2", sigma2),
		tr.Add("count", count)); err != nil {
		panic(err)
	}
	return tr
}

// slowModel takes about a millisecond a sweep.
func slowModel() sampler.Model[float64] {
	return sampler.Model[float64]{
		Data: "slow",
		Init: func(r *rand.Rand) (*float64, error) { return new(float64), nil },
		Blocks: []sampler.Block[float64]{{Name: "mu", Update: func(r *rand.Rand, s *float64) error {
			time.Sleep(time.Millisecond)
			*s = r.NormFloat64()
			return nil
		}}},
		Params: []sampler.Param[float64]{sampler.Scalar("mu",
			func(s *float64) float64 { return *s })},
	}
}

// panics runs f and checks that it panics with a sentence that contains want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		got := ""
		switch r := recover().(type) {
		case nil:
			t.Errorf("no panic, want %q", want)
			return
		case error:
			got = r.Error()
		case string:
			got = r
		}
		if !strings.Contains(got, want) {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	f()
}
