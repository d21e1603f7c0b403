// The chains here share memory on purpose, which the race detector must not see.

//go:build !race

package sampler

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// groups is a state of a small mixture, and what its blocks should keep as scratch.
type groups struct {
	Mu  []float64
	Z   []int
	Tau float64
}

// shares are the slips of an author. Each returns the block "mu" of a model.
var shares = map[string]func(y []float64) func(r *rand.Rand, s *groups){
	"scratch": func(y []float64) func(r *rand.Rand, s *groups) {
		n, sum := make([]float64, 3), make([]float64, 3)
		return func(r *rand.Rand, s *groups) {
			clear(n)
			clear(sum)
			for i, k := range s.Z {
				n[k]++
				sum[k] += y[i]
			}
			for k := range s.Mu {
				s.Mu[k] = sum[k]/(n[k]+0.1) + r.NormFloat64()/(n[k]+0.1)
			}
		}
	},
	"sum before the only draw": func(y []float64) func(r *rand.Rand, s *groups) {
		var sum float64
		return func(r *rand.Rand, s *groups) {
			sum = 0
			for i, k := range s.Z {
				sum += y[i] - s.Mu[k]
			}
			s.Tau = sum + r.NormFloat64()
		}
	},
	"map": func(y []float64) func(r *rand.Rand, s *groups) {
		sum := map[int]float64{}
		return func(r *rand.Rand, s *groups) {
			clear(sum)
			for i, k := range s.Z {
				sum[k] += y[i]
			}
			for k := range s.Mu {
				s.Mu[k] = sum[k] + r.NormFloat64()
			}
		}
	},
	"loop variable": func(y []float64) func(r *rand.Rand, s *groups) {
		var k int
		return func(r *rand.Rand, s *groups) {
			for k = 0; k < len(s.Mu); k++ {
				s.Mu[k] = y[k] + r.NormFloat64()
			}
		}
	},
	"sums that go on": func(y []float64) func(r *rand.Rand, s *groups) {
		var sum float64
		return func(r *rand.Rand, s *groups) {
			sum += s.Mu[0]
			s.Tau = sum
		}
	},
	"weights": func(y []float64) func(r *rand.Rand, s *groups) {
		w := make([]float64, 3)
		return func(r *rand.Rand, s *groups) {
			for i := range s.Z {
				total := 0.0
				for k := range w {
					w[k] = 1 + (y[i]-s.Mu[k])*(y[i]-s.Mu[k])
					total += w[k]
				}
				u := r.Float64() * total
				for k := 0; ; k++ {
					if u -= w[k]; u < 0 {
						s.Z[i] = k
						break
					}
				}
			}
		}
	},
	"order of a map, at first in what is not recorded": func(y []float64) func(r *rand.Rand, s *groups) {
		return func(r *rand.Rand, s *groups) {
			s.Mu[0] = 0
			members := map[int]bool{}
			for i, k := range s.Z {
				s.Mu[0] += float64(i * k)
				members[i] = true
			}
			for i := range members {
				s.Z[i] = r.IntN(3)
			}
		}
	},
	"global generator": func(y []float64) func(r *rand.Rand, s *groups) {
		return func(r *rand.Rand, s *groups) { s.Mu[0] = rand.NormFloat64() }
	},
}

// sharing is a model whose block "mu" has the slip.
func sharing(slip string) Model[groups] {
	y := make([]float64, 200)
	for i := range y {
		y[i] = float64(i % 7)
	}
	read := func(s *groups) []float64 { return append(slices.Clip(s.Mu), s.Tau) }
	return Model[groups]{
		Init: func(r *rand.Rand) (*groups, error) {
			s := &groups{Mu: []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()},
				Z: make([]int, len(y)), Tau: 1}
			for i := range s.Z {
				s.Z[i] = r.IntN(3)
			}
			return s, nil
		},
		Blocks: []Block[groups]{
			Update("z", func(r *rand.Rand, s *groups) { s.Z[r.IntN(len(s.Z))] = r.IntN(3) }),
			Update("mu", shares[slip](y)),
		},
		Params: []Param[groups]{Vector("x", 4, read)},
	}
}

// perhaps is how many of 100 runs may miss a slip: that of one processor which never changes chains
// within the block is found by chance alone, and a map may come out in the same order twice.
var perhaps = map[string]int{"sum before the only draw": 3,
	"order of a map, at first in what is not recorded": 2}

// Each slip is found in each of 100 runs, whatever the number of processors, and the error names
// its block. On a busy machine the chains may not meet before the run begins; if weights then make
// a block panic, that is no silent error either.
func TestReplayFindsSharedMemory(t *testing.T) {
	for slip := range shares {
		for _, processors := range []int{1, 2, 16} {
			t.Run(fmt.Sprintf("%s, %d", slip, processors), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
				m := sharing(slip)
				missed := 0
				for seed := range uint64(100) {
					tr, err := Run(context.Background(), m, Settings{Seed: seed})
					if slip == "weights" && err != nil &&
						strings.Contains(err.Error(), `block "mu" panicked: index out of`) {
						continue
					}
					want := "do chains share"
					switch slip {
					case "global generator":
						want = "a generator other than its r"
					case "order of a map, at first in what is not recorded":
						want = "range over a map, or write to the data"
					}
					if tr != nil || !errors.Is(err, ErrReplay) ||
						!strings.Contains(strings.ToLower(err.Error()), want) ||
						!strings.Contains(err.Error(), `block "mu"`) {
						if missed++; err != nil || missed > perhaps[slip] {
							t.Fatalf("seed %d: %v", seed, err)
						}
					}
				}
			})
		}
	}
}

// A chain that fails only beside another is told from one that fails by itself, long after the
// replay.
func TestChainThatFailsBesideOthers(t *testing.T) {
	type count struct{ Late bool }
	for _, c := range []struct {
		name   string
		shares bool
	}{{"shares", true}, {"fails by itself", false}} {
		t.Run(c.name, func(t *testing.T) {
			var arrived atomic.Int32
			var last atomic.Pointer[count]
			m := Model[count]{
				Init: func(*rand.Rand) (*count, error) { return new(count), nil },
				Blocks: []Block[count]{Update("n", func(_ *rand.Rand, s *count) {
					if s.Late && (!c.shares || last.Load() != s) {
						panic("it fails")
					}
				})},
				Params: []Param[count]{Scalar("late", func(s *count) float64 { return 1 })},
				WarmedUp: func(s *count) {
					s.Late = true
					last.Store(s)
					arrived.Add(1)
					for range 60_000 { // until the other chain is here
						if arrived.Load() >= 2 {
							break
						}
						time.Sleep(time.Millisecond)
					}
				},
			}
			_, err := Run(context.Background(), m, Settings{Chains: 2, Warmup: 10, Draws: 100})
			if err == nil || errors.Is(err, ErrReplay) != c.shares ||
				strings.Contains(err.Error(), "Do chains share") != c.shares {
				t.Error(err)
			}
		})
	}
}
