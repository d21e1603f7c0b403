package diag

import (
	"math"
	"testing"
)

// The value is that of posterior's rhat_nested (1.7.1), whose formula was evaluated in R.
func TestNestedRHat(t *testing.T) {
	x := [][]float64{{1, 2, 4}, {2, 3, 7}, {5, 6, 6}, {4, 9, 8}, {1, 1, 2}, {3, 2, 2}}
	const want = 1.5493500046449167
	if got := NestedRHat(x, []int{7, 7, -1, -1, 3, 3}); !near(got, want, 1e-14) {
		t.Errorf("nested R-hat %v, want %v", got, want)
	}
	shuffled := [][]float64{x[4], x[2], nil, x[0], x[5], x[3], x[1]}
	if got := NestedRHat(shuffled, []int{2, 0, 2, 1, 2, 0, 1}); !near(got, want, 1e-14) {
		t.Errorf("in another order, with other names and a chain without draws: %v, want %v", got, want)
	}
}

// Many chains of one draw: those from two starts that are forgotten, and from two that are not.
func TestNestedRHatOfShortChains(t *testing.T) {
	x := chainSpec{Kind: "normal", Phi: 0, Chains: 2000, Draws: 1, Seed: 51}.make()
	half := make([]int, len(x))
	for c := range half[1000:] {
		half[1000+c] = 1
	}
	if r := NestedRHat(x, half); r < 1 || r > 1.005 {
		t.Errorf("starts forgotten: %v", r)
	}
	for c := range half {
		x[c][0] += float64(half[c])
	}
	if r := NestedRHat(x, half); r < 1.02 {
		t.Errorf("starts remembered: %v", r)
	}
}

func TestNestedRHatEdges(t *testing.T) {
	x := [][]float64{{1, 2, 4}, {2, 3, 7}, {5, 6, 6}, {4, 9, 8}}
	for name, r := range map[string]float64{
		"nil": NestedRHat(nil, nil), "names missing": NestedRHat(x, []int{1, 1, 2}), "unequal": NestedRHat(x, []int{1, 1, 1, 2}), "one superchain": NestedRHat(x, []int{1, 1, 1, 1}),
		"unequal for want of draws": NestedRHat([][]float64{{1, 2}, nil, {2, 3}, {3, 4}}, []int{1, 1, 2, 2}), "constant": NestedRHat([][]float64{{1, 1}, {1, 1}}, []int{1, 2}),
		"NaN": NestedRHat([][]float64{{1, 1}, {1, math.NaN()}}, []int{1, 2}),
	} {
		if !math.IsNaN(r) {
			t.Errorf("%s: %v", name, r)
		}
	}
	if r := NestedRHat([][]float64{{1}, {2}}, []int{0, 1}); !math.IsInf(r, 1) {
		t.Errorf("nothing varies within: %v", r)
	}
}
