package datasets_test

import (
	"fmt"

	"gibbslab/datasets"
)

// How much does the first rat gain in a day?
func ExampleRats() {
	days, weights := datasets.Rats()
	fmt.Printf("%.2f g\n", (weights[0][4]-weights[0][0])/(days[4]-days[0]))
	// Output: 6.04 g
}
