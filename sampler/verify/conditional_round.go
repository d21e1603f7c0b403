package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/update"
)

const (
	conditionalPlaces = 4    // states along the chain, for one coordinate
	conditionalPairs  = 28   // maximum of products of pairs: all of eight coordinates
	conditionalThin   = 5    // slice-sampling sweeps between draws
	conditionalBurnIn = 1000 // slice-sampling sweeps from the present state
	startQuantiles    = 512  // starting points of one coordinate
)

// legendre are the test functions of a uniform number u from −½ to ½.
var legendre = []struct {
	name string
	of   func(u float64) float64
}{
	{"location", func(u float64) float64 { return 2 * u }},
	{"spread", func(u float64) float64 { return 6*u*u - 0.5 }},
	{"skewness", func(u float64) float64 { return u * (20*u*u - 3) }},
	{"tails", func(u float64) float64 { return 70*u*u*u*u - 15*u*u + 3./8 }},
}

// functions are the names of the test functions: the coordinates, and if there are several,
// LogJoint, and pairs of coordinates.
func (c *conditional) functions() (names []string) {
	for _, x := range c.coordinates {
		names = append(names, x.Name)
	}
	if len(names) == 1 {
		return names
	}
	names = append(names, "LogJoint")
	for _, p := range pairsOf(len(c.coordinates), conditionalPairs) {
		names = append(names, pairName(names[p[0]], names[p[1]]))
	}
	return names
}

// pairName is the name of a product of standardised pairs.
func pairName(a, b string) string { return "product of " + a + " and " + b }

// pairsOf lists the pairs of n things, neighbours first, up to this many.
func pairsOf(n, most int) (pairs [][2]int) {
	for apart := 1; apart < n; apart++ {
		for i := 0; i+apart < n && len(pairs) < most; i++ {
			pairs = append(pairs, [2]int{i, i + apart})
		}
	}
	return pairs
}

// round draws, applies the block, and tests the functions named by keep.
func (c *conditional) round(k, n int, keep []int) ([]score, error) {
	r := sampler.Stream(fmt.Sprintf("verify conditional, round %d", k), c.set.Seed, 0)
	defer meter.Ended(r)()
	if len(c.coordinates) == 1 {
		return c.roundExact(r, n)
	}
	return c.roundGroup(r, n, keep)
}

// roundExact tests one coordinate by its distribution function at several states.
func (c *conditional) roundExact(r *rand.Rand, n int) ([]score, error) {
	x := c.coordinates[0]
	lo, hi := x.bounds()
	var u, v []float64
	after := make([]float64, 0, 1)
	for range conditionalPlaces {
		if err := c.sweeps(10); err != nil {
			return nil, err
		}
		present := *x.At(c.state)
		l, err := newLine(func(value float64) float64 {
			x.set(c.state, value)
			return c.model.LogJoint(c.state)
		}, present, lo, hi)
		if err != nil {
			return nil, fmt.Errorf("the density along %s: %w", x.Name, err)
		}
		starts, below := make([]float64, startQuantiles), make([]float64, startQuantiles)
		for j := range starts {
			starts[j] = l.quantile((float64(j) + 0.5) / startQuantiles)
			below[j] = l.distribution(starts[j]) - 0.5
		}
		for range n / conditionalPlaces {
			j := r.IntN(startQuantiles)
			before := starts[j]
			x.set(c.state, before)
			after, err = c.step(r, []float64{before}, after)
			if err != nil {
				return nil, err
			}
			if after[0] < lo || after[0] > hi {
				return nil, failure{fmt.Errorf("the block puts %s at %g, outside of its support from %g "+
					"to %g", x.Name, after[0], lo, hi)}
			}
			u, v = append(u, below[j]), append(v, l.distribution(after[0])-0.5)
		}
		x.set(c.state, present)
	}
	return scoresOf(nil, 0, u, v, false), nil
}

// roundGroup tests coordinates that are updated together, using their ranks.
func (c *conditional) roundGroup(r *rand.Rand, n int, keep []int) ([]score, error) {
	if err := c.sweeps(10); err != nil {
		return nil, err
	}
	d := len(c.coordinates)
	present, now, after := c.values(nil), make([]float64, 0, d), make([]float64, 0, d)
	widths := slices.Repeat([]float64{1}, d)
	before, later := numeric.Matrix[float64](d+1, n), numeric.Matrix[float64](d+1, n)
	for range conditionalBurnIn {
		c.slice(r, widths, true)
	}
	for i := range n {
		for range conditionalThin {
			c.slice(r, widths, false)
		}
		now = c.values(now)
		var err error
		if after, err = c.step(r, now, after); err != nil {
			return nil, err
		}
		for k := range d {
			before[k][i], later[k][i] = blur(now[k]), blur(after[k])
		}
		before[d][i], later[d][i] = blur(after[d]), blur(after[d+1])
	}
	c.restore(present)
	c.worth = float64(n)
	for _, x := range before[:d] {
		c.worth = min(c.worth, diag.ESSMean([][]float64{x}))
	}
	var w ranker
	var scores []score
	pairs := pairsOf(d, conditionalPairs)
	for _, f := range keep {
		a, b := before, later
		if f > d {
			p := pairs[f-d-1]
			x, y := products(before[p[0]], later[p[0]], before[p[1]], later[p[1]])
			u, v := w.midranks(x, y)
			scores = scoresOf(scores, f, u, v, true)
			continue
		}
		u, v := w.midranks(a[f], b[f])
		scores = scoresOf(scores, f, u, v, true)
	}
	return scores, nil
}

// slice makes a slice-sampling step along each coordinate. During the burn-in it adapts the widths.
func (c *conditional) slice(r *rand.Rand, widths []float64, learn bool) {
	for k, x := range c.coordinates {
		lo, hi := x.bounds()
		old := *x.At(c.state)
		next := update.Slice(r, old, widths[k], lo, hi, func(v float64) float64 {
			x.set(c.state, v)
			return c.model.LogJoint(c.state)
		})
		x.set(c.state, next)
		if move := 2 * math.Abs(next-old); learn && move > 0 {
			widths[k] += 0.05 * (move - widths[k])
		}
	}
}

// scoresOf compares numbers from −½ to ½ before and after by the Legendre polynomials. For draws of
// a chain it corrects the standard errors.
func scoresOf(scores []score, function int, u, v []float64, chain bool) []score {
	d := make([]float64, len(u))
	for _, g := range legendre {
		var sum, squares float64
		for i := range u {
			d[i] = g.of(v[i]) - g.of(u[i])
			sum += d[i]
			squares += d[i] * d[i]
		}
		if !(squares > 0) {
			continue
		}
		se := math.Sqrt(squares)
		if mcse := diag.MCSEMean([][]float64{d}); chain && mcse*float64(len(d)) > se {
			se = mcse * float64(len(d))
		}
		z := sum / se
		scores = append(scores, score{function, g.name, z, twoSided(z)})
	}
	return scores
}

// products multiplies two test functions, each standardised by the mean and SD of its values before
// and after. If a spread is not finite, the products are 0 and test nothing.
func products(beforeA, afterA, beforeB, afterB []float64) (before, after []float64) {
	meanA, sdA := stat.MeanStdDev(slices.Concat(beforeA, afterA), nil)
	meanB, sdB := stat.MeanStdDev(slices.Concat(beforeB, afterB), nil)
	before, after = make([]float64, len(beforeA)), make([]float64, len(afterA))
	if !(sdA > 0 && sdB > 0) || math.IsInf(sdA, 0) || math.IsInf(sdB, 0) {
		return before, after
	}
	for i := range before {
		before[i] = blur((beforeA[i] - meanA) / sdA * (beforeB[i] - meanB) / sdB)
		after[i] = blur((afterA[i] - meanA) / sdA * (afterB[i] - meanB) / sdB)
	}
	return before, after
}
