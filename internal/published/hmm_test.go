package published

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// A hidden Markov chain with unknown transition probabilities, uniform a priori, and two known
// means: their posterior by Draw and Transitions is the one by quadrature of LogMarginal.
func TestHMMByQuadrature(t *testing.T) {
	type state struct {
		P   [][]float64
		Z   []int
		HMM update.HMM
	}
	y := []float64{3.1, 4.2, 2.6, 7.9, 9.3, 8.8, 6.1, 9.9, 8.4, 2.2, 3.7, 9.1, 8.6, 7.2, 9.5, 3.3, 5.2}
	start := []float64{0.5, 0.5}
	emission := func(t, k int) float64 { return variate.NormalLogProb(y[t], []float64{3, 9}[k], 2) }
	var hmm update.HMM
	logLikelihood := hmm.Emissions(len(y), 2, emission)
	const n = 80
	mass, means := 0.0, [2]float64{}
	for i := range n {
		for j := range n {
			a, b := (float64(i)+0.5)/n, (float64(j)+0.5)/n
			lp, err := hmm.LogMarginal(start, [][]float64{{a, 1 - a}, {1 - b, b}}, logLikelihood)
			if err != nil {
				t.Fatal(err)
			}
			p := math.Exp(lp + 40)
			mass, means[0], means[1] = mass+p, means[0]+p*a, means[1]+p*b
		}
	}
	exact := posterior{published: map[string][2]float64{
		"stay[0]": {means[0] / mass, 1e-3}, "stay[1]": {means[1] / mass, 1e-3}}}
	check(t, exact, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			a, b := r.Float64(), r.Float64()
			return &state{P: [][]float64{{a, 1 - a}, {1 - b, b}}, Z: make([]int, len(y))}, nil
		},
		Blocks: []sampler.Block[state]{
			{Name: "path", Update: func(r *rand.Rand, s *state) error {
				_, err := s.HMM.Draw(r, start, s.P, s.HMM.Emissions(len(y), 2, emission), s.Z)
				return err
			}},
			sampler.Update("transitions", func(r *rand.Rand, s *state) {
				update.Transitions(r, s.Z, nil, s.P)
			}),
		},
		Params: []sampler.Param[state]{{Name: "stay", Shape: []int{2},
			Read: func(s *state, dst []float64) { dst[0], dst[1] = s.P[0][0], s.P[1][1] }}},
	}, 10_000)
}
