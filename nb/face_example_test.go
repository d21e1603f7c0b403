package nb_test

import (
	"os"
	"path/filepath"

	"gibbslab/datasets"
	"gibbslab/nb"
)

// A frame, a slice of structs and a map are shown as tables.
func ExampleShow_data() {
	dir, _ := os.MkdirTemp("", "frame")
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "cities.csv")
	os.WriteFile(file, []byte("city,people,area\nAachen,249070,160.8\nKöln,,405.0\nBonn,NA,141.1\n"), 0o600)
	f := nb.Must(datasets.ReadFrame(file))
	type point struct {
		X    float64
		seen bool
	}
	nb.Show(f, []point{{0.125, true}, {2, false}}, map[string]int{"b": 2, "a": 1})
	// Output:
	// city    people   area
	// Aachen  249070  160.8
	// Köln            405.0
	// Bonn    NA      141.1
	// city: texts, 3 different
	// people: numbers from 249070 to 249070, 2 missing
	// area: numbers from 141.1 to 405
	//     X  seen
	// 0.125  true
	// 2.000  false
	// key  value
	// a        1
	// b        2
}
