// Package engine attacks the sampler: settings beyond all bounds, damaged checkpoints, states that
// cannot be stored.
package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

// Attacks on the engine. A subject with many attacks has its own file and list, which this list
// includes.
var Attacks = slices.Concat([]frame.Attack{}, settings, states, hangs, checkpoints, stanCSV)

// state is a random walk on a line.
type state struct {
	X    float64
	list []float64
}

// walk is a model that is quick and correct. The attacks change one thing in it.
func walk() sampler.Model[state] {
	return sampler.Model[state]{
		Data: "walk",
		Init: func(*rand.Rand) (*state, error) { return &state{list: make([]float64, 0, 3)}, nil },
		Blocks: []sampler.Block[state]{{Name: "x", Update: func(r *rand.Rand, s *state) error {
			s.list = append(s.list[:0], s.X, r.NormFloat64())
			s.X = 0.9*s.list[0] + s.list[1]
			return nil
		}}},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.X })},
	}
}

// try runs a model and prints the number of draws of each chain, and the error.
func try[S any](m sampler.Model[S], set sampler.Settings) {
	tr, err := sampler.Run(context.Background(), m, set)
	report(tr, err)
}

func report(tr *sampler.Trace, err error) {
	if tr == nil {
		fmt.Println("no trace:", err)
		return
	}
	x, failed := tr.Chains("x")
	draws := make([]int, len(x))
	for c := range x {
		draws[c] = len(x[c])
	}
	fmt.Println(draws, errors.Join(err, failed))
}

// draws runs a model that must not fail.
func draws[S any](m sampler.Model[S], set sampler.Settings) []float64 {
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		panic(err)
	}
	x, err := tr.Draws("x")
	if err != nil {
		panic(err)
	}
	return x
}
