package sampler_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gibbslab/sampler"
)

// Save keeps a trace, and LoadTrace reads it, in another program as well.
func ExampleTrace_Save() {
	dir, err := os.MkdirTemp("", "trace")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	tr := &sampler.Trace{}
	if err := tr.Add("mu", [][]float64{{1, 2}, {3, 4}}); err != nil {
		fmt.Println(err)
		return
	}
	path := filepath.Join(dir, "exams.trace")
	if err := tr.Save(path); err != nil {
		fmt.Println(err)
		return
	}
	back, err := sampler.LoadTrace(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back.Draws("mu"))
	_, made := back.Provenance() // sampler.Run notes the seed, the settings and a digest of the data
	fmt.Println("made by Run:", made)
	// Output:
	// [1 2 3 4] <nil>
	// made by Run: false
}
