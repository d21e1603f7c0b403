package variate_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

func logs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Log(v)
	}
	return y
}

func checkFinite(s sample) error {
	for i, v := range s.x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("draw %d is %g", i, v)
		}
	}
	return nil
}

func checkSupport(s sample) error {
	for i, v := range s.x {
		if !(s.lo <= v && v <= s.hi) {
			return fmt.Errorf("draw %d is %g, outside [%g, %g]", i, v, s.lo, s.hi)
		}
	}
	return nil
}

func checkMean(x []float64, mean, variance float64) error {
	if math.IsNaN(mean) || math.IsNaN(variance) {
		return nil
	}
	got := stat.Mean(x, nil)
	return checkZ(got, mean, math.Sqrt(variance/float64(len(x))))
}

// The standard error of a variance is √((m₄ − s⁴)/n), with m₄ the fourth central
// moment, here of the sample.
func checkVariance(x []float64, variance float64) error {
	if math.IsNaN(variance) {
		return nil
	}
	s2, m4 := stat.Variance(x, nil), stat.Moment(4, x, nil)
	return checkZ(s2, variance, math.Sqrt((m4-s2*s2)/float64(len(x))))
}

func checkZ(got, want, se float64) error {
	if z := (got - want) / se; !(math.Abs(z) < zLimit) {
		return fmt.Errorf("%.6g, want %.6g ± %.2g: z = %.2f", got, want, se, z)
	}
	return nil
}

// checkKS is the Kolmogorov–Smirnov test with Massart's bound for every n,
// P(D > d) ≤ 2 exp(−2nd²) (Annals of Probability 18, 1990, 1269–1283).
func checkKS(s sample) error {
	if s.u == nil {
		return nil
	}
	u := slices.Sorted(slices.Values(s.u))
	n := float64(len(u))
	d := 0.0
	for i, v := range u {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	if limit := math.Sqrt(math.Log(2/level) / (2 * n)); !(d < limit) {
		return fmt.Errorf("Kolmogorov–Smirnov distance %.4f, limit %.4f", d, limit)
	}
	return nil
}

// checkHistogram is the chi-square test on 50 equally probable bins: what lies
// between the quantiles, where the distribution function looks less closely.
func checkHistogram(s sample) error {
	if s.u == nil {
		return nil
	}
	const bins = 50
	counts := make([]float64, bins)
	for _, u := range s.u {
		if math.IsNaN(u) {
			return errors.New("the distribution function gives NaN")
		}
		counts[min(int(u*bins), bins-1)]++
	}
	return checkCounts(counts, slices.Repeat([]float64{1}, bins))
}

// checkCounts is the chi-square test of counts against probabilities that are
// proportional to weights. A count where the weight is 0 is an error.
func checkCounts(counts, weights []float64) error {
	n, sum := 0.0, 0.0
	for k := range counts {
		n += counts[k]
		sum += weights[k]
	}
	x2, df := 0.0, -1.0
	for k, c := range counts {
		e := n * (weights[k] / sum)
		if e == 0 {
			if c > 0 {
				return fmt.Errorf("category %d of weight 0 drawn %g times", k, c)
			}
			continue
		}
		x2 += (c - e) * (c - e) / e
		df++
	}
	if df > 0 && !((distuv.ChiSquared{K: df}).Survival(x2) > level) {
		return fmt.Errorf("chi-square %.1f with %g degrees of freedom", x2, df)
	}
	return nil
}

// checkTails counts the draws in the outer 0.5 % on either side; the binomial
// bounds are exact.
func checkTails(s sample) error {
	if s.u == nil {
		return nil
	}
	const tail = 0.005
	low, high := 0, 0
	for _, u := range s.u {
		if u < tail {
			low++
		}
		if u > 1-tail {
			high++
		}
	}
	b := distuv.Binomial{N: float64(len(s.x)), P: tail}
	for side, c := range map[string]int{"lower": low, "upper": high} {
		if b.CDF(float64(c)) < level/4 || b.Survival(float64(c-1)) < level/4 {
			return fmt.Errorf("%d of %d draws in the %s tail of probability %g", c, len(s.x), side,
				tail)
		}
	}
	return nil
}

// checkPoints counts the draws up to each point. The bounds are those of the binomial distribution.
func checkPoints(s sample) error {
	for _, at := range s.points {
		below := 0.0
		for _, x := range s.x {
			if x <= at.x {
				below++
			}
		}
		b := distuv.Binomial{N: lawDraws, P: at.p}
		if b.CDF(below) < level/2 || b.Survival(below-1) < level/2 {
			return fmt.Errorf("%g of %d draws are at most %g, expected %.4g", below, lawDraws, at.x,
				lawDraws*at.p)
		}
	}
	return nil
}

// checkIndependence tests the lag-one correlation of the uniforms, or of being at most a point. Its
// variance under independence is 1/n.
func checkIndependence(s sample) error {
	u := s.u
	if u == nil {
		if len(s.points) == 0 {
			return nil
		}
		at := s.points[len(s.points)/2].x
		for _, x := range s.x {
			u = append(u, map[bool]float64{true: 1}[x <= at])
		}
	}
	return checkZ(stat.Correlation(u[1:], u[:len(u)-1], nil), 0, 1/math.Sqrt(float64(len(u)-1)))
}

func checkReproducible(s sample) error {
	if !slices.Equal(s.x, s.draws()) {
		return errors.New("two runs from the same stream differ")
	}
	return nil
}

func checkAllocations(s sample) error {
	r := sampler.Stream("allocations", 1, 0)
	if n := testing.AllocsPerRun(100, func() { s.draw(r) }); n != 0 {
		return fmt.Errorf("%g allocations a draw", n)
	}
	return nil
}
