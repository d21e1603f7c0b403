package tempering

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

func coin(heads, tails float64) sampler.Model[float64] {
	return sampler.Model[float64]{
		Init: func(r *rand.Rand) (*float64, error) { x := r.Float64(); return &x, nil },
		Blocks: []sampler.Block[float64]{sampler.Update("theta", func(r *rand.Rand, s *float64) {
			*s = variate.Beta(r, 1+heads, 1+tails)
		})},
		Params:   []sampler.Param[float64]{sampler.Scalar("theta", func(s *float64) float64 { return *s })},
		LogJoint: func(s *float64) float64 { return heads*math.Log(*s) + tails*math.Log1p(-*s) },
	}
}

// On each rung the law is Beta(1 + 7β, 1 + 3β), with a known mean of the log likelihood. Ladders
// whose neighbours exchange more often than they may, or draw with another power than they say,
// differ.
func TestLawOfEachRung(t *testing.T) {
	m, err := Model(coin(0, 0), coin(7, 3), 4)
	if err != nil {
		t.Fatal(err)
	}
	always := m
	always.Blocks = []sampler.Block[Ladder[float64]]{m.Blocks[0],
		sampler.Update("exchange", func(r *rand.Rand, l *Ladder[float64]) {
			exchange(r, l)
			if r.IntN(4) == 0 {
				l.rungs[1], l.rungs[2] = l.rungs[2], l.rungs[1]
			}
			loglik(l) // what is recorded belongs to the states after it
		})}
	right := always
	right.Blocks = []sampler.Block[Ladder[float64]]{m.Blocks[0],
		sampler.Update("exchange", func(r *rand.Rand, l *Ladder[float64]) { exchange(r, l); loglik(l) })}
	other := m
	other.Params = slices.Clone(m.Params)
	for i, p := range other.Params {
		if p.Name == powerName {
			other.Params[i].Read = func(l *Ladder[float64], dst []float64) {
				for k, b := range l.Powers {
					dst[k] = math.Sqrt(b)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		m     sampler.Model[Ladder[float64]]
		right bool
	}{"before exchanges": {m, true}, "after exchanges": {right, true}, "exchanges too often": {always, false},
		"another power": {other, false}} {
		tr, err := sampler.Run(context.Background(), c.m, sampler.Settings{Warmup: 300, Draws: 800, Seed: 6})
		if err != nil {
			t.Fatal(err)
		}
		powers, err1 := tr.Array(powerName)
		logLik, err2 := tr.Array(logLikName)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		largest := 0.0
		for i := range 4 {
			x := make([][]float64, len(logLik.Draws))
			for chain, rows := range logLik.Draws {
				beta := powers.Draws[chain][0][i]
				a, b := 1+7*beta, 1+3*beta
				want := 7*mathext.Digamma(a) + 3*mathext.Digamma(b) - 10*mathext.Digamma(a+b)
				for _, row := range rows {
					x[chain] = append(x[chain], row[i]-want)
				}
			}
			z := diag.Mean(slices.Concat(x...)) / diag.MCSEMean(x)
			largest = max(largest, math.Abs(z))
		}
		if t.Logf("%s: |z| up to %.1f", name, largest); (largest < 4) != c.right {
			t.Errorf("%s: |z| is up to %.1f", name, largest)
		}
	}
}

// loglik makes LogLikelihood that of the states.
func loglik(l *Ladder[float64]) {
	for i, one := range l.rungs {
		l.LogLikelihood[i] = 7*math.Log(*one.posterior) + 3*math.Log1p(-*one.posterior)
	}
}

// Three events in two hours, at a rate whose prior is exponential: ∫ θ³ exp(−2θ) exp(−θ) dθ is 3!/3⁴.
func TestExponentialPrior(t *testing.T) {
	rate := func(draw func(r *rand.Rand) float64, logJoint func(x float64) float64) sampler.Model[float64] {
		return sampler.Model[float64]{
			Init:     func(r *rand.Rand) (*float64, error) { x := r.ExpFloat64(); return &x, nil },
			Blocks:   []sampler.Block[float64]{sampler.Update("rate", func(r *rand.Rand, s *float64) { *s = draw(r) })},
			Params:   []sampler.Param[float64]{sampler.Scalar("rate", func(s *float64) float64 { return *s })},
			LogJoint: func(s *float64) float64 { return logJoint(*s) },
		}
	}
	m, err := Model(rate(func(r *rand.Rand) float64 { return variate.Exponential(r, 1) }, func(x float64) float64 {
		return -x
	}), rate(func(r *rand.Rand) float64 { return variate.Gamma(r, 4, 3) }, func(x float64) float64 {
		return 3*math.Log(x) - 3*x
	}), 4)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Evidence(tr)
	if want := math.Log(6. / 81); err != nil || math.Abs(e.Log-want) > 4*e.SE || e.SE > 0.03 {
		t.Errorf("%v %v, want %.4f", e, err, want)
	}
}

// A ladder that resumes from its checkpoint draws the same.
func TestResume(t *testing.T) {
	m, err := Model(coin(0, 0), coin(7, 3), 4)
	if err != nil {
		t.Fatal(err)
	}
	set := sampler.Settings{Chains: 2, Warmup: 30, Draws: 60, Seed: 7}
	whole, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	set.Checkpoint = filepath.Join(t.TempDir(), "ladder")
	var parts *sampler.Trace
	for _, set.Draws = range []int{20, 60} {
		if parts, err = sampler.Run(context.Background(), m, set); err != nil {
			t.Fatal(err)
		}
	}
	a, err1 := whole.Draws("theta")
	b, err2 := parts.Draws("theta")
	if err1 != nil || err2 != nil || !slices.Equal(a, b) {
		t.Errorf("%v %v: %v %v", a, b, err1, err2)
	}
}
