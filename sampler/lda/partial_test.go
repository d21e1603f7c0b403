package lda

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
)

// With more topics than a block has, a token is drawn with probability ∝ (n_k + α_k) φ_k. Sums of
// other blocks must be seen.
func TestPartialDraw(t *testing.T) {
	const topics, draws = 70, 400_000
	r := sampler.Stream("partial draw", 1, 0)
	x := &workerScratch{a: make([]float64, topics+2), n: make([]float64, topics),
		cum: make([]float64, topics), at: make([]int32, topics)}
	x.rand = rand.New(&x.src)
	phi, weights, total := make([]float32, topics+2), make([]float64, topics), 0.0
	for k := range topics {
		x.a[k], phi[k] = 0.2+r.Float64(), r.Float32()
	}
	for _, k := range []uint16{3, 69, 17, 3, 40, 5, 17, 17} {
		x.add(k)
	}
	x.remove(5)
	x.remove(17)
	var rest []float64
	for k := range topics {
		weights[k] = (x.n[k] + x.a[k]) * float64(phi[k])
		total += weights[k]
		if k%block == 0 {
			rest = append(rest, 0)
			if k > 0 {
				rest[k/block] = rest[k/block-1]
			}
		}
		rest[k/block] += x.a[k] * float64(phi[k])
	}
	distance := func(rest []float64) (chi2 float64) {
		counts := make([]float64, topics)
		for range draws {
			counts[x.draw(phi, rest)]++
		}
		for k, n := range counts {
			want := draws * weights[k] / total
			chi2 += (n - want) * (n - want) / want
		}
		return chi2
	}
	// χ² has 69 degrees of freedom and a standard deviation of 12.
	if chi2 := distance(rest); len(x.list) != 4 || chi2 > 69+6*math.Sqrt(2*69) {
		t.Errorf("topics %d, χ² is %.0f", x.list, chi2)
	}
	rest[2] += 0.1 * rest[4] // a broken twin: a block that weighs too much
	if chi2 := distance(rest); chi2 < 1000 {
		t.Errorf("a wrong sum goes unnoticed: χ² is %.0f", chi2)
	}
}
