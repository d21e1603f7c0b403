package sampler

import (
	"cmp"
	"fmt"
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
