package diag_test

import (
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Draws as a table for other programs. columns.Save writes CSV or Parquet.
func ExampleColumns() {
	tr := &sampler.Trace{}
	if err := tr.Add("mu", [][]float64{{1, 2}, {3, 4}}); err != nil {
		fmt.Println(err)
		return
	}
	columns, err := diag.Columns(tr)
	fmt.Println(columns, err)
	// Output:
	// [{chain [0 0 1 1]} {draw [0 1 0 1]} {mu [1 2 3 4]}] <nil>
}
