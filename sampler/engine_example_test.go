package sampler_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// A sampler of your own: a state, its updates, and what to record. Here two normal variables with
// correlation 0.8, each drawn given the other.
func Example() {
	type state struct{ X, Y float64 }
	sd := math.Sqrt(1 - 0.8*0.8)
	model := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{3 * r.NormFloat64(), 3 * r.NormFloat64()}, nil
		},
		Blocks: []sampler.Block[state]{
			sampler.Update("x", func(r *rand.Rand, s *state) { s.X = 0.8*s.Y + sd*r.NormFloat64() }),
			sampler.Update("y", func(r *rand.Rand, s *state) { s.Y = 0.8*s.X + sd*r.NormFloat64() }),
		},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.X })},
	}
	trace, err := sampler.Run(context.Background(), model, sampler.Settings{Draws: 25_000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := trace.Moments("x")
	all := sampler.PoolMoments(m)
	fmt.Printf("%d draws, second moment %.1f\n", all.N, all.Variance()[0]+all.Mean[0]*all.Mean[0])
	// Output: 100000 draws, second moment 1.0
}

// walk is a random walk on 0, 1, 2 for the examples below.
func walk() sampler.Model[int] {
	return sampler.Model[int]{
		Init: func(r *rand.Rand) (*int, error) { n := r.IntN(3); return &n, nil },
		Blocks: []sampler.Block[int]{{"step", func(r *rand.Rand, n *int) error {
			*n = (*n + 1 + r.IntN(2)) % 3
			return nil
		}}},
		Params: []sampler.Param[int]{sampler.Scalar("n", func(n *int) float64 { return float64(*n) })},
	}
}

func ExampleModel_Sweeps() {
	sweeps := 0
	for _, err := range walk().Sweeps(context.Background(), sampler.Stream("example", 1, 0)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if sweeps++; sweeps == 10 {
			break
		}
	}
	fmt.Println(sweeps, "sweeps")
	// Output: 10 sweeps
}

// What runs models of all types, such as a test of samplers, is compiled once if it takes them from
// Opaque. The state is behind a pointer.
func ExampleOpaque() {
	m := sampler.Opaque(walk())
	s, err := m.Init(sampler.Stream("example", 1, 0))
	if err == nil {
		err = m.Blocks[0].Update(sampler.Stream("example", 1, 1), s)
	}
	fmt.Printf("%T %v\n", s.Of, err)
	// Output: *int <nil>
}

func ExampleTrace_WriteStanCSV() {
	trace, err := sampler.Run(context.Background(), walk(),
		sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	trace.WriteStanCSV(os.Stdout, 0)
	// Output:
	// n
	// 2
	// 1
	// 0
}

// Draws made elsewhere become a trace too.
func ExampleTrace_Add() {
	var trace sampler.Trace
	trace.Add("mu", [][]float64{{1, 2, 3}, {2, 3, 4}})
	_, err := trace.Chains("sigma")
	fmt.Println(err)
	// Output: sampler: no parameter "sigma"; have mu
}

// Draws of Stan, or draws that Trace.WriteStanCSV stored: one reader for each chain.
func ExampleReadStanCSV() {
	const chain1 = "lp__,mu,theta.1,theta.2\n-3.5,1.25,0.1,0.9\n-3.25,1.5,0.2,0.8\n"
	const chain2 = "lp__,mu,theta.1,theta.2\n-3.75,1,0.3,0.7\n-3.5,1.25,0.4,0.6\n"
	trace, err := sampler.ReadStanCSV(strings.NewReader(chain1), strings.NewReader(chain2))
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := trace.Labels("mu", "theta")
	fmt.Println(trace.NumChains(), "chains of", labels, err)
	draws, err := trace.Draws("theta[1]")
	fmt.Println(draws, err)
	// Output:
	// 2 chains of [mu theta[0] theta[1]] <nil>
	// [0.9 0.8 0.7 0.6] <nil>
}

// Run until the mean of n is known to ±0.02, and stop at 50 000 draws a chain if it is not known by
// then.
func ExampleSettings() {
	set := sampler.Settings{Seed: 1, Draws: 50_000,
		Until: func(trace *sampler.Trace) (missing string, err error) {
			n, err := trace.Chains("n")
			if mcse := diag.MCSEMean(n); mcse > 0.02 {
				missing = fmt.Sprintf("the mean of n is known to ±%.3f only", mcse)
			}
			return missing, err
		}}
	trace, err := sampler.Run(context.Background(), walk(), set)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := trace.Chains("n")
	fmt.Println(len(n[0]), "draws in each chain were enough", err)
	// Output: 200 draws in each chain were enough <nil>
}

// When the limit comes first, the error says what was missing, and the draws are still returned. A
// run with a checkpoint can be stopped and resumed, and made longer. It needs Model.Data.
func ExampleSettings_checkpoint() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	model := walk()
	model.Data = "a walk on 0, 1, 2"
	set := sampler.Settings{Draws: 100, Checkpoint: filepath.Join(folder, "walk")}
	for _, set.Draws = range []int{100, 250} {
		trace, err := sampler.Run(context.Background(), model, set)
		if err != nil {
			fmt.Println(err)
			return
		}
		n, _ := trace.Chains("n")
		fmt.Println(len(n[0]), "draws in each chain")
	}
	// Output:
	// 100 draws in each chain
	// 250 draws in each chain
}

func ExampleErrNotReached() {
	set := sampler.Settings{Seed: 1, Draws: 250, Until: diag.Target{ESS: 5000}.Unmet}
	trace, err := sampler.Run(context.Background(), walk(), set)
	fmt.Println(errors.Is(err, sampler.ErrNotReached))
	fmt.Println(err)
	n, _ := trace.Draws("n")
	fmt.Println(len(n), "draws")
	// Output:
	// true
	// sampler: the rule of Settings.Until was not met when each chain had its 250 draws: ESS of n is 3000, wanted 5000; give larger Settings.Draws
	// 1000 draws
}

// Run returns the draws so far together with the error when a run is stopped or fails.
func ExampleRun() {
	ctx, cancel := context.WithCancel(context.Background())
	model, sweeps := walk(), 0
	model.Blocks = append(model.Blocks,
		sampler.Block[int]{Name: "impatient", Update: func(*rand.Rand, *int) error {
			if sweeps++; sweeps == 20 {
				cancel()
			}
			return nil
		}})
	_, err := sampler.Run(ctx, model,
		sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: 10_000_000})
	fmt.Println(errors.Is(err, context.Canceled))
	// Output: true
}

// Two more chains of a run, and all of them in one trace.
func ExampleJoin() {
	set := sampler.Settings{Chains: 4, Draws: 500, Seed: 1}
	four, _ := sampler.Run(context.Background(), walk(), set)
	set.First, set.Chains = 4, 2
	more, _ := sampler.Run(context.Background(), walk(), set)
	six, err := sampler.Join(four, more)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(six.NumChains(), "chains")
	// Output: 6 chains
}
