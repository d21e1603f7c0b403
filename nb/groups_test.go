package nb

import (
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
)

func init() {
	golden["groups"] = func(*sampler.Trace) *plot.Plot {
		return Groups([][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, []int{0, 2, 2, 7}) // 1 is empty, 7 has the colour of 1
	}
}

func TestGroupsRefuses(t *testing.T) {
	for want, f := range map[string]func(){
		"1 points and 2 group numbers": func() { Groups([][]float64{{1, 2}}, []int{0, 1}) },
		"point 0 has 3 coordinates":    func() { Groups([][]float64{{1, 2, 3}}, []int{0}) },
		"-1 to -1":                     func() { Groups([][]float64{{1, 2}}, []int{-1}) },
	} {
		panics(t, want, f)
	}
}
