package criticism

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// The mean of a series changes once, perhaps before the last number, which is then alone. Once seen
// it is followed, so its tail without it cannot be told from a few thousand values that wander. By
// summing over all change points it is 0.007, and it was said to be 6e-5 to 1.1e-4.
func TestReviewOfAnObservationAlone(t *testing.T) {
	type state struct {
		K     int
		Means [2]float64
		S2    float64
	}
	mean := func(a, b, k float64, i int) float64 {
		if float64(i) < k {
			return a
		}
		return b
	}
	model := func(y []float64) (sampler.Model[state], error) {
		at := func(s *state, i int) float64 { return mean(s.Means[0], s.Means[1], float64(s.K), i) }
		return sampler.Model[state]{
			Init: func(r *rand.Rand) (*state, error) {
				return &state{r.IntN(21), [2]float64{2 * r.NormFloat64(), 2 * r.NormFloat64()},
					variate.InvGamma(r, 4, 3)}, nil
			},
			Blocks: []sampler.Block[state]{
				sampler.Update("k", func(r *rand.Rand, s *state) {
					logs := make([]float64, 21)
					for s.K = range logs {
						for i, v := range y {
							logs[s.K] += logNormal(v, at(s, i), s.S2)
						}
					}
					s.K = variate.LogCategorical(r, logs)
				}),
				sampler.Update("means", func(r *rand.Rand, s *state) {
					for j, part := range [][]float64{y[:s.K], y[s.K:]} {
						q, b := 0.25, 0.0
						for _, v := range part {
							q, b = q+1/s.S2, b+v/s.S2
						}
						s.Means[j] = variate.NormalPrecision(r, q, b)
					}
				}),
				sampler.Update("s2", func(r *rand.Rand, s *state) {
					squares := 0.0
					for i, v := range y {
						squares += (v - at(s, i)) * (v - at(s, i))
					}
					s.S2 = variate.InvGamma(r, 4+float64(len(y))/2, 3+squares/2)
				})},
			Params: []sampler.Param[state]{
				sampler.Scalar("k", func(s *state) float64 { return float64(s.K) }),
				sampler.Scalar("a", func(s *state) float64 { return s.Means[0] }),
				sampler.Scalar("b", func(s *state) float64 { return s.Means[1] }),
				sampler.Scalar("s2", func(s *state) float64 { return s.S2 })},
		}, nil
	}
	of := func(d *sampler.Draw, i int) float64 {
		return mean(d.Scalar("a"), d.Scalar("b"), d.Scalar("k"), i)
	}
	y := []float64{-3.26, -1.29, -2.39, -2.50, -4.03, -2.10, -4.91, -2.76, -3.71, -5.02, -4.16, -2.29, -2.85,
		-2.38, -3.32, -2.26, -3.59, -3.43, -1.98, 4.49}
	tr := must(sampler.Run(context.Background(), must(model(y)), sampler.Settings{Draws: 1500}))
	s := must(Check(Case[state, []float64]{Trace: tr, Data: y,
		Joint: verify.Joint[state, []float64]{Model: model},
		LogLik: must(Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return logNormal(y[i], of(d, i), d.Scalar("s2"))
		})),
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = variate.Normal(r, of(d, i), math.Sqrt(d.Scalar("s2")))
			}
		}})).Sections[3]
	if s.Wrong || s.Checked || !strings.Contains(s.Finding, "Cannot tell") {
		t.Errorf("%v: %+v", y, s)
	}
}
