package criticism

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler/diag"
)

const (
	alongParts = 10   // parts of equal size into which the observations are cut along a covariate
	alongSets  = 1000 // data sets at most that are looked at
)

// A covariate cuts the observations into parts.
type covariate struct {
	name     string
	part     []int       // of each observation
	off      [][]float64 // sums of the ranks in each part, of the data and of each data set
	variance []float64   // of these sums, as the model has it
}

// along adds a check for each covariate: how far the sums of the parts along it are from what the
// model expects. In place of its value, each observation has the rank of its value among those that
// the model makes for it, from −½ to ½, so that no single one can be far out.
func (v *reviewer) along() error {
	var all []*covariate
	var made [][]float64
	for s, n := 0, len(v.made); s < min(n, alongSets); s++ {
		made = append(made, v.made[s*n/min(n, alongSets)])
	}
	for _, name := range slices.Sorted(maps.Keys(v.c.Along)) {
		x := v.c.Along[name]
		if len(x) != len(v.y) {
			return fmt.Errorf("the covariate %q in Along has %d values, and there are %d "+
				"observations: give one for each", name, len(x), len(v.y))
		}
		c := &covariate{name: name, part: parts(x), off: make([][]float64, 1+len(made))}
		n := slices.Max(c.part) + 1
		if n == 1 {
			continue
		}
		for s := range c.off {
			c.off[s] = make([]float64, n)
		}
		c.variance = make([]float64, n)
		all = append(all, c)
	}
	of := make([]float64, len(made))
	for i, y := range v.y {
		for s := range made {
			of[s] = made[s][i]
		}
		slices.Sort(of)
		for s := range 1 + len(made) {
			if s > 0 {
				y = made[s-1][i]
			}
			below, _ := slices.BinarySearch(of, y)
			upTo, _ := slices.BinarySearch(of, math.Nextafter(y, math.Inf(1)))
			rank := float64(below+upTo)/float64(2*len(of)) - 0.5
			for _, c := range all {
				c.off[s][c.part[i]] += rank
				if s > 0 {
					c.variance[c.part[i]] += rank * rank / float64(len(made))
				}
			}
		}
	}
	for _, c := range all {
		check := PredictiveCheck{Statistic: "misfit along " + c.name, Observed: c.misfit(0)}
		for s := range made {
			check.Replicated = append(check.Replicated, c.misfit(1+s))
		}
		check.P = check.chi()
		v.Fit = append(v.Fit, check)
	}
	return nil
}

// misfit is the root mean square of the standardised sums of a data set. About 1 is as expected.
func (c *covariate) misfit(set int) float64 {
	sum := 0.0
	for k, off := range c.off[set] {
		if c.variance[k] > 0 {
			sum += off * off / c.variance[k]
		}
	}
	return math.Sqrt(sum / float64(len(c.variance)))
}

// chi is P for the root of a χ². Only a large one counts: effects of groups that were learned from
// the data make theirs small. On its cube root scale it is nearly normal (Wilson and Hilferty, PNAS
// 17 (1931) 684–688). The normal distribution is made wider if a hundredth of the replicated values
// lie farther out than its own.
func (c PredictiveCheck) chi() float64 {
	root := func(x float64) float64 { return math.Pow(x, 2./3) }
	scaled := make([]float64, len(c.Replicated))
	for i, x := range c.Replicated {
		scaled[i] = root(x)
	}
	mean, sd := diag.Mean(scaled), diag.SD(scaled)
	slices.Sort(scaled)
	sd = max(sd, (scaled[len(scaled)*99/100]-mean)/distuv.UnitNormal.Quantile(0.99))
	if sd == 0 {
		return 1
	}
	return distuv.UnitNormal.Survival((root(c.Observed) - mean) / sd)
}

// parts numbers the parts of the observations along a covariate: one for each value if five
// observations or more share a value on average, else ten of equal size. Missing values are a part.
func parts(x []float64) []int {
	order := sortedOrder(x)
	value, tenth := make([]int, len(x)), make([]int, len(x))
	for k, i := range order[1:] {
		before := order[k]
		value[i], tenth[i] = value[before], tenth[before]
		if cmp.Compare(x[i], x[before]) != 0 {
			value[i]++
			tenth[i] = (k + 1) * alongParts / len(x)
		}
	}
	if distinct := value[order[len(x)-1]] + 1; 5*distinct <= len(x) {
		return value
	}
	return tenth
}
