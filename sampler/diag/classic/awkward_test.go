package classic

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// surviveClassics calls everything: nothing panics, and a number is NaN if and only if a sentence
// gives the reason.
func surviveClassics(t *testing.T, chains [][]float64) {
	t.Helper()
	check := func(name string, warnings []error, values ...float64) {
		t.Helper()
		missing := slices.ContainsFunc(values, math.IsNaN)
		if err := errors.Join(warnings...); missing != (err != nil) || missing && len(err.Error()) < 20 {
			t.Errorf("%s of %v is %v, and the warnings are %v", name, chains, values, warnings)
		}
	}
	for _, c := range append(slices.Clone(chains), nil) {
		for _, share := range []float64{0.1, 0.5} {
			g := Geweke(c, share, 0.5)
			check("Geweke", g.Warnings, g.Z, g.P)
		}
		h := HeidelbergerWelch(c, 0.1, 0.05)
		if math.Abs(h.Mean) > 1e300 || h.HalfWidth > 1e300 {
			h.Mean, h.HalfWidth = 0, 0 // the ends of float64
		}
		check("Heidelberger–Welch", h.Warnings, h.PValue, h.Mean, h.HalfWidth)
		l := RafteryLewis(c, 0.5, 0.4, 0.5)
		check("Raftery–Lewis", l.Warnings, l.Thin, l.BurnIn, l.Total, l.LowerBound, l.Dependence)
	}
	r := PSRF(chains, 0.95)
	check("PSRF", r.Warnings, r.Point, r.Upper)
	if e := essSpectral(chains); e <= 0 || math.IsInf(e, 0) {
		t.Errorf("spectral ESS of %v is %v", chains, e)
	}
}

func TestClassicsOfAwkwardChains(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		t.Run(name, func(t *testing.T) { surviveClassics(t, chains) })
	}
	x := diagtest.ChainSpec{Kind: "normal", Phi: 0.6, Chains: 3, Draws: 101, Seed: 3}.Make()
	before := diagtest.Digest(x)
	surviveClassics(t, x)
	if diagtest.Digest(x) != before {
		t.Error("draws were modified")
	}
}

func FuzzClassics(f *testing.F) {
	f.Add([]byte{2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 7, 1, 3})
	f.Add([]byte{1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1})
	f.Add(binary.BigEndian.AppendUint64([]byte{3, 2}, math.Float64bits(math.MaxFloat64)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 1<<11 || data[0]%5 == 0 {
			return
		}
		chains := make([][]float64, data[0]%5)
		for i, b := range data[2:] {
			v := float64(b)
			switch data[1] % 3 {
			case 1:
				v = float64(b % 3)
			case 2: // any bits
				if i%8 != 0 || i+10 > len(data) {
					continue
				}
				v = math.Float64frombits(binary.BigEndian.Uint64(data[2+i:]))
			}
			c := (i / 8) % len(chains)
			chains[c] = append(chains[c], v)
		}
		surviveClassics(t, chains)
	})
}

// Units do not matter, nor does the order of chains, nor the position of 0 (except for the verdict
// on the half-width).
func TestClassicsScale(t *testing.T) {
	for _, phi := range []float64{-0.6, 0, 0.8} {
		x := diagtest.ChainSpec{Kind: "normal", Phi: phi, Chains: 4, Draws: 301, Seed: 61}.Make()
		y := diagtest.ChainSpec{Kind: "normal", Phi: phi, Chains: 4, Draws: 301, Seed: 62}.Make()
		want := ourClassics([][][]float64{x, y})
		for name, f := range map[string]func(float64) float64{
			"2⁶⁰ times": func(v float64) float64 { return v / (1 << 60) },
			"huge":      func(v float64) float64 { return v * 0x1p664 },
			"tiny":      func(v float64) float64 { return v * 0x1p-664 },
			"shifted":   func(v float64) float64 { return v + 1000 },
			"negated":   func(v float64) float64 { return -v },
		} {
			got := ourClassics([][][]float64{diagtest.Mapped(x, f), diagtest.Mapped(y, f)})
			for stat, v := range want {
				switch stat {
				case "spec", "hw_mean", "hw_half", "hw_half_ok":
					continue // have units
				case "geweke", "geweke24":
					if name == "negated" {
						v = -v
					}
				}
				if name == "negated" && stat[:2] == "rl" {
					continue // the other tail
				}
				if !diagtest.Near(got[stat], v, 1e-9) {
					t.Errorf("φ = %v, %s: %s is %v, was %v", phi, name, stat, got[stat], v)
				}
			}
		}
		h, wide := HeidelbergerWelch(x[0], 0.1, 0.05),
			HeidelbergerWelch(diagtest.Mapped(x, func(v float64) float64 { return v * 0x1p664 })[0],
				0.1, 0.05)
		if !diagtest.Near(wide.HalfWidth, math.Ldexp(h.HalfWidth, 664), 1e-12) ||
			!diagtest.Near(wide.Mean, math.Ldexp(h.Mean, 664), 1e-12) {
			t.Errorf("half-width %v of %v, wide %v of %v", h.HalfWidth, h.Mean, wide.HalfWidth, wide.Mean)
		}
		slices.Reverse(x)
		slices.Reverse(y)
		for _, stat := range []string{"psrf", "psrf_upper", "mpsrf", "nested_each", "ess"} {
			if got := ourClassics([][][]float64{x, y})[stat]; !diagtest.Near(got, want[stat], 1e-12) {
				t.Errorf("φ = %v, chains in another order: %s is %v, was %v", phi, stat, got, want[stat])
			}
		}
	}
}
