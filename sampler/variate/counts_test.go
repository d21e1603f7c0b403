package variate_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat"
)

func checkBinomialCounts(n int, p float64, draw func() int) error {
	mean, sd := float64(n)*p, math.Sqrt(float64(n)*p*(1-p))
	return checkProbabilities(0, n, mean, sd, draw, func(k int) float64 {
		return variate.BinomialLogProb(k, n, p)
	})
}

// checkProbabilities compares draws from least to most with the probabilities of the counts. Counts
// expected fewer than five times are pooled.
func checkProbabilities(
	least, most int, mean, sd float64, draw func() int, logProb func(k int) float64,
) error {
	const draws = 50_000
	lo, hi := max(least, int(mean-8*sd-3)), min(most, int(mean+8*sd+3))
	width := max(1, (hi-lo)/60)
	counts, weights := make([]float64, (hi-lo)/width+1), make([]float64, (hi-lo)/width+1)
	for k := lo; k <= hi; k++ {
		weights[(k-lo)/width] += math.Exp(logProb(k))
	}
	sum := 0.0
	for range draws {
		k := draw()
		if k < least || k > most {
			return fmt.Errorf("a draw of %d", k)
		}
		counts[(min(max(k, lo), hi)-lo)/width]++
	}
	var cs, ws []float64
	var c, w float64
	for i := range counts {
		c, w, sum = c+counts[i], w+weights[i], sum+weights[i]
		if w*draws > 5 {
			cs, ws, c, w = append(cs, c), append(ws, w), 0, 0
		}
	}
	cs[len(cs)-1] += c
	ws[len(ws)-1] += w
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("the probabilities add up to %.12g", sum)
	}
	return checkCounts(cs, ws)
}

func TestBinomialLaws(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{0, 0.3}, {1, 0.3}, {10, 0}, {10, 1}, {10, 0.5}, {30, 0.5}, {30, 0.9}, {1000, 1e-8}, {1000,
		0.01}, {1000, 0.37}, {100_000_000, 1e-8}, {100_000_000, 1e-3}, {1000, 0.999}} {
		r := sampler.Stream("binomial", 1, 0)
		if err := checkBinomialCounts(c.n, c.p, func() int {
			return variate.Binomial(r, c.n,
				c.p)
		}); err != nil {
			t.Errorf("Binomial(%d, %g): %v", c.n, c.p, err)
		}
	}
	r := sampler.Stream("binomial", 1, 0)
	for name, c := range map[string]struct {
		n    int
		p    float64
		draw func() int
	}{
		"one trial less": {30, 0.5, func() int { return variate.Binomial(r, 29, 0.5) }},
		"p off by 1/200": {1000, 0.37, func() int { return variate.Binomial(r, 1000, 0.375) }},
		"normal, rounded": {1000, 0.01, func() int {
			return int(math.Round(max(0, variate.Normal(r,
				10, math.Sqrt(9.9)))))
		}},
	} {
		if checkBinomialCounts(c.n, c.p, c.draw) == nil {
			t.Errorf("the check misses the broken twin %q", name)
		}
	}
}

// Each count is binomial, and two of them have covariance −n p q.
func TestMultinomialLaws(t *testing.T) {
	weights, n := []float64{2, 0, 1, 3, 4, 0}, 200
	counts := make([]int, len(weights))
	for k, w := range weights {
		r := sampler.Stream("multinomial", 1, 0)
		if err := checkBinomialCounts(n, w/10, func() int {
			variate.Multinomial(r, n, weights,
				counts)
			return counts[k]
		}); err != nil {
			t.Errorf("category %d: %v", k, err)
		}
	}
	const draws = 20_000
	r, x, y := sampler.Stream("multinomial", 2, 0), make([]float64, draws), make([]float64, draws)
	for i := range draws {
		variate.Multinomial(r, n, weights, counts)
		x[i], y[i] = float64(counts[0]), float64(counts[4])
		if counts[0]+counts[2]+counts[3]+counts[4] != n {
			t.Fatalf("counts %v do not add up to %d", counts, n)
		}
	}
	want := -200 * 0.2 * 0.4 / math.Sqrt(200*0.2*0.8*200*0.4*0.6)
	if err := checkZ(stat.Correlation(x, y, nil), want,
		(1-want*want)/math.Sqrt(draws)); err != nil {
		t.Errorf("correlation: %v", err)
	}
	if a := testing.AllocsPerRun(100, func() {
		variate.Multinomial(r, n, weights,
			counts)
	}); a != 0 {
		t.Errorf("%g allocations", a)
	}
	for _, c := range []struct {
		counts []int
		want   float64
	}{{[]int{1, 0, 1, 0, 0, 0}, math.Log(2 * 0.2 * 0.1)}, {[]int{0, 1, 0, 0, 0, 0}, -inf}, {[]int{0,
		0, 0, 0, 0, 1}, -inf}, {[]int{-1, 0, 0, 0, 0, 0}, -inf}, {make([]int, 6), 0}} {
		if got := variate.MultinomialLogProb(c.counts, weights); got != c.want &&
			!(math.Abs(got-c.want) < 1e-13) {
			t.Errorf("MultinomialLogProb(%v) is %g, want %g", c.counts, got, c.want)
		}
	}
	for _, c := range [][2]float64{{variate.BinomialLogProb(-1, 3, 0.5), -inf},
		{variate.BinomialLogProb(4, 3, 0.5), -inf}, {variate.BinomialLogProb(1, 3, 0), -inf},
		{variate.BinomialLogProb(0, 3, 0), 0}, {variate.BinomialLogProb(3, 3, 1), 0},
		{variate.BinomialLogProb(0, 0, 1), 0}} {
		if c[0] != c[1] {
			t.Errorf("BinomialLogProb gave %g, want %g", c[0], c[1])
		}
	}
}

// Above 20 a Poisson variate is a binomial one now and then.
func TestPoissonMoments(t *testing.T) {
	r, x := sampler.Stream("poisson", 1, 0), make([]float64, 200_000)
	for _, mean := range []float64{19, 21, 24, 170, 1e16} {
		for i := range x {
			x[i] = float64(variate.Poisson(r, mean))
		}
		if err := errors.Join(checkMean(x, mean, mean), checkVariance(x, mean)); err != nil {
			t.Errorf("mean %g: %v", mean, err)
		}
	}
	if k := variate.Poisson(r, 1e300); k != math.MaxInt {
		t.Errorf("a Poisson variate of mean 1e300 is %d", k)
	}
}

func TestCountsRefuse(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	wantPanic(t, func() { variate.Binomial(r, -1, 0.5) }, "Binomial: n is -1")
	wantPanic(t, func() { variate.BinomialLogProb(0, 1, 1.5) },
		"BinomialLogProb: n is 1 and p is 1.5")
	wantPanic(t, func() { variate.Multinomial(r, -1, []float64{1}, make([]int, 1)) },
		"Multinomial: n is -1")
	wantPanic(t, func() { variate.Multinomial(r, 1, []float64{1, 1}, make([]int, 1)) },
		"2 weights and room for 1 counts")
	wantPanic(t, func() { variate.Multinomial(r, 1, []float64{0, 0}, make([]int, 2)) },
		"Multinomial: 2 weights of sum 0")
}
