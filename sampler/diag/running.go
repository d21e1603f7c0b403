package diag

import (
	"container/heap"
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/diag/internal/series"
)

// RunningMean returns the means of the first draw, of the first two, …, of all: where the line has
// not settled, the run is too short. From the first draw that is not finite on, all are NaN.
func RunningMean(draws []float64) []float64 {
	means := make([]float64, len(draws))
	mean := 0.0
	for i, v := range draws {
		if !series.Finite(v) {
			v = math.NaN()
		}
		n := float64(i + 1)
		mean += v/n - mean/n // rather than (v−mean)/n, which can overflow
		means[i] = mean
	}
	return means
}

// RunningQuantile returns the p-quantile (see [Quantile]) of the first draw, of the first two, …,
// of all, in time O(n·log n). From the first draw that is not finite on, all are NaN, and all are
// for p outside [0, 1].
func RunningQuantile(draws []float64, p float64) []float64 {
	quantiles := make([]float64, len(draws))
	// below holds the draws up to position ⌊h⌋, h = (n−1)p, of the sorted ones, with their signs
	// changed, so that the least of the heap is the largest draw; above holds the others.
	below, above := &floats{}, &floats{}
	valid := p >= 0 && p <= 1
	for i, v := range draws {
		if valid = valid && series.Finite(v); !valid {
			quantiles[i] = math.NaN()
			continue
		}
		if len(*below) > 0 && v < -(*below)[0] {
			heap.Push(below, -v)
		} else {
			heap.Push(above, v)
		}
		h := float64(i) * p
		size := int(h) + 1
		for len(*below) < size {
			heap.Push(below, -heap.Pop(above).(float64))
		}
		for len(*below) > size {
			heap.Push(above, -heap.Pop(below).(float64))
		}
		quantiles[i] = -(*below)[0]
		if len(*above) > 0 {
			quantiles[i] = numeric.Quantile([]float64{-(*below)[0], (*above)[0]}, h-float64(int(h)))
		}
	}
	return quantiles
}

// floats is a heap with its least number first.
type floats []float64

func (f floats) Len() int           { return len(f) }
func (f floats) Less(i, j int) bool { return f[i] < f[j] }
func (f floats) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *floats) Push(v any)        { *f = append(*f, v.(float64)) }
func (f *floats) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
