package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat/distuv"
)

// variates are the laws whose distribution functions are in testdata, by their names there.
var variates = map[string]func(r *rand.Rand, p []float64) float64{
	"Gamma":    func(r *rand.Rand, p []float64) float64 { return variate.Gamma(r, p[0], p[1]) },
	"InvGamma": func(r *rand.Rand, p []float64) float64 { return variate.InvGamma(r, p[0], p[1]) },
	"LogGamma": func(r *rand.Rand, p []float64) float64 { return variate.LogGamma(r, p[0]) },
	"Beta":     func(r *rand.Rand, p []float64) float64 { return variate.Beta(r, p[0], p[1]) },
	"StudentT": func(r *rand.Rand, p []float64) float64 {
		return variate.StudentT(r, p[0], p[1], p[2])
	},
	"TruncatedNormal": func(r *rand.Rand, p []float64) float64 {
		return variate.TruncatedNormal(r, p[0], p[1], p[2], p[3])
	},
	"TruncatedGamma": func(r *rand.Rand, p []float64) float64 {
		return variate.TruncatedGamma(r, p[0], p[1], p[2], p[3])
	},
	"InvGaussian": func(r *rand.Rand, p []float64) float64 {
		return variate.InvGaussian(r, p[0], p[1])
	},
	"GIG":        func(r *rand.Rand, p []float64) float64 { return variate.GIG(r, p[0], p[1], p[2]) },
	"PolyaGamma": func(r *rand.Rand, p []float64) float64 { return variate.PolyaGamma(r, p[0], p[1]) },
}

// atTheEnds groups the distribution functions by law and parameters.
func atTheEnds(t *testing.T) map[string][]reference {
	by := map[string][]reference{}
	_, cdfs := references(t)
	for _, c := range cdfs {
		name := named(c.Law, c.Params...)
		by[name] = append(by[name], c)
	}
	return by
}

// checkPoints counts the draws up to each point, and compares with the probability: the bounds of
// the binomial distribution are exact.
func checkPoints(points []reference, draw func(r *rand.Rand, p []float64) float64) error {
	const n = 20_000
	law := points[0]
	r := sampler.Stream("ends: "+named(law.Law, law.Params...), 1, 0)
	counts := make([]float64, len(points))
	for range n {
		x := draw(r, law.Params)
		for k, c := range points {
			if x <= c.X[0] {
				counts[k]++
			}
		}
	}
	for k, c := range points {
		b := distuv.Binomial{N: n, P: c.Want}
		if b.CDF(counts[k]) < level/2 || b.Survival(counts[k]-1) < level/2 {
			return fmt.Errorf("%g of %d draws are at most %g, expected %.4g", counts[k], n, c.X[0],
				n*c.Want)
		}
	}
	return nil
}

// TestDrawsAtTheEnds looks at small and large parameters.
func TestDrawsAtTheEnds(t *testing.T) {
	laws := map[string]int{}
	for name, points := range atTheEnds(t) {
		if err := checkPoints(points, variates[points[0].Law]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		laws[points[0].Law] += len(points)
	}
	for law := range variates {
		if laws[law] < 8 {
			t.Errorf("%s: %d points", law, laws[law])
		}
	}
}

// The check must flag what went wrong once: numbers far below the mode became the smallest float,
// and the small terms of PG(b, z) a gamma variate.
func TestDrawsAtTheEndsHaveTeeth(t *testing.T) {
	by := atTheEnds(t)
	flushed := func(law string, mode func(p []float64) float64) func(*rand.Rand, []float64) float64 {
		return func(r *rand.Rand, p []float64) float64 {
			x := variates[law](r, p)
			if x < mode(p)*math.Exp(-36.7) {
				return math.SmallestNonzeroFloat64
			}
			return x
		}
	}
	gamma := flushed("TruncatedGamma", func(p []float64) float64 { return min(p[0]/p[1], p[3]) })
	gig := flushed("GIG", func(p []float64) float64 {
		return (p[0] + math.Hypot(p[0], math.Sqrt(p[1]*p[2]))) / p[1]
	})
	sum := func(r *rand.Rand, p []float64) float64 {
		x, left := 0.0, p[0]/4
		for k := range 16 {
			w := 1 / (2 * math.Pi * math.Pi * math.Pow(float64(k)+0.5, 2))
			x, left = x+w*variate.Gamma(r, p[0], 1), left-w*p[0]
		}
		return x + left
	}
	for name, twin := range map[string]func(*rand.Rand, []float64) float64{
		named("TruncatedGamma", 0.05, 1, 0, 1): gamma,
		named("TruncatedGamma", 0.01, 1, 0, 1): gamma,
		named("GIG", 0.01, 1, 1e-30):           gig,
		named("GIG", 0, 1, 1e-40):              gig,
		named("PolyaGamma", 0.01, 0):           sum,
		named("PolyaGamma", 0.1, 0):            sum,
	} {
		if points := by[name]; len(points) == 0 || checkPoints(points, twin) == nil {
			t.Errorf("the check misses the broken twin of %s (%d points)", name, len(points))
		}
	}
}
