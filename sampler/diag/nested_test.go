package diag

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// The values are of testdata/nested.py, which writes out the definition in exact fractions.
func TestNestedRHatReference(t *testing.T) {
	data, err := os.ReadFile("testdata/nested.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ChainSpec
			SHA256 string
			Super  []int
			Nested *float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	oneDraw, missing := 0, 0
	for _, c := range file.Cases {
		x := c.Make()
		if got := digest(x); got != c.SHA256 {
			t.Fatalf("%+v: these chains are not those of chains.py: digest %s, want %s", c.ChainSpec, got,
				c.SHA256)
		}
		if c.Draws == 1 {
			oneDraw++
		}
		want := orNaN(c.Nested)
		if math.IsNaN(want) {
			missing++
		}
		if got := NestedRHat(x, c.Super); !diagtest.Near(got, want, refTolerance) {
			t.Errorf("%+v: nested R-hat %.15g, want %.15g", c.ChainSpec, got, want)
		}
	}
	if len(file.Cases) < 40 || oneDraw < 8 || missing > 10 {
		t.Errorf("%d cases, %d of one draw a chain, %d without a value", len(file.Cases), oneDraw, missing)
	}
}

// Chains that began at five points show it while they remember them, even with one draw each;
// superchains that mix the points, and chains that have forgotten, do not.
func TestNestedRHatFindsStarts(t *testing.T) {
	const points, each = 5, 100
	for _, c := range []struct {
		sweeps int // of an autoregression with coefficient 0.9
		remain bool
	}{{5, true}, {100, false}} {
		var chains [][]float64
		var right, wrong []int
		bits := splitMix(7)
		for i := range points * each {
			x := 3 * float64(i/each-points/2)
			for range c.sweeps {
				x = 0.9*x + math.Sqrt(1-0.81)*bits.noise()
			}
			chains = append(chains, []float64{x})
			right, wrong = append(right, i/each), append(wrong, i%points)
		}
		if r := NestedRHat(chains, right); r > 1.05 != c.remain {
			t.Errorf("after %d sweeps nested R-hat is %.3f", c.sweeps, r)
		}
		if r := NestedRHat(chains, wrong); r > 1.05 {
			t.Errorf("after %d sweeps, mixed groups have nested R-hat %.3f", c.sweeps, r)
		}
	}
}

func TestNestedRHatOfAwkwardChains(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		super := make([]int, len(chains))
		for i := range super {
			super[i] = i
		}
		if r := NestedRHat(chains, super); r < 1 {
			t.Errorf("%s: %v", name, r)
		}
	}
	for name, r := range map[string]float64{
		"sizes":  NestedRHat([][]float64{{1}, {2}, {3}}, []int{1, 1, 2}),
		"length": NestedRHat([][]float64{{1}, {2}}, []int{1}),
		"one":    NestedRHat([][]float64{{1}, {2}}, []int{1, 1}),
		"empty":  NestedRHat([][]float64{{1}, {}, {3}, {4}}, []int{1, 1, 2, 2}),
	} {
		if !math.IsNaN(r) {
			t.Errorf("%s: %v", name, r)
		}
	}
	if r := NestedRHat([][]float64{{1}, {2}}, []int{1, 2}); !math.IsInf(r, 1) {
		t.Errorf("two stuck chains: %v", r)
	}
}
