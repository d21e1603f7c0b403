package diag_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// correlated is a state with a block that walks, and one whose step is written by hand.
type correlated struct {
	X    [2]float64
	Y    float64
	Walk update.Metropolis
}

// walks has a log density of x with correlation 0.99, and proposals of y that far apart.
func walks(far float64) sampler.Model[correlated] {
	density := func(x []float64) float64 {
		d := x[0] - x[1]
		return -x[0]*x[0]/2 - d*d*25
	}
	return sampler.Model[correlated]{
		Init: func(r *rand.Rand) (*correlated, error) { return &correlated{}, nil },
		Blocks: []sampler.Block[correlated]{
			sampler.Update("x", func(r *rand.Rand, s *correlated) {
				s.Walk.Draw(r, s.X[:], density)
			}),
			sampler.Update("y", func(r *rand.Rand, s *correlated) {
				y, accepted := variate.Normal(r, s.Y, far), 0
				if r.ExpFloat64() > (y*y-s.Y*s.Y)/2 {
					s.Y, accepted = y, 1
				}
				sampler.Count(r, 2, 1, accepted)
			}),
		},
		Params: []sampler.Param[correlated]{
			sampler.Scalar("x", func(s *correlated) float64 { return s.X[0] }),
			sampler.Scalar("y", func(s *correlated) float64 { return s.Y }),
		},
	}
}

// What each block of a run has cost. The example leaves out the times, which differ from run to
// run. In a notebook, nb.Show(diag.Blocks(trace)) shows all.
func ExampleBlocks() {
	trace, err := sampler.Run(context.Background(), walks(2.4), sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range trace.Blocks() {
		fmt.Printf("%-11s  %.0f evaluations a sweep, acceptance %.2f\n", b.Name, b.Evaluations,
			b.Acceptance)
	}
	fmt.Println(diag.Blocks(trace).Table.Head)
	// Output:
	// x            2 evaluations a sweep, acceptance 0.42
	// y            2 evaluations a sweep, acceptance 0.44
	// (recording)  0 evaluations a sweep, acceptance NaN
	// [block time a sweep evaluations acceptance step]
}

// A step of your own says what it did with sampler.Count.
func ExampleBlocks_own() {
	trace, err := sampler.Run(context.Background(), walks(100), sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, warning := range diag.Blocks(trace).Warnings {
		fmt.Println(warning)
	}
	// Output: block "y" accepts 1.3 % of its proposals: make smaller steps, or let it learn in a longer warm-up
}

func TestBlocksText(t *testing.T) {
	trace, err := sampler.Run(context.Background(), walks(1), sampler.Settings{Seed: 1, Draws: 50})
	if err != nil {
		t.Fatal(err)
	}
	r := diag.Blocks(trace)
	line := regexp.MustCompile(`(?m)^y +\d+ % +[\d.]+[nµm]?s +2\.00 +0\.7\d\d +–$`)
	if text := r.String(); !line.MatchString(text) || !strings.Contains(text, "A sweep takes ") {
		t.Errorf("the report is\n%s", text)
	}
	var made sampler.Trace
	if r := diag.Blocks(&made); len(r.Table.Rows) > 0 ||
		!strings.Contains(r.Verdict, "does not say what the blocks cost") {
		t.Errorf("without costs the report is %v", r)
	}
}

// A step that is far too large diverges, and the report says so.
func TestBlocksDivergent(t *testing.T) {
	type state struct {
		X    []float64
		Hops update.NUTS
	}
	m := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			s := &state{X: []float64{0.1}, Hops: update.NUTS{Step: 1e6}}
			s.Hops.Freeze()
			return s, nil
		},
		Blocks: []sampler.Block[state]{sampler.Update("x", func(r *rand.Rand, s *state) {
			s.Hops.Draw(r, s.X, func(x, g []float64) float64 { g[0] = -x[0]; return -x[0] * x[0] / 2 })
		})},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.X[0] })},
	}
	set := sampler.Settings{Chains: 2, Warmup: sampler.NoWarmup, Draws: 30, Seed: 1}
	trace, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	row := trace.Blocks()[0]
	if row.Divergent != 60 || row.Evaluations != 2 || row.Acceptance != 0 || row.StepSize != 1e6 {
		t.Errorf("the row is %+v, want 60 divergent steps of size 1e6, each refused", row)
	}
	warnings := diag.Blocks(trace).Warnings
	if len(warnings) != 2 ||
		!strings.Contains(warnings[0].Error(), "60 of 60 steps of block x diverged") {
		t.Errorf("the warnings are %v", warnings)
	}
}
