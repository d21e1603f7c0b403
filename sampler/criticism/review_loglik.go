package criticism

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
)

// These numbers say how LogLik is compared with what Replicate makes. Of each of a few draws many
// data sets are made. nearest of them, 2 %, lie around an observation, and their distance gives its
// density up to 11 %: a logarithm that is off by discord is never chance, and where the density
// bends more than that within the distance, the replicates on the two sides differ, and the
// observation is not compared.
const (
	lookedAt = 500 // observations at most
	remade   = 4000
	nearest  = 80
	discord  = 0.5  // in the logarithm
	share    = 0.05 // of the observations that must be off
)

// A density is that of an observation given one draw, in logarithms: what LogLik says, and what
// Replicate makes. Rare is a count too rare to say more than that it is below found.
type density struct {
	at, draw    int
	said, found float64
	rare        bool
}

// off is how far LogLik is off.
func (d *density) off() float64 {
	if d.rare {
		return max(0, d.said-d.found)
	}
	return math.Abs(d.said - d.found)
}

// contradiction says where LogLik is not the log density of what Replicate makes; nil if it is, or
// if that cannot be seen.
func (v *reviewer) contradiction() (at *density, wrong, of int, err error) {
	n, draws := len(v.y), 4
	if n > 2000 {
		draws = 1
	}
	if n > 50_000 || v.c.Trace == nil { // it would take longer than the rest
		return nil, 0, 0, nil
	}
	looked := spaced(n)
	sets := make([][]float64, len(looked))
	row := make([]float64, n)
	var all []density
	dependent := false
	_, err = v.c.Trace.Replicate(sampler.Stream("review", v.c.Seed, 2), min(draws, v.LogLik.draws), 1,
		func(r *rand.Rand, d *sampler.Draw, _ []float64) {
			for k := range sets {
				sets[k] = resized(sets[k], remade)
			}
			for s := range remade {
				v.c.Replicate(r, d, row)
				for k, i := range looked {
					sets[k][s] = row[i]
				}
			}
			dependent = dependent || neighboursDepend(looked, sets)
			draw := d.Index
			for _, before := range v.LogLik.chains[:d.Chain] {
				draw += before
			}
			for k, i := range looked {
				if found, rare := logDensity(sets[k], v.y[i]); !math.IsNaN(found) {
					all = append(all, density{at: i, draw: draw, found: found, rare: rare})
				}
			}
		})
	if err != nil || dependent {
		return nil, 0, 0, err
	}
	byObservation := map[int][]float64{}
	err = v.LogLik.blocks(func(first int, block [][]float64) error {
		for k, x := range block {
			if i := first + k; slices.Contains(looked, i) {
				byObservation[i] = slices.Clone(x)
			}
		}
		return nil
	})
	for _, d := range all {
		if err != nil {
			return nil, 0, 0, err
		}
		d.said = byObservation[d.at][d.draw]
		if d.off() > discord {
			wrong++
			if at == nil || d.off() > at.off() {
				at = &d
			}
		}
	}
	if wrong < 3 || float64(wrong) < share*float64(len(all)) {
		at = nil
	}
	return at, wrong, len(all), err
}

// spaced are the positions of the observations that are looked at: pairs of neighbours, if not all.
func spaced(n int) (at []int) {
	if n <= lookedAt {
		for i := range n {
			at = append(at, i)
		}
		return at
	}
	for k := range lookedAt / 2 {
		i := k * (n - 2) / (lookedAt/2 - 1)
		at = append(at, i, i+1)
	}
	return at
}

// logDensity estimates the log density at y from draws, which it sorts; NaN if it cannot. Where
// draws are equal to y, or all are whole numbers, it is the log probability.
func logDensity(draws []float64, y float64) (log float64, rare bool) {
	slices.Sort(draws)
	lo, _ := slices.BinarySearch(draws, y)
	hi := lo
	for hi < len(draws) && draws[hi] == y {
		hi++
	}
	n := float64(len(draws))
	if hi-lo >= nearest {
		return math.Log(float64(hi-lo) / n), false
	}
	if hi > lo || whole(draws) {
		return math.Log(nearest / n), true
	}
	for hi-lo < nearest {
		if lo == 0 || hi == len(draws) {
			return math.NaN(), false
		}
		if y-draws[lo-1] < draws[hi]-y {
			lo--
		} else {
			hi++
		}
	}
	at, _ := slices.BinarySearch(draws, y)
	if left := at - lo; left < nearest/4 || left > nearest*3/4 {
		return math.NaN(), false
	}
	distance := max(y-draws[lo], draws[hi-1]-y)
	return math.Log((nearest - 0.5) / n / (2 * distance)), false
}

// neighboursDepend tells whether neighbours in the data sets of one draw depend on each other, as
// in an autoregression: whether they lie on the same side of their medians. Then LogLik may be
// given the observations before, and is no density of what Replicate makes for one observation.
func neighboursDepend(looked []int, sets [][]float64) bool {
	medians := make([]float64, len(sets))
	for k, x := range sets {
		sorted := slices.Clone(x)
		slices.Sort(sorted)
		medians[k] = sorted[len(x)/2]
	}
	sum, pairs := 0.0, 0.0
	for k := 1; k < len(looked); k++ {
		if looked[k] != looked[k-1]+1 {
			continue
		}
		var a, b, both float64
		for s := range sets[k] {
			x, y := sets[k-1][s] < medians[k-1], sets[k][s] < medians[k]
			if x {
				a++
			}
			if y {
				b++
			}
			if x && y {
				both++
			}
		}
		n := float64(len(sets[k]))
		if variance := a * b * (1 - a/n) * (1 - b/n) / n; variance > 0 {
			sum += (both - a*b/n) * (both - a*b/n) / variance
			pairs++
		}
	}
	return pairs > 0 && sum/pairs > 1+6*math.Sqrt(2/pairs)
}

// copies says which observations are exact copies of others, in the same order, if that is
// improbable for numbers that are equal as often as these.
func (v *reviewer) copies() string {
	y, n := v.y, len(v.y)
	if whole(y) || n > 20_000 {
		return ""
	}
	equal := 0.0
	sorted := slices.Sorted(slices.Values(y))
	for from := 0; from < n; {
		to := from
		for to < n && sorted[to] == sorted[from] {
			to++
		}
		equal += float64(to-from) * float64(to-from-1) / 2
		from = to
	}
	pairs := float64(n) * float64(n-1) / 2
	best, length, start, lag := 0, 0, 0, 0
	for l := 1; l < n; l++ {
		run, odd := 0, 0
		for i := 0; i+l < n; i++ {
			run++
			if y[i] != math.Trunc(y[i]) { // whole numbers are equal by chance: a column of 0 and 1
				odd++
			}
			if y[i] != y[i+l] {
				run, odd = 0, 0
			} else if odd > best && (run == 1 || y[i] != y[i-1]) { // values that stay are no copies
				best, length, start, lag = odd, run, i-run+1, l
			}
		}
	}
	if best < 3 || math.Log(pairs)+float64(best)*math.Log((equal+1)/(pairs+1)) > math.Log(v.level) {
		return ""
	}
	return fmt.Sprintf("The observations %d to %d are exact copies of %d to %d: were data read "+
		"twice?", start+lag, start+lag+length-1, start, start+length-1)
}
