package naivebayes

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// exactScales is the posterior mean and variance of both log scales: sums over all labels and over
// a grid of ±6 prior standard deviations.
func exactScales(t *testing.T, p Prior, d Data) (mean, variance [2]float64) {
	t.Helper()
	pr, err := p.problem(d)
	if err != nil {
		t.Fatal(err)
	}
	const points = 120
	states := len(exactLabels(p, d))
	var sum float64
	var first, second [2]float64
	at := func(i int, spread float64) float64 { return spread * 6 * (2*float64(i)/points - 1) }
	for state := range states {
		s := pr.empty()
		for i, label := range d.Labels {
			if label == Unlabelled {
				label, state = state%pr.k, state/pr.k
			}
			pr.add(s, i, label)
		}
		var pi, theta [points + 1]float64 // the two scales are independent given the labels
		for i := range pi {
			x, y := at(i, p.PiSpread), at(i, p.ThetaSpread)
			pi[i] = math.Exp(logSpread(x, p.PiSpread) + piGivenLabels(pr, s, math.Exp(x), 0))
			theta[i] = math.Exp(logSpread(y, p.ThetaSpread) + thetaGivenLabels(pr, s, math.Exp(y), 0))
		}
		for i := range pi {
			for j := range theta {
				w := pi[i] * theta[j]
				x, y := at(i, p.PiSpread), at(j, p.ThetaSpread)
				sum += w
				first[0] += w * x
				first[1] += w * y
				second[0] += w * x * x
				second[1] += w * y * y
			}
		}
	}
	for i := range mean {
		mean[i] = first[i] / sum
		variance[i] = second[i]/sum - mean[i]*mean[i]
	}
	return mean, variance
}

// In all three samplers, the sampled scales have their exact posterior.
func TestScalesByEnumeration(t *testing.T) {
	prior := eightPrior
	prior.PiSpread, prior.ThetaSpread = 1.2, 0.9
	mean, variance := exactScales(t, prior, eight)
	off := func(m sampler.Model[State]) (worst float64) {
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4_000, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"pi_scale", "theta_scale"} {
			chains, err := tr.Chains(name)
			if err != nil {
				t.Fatal(err)
			}
			logs, squares := make([][]float64, len(chains)), make([][]float64, len(chains))
			for c := range chains {
				for _, x := range chains[c] {
					l := math.Log(x)
					logs[c] = append(logs[c], l)
					squares[c] = append(squares[c], (l-mean[i])*(l-mean[i]))
				}
			}
			for _, q := range []struct {
				x    [][]float64
				want float64
			}{{logs, mean[i]}, {squares, variance[i]}} {
				sum, n := 0.0, 0
				for _, c := range q.x {
					sum += diag.Mean(c) * float64(len(c))
					n += len(c)
				}
				worst = max(worst, math.Abs(sum/float64(n)-q.want)/diag.MCSEMean(q.x))
			}
		}
		return worst
	}
	for name, model := range models {
		m, err := model(prior, eight)
		if err != nil {
			t.Fatal(err)
		}
		if z := off(m); z > 4.5 { // 12 comparisons
			t.Errorf("%s: scales are %.1f standard errors off", name, z)
		}
	}
	// Broken twin: a density of s used as if it were one of log s.
	m, err := prior.Collapsed(eight)
	if err != nil {
		t.Fatal(err)
	}
	pr, _ := prior.problem(eight)
	m.Blocks[2].Update = func(r *rand.Rand, s *State) error {
		x := slice(r, math.Log(s.ThetaScale), func(x float64) float64 {
			return logSpread(x, prior.ThetaSpread) - x + thetaGivenLabels(pr, s, math.Exp(x), 0)
		})
		pr.setThetaScale(s, math.Exp(x))
		return nil
	}
	if z := off(m); z < 10 {
		t.Errorf("no Jacobian: only %.1f standard errors off", z)
	}
}
