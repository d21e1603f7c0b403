package sampler

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gibbslab/sampler/internal/zarr"
)

// lpGroup and lpName are where a store has lp__.
const lpGroup, lpName = "sample_stats", "lp"

// WriteZarr writes the draws into a folder, as a Zarr store that xarray and ArviZ read in one line:
//
//	dt = xarray.open_datatree(folder, engine="zarr")
//
// The parameters are the group posterior, with chain, draw and the names of elements as
// coordinates, and lp__ is the variable lp of sample_stats. Of parameters that only have moments
// (Param.Moments), the group moments has the mean of each chain, and its standard deviation, whose
// name ends in _sd, as one draw. Parameters recorded every tenth draw are the group every_10. more
// are further arrays: the log likelihood (LogLik.ZarrArray of package criticism), the data
// (Observed), predictive draws (Trace.ZarrArrays).
//
// A store that WriteZarr wrote is replaced when the new one is whole. Any other folder that is
// there is an error, and so are chains of different lengths.
func (t *Trace) WriteZarr(folder string, more ...ZarrArray) (err error) {
	if err := mayReplace(folder); err != nil {
		return err
	}
	arrays := t.ZarrArrays("posterior")
	if len(arrays) == 0 {
		return errors.New("sampler: WriteZarr: the trace has no parameter with a value for each draw")
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.Moments {
			arrays = append(arrays, c.moments()...)
			continue
		}
		if err := c.sameLengths(t); err != nil {
			return err
		}
		if c.Every > 1 && c.draws(0) > 0 {
			arrays = append(arrays, c.zarr(fmt.Sprintf("every_%d", c.Every)))
		}
	}
	for i := range arrays {
		if arrays[i].Name == logJointName {
			arrays[i].Group, arrays[i].Name = lpGroup, lpName
		}
	}
	arrays = append(arrays, more...)
	if err := checkZarr(arrays); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(filepath.Clean(folder)),
		filepath.Base(folder)+".new-*")
	if err != nil {
		return fmt.Errorf("sampler: WriteZarr: %w", err)
	}
	defer os.RemoveAll(temporary)
	if err := writeZarr(temporary, arrays); err != nil {
		return fmt.Errorf("sampler: WriteZarr: %w", err)
	}
	err = errors.Join(os.Chmod(temporary, 0o755), os.RemoveAll(folder), os.Rename(temporary, folder))
	if err != nil {
		return fmt.Errorf("sampler: WriteZarr: %w", err)
	}
	return nil
}

// zarrLibrary is the attribute by which a store of ours is known.
const zarrLibrary = "gibbslab"

// mayReplace is an error if a folder is there that WriteZarr did not write.
func mayReplace(folder string) error {
	if folder == "" {
		return errors.New("sampler: WriteZarr: the name of the folder is empty")
	}
	if _, err := os.Lstat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var attributes struct {
		Library string `json:"inference_library"`
	}
	text, err := os.ReadFile(filepath.Join(folder, ".zattrs"))
	if err == nil {
		err = json.Unmarshal(text, &attributes)
	}
	if err != nil || attributes.Library != zarrLibrary {
		return fmt.Errorf("sampler: WriteZarr: %s is there and is no store that WriteZarr wrote: remove "+
			"it, or name another folder", folder)
	}
	return nil
}

// sameLengths is an error if chains have different numbers of draws, or other numbers than the
// first parameter.
func (c *column) sameLengths(t *Trace) error {
	want := t.lengths()[0]
	if c.Every > 1 {
		want = c.draws(0)
	}
	for k := range c.Draws {
		if c.draws(k) != want || want == 0 && c.Every <= 1 {
			return fmt.Errorf("sampler: WriteZarr: chain 0 has %d draws, and of %q chain %d has %d: a "+
				"store holds chains of one length; run the sampler to its end, or write Stan CSV files",
				want, c.Name, k, c.draws(k))
		}
	}
	return nil
}

// checkZarr reports what is wrong with arrays.
func checkZarr(arrays []ZarrArray) error {
	seen := map[string]bool{}
	for _, a := range arrays {
		id := a.Group + "/" + a.Name
		err := checkName(a.Name)
		switch {
		case err != nil:
		case checkName(a.Group) != nil:
			err = checkName(a.Group)
		case a.Fill == nil:
			err = fmt.Errorf("%s has no Fill", id)
		case seen[id]:
			err = fmt.Errorf("%s is there twice", id)
		case slices.ContainsFunc(a.Shape, func(n int) bool { return n < 1 }):
			err = fmt.Errorf("%s has the shape %v: each length must be at least 1", id, a.Shape)
		case (a.Draws > 0) != (a.Chains > 0) || a.Draws < 0:
			err = fmt.Errorf("%s has %d chains of %d draws: give both, or neither", id, a.Chains, a.Draws)
		default:
			err = checkCoords(a.Shape, a.Coords)
		}
		if err != nil {
			return fmt.Errorf("sampler: WriteZarr: %w", err)
		}
		seen[id] = true
	}
	return nil
}

// writeZarr writes the store group by group.
func writeZarr(folder string, arrays []ZarrArray) error {
	w := zarr.NewWriter(folder)
	about := map[string]any{"inference_library": zarrLibrary}
	if err := w.Group("", about); err != nil {
		return err
	}
	var groups []string
	for _, a := range arrays {
		if !slices.Contains(groups, a.Group) {
			groups = append(groups, a.Group)
		}
	}
	for _, group := range groups {
		var order []string
		for _, a := range arrays {
			if a.Group == group {
				order = append(order, a.Name)
			}
		}
		attributes := map[string]any{"inference_library": zarrLibrary, "order": order}
		if err := w.Group(group, attributes); err != nil {
			return err
		}
		chains, draws := 0, 0
		for _, a := range arrays {
			if a.Group != group {
				continue
			}
			if chains > 0 && a.Chains > 0 && (a.Chains != chains || a.Draws != draws) {
				return fmt.Errorf("the arrays of %s have %d × %d draws and %d × %d: a group holds draws of "+
					"one run", group, chains, draws, a.Chains, a.Draws)
			}
			chains, draws = max(chains, a.Chains), max(draws, a.Draws)
			if err := writeZarrArray(w, a); err != nil {
				return fmt.Errorf("%s of %s: %w", a.Name, group, err)
			}
		}
		if draws > 0 {
			err := errors.Join(w.Positions(group+"/chain", chains), w.Positions(group+"/draw", draws))
			if err != nil {
				return err
			}
		}
	}
	return w.Close()
}

// writeZarrArray writes an array and its coordinates, which have ArviZ's names for dimensions.
func writeZarrArray(w *zarr.Writer, a ZarrArray) error {
	var dims []string
	if a.Draws > 0 {
		dims = []string{"chain", "draw"}
	}
	for d, n := range a.Shape {
		dim := fmt.Sprintf("%s_dim_%d", a.Name, d)
		dims = append(dims, dim)
		var err error
		if a.Coords != nil && a.Coords[d] != nil {
			err = w.Texts(a.Group+"/"+dim, a.Coords[d])
		} else {
			err = w.Positions(a.Group+"/"+dim, n)
		}
		if err != nil {
			return err
		}
	}
	want := max(a.Chains*a.Draws, 1)
	return w.Draws(a.Group+"/"+a.Name, dims, a.Chains, a.Draws, a.Shape,
		func(lo, hi int, dst [][]float64) error {
			if err := a.Fill(lo, hi, dst); err != nil {
				return err
			}
			for i, x := range dst {
				if len(x) != want {
					return fmt.Errorf("element %d: Fill gave %d values, expected %d", lo+i, len(x), want)
				}
			}
			return nil
		})
}
