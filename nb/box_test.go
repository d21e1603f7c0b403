package nb

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
)

func init() {
	golden["box"] = func(*sampler.Trace) *plot.Plot {
		few, many := []float64{0.5, 0.7, 0.8, 0.85, 0.9, 2}, make([]float64, 0, 40)
		for i := range 40 {
			many = append(many, 0.5+float64(i)/80)
		}
		return Box([]string{"few", "many, one far out"}, [][]float64{few, append(many, -0.5)})
	}
}

// The numbers 1 to 9 have quartiles 3, 5 and 7 (type 7 of Hyndman and Fan), so that whiskers may
// reach from −3 to 13.
func TestBoxData(t *testing.T) {
	nine := []float64{9, 1, 8, 2, 7, 3, 6, 4, 5}
	for _, tt := range []struct {
		sample []float64
		want   boxNumbers
	}{
		{nine, boxNumbers{1, 3, 5, 7, 9, nil}},
		// of eleven, the 6th, and half-way between the 3rd and 4th
		{append(slices.Clone(nine), 100, -100),
			boxNumbers{1, 2.5, 5, 7.5, 9, []float64{-100, 100}}},
		{[]float64{4}, boxNumbers{4, 4, 4, 4, 4, nil}},
		{[]float64{4, 4, 4, 4, 4, 4, 4, 5}, boxNumbers{4, 4, 4, 4, 4, []float64{5}}},
	} {
		before := slices.Clone(tt.sample)
		got := boxData(tt.sample)
		same := got.Low == tt.want.Low && got.Lower == tt.want.Lower &&
			got.Median == tt.want.Median && got.Upper == tt.want.Upper && got.High == tt.want.High
		if !same || !slices.Equal(got.Outliers, tt.want.Outliers) {
			t.Errorf("%v: got %+v, want %+v", tt.sample, got, tt.want)
		}
		if !slices.Equal(before, tt.sample) {
			t.Errorf("%v: the sample was changed", before)
		}
	}
}

// All values of a few are in view, of many the outliers.
func TestBoxRange(t *testing.T) {
	p := Box([]string{"a", "b"}, [][]float64{{1, 2, 3}, {-7}})
	if p.Y.Min > -7 || p.Y.Max < 3 {
		t.Errorf("the axis goes from %v to %v, want at least −7 to 3", p.Y.Min, p.Y.Max)
	}
}

func TestBoxMistakes(t *testing.T) {
	panics(t, "0 names and 0 samples", func() { Box(nil, nil) })
	panics(t, "1 names and 2 samples", func() { Box([]string{"a"}, make([][]float64, 2)) })
	panics(t, `the sample "a" has no values`, func() { Box([]string{"a"}, [][]float64{nil}) })
	panics(t, `value 1 of the sample "a" is NaN`,
		func() { Box([]string{"a"}, [][]float64{{1, math.NaN()}}) })
	panics(t, "has no values", func() { boxData(nil) })
}
