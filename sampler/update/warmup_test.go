package update_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// learners has a state with all updates that learn.
type learners struct {
	X      [4][2]float64
	Walk   update.Metropolis
	Single update.Componentwise
	Hops   update.NUTS
	Factor update.FactorSlice
}

func learnersModel() sampler.Model[learners] {
	density := func(x []float64) float64 { return -x[0]*x[0]/2 - 3*(x[1]-x[0])*(x[1]-x[0]) }
	gradient := func(x, g []float64) float64 {
		g[0], g[1] = -x[0]+6*(x[1]-x[0]), -6*(x[1]-x[0])
		return density(x)
	}
	m := sampler.Model[learners]{
		Data: "learners",
		Init: func(r *rand.Rand) (*learners, error) { return &learners{}, nil },
		Blocks: []sampler.Block[learners]{
			sampler.Update("walk", func(r *rand.Rand, s *learners) {
				s.Walk.Draw(r, s.X[0][:], density)
			}),
			sampler.Update("single", func(r *rand.Rand, s *learners) {
				s.Single.Draw(r, s.X[1][:], density)
			}),
			sampler.Update("nuts", func(r *rand.Rand, s *learners) {
				s.Hops.Draw(r, s.X[2][:], gradient)
			}),
			sampler.Update("factor", func(r *rand.Rand, s *learners) {
				s.Factor.Draw(r, s.X[3][:], density)
			}),
		},
	}
	for i, b := range m.Blocks {
		m.Params = append(m.Params, sampler.Vector(b.Name, 2,
			func(s *learners) []float64 { return s.X[i][:] }))
	}
	return m
}

// Learning ends with the warm-up by itself: with Freeze forgotten the draws and the counts are the
// same as with it, in a run at one go and in one that is resumed.
func TestWarmUpEndsLearning(t *testing.T) {
	run := func(m sampler.Model[learners], set sampler.Settings) []byte {
		tr, err := sampler.Run(context.Background(), m, set)
		var b bytes.Buffer
		if err == nil {
			err = gob.NewEncoder(&b).Encode(tr)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, warmup := range []int{150, sampler.NoWarmup} {
		set := sampler.Settings{Chains: 2, Warmup: warmup, Draws: 200, Seed: 1}
		freezing := learnersModel()
		freezing.WarmedUp = func(s *learners) {
			s.Walk.Freeze()
			s.Single.Freeze()
			s.Hops.Freeze()
			s.Factor.Freeze()
		}
		want := run(freezing, set)
		if got := run(learnersModel(), set); !bytes.Equal(got, want) {
			t.Errorf("warm-up %d: without Freeze the draws differ", warmup)
		}
		set.Checkpoint = filepath.Join(t.TempDir(), "run")
		set.Draws = 10
		run(learnersModel(), set)
		set.Draws = 200
		if got := run(learnersModel(), set); !bytes.Equal(got, want) {
			t.Errorf("warm-up %d: resumed without Freeze, the draws differ", warmup)
		}
	}
}
