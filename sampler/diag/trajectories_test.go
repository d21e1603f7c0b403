package diag_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
)

type hopping struct {
	X    []float64
	Hops update.NUTS
}

// twisted is a normal distribution, x₀ of standard deviation 10 and x₁ of 1, bent by
// x₁ + b(x₀² − 100). Source: Haario, Saksman & Tamminen, "Adaptive proposal distribution for random
// walk Metropolis algorithm", Computational Statistics 14 (1999) 375–395.
func twisted(b float64, depth int) sampler.Model[hopping] {
	density := func(x, g []float64) float64 {
		y := x[1] + b*(x[0]*x[0]-100)
		g[0], g[1] = -x[0]/100-2*b*x[0]*y, -y
		return -x[0]*x[0]/200 - y*y/2
	}
	return sampler.Model[hopping]{
		Init: func(r *rand.Rand) (*hopping, error) {
			return &hopping{X: []float64{r.NormFloat64(), r.NormFloat64()},
				Hops: update.NUTS{MaxDepth: depth}}, nil
		},
		Blocks: []sampler.Block[hopping]{sampler.Update("hops", func(r *rand.Rand, s *hopping) {
			s.Hops.Draw(r, s.X, density)
		})},
		Params: []sampler.Param[hopping]{sampler.Vector("x", 2,
			func(s *hopping) []float64 { return s.X })},
	}
}

// Divergent steps are in the verdict, in the warnings and in the review, also after the trace was
// joined, mapped or encoded. A distribution without bend stays green.
func TestSummarizeDivergent(t *testing.T) {
	seeds := uint64(20)
	if turns.Short(t) {
		seeds = 3
	}
	for seed := range seeds {
		for _, bend := range []float64{0.1, 0} {
			set := sampler.Settings{Seed: seed}
			tr, err := sampler.Run(context.Background(), twisted(bend, 0), set)
			if err != nil {
				t.Fatal(err)
			}
			divergent := tr.Blocks()[0].Divergent
			if (divergent > 0) != (bend > 0) {
				t.Errorf("bend %g, seed %d: %d divergent steps", bend, seed, divergent)
			}
			mapped, err := tr.Map(func(int, int, []float64) {}, "x")
			if err != nil {
				t.Fatal(err)
			}
			more, err := sampler.Run(context.Background(), twisted(bend, 0),
				sampler.Settings{Seed: seed + 100})
			if err != nil {
				t.Fatal(err)
			}
			joined, err := sampler.Join(tr, more)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			var decoded sampler.Trace
			if err := gob.NewEncoder(&b).Encode(tr); err != nil {
				t.Fatal(err)
			}
			if err := gob.NewDecoder(&b).Decode(&decoded); err != nil {
				t.Fatal(err)
			}
			for name, tr := range map[string]*sampler.Trace{
				"run": tr, "mapped": mapped, "joined": joined, "decoded": &decoded} {
				s, err := diag.Summarize(tr, "x[1]")
				if err != nil {
					t.Fatal(err)
				}
				review, err := criticism.Check(criticism.Case[hopping, []float64]{Trace: tr})
				if err != nil {
					t.Fatal(err)
				}
				verdict, finding := s.Verdict(), review.Sections[1].Finding
				if bend == 0 && (strings.Contains(s.String(), "diverged") || review.Sections[1].Wrong) {
					t.Errorf("seed %d, %s, no bend:\n%s\n%s", seed, name, s, finding)
				}
				if bend > 0 && (!strings.HasPrefix(verdict, "Not yet: ") ||
					!strings.Contains(verdict, "steps of block hops diverged") ||
					!strings.Contains(s.Warnings[0].Error(), "Target nearer to 1") ||
					!review.Sections[1].Wrong || !strings.Contains(finding, "diverged")) {
					t.Errorf("seed %d, %s:\n%s\n%s", seed, name, s, finding)
				}
			}
		}
	}
}

// Steps that MaxDepth cuts off are a warning.
func TestSummarizeAtMaxDepth(t *testing.T) {
	for depth, want := range map[int]bool{1: true, 0: false} {
		tr, err := sampler.Run(context.Background(), twisted(0, depth), sampler.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		s, err := diag.Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(s.String(), "were cut off at MaxDepth"); got != want {
			t.Errorf("MaxDepth %d:\n%s", depth, s)
		}
	}
}
