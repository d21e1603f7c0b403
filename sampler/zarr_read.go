package sampler

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/internal/zarr"
)

// ReadZarr reads one group of a Zarr store, "posterior" if it is empty, such as [Trace.WriteZarr]
// or ArviZ write them. In Python:
//
//	idata.to_zarr(folder, zarr_format=2)
//
// With the posterior comes the variable lp of sample_stats, as lp__. Data without draws
// ("observed_data") become one chain with one draw. Uncompressed arrays are read, and those
// compressed by zlib or gzip.
func ReadZarr(folder, group string) (*Trace, error) {
	t, err := readZarr(folder, group)
	if err != nil {
		return nil, fmt.Errorf("sampler: ReadZarr: %w", err)
	}
	return t, nil
}

func readZarr(folder, group string) (*Trace, error) {
	group = cmp.Or(group, "posterior")
	store, err := zarr.Open(folder)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(store.Groups(), group) {
		return nil, fmt.Errorf("%s has no group %q; have %s", folder, group,
			strings.Join(store.Groups(), ", "))
	}
	t := &Trace{}
	names, order := store.Arrays(group), store.Order(group)
	for _, name := range order {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("the array %s/%s is listed in %s/.zattrs, and its .zarray is "+
				"not there: the store is not complete; copy it again", group, name, group)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return slices.Index(order, a) - slices.Index(order, b)
	})
	for _, name := range names {
		if err := t.readZarrArray(store, group, name, name); err != nil {
			return nil, err
		}
	}
	if group == "posterior" && slices.Contains(store.Arrays(lpGroup), lpName) &&
		t.find(logJointName) == nil {
		if err := t.readZarrArray(store, lpGroup, lpName, logJointName); err != nil {
			return nil, err
		}
	}
	if len(t.columns) == 0 {
		return nil, fmt.Errorf("the group %q holds no draws", group)
	}
	return t, nil
}

// readZarrArray adds an array to the trace, unless it is the coordinates of a dimension.
func (t *Trace) readZarrArray(store *zarr.Store, group, name, as string) error {
	a, err := store.Array(group + "/" + name)
	if err != nil {
		return err
	}
	if len(a.Dims) == 1 && a.Dims[0] == name {
		return nil
	}
	values, err := a.Numbers()
	if err != nil {
		return err
	}
	chains, draws, dims, shape := 1, 1, a.Dims, a.Shape
	if len(dims) >= 2 && dims[0] == "chain" && dims[1] == "draw" {
		chains, draws, dims, shape = shape[0], shape[1], dims[2:], shape[2:]
	}
	out := Array{Shape: shape, Draws: make([][][]float64, chains)}
	if len(shape) == 0 {
		out.Shape = nil
	}
	for d, dim := range dims {
		c, err := store.Array(group + "/" + dim)
		if err != nil {
			continue // dimensions need no coordinates
		}
		texts, err := c.Texts()
		if err != nil || len(texts) != shape[d] {
			continue // positions, or names of another kind
		}
		if out.Coords == nil {
			out.Coords = make([][]string, len(shape))
		}
		out.Coords[d] = texts
	}
	n := size(shape)
	for c := range out.Draws {
		out.Draws[c] = make([][]float64, draws)
		for d := range out.Draws[c] {
			out.Draws[c][d], values = values[:n:n], values[n:]
		}
	}
	return t.AddArray(as, out)
}

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
