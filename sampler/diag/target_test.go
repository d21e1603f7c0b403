package diag

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// traceOf makes a trace of four chains of normal draws, the same each time.
func targetTrace(t *testing.T, draws int, shift float64) *sampler.Trace {
	t.Helper()
	var tr sampler.Trace
	for _, name := range []string{"a", "b", "constant"} {
		var chains [][]float64
		for c := range 4 {
			r := sampler.Stream("target "+name, 1, c)
			x := make([]float64, draws)
			for i := range x {
				if name != "constant" {
					x[i] = r.NormFloat64()
				}
				if name == "b" && c == 0 {
					x[i] += shift
				}
			}
			chains = append(chains, x)
		}
		if err := tr.Add(name, chains); err != nil {
			t.Fatal(err)
		}
	}
	return &tr
}

func TestTarget(t *testing.T) {
	ab := []string{"a", "b"}
	for _, tt := range []struct {
		target Target
		draws  int
		shift  float64
		want   string // all its words, in this order; "" if nothing is missing
	}{
		{Target{Names: ab}, 1000, 0, ""},
		// independent: ESS near 4000, MCSE near 1/√4000 = 0.016
		{Target{Names: ab, ESS: 1000, MCSE: 0.03}, 1000, 0, ""},
		{Target{Names: ab, ESS: 6000}, 1000, 0, "ESS of wanted 6000 (and 1 more)"},
		{Target{Names: ab, MCSE: 0.01}, 1000, 0, "MCSE of wanted 0.01 or less (and 1 more)"},
		{Target{Names: ab}, 50, 0, "ESS of wanted 400"},
		{Target{Names: ab}, 1000, 1, "R-hat of b is 1. wanted 1.01 or less; ESS of b is wanted 400"},
		{Target{Names: ab, RHat: math.Inf(1), ESS: 1}, 1000, 1, ""},
		{Target{Names: []string{"a"}}, 1000, 1, ""},
		{Target{}, 1000, 0, "constant has too few draws, or never changes"},
		{Target{Names: ab}, 3, 0, "a has too few draws, or never changes (and 1 more)"},
	} {
		got, err := tt.target.Unmet(targetTrace(t, tt.draws, tt.shift))
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := got, got == "" == (tt.want == "")
		for _, word := range strings.Fields(tt.want) {
			_, after, found := strings.Cut(rest, word)
			rest, ok = after, ok && found
		}
		if !ok {
			t.Errorf("%+v of %d draws, shifted by %g: %q, want %q", tt.target, tt.draws, tt.shift,
				got, tt.want)
		}
	}
	for want, target := range map[string]Target{
		`no parameter "c"`:        {Names: []string{"c"}},
		"ESS is -1: give":         {ESS: -1},
		"MCSE is NaN: give":       {MCSE: math.NaN()},
		"RHat is -Inf: give a po": {RHat: math.Inf(-1)},
	} {
		if got, err := target.Unmet(targetTrace(t, 20, 0)); err == nil || got != "" ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %q, %v, want %q", target, got, err, want)
		}
	}
	for _, tr := range []*sampler.Trace{nil, {}} {
		if _, err := (Target{}).Unmet(tr); err == nil {
			t.Error("a trace without parameters meets the target")
		}
	}
}
