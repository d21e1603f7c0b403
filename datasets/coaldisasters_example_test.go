package datasets_test

import (
	"fmt"

	"gibbslab/datasets"
	"gibbslab/sampler/diag"
)

// Compare the forty-one years to 1891 with the seventy-one years after them.
func ExampleCoalDisasters() {
	y := datasets.CoalDisasters()
	fmt.Printf("%.1f disasters a year, then %.1f\n", diag.Mean(y[:41]), diag.Mean(y[41:]))
	// Output: 3.1 disasters a year, then 0.9
}
