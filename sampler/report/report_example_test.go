package report_test

import (
	"errors"
	"fmt"

	"gibbslab/sampler/report"
)

// A coin is a check of your own. Notebooks show it in the same way as the checks of this module.
type coin struct{ heads, tails int }

func (c coin) Report() report.Report {
	return report.Report{
		Verdict: "The coin may be fair.",
		Table: report.Table{
			Head:  []string{"side", "times", "share"},
			Align: "l", // the others are numbers
			Rows: [][]string{
				{"heads", fmt.Sprint(c.heads), fmt.Sprintf("%.2g",
					float64(c.heads)/float64(c.heads+c.tails))},
				{"tails", fmt.Sprint(c.tails), fmt.Sprintf("%.2g",
					float64(c.tails)/float64(c.heads+c.tails))},
			},
		},
		Warnings: []error{errors.New("twenty throws cannot tell 0.5 from 0.6: throw it more " +
			"often")},
	}
}

func ExampleReport() {
	var r report.Reporter = coin{8, 12}
	fmt.Print(r.Report())
	// Output:
	// The coin may be fair.
	// side   times  share
	// heads      8    0.4
	// tails     12    0.6
	// ! twenty throws cannot tell 0.5 from 0.6: throw it more often
}

func ExampleTable() {
	t := report.Table{Align: "lr", Rows: [][]string{{"π", "3.1416"}, {"e", "2.72"}, {"ten", "10"}}}
	fmt.Print(t)
	fmt.Println(t.Columns(), t.IsText(0), t.Decimals())
	// Output:
	// π     3.1416
	// e     2.72
	// ten  10
	// 2 true [[0 0] [0 2] [0 5]]
}
