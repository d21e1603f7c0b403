package criticism

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/diag"
)

// statistics are what the data and data sets from a model are compared by.
var statistics = []struct {
	name string
	of   func(y []float64) float64
}{
	{"mean", diag.Mean},
	{"standard deviation", diag.SD},
	{"smallest", slices.Min[[]float64]},
	{"largest", slices.Max[[]float64]},
	{"correlation of neighbours", neighbours},
}

// orderless is the number of statistics that do not depend on the order of the values.
const orderless = 4

// neighbours is the correlation of each value with the next one, about the mean of all.
func neighbours(y []float64) float64 {
	mean, products, squares := diag.Mean(y), 0.0, 0.0
	for i, v := range y {
		squares += (v - mean) * (v - mean)
		if i > 0 {
			products += (v - mean) * (y[i-1] - mean)
		}
	}
	if squares == 0 {
		return 0
	}
	return products / squares
}

// filledUp tells whether equal values stand together at the end or the beginning, more than the
// other values let expect: sorted rows, or animals that nobody caught behind those that were.
func filledUp(y []float64) bool {
	n := len(y)
	run := func(at func(i int) float64) bool {
		length, others := 1, 0
		for length < n && at(length) == at(0) {
			length++
		}
		for i := length; i < n; i++ {
			if at(i) == at(0) {
				others++
			}
		}
		share := float64(others+1) / float64(n-length+1)
		return length >= 5 && length < n && float64(length)*math.Log(share) < math.Log(1e-6)
	}
	return n > 0 && (run(func(i int) float64 { return y[i] }) ||
		run(func(i int) float64 { return y[n-1-i] }))
}

// compared makes the checks from the statistics of data sets, which are data sets × statistics.
func compared(y []float64, of [][]float64) []PredictiveCheck {
	var checks []PredictiveCheck
	for k, s := range statistics[:len(of[0])] {
		c := PredictiveCheck{Statistic: s.name, Observed: s.of(y)}
		if math.IsNaN(c.Observed) { // the spread of a single value
			continue
		}
		for _, values := range of {
			c.Replicated = append(c.Replicated, values[k])
		}
		c.P = twoSided(slices.Sorted(slices.Values(c.Replicated)), c.Observed)
		checks = append(checks, c)
	}
	return checks
}

func statisticsOf(y []float64) []float64 {
	values := make([]float64, len(statistics))
	for k, s := range statistics {
		values[k] = s.of(y)
	}
	return values
}

// extreme is the check with the smallest P.
func extreme(checks []PredictiveCheck) PredictiveCheck {
	return slices.MinFunc(checks, func(a, b PredictiveCheck) int { return cmp.Compare(a.P, b.P) })
}

// whole tells whether all values are whole numbers, as counts are.
func whole(y []float64) bool {
	return !slices.ContainsFunc(y, func(v float64) bool { return v != math.Trunc(v) })
}

// spread adds uniform noise of a width to values, so that no two are equal.
func spread(r *rand.Rand, width float64, y []float64) []float64 {
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = v - width/2 + width*r.Float64()
	}
	return out
}
