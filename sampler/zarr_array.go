package sampler

import (
	"cmp"
	"math"
	"slices"
)

// A ZarrArray is an array that [Trace.WriteZarr] writes beside the draws of the parameters.
type ZarrArray struct {
	// Group is where ArviZ expects it: "log_likelihood", "posterior_predictive", "prior",
	// "prior_predictive", "observed_data".
	Group, Name string
	// Shape and Coords are those of a [Param].
	Shape  []int
	Coords [][]string
	// Chains and Draws count the draws, and are 0 for data that are no draws.
	Chains, Draws int
	// Fill gives the draws of elements lo to hi−1, chain after chain: dst[i] is to become those of
	// element lo+i, or its one value if Draws is 0. It is called for a part of the elements at a
	// time, so the array need not fit into memory.
	Fill func(lo, hi int, dst [][]float64) error
}

// Observed is the data as an array of the group observed_data.
func Observed(name string, y []float64) ZarrArray {
	return ZarrArray{Group: "observed_data", Name: name, Shape: []int{len(y)},
		Fill: func(lo, hi int, dst [][]float64) error {
			for i := range dst {
				dst[i] = y[lo+i : lo+i+1]
			}
			return nil
		}}
}

// ZarrArrays are the parameters of a trace as arrays of a group, such as "posterior_predictive" or
// "prior". Parameters without a value for each draw are left out.
func (t *Trace) ZarrArrays(group string) []ZarrArray {
	if t == nil {
		return nil
	}
	var arrays []ZarrArray
	for i := range t.columns {
		c := &t.columns[i]
		if c.Moments || c.Every > 1 {
			continue
		}
		arrays = append(arrays, c.zarr(group))
	}
	return arrays
}

func (c *column) zarr(group string) ZarrArray {
	a := ZarrArray{Group: group, Name: c.Name, Shape: c.Shape, Coords: c.Coords,
		Chains: len(c.Draws), Draws: c.draws(0)}
	a.Fill = func(lo, hi int, dst [][]float64) error {
		for i := range dst {
			dst[i] = dst[i][:0]
			for _, elements := range c.Draws {
				dst[i] = append(dst[i], elements[lo+i]...)
			}
		}
		return nil
	}
	return a
}

// moments are the means and standard deviations of the chains.
func (c *column) moments() (arrays []ZarrArray) {
	for name, read := range map[string]func(m Moments, i int) float64{
		"":    func(m Moments, i int) float64 { return m.Mean[i] },
		"_sd": func(m Moments, i int) float64 { return math.Sqrt(m.SumSq[i] / float64(m.N-1)) },
	} {
		arrays = append(arrays, ZarrArray{Group: "moments", Name: c.Name + name, Shape: c.Shape,
			Coords: c.Coords, Chains: len(c.Running), Draws: 1,
			Fill: func(lo, hi int, dst [][]float64) error {
				for i := range dst {
					dst[i] = dst[i][:0]
					for _, m := range c.Running {
						x := math.NaN()
						if m.N > 0 {
							x = read(m, lo+i)
						}
						dst[i] = append(dst[i], x)
					}
				}
				return nil
			}})
	}
	slices.SortFunc(arrays, func(a, b ZarrArray) int { return cmp.Compare(a.Name, b.Name) })
	return arrays
}
