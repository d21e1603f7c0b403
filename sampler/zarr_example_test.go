package sampler_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gibbslab/sampler"
)

// In Python, xarray.open_datatree(folder, engine="zarr") reads the store, and ArviZ takes what it
// returns.
func ExampleTrace_WriteZarr() {
	dir, err := os.MkdirTemp("", "zarr")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	tr, prior := &sampler.Trace{}, &sampler.Trace{}
	theta := sampler.Array{Shape: []int{2}, Coords: [][]string{{"Aalen", "Bremen"}},
		Draws: [][][]float64{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}}
	if err := tr.AddArray("theta", theta); err != nil {
		fmt.Println(err)
		return
	}
	if err := prior.Add("theta", [][]float64{{0, 9}}); err != nil {
		fmt.Println(err)
		return
	}
	folder := filepath.Join(dir, "draws")
	more := append(prior.ZarrArrays("prior"), sampler.Observed("y", []float64{1.5, 2.5, 3.5}))
	if err := tr.WriteZarr(folder, more...); err != nil {
		fmt.Println(err)
		return
	}
	back, err := sampler.ReadZarr(folder, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back.Labels())
	fmt.Println(back.Draws("theta[Bremen]"))
	// Output:
	// [theta[Aalen] theta[Bremen]] <nil>
	// [2 4 6 8] <nil>
}
