package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
)

// toy is a small Gibbs sampler with a parameter of each kind: a bivariate normal with correlation
// rho, a vector that depends on it, and a categorical label.
type toy struct {
	X, Y   float64
	Theta  []float64
	Label  int
	Counts [3]float64
}

const rho = 0.6

func toyModel() Model[toy] {
	sd := math.Sqrt(1 - rho*rho)
	return Model[toy]{
		Data: rho,
		Init: func(r *rand.Rand) (*toy, error) {
			return &toy{X: 5 * r.NormFloat64(), Y: 5 * r.NormFloat64(), Theta: make([]float64, 4)}, nil
		},
		Blocks: []Block[toy]{
			{"x", func(r *rand.Rand, s *toy) error { s.X = rho*s.Y + sd*r.NormFloat64(); return nil }},
			{"y", func(r *rand.Rand, s *toy) error { s.Y = rho*s.X + sd*r.NormFloat64(); return nil }},
			{"theta", func(r *rand.Rand, s *toy) error {
				for i := range s.Theta {
					s.Theta[i] = s.X*float64(i) + r.NormFloat64()
				}
				return nil
			}},
			{"label", func(r *rand.Rand,
				s *toy) error {
				s.Label = r.IntN(3)
				s.Counts[s.Label]++
				return nil
			}},
		},
		Params: []Param[toy]{
			Scalar("x", func(s *toy) float64 { return s.X }),
			Scalar("y", func(s *toy) float64 { return s.Y }),
			{Name: "theta", Shape: []int{2, 2}, Read: func(s *toy, dst []float64) { copy(dst, s.Theta) }},
			{Name: "counts", Shape: []int{3}, Every: 7,
				Read: func(s *toy, dst []float64) { copy(dst, s.Counts[:]) }},
			{Name: "label", Shape: []int{3}, Moments: true, Read: func(s *toy, dst []float64) {
				clear(dst)
				dst[s.Label] = 1
			}},
		},
		LogJoint: func(s *toy) float64 {
			return -(s.X*s.X - 2*rho*s.X*s.Y + s.Y*s.Y) / (2 * (1 - rho*rho))
		},
	}
}

// gateAt is a block at which each chain waits in the given sweep until the gate is opened.
func gateAt(sweep int) (gate Block[toy], open func()) {
	var mu sync.Mutex
	sweeps := map[*toy]int{}
	opened := make(chan struct{})
	wait := func(_ *rand.Rand, s *toy) error {
		mu.Lock()
		sweeps[s]++
		n := sweeps[s]
		mu.Unlock()
		if n == sweep {
			<-opened
		}
		return nil
	}
	return Block[toy]{Name: "gate", Update: wait}, sync.OnceFunc(func() { close(opened) })
}

// mustRun runs and fails the test on an error.
func mustRun[S any](t testing.TB, m Model[S], set Settings) *Trace {
	t.Helper()
	tr, err := Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// equalTraces compares two traces bit for bit, chain by chain, over the chains that both have.
func equalTraces(t testing.TB, what string, a, b *Trace) {
	t.Helper()
	if len(a.columns) != len(b.columns) {
		t.Fatalf("%s: %d and %d parameters", what, len(a.columns), len(b.columns))
	}
	for i := range a.columns {
		ca, cb := &a.columns[i], &b.columns[i]
		for k := range min(len(ca.Draws), len(cb.Draws)) {
			for e := range ca.Draws[k] {
				equalBits(t, what+": "+ca.label(e), ca.Draws[k][e], cb.Draws[k][e])
			}
		}
		for k := range min(len(ca.Running), len(cb.Running)) {
			ma, mb := ca.Running[k], cb.Running[k]
			if ma.N != mb.N {
				t.Fatalf("%s: %s: moments of %d and %d draws", what, ca.Name, ma.N, mb.N)
			}
			equalBits(t, what+": mean of "+ca.Name, ma.Mean, mb.Mean)
			equalBits(t, what+": squares of "+ca.Name, ma.SumSq, mb.SumSq)
		}
	}
}

func equalBits(t testing.TB, what string, a, b []float64) {
	t.Helper()
	if len(a) != len(b) {
		t.Fatalf("%s: %d and %d draws", what, len(a), len(b))
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			t.Fatalf("%s: draw %d is %v and %v", what, i, a[i], b[i])
		}
	}
}

// stopAfter is a block that calls stop after this number of updates.
func stopAfter(n *int, updates int, stop func()) func(*rand.Rand, *toy) error {
	return func(*rand.Rand, *toy) error {
		if *n++; *n == updates {
			stop()
		}
		return nil
	}
}
