package engine

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

type matrix struct {
	X    float64
	Flat []float64
	Rows [][]float64
}

type node struct {
	X    float64
	Up   *node
	Down []*node
}

// simple is a model of a state of any type.
func simple[S any](
	init func() *S, update func(r *rand.Rand, s *S), x func(s *S) float64,
) sampler.Model[S] {
	return sampler.Model[S]{
		Data: "simple",
		Init: func(*rand.Rand) (*S, error) { return init(), nil },
		Blocks: []sampler.Block[S]{{Name: "x", Update: func(r *rand.Rand, s *S) error {
			update(r, s)
			return nil
		}}},
		Params: []sampler.Param[S]{sampler.Scalar("x", x)},
	}
}

// stops runs a model with a stop after each draw, and prints whether that changes the draws.
func stops[S any](m sampler.Model[S]) {
	set := sampler.Settings{Chains: 2, Warmup: 3, Draws: 20}
	whole := draws(m, set)
	set.Checkpoint = "run"
	for set.Draws = 1; set.Draws < 20; set.Draws++ {
		draws(m, set)
	}
	fmt.Println(fmt.Sprint(whole) == fmt.Sprint(draws(m, set)))
}

// states are states that are shared, or that a file cannot keep well.
var states = []frame.Attack{
	{Name: "one-state-for-all-chains",
		Want: "no trace: sampler: Init returned the same state for chain 0 and chain 1…", Run: func() {
			m, one := walk(), &state{}
			m.Init = func(*rand.Rand) (*state, error) { return one, nil }
			try(m, sampler.Settings{})
		}},
	{Name: "one-slice-for-all-chains",
		Want: "no trace: sampler: engine.matrix.Flat of chain 0 is also in chain 1…", Run: func() {
			flat := make([]float64, 4)
			try(simple(func() *matrix { return &matrix{Flat: flat} },
				func(r *rand.Rand, s *matrix) { s.Flat[0] += r.NormFloat64() },
				func(s *matrix) float64 { return s.Flat[0] }), sampler.Settings{})
		}},
	{Name: "slices-of-one-array",
		Want: "no trace: …matrix.Flat shares memory with engine.matrix.Rows[0]…", Run: func() {
			try(simple(func() *matrix {
				flat := make([]float64, 4)
				return &matrix{Flat: flat, Rows: [][]float64{flat[:2], flat[2:]}}
			}, func(r *rand.Rand, s *matrix) { s.Flat[0] += r.NormFloat64() },
				func(s *matrix) float64 { return s.Rows[0][0] }), sampler.Settings{Checkpoint: "run"})
		}},
	{Name: "tree-with-parents", Want: "no trace: …shares memory with…", Run: func() {
		try(simple(func() *node {
			root := &node{}
			root.Down = []*node{{Up: root}}
			return root
		}, func(r *rand.Rand, s *node) { s.X = r.NormFloat64() },
			func(s *node) float64 { return s.Down[0].Up.X }), sampler.Settings{Checkpoint: "run"})
	}},
	{Name: "nil-and-empty-slices", Want: "true", Run: func() {
		stops(simple(func() *matrix { return &matrix{Flat: []float64{}} }, func(r *rand.Rand, s *matrix) {
			if s.X = r.NormFloat64(); s.Flat == nil {
				s.X += 100
			}
		}, func(s *matrix) float64 { return s.X }))
	}},
	{Name: "pointer-to-zero", Want: "true", Run: func() {
		type far struct{ P *float64 }
		stops(simple(func() *far { return &far{new(float64)} },
			func(r *rand.Rand, s *far) { *s.P = float64(r.IntN(2)) },
			func(s *far) float64 { return *s.P }))
	}},
	{Name: "scratch-used-up-to-its-capacity", Want: "true", Run: func() {
		m := walk()
		m.Blocks[0].Update = func(r *rand.Rand, s *state) error {
			w := s.list[:3]
			for i := range w {
				w[i] = r.NormFloat64()
			}
			s.X += w[2]
			return nil
		}
		stops(m)
	}},
	{Name: "list-a-million-deep", Want: "no trace: …nested more than 10000 levels deep…", Run: func() {
		try(simple(func() *node {
			n := &node{}
			for range 1_000_000 {
				n = &node{Up: n}
			}
			return n
		}, func(r *rand.Rand, s *node) { s.X = r.NormFloat64() },
			func(s *node) float64 { return s.X }), sampler.Settings{Checkpoint: "run"})
	}},
}
