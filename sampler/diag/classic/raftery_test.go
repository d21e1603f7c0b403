package classic

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// Independent draws need about as many as the lower bound. A chain of two states, left with
// probabilities 0.1 and 0.2, needs as many as the formula says.
func TestRafteryLewis(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	x := diagtest.Autoregression(r, 0, 10_000)
	l := RafteryLewis(x, 0.025, 0.005, 0.95)
	if l.LowerBound != 3746 || l.Thin != 1 || l.BurnIn > 4 || math.Abs(l.Dependence-1) > 0.2 ||
		l.Warnings != nil {
		t.Errorf("independent draws: %+v", l)
	}
	two := make([]float64, 200_000)
	for i := 1; i < len(two); i++ {
		two[i] = two[i-1]
		if leave := 0.1 + 0.1*two[i]; r.Float64() < leave {
			two[i] = 1 - two[i]
		}
	}
	l = RafteryLewis(two, 0.5, 0.01, 0.95) // 2/3 of the draws are 0; "at or below" is 1 to 0
	burnIn := math.Ceil(math.Log(0.001*0.3/0.2) / math.Log(0.7))
	keep := 1.959964 * 1.959964 * 0.1 * 0.2 * 1.7 / (0.3 * 0.3 * 0.3) / (0.01 * 0.01)
	if l.Thin != 1 || l.BurnIn != burnIn || math.Abs((l.Total-l.BurnIn)/keep-1) > 0.05 {
		t.Errorf("two states: %+v, want burn-in %v and %v draws", l, burnIn, keep)
	}
	slow := RafteryLewis(diagtest.Autoregression(r, 0.95, 10_000), 0.025, 0.005, 0.95)
	if slow.Dependence < 5 || slow.Thin < 2 {
		t.Errorf("slow chain: %+v", slow)
	}
}

func TestRafteryLewisEdges(t *testing.T) {
	x := diagtest.Autoregression(rand.New(rand.NewPCG(42, 1)), 0, 5000)
	if l := RafteryLewis(x[:3745], 0.025, 0.005, 0.95); l.LowerBound != 3746 ||
		!math.IsNaN(l.Total+l.BurnIn+l.Thin+l.Dependence) || len(l.Warnings) != 1 {
		t.Errorf("short chain: %+v", l)
	}
	alternating := make([]float64, 5000)
	for i := range alternating {
		alternating[i] = float64(i % 2)
	}
	for name, l := range map[string]RafteryLewisResult{
		"nil":         RafteryLewis(nil, 0.025, 0.005, 0.95),
		"constant":    RafteryLewis(make([]float64, 5000), 0.5, 0.1, 0.9),
		"alternating": RafteryLewis(alternating, 0.3, 0.1, 0.9),
		"q":           RafteryLewis(x, 0, 0.1, 0.9), "accuracy": RafteryLewis(x, 0.5, math.NaN(), 0.9),
		"probability": RafteryLewis(x, 0.5, 0.1, 1),
		"Inf":         RafteryLewis(append([]float64{math.Inf(-1)}, x...), 0.5, 0.1, 0.9),
		"few":         RafteryLewis(x[:5], 0.5, 0.9, 0.1),
	} {
		if !math.IsNaN(l.Total) || !math.IsNaN(l.Dependence) || len(l.Warnings) != 1 {
			t.Errorf("%s: %+v", name, l)
		}
	}
}
