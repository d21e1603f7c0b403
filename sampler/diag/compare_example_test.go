package diag_test

import (
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Draws of another program, with its own labels, become a trace.
func ExampleCompare() {
	var ours, reference sampler.Trace
	err := ours.Add("mu", autoregression(1, 2000, 3, 1))
	if err == nil {
		err = ours.Add("tau", autoregression(2, 2000, 0, 1.5)) // wrong: its SD is 1
	}
	if err == nil {
		err = reference.Add("mean", autoregression(3, 5000, 3, 1))
	}
	if err == nil {
		err = reference.Add("scale", autoregression(4, 5000, 0, 1))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := diag.Compare(&ours, &reference, map[string]string{"mu": "mean", "tau": "scale"})
	if err != nil {
		fmt.Println(err)
		return
	}
	different, unknown := c.Beyond()
	fmt.Println(different, "different,", unknown, "unknown")
	for _, row := range c.Report().Table.Rows {
		fmt.Println(row[0])
	}
	// Output:
	// 1 different, 0 unknown
	// mu (mean)
	// tau (scale)
}
