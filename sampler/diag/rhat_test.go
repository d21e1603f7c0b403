package diag

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// Draws that differ by rounding alone are constant: chains that sat still at 1e16 and at the next
// number had the R-hat +Inf.
func TestConstantUpToRounding(t *testing.T) {
	chains := [][]float64{{}, {}}
	for i := range 100 {
		chains[0] = append(chains[0], 1e16)
		chains[1] = append(chains[1], 1e16+2*float64(i/100+1))
	}
	if r := RHat(chains); !math.IsNaN(r) {
		t.Errorf("R-hat of draws one unit in the last place apart: %v", r)
	}
	tr := &sampler.Trace{}
	if err := tr.Add("total", chains); err != nil {
		t.Fatal(err)
	}
	s, err := Summarize(tr)
	if err != nil || !math.IsNaN(s.Rows[0].RHat) ||
		!strings.Contains(s.String(), "total: it is constant up to rounding") {
		t.Errorf("%v\n%v", s, err)
	}
	for i := range chains[1] {
		chains[1][i] = 1e16 + 200
	}
	if r := RHat(chains); !math.IsInf(r, 1) {
		t.Errorf("R-hat of chains that sit still far apart: %v", r)
	}
}
