package classic

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

func TestCramerTail(t *testing.T) {
	for _, ref := range loadClassics(t).Tails {
		q, want := float64(ref["q"]), float64(ref["exact"])
		if got := cramerTail(q); math.Abs(got-want) > 1e-14 {
			t.Errorf("P(W² > %v) = %v, want %v", q, got, want)
		}
		if q < 1.4 && math.Abs(float64(ref["coda"])-want) > 1e-10 ||
			q == 12 && float64(ref["coda"]) < 1e-3 {
			t.Errorf("the comment of cramerTail is wrong on coda at %v: %v", q, ref["coda"])
		}
	}
	// The table of Anderson & Darling 1952.
	for p, q := range map[float64]float64{0.5: 0.11888, 0.1: 0.34730, 0.05: 0.46136, 0.01: 0.74346,
		0.001: 1.16786} {
		if got := cramerTail(q); math.Abs(got/p-1) > 1e-4 {
			t.Errorf("P(W² > %v) = %v, the table says %v", q, got, p)
		}
	}
	last := 1.0
	for q := 0.0; q < 20; q += 0.03 {
		p := cramerTail(q)
		if !(p <= last+1e-15) {
			t.Fatalf("the tail rises at %v", q)
		}
		last = p
	}
	if cramerTail(math.Inf(1)) != 0 || !math.IsNaN(cramerTail(math.NaN())) || cramerTail(1e-300) != 1 {
		t.Error("tails at infinity, NaN and almost 0")
	}
}

func TestHeidelbergerWelchPasses(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	const runs = 200
	passed, drifting := 0, 0
	for range runs {
		x := diagtest.Autoregression(r, 0.5, 1000)
		if h := HeidelbergerWelch(x, 0.1, 0.05); h.Stationary {
			passed++
		}
		for i := range x {
			x[i] += 2 * float64(i) / float64(len(x))
		}
		if h := HeidelbergerWelch(x, 0.1, 0.05); h.Stationary {
			drifting++
		}
	}
	if passed < 0.95*runs || drifting > 0.1*runs {
		t.Errorf("of %d chains %d pass, and %d with a drift of two standard deviations", runs,
			passed, drifting)
	}
}

// coda passes the last of these chains from its first draw on, with p = 0.87. At the 200th draw 1.3
// standard deviations of the start are left, and 100 draws later a 30th of that.
func TestHeidelbergerWelchOnFarStarts(t *testing.T) {
	for _, start := range []float64{0, 10, 100, 1000} {
		x := diagtest.Autoregression(rand.New(rand.NewPCG(34, 1)), 0, 1000)
		for i := range x {
			x[i] += start * math.Exp(-float64(i)/30)
		}
		h := HeidelbergerWelch(x, 0.1, 0.05)
		if least := map[float64]int{0: 0, 10: 100, 100: 100, 1000: 200}[start]; !h.Stationary ||
			h.Start < least || h.Start > least+100 {
			t.Errorf("from %v: %+v, want a start at %d", start, h, least)
		}
	}
}

func TestHeidelbergerWelchHalfWidth(t *testing.T) {
	x := diagtest.Autoregression(rand.New(rand.NewPCG(33, 1)), 0, 1000)
	for i := range x {
		x[i] += 10
	}
	h := HeidelbergerWelch(x, 0.1, 0.05)
	if !h.HalfWidthOK || math.Abs(h.HalfWidth/(1.96/math.Sqrt(1000))-1) > 0.1 ||
		math.Abs(h.Mean-10) > 0.2 || h.Start != 0 {
		t.Errorf("independent draws about 10: %+v", h)
	}
	if h := HeidelbergerWelch(x, 0.001, 0.05); h.HalfWidthOK || !h.Stationary {
		t.Errorf("asked for 0.1 %%: %+v", h)
	}
	ramp := make([]float64, 100)
	for i := range ramp {
		ramp[i] = float64(i)
	}
	for name, h := range map[string]StationarityTest{
		"nil": HeidelbergerWelch(nil, 0.1, 0.05), "short": HeidelbergerWelch(x[:9], 0.1, 0.05),
		"Inf":   HeidelbergerWelch(append([]float64{math.Inf(1)}, x...), 0.1, 0.05),
		"level": HeidelbergerWelch(x, 0.1, 1), "accuracy": HeidelbergerWelch(x, math.NaN(), 0.05),
		"constant": HeidelbergerWelch(make([]float64, 100), 0.1, 0.05),
		"line":     HeidelbergerWelch(ramp, 0.1, 0.05),
	} {
		if h.Stationary || h.HalfWidthOK || h.Start != -1 || !math.IsNaN(h.Mean) ||
			!math.IsNaN(h.HalfWidth) || !math.IsNaN(h.PValue) || len(h.Warnings) != 1 {
			t.Errorf("%s: %+v", name, h)
		}
	}
}
